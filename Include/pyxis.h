/*
 * pyxis.h: typed process configuration, scoped overrides and honest launch reports.
 *
 * A test runner starts a program (the host) with a launch payload that asks for variants, such as
 * `color_scheme` = `dark`. The host prepares itself once from that payload with pyxis_prepare(),
 * which also says, variant by variant, what the host really applied: the report. From then on every
 * part of the program reads one effective configuration, and a scope overrides entries of it for
 * one piece of work, and for nothing else. C, C++, Python and Swift in one process share it.
 *
 * A first program, complete:
 *
 * ```c
 * #include <pyxis.h>
 * #include <stdio.h>
 *
 * static pyxis_key retries;
 *
 * static void work(void *user_data) {
 *   (void)user_data;
 *   int64_t value = 0;
 *   pyxis_get_int64(retries, &value);
 *   printf("retries in the scope: %d\n", (int)value);
 * }
 *
 * int main(void) {
 *   if (pyxis_key_define_int64("retries", PYXIS_ZERO_TERMINATED, 3, 0, &retries, NULL) != PYXIS_OK)
 *     return 1;
 *   pyxis_configuration *configuration = NULL;
 *   if (pyxis_configuration_capture(&configuration) != PYXIS_OK) return 1;
 *   pyxis_configuration_set_int64(configuration, retries, 5);
 *   pyxis_scope_run(configuration, work, NULL);
 *   return pyxis_configuration_release(configuration) == PYXIS_OK ? 0 : 1;
 * }
 * ```
 *
 * Conventions, which hold for every function:
 *
 * - Errors. A function that can fail returns a pyxis_status: 0 is PYXIS_OK, a positive value is a
 *   normal "nothing there", a negative one an error. A failed call changes nothing. Every non-NULL
 *   out-parameter is set to zero or NULL when the call does not return PYXIS_OK, unless its comment
 *   says otherwise. A function with more to say takes, last, an optional `pyxis_error **`: on error
 *   it stores an error object that the caller releases with pyxis_error_release(). There is no
 *   "last error". Of several faults in one call one is reported. Any function that takes a handle
 *   returns PYXIS_ERROR_INVALID_HANDLE for one that is NULL, garbage, released, or of another type;
 *   any function that has a required pointer returns PYXIS_ERROR_INVALID_ARGUMENT when it is NULL.
 * - Strings in are a pointer and a length in bytes; PYXIS_ZERO_TERMINATED as the length means that
 *   the string ends at its first NUL. Text is UTF-8 and is never repaired or normalised: invalid
 *   UTF-8 is PYXIS_ERROR_INVALID_UTF8. NULL with length 0 is the empty string, where NULL has no
 *   meaning of its own; NULL with another length is PYXIS_ERROR_INVALID_ARGUMENT. Keys and values
 *   compare by their bytes.
 * - Strings out are a pyxis_string, a view that is borrowed from the object it came from: it has a
 *   length, is followed by a NUL that the length does not count, and may contain NUL bytes.
 * - Handles (`pyxis_configuration *` and the like) are opaque values, not addresses. Each function
 *   that hands one out through a `**` out-parameter gives the caller ownership: release it once,
 *   with the release function of its type. Releasing NULL is PYXIS_OK and does nothing. Handles
 *   passed to a callback are borrowed: they are valid until the callback returns, and releasing one
 *   is PYXIS_ERROR_NOT_OWNED. No function of this library ever takes ownership of a handle.
 *   Work that escapes (a callback, another thread, a queue) takes its scope along like this:
 *   pyxis_configuration_capture() where the scope is in force, pyxis_scope_run() where the work is.
 * - Booleans are int32_t: any non-zero value is true going in; 0 or 1 comes out.
 * - Structs that the caller fills start with `struct_size`; initialise them with their `_INIT`
 *   macro. Fields are only ever appended. A smaller (older) struct is read as far as it goes; a
 *   larger (newer) one is accepted if the part that this library does not know is all zero. Sizes
 *   are multiples of the alignment of a pointer; another one is PYXIS_ERROR_INVALID_STRUCT.
 * - Callbacks get back the `void *user_data` that came with them. They run on the thread of the
 *   call that runs them, while the library holds no lock: a callback may call any function of this
 *   header. A callback must return; leaving it with longjmp or a C++ exception is not supported.
 * - Threads. Every function may be called from any thread, unless its comment says otherwise; a
 *   handle may be used from several threads at once, and released by one while another uses it.
 *   A view is the exception: it is the caller who keeps the object it is borrowed from.
 * - The library starts no thread, installs no signal handler, writes no environment variable and
 *   never ends the process. After fork() the child may go on calling every function. Signal
 *   handlers may call none.
 *
 * "R7" and the like number the rules that hold in every language: see RULES.md of the project.
 */
#ifndef PYXIS_H
#define PYXIS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------------------------------
 * Version
 * --------------------------------------------------------------------------------------------- */

/** The version of this header. The library's own is pyxis_version(). Since: 0.1. */
#define PYXIS_VERSION_MAJOR 0
#define PYXIS_VERSION_MINOR 1
#define PYXIS_VERSION_PATCH 0

/** The version of this header as one number: major * 1000000 + minor * 1000 + patch. Since: 0.1. */
#define PYXIS_VERSION                                                                              \
  (PYXIS_VERSION_MAJOR * 1000000 + PYXIS_VERSION_MINOR * 1000 + PYXIS_VERSION_PATCH)

/**
 * Returns the version of the library that is loaded, as one number (see PYXIS_VERSION).
 *
 * A program that was built with a header of the same major version, and of the same or an older
 * minor version, works with it. Thread: any. Since: 0.1.
 */
int32_t pyxis_version(void);

/**
 * Returns the version of the library that is loaded, such as "0.1.0".
 *
 * The string is static: it is never freed. Thread: any. Since: 0.1.
 */
const char *pyxis_version_string(void);

/* ------------------------------------------------------------------------------------------------
 * Status
 * --------------------------------------------------------------------------------------------- */

/** What became of a call: 0 success, positive "nothing there", negative error. Since: 0.1. */
typedef int32_t pyxis_status;

/** The call did what it says. */
#define PYXIS_OK 0
/** The environment asks for nothing: preparation ran nothing and is not used up (R8). */
#define PYXIS_NO_PAYLOAD 1
/** There is no such entry, key, variant or report. */
#define PYXIS_NOT_FOUND 2
/** The process was not prepared, so there is nothing to apply (R24). */
#define PYXIS_NOT_PREPARED 3
/** Nobody asked for reports: the environment names neither a run nor a folder for them. */
#define PYXIS_NO_REPORT_DIRECTORY 4

