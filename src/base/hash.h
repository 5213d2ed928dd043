/* hash.h: has a fast hash for checksums of files and for tables. It guards against accidents, not against an
 * attacker. */
#ifndef RUSTG_HASH_H
#define RUSTG_HASH_H

#include <stddef.h>
#include <stdint.h>

/* 128 bits of u8[n]; bytes may be NULL where n is 0. The same on every machine of either byte order, and stored in
 * files: its values must not change without a new version of the format. */
void hash_128(const void *bytes, size_t n, uint64_t out[2]);

#endif
