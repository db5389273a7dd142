// Configurations: values that are independent of each other.
#include "check.hpp"

#include <pyxis.hpp>

#include <cmath>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

namespace {

using namespace std::string_literals;

static_assert(std::is_nothrow_move_constructible_v<pyxis::configuration>);
static_assert(std::is_nothrow_move_assignable_v<pyxis::configuration>);
static_assert(std::is_copy_constructible_v<pyxis::configuration>);
static_assert(std::is_copy_assignable_v<pyxis::configuration>);
static_assert(sizeof(pyxis::configuration) == sizeof(void *));

// What is staged cannot be replaced, copied as such or kept.
static_assert(!std::is_copy_constructible_v<pyxis::staged_configuration>);
static_assert(!std::is_assignable_v<pyxis::staged_configuration &, pyxis::configuration>);
static_assert(!std::is_constructible_v<pyxis::configuration, pyxis::staged_configuration &>);
static_assert(!std::is_convertible_v<pyxis_configuration *, pyxis::configuration>);

// A view of a configuration that goes at once is refused, and so is one of a number.
template <class Configuration, class T, class = void> constexpr bool lends = false;
template <class Configuration, class T>
constexpr bool lends<
    Configuration, T,
    std::void_t<decltype(std::declval<Configuration>().view(std::declval<pyxis::key<T>>()))>> =
    true;
static_assert(lends<const pyxis::configuration &, std::string>);
static_assert(lends<pyxis::configuration &, pyxis::bytes>);
static_assert(!lends<pyxis::configuration, std::string>);
static_assert(!lends<pyxis::configuration &, bool>);

struct keys {
  pyxis::key<bool> boolean{"configuration.bool", false};
  pyxis::key<std::int64_t> integer{"configuration.int64", 1};
  pyxis::key<double> number{"configuration.double", 0.5};
  pyxis::key<std::string> text{"configuration.string", "none"};
  pyxis::key<pyxis::bytes> bytes{"configuration.bytes", pyxis::bytes_view()};
};

} // namespace

TEST(each_type_is_set_and_read) {
  const keys keys;
  pyxis::configuration configuration;
  configuration.set(keys.boolean, true);
  configuration.set(keys.integer, std::numeric_limits<std::int64_t>::max());
  configuration.set(keys.number, -1e300);
  configuration.set(keys.text, "a\0ż"s);
  configuration.set(keys.bytes, std::vector<std::uint8_t>{0, 128, 255});
  CHECK(configuration.get(keys.boolean) && configuration[keys.boolean]);
  CHECK(configuration[keys.integer] == std::numeric_limits<std::int64_t>::max());
  CHECK(configuration[keys.number] == -1e300);
  CHECK(configuration[keys.text] == "a\0ż"s);
  CHECK(configuration.view(keys.text) == "a\0ż"s);
  CHECK(configuration[keys.bytes] == pyxis::bytes{std::byte{0}, std::byte{128}, std::byte{255}});
  CHECK(configuration.view(keys.bytes) == std::vector<std::uint8_t>{0, 128, 255});
  CHECK(keys.integer.get() == 1); // Setting is no scope.
}

TEST(empty_texts_and_bytes_are_values) {
  const keys keys;
  pyxis::configuration configuration;
  configuration.set(keys.text, "");
  CHECK(configuration[keys.text].empty());
  configuration.set(keys.text, std::string_view());
  CHECK(configuration[keys.text].empty() && configuration.view(keys.text).data() != nullptr);
  configuration.set(keys.bytes, pyxis::bytes());
  CHECK(configuration[keys.bytes].empty());
  configuration.set(keys.bytes, pyxis::bytes_view());
  CHECK(configuration[keys.bytes].empty());
}

TEST(what_is_not_held_reads_as_the_default_R1) {
  const keys keys;
  pyxis::configuration configuration;
  CHECK(configuration[keys.integer] == 1 && configuration.view(keys.text) == "none");
  configuration.set(keys.integer, 5);
  CHECK(configuration.unset(keys.integer));
  CHECK(!configuration.unset(keys.integer));
  CHECK(configuration[keys.integer] == 1);
}

