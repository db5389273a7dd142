// A program of two translation units that include the same header, one without exceptions.
#include "units.hpp"

#include <pyxis.hpp>

namespace {

pyxis::key<std::int64_t> number() { return {"units.number", 3}; }

std::int64_t seen = 0;

} // namespace

int main() {
  if (number().id() != second_key())
    return 1;
  if (pyxis::with([](auto &configuration) { configuration.set(number(), 5); }, second_reads) != 5)
    return 2;
  run_in_second(7, [] { seen = number().get(); });
  if (seen != 7 || number().get() != 3 || second_reads() != 3)
    return 3;
  try {
    pyxis::key<std::int64_t>("units.number", 4);
  } catch (const pyxis::error &error) {
    return error.status() == PYXIS_ERROR_KEY_CONFLICT ? 0 : 4;
  }
  return 5;
}
