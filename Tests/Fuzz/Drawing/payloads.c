#include "payloads.h"

#include <stdio.h>
#include <string.h>

#include "../Model/arena.h"
#include "pools.h"

#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof((array)[0])))

/* MARK: Writing JSON */

typedef struct writer {
  char *data;
  size_t length, capacity;
} writer;

static void write_bytes(writer *writer, const char *data, size_t length) {
  if (writer->length + length > writer->capacity) {
    size_t capacity = 2 * (writer->length + length) + 64;
    char *larger = arena_make(capacity);
    if (writer->length > 0)
      memcpy(larger, writer->data, writer->length);
    writer->data = larger;
    writer->capacity = capacity;
  }
  if (length > 0)
    memcpy(writer->data + writer->length, data, length);
  writer->length += length;
}

static void write_text(writer *writer, const char *text) {
  write_bytes(writer, text, strlen(text));
}

/* White space now and then. */
static void write_space(writer *writer, rng *rng) {
  static const char *const spaces[] = {"", "", "", "", " ", "\n", "\t ", "\r\n"};
  write_text(writer, spaces[draw_below(rng, COUNT(spaces))]);
}

static void write_string(writer *writer, rng *rng, text string) {
  write_text(writer, "\"");
  for (size_t index = 0; index < string.length; index += 1) {
    unsigned char byte = (unsigned char)string.data[index];
    bool must_escape = byte < 0x20 || byte == '"' || byte == '\\';
    if (must_escape || (byte < 0x80 && draw_below(rng, 40) == 0)) {
      char escape[8];
      snprintf(escape, sizeof escape, "\\u%04X", byte);
      write_text(writer, escape);
    } else {
      write_bytes(writer, string.data + index, 1);
    }
  }
  write_text(writer, "\"");
}

static text written(const writer *writer) {
  return writer->length == 0 ? text_of("") : (text){writer->data, writer->length};
}

/* MARK: Payloads */

variants *draw_variants(rng *rng, uint32_t most) {
  variants *drawn = variants_make();
  uint32_t count = draw_below(rng, most + 1);
  for (uint32_t index = 0; index < count; index += 1) {
    text key = draw_chance(rng, 90) ? draw_variant_key(rng)
                                    : text_of(arena_print("custom.%u", draw_below(rng, 50)));
    /* Long values are for `pyxis_variants_set()`. */
    text value = draw_value_text(rng);
    variants_set(drawn, key, value);
  }
  return drawn;
}

static void write_requested(writer *writer, rng *rng, const variants *requested) {
  write_text(writer, "\"requested\":{");
  for (size_t index = 0; index < requested->count; index += 1) {
    if (index > 0)
      write_text(writer, ",");
    write_space(writer, rng);
    write_string(writer, rng, requested->list[index].key);
    write_space(writer, rng);
    write_text(writer, ":");
    write_space(writer, rng);
    write_string(writer, rng, requested->list[index].value);
    write_space(writer, rng);
  }
  write_text(writer, "}");
}

static payload right_payload(rng *rng) {
  payload payload = {.requested = draw_variants(rng, 5), .status = PYXIS_OK};
  if (variants_clash(payload.requested))
    payload.status = PYXIS_ERROR_MALFORMED_PAYLOAD;
  writer writer = {0};
  bool version_first = draw_chance(rng, 70);
  write_space(&writer, rng);
  write_text(&writer, version_first ? "{\"version\":1," : "{");
  if (draw_chance(rng, 10))
    write_text(&writer, "\"other\":[1.5e3,null,{\"version\":2}],");
  write_requested(&writer, rng, payload.requested);
  write_text(&writer, version_first ? "}" : ",\"version\":1}");
  write_space(&writer, rng);
  payload.text = written(&writer);
  return payload;
}