TEST(copies_are_independent_R2) {
  const keys keys;
  pyxis::configuration one;
  one.set(keys.text, "one");
  pyxis::configuration other(one);
  CHECK(one == other && !(one != other));
  other.set(keys.text, "other");
  CHECK(one[keys.text] == "one" && other[keys.text] == "other" && one != other);
  pyxis::configuration third;
  third = one;
  one.set(keys.text, "changed");
  CHECK(third[keys.text] == "one");
  CHECK(pyxis::configuration::copy(third) == third);
}

TEST(a_configuration_can_be_assigned_to_itself) {
  const keys keys;
  pyxis::configuration configuration;
  configuration.set(keys.integer, 5);
  pyxis::configuration &same = configuration;
  configuration = same;
  CHECK(configuration.valid() && configuration[keys.integer] == 5);
  configuration = std::move(same);
  CHECK(configuration.valid() && configuration[keys.integer] == 5);
  std::swap(configuration, same);
  CHECK(configuration.valid() && configuration[keys.integer] == 5);
}

TEST(moving_hands_over) {
  const keys keys;
  pyxis::configuration one;
  one.set(keys.integer, 5);
  pyxis::configuration other(std::move(one));
  CHECK(other[keys.integer] == 5);
  CHECK(!one.valid());
  CHECK_FAILS(PYXIS_ERROR_INVALID_HANDLE, one.get(keys.integer));
  CHECK_FAILS(PYXIS_ERROR_INVALID_HANDLE, one.set(keys.integer, 1));
  CHECK_FAILS(PYXIS_ERROR_INVALID_HANDLE, one.unset(keys.integer));
  CHECK_FAILS(PYXIS_ERROR_INVALID_HANDLE, one.view(keys.text));
  CHECK_FAILS(PYXIS_ERROR_INVALID_HANDLE, one.describe());
  CHECK_FAILS(PYXIS_ERROR_INVALID_HANDLE, one.requested());
  CHECK_FAILS(PYXIS_ERROR_INVALID_HANDLE, one.report());
  CHECK_FAILS(PYXIS_ERROR_INVALID_HANDLE, pyxis::configuration::copy(one));
  CHECK(one != other && !(one == one));
  const pyxis::configuration copy(one); // Copying nothing gives nothing.
  CHECK(!copy.valid());
  one = std::move(other);
  CHECK(one[keys.integer] == 5 && !other.valid());
}

TEST(configurations_live_in_containers) {
  const keys keys;
  std::vector<pyxis::configuration> all(3);
  for (std::size_t index = 0; index < all.size(); ++index)
    all[index].set(keys.integer, static_cast<std::int64_t>(index));
  all.erase(all.begin());
  all.insert(all.begin(), all.back());
  CHECK(all[0][keys.integer] == 2 && all[1][keys.integer] == 1 && all[2][keys.integer] == 2);
}

TEST(a_view_stays_while_other_entries_change) {
  const keys keys;
  pyxis::configuration configuration;
  configuration.set(keys.text, "a text that is long enough to lie in memory of its own");
  const std::string_view view = configuration.view(keys.text);
  const pyxis::configuration copy = configuration;
  for (int index = 0; index < 100; ++index)
    configuration.set(keys.integer, index);
  configuration.unset(keys.integer);
  CHECK(view == "a text that is long enough to lie in memory of its own");
  CHECK(view.data()[view.size()] == '\0');
}

TEST(a_bad_text_changes_nothing) {
  const keys keys;
  pyxis::configuration configuration;
  configuration.set(keys.text, "before");
  CHECK_FAILS(PYXIS_ERROR_INVALID_UTF8, configuration.set(keys.text, "\xF4\x90\x80\x80"));
  CHECK(configuration[keys.text] == "before");
}

TEST(a_snapshot_stays_when_its_scope_ends_R7) {
  const keys keys;
  const auto captured =
      pyxis::with([&](auto &configuration) { configuration.set(keys.text, "inside"); },
                  [] { return pyxis::configuration::capture(); });
  CHECK(keys.text.get() == "none" && captured[keys.text] == "inside");
}

