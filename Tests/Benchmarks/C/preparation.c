// A preparation, and the first decoding: each process measures one of the two.
#include "benchmark.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { variant_count = 1000 };

typedef struct request {
  char *variable;
  const char *payload;
  char (*keys)[32];
} request;

/// A payload of about 100 bytes a variant, as the value of PYXIS_BOOTSTRAP.
static request make_request(void) {
  request request = {malloc(variant_count * 128 + 128), NULL,
                     malloc(variant_count * sizeof *request.keys)};
  measuring_require(request.variable != NULL && request.keys != NULL, "there is memory");
  char *next = request.variable + sprintf(request.variable, "PYXIS_BOOTSTRAP=");
  request.payload = next;
  next += sprintf(next, "{\"version\":1,\"requested\":{");
  for (int index = 0; index < variant_count; index += 1) {
    sprintf(request.keys[index], "custom.benchmark.variant_%06d", index);
    next += sprintf(next, "%s\"%s\":\"the value of variant %06d, which is some sixty bytes long\"",
                    index == 0 ? "" : ",", request.keys[index], index);
  }
  sprintf(next, "}}");
  return request;
}

/// The time of decoding the payload, for the first time in the process.
static double decode(const char *payload) {
  pyxis_variants *variants;
  size_t count;
  const uint64_t start = measuring_thread_time();
  expect_ok(pyxis_variants_decode(payload, PYXIS_ZERO_TERMINATED, &variants, NULL),
            "pyxis_variants_decode");
  const double time = (double)(measuring_thread_time() - start);
  expect_ok(pyxis_variants_count(variants, &count), "pyxis_variants_count");
  measuring_require(count == variant_count, "all variants are decoded");
  expect_ok(pyxis_variants_release(variants), "pyxis_variants_release");
  return time;
}

static void apply(const pyxis_string *key, const pyxis_string *value, pyxis_result *result,
                  void *user_data) {
  (void)key;
  *(int *)user_data += 1;
  pyxis_result_set(result, PYXIS_VARIANT_APPLIED, value->data, value->length, NULL, 0);
}

static double prepare(const request *request) {
  static pyxis_adapter adapters[variant_count];
  const char *environment[] = {request->variable, NULL};
  pyxis_prepare_options options = PYXIS_PREPARE_OPTIONS_INIT;
  pyxis_report *report;
  int applied = 0;
  const uint64_t start = measuring_thread_time();
  for (int index = 0; index < variant_count; index += 1) {
    adapters[index] = (pyxis_adapter)PYXIS_ADAPTER_INIT;
    adapters[index].key = request->keys[index];
    adapters[index].apply = apply;
    adapters[index].user_data = &applied;
  }
  options.environment = environment;
  options.adapters = adapters;
  options.adapter_count = variant_count;
  expect_ok(pyxis_prepare(&options, &report, NULL), "pyxis_prepare");
  const double time = (double)(measuring_thread_time() - start);
  size_t count;
  expect_ok(pyxis_report_count(report, &count), "pyxis_report_count");
  measuring_require(applied == variant_count && count == variant_count, "every adapter ran");
  expect_ok(pyxis_report_release(report), "pyxis_report_release");
  return time;
}

void measure_preparation(void) {
  request request = make_request();
  measuring_print("c.prepare", prepare(&request));
  free(request.variable);
  free(request.keys);
}

void measure_first_decoding(void) {
  request request = make_request();
  measuring_print("c.prepare", decode(request.payload));
  free(request.variable);
  free(request.keys);
}
