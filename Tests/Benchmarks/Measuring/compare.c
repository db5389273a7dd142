#define _GNU_SOURCE
#include "include/Measuring.h"
#include "measuring.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

static const double slice_time = 2e6;
static const double warm_up_time = 20e6;
/// What a row may take: operations that are longer than a slice get fewer slices.
static const double row_time = 2e9;
enum { fewest_slices = 10 };

static uint64_t read_clock(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

uint64_t measuring_now(void) { return read_clock(CLOCK_MONOTONIC); }

uint64_t measuring_thread_time(void) { return read_clock(CLOCK_THREAD_CPUTIME_ID); }

/// The time that the operations take, by the thread's own clock.
static double run(measuring_side side, uint64_t count) {
  const uint64_t start = measuring_thread_time();
  side.work(side.context, count);
  return (double)(measuring_thread_time() - start);
}

/// Finds how many of a side's operations take about this long.
static uint64_t fill(measuring_side side, double duration) {
  uint64_t count = 1;
  double time = run(side, count);
  while (time < duration / 4 && count < UINT64_C(1) << 40) {
    count *= 2;
    time = run(side, count);
  }
  const double fitting = (double)count * duration / time;
  return fitting < 1 ? 1 : (uint64_t)fitting;
}

static void warm_up(measuring_side side, uint64_t count) {
  for (double spent = 0; spent < warm_up_time;) {
    spent += run(side, count) + 1;
  }
}

void measuring_compare(const char *row, measuring_side subject, measuring_side reference) {
  // The slices of both sides are as long as the longest single operation, if that is long.
  const double duration = fmax(slice_time, fmax(run(subject, 1), run(reference, 1)));
  const uint64_t subject_count = fill(subject, duration);
  const uint64_t reference_count = fill(reference, duration);
  warm_up(subject, subject_count);
  warm_up(reference, reference_count);
  const double pair_time = run(subject, subject_count) + run(reference, reference_count);
  size_t slices = measuring_slice_count();
  if (pair_time * (double)slices > row_time) {
    const size_t fitting = (size_t)(row_time / pair_time);
    slices = fitting < fewest_slices ? fewest_slices : fitting;
  }
  double *times = calloc(2 * slices, sizeof *times);
  measuring_require(times != NULL, "there is memory for the slices");
  const double subject_units = (double)subject_count * subject.units;
  const double reference_units = (double)reference_count * reference.units;
  for (size_t slice = 0; slice < slices; slice += 1) {
    // Each side is the first of its pair as often as the second.
    if (slice % 2 == 0)
      times[slice] = run(subject, subject_count) / subject_units;
    times[slices + slice] = run(reference, reference_count) / reference_units;
    if (slice % 2 == 1)
      times[slice] = run(subject, subject_count) / subject_units;
  }
  measuring_print_slices(row, times, times + slices, slices);
  free(times);
}
