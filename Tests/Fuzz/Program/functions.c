#include "functions.h"

const char *const function_names[] = {
#define NAME(name) #name,
    FUZZ_FUNCTIONS(NAME)
#undef NAME
};
