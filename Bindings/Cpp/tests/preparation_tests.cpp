// Preparation: each test prepares a process of its own.
#include "check.hpp"

#include <pyxis.hpp>

#include <future>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

namespace {

using namespace std::string_literals;
using pyxis::variant;
using pyxis::variant_result;

static_assert(std::is_copy_constructible_v<pyxis::prepare_options>);
static_assert(std::is_nothrow_move_constructible_v<pyxis::prepare_options>);
static_assert(std::is_aggregate_v<pyxis::prepare_options>);

struct broken : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/** Options with a payload for these requested variants, written as JSON. */
pyxis::prepare_options requesting(const std::string &requested) {
  pyxis::prepare_options options;
  options.environment = {R"(PYXIS_BOOTSTRAP={"version":1,"requested":)" + requested + "}"};
  return options;
}

variant_result apply_value(const variant &variant) {
  return variant_result::applied(std::string(variant.value));
}

pyxis::key<std::string> status() { return {"subscription.status", "none"}; }

/** Checks that nothing was published, and that a corrected preparation works (R13). */
void check_retry() {
  CHECK(!pyxis::configuration::capture().report());
  CHECK(status().get() == "none");
  const auto report = pyxis::prepare(requesting("{}"));
  CHECK(report && report->empty());
}

} // namespace

TEST_ALONE(without_a_payload_nothing_runs_R8) {
  int calls = 0;
  pyxis::prepare_options options;
  options.adapters.emplace_back("locale", [&](const variant &variant) {
    ++calls;
    return apply_value(variant);
  });
  options.configure = [&](auto &) { ++calls; };
  CHECK(!pyxis::prepare(options));
  CHECK(!pyxis::prepare());
  CHECK(calls == 0);
  check_retry();
}

TEST_ALONE_WITH(the_environment_is_that_of_the_process_R8,
                R"(PYXIS_BOOTSTRAP={"version":1,"requested":{"locale":"pl_PL"}})") {
  pyxis::prepare_options empty;
  empty.environment.emplace();
  CHECK(!pyxis::prepare(empty));
  const auto report = pyxis::prepare();
  CHECK(report && report->size() == 1);
  CHECK(pyxis::configuration::capture().requested().find("locale") == "pl_PL");
}

TEST_ALONE(configuration_and_report_are_published_together_R10) {
  std::vector<std::string> order;
  auto options = requesting(R"({"theme":"dark","subscription.status":"trial","absent":"1"})");
  options.configure = [&](pyxis::staged_configuration &staged) {
    order.push_back("configure");
    CHECK(!staged.report() && staged.requested().size() == 3);
    CHECK(status().get() == "none"); // It is not in force yet.
    staged.set(status(), staged.requested().find("subscription.status").value_or("none"));
    CHECK(staged[status()] == "trial" && staged.view(status()) == "trial");
  };
  for (const char *key : {"theme", "subscription.status", "not.requested"}) {
    options.adapters.emplace_back(key, [&](const variant &variant) {
      order.emplace_back(variant.key);
      CHECK(status().get() == "trial");
      CHECK(!pyxis::configuration::capture().report());
      return variant.key == "theme" ? variant_result::observed("dark") : apply_value(variant);
    });
  }
  const auto report = pyxis::prepare(options);
  CHECK(order == std::vector<std::string>{"configure", "subscription.status", "theme"});
  if (!CHECK(report))
    return;
  CHECK(report->find("subscription.status") == variant_result::applied("trial"));
  CHECK(report->find("theme") == variant_result::observed("dark"));
  CHECK(report->find("absent")->status == pyxis::variant_status::unverified);
  CHECK(!report->find("not.requested"));
  CHECK(status().get() == "trial");
  CHECK(pyxis::explain(status()).source == pyxis::origin_source::process_default);
  std::thread([&] {
    CHECK(status().get() == "trial");
    CHECK(pyxis::configuration::capture().report()->size() == 3);
  }).join();
}

TEST_ALONE(preparation_starts_from_the_process_default_R9) {
  const auto report =
      pyxis::with([](auto &configuration) { configuration.set(status(), "scoped"); },
                  [] {
                    auto options = requesting("{}");
                    options.configure = [](auto &staged) { CHECK(staged[status()] == "none"); };
                    return pyxis::prepare(options);
                  });
  CHECK(report && status().get() == "none");
}

