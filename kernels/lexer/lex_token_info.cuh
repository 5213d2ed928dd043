/* lex_token_info.cuh: kind and flags of one token whose bytes are known; for tokens that the fast path settled. */
#pragma once

#include "async_copy.cuh"
#include "lex_device.cuh"

struct lex_info {
    uint8_t kind, flags;
    bool bad;
};

RUSTG_D uint32_t lex_load_4(const uint8_t *p)
{
    const uint32_t *word = (const uint32_t *)((uintptr_t)p & ~(uintptr_t)3);
    return __funnelshift_r(word[0], word[1], 8 * ((uint32_t)(uintptr_t)p & 3));
}

/* Whether a number has digits that its base lacks, no digits, a float in another base, or an exponent without digits.
 */
RUSTG_D bool lex_number_is_bad(const uint8_t *p, uint32_t body, bool is_float)
{
    uint32_t base = p[0] != '0' || body < 2 ? 10 : p[1] == 'x' ? 16 : p[1] == 'o' ? 8 : p[1] == 'b' ? 2 : 10;
    if (base != 10) {
        bool any = false;
        if (is_float)
            return true;
        for (uint32_t i = 2; i < body; i++) {
            if (p[i] == '_')
                continue;
            if (base != 16 && p[i] >= '0' + base)
                return true;
            any = true;
        }
        return !any;
    }
    if (!is_float)
        return false;
    for (uint32_t i = body; i-- > 0;) {
        if (p[i] - '0' < 10u)
            return false;
        if (p[i] != '_')
            return (p[i] | 32) == 'e' || p[i] == '+' || p[i] == '-';
    }
    return true;
}

/* Are the first n <= 8 bytes of a word decimal digits? */
RUSTG_D bool lex_all_digits(uint64_t word, uint32_t n)
{
    const uint64_t x = (word ^ 0x3030303030303030ull) & (~0ull >> (64 - 8 * n));
    return ((x | (x + 0x7676767676767676ull)) & 0x8080808080808080ull) == 0;
}

/* A number of more than one byte. */
RUSTG_D lex_info lex_number_info(const uint8_t *p, uint32_t n, uint32_t edition)
{
    const lex_text text = {p, n, edition};
    lex_info out;
    bool is_float;
    uint32_t suffix;
    lex_number_end(&text, 0, &is_float, &suffix);
    out.kind = is_float ? RUSTG_TOK_FLOAT : RUSTG_TOK_INT;
    out.flags = suffix < n ? RUSTG_TOKEN_SUFFIX : 0;
    out.bad = lex_number_is_bad(p, suffix, is_float);
    return out;
}

/* A delimiter or punctuation of one byte.
 * in  kind       its kind
 *     next       the byte behind it and the one behind that
 *     byte_kind  as for lex_token_info */
RUSTG_D lex_info lex_punct_info(uint32_t kind, uint32_t next, uint32_t after, const uint8_t *byte_kind)
{
    lex_info out = {(uint8_t)kind, 0, false};
    if (TOKEN_IS_PUNCT(kind) && next < 128 && TOKEN_IS_PUNCT(byte_kind[next]) &&
        !(next == '/' && (after == '/' || after == '*')))
        out.flags = RUSTG_TOKEN_JOINT;
    return out;
}

/* What begins with a letter or `_`: a word, a raw identifier, or the prefix of a literal.
 * out .kind NONE: such a literal, for lex_other_info */
