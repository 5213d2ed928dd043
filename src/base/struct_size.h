/* struct_size.h: structs of a caller that was compiled with the headers of another release. */
#ifndef RUSTG_STRUCT_SIZE_H
#define RUSTG_STRUCT_SIZE_H

#include <stddef.h>
#include <string.h>

#include "base/error.h"

typedef enum struct_kind {
#define STRUCT(type, last) STRUCT_##type,
#include "base/struct_size.def"
#undef STRUCT
    N_STRUCTS
} struct_kind;

/* The size that struct_size has at least, and the struct's name. */
size_t struct_size_least(struct_kind kind);
const char *struct_size_name(struct_kind kind);

/* Fills full, of n_full bytes, from the caller's, or with zeros if that is NULL: what an older one does not have is 0,
 * what only a newer one has is left out. struct_size becomes n_full. name: of the argument.
 * fails  RUSTG_ERR_ARGUMENT: the size is less than the first release's */
rustg_status struct_size_read(struct_kind kind, void *full, size_t n_full, const void *given, const char *name,
                              rustg_error *error);
/* Gives as much of full, of n_full bytes, as the caller's struct has room for; its struct_size stays. Its size is one
 * that struct_size_check accepts. */
void struct_size_write(void *to, const void *full, size_t n_full);
rustg_status struct_size_check(struct_kind kind, const void *given, const char *name, rustg_error *error);

#endif
