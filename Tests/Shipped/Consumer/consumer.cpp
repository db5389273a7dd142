// A program that uses the installed library: consumer FOLDER-OF-THE-LIBRARY
#include <cstdint>
#include <dlfcn.h>
#include <iostream>
#include <limits>
#include <pyxis.h>
#include <string>

namespace {

// Whether the library that runs is the one in the folder, and not another that lies about.
bool is_loaded_from(const std::string &folder) {
  Dl_info info;
  void *function = dlsym(RTLD_DEFAULT, "pyxis_version");
  return function != nullptr && dladdr(function, &info) != 0 &&
         std::string(info.dli_fname).compare(0, folder.size(), folder) == 0;
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 2 || !is_loaded_from(argv[1]))
    return 2;
  if (pyxis_version() != PYXIS_VERSION)
    return 3;
  pyxis_key retries{};
  if (pyxis_key_define_int64("retries", PYXIS_ZERO_TERMINATED, 3, 0, &retries, nullptr) != PYXIS_OK)
    return 4;
  pyxis_configuration *configuration = nullptr;
  if (pyxis_configuration_capture(&configuration) != PYXIS_OK)
    return 5;
  const auto smallest = std::numeric_limits<std::int64_t>::min();
  if (pyxis_configuration_set_int64(configuration, retries, smallest) != PYXIS_OK)
    return 6;
  pyxis_scope *scope = nullptr;
  if (pyxis_scope_open(configuration, &scope) != PYXIS_OK)
    return 7;
  if (pyxis_configuration_release(configuration) != PYXIS_OK)
    return 8;
  std::int64_t inside = 0, after = 0;
  if (pyxis_get_int64(retries, &inside) != PYXIS_OK)
    return 9;
  if (pyxis_scope_close(scope) != PYXIS_OK)
    return 10;
  if (pyxis_get_int64(retries, &after) != PYXIS_OK)
    return 11;
  std::cout << pyxis_version_string() << ": " << inside << " in the scope, " << after
            << " after it\n";
  return inside == smallest && after == 3 ? 0 : 12;
}
