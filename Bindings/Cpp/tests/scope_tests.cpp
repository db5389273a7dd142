// Scopes: what an operation reads, returns and throws.
#include "check.hpp"

#include <pyxis.hpp>

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

namespace {

static_assert(!std::is_copy_constructible_v<pyxis::scope_guard>);
static_assert(!std::is_move_constructible_v<pyxis::scope_guard>);
static_assert(!std::is_copy_assignable_v<pyxis::scope_guard>);
static_assert(!std::is_move_assignable_v<pyxis::scope_guard>);
static_assert(std::is_nothrow_destructible_v<pyxis::scope_guard>);
static_assert(std::is_nothrow_copy_constructible_v<pyxis::escaped_scope>);
static_assert(std::is_nothrow_move_constructible_v<pyxis::escaped_scope>);

pyxis::key<std::int64_t> depth() { return {"scopes.depth", 0}; }
pyxis::key<std::string> name() { return {"scopes.name", "none"}; }

/** A configuration with a depth. */
pyxis::configuration at_depth(std::int64_t value) {
  auto configuration = pyxis::configuration::capture();
  configuration.set(depth(), value);
  return configuration;
}

struct broken : std::runtime_error {
  using std::runtime_error::runtime_error;
};

std::int64_t read_depth() { return depth().get(); }

} // namespace

TEST(run_returns_what_the_operation_returns_R18) {
  const auto configuration = at_depth(1);
  CHECK(pyxis::run(configuration, [] { return depth().get(); }) == 1);
  CHECK(pyxis::run(configuration, read_depth) == 1);
  CHECK(pyxis::run(configuration, std::function<std::int64_t()>(read_depth)) == 1);
  CHECK(*pyxis::run(configuration, [] { return std::make_unique<int>(5); }) == 5);
  CHECK(pyxis::run(configuration, [] { return std::string("text"); }) == "text");
  bool ran = false;
  const auto run = [&] { ran = true; };
  static_assert(std::is_void_v<decltype(pyxis::run(configuration, run))>);
  pyxis::run(configuration, run);
  CHECK(ran && depth().get() == 0);
}

TEST(run_returns_references_as_such) {
  int number = 5;
  int &same = pyxis::run(at_depth(1), [&]() -> int & { return number; });
  CHECK(&same == &number);
  const int &constant = pyxis::run(at_depth(1), [&]() -> const int & { return number; });
  CHECK(&constant == &number);
}

TEST(run_returns_configurations_of_the_inside) {
  const pyxis::configuration captured =
      pyxis::run(at_depth(3), [] { return pyxis::configuration::capture(); });
  CHECK(captured[depth()] == 3);
}

TEST(run_calls_what_can_be_called_once) {
  struct once {
    std::unique_ptr<int> value;
    int operator()() && { return *value; }
  };
  CHECK(pyxis::run(at_depth(1), once{std::make_unique<int>(5)}) == 5);
  int count = 0;
  auto counter = [count = 0, &total = count]() mutable { total = ++count; };
  pyxis::run(at_depth(1), counter);
  pyxis::run(at_depth(1), counter);
  CHECK(count == 2); // The callable itself was called, no copy of it.
}

TEST(run_flattens_results) {
  CHECK(pyxis::run(at_depth(1), [] { return pyxis::result<int>(5); }) == 5);
  CHECK_FAILS(PYXIS_ERROR_LIMIT_REACHED, pyxis::run(at_depth(1), [] {
                return pyxis::result<int>(pyxis::error(PYXIS_ERROR_LIMIT_REACHED));
              }));
}

TEST(run_throws_what_the_operation_throws_R18) {
  const auto configuration = at_depth(1);
  const auto thrown = check::thrown_by<broken>(
      [&] { pyxis::run(configuration, []() -> int { throw broken("inside"); }); });
  CHECK(thrown && std::string(thrown->what()) == "inside");
  CHECK(depth().get() == 0);
  CHECK(check::thrown_by<int>([&] { pyxis::run(configuration, [] { throw 5; }); }) == 5);
}

TEST(what_an_operation_throws_ends_there_once) {
  std::atomic<int> ends{0};
  struct carrier {
    std::shared_ptr<check::probe> probe;
  };
  {
    const auto thrown = check::thrown_by<carrier>([&] {
      pyxis::run(at_depth(1), [&] { throw carrier{std::make_shared<check::probe>(ends)}; });
    });
    CHECK(thrown && ends == 0);
  }
  CHECK(ends == 1);
}

TEST(exceptions_pass_nested_scopes) {
  std::vector<std::int64_t> seen;
  const auto thrown = check::thrown_by<broken>([&] {
    pyxis::run(at_depth(1), [&] {
      try {
        const pyxis::scope_guard guard(at_depth(2));
        pyxis::run(at_depth(3), [&] {
          const pyxis::scope_guard inner(at_depth(4));
          seen.push_back(depth().get());
          throw broken("deep");
        });
      } catch (const broken &) {
        seen.push_back(depth().get());
        throw;
      }
    });
  });
  CHECK(thrown && std::string(thrown->what()) == "deep");
  CHECK(seen == std::vector<std::int64_t>{4, 1});
  CHECK(depth().get() == 0);
}

