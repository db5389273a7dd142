// What the files of the benchmark in C share.
#ifndef BENCHMARK_H
#define BENCHMARK_H

#include "../Measuring/include/Measuring.h"

#include <pyxis.h>
#include <stdint.h>

/// How many entries the usual configuration has, and which of them is read and overridden.
enum { usual_entries = 10, usual_entry = 5 };
/// How many entries the large configuration has.
enum { many_entries = 10000 };

/// The key of an entry of a benchmark's configuration: `bench.entry.INDEX`, an integer.
pyxis_key entry_key(int index);

/// The key of a string, and the value that the usual configuration has there: 20 bytes.
pyxis_key text_key(void);
extern const char text_value[];

/// Sets that many entries, each to its index, and the string.
void set_entries(pyxis_configuration *configuration, int count);

/// Makes a configuration with that many entries; the caller releases it.
pyxis_configuration *make_configuration(int count);

/// Ends the process unless a call was successful.
void expect_ok(pyxis_status status, const char *call);

/// Ends the process unless the effective value of an entry is this.
void expect_entry(int index, int64_t value);

void measure_scoped_reads(void);
void measure_default_reads(void);
void measure_scopes(void);
void measure_captures(void);
void measure_memory(void);
void measure_threads(void);
void measure_preparation(void);
void measure_first_decoding(void);

#endif
