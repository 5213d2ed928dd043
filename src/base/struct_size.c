/* struct_size.c: reads and fills structs that begin with struct_size. */
#include "base/struct_size.h"
#include "rustg/context.h"
#include "rustg/matmul.h"
#include "rustg/module.h"
#include "rustg/rustg.h"

typedef struct struct_row {
    const char *name;
    size_t least;
} struct_row;

static const struct_row struct_rows[N_STRUCTS] = {
#define STRUCT(type, last) [STRUCT_##type] = {#type, offsetof(type, last) + sizeof((type *)NULL)->last},
#include "base/struct_size.def"
#undef STRUCT
};

size_t struct_size_least(struct_kind kind)
{
    return struct_rows[kind].least;
}

const char *struct_size_name(struct_kind kind)
{
    return struct_rows[kind].name;
}

/* All of these structs begin with it. */
static size_t struct_size_of(const void *given)
{
    size_t size;
    memcpy(&size, given, sizeof size);
    return size;
}

rustg_status struct_size_check(struct_kind kind, const void *given, const char *name, rustg_error *error)
{
    const size_t size = struct_size_of(given);
    if (size >= struct_rows[kind].least)
        return RUSTG_OK;
    return error_set(error, RUSTG_ERR_ARGUMENT, "%s->struct_size is %zu; set it to sizeof(%s)", name, size,
                     struct_rows[kind].name);
}

rustg_status struct_size_read(struct_kind kind, void *full, size_t n_full, const void *given, const char *name,
                              rustg_error *error)
{
    const rustg_status status = given ? struct_size_check(kind, given, name, error) : RUSTG_OK;
    if (status != RUSTG_OK)
        return status;
    const size_t size = given ? struct_size_of(given) : 0, n = size < n_full ? size : n_full;
    if (n)
        memcpy(full, given, n);
    memset((char *)full + n, 0, n_full - n);
    memcpy(full, &n_full, sizeof n_full);
    return RUSTG_OK;
}

void struct_size_write(void *to, const void *full, size_t n_full)
{
    const size_t size = struct_size_of(to);
    memcpy(to, full, size < n_full ? size : n_full);
    memcpy(to, &size, sizeof size);
}
