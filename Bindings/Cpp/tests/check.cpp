// Runs the tests of a program: program [NAME]…
#include "check.hpp"

#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

extern char **environ;

namespace check {
namespace {

/** No program comes near it; what waits for ever ends then. */
constexpr unsigned deadline_in_seconds = 240;

std::vector<test> &tests() {
  static std::vector<test> all;
  return all;
}

std::atomic<int> failed_checks{0};

/** Runs a test in this process. */
bool run_here(const test &test) {
  const int before = failed_checks;
#ifdef __cpp_exceptions
  try {
    test.body();
  } catch (const std::exception &exception) {
    expect(false, exception.what(), test.name, 0);
  } catch (...) {
    expect(false, "it threw something", test.name, 0);
  }
#else
  test.body();
#endif
  return failed_checks == before;
}

/** The environment for a test of its own: without a launch, but for the test's own variable. */
std::vector<char *> environment_of(const test &test) {
  std::vector<char *> result;
  for (char **entry = environ; *entry != nullptr; ++entry) {
    if (std::strncmp(*entry, "PYXIS_", 6) != 0)
      result.push_back(*entry);
  }
  if (test.variable != nullptr)
    result.push_back(const_cast<char *>(test.variable));
  result.push_back(nullptr);
  return result;
}

/** Runs a test in a process of its own. */
bool run_alone(const test &test) {
  std::fflush(nullptr);
  std::vector<char *> environment = environment_of(test);
  const pid_t child = fork();
  if (child == 0) {
    const char *arguments[] = {"test", "--alone", test.name, nullptr};
    execve("/proc/self/exe", const_cast<char **>(arguments), environment.data());
    _exit(127);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child)
    return expect(false, "a process", test.name, 0);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
    return true;
  std::printf("%s: the process ended with status %#x\n", test.name, static_cast<unsigned>(status));
  return false;
}

} // namespace

bool add(const test &test) {
  tests().push_back(test);
  return true;
}

bool expect(bool holds, const char *text, const char *file, int line) {
  if (!holds) {
    ++failed_checks;
    std::printf("%s:%d: failed: %s\n", file, line, text);
  }
  return holds;
}

} // namespace check

int main(int argument_count, char **arguments) {
  using namespace check;
  alarm(deadline_in_seconds);
  if (argument_count == 3 && std::string_view(arguments[1]) == "--alone") {
    for (const test &test : tests()) {
      if (std::string_view(test.name) == arguments[2])
        return run_here(test) ? 0 : 1;
    }
    return 2;
  }
  int passed = 0;
  int failed = 0;
  for (const test &test : tests()) {
    bool is_wanted = argument_count == 1;
    for (int index = 1; index < argument_count; ++index)
      is_wanted = is_wanted || std::string_view(test.name) == arguments[index];
    if (!is_wanted)
      continue;
    const bool holds = test.is_alone ? run_alone(test) : run_here(test);
    if (!holds)
      std::printf("FAILED %s\n", test.name);
    ++(holds ? passed : failed);
  }
  std::printf("%d passed, %d failed\n", passed, failed);
  return failed == 0 && passed > 0 ? 0 : 1;
}
