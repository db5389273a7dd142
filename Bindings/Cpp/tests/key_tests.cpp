// Keys: defining, finding, and reading what is effective.
#include "check.hpp"

#include <pyxis.hpp>

#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <type_traits>

namespace {

using namespace std::string_literals;

// What goes in as a value of T, and what does not.
template <class T, class Value>
constexpr bool takes = std::is_convertible_v<Value, typename pyxis::detail::entry<T>::argument>;

static_assert(takes<bool, bool>);
static_assert(!takes<bool, int>);
static_assert(!takes<bool, const char *>);
static_assert(!takes<bool, void *>);

static_assert(takes<std::int64_t, std::int64_t>);
static_assert(takes<std::int64_t, long long>);
static_assert(takes<std::int64_t, int>);
static_assert(takes<std::int64_t, short>);
static_assert(takes<std::int64_t, std::int8_t>);
static_assert(takes<std::int64_t, std::uint32_t>);
static_assert(!takes<std::int64_t, std::uint64_t>);
static_assert(!takes<std::int64_t, unsigned long long>);
static_assert(!takes<std::int64_t, bool>);
static_assert(!takes<std::int64_t, char>);
static_assert(!takes<std::int64_t, wchar_t>);
static_assert(!takes<std::int64_t, double>);
static_assert(!takes<std::int64_t, float>);
static_assert(!takes<std::int64_t, const char *>);

static_assert(takes<double, double>);
static_assert(takes<double, float>);
static_assert(takes<double, int>);
static_assert(takes<double, std::uint32_t>);
static_assert(!takes<double, std::int64_t>);
static_assert(!takes<double, long double>);
static_assert(!takes<double, bool>);

static_assert(takes<std::string, const char *>);
static_assert(takes<std::string, std::string>);
static_assert(takes<std::string, std::string_view>);
static_assert(!takes<std::string, int>);

static_assert(takes<pyxis::bytes, pyxis::bytes>);
static_assert(takes<pyxis::bytes, std::vector<std::uint8_t>>);
static_assert(takes<pyxis::bytes, std::array<unsigned char, 3>>);
static_assert(takes<pyxis::bytes, const unsigned char (&)[3]>);
static_assert(!takes<pyxis::bytes, std::string>);
static_assert(!takes<pyxis::bytes, std::vector<int>>);

// A key is a small value.
static_assert(sizeof(pyxis::key<std::string>) == sizeof(pyxis_key));
static_assert(std::is_trivially_copyable_v<pyxis::key<std::string>>);
static_assert(std::is_same_v<pyxis::key<bool>::value_type, bool>);
static_assert(std::is_same_v<pyxis::key<std::string>::value_type, std::string>);
static_assert(!std::is_constructible_v<pyxis::key<bool>, const char *, const char *>);
static_assert(!std::is_constructible_v<pyxis::key<bool>, const char *>);

constexpr pyxis::key<std::int64_t> no_key;
static_assert(!no_key.valid());

/** The error of defining a key. */
template <class T, class... Arguments>
std::optional<pyxis::error> definition_error(const Arguments &...arguments) {
  const auto thrown =
      check::thrown_by<pyxis::error>([&] { return pyxis::key<T>::define(arguments...); });
  // The constructor does the same.
  const auto same = check::thrown_by<pyxis::error>([&] { return pyxis::key<T>{arguments...}; });
  CHECK(thrown.has_value() == same.has_value());
  if (thrown && same)
    CHECK(thrown->status() == same->status() && thrown->key() == same->key());
  return thrown;
}

} // namespace

TEST(a_key_reads_as_its_default_R1) {
  CHECK(pyxis::key<bool>("keys.bool", true).get());
  CHECK(pyxis::key<std::int64_t>("keys.int64", std::numeric_limits<std::int64_t>::min()).get() ==
        std::numeric_limits<std::int64_t>::min());
  CHECK(pyxis::key<double>("keys.double", 0.1).get() == 0.1);
  CHECK(pyxis::key<std::string>("keys.string", "Zażółć").get() == "Zażółć");
  CHECK(pyxis::key<pyxis::bytes>("keys.bytes", pyxis::bytes{std::byte{0}, std::byte{255}}).get() ==
        pyxis::bytes{std::byte{0}, std::byte{255}});
  CHECK(pyxis::key<pyxis::capability<int>>("keys.capability").get() == nullptr);
}