payload draw_payload(rng *rng) {
  static const struct {
    const char *text;
    pyxis_status status;
    int64_t version;
  } wrong[] = {
      {"", PYXIS_ERROR_MALFORMED_PAYLOAD, 0},
      {" ", PYXIS_ERROR_MALFORMED_PAYLOAD, 0},
      {"{", PYXIS_ERROR_MALFORMED_PAYLOAD, 0},
      {"{}", PYXIS_ERROR_MALFORMED_PAYLOAD, 0},
      {"[]", PYXIS_ERROR_MALFORMED_PAYLOAD, 0},
      {"null", PYXIS_ERROR_MALFORMED_PAYLOAD, 0},
      {"{\"version\":1}", PYXIS_ERROR_MALFORMED_PAYLOAD, 0},
      {"{\"requested\":{}}", PYXIS_ERROR_MALFORMED_PAYLOAD, 0},
      {"{\"version\":1,\"requested\":{}} x", PYXIS_ERROR_MALFORMED_PAYLOAD, 0},
      {"{\"version\":1,\"requested\":{}},", PYXIS_ERROR_MALFORMED_PAYLOAD, 0},
      {"{\"version\":1,\"requested\":[]}", PYXIS_ERROR_MALFORMED_PAYLOAD, 0},
      {"{\"version\":1,\"requested\":{\"a\":1}}", PYXIS_ERROR_MALFORMED_PAYLOAD, 0},
      {"{\"version\":1,\"requested\":{\"\":\"a\"}}", PYXIS_ERROR_MALFORMED_PAYLOAD, 0},
      {"{\"version\":1,\"requested\":{\"a\\u0000\":\"b\"}}", PYXIS_ERROR_MALFORMED_PAYLOAD, 0},
      {"{\"version\":1,\"requested\":{\"a\":\"1\",\"a\":\"2\"}}", PYXIS_ERROR_MALFORMED_PAYLOAD, 0},
      {"{\"version\":1,\"requested\":{\"a\":\"1\",\"\\u0061\":\"2\"}}",
       PYXIS_ERROR_MALFORMED_PAYLOAD, 0},
      {"{\"version\":1,\"version\":1,\"requested\":{}}", PYXIS_ERROR_MALFORMED_PAYLOAD, 0},
      {"{\"version\":1,\"requested\":{\"a\":\"\\ud800\"}}", PYXIS_ERROR_MALFORMED_PAYLOAD, 0},
      {"{\"version\":1,\"requested\":{\"a\":\"\xFF\"}}", PYXIS_ERROR_MALFORMED_PAYLOAD, 0},
      {"{\"version\":1.0,\"requested\":{}}", PYXIS_ERROR_MALFORMED_PAYLOAD, 0},
      {"{\"version\":\"1\",\"requested\":{}}", PYXIS_ERROR_MALFORMED_PAYLOAD, 0},
      {"{\"version\":NaN,\"requested\":{}}", PYXIS_ERROR_MALFORMED_PAYLOAD, 0},
      {"\xEF\xBB\xBF{\"version\":1,\"requested\":{}}", PYXIS_ERROR_MALFORMED_PAYLOAD, 0},
      {"{\"version\":2,\"requested\":{}}", PYXIS_ERROR_UNSUPPORTED_VERSION, 2},
      {"{\"version\":-9223372036854775808,\"x\":1}", PYXIS_ERROR_UNSUPPORTED_VERSION, INT64_MIN},
      {"{\"version\":0}", PYXIS_ERROR_UNSUPPORTED_VERSION, 0},
  };
  if (draw_chance(rng, 75))
    return right_payload(rng);
  uint32_t index = draw_below(rng, COUNT(wrong) + 1);
  if (index == COUNT(wrong)) {
    /* Deeper than anything may be. */
    writer writer = {0};
    write_text(&writer, "{\"version\":1,\"requested\":{},\"deep\":");
    uint32_t depth = 64 + draw_below(rng, 3000);
    for (uint32_t level = 0; level < depth; level += 1)
      write_text(&writer, "[");
    return (payload){.text = written(&writer), .status = PYXIS_ERROR_MALFORMED_PAYLOAD};
  }
  return (payload){text_of(wrong[index].text), wrong[index].status, wrong[index].version, NULL};
}

