/* hash.h: has a fast hash for checksums of files and for tables. It guards against accidents, not against an
 * attacker. */
#ifndef RUSTG_HASH_H
#define RUSTG_HASH_H

#include <stddef.h>
#include <stdint.h>

/* 128 bits of u8[n]; bytes may be NULL where n is 0. The same on every machine of either byte order, and stored in
 * files: its values must not change without a new version of the format. */
void hash_128(const void *bytes, size_t n, uint64_t out[2]);

/* Mixes one more part into the hash of a key in memory. */
static inline uint64_t hash_mix(uint64_t hash, uint64_t with)
{
    hash = (hash ^ with) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 29;
}

#endif
