import CFFI
import CParityTable

/// How a value travels in a call of C.
enum FFIKind: Sendable {
  case void
  case int32
  case uint32
  case int64
  case size
  case double
  case pointer

  /// Reads the number that the C table has for a kind.
  init(tableValue: Int32) {
    switch Int(tableValue) {
    case PARITY_VOID: self = .void
    case PARITY_INT32: self = .int32
    case PARITY_UINT32: self = .uint32
    case PARITY_INT64: self = .int64
    case PARITY_SIZE: self = .size
    case PARITY_DOUBLE: self = .double
    default: self = .pointer
    }
  }

  /// What libffi calls it.
  var type: UnsafeMutablePointer<ffi_type>? {
    switch self {
    case .void: cffi_void()
    case .int32: cffi_int32()
    case .uint32: cffi_uint32()
    case .int64: cffi_int64()
    case .size: cffi_uint64()
    case .double: cffi_double()
    case .pointer: cffi_pointer()
    }
  }
}

/// A libffi call interface; what it points to lives as long as it does.
final class FFIInterface {
  let cif: UnsafeMutablePointer<ffi_cif>
  private let types: UnsafeMutablePointer<UnsafeMutablePointer<ffi_type>?>

  init(result: FFIKind, parameters: [FFIKind]) {
    cif = .allocate(capacity: 1)
    cif.initialize(to: ffi_cif())
    types = .allocate(capacity: parameters.count + 1)
    for (index, parameter) in parameters.enumerated() {
      (types + index).initialize(to: parameter.type)
    }
    let status = ffi_prep_cif(cif, FFI_DEFAULT_ABI, UInt32(parameters.count), result.type, types)
    precondition(status == FFI_OK, "libffi refused a call interface")
  }

  deinit {
    cif.deallocate()
    types.deallocate()
  }
}
