/* arrow_flatbuffer.h: writes flatbuffers, which describe Arrow's IPC messages, front to back: a table, then what its
 * offsets point to. Offsets are from the start of the buffer, which lies at a multiple of 8. */
#ifndef RUSTG_ARROW_FLATBUFFER_H
#define RUSTG_ARROW_FLATBUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Once has_failed is set, memory ran out and nothing is written any more. free(bytes) ends it. */
typedef struct arrow_flatbuffer {
    uint8_t *bytes;
    size_t n, room;
    bool has_failed;
} arrow_flatbuffer;

/* A field of a table: a value of size bytes, or one that points to what is written later (ARROW_POINTS), or nothing. */
typedef struct arrow_field {
    uint8_t size;
    uint64_t value;
} arrow_field;
#define ARROW_POINTS ((arrow_field){4, 0})
#define ARROW_ABSENT ((arrow_field){0, 0})

void arrow_fb_put(arrow_flatbuffer *to, const void *bytes, size_t n);
/* A place whose offset is not known yet; arrow_fb_vector and its kin make it point to what they write. */
size_t arrow_fb_pointer(arrow_flatbuffer *to);
/* Writes a table that `from` points to. at: receives where each field lies. */
enum { ARROW_FB_MOST_FIELDS = 8 };
void arrow_fb_table(arrow_flatbuffer *to, size_t from, const arrow_field *fields, size_t n_fields,
                    size_t at[ARROW_FB_MOST_FIELDS]);
void arrow_fb_text(arrow_flatbuffer *to, size_t from, const char *text);
/* The head of a vector whose elements, of this alignment, are put behind it. */
void arrow_fb_vector(arrow_flatbuffer *to, size_t from, size_t n_elements, size_t alignment);

#endif