TEST(an_exception_can_be_handled_inside) {
  const auto value = pyxis::run(at_depth(1), [] {
    try {
      pyxis::run(at_depth(2), []() -> int { throw broken("inner"); });
    } catch (const broken &) {
      return depth().get();
    }
    return std::int64_t{-1};
  });
  CHECK(value == 1);
}

TEST(run_may_be_called_while_an_exception_unwinds) {
  struct reader {
    std::int64_t &seen;
    ~reader() {
      seen = pyxis::run(at_depth(7), read_depth);
      check::thrown_by<broken>([] { pyxis::run(at_depth(8), [] { throw broken("second"); }); });
    }
  };
  std::int64_t seen = 0;
  const auto thrown = check::thrown_by<broken>([&] {
    const reader reader{seen};
    throw broken("first");
  });
  CHECK(seen == 7 && thrown && std::string(thrown->what()) == "first");
}

TEST(run_needs_a_configuration) {
  pyxis::configuration configuration;
  const pyxis::configuration moved(std::move(configuration));
  bool ran = false;
  CHECK_FAILS(PYXIS_ERROR_INVALID_HANDLE, pyxis::run(configuration, [&] { ran = true; }));
  CHECK(!ran);
}

TEST(a_scope_shows_the_configuration_as_it_was_R2) {
  auto configuration = at_depth(1);
  pyxis::run(configuration, [&] {
    configuration.set(depth(), 9);
    CHECK(depth().get() == 1);
    configuration = pyxis::configuration();
    CHECK(depth().get() == 1);
  });
}

TEST(with_overrides_what_it_sets_and_inherits_the_rest_R17) {
  pyxis::with(
      [](pyxis::configuration &configuration) {
        configuration.set(depth(), 1);
        configuration.set(name(), "outer");
      },
      [] {
        const auto inner = pyxis::with([](auto &configuration) { configuration.set(depth(), 2); },
                                       [] { return name().get() + std::to_string(depth().get()); });
        CHECK(inner == "outer2" && depth().get() == 1);
      });
  CHECK(depth().get() == 0 && name().get() == "none");
}

TEST(with_lets_the_update_replace_the_configuration) {
  const auto value = pyxis::run(at_depth(1), [] {
    return pyxis::with([](pyxis::configuration &configuration) { configuration = {}; }, read_depth);
  });
  CHECK(value == 0);
}

TEST(an_update_that_throws_installs_nothing_R18) {
  bool ran = false;
  const auto thrown = check::thrown_by<broken>([&] {
    pyxis::with(
        [](auto &configuration) {
          configuration.set(depth(), 1);
          throw broken("update");
        },
        [&] { ran = true; });
  });
  CHECK(thrown && !ran && depth().get() == 0);
  CHECK_FAILS(PYXIS_ERROR_INVALID_UTF8,
              pyxis::with([](auto &configuration) { configuration.set(name(), "\xFF"); },
                          [&] { ran = true; }));
  CHECK(!ran);
}

TEST(an_update_may_return_an_error) {
  bool ran = false;
  CHECK_FAILS(PYXIS_ERROR_LIMIT_REACHED, pyxis::with(
                                             [](auto &) -> pyxis::result<void> {
                                               return pyxis::error(PYXIS_ERROR_LIMIT_REACHED);
                                             },
                                             [&] { ran = true; }));
  CHECK(!ran);
  pyxis::with([](auto &) { return pyxis::result<void>(); }, [&] { ran = true; });
  CHECK(ran);
}

TEST(explanations_show_scopes_and_labels) {
  CHECK(pyxis::explain(depth()).source == pyxis::origin_source::key_default);
  pyxis::with(
      "outer", [](auto &configuration) { configuration.set(depth(), 1); },
      [] {
        const auto outer = pyxis::explain(depth());
        CHECK(outer.source == pyxis::origin_source::scope && outer.depth == 1);
        CHECK(outer.label == "outer");
        pyxis::with([](auto &configuration) { configuration.set(name(), "x"); },
                    [] {
                      const auto inner = pyxis::explain(name());
                      CHECK(inner.source == pyxis::origin_source::scope && inner.depth == 2 &&
                            !inner.label);
                    });
      });
  pyxis::configuration configuration;
  configuration.set(depth(), 1);
  CHECK(*pyxis::run(configuration, "here", [] { return pyxis::explain(depth()); }).label == "here");
  const pyxis::scope_guard guard(configuration, "guarded");
  CHECK(pyxis::explain(depth()).label == "guarded");
}

TEST(a_label_is_text) {
  bool ran = false;
  CHECK_FAILS(PYXIS_ERROR_INVALID_UTF8, pyxis::run(at_depth(1), "\xFF", [&] { ran = true; }));
  CHECK(!ran);
  CHECK_FAILS(PYXIS_ERROR_INVALID_UTF8, pyxis::scope_guard(at_depth(1), "\xFF").status());
  CHECK(pyxis::run(at_depth(1), std::string_view(), read_depth) == 1);
}