/** A required pointer is NULL, a number is out of its range, or a combination has no meaning. */
#define PYXIS_ERROR_INVALID_ARGUMENT (-1)
/** A handle is NULL, garbage, released, or of another type. */
#define PYXIS_ERROR_INVALID_HANDLE (-2)
/** A pyxis_key was not made by a key function of this library. */
#define PYXIS_ERROR_INVALID_KEY (-3)
/** A text is not valid UTF-8. */
#define PYXIS_ERROR_INVALID_UTF8 (-4)
/** A `struct_size` is too small to be one, or a newer field that is not known here is set. */
#define PYXIS_ERROR_INVALID_STRUCT (-5)
/** The key has another type than the function. */
#define PYXIS_ERROR_TYPE_MISMATCH (-6)
/** The name is defined already with another type, default or flags (R5). */
#define PYXIS_ERROR_KEY_CONFLICT (-7)
/** The buffer is too small; the needed size was stored. */
#define PYXIS_ERROR_BUFFER_TOO_SMALL (-8)
/** The call belongs to another thread. */
#define PYXIS_ERROR_WRONG_THREAD (-9)
/** The scope is not the innermost open one here: scopes close in reverse order. */
#define PYXIS_ERROR_WRONG_ORDER (-10)
/** The handle is borrowed: it is not the caller's to release. */
#define PYXIS_ERROR_NOT_OWNED (-11)
/** The launch payload cannot be read; the error has reason and byte offset. */
#define PYXIS_ERROR_MALFORMED_PAYLOAD (-12)
/** The launch payload has a version that this library does not know. */
#define PYXIS_ERROR_UNSUPPORTED_VERSION (-13)
/** This process was prepared already (R12). */
#define PYXIS_ERROR_ALREADY_PREPARED (-14)
/** A preparation of this process is running (R12). */
#define PYXIS_ERROR_PREPARATION_IN_PROGRESS (-15)
/** The configure callback failed (R13). */
#define PYXIS_ERROR_CONFIGURE_FAILED (-16)
/** A result of a report lacks its value or its reason; the error names the key (R15). */
#define PYXIS_ERROR_INVALID_REPORT (-17)
/** An encoded report cannot be read; the error has reason and byte offset. */
#define PYXIS_ERROR_MALFORMED_REPORT (-18)
/** A fixed limit of this library is reached, such as the number of keys or of live handles. */
#define PYXIS_ERROR_LIMIT_REACHED (-19)
/** The report could not be published where the runner wants it; the error says why. */
#define PYXIS_ERROR_REPORT_NOT_PUBLISHED (-20)

/**
 * Returns the constant's name of a status, such as "PYXIS_NO_PAYLOAD".
 *
 * Returns "PYXIS_UNKNOWN_STATUS" for a value that is none. The string is static. Thread: any.
 * Since: 0.1.
 */
const char *pyxis_status_name(pyxis_status status);

/**
 * Returns what a status means, as an English sentence.
 *
 * Returns a sentence for every value, unknown ones included. The string is static. Thread: any.
 * Since: 0.1.
 */
const char *pyxis_status_text(pyxis_status status);

/* ------------------------------------------------------------------------------------------------
 * Strings, bytes and buffers
 * --------------------------------------------------------------------------------------------- */

/** As a length: the string ends at its first NUL byte. Since: 0.1. */
#define PYXIS_ZERO_TERMINATED ((size_t)-1)

/**
 * A view of text that another object owns: `length` bytes of UTF-8 at `data`, and a NUL after them.
 *
 * An absent text has `data` NULL; an empty one has length 0 and `data` not NULL. Since: 0.1.
 */
typedef struct pyxis_string {
  const char *data;
  size_t length;
} pyxis_string;

/** A view of `size` bytes at `data` that another object owns. Since: 0.1. */
typedef struct pyxis_bytes {
  const uint8_t *data;
  size_t size;
} pyxis_bytes;

/** Text that the library made and the caller owns. Since: 0.1. */
typedef struct pyxis_buffer pyxis_buffer;

/**
 * Returns the start of a buffer's text, which is followed by a NUL.
 *
 * The pointer is borrowed: it is valid until the buffer is released. Returns NULL for an invalid
 * handle. Thread: any. Since: 0.1.
 */
const char *pyxis_buffer_data(const pyxis_buffer *buffer);

/**
 * Returns the size of a buffer's text in bytes, without the NUL after it.
 *
 * Returns 0 for an invalid handle. Thread: any. Since: 0.1.
 */
size_t pyxis_buffer_size(const pyxis_buffer *buffer);

/** Releases a buffer. NULL: PYXIS_OK, nothing happens. Thread: any. Since: 0.1. */
pyxis_status pyxis_buffer_release(pyxis_buffer *buffer);

/* ------------------------------------------------------------------------------------------------
 * Errors and diagnostics
 * --------------------------------------------------------------------------------------------- */

/**
 * What went wrong in one call: a status, a sentence, and where it applies a key and an offset.
 *
 * ```c
 * #include <pyxis.h>
 * #include <stdio.h>
 *
 * int main(void) {
 *   pyxis_key key;
 *   pyxis_error *error = NULL;
 *   if (pyxis_key_define_string("a\0b", 3, "", 0, 0, &key, &error) == PYXIS_OK) return 1;
 *   pyxis_string message;
 *   pyxis_error_message(error, &message);
 *   fprintf(stderr, "%s: %s\n", pyxis_status_name(pyxis_error_status(error)), message.data);
 *   return pyxis_error_release(error) == PYXIS_OK ? 0 : 1;
 * }
 * ```
 *
 * Since: 0.1.
 */
typedef struct pyxis_error pyxis_error;

/**
 * Returns the status that the failed call returned.
 *
 * Returns PYXIS_ERROR_INVALID_HANDLE for an invalid handle. Thread: any. Since: 0.1.
 */
pyxis_status pyxis_error_status(const pyxis_error *error);

/**
 * Stores an error's message: an English sentence that says what was wrong and where.
 *
 * `message` is required; the view is valid until the error is released. Thread: any. Since: 0.1.
 */
pyxis_status pyxis_error_message(const pyxis_error *error, pyxis_string *message);

/**
 * Stores the name of the key or variant that an error is about.
 *
 * `key` is required; the view is valid until the error is released. Returns PYXIS_NOT_FOUND if the
 * error is not about one. Thread: any. Since: 0.1.
 */
pyxis_status pyxis_error_key(const pyxis_error *error, pyxis_string *key);

/**
 * Stores the offset, in bytes from the start of the text that was read, of what was wrong there.
 *
 * `offset` is required. Returns PYXIS_NOT_FOUND if the error is not about a place in a text.
 * Thread: any. Since: 0.1.
 */
pyxis_status pyxis_error_offset(const pyxis_error *error, size_t *offset);

/**
 * Stores the version of a launch payload whose version is not known here.
 *
 * `version` is required. Returns PYXIS_NOT_FOUND if the error is of another kind. Thread: any.
 * Since: 0.1.
 */
pyxis_status pyxis_error_version(const pyxis_error *error, int64_t *version);

