/* library_image.h: the form in which the build keeps the kernels' library: parsed, and its definitions collected.
 *
 *   library_image_head, up to a multiple of LIBRARY_IMAGE_ALIGN
 *   n_fixed bytes   all that holds no pointers: texts, tokens, trees, lists of numbers
 *   n_tables bytes  all that holds pointers: names and definitions, as a compile finds them in memory
 *   n_pointers u32  where in the tables a pointer stands, in words of 8 bytes
 *
 * A pointer is a number there: that of a byte of the fixed part, or n_fixed and more for a byte of the tables. Only the
 * build that made an image can read it: it has this build's structs. */
#ifndef RUSTG_LIBRARY_IMAGE_H
#define RUSTG_LIBRARY_IMAGE_H

#include <stdint.h>

enum { LIBRARY_IMAGE_ALIGN = 64 };

typedef struct library_image_head {
    uint64_t n_fixed, n_tables; /* both are multiples of LIBRARY_IMAGE_ALIGN */
    uint64_t n_pointers;
    uint64_t root; /* the library's sema, as a pointer is written */
} library_image_head;
_Static_assert(sizeof(library_image_head) <= LIBRARY_IMAGE_ALIGN && sizeof(void *) == 8, "library_image.h: the form");

extern const uint8_t library_image_bytes[];

#endif
