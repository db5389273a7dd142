/*
 * pyxis.hpp: typed process configuration, scoped overrides and honest launch reports, for C++.
 *
 * It is pyxis.h as values: what that header says of each function holds here too. Handles release
 * themselves, callables may be lambdas, and failures are exceptions. Needs C++17 and nothing but
 * the standard library and libpyxis. A first program, complete:
 *
 * ```cpp
 * #include <pyxis.hpp>
 * #include <iostream>
 *
 * int main() {
 *   const pyxis::key<std::int64_t> retries{"retries", 3};
 *   const pyxis::key<std::string> status{"subscription.status", "none"};
 *
 *   pyxis::prepare_options options;
 *   options.adapters.emplace_back("color_scheme", [](const pyxis::variant &variant) {
 *     return pyxis::variant_result::applied(std::string(variant.value));
 *   });
 *   options.configure = [&](auto &staged) {
 *     staged.set(status, staged.requested().find("subscription.status").value_or("none"));
 *   };
 *   try {
 *     if (const auto report = pyxis::prepare(options))
 *       std::cout << report->encode() << '\n';
 *   } catch (const pyxis::error &error) {
 *     std::cerr << "not prepared: " << error.what() << '\n';
 *     return 1;
 *   }
 *
 *   pyxis::with([&](auto &configuration) { configuration.set(retries, 5); },
 *               [&] { std::cout << "retries in the scope: " << retries.get() << '\n'; });
 * }
 * ```
 *
 * Conventions, which hold for everything in namespace pyxis:
 *
 * - Failures. A function that can fail returns an `outcome<T>`. With exceptions that is a T, and a
 *   failure is thrown as a pyxis::error; what the standard library throws may be thrown too. Where
 *   there are no exceptions (-fno-exceptions, or PYXIS_NO_EXCEPTIONS defined before the include),
 *   it is a `result<T>`: a T or a pyxis::error. A failed call changes nothing. A constructor that
 *   fails throws; without exceptions it leaves an object that is not `valid()`, and every use of
 *   that is an error.
 * - Absence. What may normally not be there is a std::optional.
 * - Ownership. An object owns what it refers to, and gives it up once, when it goes. What is called
 *   borrowed belongs to the object that it came from, and must not be used after it.
 * - Texts are UTF-8 and go in as std::string_view; invalid UTF-8 is PYXIS_ERROR_INVALID_UTF8.
 * - Callables. What a callable throws never leaves it into the library: it comes out of the call
 *   that ran the callable, unless its comment says otherwise. Without exceptions none may throw.
 * - Threads. Functions may be called from any thread, unless their comment says otherwise. One
 *   object may be used from several threads at once as long as none of them changes it.
 *
 * "R7" and the like number the rules that hold in every language: see RULES.md of the project.
 * Since: 0.1.
 */
#ifndef PYXIS_HPP
#define PYXIS_HPP

#include <pyxis.h>

// Told in reading order; each can be included by itself.
#include "pyxis/error.hpp"
#include "pyxis/result.hpp"
#include "pyxis/buffer.hpp"
#include "pyxis/bytes.hpp"
#include "pyxis/capability.hpp"
#include "pyxis/key.hpp"
#include "pyxis/variants.hpp"
#include "pyxis/report.hpp"
#include "pyxis/configuration.hpp"
#include "pyxis/origin.hpp"
#include "pyxis/scopes.hpp"
#include "pyxis/adapter.hpp"
#include "pyxis/preparation.hpp"
#include "pyxis/publishing.hpp"
#include "pyxis/diagnostics.hpp"

#endif // PYXIS_HPP