/** Releases an error. NULL: PYXIS_OK, nothing happens. Thread: any. Since: 0.1. */
pyxis_status pyxis_error_release(pyxis_error *error);

/** Gives up what a `user_data` owns. Called exactly once for each. Since: 0.1. */
typedef void (*pyxis_destroy_function)(void *user_data);

/**
 * Takes a message about something that no call could return, such as a key collision (R5).
 *
 * `message` is valid until the function returns. It may run on any thread. Since: 0.1.
 */
typedef void (*pyxis_diagnostic_function)(const pyxis_string *message, void *user_data);

/**
 * Sets where diagnostics go; the default writes each as a line to standard error.
 *
 * `handler` NULL restores the default. `destroy` (optional) is called once with `user_data` when
 * the handler has been replaced and no call of it is running. Thread: any. Since: 0.1.
 */
pyxis_status pyxis_diagnostic_set_handler(pyxis_diagnostic_function handler, void *user_data,
                                          pyxis_destroy_function destroy);

/* ------------------------------------------------------------------------------------------------
 * Keys
 * --------------------------------------------------------------------------------------------- */

/**
 * Names one typed entry of configurations. 0 is never a key.
 *
 * A key is defined once by name and lives as long as the process. Defining it again with the same
 * type, default and flags gives the same key, in every language (R5). Since: 0.1.
 */
typedef uint32_t pyxis_key;

/** The type of a key's values. Since: 0.1. */
typedef int32_t pyxis_type;

#define PYXIS_TYPE_BOOL 1
#define PYXIS_TYPE_INT64 2
#define PYXIS_TYPE_DOUBLE 3
#define PYXIS_TYPE_STRING 4
#define PYXIS_TYPE_BYTES 5
#define PYXIS_TYPE_CAPABILITY 6
/** A named Swift key whose values have no form in C: it can be found and described, not read. */
#define PYXIS_TYPE_OPAQUE 7

/** The key's values are secret: dumps, descriptions, errors and reports show them redacted. */
#define PYXIS_KEY_SECRET 1u

/**
 * Defines a key of booleans.
 *
 * `name`, `name_length`: the key's name; not empty, valid UTF-8, no NUL. `default_value`: what the
 * key reads as where no configuration holds it (R1). `flags`: 0 or PYXIS_KEY_SECRET. `key`:
 * required, takes the key. `error`: optional.
 *
 * Returns PYXIS_ERROR_INVALID_ARGUMENT (empty name, NUL in the name, unknown flag),
 * PYXIS_ERROR_INVALID_UTF8, PYXIS_ERROR_KEY_CONFLICT or PYXIS_ERROR_LIMIT_REACHED. Doubles compare
 * by their bits here, so that a default of NaN equals itself. Thread: any. Since: 0.1.
 */
pyxis_status pyxis_key_define_bool(const char *name, size_t name_length, int32_t default_value,
                                   uint32_t flags, pyxis_key *key, pyxis_error **error);

/** Defines a key of 64-bit signed integers; see pyxis_key_define_bool(). Since: 0.1. */
pyxis_status pyxis_key_define_int64(const char *name, size_t name_length, int64_t default_value,
                                    uint32_t flags, pyxis_key *key, pyxis_error **error);

/** Defines a key of double-precision numbers; see pyxis_key_define_bool(). Since: 0.1. */
pyxis_status pyxis_key_define_double(const char *name, size_t name_length, double default_value,
                                     uint32_t flags, pyxis_key *key, pyxis_error **error);

/**
 * Defines a key of UTF-8 strings; see pyxis_key_define_bool(). The default is copied.
 *
 * Also returns PYXIS_ERROR_INVALID_UTF8 for a default that is not UTF-8. Since: 0.1.
 */
pyxis_status pyxis_key_define_string(const char *name, size_t name_length,
                                     const char *default_value, size_t default_length,
                                     uint32_t flags, pyxis_key *key, pyxis_error **error);

/**
 * Defines a key of byte strings; see pyxis_key_define_bool(). The default is copied.
 *
 * `default_value` may be NULL with size 0. Since: 0.1.
 */
pyxis_status pyxis_key_define_bytes(const char *name, size_t name_length,
                                    const uint8_t *default_value, size_t default_size,
                                    uint32_t flags, pyxis_key *key, pyxis_error **error);

/**
 * Defines a key of capabilities: pointers to services, with destructors; see
 * pyxis_key_define_bool(). The default is NULL. Since: 0.1.
 */
pyxis_status pyxis_key_define_capability(const char *name, size_t name_length, uint32_t flags,
                                         pyxis_key *key, pyxis_error **error);

/**
 * Stores how many keys have names in this process, in whichever language. `count` is required.
 *
 * Thread: any. Since: 0.1.
 */
pyxis_status pyxis_key_count(size_t *count);

/**
 * Stores a key by its position in the order of definition. `key` is required.
 *
 * Returns PYXIS_NOT_FOUND from `count` on. Thread: any. Since: 0.1.
 */
pyxis_status pyxis_key_at(size_t index, pyxis_key *key);

/**
 * Finds a key that is defined in this process, in whichever language.
 *
 * `key` is required. Returns PYXIS_NOT_FOUND if no key has that name, PYXIS_ERROR_INVALID_UTF8.
 * Thread: any. Since: 0.1.
 */
pyxis_status pyxis_key_find(const char *name, size_t name_length, pyxis_key *key);

/**
 * Stores a key's name. `name` is required; the view is valid for ever.
 *
 * Returns PYXIS_ERROR_INVALID_KEY. Thread: any. Since: 0.1.
 */
pyxis_status pyxis_key_name(pyxis_key key, pyxis_string *name);

/**
 * Stores a key's type, one of PYXIS_TYPE_…. `type` is required.
 *
 * Returns PYXIS_ERROR_INVALID_KEY. Thread: any. Since: 0.1.
 */
pyxis_status pyxis_key_type(pyxis_key key, pyxis_type *type);

/**
 * Stores a key's flags. `flags` is required.
 *
 * Returns PYXIS_ERROR_INVALID_KEY. Thread: any. Since: 0.1.
 */
pyxis_status pyxis_key_flags(pyxis_key key, uint32_t *flags);

/* ------------------------------------------------------------------------------------------------
 * Configurations
 * --------------------------------------------------------------------------------------------- */

/**
 * A configuration: entries, the requested variants and, after preparation, the report.
 *
 * It is a value: what is set in one never shows in another, in a scope opened from it, or in the
 * process default (R2). Capturing, copying and releasing do not copy entries. Since: 0.1.
 */
typedef struct pyxis_configuration pyxis_configuration;

/** Requested variants: keys with their values, each a non-empty key once. Since: 0.1. */
typedef struct pyxis_variants pyxis_variants;

