#include "ParityTable.h"

#include <pyxis.h>

// First as declarations: a row that is not what the header says does not compile.
#define P(type_, name_) type_ name_
#define FUNCTION(result_, name_, ...) result_ name_(__VA_ARGS__);
#define FUNCTION_OF_NOTHING(result_, name_) result_ name_(void);
#include "Functions.def"
#undef P
#undef FUNCTION
#undef FUNCTION_OF_NOTHING

#define KIND(type_)                                                                                \
  _Generic((type_ *)0,                                                                             \
      void *: PARITY_VOID,                                                                         \
      int32_t *: PARITY_INT32,                                                                     \
      uint32_t *: PARITY_UINT32,                                                                   \
      int64_t *: PARITY_INT64,                                                                     \
      size_t *: PARITY_SIZE,                                                                       \
      double *: PARITY_DOUBLE,                                                                     \
      default: PARITY_POINTER)

#define END                                                                                        \
  { NULL, NULL, 0 }
#define ROW(result_, name_, ...)                                                                   \
  {#name_, #result_, KIND(result_), (void (*)(void))name_, (const parity_parameter[]){__VA_ARGS__}},

#define P(type_, name_)                                                                            \
  { #name_, #type_, KIND(type_) }
#define FUNCTION(result_, name_, ...) ROW(result_, name_, __VA_ARGS__, END)
#define FUNCTION_OF_NOTHING(result_, name_) ROW(result_, name_, END)

static const parity_function functions[] = {
#include "Functions.def"
    {NULL, NULL, 0, NULL, NULL},
};

const parity_function *parity_functions(void) { return functions; }

const void *parity_adapter_init(void) {
  static const pyxis_adapter adapter = PYXIS_ADAPTER_INIT;
  return &adapter;
}

const void *parity_prepare_options_init(void) {
  static const pyxis_prepare_options options = PYXIS_PREPARE_OPTIONS_INIT;
  return &options;
}
