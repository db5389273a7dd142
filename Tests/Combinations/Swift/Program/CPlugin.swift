// The part in C: a plugin that was linked with the library that ships.

import CParts
import Glibc

/// A plugin that does not have what it should have.
struct MissingSymbol: Error {
  let name: String
}

/// The functions of the plugin.
struct CPlugin {
  typealias Operation = @convention(c) (UnsafeMutableRawPointer?) -> Void
  typealias Run = @convention(c) (Int64, Operation?, UnsafeMutableRawPointer?) -> Void

  let read: @convention(c) () -> Int64
  let run: Run
  let runOpen: Run
  let keyCount: @convention(c) () -> Int
  let nest: @convention(c) (UnsafePointer<part>?, Int, Int32) -> Int64

  init(path: String) throws {
    guard let plugin = dlopen(path, RTLD_NOW | RTLD_LOCAL) else { throw MissingSymbol(name: path) }
    func find<Function>(_ name: String) throws -> Function {
      guard let symbol = dlsym(plugin, name) else { throw MissingSymbol(name: name) }
      return unsafeBitCast(symbol, to: Function.self)
    }
    read = try find("c_part_read")
    run = try find("c_part_run")
    runOpen = try find("c_part_run_open")
    keyCount = try find("c_part_key_count")
    nest = try find("parts_nest")
  }
}

/// Runs a closure inside a scope that C opens.
func run<Result>(_ run: CPlugin.Run, _ value: Int64, _ operation: () -> Result) -> Result? {
  var result: Result?
  withoutActuallyEscaping(operation) { operation in
    var work = { result = operation() }
    withUnsafeMutablePointer(to: &work) { work in
      run(value, { $0?.assumingMemoryBound(to: (() -> Void).self).pointee() }, work)
    }
  }
  return result
}
