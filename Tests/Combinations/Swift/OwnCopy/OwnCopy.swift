// A plugin with a copy of the library inside: what a process must not have beside another one.

import PyxisRuntime

private enum RetriesKey: PyxisConfigurationKey {
  static var name: String? { "retries" }
  static var defaultValue: Int64 { 3 }
}

/// Reads the entry in this plugin's copy.
@c(own_copy_read)
public func read() -> Int64 {
  pyxisConfiguration[RetriesKey.self]
}
