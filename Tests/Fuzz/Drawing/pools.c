#include "pools.h"

#include <math.h>
#include <string.h>

#include "../Model/arena.h"

#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof((array)[0])))
#define TEXT(literal)                                                                              \
  { literal, sizeof(literal) - 1 }

/* MARK: Numbers */

static const int64_t integers[] = {
    0,
    1,
    -1,
    2,
    5,
    42,
    127,
    128,
    -128,
    255,
    256,
    65535,
    1 << 20,
    INT32_MAX,
    INT32_MIN,
    INT64_C(1) << 53,
    (INT64_C(1) << 53) + 1,
    INT64_MAX,
    INT64_MIN,
    INT64_MIN + 1,
};

static const uint64_t doubles[] = {
    0,                            /* 0 */
    UINT64_C(0x8000000000000000), /* -0 */
    UINT64_C(0x3FF0000000000000), /* 1 */
    UINT64_C(0xBFF8000000000000), /* -1.5 */
    UINT64_C(0x3FB999999999999A), /* 0.1 */
    UINT64_C(0x0000000000000001), /* the smallest */
    UINT64_C(0x7FEFFFFFFFFFFFFF), /* the largest */
    UINT64_C(0x7FF0000000000000), /* infinity */
    UINT64_C(0xFFF0000000000000), /* -infinity */
    UINT64_C(0x7FF8000000000000), /* NaN */
    UINT64_C(0xFFF8000000000000), /* another NaN */
    UINT64_C(0x7FF8000000000123), /* and another */
    UINT64_C(0x4340000000000001), /* more than 2^53 */
};

int32_t draw_bool(rng *rng) {
  static const int32_t booleans[] = {0, 0, 1, 1, 2, -1, INT32_MIN, 256};
  return booleans[draw_below(rng, COUNT(booleans))];
}

int64_t draw_int64(rng *rng) { return integers[draw_below(rng, COUNT(integers))]; }

uint64_t draw_double(rng *rng) { return doubles[draw_below(rng, COUNT(doubles))]; }

bool is_int64_drawn(int64_t value) {
  for (uint32_t index = 0; index < COUNT(integers); index += 1) {
    if (integers[index] == value)
      return true;
  }
  return false;
}

bool is_double_drawn(uint64_t bits) {
  for (uint32_t index = 0; index < COUNT(doubles); index += 1) {
    if (doubles[index] == bits)
      return true;
  }
  return false;
}

double double_of_bits(uint64_t bits) {
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

uint64_t bits_of_double(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

/* MARK: Texts */

static const text value_texts[] = {
    TEXT(""),
    TEXT("none"),
    TEXT("trial"),
    TEXT("pl_PL"),
    TEXT("exactly15bytes!"),
    TEXT("just 16 bytes ok"),
    TEXT("a rather longer value that has no place in any small string"),
    TEXT("with\0a NUL"),
    TEXT("\0"),
    TEXT("quote \" and backslash \\ and slash /"),
    TEXT("line\nfeed\ttab\r\b\f\x01\x1f\x7f"),
    TEXT("zażółć gęślą jaźń"),
    TEXT("caf\xC3\xA9"),
    TEXT("cafe\xCC\x81"),
    TEXT("\xF0\x9F\xA7\xAD\xF0\x9F\x87\xB5\xF0\x9F\x87\xB1"),
    TEXT("\xEF\xBB\xBF byte order mark"),
    TEXT("\xE2\x80\xAEright to left"),
    TEXT("<script>alert(1)</script>"),
    TEXT("{\"json\":true}"),
    TEXT("correct horse battery staple"),
    TEXT("dark"),
    TEXT("high"),
    TEXT("accessibility_xxx_large"),
    TEXT("\xEF\xBF\xBD\xEF\xBF\xBF\xF4\x8F\xBF\xBF"),
};

/* A long text of one character over and over. */
static text long_text(rng *rng) {
  static const char *const characters[] = {"x", "\xC3\xA9", "\xE2\x82\xAC", "\""};
  const char *character = characters[draw_below(rng, COUNT(characters))];
  size_t width = strlen(character), count = 100 + draw_below(rng, 5000);
  char *data = arena_make(width * count + 1);
  for (size_t index = 0; index < count; index += 1)
    memcpy(data + index * width, character, width);
  return (text){data, width * count};
}

text draw_value_text(rng *rng) {
  if (draw_below(rng, 200) == 0)
    return long_text(rng);
  return value_texts[draw_below(rng, COUNT(value_texts))];
}

text draw_bytes(rng *rng) {
  if (draw_chance(rng, 70))
    return draw_value_text(rng);
  size_t size = draw_below(rng, 40);
  char *data = arena_make(size + 1);
  for (size_t index = 0; index < size; index += 1)
    data[index] = (char)draw_below(rng, 256);
  return (text){data, size};
}

text draw_broken_text(rng *rng) {
  static const text broken[] = {
      TEXT("\xFF"),
      TEXT("a\xC0\x80z"),
      TEXT("\xED\xA0\x80"),
      TEXT("cut \xE2\x82"),
      TEXT("\xF4\x90\x80\x80"),
      TEXT("\x80 at the start of what is a longer text than others"),
      TEXT("\xF0\x9F\xA7"),
      TEXT("fifteen bytes \xC3"),
  };
  return broken[draw_below(rng, COUNT(broken))];
}

text draw_variant_key(rng *rng) {
  /* Some are names of keys as well, of secret ones too. */
  static const text keys[] = {
      TEXT("color_scheme"),
      TEXT("locale"),
      TEXT("language"),
      TEXT("accessibility.color_filters"),
      TEXT("accessibility.contrast"),
      TEXT("accessibility.content_size"),
      TEXT("subscription.status"),
      TEXT("fixture"),
      TEXT("auth"),
      TEXT("custom.secret"),
      TEXT("custom.plan"),
      TEXT("feature.beta"),
      TEXT("permission.camera"),
      TEXT("caf\xC3\xA9"),
      TEXT("cafe\xCC\x81"),
      TEXT("custom.\xF0\x9F\xA7\xAD"),
      TEXT(" "),
      TEXT("a\"b\\c\nd"),
      TEXT("\xC3\x85"),
      TEXT("\xE2\x84\xAB"),
      TEXT("Locale"),
      TEXT("a.key.that.is.much.longer.than.any.other.one.and.has.no.place.in.a.small.string"),
  };
  return keys[draw_below(rng, COUNT(keys))];
}

text draw_label(rng *rng) {
  static const text labels[] = {
      TEXT("preview"), TEXT(""),       TEXT("inner \"quoted\""),
      TEXT("a\0b"),    TEXT("zażółć"), TEXT("a label with more bytes than fit in fifteen"),
  };
  return labels[draw_below(rng, COUNT(labels))];
}

void *draw_service(rng *rng) {
  static char services[6];
  return &services[draw_below(rng, sizeof services)];
}
