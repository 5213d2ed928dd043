/* launch_split.c: splits an elementwise launch over several contexts. */
#include "launch/module_internal.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "runtime/error_note.h"
#include "rustg/split.h"

struct rustg_split {
    size_t n_parts;
    rustg_stream *streams[];
};

struct rustg_split_buffer {
    rustg_split *split;
    uint64_t n_items, item_bytes;
    rustg_split_place place;
    rustg_buffer *parts[];
};

typedef struct split_range {
    uint64_t first, n;
} split_range;

static split_range launch_range_of(const rustg_split *split, uint64_t n_items, size_t part)
{
    uint64_t each = n_items / split->n_parts, left = n_items % split->n_parts;
    return (split_range){each * part + (part < left ? part : left), each + (part < left)};
}

/* The items that a part's buffer holds. */
static split_range launch_held_by(const rustg_split_buffer *buffer, size_t part)
{
    return buffer->place == RUSTG_SPLIT_WHOLE ? (split_range){0, buffer->n_items}
                                              : launch_range_of(buffer->split, buffer->n_items, part);
}

rustg_status rustg_split_open(rustg_context *const *contexts, size_t n_contexts, rustg_split **split,
                              rustg_error *error)
{
    rustg_status status = RUSTG_OK;
    if (!split || !contexts || n_contexts == 0)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "split or contexts is NULL, or n_contexts is 0");
    *split = NULL;
    for (size_t i = 0; i < n_contexts; i++)
        if (!contexts[i])
            return error_fail(error, RUSTG_ERR_ARGUMENT, "contexts[%zu] is NULL", i);
    if (n_contexts > SIZE_MAX / sizeof(rustg_buffer *) / 2)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "n_contexts is %zu", n_contexts);
    rustg_split *made = calloc(1, sizeof *made + n_contexts * sizeof made->streams[0]);
    if (!made)
        return error_fail(error, RUSTG_ERR_MEMORY, "out of memory for %zu parts", n_contexts);
    made->n_parts = n_contexts;
    for (size_t i = 0; i < n_contexts && status == RUSTG_OK; i++)
        status = rustg_stream_create(contexts[i], &made->streams[i], error);
    if (status == RUSTG_OK)
        *split = made;
    else
        rustg_split_close(made);
    return status;
}

void rustg_split_close(rustg_split *split)
{
    if (!split)
        return;
    for (size_t i = 0; i < split->n_parts; i++)
        rustg_stream_destroy(split->streams[i]);
    free(split);
}

size_t rustg_split_n_parts(const rustg_split *split)
{
    return split->n_parts;
}

rustg_stream *rustg_split_stream(const rustg_split *split, size_t part)
{
    return part < split->n_parts ? split->streams[part] : NULL;
}

rustg_status rustg_split_range(const rustg_split *split, uint64_t n_items, size_t part, uint64_t *first, uint64_t *n)
{
    if (!split || !first || !n || part >= split->n_parts)
        return RUSTG_ERR_ARGUMENT;
    split_range range = launch_range_of(split, n_items, part);
    *first = range.first;
    *n = range.n;
    return RUSTG_OK;
}

rustg_status rustg_split_wait(rustg_split *split, rustg_error *error)
{
    rustg_status first = RUSTG_OK;
    if (!split)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "split is NULL");
    for (size_t i = 0; i < split->n_parts; i++) {
        rustg_error own;
        rustg_status status = rustg_stream_wait(split->streams[i], &own);
        if (status == RUSTG_OK || first != RUSTG_OK)
            continue;
        first = status;
        if (error)
            *error = own;
    }
    return first;
}

