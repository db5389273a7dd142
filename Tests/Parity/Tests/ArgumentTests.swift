import CPyxis
import Testing

/// What the header says of the arguments of every function, checked for every function.
@Suite("Arguments", .generousTimeLimit)
struct ArgumentTests {
  @Test(arguments: Scenario.arguments)
  func scenario(_ scenario: Scenario) async throws {
    try await scenario.run()
  }
}

extension Scenario {
  static let arguments: [Scenario] = Table.functions.filter { $0.result == "pyxis_status" }
    .flatMap { function in
      [
        Scenario("\(function.name) succeeds with valid arguments") {
          try ArgumentChecks(function.name).succeeds()
        },
        Scenario("\(function.name) refuses a handle that is none of its type") {
          try ArgumentChecks(function.name).refusesHandles()
        },
        Scenario("\(function.name) refuses NULL, and takes it where it is optional") {
          try ArgumentChecks(function.name).refusesNull()
        },
        Scenario("\(function.name) refuses texts that are no UTF-8, keys and flags that are none") {
          try ArgumentChecks(function.name).refusesValues()
        },
      ]
    }
}

/// The checks of one function.
private struct ArgumentChecks {
  let plan: ArgumentPlan
  let fixtures: Fixtures

  init(_ name: String) throws {
    plan = try ArgumentPlan(name)
    fixtures = Fixtures(for: name)
  }

  /// Functions that cannot be called here: there is a result in an adapter only, and the others
  /// change the process. Their scenarios run in child processes.
  private var canSucceed: Bool {
    !["pyxis_result_set", "pyxis_prepare", "pyxis_diagnostic_set_handler"].contains(
      plan.function.name)
  }

  private var expected: Status {
    switch plan.function.name {
    case "pyxis_configuration_report", "pyxis_configuration_unset": .notFound
    case "pyxis_apply": .notPrepared
    case "pyxis_report_publish": .noReportDirectory
    case "pyxis_error_status": .malformedPayload
    default: .ok
    }
  }

  func succeeds() throws {
    guard canSucceed else { return }
    let values = try plan.values(from: fixtures)
    let status = FFIFunction(entry: plan.function).call(values)
    #expect(status == expected)
    for case .handle(let kind) in plan.arguments.map(\.role)
    where kind.release?.entry.name == plan.function.name {
      fixtures.forget(kind)
    }
    if status == .ok { try plan.releaseResults(in: values) }
  }

  func refusesHandles() throws {
    for argument in plan.arguments {
      guard case .handle(let kind) = argument.role else { continue }
      let isRelease = kind.release?.entry.name == plan.function.name && kind != .scope
      let null = try plan.call(from: fixtures, replacing: argument.name, with: nil)
      if isRelease {
        #expect(null == .ok)
      } else {
        #expect(
          null == (plan.mayBeNull(argument) ? expected : .invalidHandle), "NULL as \(argument.name)"
        )
      }
      for (description, handle) in try wrongHandles(for: kind) {
        let status = try plan.call(from: fixtures, replacing: argument.name, with: handle)
        #expect(status == .invalidHandle, "\(description) as \(argument.name)")
      }
    }
  }

  /// Handles that are none of a type: garbage, released ones, and those of the other types.
  private func wrongHandles(
    for kind: Handle.Kind
  ) throws -> [(description: String, handle: any FFIArgument)] {
    var wrong: [(String, any FFIArgument)] = [
      ("all bits", HandleBits(bits: .max)),
      ("garbage", HandleBits(bits: 0xDEAD_BEEF_DEAD_BEEF)),
      ("the sign bit", HandleBits(bits: 1 << 63)),
      (
        "an address",
        HandleBits(bits: UInt(bitPattern: Unmanaged.passUnretained(fixtures).toOpaque()))
      ),
    ]
    for other in Handle.Kind.allCases where other != kind {
      guard let handle = try fixtures.handle(other) else { continue }
      wrong.append(("a \(other.rawValue)", handle))
    }
    let released = Fixtures()
    if let handle = try released.handle(kind) {
      #expect(handle.release() == .ok)
      wrong.append(("a released one", HandleBits(bits: handle.bits)))
    }
    return wrong
  }

  func refusesNull() throws {
    guard canSucceed else { return }
    let required = try plan.requiredPointers(in: .read())
    for argument in plan.pointers {
      let status = try plan.call(from: fixtures, replacing: argument.name, with: nil)
      #expect(
        status == (required.contains(argument) ? .invalidArgument : expected),
        "NULL as \(argument.name)")
    }
    for argument in plan.arguments where [.text, .bytes].contains(argument.role) {
      for length in [1, 3, zeroTerminated] {
        let null = NullText(length: length)
        let status = try plan.call(from: fixtures, replacing: argument.name, with: null)
        #expect(status == .invalidArgument, "NULL with length \(length) as \(argument.name)")
      }
    }
  }

  func refusesValues() throws {
    guard canSucceed else { return }
    for argument in plan.arguments {
      switch argument.role {
      case .text:
        for bytes in invalidUTF8 {
          let status = try plan.call(from: fixtures, replacing: argument.name, with: bytes)
          #expect(status == invalidTextStatus, "\(bytes) as \(argument.name)")
        }
      case .key:
        for key in [0, 0xFFFF_FFFF, 0x8000_0000, 0x00FF_FFFF] as [pyxis_key] {
          let status = try plan.call(from: fixtures, replacing: argument.name, with: key)
          #expect(status == .invalidKey, "\(key) as \(argument.name)")
        }
        for type in Fixtures.keyTypes where plan.keyType != nil && type != plan.keyType {
          let key = try Fixtures.key(type)
          let status = try plan.call(from: fixtures, replacing: argument.name, with: key)
          #expect(status == .typeMismatch, "a \(type) key as \(argument.name)")
        }
      case .flags:
        for flags in [2, 3, 0x8000_0000] as [UInt32] {
          let status = try plan.call(from: fixtures, replacing: argument.name, with: flags)
          #expect(status == .invalidArgument, "\(flags) as \(argument.name)")
        }
      default: break
      }
    }
  }

  private var invalidTextStatus: Status {
    switch plan.function.name {
    case "pyxis_variants_decode": .malformedPayload
    case "pyxis_report_decode": .malformedReport
    default: .invalidUTF8
    }
  }
}

/// Byte sequences that are not UTF-8.
let invalidUTF8: [[UInt8]] = [
  [0x80], [0xFF], [0xFE, 0x41],
  [0x61, 0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98],  // truncated
  [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0xAF], [0xF0, 0x80, 0x80, 0xAF],  // overlong
  [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80],  // surrogates
  [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80],  // beyond U+10FFFF
  [0x61, 0x00, 0xC3],  // after a NUL
]
