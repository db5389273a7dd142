// Reports: what became of the variants.
#include "check.hpp"

#include <pyxis.hpp>

#include <string>
#include <type_traits>

namespace {

static_assert(!std::is_copy_constructible_v<pyxis::report>);
static_assert(std::is_nothrow_move_constructible_v<pyxis::report>);
static_assert(to_string(pyxis::variant_status::observed) == "observed");
static_assert(to_string(static_cast<pyxis::variant_status>(9)).empty());

constexpr const char *text = R"({"variants":{)"
                             R"("clock":{"status":"unverified","reason":"nobody looked"},)"
                             R"("color_scheme":{"status":"applied","value":"dark"},)"
                             R"("device":{"status":"unsupported","reason":""},)"
                             R"("locale":{"status":"observed","value":""}}})";

} // namespace

TEST(results_have_what_their_status_needs_R15) {
  using pyxis::variant_result;
  CHECK(variant_result::applied("x") ==
        variant_result{pyxis::variant_status::applied, "x", std::nullopt});
  CHECK(variant_result::observed("x") ==
        variant_result{pyxis::variant_status::observed, "x", std::nullopt});
  CHECK(variant_result::unsupported("x") ==
        variant_result{pyxis::variant_status::unsupported, std::nullopt, "x"});
  CHECK(variant_result::unverified("x") ==
        variant_result{pyxis::variant_status::unverified, std::nullopt, "x"});
  CHECK(variant_result::applied("x") != variant_result::applied("y"));
}

TEST(a_report_is_decoded_found_and_gone_through) {
  const auto report = pyxis::report::decode(text);
  CHECK(report.size() == 4 && !report.empty());
  CHECK(report.find("color_scheme") == pyxis::variant_result::applied("dark"));
  CHECK(report.find("clock") == pyxis::variant_result::unverified("nobody looked"));
  CHECK(report.find("device") == pyxis::variant_result::unsupported(""));
  CHECK(report.find("locale") == pyxis::variant_result::observed(""));
  CHECK(!report.find("orientation"));
  CHECK_FAILS(PYXIS_ERROR_INVALID_UTF8, report.find("\xFF"));
  std::string keys;
  for (const auto &[key, result] : report)
    keys += std::string(key) + ":" + std::string(to_string(result.status)) + " ";
  CHECK(keys == "clock:unverified color_scheme:applied device:unsupported locale:observed ");
  CHECK(report[1].key == "color_scheme" && report[1].result.value == "dark");
  CHECK(report[4].key.empty());
  CHECK(report.encode().view() == text);
}

TEST(bad_reports_say_what_is_wrong) {
  const auto malformed = check::thrown_by<pyxis::error>(
      [] { return pyxis::report::decode(R"({"variants":{"a":{"status":"done"}}})"); });
  if (CHECK(malformed)) {
    CHECK(malformed->status() == PYXIS_ERROR_MALFORMED_REPORT);
    CHECK(malformed->offset() == 27u);
  }
  const auto invalid = check::thrown_by<pyxis::error>(
      [] { return pyxis::report::decode(R"({"variants":{"a":{"status":"unverified"}}})"); });
  if (CHECK(invalid)) {
    CHECK(invalid->status() == PYXIS_ERROR_INVALID_REPORT);
    CHECK(invalid->key() == "a");
  }
}

TEST(what_a_report_lacks_is_unverified_R25) {
  const auto report = pyxis::report::decode(text);
  pyxis::variants requested;
  requested.set("orientation", "portrait");
  requested.set("color_scheme", "light");
  const auto covered = report.covering(requested);
  CHECK(report.size() == 4 && covered.size() == 5);
  CHECK(covered.find("color_scheme") == report.find("color_scheme"));
  const auto missing = covered.find("orientation");
  CHECK(missing && missing->status == pyxis::variant_status::unverified && missing->reason);
  const pyxis::variants moved(std::move(requested));
  CHECK_FAILS(PYXIS_ERROR_INVALID_HANDLE, report.covering(requested));
}

TEST(equivalent_keys_of_a_report_cannot_be_encoded) {
  pyxis::variants requested;
  requested.set("caf\u00E9", "1");
  requested.set("cafe\u0301", "2");
  const auto covered = pyxis::report::decode(R"({"variants":{}})").covering(requested);
  CHECK(covered.size() == 2);
  CHECK_FAILS(PYXIS_ERROR_INVALID_REPORT, covered.encode());
}

TEST(a_report_that_was_moved_from_is_empty) {
  auto report = pyxis::report::decode(text);
  auto other = std::move(report);
  CHECK(other.size() == 4);
  CHECK(!report.valid() && report.empty() && report.begin() == report.end());
  CHECK_FAILS(PYXIS_ERROR_INVALID_HANDLE, report.encode());
  CHECK_FAILS(PYXIS_ERROR_INVALID_HANDLE, report.find("a"));
  auto &same = other;
  other = std::move(same);
  CHECK(other.size() == 4);
}
