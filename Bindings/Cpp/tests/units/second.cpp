// The unit without exceptions.
#ifndef PYXIS_NO_EXCEPTIONS
#define PYXIS_NO_EXCEPTIONS
#endif
#include "units.hpp"

#include <pyxis.hpp>

namespace {

pyxis::key<std::int64_t> number() { return {"units.number", 3}; }

} // namespace

std::uint32_t second_key() { return number().id(); }

std::int64_t second_reads() { return number().get().value_or(-1); }

void run_in_second(std::int64_t value, void (*operation)()) {
  pyxis::configuration configuration;
  if (configuration.set(number(), value))
    (void)pyxis::run(configuration, operation);
}
