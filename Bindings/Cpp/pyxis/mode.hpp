// How failures are told: by exceptions, or without them.
#ifndef PYXIS_MODE_HPP
#define PYXIS_MODE_HPP

#if !defined(__cplusplus) || __cplusplus < 201703L
#error "pyxis.hpp needs C++17 or newer"
#endif

/**
 * Defined where failures are returned as pyxis::result and never thrown.
 *
 * Define it before the first include of pyxis.hpp, or compile with -fno-exceptions. Parts of one
 * program may differ: PYXIS_MODE keeps them apart, and what does not fit together does not link.
 */
#if !defined(PYXIS_NO_EXCEPTIONS) && !defined(__cpp_exceptions)
#define PYXIS_NO_EXCEPTIONS 1
#endif

/** The inline namespace of everything in namespace pyxis. */
#ifdef PYXIS_NO_EXCEPTIONS
#define PYXIS_MODE without_exceptions
#else
#define PYXIS_MODE with_exceptions
#endif

#endif // PYXIS_MODE_HPP
