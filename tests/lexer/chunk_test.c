/* chunk_test.c: the CUDA engine's way of lexing, run on the host chunk by chunk: the map of every chunk carried from
 * file start to file end, and the bounds found in each chunk, equal what lex_scan.h says, unless the file is LEX_WEIRD
 * (then the kernels use lex_scan.h too). Files with a diagnostic must be flagged for lex_diagnose. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../kernels/lexer/lex_plain.h"
#include "lexer/lexer.h"
#include "lexer_fragments.h"
#include "rustg/diagnostic_kind.h"

enum { MAX_CHUNKS = 32, MAX_BYTES = 1600, LEAD = 64, TAIL = 512 };

static long n_files, n_settled, n_walks, n_chunks_read, n_plain, n_failures;

static void fail(const char *what, const uint8_t *bytes, uint32_t n_bytes, uint32_t edition)
{
    n_failures++;
    if (n_failures > 10)
        return;
    printf("FAIL %s, edition %u: [%.*s]\n", what, edition, (int)n_bytes, (const char *)bytes);
}

/* Errors that the kernels find when they look at whole tokens (lex_token_info.cuh), not in chunks. */
static bool is_found_later(uint32_t kind)
{
    return kind == RUSTG_DIAG_NOT_RAW_IDENT || kind == RUSTG_DIAG_NO_DIGITS || kind == RUSTG_DIAG_INVALID_DIGIT ||
           kind == RUSTG_DIAG_EMPTY_EXPONENT || kind == RUSTG_DIAG_FLOAT_BASE;
}

/* A plain chunk has the bounds that any has, for each state before. */
static void check_plain(const lex_chunk *c, int state, const lex_bounds *bounds, const uint8_t *bytes, uint32_t n_bytes)
{
    lex_bounds plain;
    if (!lex_chunk_plain_bounds(c, state, &plain))
        return;
    if (plain.start == bounds->start && plain.last == bounds->last && plain.flags == bounds->flags)
        return;
    char what[160];
    snprintf(what, sizeof what, "plain chunk %u from state %d: %llx %llx %x, not %llx %llx %x", c->at / 64, state,
             (unsigned long long)plain.start, (unsigned long long)plain.last, plain.flags,
             (unsigned long long)bounds->start, (unsigned long long)bounds->last, bounds->flags);
    fail(what, bytes, n_bytes, c->edition);
}

/* The map's state for each state before is that of the walk from it, unless the walk cannot settle the chunk. */
static void check_map(const lex_chunk *c, const uint8_t *bytes, uint32_t n_bytes)
{
    const lex_map map = chunk_map(c, false);
    for (int state = 0; state < LEX_N_STATES; state++) {
        lex_marks k = {0, 0, 0, 0, 0, 0};
        const int after = lex_walk(c, state, &k);
        char what[64];
        n_walks++;
        const lex_bounds bounds = lex_chunk_bounds(c, state);
        if (bounds.flags & LEX_WEIRD)
            continue;
        check_plain(c, state, &bounds, bytes, n_bytes);
        if (lex_map_at(map, state) == after)
            continue;
        snprintf(what, sizeof what, "map of chunk %u: %d to %d, walk to %d", c->at / 64, state, lex_map_at(map, state),
                 after);
        fail(what, bytes, n_bytes, c->edition);
    }
    if (chunk_map(c, true) != (map & 15) * 0x1111111111111111u)
        fail("map of a file's beginning", bytes, n_bytes, c->edition);
}

static void check(const uint8_t *bytes, uint32_t n_bytes, uint32_t edition)
{
    static uint8_t buffer[LEAD + MAX_CHUNKS * 64 + TAIL];
    uint64_t start[MAX_CHUNKS] = {0}, last[MAX_CHUNKS] = {0}, want_start[MAX_CHUNKS] = {0}, want_last[MAX_CHUNKS] = {0};
    const uint8_t *source = buffer + LEAD;
    const uint32_t begin = lex_prologue(bytes, n_bytes), n_chunks = n_bytes / 64 + 1;
    uint32_t flags = begin ? LEX_BAD : 0;
    int state = LEX_CODE;
    memset(buffer, 0, sizeof buffer);
    memcpy(buffer + LEAD, bytes, n_bytes);
    memset(buffer + LEAD, ' ', begin);
    n_files++;
    for (uint32_t i = 0; i < n_chunks; i++) {
        lex_chunk c;
        lex_chunk_load(&c, source, i * 64, n_bytes - i * 64, edition);
        lex_bounds bounds;
        n_chunks_read++;
        if (lex_chunk_plain_bounds(&c, state, &bounds))
            n_plain++;
        else
            bounds = lex_chunk_bounds(&c, state);
        start[i] = bounds.start;
        last[i] = bounds.last;
        flags |= bounds.flags;
        check_map(&c, bytes, n_bytes);
        state = lex_map_at(chunk_map(&c, i == 0), state);
    }
    diag_list list = {0};
    lex_diagnose(bytes, n_bytes, edition, 0, &list);
    for (size_t i = 0; i < list.n; i++)
        if (!(flags & LEX_BAD) && !lex_flags_doubtful(flags) && !is_found_later(list.data[i].kind))
            fail(rustg_diagnostic_kind_name(list.data[i].kind), bytes, n_bytes, edition);
    diag_list_free(&list);
    if (flags & LEX_WEIRD)
        return;
    n_settled++;
    const lex_text text = {bytes, n_bytes, edition};
    lex_token token = lex_make_token(begin, begin, RUSTG_TOK_NONE, 0);
    do {
        token = lex_token_after(&text, token);
        const uint32_t final = token.kind == RUSTG_TOK_EOF ? n_bytes : token.end - 1;
        want_start[token.start / 64] |= (uint64_t)1 << (token.start & 63);
        want_last[final / 64] |= (uint64_t)1 << (final & 63);
    } while (token.kind != RUSTG_TOK_EOF);
    if (memcmp(start, want_start, sizeof start) || memcmp(last, want_last, sizeof last))
        fail("bounds", bytes, n_bytes, edition);
}

int main(void)
{
    static const uint32_t editions[] = {2015, 2018, 2021, 2024};
    for (int round = 0; round < 400000; round++) {
        uint8_t text[MAX_BYTES];
        uint32_t n = 0, n_parts = 1 + random_next() % 40, mode = random_next() % 4;
        for (uint32_t part = 0; part < n_parts; part++) {
            const char *f = fragments[random_next() % N_FRAGMENTS];
            if (mode >= 2 && random_next() % (1 + mode))
                f = mode == 3 && random_next() % 2 ? "abcdefgh" : "ab ";
            uint32_t length = (uint32_t)strlen(f);
            memcpy(text + n, f, length);
            n += length;
            if (mode == 1 && random_next() % 2)
                text[n++] = ' ';
        }
        check(text, n, editions[random_next() % 4]);
    }
    printf("%ld files, %ld of them settled; %ld chunks, %ld of them plain\n", n_files, n_settled, n_chunks_read,
           n_plain);
    printf("%ld passed, %ld failed\n", n_files - n_failures, n_failures);
    return n_failures != 0 || n_settled < n_files / 5;
}
