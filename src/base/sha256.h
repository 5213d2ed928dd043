/* sha256.h: computes SHA-256 (FIPS 180-4), in pieces. */
#ifndef RUSTG_SHA256_H
#define RUSTG_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_BYTES = 32 };

typedef struct sha256 {
    uint32_t state[8];
    uint64_t n_bytes;
    uint8_t rest[64];
} sha256;

void sha256_begin(sha256 *self);
/* bytes may be NULL where n is 0. */
void sha256_add(sha256 *self, const void *bytes, size_t n);
void sha256_end(sha256 *self, uint8_t digest[SHA256_BYTES]);

#endif
