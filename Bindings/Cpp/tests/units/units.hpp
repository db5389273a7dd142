// What two translation units say about one entry, each compiled in its own way.
#ifndef PYXIS_TESTS_UNITS_HPP
#define PYXIS_TESTS_UNITS_HPP

#include <cstdint>

/** The key of the second unit, which has no exceptions. */
std::uint32_t second_key();

/** What the second unit reads of its entry. */
std::int64_t second_reads();

/** Runs an operation in a scope of the second unit. */
void run_in_second(std::int64_t value, void (*operation)());

#endif // PYXIS_TESTS_UNITS_HPP