/**
 * What became of each variant, in the order of the keys' bytes.
 *
 * Where a variant has the name of a key that was defined as secret before the report was taken
 * from this process, its value is "<redacted>", and so is what its reason repeats of it. A decoded
 * report shows what its text has. pyxis_report_publish() leaves out the values of secret keys in
 * either. Since: 0.1.
 */
typedef struct pyxis_report pyxis_report;

/**
 * Makes an empty configuration, in which every key reads as its default.
 *
 * `configuration` is required; the caller owns the handle. Returns PYXIS_ERROR_LIMIT_REACHED.
 * Thread: any. Since: 0.1.
 */
pyxis_status pyxis_configuration_create(pyxis_configuration **configuration);

/**
 * Takes a snapshot of the effective configuration (R7).
 *
 * It keeps its values after the scope that was in force is gone. `configuration` is required; the
 * caller owns the handle. Returns PYXIS_ERROR_LIMIT_REACHED. Thread: any. Since: 0.1.
 */
pyxis_status pyxis_configuration_capture(pyxis_configuration **configuration);

/**
 * Copies a configuration; the two are independent from then on (R2).
 *
 * `copy` is required; the caller owns the handle. Returns PYXIS_ERROR_LIMIT_REACHED. Thread: any.
 * Since: 0.1.
 */
pyxis_status pyxis_configuration_copy(const pyxis_configuration *configuration,
                                      pyxis_configuration **copy);

/** Releases a configuration. NULL: PYXIS_OK, nothing happens. Thread: any. Since: 0.1. */
pyxis_status pyxis_configuration_release(pyxis_configuration *configuration);

/**
 * Sets a boolean entry.
 *
 * Setting an entry marks no variant as applied (R14). Returns PYXIS_ERROR_INVALID_KEY or
 * PYXIS_ERROR_TYPE_MISMATCH. Thread: any. Since: 0.1.
 */
pyxis_status pyxis_configuration_set_bool(pyxis_configuration *configuration, pyxis_key key,
                                          int32_t value);

/** Sets an integer entry; see pyxis_configuration_set_bool(). Since: 0.1. */
pyxis_status pyxis_configuration_set_int64(pyxis_configuration *configuration, pyxis_key key,
                                           int64_t value);

/** Sets a number entry; see pyxis_configuration_set_bool(). Since: 0.1. */
pyxis_status pyxis_configuration_set_double(pyxis_configuration *configuration, pyxis_key key,
                                            double value);

/**
 * Sets a string entry; see pyxis_configuration_set_bool(). The value is copied.
 *
 * Also returns PYXIS_ERROR_INVALID_UTF8. Since: 0.1.
 */
pyxis_status pyxis_configuration_set_string(pyxis_configuration *configuration, pyxis_key key,
                                            const char *value, size_t length);

/**
 * Sets a bytes entry; see pyxis_configuration_set_bool(). The value is copied.
 *
 * `value` may be NULL with size 0. Also returns PYXIS_ERROR_INVALID_ARGUMENT for NULL with another
 * size. Since: 0.1.
 */
pyxis_status pyxis_configuration_set_bytes(pyxis_configuration *configuration, pyxis_key key,
                                           const uint8_t *value, size_t size);

/**
 * Sets a capability entry; see pyxis_configuration_set_bool().
 *
 * `value`: the service, which any thread may be given; may be NULL. `destroy`: optional; called
 * once with `value`, on any thread, when the last configuration, scope and handle that hold the
 * entry are gone. The call takes `value` over even when it fails: `destroy` has then been called
 * when it returns. What preparation published lives as long as the process. Since: 0.1.
 */
pyxis_status pyxis_configuration_set_capability(pyxis_configuration *configuration, pyxis_key key,
                                                void *value, pyxis_destroy_function destroy);

/**
 * Takes an entry out of a configuration: it reads as the key's default again.
 *
 * Returns PYXIS_NOT_FOUND if the configuration did not hold it, PYXIS_ERROR_INVALID_KEY.
 * Thread: any. Since: 0.1.
 */
pyxis_status pyxis_configuration_unset(pyxis_configuration *configuration, pyxis_key key);

/**
 * Stores a configuration's boolean entry, or the key's default if it holds none (R1).
 *
 * `value` is required and takes 0 or 1. Returns PYXIS_ERROR_INVALID_KEY or
 * PYXIS_ERROR_TYPE_MISMATCH. Thread: any. Since: 0.1.
 */
pyxis_status pyxis_configuration_get_bool(const pyxis_configuration *configuration, pyxis_key key,
                                          int32_t *value);

/** Stores a configuration's integer entry; see pyxis_configuration_get_bool(). Since: 0.1. */
pyxis_status pyxis_configuration_get_int64(const pyxis_configuration *configuration, pyxis_key key,
                                           int64_t *value);

/** Stores a configuration's number entry; see pyxis_configuration_get_bool(). Since: 0.1. */
pyxis_status pyxis_configuration_get_double(const pyxis_configuration *configuration, pyxis_key key,
                                            double *value);

/**
 * Stores a view of a configuration's string entry; see pyxis_configuration_get_bool().
 *
 * The view is valid until that entry is set or unset in this handle, or the handle is released.
 * Since: 0.1.
 */
pyxis_status pyxis_configuration_get_string(const pyxis_configuration *configuration, pyxis_key key,
                                            pyxis_string *value);

/** Stores a view of a configuration's bytes entry; see pyxis_configuration_get_string().
 *
 * Since: 0.1.
 */
pyxis_status pyxis_configuration_get_bytes(const pyxis_configuration *configuration, pyxis_key key,
                                           pyxis_bytes *value);

/**
 * Stores a configuration's capability entry; see pyxis_configuration_get_bool().
 *
 * The pointer is valid as long as the view of a string would be, see
 * pyxis_configuration_get_string(). Since: 0.1.
 */
pyxis_status pyxis_configuration_get_capability(const pyxis_configuration *configuration,
                                                pyxis_key key, void **value);

/**
 * Stores whether two configurations hold equal entries, requested variants and reports.
 *
 * `equal` is required and takes 0 or 1. Doubles compare by their bits, strings and bytes by their
 * content, capabilities by their address. An entry that is set to the key's default differs from
 * one that is not set. Thread: any. Since: 0.1.
 */
pyxis_status pyxis_configuration_equal(const pyxis_configuration *one,
                                       const pyxis_configuration *other, int32_t *equal);

/**
 * Describes a configuration as JSON for people: each entry's name, type, value and origin, in the
 * order of the names' bytes, then what was requested, and the report.
 *
 *     {"entries":[{"name":"retries","type":"int64","value":5,
 *                  "origin":{"source":"scope","depth":1,"label":"preview"}}],"requested":{}}
 *
 * `source` is "default", "process", "scope" or "configuration". Bytes show as hexadecimal digits,
 * numbers that JSON has not as strings, capabilities as "a capability" or "none". Values of secret
 * keys are left out, and their entries have "redacted":true. `text` is required; the caller owns
 * the buffer. Returns PYXIS_ERROR_LIMIT_REACHED. Thread: any. Since: 0.1.
 */