RUSTG_D lex_info lex_word_info(const uint8_t *p, uint32_t n, uint32_t edition)
{
    lex_info out = {RUSTG_TOK_IDENT, 0, false};
    const uint32_t first = lex_load_4(p), b = first & 255, second = first >> 8 & 255;
    if (n > 1 && (second == '"' || second == '\'' || second == '#')) {
        if (second != '#' || b != 'r' || (first >> 16 & 255) == '"' || (first >> 16 & 255) == '#') {
            out.kind = RUSTG_TOK_NONE;
            return out;
        }
        const uint32_t word = lex_keyword(p + 2, n - 2, 2024);
        out.flags = RUSTG_TOKEN_RAW;
        out.bad = word == RUSTG_TOK_KW_CRATE || word == RUSTG_TOK_KW_SELF || word == RUSTG_TOK_KW_SELF_TYPE ||
                  word == RUSTG_TOK_KW_SUPER || word == RUSTG_TOK_UNDERSCORE;
        return out;
    }
    if (n > 2 && second == 'r' && (b == 'b' || b == 'c')) {
        const uint32_t third = first >> 16 & 255;
        if (third == '"' || third == '#') {
            out.kind = RUSTG_TOK_NONE;
            return out;
        }
    }
    if (n <= 8) {
        const uint64_t word = (uint64_t)(n > 4 ? lex_load_4(p + 4) : 0) << 32 | first;
        out.kind = lex_keyword_8(word & (~0ull >> (64 - 8 * n)), edition);
    } else {
        out.kind = lex_keyword_long(p, n);
    }
    return out;
}

/* Literals, lifetimes and doc comments. */
RUSTG_D lex_info lex_other_info(const uint8_t *p, uint32_t n, uint32_t edition, uint32_t kind)
{
    lex_info out = {RUSTG_TOK_DOC_COMMENT, 0, false};
    const uint32_t first = lex_load_4(p), b = first & 255, second = first >> 8 & 255, third = first >> 16 & 255;
    if (b == '/') {
        out.flags = (third == '!' ? RUSTG_TOKEN_INNER : 0) | (second == '*' ? RUSTG_TOKEN_BLOCK : 0);
        return out;
    }
    if (kind == RUSTG_TOK_INT) {
        const uint64_t word = (uint64_t)(n > 4 ? lex_load_4(p + 4) : 0) << 32 | first;
        if (n > 8 || !lex_all_digits(word, n))
            return lex_number_info(p, n, edition);
        out.kind = RUSTG_TOK_INT;
        return out;
    }
    if (kind == RUSTG_TOK_IDENT) {
        if (second == '"')
            kind = b == 'r' ? RUSTG_TOK_RAW_STR : b == 'b' ? RUSTG_TOK_BYTE_STR : RUSTG_TOK_C_STR;
        else if (second == '\'')
            kind = RUSTG_TOK_BYTE;
        else if (b == 'r')
            kind = RUSTG_TOK_RAW_STR;
        else
            kind = b == 'b' ? RUSTG_TOK_RAW_BYTE_STR : RUSTG_TOK_RAW_C_STR;
    } else if (kind == RUSTG_TOK_CHAR) {
        const uint32_t length = second < 0x80 ? 1 : second < 0xE0 ? 2 : second < 0xF0 ? 3 : 4;
        if (second != '\\' && !(n > length + 1 && p[1 + length] == '\'')) {
            out.kind = RUSTG_TOK_LIFETIME;
            return out;
        }
    } else if (kind != RUSTG_TOK_STR) {
        out.kind = (uint8_t)kind;
        return out;
    }
    const uint32_t final = p[n - 1];
    out.kind = (uint8_t)kind;
    out.flags = final == '"' || final == '\'' || final == '#' ? 0 : RUSTG_TOKEN_SUFFIX;
    return out;
}

/* in  p          the token's bytes; readable from 3 bytes before to 11 behind its end
 *     n          its length
 *     byte_kind  u8[128]: kind of each single character, IDENT for those that begin words */
RUSTG_D lex_info lex_token_info(const uint8_t *p, uint32_t n, uint32_t edition, const uint8_t *byte_kind)
{
    const uint32_t b = p[0], kind = b < 128 ? byte_kind[b] : (uint32_t)RUSTG_TOK_IDENT;
    if (TOKEN_IS_DELIMITER_OR_PUNCT(kind) && n == 1)
        return lex_punct_info(kind, p[1], p[2], byte_kind);
    if (kind == RUSTG_TOK_IDENT) {
        const lex_info out = lex_word_info(p, n, edition);
        if (out.kind != RUSTG_TOK_NONE)
            return out;
    }
    return lex_other_info(p, n, edition, kind);
}

