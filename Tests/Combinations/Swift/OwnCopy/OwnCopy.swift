// A Swift library with a copy of Pyxis inside: what a process must not have beside another one.

import Glibc
import PyxisRuntime

private enum RetriesKey: PyxisConfigurationKey {
  static var name: String? { "retries" }
  static var defaultValue: Int64 { 3 }
}

/// Reads the entry in this library's copy.
@c(own_copy_read)
public func read() -> Int64 {
  pyxisConfiguration[RetriesKey.self]
}

/// Reads this library's copy, and then the one that a C plugin uses.
///
/// That one reports this one, on standard error.
public func readBothCopies(plugin path: String) {
  guard let plugin = dlopen(path, RTLD_NOW | RTLD_LOCAL), let symbol = dlsym(plugin, "c_part_read")
  else {
    print("FAILED the plugin can be opened")
    return
  }
  let cRead = unsafeBitCast(symbol, to: (@convention(c) () -> Int64).self)
  let values = withPyxis {
    $0[RetriesKey.self] = 5
  } operation: {
    (read(), cRead())
  }
  print(values == (5, 3) ? "ok     each reads its copy" : "FAILED each reads its copy: \(values)")
}
