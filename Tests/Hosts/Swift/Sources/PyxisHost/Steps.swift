// What this host's readers see in nested scopes.

import PyxisRuntime

private let readers = Readers()

/// Opens the scopes, and reads every entry at each step.
@MainActor
func steps() async -> [JSON] {
  [step("before")] + (await outerScope()) + [step("after")]
}

/// The outer scope is asynchronous, the inner one is not.
@MainActor
private func outerScope() async -> [JSON] {
  await withPyxis {
    $0.subscriptionStatus = "trial"
    $0.retries = 5
  } operation: {
    let outer = step("outer scope")
    await Task.yield()
    return [outer, innerScope(), step("outer again")]
  }
}

private func innerScope() -> JSON {
  withPyxis {
    $0.colorScheme = "light"
    $0.animationScale = 0.5
    $0.featureBeta.toggle()
  } operation: {
    step("inner scope")
  }
}

private func step(_ name: String) -> JSON {
  .object([("name", .string(name)), ("entries", readers.entries)])
}
