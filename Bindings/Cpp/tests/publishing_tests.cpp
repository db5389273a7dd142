// Publishing reports, each test in a process of its own with a directory for them.
#include "check.hpp"

#include <pyxis.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

using pyxis::variant;
using pyxis::variant_result;

const std::string run_identifier = "00112233445566778899aabbccddeeff";

/** A private directory, which goes with this object. */
class report_directory {
public:
  report_directory() {
    std::string pattern = (std::filesystem::temp_directory_path() / "pyxis-XXXXXX").string();
    CHECK(mkdtemp(pattern.data()) != nullptr);
    path_ = pattern;
  }
  report_directory(const report_directory &) = delete;
  report_directory &operator=(const report_directory &) = delete;
  ~report_directory() { std::filesystem::remove_all(path_); }

  const std::string &path() const { return path_; }

  /** The contents of all files, by name. */
  std::map<std::string, std::string> files() const {
    std::map<std::string, std::string> files;
    for (const auto &entry : std::filesystem::directory_iterator(path_)) {
      std::ifstream file(entry.path());
      files[entry.path().filename().string()] = {std::istreambuf_iterator<char>(file), {}};
    }
    return files;
  }

  /** Whether there is a file of this process with a number, and with these texts in it. */
  bool has(int number, const std::vector<std::string> &texts) const {
    const std::string start =
        "pyxis-" + std::to_string(getpid()) + "-" + std::to_string(number) + "-";
    for (const auto &[name, content] : files()) {
      if (name.rfind(start, 0) != 0)
        continue;
      for (const std::string &text : texts) {
        if (content.find(text) == std::string::npos)
          return false;
      }
      return true;
    }
    return false;
  }

private:
  std::string path_;
};

/** Options of a launch that wants a colour scheme, and its reports there. */
pyxis::prepare_options launch(const report_directory &directory) {
  pyxis::prepare_options options;
  options.environment = {{R"(PYXIS_BOOTSTRAP={"version":1,"requested":{"color_scheme":"dark"}})",
                          "PYXIS_REPORT_DIR=" + directory.path(),
                          "PYXIS_RUN_ID=" + run_identifier}};
  return options;
}

variant_result apply_value(const variant &variant) {
  return variant_result::applied(std::string(variant.value));
}

} // namespace

TEST_ALONE(reports_are_published_one_after_the_other) {
  const report_directory directory;
  auto options = launch(directory);
  options.adapters.emplace_back("color_scheme", apply_value);
  const auto launched = pyxis::prepare(options);
  CHECK(launched);
  CHECK(pyxis::apply(
      {{"color_scheme", [](const variant &) { return variant_result::unsupported("no theme"); }}}));
  CHECK(pyxis::publish() == 2);
  const auto other =
      pyxis::report::decode(R"({"variants":{"a":{"status":"observed","value":"1"}}})");
  CHECK(pyxis::publish(other) == 3);
  CHECK(directory.files().size() == 4);
  const std::string process = R"("pid":)" + std::to_string(getpid()) + ",";
  CHECK(directory.has(0, {process, run_identifier, R"("role":"host")",
                          R"("color_scheme":{"status":"applied","value":"dark"})"}));
  CHECK(directory.has(1, {R"("sequence":1)", "no theme"}));
  CHECK(directory.has(2, {R"("sequence":2)", R"("status":"applied")"}));
  CHECK(directory.has(3, {R"("report":{"variants":{"a":)"}));
}

TEST_ALONE(where_nobody_asks_publishing_is_nothing) {
  CHECK(!pyxis::publish());
  auto report = pyxis::report::decode(R"({"variants":{}})");
  CHECK(!pyxis::publish(report));
  const pyxis::report moved(std::move(report));
  CHECK_FAILS(PYXIS_ERROR_INVALID_HANDLE, pyxis::publish(report));
}

TEST_ALONE(publishing_says_why_it_fails) {
  const report_directory directory;
  CHECK(setenv("PYXIS_REPORT_DIR", directory.path().c_str(), 1) == 0);
  const auto report = pyxis::report::decode(R"({"variants":{}})");
  const auto error = check::thrown_by<pyxis::error>([&] { return pyxis::publish(report); });
  CHECK(error && error->status() == PYXIS_ERROR_REPORT_NOT_PUBLISHED);
  CHECK(error && std::string(error->what()).find("PYXIS_RUN_ID") != std::string::npos);
  CHECK(setenv("PYXIS_RUN_ID", run_identifier.c_str(), 1) == 0);
  CHECK_FAILS(PYXIS_NOT_PREPARED, pyxis::publish());
  CHECK(pyxis::publish(report) == 0);
  CHECK(directory.files().size() == 1);
}

TEST_ALONE(a_preparation_stands_whatever_becomes_of_its_report) {
  std::vector<std::string> messages;
  pyxis::set_diagnostic_handler([&](std::string_view message) { messages.emplace_back(message); });
  std::optional<report_directory> directory(std::in_place);
  auto options = launch(*directory);
  directory.reset();
  CHECK(pyxis::prepare(options));
  CHECK(messages.size() == 1);
  const auto error = check::thrown_by<pyxis::error>([] { return pyxis::publish(); });
  CHECK(error && messages.size() == 1 && messages[0] == error->what());
  pyxis::reset_diagnostic_handler();
}

TEST_ALONE(a_forked_child_publishes_as_such) {
  const report_directory directory;
  CHECK(pyxis::prepare(launch(directory)));
  const pid_t child = fork();
  if (child == 0)
    _exit(pyxis::publish() == 0 && directory.has(0, {R"("role":"forked")"}) ? 0 : 1);
  int status = -1;
  CHECK(waitpid(child, &status, 0) == child && status == 0);
  CHECK(directory.files().size() == 2);
}

TEST_ALONE(adapters_for_known_values_are_spared_others_R24) {
  const report_directory directory;
  CHECK(pyxis::prepare(launch(directory)));
  std::vector<pyxis::adapter> adapters{
      pyxis::adapter("color_scheme", apply_value).with_known_values()};
  CHECK(pyxis::apply(adapters)->find("color_scheme") == variant_result::applied("dark"));
  adapters = {pyxis::adapter("locale", apply_value).with_known_values()};
  CHECK_FAILS(PYXIS_ERROR_INVALID_ARGUMENT, pyxis::apply(adapters));
}

TEST_ALONE(a_value_that_is_not_known_is_unsupported_R24) {
  pyxis::prepare_options options;
  options.environment = {{R"(PYXIS_BOOTSTRAP={"version":1,"requested":{"color_scheme":"sepia"}})"}};
  int calls = 0;
  options.adapters.push_back(pyxis::adapter("color_scheme", [&](const variant &variant) {
                               ++calls;
                               return apply_value(variant);
                             }).with_known_values());
  const auto report = pyxis::prepare(options);
  const auto result = report->find("color_scheme");
  CHECK(result && result->status == pyxis::variant_status::unsupported && calls == 0);
}
