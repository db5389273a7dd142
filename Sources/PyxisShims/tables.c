#include "PyxisShims.h"

_Atomic(void *) pyxis_shims_key_chunks[1 << 10];
_Atomic(size_t) pyxis_shims_keys;
_Atomic(void *) pyxis_shims_key_types;
_Atomic(void *) pyxis_shims_handle_chunks[1 << 14];