rustg_status rustg_split_buffer_allocate(rustg_split *split, uint64_t n_items, uint64_t item_bytes,
                                         rustg_split_place place, rustg_split_buffer **buffer, rustg_error *error)
{
    rustg_status status = RUSTG_OK;
    if (!split || !buffer)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "split or buffer is NULL");
    *buffer = NULL;
    if (place != RUSTG_SPLIT_PARTS && place != RUSTG_SPLIT_WHOLE)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "place %d is none of rustg_split_place's", (int)place);
    if (item_bytes > 0 && n_items > UINT64_MAX / item_bytes)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "%llu items of %llu bytes are more than fit",
                          (unsigned long long)n_items, (unsigned long long)item_bytes);
    rustg_split_buffer *made = calloc(1, sizeof *made + split->n_parts * sizeof made->parts[0]);
    if (!made)
        return error_fail(error, RUSTG_ERR_MEMORY, "out of memory for a split buffer");
    made->split = split;
    made->n_items = n_items;
    made->item_bytes = item_bytes;
    made->place = place;
    for (size_t i = 0; i < split->n_parts && status == RUSTG_OK; i++)
        status = rustg_buffer_allocate(split->streams[i]->context, launch_held_by(made, i).n * item_bytes,
                                       split->streams[i], &made->parts[i], error);
    if (status == RUSTG_OK)
        *buffer = made;
    else
        rustg_split_buffer_free(made);
    return status;
}

void rustg_split_buffer_free(rustg_split_buffer *buffer)
{
    if (!buffer)
        return;
    for (size_t i = 0; i < buffer->split->n_parts; i++)
        rustg_buffer_free(buffer->parts[i]);
    free(buffer);
}

rustg_buffer *rustg_split_buffer_part(const rustg_split_buffer *buffer, size_t part)
{
    return part < buffer->split->n_parts ? buffer->parts[part] : NULL;
}

static rustg_status launch_split_check_copy(const rustg_split_buffer *buffer, const void *host, rustg_error *error)
{
    if (!buffer)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "the split buffer is NULL");
    if (!host && buffer->n_items > 0 && buffer->item_bytes > 0)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "the host memory is NULL");
    return RUSTG_OK;
}

rustg_status rustg_split_buffer_write(rustg_split_buffer *to, const void *from, rustg_error *error)
{
    rustg_status status = launch_split_check_copy(to, from, error);
    for (size_t i = 0; status == RUSTG_OK && i < to->split->n_parts; i++) {
        split_range held = launch_held_by(to, i);
        if (held.n * to->item_bytes > 0)
            status = rustg_copy_to_buffer(to->parts[i], 0, (const uint8_t *)from + held.first * to->item_bytes,
                                          held.n * to->item_bytes, to->split->streams[i], error);
    }
    return status;
}

rustg_status rustg_split_buffer_read(void *to, rustg_split_buffer *from, rustg_error *error)
{
    rustg_status status = launch_split_check_copy(from, to, error);
    size_t n_parts = status != RUSTG_OK ? 0 : from->place == RUSTG_SPLIT_WHOLE ? 1 : from->split->n_parts;
    for (size_t i = 0; status == RUSTG_OK && i < n_parts; i++) {
        split_range held = launch_held_by(from, i);
        if (held.n * from->item_bytes > 0)
            status = rustg_copy_from_buffer((uint8_t *)to + held.first * from->item_bytes, from->parts[i], 0,
                                            held.n * from->item_bytes, from->split->streams[i], error);
    }
    return status;
}

