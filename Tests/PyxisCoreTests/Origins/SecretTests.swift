import PyxisCore
import Testing

private enum TokenKey: PyxisConfigurationKey {
  static var name: String? { "tests.secrets.token" }
  static var isSecret: Bool { true }
  static var defaultValue: String { "default-secret" }
}

private enum UnnamedTokenKey: PyxisConfigurationKey {
  static var isSecret: Bool { true }
  static var defaultValue: [String] { ["default-secret"] }
}

@Suite("Secrets")
struct SecretTests {
  init() throws {
    try TokenKey.register()
  }

  @Test("A description redacts the values of secret keys, defaults and unnamed keys included")
  func descriptions() {
    var configuration = PyxisConfiguration()
    #expect(!configuration.describe().contains("default-secret"))
    configuration[TokenKey.self] = "hunter2"
    configuration[UnnamedTokenKey.self] = ["hunter2"]
    let text = configuration.describe()
    #expect(!text.contains("hunter2"))
    #expect(text.contains(#"{"name":"tests.secrets.token","type":"string","redacted":true,"#))
    #expect(!"\(configuration)".contains("hunter2"))
  }

  @Test("Requested variants of secret keys are readable by the host and not by people")
  func variants() {
    let variants: PyxisVariants = ["tests.secrets.token": "hunter2", "locale": "pl_PL"]
    #expect(variants["tests.secrets.token"] == "hunter2")
    #expect(!"\(variants)".contains("hunter2"))
    #expect("\(variants)".contains("pl_PL"))
  }

  @Test("A report has neither the value of a secret key nor a reason that repeats it")
  func reports() {
    let result = Secrets.redact(
      .init(status: .unverified, value: "hunter2!", reason: "no: hunter2, hunter2! fails"),
      ofKey: "tests.secrets.token", requested: "hunter2")
    #expect(result.value == Secrets.redacted)
    #expect(result.reason?.contains("hunter2") == false)
    #expect(result.reason?.hasPrefix("no: ") == true)
    let other = PyxisVariantResult.applied("pl_PL")
    #expect(Secrets.redact(other, ofKey: "locale", requested: "pl_PL") == other)
  }

  @Test("A conflict of secret keys does not show their defaults")
  func errors() {
    let error = #expect(throws: PyxisKeyError.self) {
      try KeyRegistry.define(
        KeyDefinition(
          name: "tests.secrets.token", kind: .string, isSecret: true,
          defaultBox: .make("another-secret", kind: .string)))
    }
    #expect(error.map { "\($0)".contains("secret\"") } == false)
    #expect(error.map { "\($0)".contains("another-secret") } == false)
    #expect(error.map { "\($0)".contains("default-secret") } == false)
  }
}
