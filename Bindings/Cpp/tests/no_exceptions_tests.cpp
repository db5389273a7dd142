// The same functions without exceptions: failures are returned.
#ifndef PYXIS_NO_EXCEPTIONS
#define PYXIS_NO_EXCEPTIONS
#endif
#include "check.hpp"

#include <pyxis.hpp>

#include <memory>
#include <string>
#include <thread>
#include <type_traits>

#include <stdlib.h>

namespace {

using pyxis::variant;
using pyxis::variant_result;

static_assert(std::is_same_v<pyxis::outcome<int>, pyxis::result<int>>);
static_assert(std::is_same_v<pyxis::error, pyxis::without_exceptions::error>);

struct keys {
  pyxis::key<std::int64_t> number{"quiet.number", 3};
  pyxis::key<std::string> text{"quiet.text", "none"};
  pyxis::key<pyxis::bytes> bytes{"quiet.bytes", pyxis::bytes_view()};
  pyxis::key<pyxis::capability<check::probe>> service{
      pyxis::key<pyxis::capability<check::probe>>("quiet.service")};
};

/** Whether a call failed, and how. */
template <class T> bool failed(const pyxis::result<T> &result, pyxis_status status) {
  return !result && result.error().status() == status;
}

/** Options with a payload for these requested variants, written as JSON. */
pyxis::prepare_options requesting(const std::string &requested) {
  pyxis::prepare_options options;
  options.environment = {R"(PYXIS_BOOTSTRAP={"version":1,"requested":)" + requested + "}"};
  return options;
}

} // namespace

TEST(values_are_returned) {
  const keys keys;
  CHECK(*keys.number.get() == 3 && *keys.text.get() == "none" && keys.bytes.get()->empty());
  CHECK(*keys.service.get() == nullptr && *keys.service.borrow() == nullptr);
  auto configuration = pyxis::configuration::capture();
  CHECK(configuration && configuration->set(keys.number, 5));
  CHECK(*configuration->get(keys.number) == 5 && *(*configuration)[keys.number] == 5);
  CHECK(configuration->view(keys.text).value() == "none");
  CHECK(*configuration->unset(keys.number) && !*configuration->unset(keys.number));
  CHECK(configuration->describe()->view().find("quiet.number") != std::string_view::npos);
  CHECK(configuration->requested()->empty() && !configuration->report()->has_value());
  const pyxis::configuration copy = *configuration;
  CHECK(copy == *configuration && *pyxis::configuration::copy(copy) == copy);
}

TEST(failures_are_returned) {
  const keys keys;
  const auto conflict = pyxis::key<std::int64_t>::define("quiet.number", 4);
  CHECK(failed(conflict, PYXIS_ERROR_KEY_CONFLICT));
  CHECK(conflict.error().key() == "quiet.number");
  CHECK(!pyxis::key<std::int64_t>("quiet.number", 4).valid());
  CHECK(failed(pyxis::key<bool>().get(), PYXIS_ERROR_INVALID_KEY));
  CHECK(failed(pyxis::key<bool>::find("quiet.number"), PYXIS_ERROR_TYPE_MISMATCH));
  CHECK(!pyxis::key<bool>::find("quiet.never")->has_value());

  pyxis::configuration configuration;
  const auto invalid = configuration.set(keys.text, "\xFF");
  CHECK(failed(invalid, PYXIS_ERROR_INVALID_UTF8) && invalid.error().key() == "quiet.text");
  const pyxis::configuration moved(std::move(configuration));
  CHECK(failed(configuration.get(keys.number), PYXIS_ERROR_INVALID_HANDLE));
  CHECK(!pyxis::configuration(configuration).valid());

  const auto decoded = pyxis::variants::decode("{}");
  CHECK(failed(decoded, PYXIS_ERROR_MALFORMED_PAYLOAD) && decoded.error().offset());
  CHECK(failed(pyxis::report::decode("{}"), PYXIS_ERROR_MALFORMED_REPORT));
}

TEST(scopes_return_results) {
  const keys keys;
  pyxis::configuration configuration;
  CHECK(configuration.set(keys.number, 5));
  const pyxis::result<std::int64_t> five =
      pyxis::run(configuration, [&] { return *keys.number.get(); });
  CHECK(*five == 5);
  const pyxis::result<std::int64_t> flat =
      pyxis::run(configuration, [&] { return keys.number.get(); });
  CHECK(*flat == 5);
  const pyxis::result<void> nothing = pyxis::run(configuration, [] {});
  CHECK(nothing);
  int number = 0;
  pyxis::result<int &> reference = pyxis::run(configuration, [&]() -> int & { return number; });
  CHECK(&*reference == &number);
  CHECK(**pyxis::run(configuration, [] { return std::make_unique<int>(5); }) == 5);
  CHECK(failed(pyxis::run(configuration, "\xFF", [] {}), PYXIS_ERROR_INVALID_UTF8));

  const auto inside = pyxis::with([&](auto &inner) { return inner.set(keys.text, "inside"); },
                                  [&] { return keys.text.get(); });
  CHECK(*inside == "inside" && *keys.text.get() == "none");
  bool ran = false;
  CHECK(failed(
      pyxis::with([&](auto &inner) { return inner.set(keys.text, "\xFF"); }, [&] { ran = true; }),
      PYXIS_ERROR_INVALID_UTF8));
  CHECK(!ran);
}

