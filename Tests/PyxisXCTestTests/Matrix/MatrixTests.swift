import PyxisXCTest
import Testing

@Suite("Matrices of variants")
struct MatrixTests {
  fileprivate static let schemes = PyxisAxis("color_scheme", values: ["light", "dark"])
  private static let locales = PyxisAxis(
    "locale", ["pl": [.locale("pl_PL"), .language("pl")], "ar": [.locale("ar")]])

  @Test("Every value of an axis meets every value of the others; the last axis varies fastest")
  func expansion() throws {
    let matrix = try PyxisMatrix([Self.schemes, Self.locales])
    #expect(
      matrix.map(\.id) == [
        "color_scheme=light,locale=pl", "color_scheme=light,locale=ar",
        "color_scheme=dark,locale=pl", "color_scheme=dark,locale=ar",
      ])
    #expect(
      matrix[2].variants == [.colorScheme(.dark), .locale("pl_PL"), .language("pl")])
    #expect(matrix[2].labels == ["color_scheme": "dark", "locale": "pl"])
  }

  @Test("Rows that an exclusion names are left out, and explicit rows come last")
  func exclusions() throws {
    let matrix = try PyxisMatrix(
      [Self.schemes, Self.locales],
      excluding: [["color_scheme": "dark", "locale": "ar"], ["locale": "pl"]],
      adding: [PyxisMatrixRow("trial", [.subscriptionStatus("trial")])])
    #expect(matrix.map(\.id) == ["color_scheme=light,locale=ar", "trial"])
  }

  @Test("Identifiers stay as they are when other values and rows come and go")
  func stability() throws {
    var locales = Self.locales
    locales.values.insert(.init("en", [.locale("en_GB")]), at: 0)
    let before = try PyxisMatrix([Self.schemes, Self.locales])
    let after = try PyxisMatrix([Self.schemes, locales], adding: [PyxisMatrixRow("x", [])])
    #expect(Set(before).isSubset(of: after))
  }

  @Test("Names and labels with separators make no equal identifiers")
  func escaping() throws {
    let matrix = try PyxisMatrix([
      PyxisAxis("a=1,b", ["c": ["x": "1"], "c%2C": ["x": "2"], "": ["x": "3"]])
    ])
    #expect(matrix.map(\.id) == ["a%3D1%2Cb=c", "a%3D1%2Cb=c%252C", "a%3D1%2Cb="])
  }

  @Test("A row becomes a launch, beside what the launch requests already")
  func launching() throws {
    let matrix = try PyxisMatrix([Self.schemes])
    let app = PyxisLaunchConfiguration(
      executable: "app", requested: [.colorScheme(.system), .fixture("full")])
    #expect(matrix[1].launching(app).requested == [.colorScheme(.dark), .fixture("full")])
    #expect(matrix[1].launching(app).executable == "app")
  }

  @Test("Values and rows bring variables of the environment")
  func environment() throws {
    let users = PyxisAxis(
      "user",
      [
        .init("guest", [], environment: ["USER_FILE": nil]),
        .init("admin", [.auth("ok")], environment: ["USER_FILE": "/admin"]),
      ])
    let matrix = try PyxisMatrix(
      [Self.schemes, users], adding: [PyxisMatrixRow("own", [], environment: ["A": "1"])])
    var app = PyxisLaunchConfiguration(
      executable: "app", environment: ["USER_FILE": "/x", "A": "0", "B": "2"])
    #expect(matrix[0].launching(app).environment == ["USER_FILE": nil, "A": "0", "B": "2"])
    #expect(matrix[1].launching(app).environment == ["USER_FILE": "/admin", "A": "0", "B": "2"])
    app.environment = [:]
    #expect(matrix[4].launching(app).environment == ["A": "1"])
  }

  @Test("What is there twice, conflicts or has no effect is refused", arguments: Refusal.all)
  func refused(refusal: Refusal) {
    #expect(throws: refusal.error) { try refusal.make() }
    #expect(refusal.error.description.hasSuffix("."))
  }

  @Test("A matrix is the arguments of a parameterized test", arguments: try PyxisMatrix([schemes]))
  func arguments(row: PyxisMatrixRow) {
    #expect(row.id == "color_scheme=\(row.variants["color_scheme"] ?? "")")
    #expect(row.testDescription == row.id)
  }
}

