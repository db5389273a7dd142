// How every benchmark here measures: it compares a subject with a reference in one process, in
// short slices that take turns, so that whatever slows the machine down slows both.
//
// Each row is printed as a line of JSON with what each slice measured. Medians, spreads and goals
// are for the reader of those lines.
#ifndef MEASURING_H
#define MEASURING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Repeats an operation `count` times.
typedef void (*measuring_work)(void *context, uint64_t count);

/// One of the two things that a row compares.
typedef struct measuring_side {
  measuring_work work;
  void *context;
  /// What one operation is worth, such as bytes: times are for one of them.
  double units;
} measuring_side;

/// Reads the options that all benchmarks have, and pins the thread to one CPU.
///
/// `--only TEXT`: only the rows whose names contain the text. `--slices COUNT`: of each side.
void measuring_start(int count, char *const *arguments);

/// Whether a row was asked for.
bool measuring_wants(const char *row);

/// Pins the calling thread to the CPU of all that is measured alone.
void measuring_pin(void);

/// Ends the process with status 1 and the sentence, unless it holds.
void measuring_require(bool holds, const char *sentence);

/// Compares two sides and prints the nanoseconds that one unit of each takes, slice by slice.
///
/// The clock is the thread's own: what other processes do to it meanwhile does not count.
void measuring_compare(const char *row, measuring_side subject, measuring_side reference);

/// Compares two threads that run at once, each on a CPU of its own, with one that runs alone.
///
/// Prints operations a second: of both together, and of one of them (the mean of the two). Slices
/// in which the kernel gave a CPU to somebody else do not count. Prints nothing with only one CPU.
void measuring_compare_threads(const char *row, measuring_side first, measuring_side second);

/// Runs work on a thread that the calling one waits for.
void measuring_run_on_thread(measuring_work work, void *context);

/// Prints one number.
/// Prints a row: what each slice of either side measured.
void measuring_print_slices(const char *row, const double *subject, const double *reference,
                            size_t count);

void measuring_print(const char *row, double value);

/// Keeps freed memory in the process: what is measured next has it at hand, however large it is.
void measuring_keep_freed_memory(void);

/// Nanoseconds of the calling thread's own clock.
uint64_t measuring_thread_time(void);

/// Makes the compiler believe that a value is used, and that memory may have changed.
static inline void measuring_keep(int64_t value) { __asm__ volatile("" : : "r"(value) : "memory"); }
static inline void measuring_keep_address(const void *address) {
  __asm__ volatile("" : : "r"(address) : "memory");
}

#endif