/* MARK: Reports */

result *draw_result(rng *rng, text key) {
  pyxis_variant_status status = PYXIS_VARIANT_APPLIED + (pyxis_variant_status)draw_below(rng, 4);
  bool needs_value = status == PYXIS_VARIANT_APPLIED || status == PYXIS_VARIANT_OBSERVED;
  /* What the status needs is mostly there, and the other one sometimes. */
  bool has_value = draw_chance(rng, needs_value ? 92 : 20);
  bool has_reason = draw_chance(rng, needs_value ? 20 : 92);
  fact value = has_value ? fact_exact(draw_value_text(rng)) : fact_absent();
  fact reason = has_reason ? fact_exact(draw_value_text(rng)) : fact_absent();
  return result_make(key, status, value, reason);
}

static void write_result(writer *writer, rng *rng, const result *result) {
  static const char *const words[] = {"", "applied", "observed", "unsupported", "unverified"};
  write_string(writer, rng, result->key);
  write_text(writer, ":{\"status\":\"");
  write_text(writer, words[result->status]);
  write_text(writer, "\"");
  if (result->reason.certainty == certainty_exact) {
    write_text(writer, ",\"reason\":");
    write_string(writer, rng, result->reason.text);
  }
  if (result->value.certainty == certainty_exact) {
    write_text(writer, ", \"value\":");
    write_string(writer, rng, result->value.text);
  }
  write_text(writer, "}");
}

static encoded_report drawn_report(rng *rng) {
  encoded_report encoded = {.report = report_make(0), .status = PYXIS_OK};
  variants *keys = draw_variants(rng, 5);
  writer writer = {0};
  write_text(&writer, "{\"variants\":{");
  for (size_t index = 0; index < keys->count; index += 1) {
    result *result = draw_result(rng, keys->list[index].key);
    if (index > 0)
      write_text(&writer, ",");
    write_space(&writer, rng);
    write_result(&writer, rng, result);
    encoded.report = report_setting(encoded.report, result);
  }
  write_text(&writer, "}}");
  encoded.text = written(&writer);
  for (size_t index = 0; index < encoded.report->count; index += 1) {
    const result *result = encoded.report->list[index];
    if (result_is_valid(result) || encoded.status != PYXIS_OK)
      continue;
    encoded.status = PYXIS_ERROR_INVALID_REPORT;
    encoded.key = result->key;
  }
  if (variants_clash(keys))
    encoded.status = PYXIS_ERROR_MALFORMED_REPORT;
  return encoded;
}

encoded_report draw_encoded_report(rng *rng) {
  static const char *const wrong[] = {
      "",
      "{",
      "{}",
      "[]",
      "{\"variants\":[]}",
      "{\"variants\":{}}}",
      "{\"variants\":{},\"variants\":{}}",
      "{\"variants\":{\"a\":{}}}",
      "{\"variants\":{\"a\":{\"status\":\"Applied\",\"value\":\"x\"}}}",
      "{\"variants\":{\"a\":{\"status\":\"applied\",\"value\":null}}}",
      "{\"variants\":{\"a\":{\"status\":1,\"value\":\"x\"}}}",
      "{\"variants\":{\"\":{\"status\":\"applied\",\"value\":\"x\"}}}",
      "{\"variants\":{\"a\":{\"status\":\"applied\",\"value\":\"\\udc00\"}}}",
      "{\"variants\":{\"a\":{\"status\":\"applied\",\"value\":\"\x80\"}}}",
      "{\"variants\":{\"a\":\"applied\"}}",
  };
  if (draw_chance(rng, 75))
    return drawn_report(rng);
  text text = text_of(wrong[draw_below(rng, COUNT(wrong))]);
  return (encoded_report){text, PYXIS_ERROR_MALFORMED_REPORT, NULL, {NULL, 0}};
}
