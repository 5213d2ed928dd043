/* build_id.h: identifies this rustg by a digest of its sources, made at build time (gen/gen_build_id.c). */
#ifndef RUSTG_BUILD_ID_H
#define RUSTG_BUILD_ID_H

#include <stdint.h>

extern const uint8_t cache_build_id[32];

#endif