TEST(guards_say_whether_they_are_open) {
  const keys keys;
  pyxis::configuration configuration;
  CHECK(configuration.set(keys.number, 5));
  {
    pyxis::scope_guard guard(configuration);
    CHECK(guard.status() == PYXIS_OK && *keys.number.get() == 5);
    CHECK(guard.close() && failed(guard.close(), PYXIS_ERROR_INVALID_HANDLE));
    const pyxis::scope_guard bad(configuration, "\xFF");
    CHECK(bad.status() == PYXIS_ERROR_INVALID_UTF8 && *keys.number.get() == 3);
  }
  const pyxis::configuration moved(std::move(configuration));
  CHECK(pyxis::scope_guard(configuration).status() == PYXIS_ERROR_INVALID_HANDLE);
}

TEST(escaped_scopes_return_results) {
  const keys keys;
  const auto scope = pyxis::with([&](auto &inner) { return inner.set(keys.number, 5); },
                                 [] { return pyxis::escaped_scope(); });
  CHECK(scope);
  std::thread([&] { CHECK(*(*scope)([&] { return keys.number.get(); }) == 5); }).join();
}

TEST(services_go_once) {
  std::atomic<int> ends{0};
  const keys keys;
  {
    pyxis::configuration configuration;
    CHECK(configuration.set(keys.service, std::make_shared<check::probe>(ends)));
    const auto share = *configuration.get(keys.service);
    CHECK(configuration.set(keys.service, nullptr));
    CHECK(ends == 0 && share);
  }
  CHECK(ends == 1);
}

TEST(collections_are_gone_through) {
  auto variants = pyxis::variants::decode(R"({"version":1,"requested":{"a":"1","b":"2"}})");
  std::string joined;
  for (const auto &[key, value] : *variants)
    joined += std::string(key) + std::string(value);
  // The collection is moved out of the result, and lives as long as the loop.
  for (const auto &[key, value] :
       *pyxis::variants::decode(R"({"version":1,"requested":{"c":"3"}})"))
    joined += std::string(key) + std::string(value);
  CHECK(joined == "a1b2c3" && *variants->find("a")->value_or("").data() == '1');
  CHECK(failed(variants->set("", ""), PYXIS_ERROR_INVALID_ARGUMENT));
  CHECK(variants->encode());
}

TEST_ALONE(preparation_returns_its_failures) {
  const keys keys;
  CHECK(!pyxis::prepare()->has_value());
  pyxis::prepare_options options;
  options.environment = {"PYXIS_BOOTSTRAP={}"};
  const auto malformed = pyxis::prepare(options);
  CHECK(failed(malformed, PYXIS_ERROR_MALFORMED_PAYLOAD) && malformed.error().offset());

  options = requesting(R"({"a":"1","b":"2"})");
  options.configure = [&](auto &staged) { return staged.set(keys.text, "\xFF"); };
  const auto refused = pyxis::prepare(options);
  CHECK(failed(refused, PYXIS_ERROR_INVALID_UTF8) && refused.error().key() == "quiet.text");

  options.configure = [&](pyxis::staged_configuration &staged) {
    const auto requested = staged.requested();
    CHECK(requested && staged.set(keys.text, *requested->find("a").value_or(std::nullopt)));
  };
  options.adapters.emplace_back("a", [&](const variant &variant) {
    CHECK(*keys.text.get() == "1");
    return variant_result::applied(std::string(variant.value));
  });
  options.adapters.emplace_back("b", [](const variant &) -> pyxis::result<variant_result> {
    return pyxis::error(PYXIS_ERROR_LIMIT_REACHED, "no room");
  });
  CHECK(!pyxis::apply(options.adapters)->has_value());
  const auto prepared = pyxis::prepare(options);
  if (!CHECK(prepared && prepared->has_value()))
    return;
  const pyxis::report &report = **prepared;
  CHECK(*report.find("a") == variant_result::applied("1"));
  CHECK(*report.find("b") == variant_result::unverified("no room"));
  CHECK(*keys.text.get() == "1");
  CHECK(failed(pyxis::prepare(options), PYXIS_ERROR_ALREADY_PREPARED));
  CHECK(pyxis::apply(options.adapters)->has_value());
}

TEST_ALONE(publishing_is_a_result_too) {
  CHECK(!pyxis::publish()->has_value());
  CHECK(setenv("PYXIS_RUN_ID", "0", 1) == 0);
  const auto report = pyxis::report::decode(R"({"variants":{}})");
  CHECK(report && failed(pyxis::publish(*report), PYXIS_ERROR_REPORT_NOT_PUBLISHED));
  CHECK(failed(pyxis::publish(), PYXIS_NOT_PREPARED));
}

TEST(handlers_go_once) {
  std::atomic<int> ends{0};
  CHECK(pyxis::set_diagnostic_handler([probe = check::probe(ends)](std::string_view) {}));
  CHECK(pyxis::reset_diagnostic_handler());
  CHECK(ends == 1);
}
