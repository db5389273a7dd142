// libffi, and its type descriptors behind functions: Swift takes a C global for shared state.
#ifndef PYXIS_CFFI_H
#define PYXIS_CFFI_H

#include <ffi.h>

static inline ffi_type *cffi_void(void) { return &ffi_type_void; }
static inline ffi_type *cffi_int32(void) { return &ffi_type_sint32; }
static inline ffi_type *cffi_uint32(void) { return &ffi_type_uint32; }
static inline ffi_type *cffi_int64(void) { return &ffi_type_sint64; }
static inline ffi_type *cffi_uint64(void) { return &ffi_type_uint64; }
static inline ffi_type *cffi_double(void) { return &ffi_type_double; }
static inline ffi_type *cffi_pointer(void) { return &ffi_type_pointer; }

#endif