/* A token of more bytes than this that lex_token_info_slow reads is read by a whole warp, text.is_warp set. */
enum { LEX_ALONE_BYTES = 64 };

/* The same for any token of n bytes, read from its file. A token that begins with # is told by its length, since
 * lexing it again may look through all the hashes that follow. */
RUSTG_D_CALL lex_info lex_token_info_slow(lex_text text, uint32_t pos, uint32_t n)
{
    lex_info out = {RUSTG_TOK_POUND, 0, false};
    if (text.bytes[pos] != '#' || pos + n == text.n_bytes) {
        const lex_token token = lex_token_at(&text, pos);
        out.kind = token.kind;
        out.flags = token.flags;
    } else if (n > 1) {
        const uint32_t final = text.bytes[pos + n - 1];
        out.kind = RUSTG_TOK_GUARDED_STR;
        out.flags = final == '"' || final == '#' ? 0 : RUSTG_TOKEN_SUFFIX;
    }
    if (TOKEN_IS_PUNCT(out.kind) && lex_punct_at(&text, pos + n))
        out.flags |= RUSTG_TOKEN_JOINT;
    return out;
}

RUSTG_D bool lex_was_again(const lex_batch_view &v, uint32_t chunk)
{
    return v.d_again[chunk / 32] >> (chunk & 31) & 1;
}

RUSTG_D lex_text lex_whole_file(const lex_batch_view &v, uint32_t file)
{
    const lex_file_entry entry = v.d_files[file];
    const lex_text text = {v.d_source + entry.base, entry.n_bytes, entry.edition};
    return text;
}

RUSTG_D void lex_put_info(const lex_batch_view &v, uint32_t tok, uint32_t file, lex_info info)
{
    v.d_kind[tok] = info.kind;
    v.d_flags[tok] = info.flags;
    if (info.bad)
        atomicOr(&v.d_file_flags[file], LEX_BAD);
}

/* Kind and flags of those lanes' tokens that are long, one after the other, each by the whole warp.
 * in  file, at, n  the token's file, its first byte in the batch, its length */
RUSTG_D void lex_put_long(const lex_batch_view &v, bool is_long, uint32_t tok, uint32_t file, uint32_t at, uint32_t n)
{
    for (uint32_t rest = __ballot_sync(~0u, is_long); rest; rest &= rest - 1) {
        const int from = __ffs((int)rest) - 1;
        const uint32_t its_file = __shfl_sync(~0u, file, from), its_at = __shfl_sync(~0u, at, from);
        const uint32_t its_tok = __shfl_sync(~0u, tok, from), its_n = __shfl_sync(~0u, n, from);
        lex_text text = lex_whole_file(v, its_file);
        text.is_warp = true;
        const lex_info info = lex_token_info_slow(text, its_at - v.d_files[its_file].base, its_n);
        if ((threadIdx.x & 31) == 0)
            lex_put_info(v, its_tok, its_file, info);
    }
}

/* Fills byte_kind for lex_token_info. Each thread does one character. */
RUSTG_D void lex_fill_byte_kind(uint8_t *byte_kind)
{
    for (uint32_t b = threadIdx.x; b < 128; b += blockDim.x) {
        uint8_t kind = lex_chunk_word_byte(b) ? RUSTG_TOK_IDENT : lex_punct_kind((uint8_t)b);
        if (b - '0' < 10u)
            kind = RUSTG_TOK_INT;
        if (b == '\'')
            kind = RUSTG_TOK_CHAR;
        if (b == '"')
            kind = RUSTG_TOK_STR;
        byte_kind[b] = kind;
    }
}
