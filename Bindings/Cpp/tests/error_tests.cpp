// Errors: what they say, and where it comes from.
#include "check.hpp"

#include <pyxis.hpp>

#include <string>
#include <type_traits>

static_assert(std::is_nothrow_copy_constructible_v<pyxis::error>);
static_assert(std::is_nothrow_copy_assignable_v<pyxis::error>);
static_assert(std::is_base_of_v<std::runtime_error, pyxis::error>);

TEST(an_error_has_what_it_was_made_of) {
  const pyxis::error error(PYXIS_ERROR_INVALID_REPORT, "no value", "color_scheme", 7);
  CHECK(error.status() == PYXIS_ERROR_INVALID_REPORT);
  CHECK(std::string(error.what()) == "no value");
  CHECK(error.key() == "color_scheme");
  CHECK(error.offset() == 7u);
}

TEST(an_error_of_a_status_has_the_librarys_sentence) {
  const pyxis::error error(PYXIS_ERROR_WRONG_ORDER);
  CHECK(error.status() == PYXIS_ERROR_WRONG_ORDER);
  CHECK(std::string(error.what()) == pyxis_status_text(PYXIS_ERROR_WRONG_ORDER));
  CHECK(!error.key());
  CHECK(!error.offset());
}

TEST(an_error_of_an_unknown_status_has_a_sentence_too) {
  CHECK(!std::string(pyxis::error(-12345).what()).empty());
}

TEST(a_copy_of_an_error_is_equal_and_outlives_it) {
  std::optional<pyxis::error> error(std::in_place, PYXIS_ERROR_KEY_CONFLICT, "taken", "retries");
  const pyxis::error copy = *error;
  error.reset();
  CHECK(copy.status() == PYXIS_ERROR_KEY_CONFLICT);
  CHECK(std::string(copy.what()) == "taken");
  CHECK(copy.key() == "retries");
}

TEST(an_empty_key_is_not_an_absent_one) {
  CHECK(pyxis::error(PYXIS_ERROR_INVALID_REPORT, "", "").key() == "");
  CHECK(!pyxis::error(PYXIS_ERROR_INVALID_REPORT, "").key());
}

TEST(an_error_of_a_decoder_has_the_offset) {
  const auto error = check::thrown_by<pyxis::error>(
      [] { return pyxis::variants::decode(R"({"version":1,"requested":{"a":1}})"); });
  if (!CHECK(error))
    return;
  CHECK(error->status() == PYXIS_ERROR_MALFORMED_PAYLOAD);
  CHECK(error->offset() == 30u);
  CHECK(!std::string(error->what()).empty());
}

TEST(an_error_of_a_payload_has_its_version) {
  const auto error = check::thrown_by<pyxis::error>(
      [] { return pyxis::variants::decode(R"({"version":7,"requested":{}})"); });
  CHECK(error && error->status() == PYXIS_ERROR_UNSUPPORTED_VERSION && error->version() == 7);
  CHECK(!pyxis::error(PYXIS_ERROR_UNSUPPORTED_VERSION).version());
}

TEST(an_error_of_a_report_has_the_key) {
  const auto error = check::thrown_by<pyxis::error>(
      [] { return pyxis::report::decode(R"({"variants":{"locale":{"status":"applied"}}})"); });
  if (!CHECK(error))
    return;
  CHECK(error->status() == PYXIS_ERROR_INVALID_REPORT);
  CHECK(error->key() == "locale");
}

TEST(an_error_of_an_entry_has_the_key) {
  const pyxis::key<std::string> key{"errors.text", ""};
  pyxis::configuration configuration;
  const auto error = check::thrown_by<pyxis::error>([&] { configuration.set(key, "\xFF"); });
  if (!CHECK(error))
    return;
  CHECK(error->status() == PYXIS_ERROR_INVALID_UTF8);
  CHECK(error->key() == "errors.text");
}
