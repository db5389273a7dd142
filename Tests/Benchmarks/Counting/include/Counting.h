// Counts what an operation costs in allocations and, under callgrind, in instructions: numbers that
// do not depend on how busy the machine is.
//
// Linking this into a program puts functions that count in front of the C library's allocator.
#ifndef COUNTING_H
#define COUNTING_H

#include <stdint.h>

/// Repeats an operation `count` times.
typedef void (*counting_work)(void *context, uint64_t count);

/// Counts an operation, and prints its name and the allocations of one of it as a line of JSON.
///
/// Under callgrind it also makes a dump with the operation's name, of `counting_repetitions` of it.
void counting_count(const char *operation, counting_work work, void *context);

/// How many operations a dump of callgrind covers.
static const uint64_t counting_repetitions = 1000;

#endif
