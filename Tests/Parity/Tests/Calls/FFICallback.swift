import CFFI
import Foundation

/// A C function pointer that runs a Swift closure. It lives as long as this object.
final class FFICallback: FFIArgument, Sendable {
  /// What the closure gets: the C arguments, all of them pointers.
  typealias Body = @Sendable (_ arguments: [UInt]) -> Int32

  /// The address of the C function.
  let address: UInt

  private let closure: UInt
  // The closure's own reference is in memory that no leak checker looks at.
  private let box: Box
  // Only kept alive: nothing changes it after the closure was made.
  nonisolated(unsafe) private let interface: FFIInterface

  /// Makes a function of `parameterCount` pointers that returns nothing.
  convenience init(parameters parameterCount: Int, _ body: @escaping @Sendable ([UInt]) -> Void) {
    self.init(result: .void, parameters: parameterCount) { arguments in
      body(arguments)
      return 0
    }
  }

  /// Makes a function of `parameterCount` pointers.
  init(result: FFIKind, parameters parameterCount: Int, _ body: @escaping Body) {
    let interface = FFIInterface(
      result: result, parameters: Array(repeating: .pointer, count: parameterCount))
    let box = Box(body)
    var code: UnsafeMutableRawPointer?
    let memory = ffi_closure_alloc(MemoryLayout<ffi_closure>.size, &code)
    guard let memory, let code else { preconditionFailure("libffi has no memory for a closure") }
    let status = ffi_prep_closure_loc(
      memory.assumingMemoryBound(to: ffi_closure.self), interface.cif,
      { cif, result, arguments, box in
        guard let cif, let arguments, let box else { return }
        let values = (0..<Int(cif.pointee.nargs)).map { index in
          arguments[index]?.load(as: UInt.self) ?? 0
        }
        let value = Unmanaged<Box>.fromOpaque(box).takeUnretainedValue().body(values)
        if cif.pointee.rtype.pointee.size >= 4 {
          result?.storeBytes(of: ffi_sarg(value), as: ffi_sarg.self)
        }
      },
      Unmanaged.passRetained(box).toOpaque(), code)
    precondition(status == FFI_OK, "libffi refused a closure")
    self.interface = interface
    self.box = box
    closure = UInt(bitPattern: memory)
    address = UInt(bitPattern: code)
  }

  deinit {
    let memory = UnsafeMutablePointer<ffi_closure>(bitPattern: closure)
    if let box = memory?.pointee.user_data { Unmanaged<Box>.fromOpaque(box).release() }
    ffi_closure_free(memory)
  }

  /// Keeps the function for as long as the process lives, for what may call it at any time.
  func keepForever() {
    Self.kept.append(self)
  }

  private static let kept = Kept()

  /// What a leak checker finds from here is no leak.
  private final class Kept: @unchecked Sendable {  // Guarded by its lock.
    private let lock = NSLock()
    private var callbacks: [FFICallback] = []

    func append(_ callback: FFICallback) {
      lock.withLock { callbacks.append(callback) }
    }
  }

  var words: [FFIWord] { [.pointer(address, owner: self)] }

  /// The address as the function pointer type of a struct's field.
  func pointer<Function>(as type: Function.Type) -> Function {
    unsafeBitCast(address, to: type)
  }

  private final class Box: Sendable {
    let body: Body

    init(_ body: @escaping Body) {
      self.body = body
    }
  }
}
