import Foundation
import PyxisRuntime

/// An environment that asks for variants.
func launch(_ variants: PyxisVariants) throws -> [String: String] {
  [pyxisEnvironmentKey: try variants.encoded()]
}

/// An environment with any text as its payload.
func launch(text: String) -> [String: String] {
  [pyxisEnvironmentKey: text]
}

/// Adapters that say that they applied what was requested.
@MainActor
func applying(_ keys: String...) -> [PyxisAdapter] {
  keys.map { key in PyxisAdapter(key) { .applied($0.value) } }
}

/// What preparation's tests set.
enum StatusKey: PyxisConfigurationKey {
  static var name: String? { "tests.runtime.status" }
  static var defaultValue: String { "none" }
}

extension PyxisConfiguration {
  var status: String {
    get { self[StatusKey.self] }
    set { self[StatusKey.self] = newValue }
  }
}

/// The status that is in force where this is called.
func currentStatus() -> String { status.wrappedValue }

private let status = Pyxis(StatusKey.self)

/// What callbacks throw.
struct Refusal: Error, Equatable {
  let number: Int
}

/// All variables of the process environment, as C has them.
func processEnvironment() -> [[UInt8]] {
  var variables: [[UInt8]] = []
  var next = environ
  while let variable = next.pointee {
    variables.append(Array(UnsafeRawBufferPointer(start: variable, count: strlen(variable))))
    next += 1
  }
  return variables
}
