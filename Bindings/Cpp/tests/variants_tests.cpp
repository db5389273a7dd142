// Variants: what a launch requests.
#include "check.hpp"

#include <pyxis.hpp>

#include <algorithm>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>
#if __cplusplus >= 202002L
#include <ranges>
static_assert(std::ranges::forward_range<const pyxis::variants>);
static_assert(std::ranges::forward_range<const pyxis::report>);
#endif

namespace {

using namespace std::string_literals;

static_assert(!std::is_copy_constructible_v<pyxis::variants>);
static_assert(std::is_nothrow_move_constructible_v<pyxis::variants>);
static_assert(std::is_nothrow_move_assignable_v<pyxis::variants>);

std::string joined(const pyxis::variants &variants) {
  std::string result;
  for (const auto &[key, value] : variants)
    result += std::string(key) + "=" + std::string(value) + ";";
  return result;
}

} // namespace

TEST(variants_keep_the_order_of_setting) {
  pyxis::variants variants;
  CHECK(variants.empty() && variants.begin() == variants.end());
  variants.set("b", "1");
  variants.set("a", "2");
  variants.set("b", "3");
  CHECK(variants.size() == 2 && joined(variants) == "b=3;a=2;");
  CHECK(variants[0].key == "b" && variants[1].value == "2");
  CHECK(variants[2].key.empty() && variants[2].value.empty());
}

TEST(a_variant_is_found_by_its_bytes) {
  pyxis::variants variants;
  variants.set("caf\u00E9", "composed");
  CHECK(variants.find("caf\u00E9") == "composed");
  CHECK(!variants.find("cafe\u0301"));
  CHECK(!variants.find(""));
  CHECK_FAILS(PYXIS_ERROR_INVALID_UTF8, variants.find("\xFF"));
}

TEST(values_may_be_empty_or_contain_nul) {
  pyxis::variants variants;
  variants.set("empty", "");
  variants.set("nul", "a\0b"s);
  CHECK(variants.find("empty") == "" && variants.find("nul") == "a\0b"s);
}

TEST(bad_variants_are_refused) {
  pyxis::variants variants;
  CHECK_FAILS(PYXIS_ERROR_INVALID_ARGUMENT, variants.set("", "x"));
  CHECK_FAILS(PYXIS_ERROR_INVALID_ARGUMENT, variants.set("a\0b"s, "x"));
  CHECK_FAILS(PYXIS_ERROR_INVALID_UTF8, variants.set("\xFF", "x"));
  CHECK_FAILS(PYXIS_ERROR_INVALID_UTF8, variants.set("a", "\xFF"));
  CHECK(variants.empty());
}

TEST(a_payload_goes_out_and_comes_back) {
  pyxis::variants variants;
  variants.set("locale", "pl_PL");
  variants.set("color_scheme", "dark \"quoted\"");
  const pyxis::buffer payload = variants.encode();
  CHECK(payload.view() ==
        R"({"version":1,"requested":{"color_scheme":"dark \"quoted\"","locale":"pl_PL"}})");
  CHECK(joined(pyxis::variants::decode(payload)) == "color_scheme=dark \"quoted\";locale=pl_PL;");
  std::ostringstream stream;
  stream << payload;
  CHECK(stream.str() == payload.view());
}

TEST(bad_payloads_say_where) {
  struct bad {
    std::string text;
    pyxis_status status;
    std::optional<std::size_t> offset;
  };
  for (const bad &bad : {
           bad{"", PYXIS_ERROR_MALFORMED_PAYLOAD, 0},
           bad{"\xFF", PYXIS_ERROR_MALFORMED_PAYLOAD, 0},
           bad{R"({"version":1,"requested":{"a":"1","a":"2"}})", PYXIS_ERROR_MALFORMED_PAYLOAD, 34},
           bad{R"({"version":1,"requested":{}} x)", PYXIS_ERROR_MALFORMED_PAYLOAD, 29},
       }) {
    const auto error =
        check::thrown_by<pyxis::error>([&] { return pyxis::variants::decode(bad.text); });
    if (!CHECK(error))
      continue;
    CHECK(error->status() == bad.status);
    CHECK(error->offset() == bad.offset);
  }
  CHECK_FAILS(PYXIS_ERROR_UNSUPPORTED_VERSION,
              pyxis::variants::decode(R"({"version":2,"requested":{}})"));
}

TEST(equivalent_keys_cannot_be_encoded) {
  pyxis::variants variants;
  variants.set("caf\u00E9", "1");
  variants.set("cafe\u0301", "2");
  CHECK(variants.size() == 2);
  CHECK_FAILS(PYXIS_ERROR_MALFORMED_PAYLOAD, variants.encode());
}

TEST(variants_that_were_moved_from_are_empty) {
  pyxis::variants variants;
  variants.set("a", "1");
  pyxis::variants other(std::move(variants));
  CHECK(joined(other) == "a=1;");
  CHECK(!variants.valid() && variants.empty() && joined(variants).empty());
  CHECK_FAILS(PYXIS_ERROR_INVALID_HANDLE, variants.set("a", "1"));
  CHECK_FAILS(PYXIS_ERROR_INVALID_HANDLE, variants.find("a"));
  CHECK_FAILS(PYXIS_ERROR_INVALID_HANDLE, variants.encode());
  auto &same = other;
  other = std::move(same);
  CHECK(joined(other) == "a=1;");
  variants = std::move(other);
  CHECK(joined(variants) == "a=1;");
}

TEST(variants_work_with_algorithms) {
  pyxis::variants variants;
  for (const char *key : {"a", "b", "c"})
    variants.set(key, "1");
  const auto found = std::find_if(variants.begin(), variants.end(),
                                  [](const pyxis::variant &variant) { return variant.key == "b"; });
  CHECK(found != variants.end() && (*found).value == "1");
  CHECK(std::count_if(variants.begin(), variants.end(), [](auto) { return true; }) == 3);
}