TEST(a_guard_is_a_scope_until_it_goes) {
  {
    const pyxis::scope_guard outer(at_depth(1));
    CHECK(depth().get() == 1 && outer.status() == PYXIS_OK);
    {
      const pyxis::scope_guard inner(at_depth(2));
      CHECK(depth().get() == 2);
    }
    CHECK(depth().get() == 1);
  }
  CHECK(depth().get() == 0);
}

TEST(a_guard_is_closed_by_an_exception) {
  CHECK(check::thrown_by<broken>([] {
    const pyxis::scope_guard guard(at_depth(1));
    CHECK(depth().get() == 1);
    throw broken("guarded");
  }));
  CHECK(depth().get() == 0);
}

TEST(a_guard_can_be_closed_early_and_once) {
  pyxis::scope_guard guard(at_depth(1));
  guard.close();
  CHECK(depth().get() == 0);
  const pyxis::scope_guard other(at_depth(2));
  CHECK_FAILS(PYXIS_ERROR_INVALID_HANDLE, guard.close());
  CHECK(depth().get() == 2);
}

TEST(guards_close_in_reverse_order) {
  pyxis::scope_guard outer(at_depth(1));
  pyxis::scope_guard inner(at_depth(2));
  CHECK_FAILS(PYXIS_ERROR_WRONG_ORDER, outer.close());
  CHECK(depth().get() == 2);
  inner.close();
  CHECK(depth().get() == 1);
  outer.close();
  CHECK(depth().get() == 0);
}

TEST(a_guard_closes_on_its_own_thread) {
  pyxis::scope_guard guard(at_depth(1));
  std::thread([&] {
    CHECK_FAILS(PYXIS_ERROR_WRONG_THREAD, guard.close());
    CHECK(depth().get() == 0);
  }).join();
  CHECK(depth().get() == 1);
  guard.close();
  CHECK(depth().get() == 0);
}

TEST(a_guard_needs_a_configuration) {
  pyxis::configuration configuration;
  const pyxis::configuration moved(std::move(configuration));
  CHECK_FAILS(PYXIS_ERROR_INVALID_HANDLE, pyxis::scope_guard(configuration).status());
}

TEST(c_reads_the_scope_and_opens_its_own_inside_R23) {
  pyxis::run(at_depth(1), [] {
    std::int64_t value = 0;
    CHECK(pyxis_get_int64(depth().id(), &value) == PYXIS_OK && value == 1);
    pyxis_scope *scope = nullptr;
    CHECK(pyxis_scope_open(at_depth(2).handle(), &scope) == PYXIS_OK);
    CHECK(depth().get() == 2);
    CHECK(pyxis_scope_close(scope) == PYXIS_OK);
    CHECK(depth().get() == 1);
  });
}

TEST(threads_do_not_inherit_and_escaped_scopes_bring_it_R20) {
  const auto scope = pyxis::with([](auto &configuration) { configuration.set(depth(), 5); },
                                 [] {
                                   std::thread([] { CHECK(depth().get() == 0); }).join();
                                   return pyxis::escaped_scope("escaped");
                                 });
  CHECK(depth().get() == 0);
  std::vector<std::thread> threads;
  for (int index = 0; index < 8; ++index) {
    threads.emplace_back([scope] {
      for (int round = 0; round < 200; ++round)
        CHECK(scope(read_depth) == 5);
      CHECK(depth().get() == 0);
    });
  }
  for (auto &thread : threads)
    thread.join();
  CHECK(scope([] { return pyxis::explain(depth()); }).source == pyxis::origin_source::scope);
}

TEST(an_escaped_scope_has_a_label_where_it_is_entered) {
  pyxis::configuration configuration;
  configuration.set(depth(), 1);
  const auto scope = pyxis::run(configuration, [] { return pyxis::escaped_scope("again"); });
  CHECK(scope.configuration()[depth()] == 1);
  scope([] {
    CHECK(depth().get() == 1);
    CHECK(pyxis::explain(depth()).source == pyxis::origin_source::scope);
  });
}

TEST(an_escaped_scope_carries_results_and_exceptions) {
  const pyxis::escaped_scope scope;
  CHECK(*scope([] { return std::make_unique<int>(5); }) == 5);
  CHECK(check::thrown_by<broken>([&] { scope([] { throw broken("escaped"); }); }));
  auto copy = scope;
  auto moved = std::move(copy);
  copy = scope;
  CHECK(copy(read_depth) == moved(read_depth));
  auto &same = copy;
  copy = same;
  CHECK(copy(read_depth) == 0);
}

TEST(concurrent_scopes_do_not_see_each_other_R21) {
  std::vector<std::thread> threads;
  for (std::int64_t index = 1; index <= 8; ++index) {
    threads.emplace_back([index] {
      for (int round = 0; round < 300; ++round) {
        pyxis::with([&](auto &configuration) { configuration.set(depth(), index); },
                    [&] {
                      const pyxis::scope_guard guard(at_depth(depth().get() * 100));
                      CHECK(depth().get() == index * 100);
                    });
        CHECK(depth().get() == 0);
      }
    });
  }
  for (auto &thread : threads)
    thread.join();
}
