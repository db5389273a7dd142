// Diagnostics: a handler is given what no call could return, and goes once.
#include "check.hpp"

#include <pyxis.hpp>

#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>

namespace {

/** Uses a second copy of the library, about which the first one has something to say. */
void use_a_second_copy() {
  Dl_info library{};
  if (!CHECK(dladdr(dlsym(RTLD_DEFAULT, "pyxis_version"), &library) != 0))
    return;
  std::string folder = (std::filesystem::temp_directory_path() / "pyxis-XXXXXX").string();
  if (!CHECK(mkdtemp(folder.data()) != nullptr))
    return;
  const std::filesystem::path copy = std::filesystem::path(folder) / "libpyxis-copy.so";
  std::filesystem::copy_file(library.dli_fname, copy);
  void *second = dlopen(copy.c_str(), RTLD_NOW | RTLD_LOCAL);
  std::filesystem::remove_all(folder);
  if (!CHECK(second != nullptr))
    return;
  void *symbol = dlsym(second, "pyxis_key_define_bool");
  if (!CHECK(symbol != nullptr && symbol != dlsym(RTLD_DEFAULT, "pyxis_key_define_bool")))
    return;
  pyxis_key key = 0;
  reinterpret_cast<decltype(&pyxis_key_define_bool)>(symbol)("first", PYXIS_ZERO_TERMINATED, 0, 0,
                                                             &key, nullptr);
  CHECK(key != 0);
}

} // namespace

TEST(a_handler_goes_once_when_it_is_replaced) {
  std::atomic<int> ends{0};
  pyxis::set_diagnostic_handler([probe = check::probe(ends)](std::string_view) {});
  CHECK(ends == 0);
  pyxis::set_diagnostic_handler([probe = check::probe(ends)](std::string_view) {});
  CHECK(ends == 1);
  pyxis::reset_diagnostic_handler();
  CHECK(ends == 2);
  pyxis::reset_diagnostic_handler();
  CHECK(ends == 2);
}

TEST_ALONE(a_handler_takes_messages) {
  std::string message;
  pyxis::set_diagnostic_handler(
      [&, owned = std::make_unique<int>(0)](std::string_view text) mutable {
        ++*owned;
        message = text;
      });
  use_a_second_copy();
  CHECK(message.empty());
  const pyxis::key<bool> key{"diagnostics.first", false};
  CHECK(message.find("Two copies") != std::string::npos);
  pyxis::reset_diagnostic_handler();
}

TEST_ALONE(what_a_handler_throws_is_dropped) {
  int calls = 0;
  pyxis::set_diagnostic_handler([&](std::string_view) {
    ++calls;
    throw std::runtime_error("nobody takes it");
  });
  use_a_second_copy();
  const pyxis::key<bool> key{"diagnostics.first", false};
  CHECK(calls == 1 && key.valid());
  pyxis::reset_diagnostic_handler();
}