pyxis_status pyxis_configuration_describe(const pyxis_configuration *configuration,
                                          pyxis_buffer **text);

/**
 * Stores a configuration's requested variants (R3).
 *
 * `variants` is required; the caller owns the handle, a copy: changing it changes no configuration.
 * Before preparation there are none: the handle's count is 0. Returns PYXIS_ERROR_LIMIT_REACHED.
 * Thread: any. Since: 0.1.
 */
pyxis_status pyxis_configuration_requested(const pyxis_configuration *configuration,
                                           pyxis_variants **variants);

/**
 * Stores a configuration's launch report (R3).
 *
 * `report` is required; the caller owns the handle. Returns PYXIS_NOT_FOUND if there is none, that
 * is before preparation and during it; PYXIS_ERROR_LIMIT_REACHED. Thread: any. Since: 0.1.
 */
pyxis_status pyxis_configuration_report(const pyxis_configuration *configuration,
                                        pyxis_report **report);

/* ------------------------------------------------------------------------------------------------
 * Effective reads
 * --------------------------------------------------------------------------------------------- */

/**
 * Stores the effective boolean value of a key.
 *
 * The innermost scope's, else the process default's, else the key's default (R1, R6, R23). No lock,
 * no allocation. `value` is required and takes 0 or 1. Returns PYXIS_ERROR_INVALID_KEY or
 * PYXIS_ERROR_TYPE_MISMATCH. Thread: any. Since: 0.1.
 */
pyxis_status pyxis_get_bool(pyxis_key key, int32_t *value);

/** Stores the effective integer value of a key; see pyxis_get_bool(). Since: 0.1. */
pyxis_status pyxis_get_int64(pyxis_key key, int64_t *value);

/** Stores the effective number value of a key; see pyxis_get_bool(). Since: 0.1. */
pyxis_status pyxis_get_double(pyxis_key key, double *value);

/**
 * Copies the effective string value of a key into the caller's buffer; see pyxis_get_bool().
 *
 * `buffer`, `capacity`: where it goes, and its size in bytes; the value and a NUL after it need
 * its length + 1. `length`: optional; takes the value's length in bytes, without the NUL, also when
 * the call returns PYXIS_ERROR_BUFFER_TOO_SMALL. In that case the buffer is unchanged; NULL with
 * capacity 0 asks for the length alone. No allocation. Since: 0.1.
 *
 * ```c
 * #include <pyxis.h>
 * #include <string.h>
 *
 * int main(void) {
 *   pyxis_key key;
 *   pyxis_key_define_string("subscription.status", PYXIS_ZERO_TERMINATED, "none",
 *                           PYXIS_ZERO_TERMINATED, 0, &key, NULL);
 *   char value[64];
 *   size_t length = 0;
 *   if (pyxis_get_string(key, value, sizeof value, &length) != PYXIS_OK) return 1;
 *   return length == 4 && strcmp(value, "none") == 0 ? 0 : 1;
 * }
 * ```
 */
pyxis_status pyxis_get_string(pyxis_key key, char *buffer, size_t capacity, size_t *length);

/**
 * Copies the effective bytes value of a key into the caller's buffer; see pyxis_get_string().
 *
 * The value needs its size, and no NUL. `size`: optional; takes the value's size, also when the
 * call returns PYXIS_ERROR_BUFFER_TOO_SMALL. Since: 0.1.
 */
pyxis_status pyxis_get_bytes(pyxis_key key, uint8_t *buffer, size_t capacity, size_t *size);

/**
 * Stores the effective capability of a key; see pyxis_get_bool().
 *
 * The pointer is valid while the scope that was in force is open; to keep it longer, capture the
 * configuration. Since: 0.1.
 */
pyxis_status pyxis_get_capability(pyxis_key key, void **value);

/** Where an effective value comes from. Since: 0.1. */
typedef int32_t pyxis_origin;

/** Nothing holds the entry: it reads as the key's default. */
#define PYXIS_ORIGIN_KEY_DEFAULT 1
/** What preparation published. */
#define PYXIS_ORIGIN_PROCESS_DEFAULT 2
/** A scope that set the entry, or came with a configuration that holds it. */
#define PYXIS_ORIGIN_SCOPE 3

/**
 * Explains where the effective value of a key comes from.
 *
 * `origin`: required. `depth`: optional; of a scope, how many scopes deep it was when it was
 * opened, the outermost being 1; else 0. `label`: optional; of a scope that has one, its label,
 * and the caller owns the buffer; else NULL. An entry that a Swift scope's update set keeps that
 * origin wherever its configuration is captured and used. The other entries of a configuration come
 * from the scope that shows it; captured in a scope with a label and not changed since, they keep
 * coming from that scope. Returns PYXIS_ERROR_INVALID_KEY or PYXIS_ERROR_LIMIT_REACHED.
 * Thread: any. Since: 0.1.
 */
pyxis_status pyxis_explain(pyxis_key key, pyxis_origin *origin, uint32_t *depth,
                           pyxis_buffer **label);

/* ------------------------------------------------------------------------------------------------
 * Scopes
 * --------------------------------------------------------------------------------------------- */

/** The work that runs inside a scope. Since: 0.1. */
typedef void (*pyxis_operation_function)(void *user_data);

/**
 * Runs an operation with a configuration in force, and restores what was in force before (R17).
 *
 * The scope is a full one: code in any language that the operation calls on this thread reads it,
 * and Swift tasks started inside inherit it (R20, R23). It shows the configuration as it is at this
 * call; changing or releasing the handle later, also from inside the operation, changes nothing.
 * Threads that the operation starts do not inherit it: capture there, and run a scope here.
 *
 * `operation` is required. Thread: any; the operation runs on the caller's. Since: 0.1.
 */
pyxis_status pyxis_scope_run(const pyxis_configuration *configuration,
                             pyxis_operation_function operation, void *user_data);

/**
 * Runs an operation in a scope with a label, which pyxis_explain() shows; see pyxis_scope_run().
 *
 * `label`: copied. Also returns PYXIS_ERROR_INVALID_UTF8. Since: 0.1.
 */
pyxis_status pyxis_scope_run_labeled(const pyxis_configuration *configuration, const char *label,
                                     size_t label_length, pyxis_operation_function operation,
                                     void *user_data);

/** A scope that stays open until it is closed, on one thread. Since: 0.1. */
typedef struct pyxis_scope pyxis_scope;