TEST(numbers_keep_their_values) {
  CHECK(pyxis::key<std::int64_t>("keys.widened", 4'000'000'000u).get() == 4'000'000'000);
  CHECK(pyxis::key<double>("keys.from_int", 3).get() == 3.0);
  CHECK(std::isnan(pyxis::key<double>("keys.nan", std::nan("")).get()));
  CHECK(pyxis::key<double>("keys.nan", std::nan("")).valid());
  const double negative_zero = pyxis::key<double>("keys.zero", -0.0).get();
  CHECK(negative_zero == 0 && std::signbit(negative_zero));
}

TEST(texts_of_any_length_come_back_whole) {
  for (const std::size_t length : {0u, 1u, 127u, 128u, 129u, 5000u}) {
    const std::string text(length, 'x');
    const std::string name = "keys.length." + std::to_string(length);
    CHECK(pyxis::key<std::string>(name, text).get() == text);
    const pyxis::bytes bytes(length, std::byte{7});
    CHECK(pyxis::key<pyxis::bytes>(name + ".bytes", bytes).get() == bytes);
  }
}

TEST(texts_may_contain_nul) {
  CHECK(pyxis::key<std::string>("keys.nul", "a\0b"s).get() == "a\0b"s);
}

TEST(a_view_need_not_end_with_nul) {
  const std::string_view name = std::string_view("keys.cut short").substr(0, 8);
  const pyxis::key<std::string> key{name, std::string_view("value and more").substr(0, 5)};
  CHECK(key.name() == "keys.cut" && key.get() == "value");
}

TEST(the_same_definition_gives_the_same_key_R5) {
  const pyxis::key<std::int64_t> one{"keys.same", 1};
  const auto other = pyxis::key<std::int64_t>::define("keys.same", 1);
  CHECK(one == other && !(one != other));
  CHECK(one.id() == other.id());
  CHECK(one != pyxis::key<std::int64_t>("keys.other", 1));
}

TEST(another_definition_is_a_conflict_R5) {
  const pyxis::key<std::int64_t> key{"keys.conflict", 1};
  for (const auto &error : {
           definition_error<std::int64_t>("keys.conflict", 2),
           definition_error<std::int64_t>("keys.conflict", 1, pyxis::key_flags::secret),
           definition_error<std::string>("keys.conflict", "1"),
           definition_error<double>("keys.conflict", 1.0),
           definition_error<pyxis::capability<int>>("keys.conflict"),
       }) {
    if (!CHECK(error))
      continue;
    CHECK(error->status() == PYXIS_ERROR_KEY_CONFLICT);
    CHECK(error->key() == "keys.conflict");
  }
  CHECK(key.get() == 1);
}

TEST(a_bad_name_defines_nothing) {
  std::size_t before = 0;
  std::size_t after = 0;
  pyxis_key_count(&before);
  CHECK(definition_error<bool>("", false)->status() == PYXIS_ERROR_INVALID_ARGUMENT);
  CHECK(definition_error<bool>(std::string_view(), false)->status() ==
        PYXIS_ERROR_INVALID_ARGUMENT);
  CHECK(definition_error<bool>("a\0b"s, false)->status() == PYXIS_ERROR_INVALID_ARGUMENT);
  CHECK(definition_error<bool>("\xC0\x80", false)->status() == PYXIS_ERROR_INVALID_UTF8);
  CHECK(definition_error<std::string>("keys.bad", "\xED\xA0\x80")->status() ==
        PYXIS_ERROR_INVALID_UTF8);
  CHECK(definition_error<bool>("keys.flags", false, static_cast<pyxis::key_flags>(2))->status() ==
        PYXIS_ERROR_INVALID_ARGUMENT);
  pyxis_key_count(&after);
  CHECK(before == after);
}

TEST(no_key_is_refused) {
  CHECK(no_key.id() == 0 && no_key.name().empty() && !no_key.is_secret());
  CHECK_FAILS(PYXIS_ERROR_INVALID_KEY, no_key.get());
  CHECK_FAILS(PYXIS_ERROR_INVALID_KEY, pyxis::key<std::string>().get());
  CHECK_FAILS(PYXIS_ERROR_INVALID_KEY, pyxis::key<pyxis::bytes>().get());
  CHECK_FAILS(PYXIS_ERROR_INVALID_KEY, pyxis::key<pyxis::capability<int>>().get());
  CHECK_FAILS(PYXIS_ERROR_INVALID_KEY, pyxis::key<pyxis::capability<int>>().borrow());
  CHECK_FAILS(PYXIS_ERROR_INVALID_KEY, pyxis::explain(no_key));
  pyxis::configuration configuration;
  CHECK_FAILS(PYXIS_ERROR_INVALID_KEY, configuration.set(no_key, 1));
  CHECK_FAILS(PYXIS_ERROR_INVALID_KEY, configuration.get(no_key));
  CHECK_FAILS(PYXIS_ERROR_INVALID_KEY, configuration.unset(no_key));
}

TEST(a_key_is_found_by_name_and_type) {
  const pyxis::key<std::string> key{"keys.found", "x"};
  CHECK(pyxis::key<std::string>::find("keys.found") == key);
  CHECK(!pyxis::key<std::string>::find("keys.never"));
  CHECK(!pyxis::key<std::string>::find(""));
  const auto mismatch =
      check::thrown_by<pyxis::error>([] { return pyxis::key<bool>::find("keys.found"); });
  if (CHECK(mismatch)) {
    CHECK(mismatch->status() == PYXIS_ERROR_TYPE_MISMATCH);
    CHECK(mismatch->key() == "keys.found");
  }
  CHECK_FAILS(PYXIS_ERROR_INVALID_UTF8, pyxis::key<bool>::find("\xFF"));
}

TEST(a_key_of_the_c_functions_is_the_same_entry_R5) {
  pyxis_key defined = 0;
  CHECK(pyxis_key_define_string("keys.shared", PYXIS_ZERO_TERMINATED, "none", PYXIS_ZERO_TERMINATED,
                                0, &defined, nullptr) == PYXIS_OK);
  const pyxis::key<std::string> key{"keys.shared", "none"};
  CHECK(key.id() == defined);
  pyxis::with([&](auto &configuration) { configuration.set(key, "trial"); },
              [&] {
                char text[16];
                CHECK(pyxis_get_string(defined, text, sizeof text, nullptr) == PYXIS_OK);
                CHECK(std::strcmp(text, "trial") == 0);
              });
}

TEST(a_secret_shows_in_no_description) {
  const pyxis::key<std::string> token{"keys.token", "hunter2", pyxis::key_flags::secret};
  CHECK(token.is_secret() && !pyxis::key<bool>("keys.open", false).is_secret());
  CHECK(token.get() == "hunter2");
  pyxis::configuration configuration;
  configuration.set(token, "hunter3");
  const std::string description = configuration.describe().str();
  CHECK(description.find("keys.token") != std::string::npos);
  CHECK(description.find("hunter") == std::string::npos);
}
