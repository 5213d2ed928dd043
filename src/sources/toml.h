/* toml.h: reads as much of TOML as finding keys in a Cargo.toml takes. */
#ifndef RUSTG_TOML_H
#define RUSTG_TOML_H

#include <stddef.h>

typedef enum toml_type { TOML_TABLE, TOML_STRING, TOML_OTHER } toml_type;

/* path: the full key, dots between its parts ("workspace.package.edition"); a part of an array of tables ends in
 * "[]". text: what a string holds (escapes as written) or the bytes of another value; "" for a table. Arrays are
 * passed over. Both strings are valid during the call. */
typedef void (*toml_fn)(void *user, const char *path, toml_type type, const char *text);

/* Calls fn for every table and value, in order. Text that is not TOML is passed over line by line. Returns the number
 * of the first such line, from 1; 0: none was met. */
size_t toml_read(const char *text, size_t n_bytes, toml_fn fn, void *user);

#endif
