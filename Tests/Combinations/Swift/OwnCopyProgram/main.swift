// A program that links a copy of its own, and opens a plugin that brings another one.

import Glibc
import PyxisRuntime

enum RetriesKey: PyxisConfigurationKey {
  static var name: String? { "retries" }
  static var defaultValue: Int64 { 3 }
}

guard CommandLine.arguments.count == 2,
  let plugin = dlopen(CommandLine.arguments[1], RTLD_NOW | RTLD_LOCAL),
  let symbol = dlsym(plugin, "c_part_read")
else {
  print("FAILED the plugin can be opened")
  exit(1)
}
let cRead = unsafeBitCast(symbol, to: (@convention(c) () -> Int64).self)

print(pyxisConfiguration[RetriesKey.self] == 3 ? "ok     the program reads its copy" : "FAILED")
// The second copy that is used reports the first one, on standard error.
print(cRead() == 3 ? "ok     the plugin reads another copy" : "FAILED")
