/* library_make.h: the library's tables as bytes that a later process can take (library_image.h). */
#ifndef RUSTG_LIBRARY_MAKE_H
#define RUSTG_LIBRARY_MAKE_H

#include <stddef.h>
#include <stdint.h>

/* *image is the caller's, to be freed. Otherwise NULL, and the answer says why. */
const char *library_make_image(uint8_t **image, size_t *n);

#endif
