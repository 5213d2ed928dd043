/* arrow_flatbuffer.c: writes flatbuffers. */
#include "compile/arrow_flatbuffer.h"

#include <stdlib.h>
#include <string.h>

void arrow_fb_put(arrow_flatbuffer *to, const void *bytes, size_t n)
{
    if (!to->has_failed && n > to->room - to->n) {
        size_t room = 2 * to->room + n + 1024;
        uint8_t *more = realloc(to->bytes, room);
        to->has_failed = !more;
        if (more) {
            to->bytes = more;
            to->room = room;
        }
    }
    if (to->has_failed || n == 0)
        return;
    memcpy(to->bytes + to->n, bytes, n);
    to->n += n;
}

/* Zeros up to a multiple of alignment. */
static void arrow_fb_align(arrow_flatbuffer *to, size_t alignment)
{
    static const uint8_t zeros[64];
    arrow_fb_put(to, zeros, (alignment - to->n % alignment) % alignment);
}

size_t arrow_fb_pointer(arrow_flatbuffer *to)
{
    const uint32_t later = 0;
    arrow_fb_align(to, sizeof later);
    arrow_fb_put(to, &later, sizeof later);
    return to->n - sizeof later;
}

/* Makes the place point to the end of what is written so far. */
static void arrow_fb_point(arrow_flatbuffer *to, size_t pointer)
{
    uint32_t distance = (uint32_t)(to->n - pointer);
    if (!to->has_failed)
        memcpy(to->bytes + pointer, &distance, sizeof distance);
}

/* The table lies at a multiple of 8 and its vtable, which has the fields' distances from there, before it. */
void arrow_fb_table(arrow_flatbuffer *to, size_t from, const arrow_field *fields, size_t n_fields,
                    size_t at[ARROW_FB_MOST_FIELDS])
{
    uint16_t vtable[2 + ARROW_FB_MOST_FIELDS] = {0};
    uint8_t inner[4 + 8 * ARROW_FB_MOST_FIELDS] = {0};
    size_t n_inner = sizeof(int32_t), n_vtable = (2 + n_fields) * sizeof *vtable;
    for (size_t i = 0; i < n_fields; i++) {
        const size_t size = fields[i].size;
        if (size == 0)
            continue;
        n_inner = (n_inner + size - 1) / size * size;
        memcpy(inner + n_inner, &fields[i].value, size); /* little-endian, as the file is */
        vtable[2 + i] = (uint16_t)n_inner;
        n_inner += size;
    }
    vtable[0] = (uint16_t)n_vtable;
    vtable[1] = (uint16_t)n_inner;
    arrow_fb_align(to, 8);
    while ((to->n + n_vtable) % 8 != 0 && !to->has_failed)
        arrow_fb_put(to, &(uint16_t){0}, sizeof(uint16_t));
    arrow_fb_put(to, vtable, n_vtable);
    arrow_fb_point(to, from);
    const int32_t back = (int32_t)n_vtable;
    memcpy(inner, &back, sizeof back);
    for (size_t i = 0; i < n_fields; i++)
        at[i] = to->n + vtable[2 + i];
    arrow_fb_put(to, inner, n_inner);
}

void arrow_fb_text(arrow_flatbuffer *to, size_t from, const char *text)
{
    const uint32_t n = (uint32_t)strlen(text);
    arrow_fb_align(to, sizeof n);
    arrow_fb_point(to, from);
    arrow_fb_put(to, &n, sizeof n);
    arrow_fb_put(to, text, n + 1);
}

void arrow_fb_vector(arrow_flatbuffer *to, size_t from, size_t n_elements, size_t alignment)
{
    const uint32_t n = (uint32_t)n_elements;
    arrow_fb_align(to, sizeof n);
    while ((to->n + sizeof n) % alignment != 0 && !to->has_failed)
        arrow_fb_put(to, &(uint32_t){0}, sizeof n);
    arrow_fb_point(to, from);
    arrow_fb_put(to, &n, sizeof n);
}
