// What the files of the comparison with other libraries share.
#ifndef PEERS_H
#define PEERS_H

#include "../../C/benchmark.h"

/// How many entries a text has that is decoded.
enum { decoded_entries = 1000 };

/// What an entry is overridden with.
enum { override_value = 77 };

/// A way to keep a program's configuration, and how to do with it what all of them can do.
///
/// Each holds the entries of the usual configuration: ten integers and a string of 20 bytes.
typedef struct peer {
  /// The end of its rows' names.
  const char *name;
  /// Makes the entries, and checks that each operation does what it says.
  void (*start)(void);
  /// Reads one of the integers.
  measuring_work read_integer;
  /// Reads the string into a buffer of the caller's.
  measuring_work read_text;
  /// Overrides one of the integers, reads it, and restores what it was.
  measuring_work override_entry;
  /// The same, where what is overridden was made before; NULL if that is no less.
  measuring_work open_scope;
  /// Decodes a text of `decoded_entries` strings, and frees what that made; NULL if it cannot.
  measuring_work decode;
} peer;

extern const peer pyxis_peer, key_file_peer, libconfig_peer, table_peer;

/// A text that grows.
typedef struct text {
  char *data;
  size_t length, capacity;
} text;

/// Adds to a text's end, as printf() would print it.
__attribute__((format(printf, 2, 3))) void append(text *text, const char *format, ...);

/// A buffer that strings are read into.
extern char text_buffer[32];

/// Ends the process unless the operation puts the string of the usual configuration there.
void expect_text_read(measuring_work read_text);

#endif