TEST_ALONE(an_adapter_that_throws_is_unverified_and_the_others_run_R14) {
  auto options = requesting(R"({"a":"1","b":"2","c":"3","d":"4","e":"5","f":"6","g":"7"})");
  const auto add = [&](const char *key, auto apply) { options.adapters.emplace_back(key, apply); };
  add("a", [](const variant &) -> variant_result { throw broken("the theme is broken"); });
  add("b", [](const variant &) -> variant_result { throw 5; });
  add("c", [](const variant &) -> variant_result { throw broken("\xFF"); });
  add("d", [](const variant &) { return variant_result::applied("\xFF"); });
  add("e", [](const variant &) {
    return variant_result{static_cast<pyxis::variant_status>(9), "x", "y"};
  });
  add("f", [](const variant &) -> pyxis::result<variant_result> {
    return pyxis::error(PYXIS_ERROR_LIMIT_REACHED, "no room");
  });
  add("g", apply_value);
  const auto report = pyxis::prepare(options);
  if (!CHECK(report))
    return;
  CHECK(report->find("a") == variant_result::unverified("the theme is broken"));
  for (const char *key : {"b", "c", "d", "e"}) {
    const auto result = report->find(key);
    CHECK(result && result->status == pyxis::variant_status::unverified);
    CHECK(result && result->reason && !result->reason->empty() && !result->value);
  }
  for (const char *key : {"d", "e"})
    CHECK(report->find(key)->reason->find("cannot be used") != std::string::npos);
  CHECK(report->find("f") == variant_result::unverified("no room"));
  CHECK(report->find("g") == variant_result::applied("7"));
}

TEST_ALONE(a_value_with_nul_arrives_whole) {
  auto options = requesting(R"({"a":"x\u0000y"})");
  options.adapters.emplace_back("a", [](const variant &variant) {
    CHECK(variant.value == "x\0y"s);
    return apply_value(variant);
  });
  CHECK(pyxis::prepare(options)->find("a") == variant_result::applied("x\0y"s));
}

TEST_ALONE(an_invalid_result_fails_and_names_the_key_R15) {
  auto options = requesting(R"({"locale":"pl_PL"})");
  options.configure = [](auto &staged) { staged.set(status(), "trial"); };
  options.adapters.emplace_back(
      "locale", [](const variant &) { return variant_result{pyxis::variant_status::applied}; });
  const auto error = check::thrown_by<pyxis::error>([&] { return pyxis::prepare(options); });
  if (CHECK(error)) {
    CHECK(error->status() == PYXIS_ERROR_INVALID_REPORT);
    CHECK(error->key() == "locale");
  }
  check_retry();
}

TEST_ALONE(what_configure_throws_comes_out_R13) {
  auto options = requesting(R"({"locale":"pl_PL"})");
  int adapter_calls = 0;
  options.adapters.emplace_back("locale", [&](const variant &variant) {
    ++adapter_calls;
    return apply_value(variant);
  });
  options.configure = [](auto &staged) {
    staged.set(status(), "trial");
    throw broken("configure");
  };
  const auto thrown = check::thrown_by<broken>([&] { return pyxis::prepare(options); });
  CHECK(thrown && std::string(thrown->what()) == "configure");
  options.configure = [](auto &) { throw 5; };
  CHECK(check::thrown_by<int>([&] { return pyxis::prepare(options); }) == 5);
  options.configure = [](auto &staged) { staged.set(status(), "\xFF"); };
  const auto error = check::thrown_by<pyxis::error>([&] { return pyxis::prepare(options); });
  CHECK(error && error->status() == PYXIS_ERROR_INVALID_UTF8);
  CHECK(error && error->key() == "subscription.status");
  CHECK(adapter_calls == 0);
  check_retry();
}

