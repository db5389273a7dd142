// Scopes: a configuration in force for one piece of work.
#ifndef PYXIS_SCOPES_HPP
#define PYXIS_SCOPES_HPP

#include "configuration.hpp"
#include "operation.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace pyxis {
inline namespace PYXIS_MODE {

/**
 * Runs an operation with a configuration in force, and restores what was in force before (R17).
 *
 * `operation`: called once, without arguments, on this thread. Returns what it returns, and throws
 * what it throws (R18); nothing of that crosses the library's own frames. Code in any language that
 * it calls on this thread reads the scope (R23). The scope shows the configuration as it is at this
 * call. Threads that the operation starts do not inherit it: see escaped_scope.
 *
 * Fails with PYXIS_ERROR_INVALID_HANDLE for a configuration that is not `valid()`; the operation
 * does not run then. An operation that returns a `result` has its error as that of this call.
 */
template <class Operation>
detail::outcome_of<Operation> run(const any_configuration &configuration, Operation &&operation) {
  detail::operation<Operation> call(operation);
  return call.finish(pyxis_scope_run(configuration.handle(), call.function, &call));
}

/**
 * Runs an operation in a scope with a label, which `explain` shows; see `run`.
 *
 * `label`: copied. Also fails with PYXIS_ERROR_INVALID_UTF8.
 */
template <class Operation>
detail::outcome_of<Operation> run(const any_configuration &configuration, std::string_view label,
                                  Operation &&operation) {
  detail::operation<Operation> call(operation);
  return call.finish(pyxis_scope_run_labeled(configuration.handle(), label.data(), label.size(),
                                             call.function, &call));
}

namespace detail {

/** `with`, where `run_in` runs the operation with the configuration that came out. */
template <class Operation, class Update, class Run>
outcome_of<Operation> with(Update &&update, Run run_in) {
  using updated = std::invoke_result_t<Update, configuration &>;
  using value = typename operation<Operation>::value_type;
  static_assert(std::is_void_v<updated> || std::is_same_v<updated, result<void>>,
                "an update returns nothing, or a result<void>");
  result<configuration> captured = make<configuration>(pyxis_configuration_capture);
  if (!captured)
    return fail<value>(captured.error());
  if constexpr (std::is_void_v<updated>) {
    std::invoke(std::forward<Update>(update), *captured);
  } else {
    const updated done = std::invoke(std::forward<Update>(update), *captured);
    if (!done)
      return fail<value>(done.error());
  }
  return run_in(*captured);
}

} // namespace detail

/**
 * Runs an operation with some entries overridden: captures, updates, runs (R17).
 *
 * ```cpp
 * #include <pyxis.hpp>
 * #include <cassert>
 *
 * int main() {
 *   const pyxis::key<std::int64_t> retries{"retries", 3};
 *   const auto doubled = pyxis::with(
 *       [&](pyxis::configuration &configuration) { configuration.set(retries, 5); },
 *       [&] { return retries.get() * 2; });
 *   assert(doubled == 10 && retries.get() == 3);
 * }
 * ```
 *
 * `update`: called with a `configuration &` that starts as a copy of the effective one. If it
 * throws, or returns a `result<void>` that is an error, nothing is installed and the operation does
 * not run (R18). `operation`: see `run`.
 */
template <class Update, class Operation>
detail::outcome_of<Operation> with(Update &&update, Operation &&operation) {
  return detail::with<Operation>(std::forward<Update>(update),
                                 [&](const configuration &updated) -> decltype(auto) {
                                   return pyxis::run(updated, std::forward<Operation>(operation));
                                 });
}

/** Runs an operation with some entries overridden, in a scope with a label; see `with`, `run`. */
template <class Update, class Operation>
detail::outcome_of<Operation> with(std::string_view label, Update &&update, Operation &&operation) {
  return detail::with<Operation>(
      std::forward<Update>(update), [&](const configuration &updated) -> decltype(auto) {
        return pyxis::run(updated, label, std::forward<Operation>(operation));
      });
}

/**
 * A scope on this thread for as long as the object lives.
 *
 * ```cpp
 * #include <pyxis.hpp>
 * #include <cassert>
 *
 * int main() {
 *   const pyxis::key<bool> beta{"feature.beta", false};
 *   auto configuration = pyxis::configuration::capture();
 *   configuration.set(beta, true);
 *   {
 *     const pyxis::scope_guard scope(configuration);
 *     assert(beta.get());
 *   }
 *   assert(!beta.get());
 * }
 * ```
 *
 * For work that is not one call; Swift tasks that start inside do not inherit it (see `run`). It is
 * neither copied nor moved, and ends on the thread that made it, before the scopes around it; a
 * scope that cannot be closed there stays open until its thread ends, or the call around it.
 */
class scope_guard {
public:
  /**
   * Opens a scope. It shows the configuration as it is at this call.
   *
   * Throws PYXIS_ERROR_INVALID_HANDLE for a configuration that is not `valid()`, or
   * PYXIS_ERROR_LIMIT_REACHED; without exceptions `status()` says so.
   */
  [[nodiscard]] explicit scope_guard(const any_configuration &configuration)
      : status_(pyxis_scope_open(configuration.handle(), &scope_)) {
    check();
  }

  /** Opens a scope with a label, which `explain` shows. Also throws PYXIS_ERROR_INVALID_UTF8. */
  [[nodiscard]] scope_guard(const any_configuration &configuration, std::string_view label)
      : status_(
            pyxis_scope_open_labeled(configuration.handle(), label.data(), label.size(), &scope_)) {
    check();
  }

  /** It stays where it was made. */
  scope_guard(const scope_guard &) = delete;
  scope_guard &operator=(const scope_guard &) = delete;

  /** Closes the scope, if it is open. */
  ~scope_guard() { pyxis_scope_close(scope_); }

  /**
   * Closes the scope before the object goes.
   *
   * Fails with PYXIS_ERROR_WRONG_THREAD or PYXIS_ERROR_WRONG_ORDER, and the scope stays open then;
   * or with PYXIS_ERROR_INVALID_HANDLE if it is closed already.
   */
  outcome<void> close() { return detail::deliver(pyxis_scope_close(scope_)); }

  /** PYXIS_OK, or why the scope could not be opened. */
  pyxis_status status() const noexcept { return status_; }

private:
  void check() const {
#ifndef PYXIS_NO_EXCEPTIONS
    detail::deliver(status_);
#endif
  }

  pyxis_scope *scope_ = nullptr;
  pyxis_status status_;
};

/**
 * Carries the scope that is in force here to where it would not go by itself: into a callback or
 * another thread.
 *
 * ```cpp
 * #include <pyxis.hpp>
 * #include <cassert>
 * #include <thread>
 *
 * int main() {
 *   const pyxis::key<std::int64_t> retries{"retries", 3};
 *   std::thread worker;
 *   pyxis::with([&](auto &configuration) { configuration.set(retries, 5); }, [&] {
 *     worker = std::thread([&retries, scope = pyxis::escaped_scope()] {
 *       assert(retries.get() == 3);
 *       assert(scope([&] { return retries.get(); }) == 5);
 *     });
 *   });
 *   worker.join();
 * }
 * ```
 *
 * Copies share one snapshot. One that was moved from can be assigned to and destroyed. Thread: any;
 * one object may run operations on several threads at once.
 */
class escaped_scope {
public:
  /**
   * Captures what is in force here.
   *
   * Throws PYXIS_ERROR_LIMIT_REACHED; without exceptions its calls fail with
   * PYXIS_ERROR_INVALID_HANDLE then.
   */
  escaped_scope() : captured_(capture({})) {}

  /**
   * The same, with a label for the scope where it is entered again; copied.
   *
   * `explain` shows it, unless what is captured comes from a scope that has a label already.
   */
  explicit escaped_scope(std::string_view label) : captured_(capture(std::string(label))) {}

  /** Runs an operation here with the captured configuration in force; see `run`. */
  template <class Operation> detail::outcome_of<Operation> operator()(Operation &&operation) const {
    const auto &[configuration, label] = *captured_;
    return label ? pyxis::run(configuration, *label, std::forward<Operation>(operation))
                 : pyxis::run(configuration, std::forward<Operation>(operation));
  }

  /** What was in force where this object was made; borrowed from it (R7). */
  const pyxis::configuration &configuration() const noexcept { return captured_->configuration; }

private:
  struct captured {
    pyxis::configuration configuration;
    std::optional<std::string> label;
  };

  static std::shared_ptr<const captured> capture(std::optional<std::string> label) {
    auto effective = detail::make<pyxis::configuration>(pyxis_configuration_capture);
    return std::make_shared<const captured>(captured{
        detail::construct(std::move(effective), pyxis::configuration(nullptr)), std::move(label)});
  }

  std::shared_ptr<const captured> captured_;
};

} // namespace PYXIS_MODE
} // namespace pyxis

#endif // PYXIS_SCOPES_HPP
