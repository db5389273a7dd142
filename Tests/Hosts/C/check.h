/* Calls that have no reason to fail: if one does, it ends the process. */
#ifndef CHECK_H
#define CHECK_H

#include <pyxis.h>

#include <stddef.h>

/* Ends the process if the status is not PYXIS_OK. */
void check(pyxis_status status, const char *call);

#define CHECK(call) check((call), #call)

/* Returns memory, which is never NULL; free() gives it up. */
void *allocate(size_t size);

#endif