TEST_ALONE(an_error_that_configure_returns_comes_out_R13) {
  auto options = requesting("{}");
  options.configure = [](pyxis::staged_configuration &) -> pyxis::result<void> {
    return pyxis::error(PYXIS_ERROR_LIMIT_REACHED, "returned");
  };
  const auto error = check::thrown_by<pyxis::error>([&] { return pyxis::prepare(options); });
  CHECK(error && error->status() == PYXIS_ERROR_LIMIT_REACHED);
  CHECK(error && std::string(error->what()) == "returned");
  options.configure = [](auto &) { return pyxis::result<void>(); };
  CHECK(pyxis::prepare(options));
}

TEST_ALONE(a_process_is_prepared_once_R12) {
  auto options = requesting(R"({"locale":"pl_PL"})");
  options.configure = [](auto &) {
    CHECK_FAILS(PYXIS_ERROR_PREPARATION_IN_PROGRESS, pyxis::prepare(requesting("{}")));
  };
  options.adapters.emplace_back("locale", [](const variant &variant) {
    CHECK_FAILS(PYXIS_ERROR_PREPARATION_IN_PROGRESS, pyxis::prepare(requesting("{}")));
    return apply_value(variant);
  });
  CHECK(pyxis::prepare(options)->find("locale") == variant_result::applied("pl_PL"));
  CHECK_FAILS(PYXIS_ERROR_ALREADY_PREPARED, pyxis::prepare(requesting("{}")));
  CHECK(!pyxis::prepare());
}

TEST_ALONE(an_error_of_a_callback_may_pass_through_it) {
  auto options = requesting("{}");
  options.configure = [](auto &) { pyxis::prepare(requesting("{}")); };
  CHECK_FAILS(PYXIS_ERROR_PREPARATION_IN_PROGRESS, pyxis::prepare(options));
  check_retry();
}

TEST_ALONE(preparation_is_for_the_main_thread_unless_any_is_allowed_R16) {
  std::thread([] {
    auto options = requesting("{}");
    CHECK_FAILS(PYXIS_ERROR_WRONG_THREAD, pyxis::prepare(options));
    options.any_thread = true;
    CHECK(pyxis::prepare(options));
  }).join();
}

TEST_ALONE(bad_options_are_refused) {
  auto options = requesting("{}");
  options.adapters = {{"a", apply_value}, {"a", apply_value}};
  const auto error = check::thrown_by<pyxis::error>([&] { return pyxis::prepare(options); });
  CHECK(error && error->status() == PYXIS_ERROR_INVALID_ARGUMENT && error->key() == "a");
  options.adapters = {{"", apply_value}};
  CHECK_FAILS(PYXIS_ERROR_INVALID_ARGUMENT, pyxis::prepare(options));
  options.adapters = {{"a\0b"s, apply_value}};
  CHECK_FAILS(PYXIS_ERROR_INVALID_ARGUMENT, pyxis::prepare(options));
  options.adapters = {{"\xFF", apply_value}};
  CHECK_FAILS(PYXIS_ERROR_INVALID_UTF8, pyxis::prepare(options));
  options.adapters.clear();
  options.environment->push_back("A=b\0c"s);
  CHECK_FAILS(PYXIS_ERROR_INVALID_ARGUMENT, pyxis::prepare(options));
  check_retry();
}

TEST_ALONE(bad_payloads_are_refused_with_their_offset_R13) {
  pyxis::prepare_options options;
  options.environment = {"PYXIS_BOOTSTRAP={\"version\":1}"};
  const auto error = check::thrown_by<pyxis::error>([&] { return pyxis::prepare(options); });
  CHECK(error && error->status() == PYXIS_ERROR_MALFORMED_PAYLOAD && error->offset());
  options.environment = {R"(PYXIS_BOOTSTRAP={"version":7,"requested":{}})"};
  CHECK_FAILS(PYXIS_ERROR_UNSUPPORTED_VERSION, pyxis::prepare(options));
  options.environment = {"PYXIS_BOOTSTRAP_FILE=/nowhere/at/all"};
  const auto file = check::thrown_by<pyxis::error>([&] { return pyxis::prepare(options); });
  CHECK(file && file->status() == PYXIS_ERROR_MALFORMED_PAYLOAD && !file->offset());
  check_retry();
}

