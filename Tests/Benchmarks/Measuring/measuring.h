// What the files of this folder share.
#ifndef MEASURING_PRIVATE_H
#define MEASURING_PRIVATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// How many slices of each side a row has.
size_t measuring_slice_count(void);

/// Nanoseconds of the monotonic clock.
uint64_t measuring_now(void);

/// Pins the calling thread to one of the CPUs that the process may use, counted from the last.
///
/// Returns whether there are so many.
bool measuring_pin_to(size_t index);

#endif
