/* Configurations and their entries. */
#ifndef FUZZ_CONFIGURATIONS_H
#define FUZZ_CONFIGURATIONS_H

#include "../Arguments/arguments.h"

/* Checks what was read of an entry against what may be in force. */
bool entry_reads_as(const content *content, uint32_t index, const value *seen);

#endif