/* What a launch of a part is given: arg, and where the argument is its first item the storage of that. */
static rustg_status launch_split_argument_of(const rustg_split *split, const rustg_function *function, uint64_t n_items,
                                             size_t part, size_t i, const rustg_split_argument *from, uint64_t *first,
                                             rustg_launch_argument *arg, rustg_error *error)
{
    uint32_t narrow;
    *arg = (rustg_launch_argument){0};
    switch (from->role) {
    case RUSTG_SPLIT_VALUE:
        arg->value = from->value;
        arg->n_bytes = from->n_bytes;
        return RUSTG_OK;
    case RUSTG_SPLIT_FIRST:
        *first = launch_range_of(split, n_items, part).first;
        if ((from->n_bytes != 4 && from->n_bytes != 8) || (from->n_bytes == 4 && *first > UINT32_MAX))
            return error_fail(error, RUSTG_ERR_ARGUMENT,
                              "args[%zu]: item %llu does not fit n_bytes, %llu, which must be 4 or 8", i,
                              (unsigned long long)*first, (unsigned long long)from->n_bytes);
        narrow = (uint32_t)*first;
        if (from->n_bytes == 4)
            memcpy(first, &narrow, sizeof narrow);
        arg->value = first;
        arg->n_bytes = from->n_bytes;
        return RUSTG_OK;
    case RUSTG_SPLIT_BUFFER: break;
    default:
        return error_fail(error, RUSTG_ERR_ARGUMENT, "args[%zu].role %d is none of rustg_split_role's", i,
                          (int)from->role);
    }
    const rustg_split_buffer *buffer = from->buffer;
    if (!buffer || buffer->split != split)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "args[%zu].buffer is %s", i, buffer ? "of another split" : "NULL");
    if (buffer->place == RUSTG_SPLIT_PARTS && buffer->n_items != n_items)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "args[%zu].buffer has %llu items; the launch is of %llu", i,
                          (unsigned long long)buffer->n_items, (unsigned long long)n_items);
    uint64_t size = i < function->kernel->n_params ? function->kernel->params[i].size : 0;
    if (size > 0 && buffer->item_bytes % size)
        return error_fail(
            error, RUSTG_ERR_ARGUMENT, "args[%zu].buffer has items of %llu bytes; `%s` has elements of %llu", i,
            (unsigned long long)buffer->item_bytes, function->kernel->params[i].name, (unsigned long long)size);
    arg->buffer = buffer->parts[part];
    arg->length = size > 0 ? launch_held_by(buffer, part).n * (buffer->item_bytes / size) : 0;
    return RUSTG_OK;
}

static rustg_status launch_part(rustg_split *split, rustg_function *function, uint64_t n_items,
                                uint64_t threads_per_item, size_t part, const rustg_split_argument *from, size_t n_args,
                                rustg_launch_argument *args, uint64_t *firsts, rustg_error *error)
{
    rustg_launch_config config = {.struct_size = sizeof config};
    uint64_t n = launch_range_of(split, n_items, part).n;
    rustg_status status = RUSTG_OK;
    if (n > UINT64_MAX / threads_per_item)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "%llu items of %llu threads are more than fit",
                          (unsigned long long)n, (unsigned long long)threads_per_item);
    config.n_elements = n * threads_per_item;
    for (size_t i = 0; i < n_args && status == RUSTG_OK; i++)
        status = launch_split_argument_of(split, function, n_items, part, i, &from[i], &firsts[i], &args[i], error);
    return status == RUSTG_OK ? rustg_launch(function, split->streams[part], &config, args, n_args, error) : status;
}

rustg_status rustg_split_launch(rustg_split *split, rustg_function *const *functions, uint64_t n_items,
                                uint64_t threads_per_item, const rustg_split_argument *args, size_t n_args,
                                rustg_error *error)
{
    if (!split || !functions || threads_per_item == 0 || (!args && n_args > 0))
        return error_fail(error, RUSTG_ERR_ARGUMENT, "split, functions or args is NULL, or threads_per_item is 0");
    for (size_t part = 0; part < split->n_parts; part++)
        if (!functions[part] || !functions[part]->kernel)
            return error_fail(error, RUSTG_ERR_ARGUMENT, "functions[%zu] is %s", part,
                              functions[part]
                                  ? "no kernel compiled from Rust: of an image's functions the parameters are not known"
                                  : "NULL");
    if (n_args > SIZE_MAX / 2 / (sizeof(rustg_launch_argument) + sizeof(uint64_t)))
        return error_fail(error, RUSTG_ERR_ARGUMENT, "n_args is %zu", n_args);
    rustg_launch_argument *list = calloc(n_args + 1, sizeof *list);
    uint64_t *firsts = calloc(n_args + 1, sizeof *firsts);
    rustg_status status = RUSTG_OK;
    if (!list || !firsts)
        status = error_fail(error, RUSTG_ERR_MEMORY, "out of memory for %zu arguments", n_args);
    for (size_t part = 0; part < split->n_parts && status == RUSTG_OK; part++)
        if (launch_range_of(split, n_items, part).n > 0)
            status =
                launch_part(split, functions[part], n_items, threads_per_item, part, args, n_args, list, firsts, error);
    free(firsts);
    free(list);
    return status;
}