TEST_ALONE(callables_go_once_on_every_path) {
  std::atomic<int> ends{0};
  int made = 0;
  const auto probing = [&](const std::string &requested) {
    auto options = requesting(requested);
    options.adapters.emplace_back(
        "a", [probe = check::probe(ends)](const variant &variant) { return apply_value(variant); });
    options.adapters.emplace_back("never", [probe = check::probe(ends)](const variant &variant) {
      return apply_value(variant);
    });
    options.configure = [probe = check::probe(ends)](auto &) {};
    made += 3;
    return options;
  };
  const auto fails_once = [&](pyxis_status status, auto &&change) {
    {
      auto options = probing(R"({"a":"1"})");
      change(options);
      CHECK_FAILS(status, pyxis::prepare(options));
      const auto copy = options; // Copies share the callables.
      CHECK_FAILS(status, pyxis::prepare(copy));
    }
    CHECK(ends == made);
  };
  fails_once(PYXIS_ERROR_INVALID_ARGUMENT,
             [](auto &options) { options.adapters.push_back(options.adapters.front()); });
  fails_once(PYXIS_ERROR_INVALID_ARGUMENT,
             [](auto &options) { options.environment->push_back("A=\0"s); });
  fails_once(PYXIS_ERROR_MALFORMED_PAYLOAD,
             [](auto &options) { options.environment = {"PYXIS_BOOTSTRAP="}; });
  fails_once(PYXIS_ERROR_LIMIT_REACHED, [&](auto &options) {
    ++made;
    options.configure = [probe = check::probe(ends)](auto &) {
      throw pyxis::error(PYXIS_ERROR_LIMIT_REACHED);
    };
  });
  fails_once(PYXIS_ERROR_INVALID_REPORT, [&](auto &options) {
    ++made;
    options.adapters[0] = {"a", [probe = check::probe(ends)](const variant &) {
                             return variant_result{pyxis::variant_status::observed};
                           }};
  });
  std::thread([&] { fails_once(PYXIS_ERROR_WRONG_THREAD, [](auto &) {}); }).join();
  {
    auto options = probing("{}");
    options.environment.emplace();
    CHECK(!pyxis::prepare(options));
    CHECK(ends == made - 3);
  }
  CHECK(ends == made);
  CHECK(pyxis::prepare(probing(R"({"a":"1"})")));
  CHECK(ends == made);
  fails_once(PYXIS_ERROR_ALREADY_PREPARED, [](auto &) {});
}

TEST_ALONE(options_are_kept_by_nobody) {
  std::atomic<int> ends{0};
  auto options = requesting(R"({"a":"1"})");
  options.adapters.emplace_back(
      "a", [probe = check::probe(ends)](const variant &variant) { return apply_value(variant); });
  CHECK(pyxis::prepare(options));
  CHECK(ends == 0);
  options.adapters.clear();
  CHECK(ends == 1);
}

TEST_ALONE(what_is_staged_is_borrowed) {
  pyxis::staged_configuration *kept = nullptr;
  pyxis::configuration copy;
  std::unique_ptr<pyxis::staged_configuration> other;
  auto options = requesting(R"({"locale":"pl_PL"})");
  options.configure = [&](pyxis::staged_configuration &staged) {
    kept = &staged;
    staged.set(status(), "trial");
    copy = pyxis::configuration::copy(staged);
    CHECK(copy == staged);
    other = std::make_unique<pyxis::staged_configuration>(staged.handle());
    pyxis::run(staged, [] { CHECK(status().get() == "trial"); });
    CHECK(pyxis_configuration_release(staged.handle()) == PYXIS_ERROR_NOT_OWNED);
  };
  CHECK(pyxis::prepare(options));
  CHECK(kept != nullptr);
  CHECK_FAILS(PYXIS_ERROR_INVALID_HANDLE, other->set(status(), "late"));
  CHECK(copy[status()] == "trial" && copy.requested().find("locale") == "pl_PL");
  CHECK(!copy.report());
}

TEST_ALONE(a_published_service_lives_as_long_as_the_process) {
  static std::atomic<int> ends{0};
  const pyxis::key<pyxis::capability<check::probe>> key("preparation.service");
  auto options = requesting("{}");
  options.configure = [&](auto &staged) { staged.set(key, std::make_shared<check::probe>(ends)); };
  CHECK(pyxis::prepare(options));
  CHECK(key.get() != nullptr && key.borrow() == key.get().get() && ends == 0);
}

