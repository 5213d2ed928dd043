/* digest_test.c: SHA-256 against the vectors of FIPS 180-4 and NIST's CAVP; hash_128 notices every changed bit. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "base/sha256.h"

static void hex_of(const uint8_t *bytes, size_t n, char *text)
{
    for (size_t i = 0; i < n; i++)
        snprintf(text + 2 * i, 3, "%02x", bytes[i]);
}

/* In pieces of every size: the digest must not depend on them. */
static void check(const void *bytes, size_t n, const char *wanted)
{
    for (size_t piece = 1; piece <= 130; piece++) {
        sha256 digest;
        uint8_t out[SHA256_BYTES];
        char text[2 * SHA256_BYTES + 1];
        sha256_begin(&digest);
        for (size_t at = 0; at < n; at += piece)
            sha256_add(&digest, (const uint8_t *)bytes + at, n - at < piece ? n - at : piece);
        sha256_add(&digest, NULL, 0);
        sha256_end(&digest, out);
        hex_of(out, sizeof out, text);
        assert(strcmp(text, wanted) == 0);
    }
}

static void test_vectors(void)
{
    static const uint8_t one[] = {0xbd}, four[] = {0xc9, 0x8c, 0x8e, 0x55};
    static uint8_t zeros[1000], letters[1000];
    static const char two_blocks[] = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    static const char long_text[] = "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqkl"
                                    "mnopqrlmnopqrsmnopqrstnopqrstu";
    memset(letters, 'A', sizeof letters);
    check("", 0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    check("abc", 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    check(two_blocks, strlen(two_blocks), "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    check(long_text, strlen(long_text), "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
    check(one, sizeof one, "68325720aabd7c82f30f554b313d0570c95accbb7dc4b5aae11204c08ffe732b");
    check(four, sizeof four, "7abc22c0ae5af26ce93dbb94433a0e0b2e119d014f8e7f65bd56c61ccccd9504");
    check(zeros, 55, "02779466cdec163811d078815c633f21901413081449002f24aa3e80f0b88ef7");
    check(zeros, 56, "d4817aa5497628e7c77e6b606107042bbba3130888c5f47a375e6179be789fbb");
    check(zeros, 57, "65a16cb7861335d5ace3c60718b5052e44660726da4cd13bb745381b235a1785");
    check(zeros, 64, "f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b");
    check(zeros, 1000, "541b3e9daa09b20bf85fa273e5cbd3e80185aa4ec298e765db87742b70138a53");
    check(letters, 1000, "c2e686823489ced2017f6059b8b239318b6364f6dcd835d0a519105a1eadd6e4");
}

static void test_million(void)
{
    static char block[1000];
    sha256 digest;
    uint8_t out[SHA256_BYTES];
    char text[2 * SHA256_BYTES + 1];
    memset(block, 'a', sizeof block);
    sha256_begin(&digest);
    for (int i = 0; i < 1000; i++)
        sha256_add(&digest, block, sizeof block);
    sha256_end(&digest, out);
    hex_of(out, sizeof out, text);
    assert(strcmp(text, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0") == 0);
}

static void test_hash(void)
{
    static uint8_t bytes[300];
    uint64_t plain[2], other[2], seen[300][2];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(i * 37 + 11);
    for (size_t n = 0; n < sizeof bytes; n++) {
        hash_128(bytes, n, seen[n]);
        for (size_t k = 0; k < n; k++)
            assert(memcmp(seen[k], seen[n], sizeof seen[n]) != 0);
    }
    hash_128(bytes, sizeof bytes, plain);
    for (size_t bit = 0; bit < 8 * sizeof bytes; bit++) {
        bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        hash_128(bytes, sizeof bytes, other);
        assert(other[0] != plain[0] && other[1] != plain[1]);
        bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    /* zeros of different lengths, and a value that files depend on */
    memset(bytes, 0, sizeof bytes);
    hash_128(bytes, 63, plain);
    hash_128(bytes, 64, other);
    assert(plain[0] != other[0] && plain[1] != other[1]);
    hash_128("rustg", 5, plain);
    char text[40];
    snprintf(text, sizeof text, "%016llx%016llx", (unsigned long long)plain[0], (unsigned long long)plain[1]);
    assert(strcmp(text, "6f47b0df65b4c1b6207a909f7c676197") == 0);
}

int main(void)
{
    test_vectors();
    test_million();
    test_hash();
    return 0;
}
