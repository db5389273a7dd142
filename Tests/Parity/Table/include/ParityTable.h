// What the parity suite knows about the functions of pyxis.h: names, types, addresses.
#ifndef PYXIS_PARITY_TABLE_H
#define PYXIS_PARITY_TABLE_H

#include <stddef.h>
#include <stdint.h>

/// How a value travels in a call.
enum {
  PARITY_VOID,
  PARITY_INT32,
  PARITY_UINT32,
  PARITY_INT64,
  PARITY_SIZE,
  PARITY_DOUBLE,
  PARITY_POINTER,
};

/// One parameter, as the header spells it.
typedef struct parity_parameter {
  const char *name;
  const char *type;
  int32_t kind;
} parity_parameter;

/// One function, as the header spells it, and where it is.
typedef struct parity_function {
  const char *name;
  const char *result;
  int32_t result_kind;
  void (*address)(void);
  /// Ended by a parameter without a name.
  const parity_parameter *parameters;
} parity_function;

/// Returns every function, ended by one without a name.
const parity_function *parity_functions(void);

/// Runs `body` in a forked child, whose only thread is its main one.
///
/// Returns what `body` returned, or -1 if there was no child, it crashed or took longer than
/// `seconds`.
int32_t parity_run_forked(int32_t seconds, int32_t (*body)(void *context), void *context);

/// Returns a `pyxis_adapter` as PYXIS_ADAPTER_INIT makes it.
const void *parity_adapter_init(void);

/// Returns a `pyxis_prepare_options` as PYXIS_PREPARE_OPTIONS_INIT makes it.
const void *parity_prepare_options_init(void);

#endif