/**
 * Opens a scope on this thread, for hosts whose scope is not one call.
 *
 * Code in any language that runs on this thread in the same context reads it (R23): inside a Swift
 * task, that task, for as long as it stays within the same `withPyxis`. Swift tasks started inside
 * do not inherit it; use pyxis_scope_run() for that. A scope that is still open when its
 * surrounding pyxis_scope_run() or `withPyxis` ends on its thread, when the configure callback or
 * adapter that opened it returns, or when its thread ends, is closed by that.
 *
 * `scope` is required; close it with pyxis_scope_close(). Returns PYXIS_ERROR_LIMIT_REACHED.
 * Thread: any. Since: 0.1.
 *
 * ```c
 * #include <pyxis.h>
 *
 * int main(void) {
 *   pyxis_key key;
 *   pyxis_configuration *configuration;
 *   pyxis_scope *scope;
 *   int32_t inside = 0, after = 1;
 *   pyxis_key_define_bool("feature.beta", PYXIS_ZERO_TERMINATED, 0, 0, &key, NULL);
 *   pyxis_configuration_capture(&configuration);
 *   pyxis_configuration_set_bool(configuration, key, 1);
 *   if (pyxis_scope_open(configuration, &scope) != PYXIS_OK) return 1;
 *   pyxis_configuration_release(configuration);
 *   pyxis_get_bool(key, &inside);
 *   if (pyxis_scope_close(scope) != PYXIS_OK) return 1;
 *   pyxis_get_bool(key, &after);
 *   return inside == 1 && after == 0 ? 0 : 1;
 * }
 * ```
 */
pyxis_status pyxis_scope_open(const pyxis_configuration *configuration, pyxis_scope **scope);

/**
 * Opens a scope with a label, which pyxis_explain() shows; see pyxis_scope_open().
 *
 * `label`: copied. Also returns PYXIS_ERROR_INVALID_UTF8. Since: 0.1.
 */
pyxis_status pyxis_scope_open_labeled(const pyxis_configuration *configuration, const char *label,
                                      size_t label_length, pyxis_scope **scope);

/**
 * Closes a scope and restores what was in force before it was opened.
 *
 * Returns PYXIS_ERROR_WRONG_THREAD on another thread than the one that opened it,
 * PYXIS_ERROR_WRONG_ORDER if it is not the innermost open scope here, and
 * PYXIS_ERROR_INVALID_HANDLE if it is closed already or is NULL. An error changes nothing, and the
 * right close still works. Thread: the one that opened the scope. Since: 0.1.
 */
pyxis_status pyxis_scope_close(pyxis_scope *scope);

/* ------------------------------------------------------------------------------------------------
 * Variants
 * --------------------------------------------------------------------------------------------- */

/**
 * Makes an empty set of variants, to be filled and encoded for a child process.
 *
 * `variants` is required; the caller owns the handle. Returns PYXIS_ERROR_LIMIT_REACHED.
 * Thread: any. Since: 0.1.
 */
pyxis_status pyxis_variants_create(pyxis_variants **variants);

/**
 * Sets a variant. A key that is there already keeps its place and takes the new value.
 *
 * The strings are copied. Returns PYXIS_ERROR_INVALID_ARGUMENT for a key that is empty or has a
 * NUL, PYXIS_ERROR_INVALID_UTF8. Thread: any. Since: 0.1.
 */
pyxis_status pyxis_variants_set(pyxis_variants *variants, const char *key, size_t key_length,
                                const char *value, size_t value_length);

/** Stores the number of variants. `count` is required. Thread: any. Since: 0.1. */
pyxis_status pyxis_variants_count(const pyxis_variants *variants, size_t *count);

/**
 * Stores the variant at a position: in the order of setting; sorted by bytes when decoded.
 *
 * `key`, `value`: optional; the views are valid until the handle is changed or released. Returns
 * PYXIS_NOT_FOUND from `count` on. Thread: any. Since: 0.1.
 */
pyxis_status pyxis_variants_at(const pyxis_variants *variants, size_t index, pyxis_string *key,
                               pyxis_string *value);

/**
 * Stores the value of a variant.
 *
 * `value` is required; the view is valid until the handle is changed or released. Returns
 * PYXIS_NOT_FOUND if the key is not there, PYXIS_ERROR_INVALID_UTF8. Thread: any. Since: 0.1.
 */
pyxis_status pyxis_variants_find(const pyxis_variants *variants, const char *key, size_t key_length,
                                 pyxis_string *value);

/**
 * Decodes a launch payload, with the same strictness as preparation, and without preparing.
 *
 * `variants` is required; the caller owns the handle. `error`: optional. Returns
 * PYXIS_ERROR_MALFORMED_PAYLOAD, PYXIS_ERROR_UNSUPPORTED_VERSION or PYXIS_ERROR_LIMIT_REACHED; text
 * that is not UTF-8 is a malformed payload. Thread: any. Since: 0.1.
 */
pyxis_status pyxis_variants_decode(const char *text, size_t length, pyxis_variants **variants,
                                   pyxis_error **error);

/**
 * Encodes variants as the launch payload for a child's PYXIS_BOOTSTRAP.
 *
 * `payload` is required; the caller owns the buffer. Keys come in the order of their bytes.
 * `error`: optional. Returns PYXIS_ERROR_MALFORMED_PAYLOAD if two keys are canonically equivalent,
 * PYXIS_ERROR_LIMIT_REACHED. Thread: any. Since: 0.1.
 */
pyxis_status pyxis_variants_encode(const pyxis_variants *variants, pyxis_buffer **payload,
                                   pyxis_error **error);

/** Releases variants. NULL: PYXIS_OK, nothing happens. Thread: any. Since: 0.1. */
pyxis_status pyxis_variants_release(pyxis_variants *variants);

/* ------------------------------------------------------------------------------------------------
 * Reports
 * --------------------------------------------------------------------------------------------- */

/** What became of one variant. Since: 0.1. */
typedef int32_t pyxis_variant_status;

/** The host applied the variant; the result has the value that is in force. */
#define PYXIS_VARIANT_APPLIED 1
/** The host found the variant's value in force already; the result has that value. */
#define PYXIS_VARIANT_OBSERVED 2
/** The host cannot do this; the result has a reason. */
#define PYXIS_VARIANT_UNSUPPORTED 3
/** Nobody knows whether it is in force; the result has a reason. */
#define PYXIS_VARIANT_UNVERIFIED 4

/** Stores the number of results. `count` is required. Thread: any. Since: 0.1. */
pyxis_status pyxis_report_count(const pyxis_report *report, size_t *count);

/**
 * Stores the result at a position, in the order of the keys' bytes.
 *
 * `key`, `status`, `value`, `reason`: each optional; an absent value or reason has `data` NULL. The
 * views are valid until the report is released. Returns PYXIS_NOT_FOUND from `count` on.
 * Thread: any. Since: 0.1.
 */
pyxis_status pyxis_report_at(const pyxis_report *report, size_t index, pyxis_string *key,
                             pyxis_variant_status *status, pyxis_string *value,
                             pyxis_string *reason);

/**
 * Stores the result of one variant; see pyxis_report_at().
 *
 * Returns PYXIS_NOT_FOUND if the report has none for the key, PYXIS_ERROR_INVALID_UTF8.
 * Thread: any. Since: 0.1.
 */
