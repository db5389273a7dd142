// What the tests are written with: TEST, CHECK, and probes that count their ends.
#ifndef PYXIS_TESTS_CHECK_HPP
#define PYXIS_TESTS_CHECK_HPP

#include <atomic>
#include <optional>
#include <utility>
#include <vector>

namespace check {

/** One test of this program. */
struct test {
  const char *name;
  void (*body)();
  /** Whether it runs in a process of its own, since what it does can be done once in a process. */
  bool is_alone;
  /** What that process has in its environment besides, as NAME=VALUE; or NULL. */
  const char *variable;
};

/** Adds a test; called before main(). */
bool add(const test &test);

/** Counts a check, and prints where it stands if it failed. Returns whether it held. */
bool expect(bool holds, const char *text, const char *file, int line);

/** Sets a number when it ends; it can be moved, and then its end is that of the last one. */
class probe {
public:
  explicit probe(std::atomic<int> &ends) : ends_(&ends) {}
  probe(probe &&other) noexcept : ends_(std::exchange(other.ends_, nullptr)) {}
  probe &operator=(probe &&) = delete;
  ~probe() {
    if (ends_ != nullptr)
      ++*ends_;
  }

private:
  std::atomic<int> *ends_;
};

/** The exception that a call throws, if it is of that type; nothing if it throws none. */
template <class Exception, class Call> std::optional<Exception> thrown_by(Call &&call) {
#ifdef __cpp_exceptions
  try {
    (void)std::forward<Call>(call)();
  } catch (const Exception &exception) {
    return exception;
  }
#else
  (void)call;
#endif
  return std::nullopt;
}

} // namespace check

#define CHECK(...) check::expect(static_cast<bool>(__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)

/** Checks that an expression throws a pyxis::error of a status. */
#define CHECK_FAILS(status_, ...)                                                                  \
  do {                                                                                             \
    const auto thrown_ = check::thrown_by<pyxis::error>([&] { return __VA_ARGS__; });              \
    if (CHECK(thrown_ && #__VA_ARGS__ != nullptr))                                                 \
      CHECK(thrown_->status() == status_ && #__VA_ARGS__ != nullptr);                              \
  } while (false)

#define PYXIS_TEST(name, is_alone, variable)                                                       \
  static void name();                                                                              \
  [[maybe_unused]] static const bool name##_is_added =                                             \
      check::add({#name, name, is_alone, variable});                                               \
  static void name()

/** A test, among others in this process. */
#define TEST(name) PYXIS_TEST(name, false, nullptr)

/** A test in a process of its own. */
#define TEST_ALONE(name) PYXIS_TEST(name, true, nullptr)

/** A test in a process of its own, with one more variable in its environment. */
#define TEST_ALONE_WITH(name, variable) PYXIS_TEST(name, true, variable)

#endif // PYXIS_TESTS_CHECK_HPP