TEST_ALONE(a_service_that_was_staged_goes_once_when_preparation_fails) {
  std::atomic<int> ends{0};
  const pyxis::key<pyxis::capability<check::probe>> key("preparation.service");
  auto options = requesting("{}");
  options.configure = [&](auto &staged) {
    staged.set(key, std::make_shared<check::probe>(ends));
    CHECK(ends == 0);
    throw broken("after it");
  };
  CHECK(check::thrown_by<broken>([&] { return pyxis::prepare(options); }));
  CHECK(ends == 1 && key.get() == nullptr);
  check_retry();
}

TEST_ALONE(callbacks_run_without_a_lock_R11) {
  auto options = requesting(R"({"a":"1"})");
  const auto read_elsewhere = [] {
    return std::async(std::launch::async,
                      [] {
                        pyxis::with(
                            [](auto &configuration) { configuration.set(status(), "there"); },
                            [] { CHECK(status().get() == "there"); });
                        return status().get();
                      })
        .get();
  };
  options.configure = [&](auto &staged) {
    staged.set(status(), "trial");
    CHECK(read_elsewhere() == "none");
  };
  options.adapters.emplace_back("a", [&](const variant &variant) {
    CHECK(read_elsewhere() == "none");
    return apply_value(variant);
  });
  CHECK(pyxis::prepare(options));
  CHECK(read_elsewhere() == "trial");
}

TEST_ALONE(variants_are_applied_once_more_R24) {
  std::vector<pyxis::adapter> adapters{{"a",
                                        [](const variant &variant) {
                                          return variant_result::observed(
                                              std::string(variant.value) + status().get());
                                        }},
                                       {"not.requested", apply_value}};
  CHECK(!pyxis::apply(adapters));
  auto options = requesting(R"({"a":"1","b":"2"})");
  options.adapters = {{"a", apply_value}, {"b", apply_value}};
  CHECK(pyxis::prepare(options));

  pyxis::configuration configuration;
  configuration.set(status(), "window");
  const auto report = pyxis::with([](auto &inner) { inner.set(status(), "scope"); },
                                  [&] { return pyxis::apply(configuration, adapters); });
  if (CHECK(report)) {
    CHECK(report->find("a") == variant_result::observed("1window"));
    CHECK(report->find("b") == variant_result::applied("2"));
    CHECK(report->size() == 2);
  }
  const auto effective = pyxis::with([](auto &inner) { inner.set(status(), "scope"); },
                                     [&] { return pyxis::apply(adapters); });
  CHECK(effective && effective->find("a") == variant_result::observed("1scope"));
  CHECK(pyxis::configuration::capture().report()->find("a") == variant_result::applied("1"));

  adapters[0] = {"a", [](const variant &) -> variant_result { throw broken("no window"); }};
  CHECK(pyxis::apply(adapters)->find("a") == variant_result::unverified("no window"));
  adapters[1] = adapters[0];
  CHECK_FAILS(PYXIS_ERROR_INVALID_ARGUMENT, pyxis::apply(adapters));
  adapters.pop_back();
  adapters[0] = {"a",
                 [](const variant &) { return variant_result{pyxis::variant_status::applied}; }};
  const auto error = check::thrown_by<pyxis::error>([&] { return pyxis::apply(adapters); });
  CHECK(error && error->status() == PYXIS_ERROR_INVALID_REPORT && error->key() == "a");
  const pyxis::configuration moved(std::move(configuration));
  CHECK_FAILS(PYXIS_ERROR_INVALID_HANDLE, pyxis::apply(configuration, adapters));
}

#if __cplusplus >= 202002L
TEST_ALONE(options_can_be_written_as_one) {
  const auto report = pyxis::prepare({
      .adapters = {{"a", apply_value}},
      .configure = [](auto &staged) { staged.set(status(), "trial"); },
      .environment = {{R"(PYXIS_BOOTSTRAP={"version":1,"requested":{"a":"1"}})"}},
  });
  CHECK(report->find("a") == variant_result::applied("1") && status().get() == "trial");
}
#endif