TEST(an_unprepared_configuration_has_no_launch_R3) {
  const auto configuration = pyxis::configuration::capture();
  CHECK(configuration.requested().empty());
  CHECK(!configuration.report());
}

TEST(equality_is_that_of_the_entries) {
  const keys keys;
  pyxis::configuration one;
  pyxis::configuration other;
  CHECK(one == other);
  one.set(keys.number, std::nan(""));
  CHECK(one != other);
  other.set(keys.number, std::nan(""));
  CHECK(one == other);
  other.set(keys.integer, 1); // The default, but held.
  CHECK(one != other);
}

TEST(a_description_is_json_of_the_entries) {
  const keys keys;
  pyxis::configuration configuration;
  configuration.set(keys.integer, 42);
  const pyxis::buffer description = configuration.describe();
  CHECK(description.view().find(R"("name":"configuration.int64","type":"int64","value":42)") !=
        std::string_view::npos);
  CHECK(std::string(description.c_str()) == description.str());
}

TEST(handles_come_from_and_go_to_c) {
  const keys keys;
  pyxis_configuration *handle = nullptr;
  CHECK(pyxis_configuration_create(&handle) == PYXIS_OK);
  pyxis::configuration configuration(handle);
  CHECK(configuration.handle() == handle);
  CHECK(pyxis_configuration_set_int64(configuration.handle(), keys.integer.id(), 9) == PYXIS_OK);
  CHECK(configuration[keys.integer] == 9);
  CHECK(configuration.release() == handle && !configuration.valid());
  CHECK(pyxis_configuration_release(handle) == PYXIS_OK);
}

TEST(each_handle_is_released_once) {
  pyxis_configuration *handle = nullptr;
  pyxis_configuration *copied = nullptr;
  {
    pyxis::configuration one;
    pyxis::configuration other(one);
    pyxis::configuration third(std::move(one));
    other = third;
    handle = third.handle();
    copied = other.handle();
    CHECK(handle != copied);
  }
  std::int32_t equal = 0;
  CHECK(pyxis_configuration_equal(handle, handle, &equal) == PYXIS_ERROR_INVALID_HANDLE);
  CHECK(pyxis_configuration_equal(copied, copied, &equal) == PYXIS_ERROR_INVALID_HANDLE);
}

TEST(assigning_releases_what_was_there) {
  pyxis::configuration one;
  pyxis::configuration other;
  pyxis_configuration *const replaced = one.handle();
  pyxis_configuration *const moved = other.handle();
  one = std::move(other);
  CHECK(one.handle() == moved);
  std::int32_t equal = 0;
  CHECK(pyxis_configuration_equal(replaced, replaced, &equal) == PYXIS_ERROR_INVALID_HANDLE);
  one = pyxis::configuration(one);
  CHECK(pyxis_configuration_equal(moved, moved, &equal) == PYXIS_ERROR_INVALID_HANDLE);
  CHECK(one.valid());
}

TEST(bytes_views_compare_and_convert) {
  const std::vector<unsigned char> numbers{1, 2, 3};
  const pyxis::bytes bytes{std::byte{1}, std::byte{2}, std::byte{3}};
  const pyxis::bytes_view view(numbers);
  CHECK(view == bytes && view != pyxis::bytes_view() && view != pyxis::bytes(3, std::byte{1}));
  CHECK(view.to_bytes() == bytes && view[2] == std::byte{3} && view.size() == 3);
  CHECK(pyxis::bytes_view().empty() && pyxis::bytes_view().to_bytes().empty());
}

TEST(a_buffer_that_was_moved_from_is_empty) {
  pyxis::buffer buffer = pyxis::configuration().describe();
  const pyxis::buffer other(std::move(buffer));
  CHECK(!other.view().empty());
  CHECK(buffer.view().empty() && buffer.str().empty() && *buffer.c_str() == '\0');
}
