// Results: a value or an error.
#include "check.hpp"

#include <pyxis.hpp>

#include <memory>
#include <string>
#include <type_traits>

namespace {

const pyxis::error limit(PYXIS_ERROR_LIMIT_REACHED);

static_assert(!std::is_copy_constructible_v<pyxis::result<std::unique_ptr<int>>>);
static_assert(std::is_move_constructible_v<pyxis::result<std::unique_ptr<int>>>);
static_assert(std::is_same_v<decltype(*std::declval<pyxis::result<int>>()), int>);
static_assert(!std::is_convertible_v<pyxis::result<int>, bool>);

} // namespace

TEST(a_result_has_a_value_or_an_error) {
  pyxis::result<std::string> value("text");
  CHECK(value && value.has_value());
  CHECK(*value == "text" && value->size() == 4 && value.value() == "text");
  *value += "s";
  CHECK(*std::as_const(value) == "texts" && std::as_const(value)->size() == 5);
  CHECK(value.value_or("none") == "texts");

  const pyxis::result<std::string> error(limit);
  CHECK(!error && !error.has_value());
  CHECK(error.error().status() == PYXIS_ERROR_LIMIT_REACHED);
  CHECK(error.value_or("none") == "none");
}

TEST(a_result_hands_over_what_can_only_be_moved) {
  pyxis::result<std::unique_ptr<int>> result(std::make_unique<int>(5));
  std::unique_ptr<int> value = *std::move(result);
  CHECK(*value == 5);
  CHECK(*pyxis::result<std::unique_ptr<int>>(std::move(value)).value() == 5);
  CHECK(!pyxis::result<std::unique_ptr<int>>(limit).value_or(nullptr));
}

TEST(a_result_without_a_value_succeeds_or_fails) {
  CHECK(pyxis::result<void>());
  const pyxis::result<void> error(limit);
  CHECK(!error && error.error().status() == PYXIS_ERROR_LIMIT_REACHED);
}

TEST(a_result_of_a_reference_refers) {
  int number = 5;
  const pyxis::result<int &> result(number);
  *result = 6;
  CHECK(number == 6 && result.value() == 6 && result && &*result == &number);
  CHECK(!pyxis::result<int &>(limit));
}

TEST(the_value_of_an_error_is_the_error_thrown) {
  CHECK_FAILS(PYXIS_ERROR_LIMIT_REACHED, pyxis::result<int>(limit).value());
  const pyxis::result<int> error(limit);
  CHECK_FAILS(PYXIS_ERROR_LIMIT_REACHED, error.value());
  CHECK_FAILS(PYXIS_ERROR_LIMIT_REACHED, pyxis::result<void>(limit).value());
  CHECK_FAILS(PYXIS_ERROR_LIMIT_REACHED, pyxis::result<int &>(limit).value());
  CHECK(!check::thrown_by<pyxis::error>([] { pyxis::result<void>().value(); }));
}
