#define _GNU_SOURCE
#include "include/Measuring.h"
#include "measuring.h"

#include <limits.h>
#include <malloc.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *only = "";
static size_t slices = 60;
static cpu_set_t allowed;

void measuring_start(int count, char *const *arguments) {
  for (int index = 1; index + 1 < count; index += 1) {
    if (strcmp(arguments[index], "--only") == 0)
      only = arguments[index + 1];
    if (strcmp(arguments[index], "--slices") == 0)
      slices = strtoul(arguments[index + 1], NULL, 10);
  }
  measuring_require(slices >= 2, "there are two slices or more");
  measuring_require(sched_getaffinity(0, sizeof allowed, &allowed) == 0, "the CPUs are known");
  measuring_pin();
}

bool measuring_wants(const char *row) { return strstr(row, only) != NULL; }

size_t measuring_slice_count(void) { return slices; }

bool measuring_pin_to(size_t index) {
  size_t left = index;
  // From the last: the first one has the most interrupts.
  for (size_t cpu = CPU_SETSIZE; cpu-- > 0;) {
    if (!CPU_ISSET(cpu, &allowed))
      continue;
    if (left > 0) {
      left -= 1;
      continue;
    }
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(cpu, &set);
    return sched_setaffinity(0, sizeof set, &set) == 0;
  }
  return false;
}

void measuring_pin(void) { measuring_require(measuring_pin_to(0), "the thread can be pinned"); }

void measuring_require(bool holds, const char *sentence) {
  if (holds)
    return;
  fprintf(stderr, "benchmark: it is not true that %s\n", sentence);
  exit(1);
}

void measuring_keep_freed_memory(void) {
  mallopt(M_TRIM_THRESHOLD, INT_MAX);
  mallopt(M_MMAP_THRESHOLD, INT_MAX);
}

// MARK: - Output

void measuring_print(const char *row, double value) {
  printf("{\"row\":\"%s\",\"value\":%.6g}\n", row, value);
  fflush(stdout);
}

static void print_numbers(const char *name, const double *numbers, size_t count) {
  printf(",\"%s\":[", name);
  for (size_t index = 0; index < count; index += 1) {
    printf("%s%.6g", index == 0 ? "" : ",", numbers[index]);
  }
  printf("]");
}

void measuring_print_slices(const char *row, const double *subject, const double *reference,
                            size_t count) {
  printf("{\"row\":\"%s\"", row);
  print_numbers("subject", subject, count);
  print_numbers("reference", reference, count);
  printf("}\n");
  fflush(stdout);
}