pyxis_status pyxis_report_find(const pyxis_report *report, const char *key, size_t key_length,
                               pyxis_variant_status *status, pyxis_string *value,
                               pyxis_string *reason);

/**
 * Makes a report with every requested variant: the missing ones become unverified (R25).
 *
 * `covered` is required; the caller owns the handle. Returns PYXIS_ERROR_LIMIT_REACHED.
 * Thread: any. Since: 0.1.
 */
pyxis_status pyxis_report_covering(const pyxis_report *report, const pyxis_variants *requested,
                                   pyxis_report **covered);

/**
 * Encodes a report as JSON.
 *
 * `text` is required; the caller owns the buffer. `error`: optional. Returns
 * PYXIS_ERROR_INVALID_REPORT if two keys are canonically equivalent, which pyxis_report_covering()
 * may bring about; PYXIS_ERROR_LIMIT_REACHED. Thread: any. Since: 0.1.
 */
pyxis_status pyxis_report_encode(const pyxis_report *report, pyxis_buffer **text,
                                 pyxis_error **error);

/**
 * Decodes a report from JSON, strictly, and checks it (R15).
 *
 * `report` is required; the caller owns the handle. `error`: optional; of an invalid report it
 * names the key. Returns PYXIS_ERROR_MALFORMED_REPORT, PYXIS_ERROR_INVALID_REPORT or
 * PYXIS_ERROR_LIMIT_REACHED. Thread: any. Since: 0.1.
 */
pyxis_status pyxis_report_decode(const char *text, size_t length, pyxis_report **report,
                                 pyxis_error **error);

/** Releases a report. NULL: PYXIS_OK, nothing happens. Thread: any. Since: 0.1. */
pyxis_status pyxis_report_release(pyxis_report *report);

/* ------------------------------------------------------------------------------------------------
 * Preparation
 * --------------------------------------------------------------------------------------------- */

/** What an adapter says became of its variant; it starts as unverified. Since: 0.1. */
typedef struct pyxis_result pyxis_result;

/**
 * Sets what became of the variant; the last call counts.
 *
 * `status`: one of PYXIS_VARIANT_…. `value`, `reason`: NULL if absent, whatever the length; copied.
 * Applied and observed need a value, unsupported and unverified a reason: without it the report is
 * invalid, and the call that ran the adapter fails with PYXIS_ERROR_INVALID_REPORT (R15). Returns
 * PYXIS_ERROR_INVALID_ARGUMENT for another status, PYXIS_ERROR_INVALID_UTF8; the result then stays
 * as it was. Thread: any, until the adapter returns. Since: 0.1.
 */
pyxis_status pyxis_result_set(pyxis_result *result, pyxis_variant_status status, const char *value,
                              size_t value_length, const char *reason, size_t reason_length);

/**
 * Applies one variant and says in `result` what became of it (R14).
 *
 * The staged configuration is the effective one. `key` and `value` are valid until the function
 * returns; `result` is borrowed. Since: 0.1.
 */
typedef void (*pyxis_adapter_function)(const pyxis_string *key, const pyxis_string *value,
                                       pyxis_result *result, void *user_data);

/**
 * Check the value first: one that the variant is not known to have is reported as unsupported, with
 * a reason, and the adapter does not run. For the variants of windows, which have known values:
 * `color_scheme` (light, dark, system), `accessibility.contrast` (normal, high) and
 * `accessibility.content_size` (x_small, small, medium, large, x_large, xx_large, xxx_large,
 * accessibility_medium, accessibility_large, accessibility_x_large, accessibility_xx_large,
 * accessibility_xxx_large). With any other key it is PYXIS_ERROR_INVALID_ARGUMENT. Since: 0.1.
 */
#define PYXIS_ADAPTER_KNOWN_VALUES 1u

/** Host code for one variant. Since: 0.1. */
typedef struct pyxis_adapter {
  /** sizeof(pyxis_adapter): set by PYXIS_ADAPTER_INIT. The same in every element of an array. */
  uint32_t struct_size;
  /** 0 or PYXIS_ADAPTER_KNOWN_VALUES. */
  uint32_t flags;
  /** The variant's key; required, not empty, without a NUL, copied. */
  const char *key;
  size_t key_length;
  /** Required. It runs only if the variant was requested. */
  pyxis_adapter_function apply;
  void *user_data;
  /** Optional; called once with `user_data`, before the call that took the adapter returns. */
  pyxis_destroy_function destroy;
} pyxis_adapter;

#define PYXIS_ADAPTER_INIT                                                                         \
  { (uint32_t)sizeof(pyxis_adapter), 0, NULL, PYXIS_ZERO_TERMINATED, NULL, NULL, NULL }

/**
 * Sets entries of the staged configuration from what was requested.
 *
 * `configuration` is borrowed. Returns 0; any other value fails the preparation with
 * PYXIS_ERROR_CONFIGURE_FAILED, and the error's message contains it. Since: 0.1.
 */
typedef int32_t (*pyxis_configure_function)(pyxis_configuration *configuration, void *user_data);

/** Prepare on any thread: without it, pyxis_prepare() refuses all but the main thread (R16). */
#define PYXIS_PREPARE_ANY_THREAD 1u

/** How to prepare. Since: 0.1. */
typedef struct pyxis_prepare_options {
  /** sizeof(pyxis_prepare_options): set by PYXIS_PREPARE_OPTIONS_INIT. */
  uint32_t struct_size;
  /** 0 or PYXIS_PREPARE_ANY_THREAD. */
  uint32_t flags;
  /**
   * NULL: the process environment. Else `NAME=VALUE` strings, ended by NULL; may be empty. Of a
   * name that is there twice the first counts; strings without `=` are passed over. It says where
   * reports are published, too.
   */
  const char *const *environment;
  /** `adapter_count` adapters with different keys. NULL with 0: none. */
  const pyxis_adapter *adapters;
  size_t adapter_count;
  /** Optional. */
  pyxis_configure_function configure;
  void *configure_user_data;
  /** Optional; called once with `configure_user_data`, before pyxis_prepare() returns. */
  pyxis_destroy_function configure_destroy;
} pyxis_prepare_options;

#define PYXIS_PREPARE_OPTIONS_INIT                                                                 \
  { (uint32_t)sizeof(pyxis_prepare_options), 0, NULL, NULL, 0, NULL, NULL, NULL }