/// A matrix that cannot be made, and why.
struct Refusal: Sendable, CustomTestStringConvertible {
  let error: PyxisMatrixError
  let make: @Sendable () throws -> PyxisMatrix

  init(_ error: PyxisMatrixError, _ make: @escaping @Sendable () throws -> PyxisMatrix) {
    self.error = error
    self.make = make
  }

  var testDescription: String { error.description }

  static let all = [
    Refusal(.noRows) { try PyxisMatrix([]) },
    Refusal(.emptyAxis("a")) {
      try PyxisMatrix([MatrixTests.schemes, PyxisAxis("a", values: [])])
    },
    Refusal(.duplicateAxis("color_scheme")) {
      try PyxisMatrix([MatrixTests.schemes, MatrixTests.schemes])
    },
    Refusal(.duplicateValue(axis: "a", label: "x")) {
      try PyxisMatrix([PyxisAxis("a", values: ["x", "y", "x"])])
    },
    Refusal(.conflictingVariant(key: "color_scheme", row: "color_scheme=light,b=1")) {
      try PyxisMatrix([MatrixTests.schemes, PyxisAxis("b", ["1": [.colorScheme(.light)]])])
    },
    Refusal(.conflictingVariable(name: "A", row: "a=x,b=y")) {
      try PyxisMatrix([
        PyxisAxis("a", [.init("x", ["a": "1"], environment: ["A": nil])]),
        PyxisAxis("b", [.init("y", ["b": "1"], environment: ["A": "1"])]),
      ])
    },
    Refusal(.unknownAxis("colour")) {
      try PyxisMatrix([MatrixTests.schemes], excluding: [["colour": "dark"]])
    },
    Refusal(.unknownValue(axis: "color_scheme", label: "Dark")) {
      try PyxisMatrix([MatrixTests.schemes], excluding: [["color_scheme": "Dark"]])
    },
    Refusal(.emptyExclusion) { try PyxisMatrix([MatrixTests.schemes], excluding: [[:]]) },
    Refusal(.unusedExclusion(["color_scheme": "dark"])) {
      try PyxisMatrix(
        [MatrixTests.schemes], excluding: [["color_scheme": "dark"], ["color_scheme": "dark"]])
    },
    Refusal(.noRows) {
      try PyxisMatrix(
        [MatrixTests.schemes], excluding: [["color_scheme": "dark"], ["color_scheme": "light"]])
    },
    Refusal(.duplicateRow("x")) {
      try PyxisMatrix([], adding: [PyxisMatrixRow("x", ["a": "1"]), PyxisMatrixRow("x", [])])
    },
    Refusal(.equalRows("color_scheme=dark", "x")) {
      try PyxisMatrix([MatrixTests.schemes], adding: [PyxisMatrixRow("x", [.colorScheme(.dark)])])
    },
    Refusal(.emptyIdentifier) { try PyxisMatrix([], adding: [PyxisMatrixRow("", [])]) },
    Refusal(.tooManyRows(count: 10_001, limit: 10_000)) {
      try PyxisMatrix([PyxisAxis("n", values: (0...10_000).map(String.init))])
    },
    Refusal(.tooManyRows(count: 3, limit: 2)) {
      try PyxisMatrix([MatrixTests.schemes], adding: [PyxisMatrixRow("x", [])], limit: 2)
    },
    Refusal(.tooManyRows(count: nil, limit: 10_000)) {
      try PyxisMatrix((0..<64).map { PyxisAxis("a\($0)", values: ["x", "y"]) })
    },
  ]
}