/**
 * Prepares the process from its launch payload: once, completely or not at all.
 *
 * Reads the payload from PYXIS_BOOTSTRAP, or from the file that PYXIS_BOOTSTRAP_FILE names by an
 * absolute path. Without one it returns PYXIS_NO_PAYLOAD, and nothing ran (R8). Else it runs
 * `configure` on a staged configuration, which starts as the process default and shows the
 * requested variants; then the adapters of requested variants, in the order of their keys' bytes,
 * with the staged configuration in force; and publishes configuration and report together (R9,
 * R10). A requested variant without an adapter is reported as unverified, and
 * `accessibility.color_filters` as unsupported (R14). Any failure publishes nothing, and a
 * corrected retry works (R13). If the environment says where the runner wants reports, the report
 * then goes there too, as pyxis_report_publish() puts it; the preparation stands if that fails.
 *
 * The arguments are checked first, then the thread, then whether there is a payload, then whether
 * the process is or is being prepared: a program learns of its own mistakes in every launch.
 *
 * `options`: optional. `report`: optional; the caller owns the handle. `error`: optional. What
 * `destroy` and `configure_destroy` give up is given up exactly once, also when the call fails,
 * unless its struct could not be read (PYXIS_ERROR_INVALID_STRUCT for a size too small, or for an
 * adapter whose size is not that of the first).
 *
 * Returns PYXIS_NO_PAYLOAD; PYXIS_ERROR_INVALID_ARGUMENT (an adapter without key or function, two
 * for one key, an unknown flag), PYXIS_ERROR_INVALID_STRUCT, PYXIS_ERROR_INVALID_UTF8,
 * PYXIS_ERROR_WRONG_THREAD, PYXIS_ERROR_MALFORMED_PAYLOAD, PYXIS_ERROR_UNSUPPORTED_VERSION,
 * PYXIS_ERROR_ALREADY_PREPARED, PYXIS_ERROR_PREPARATION_IN_PROGRESS, PYXIS_ERROR_CONFIGURE_FAILED,
 * PYXIS_ERROR_INVALID_REPORT or PYXIS_ERROR_LIMIT_REACHED (a report that finds no handle is
 * published all the same: pyxis_configuration_report() of a capture gives it later). Thread: the
 * main thread, or any with PYXIS_PREPARE_ANY_THREAD; it needs no run loop. Where Swift's main actor
 * is served by other threads, as in an `async` main program on Linux, code on the main actor passes
 * the flag too. Since: 0.1.
 *
 * ```c
 * #include <pyxis.h>
 * #include <stdio.h>
 *
 * static void apply_locale(const pyxis_string *key, const pyxis_string *value,
 *                          pyxis_result *result, void *user_data) {
 *   (void)key;
 *   (void)user_data;
 *   pyxis_result_set(result, PYXIS_VARIANT_APPLIED, value->data, value->length, NULL, 0);
 * }
 *
 * int main(void) {
 *   const char *environment[] = {
 *       "PYXIS_BOOTSTRAP={\"version\":1,\"requested\":{\"locale\":\"pl_PL\"}}", NULL};
 *   pyxis_adapter adapter = PYXIS_ADAPTER_INIT;
 *   adapter.key = "locale";
 *   adapter.apply = apply_locale;
 *   pyxis_prepare_options options = PYXIS_PREPARE_OPTIONS_INIT;
 *   options.environment = environment;
 *   options.adapters = &adapter;
 *   options.adapter_count = 1;
 *   pyxis_report *report = NULL;
 *   if (pyxis_prepare(&options, &report, NULL) != PYXIS_OK) return 1;
 *   pyxis_buffer *text = NULL;
 *   pyxis_report_encode(report, &text, NULL);
 *   puts(pyxis_buffer_data(text));
 *   pyxis_buffer_release(text);
 *   return pyxis_report_release(report) == PYXIS_OK ? 0 : 1;
 * }
 * ```
 */
pyxis_status pyxis_prepare(const pyxis_prepare_options *options, pyxis_report **report,
                           pyxis_error **error);

/**
 * Applies requested variants once more, as to a window that opened later (R24).
 *
 * Runs the adapters whose keys the launch requested, in the order of their bytes, with
 * `configuration` in force, whatever scope surrounds the call. Returns through `report` the process
 * report with the results of those keys replaced. The process report and the process default do not
 * change, and the call may be repeated. The new report is published as that of the preparation was.
 * An adapter whose window is gone sets unverified; PYXIS_ADAPTER_KNOWN_VALUES checks values.
 *
 * `configuration`: NULL for the effective one. `adapters`, `adapter_count`: as in
 * pyxis_prepare_options, `destroy` included. `report`: optional; the caller owns the handle.
 * `error`: optional.
 *
 * Returns PYXIS_NOT_PREPARED if the process is not prepared, and then no adapter ran;
 * PYXIS_ERROR_INVALID_ARGUMENT, PYXIS_ERROR_INVALID_STRUCT, PYXIS_ERROR_INVALID_UTF8,
 * PYXIS_ERROR_INVALID_REPORT or PYXIS_ERROR_LIMIT_REACHED. Thread: any; adapters run on the
 * caller's. Since: 0.1.
 */
pyxis_status pyxis_apply(const pyxis_configuration *configuration, const pyxis_adapter *adapters,
                         size_t adapter_count, pyxis_report **report, pyxis_error **error);

/* ------------------------------------------------------------------------------------------------
 * Publishing reports
 * --------------------------------------------------------------------------------------------- */

/**
 * Publishes a report for the runner that launched the process.
 *
 * pyxis_prepare() and pyxis_apply() publish by themselves. What they did stands whatever becomes of
 * that, so they leave a failure to the diagnostic handler. Call this to publish what became of a
 * variant later, or to be sure that a report arrived: it tries again, and returns what happened.
 *
 * The report goes where PYXIS_REPORT_DIR and PYXIS_RUN_ID say. A prepared process has them from the
 * environment of its preparation, as it was then; another one reads the process environment, during
 * the call. The first is the absolute path of a directory that belongs to the user, that nobody
 * else can write and that is no link; the second is 32 lower-case hexadecimal digits. A report
 * becomes one file for the user alone, which appears whole or not at all. Of several reports of a
 * process the runner takes the last. The child of a fork() publishes as such, and counts for
 * itself.
 *
 * `report`: NULL for the one that the process was prepared with. Values of secret keys are left
 * out. `sequence`: optional; stores the report's number, which is 0 for the first that this process
 * published or tried to. `error`: optional.
 *
 * Returns PYXIS_NO_REPORT_DIRECTORY if neither variable is set: nobody asked, and nothing is wrong.
 * Returns PYXIS_NOT_PREPARED if `report` is NULL and the process is not prepared. Returns
 * PYXIS_ERROR_REPORT_NOT_PUBLISHED, with the reason, if a variable is missing or malformed, the
 * directory is not as it has to be or did not take the file, or the report is beyond 64 MiB.
 * Returns PYXIS_ERROR_INVALID_REPORT if two keys are canonically equivalent. Thread: any. Since:
 * 0.1.
 */
pyxis_status pyxis_report_publish(const pyxis_report *report, int64_t *sequence,
                                  pyxis_error **error);

#ifdef __cplusplus
}
#endif

#endif /* PYXIS_H */
