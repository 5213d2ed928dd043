/* lex_cpu_walk.h: the CPU lexer, included by one file for each instruction set, which first defines
 *   LEX_TARGET      the target attribute
 *   LEX_FN(name)    the name of a function in this instruction set
 * and types and functions
 *   lex_vec                                                a block of 64 bytes
 *   lex_vec LEX_FN(load)(const uint8_t *, uint32_t left)   spaces stand for what is past left bytes
 *   uint64_t LEX_FN(equal)(lex_vec, uint8_t)               which bytes equal
 *   uint64_t LEX_FN(high)(lex_vec)                         which bytes are 0x80 or above
 *   unsigned LEX_FN(rare)(const uint8_t *)                 of 256 bytes: 1: some are 0 or CR; 2: some are 0x80 or above
 *   void LEX_FN(classify)(const uint8_t *, uint32_t left, lex_vec, lex_masks *)
 *   void LEX_FN(emit)(lex_tokens *, const lex_emission *)  appends starts, ends, kinds, flags and word slots
 *   uint64_t LEX_FN(cut)(uint64_t, uint32_t n)             the lowest n bytes, n <= 8
 *
 * Method: a block is classified into bit masks. Words, delimiters and punctuation follow from the masks. Whatever else
 * may begin there (strings, comments, quotes, odd numbers, ...) is a candidate: candidates are visited in order, lexed
 * one by one, and their bytes taken out of the masks. What remains is plain and is written for the whole block at once.
 * Keywords are looked up later, many words at a time, so that no branch depends on a word. */

/* Words that wait for their keyword lookup; slots count from first_slot. */
enum { LEX_WORDS_FULL = 2048, LEX_SLOTS_FULL = 65536 - 128 };

/* What is carried from one block into the next. */
typedef struct lex_carry {
    uint64_t word, number, single, punct; /* 0 or 1: the last byte belongs to one, and is plain */
} lex_carry;

static inline uint64_t LEX_FN(below)(uint32_t bit)
{
    return bit >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << bit) - 1;
}

enum { LEX_CHECK_BYTES = 2048 };

/* Whether the LEX_CHECK_BYTES bytes from pos on hold what makes a file doubtful wherever it stands: NUL or CR without
 * LF. *high is set where there is more than ASCII. */
LEX_TARGET static bool LEX_FN(bytes_doubtful)(const uint8_t *bytes, uint32_t n_bytes, uint32_t pos, bool *high)
{
    const uint32_t end = n_bytes - pos > LEX_CHECK_BYTES ? pos + LEX_CHECK_BYTES : n_bytes;
    while (pos < end) {
        uint32_t part_end = end;
        if (end - pos >= 256) {
            const unsigned rare = LEX_FN(rare)(bytes + pos);
            *high |= (rare & 2) != 0;
            part_end = pos + 256;
            if (!(rare & 1)) {
                pos = part_end;
                continue;
            }
        }
        for (; pos < part_end; pos += 64) {
            const lex_vec v = LEX_FN(load)(bytes + pos, n_bytes - pos);
            const uint64_t returns = LEX_FN(equal)(v, '\r');
            uint64_t feeds = LEX_FN(equal)(v, '\n') >> 1;
            *high |= LEX_FN(high)(v) != 0;
            if (n_bytes - pos > 64 && bytes[pos + 64] == '\n')
                feeds |= UINT64_C(1) << 63;
            if (LEX_FN(equal)(v, 0) || (returns & ~feeds))
                return true;
        }
    }
    return false;
}

/* Whether a text with bytes from 0x80 on holds invalid UTF-8 or characters that change the direction of text. */
LEX_TARGET static bool LEX_FN(utf8_doubtful)(const uint8_t *bytes, uint32_t n_bytes)
{
    uint32_t pos = 0;
    while (pos < n_bytes) {
        const uint64_t high = LEX_FN(high)(LEX_FN(load)(bytes + pos, n_bytes - pos));
        if (!high) {
            pos = n_bytes - pos > 64 ? pos + 64 : n_bytes;
            continue;
        }
        pos += (uint32_t)__builtin_ctzll(high);
        while (pos < n_bytes && bytes[pos] >= 0x80) {
            uint32_t length;
            const uint32_t c = utf8_decode(bytes, n_bytes, pos, &length);
            if (c == UTF8_INVALID || (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069))
                return true;
            pos += length;
        }
    }
    return false;
}

/* The first LF from pos on, or n_bytes. */
LEX_TARGET static inline uint32_t LEX_FN(line_feed)(const uint8_t *bytes, uint32_t n_bytes, uint32_t pos)
{
    for (; pos < n_bytes; pos += 64) {
        uint64_t found = LEX_FN(equal)(LEX_FN(load)(bytes + pos, n_bytes - pos), '\n');
        if (found)
            return pos + (uint32_t)__builtin_ctzll(found);
    }
    return n_bytes;
}

/* The end of a block comment from behind its opening; n_bytes and *doubt where it is open. */
LEX_TARGET static uint32_t LEX_FN(block_comment_end)(const uint8_t *bytes, uint32_t n_bytes, uint32_t pos, bool *doubt)
{
    uint32_t depth = 1;
    while (pos < n_bytes) {
        lex_vec v = LEX_FN(load)(bytes + pos, n_bytes - pos);
        uint64_t slash = LEX_FN(equal)(v, '/'), star = LEX_FN(equal)(v, '*');
        uint64_t pairs = (slash & star >> 1) | (star & slash >> 1);
        uint32_t step = 63; /* a pair may begin in the last byte */
        while (pairs) {
            uint32_t i = (uint32_t)__builtin_ctzll(pairs);
            if (slash >> i & 1)
                depth++;
            else if (--depth == 0)
                return pos + i + 2;
            pairs &= ~LEX_FN(below)(i + 2);
            if (i + 2 > step)
                step = i + 2;
        }
        pos += step;
    }
    *doubt = true;
    return n_bytes;
}

/* From behind the opening double quote to behind the closing one; n_bytes and *doubt where there is none. */
LEX_TARGET static inline uint32_t LEX_FN(string_end)(const uint8_t *bytes, uint32_t n_bytes, uint32_t pos,
                                                     lex_quoted quoted, bool *doubt)
{
    while (pos < n_bytes) {
        lex_vec v = LEX_FN(load)(bytes + pos, n_bytes - pos);
        uint64_t found = LEX_FN(equal)(v, '"') | LEX_FN(equal)(v, '\\');
        uint32_t step = 64;
        while (found) {
            const uint32_t i = (uint32_t)__builtin_ctzll(found);
            uint8_t escaped;
            if (bytes[pos + i] == '"')
                return pos + i + 1;
            escaped = pos + i + 1 < n_bytes ? bytes[pos + i + 1] : 0;
            if (escaped != '\\' && escaped != '"' && escaped != 'n' &&
                !lex_escape_fine(bytes, n_bytes, pos + i, quoted))
                *doubt = true;
            if (i == 63)
                step = 65;
            found &= ~LEX_FN(below)(i + 2);
        }
        pos = n_bytes - pos > step ? pos + step : n_bytes;
    }
    *doubt = true;
    return n_bytes;
}

/* The raw string at start, whose letters end at pos; end 0 where it is not a plain one. */
LEX_TARGET static uint32_t LEX_FN(raw_string_end)(const lex_text *text, uint32_t pos)
{
    const uint8_t *bytes = text->bytes;
    uint32_t n_bytes = text->n_bytes, n_hashes = 0;
    while (lex_byte(text, pos) == '#' && n_hashes <= LEX_MAX_HASHES) {
        pos++;
        n_hashes++;
    }
    if (lex_byte(text, pos) != '"' || n_hashes > LEX_MAX_HASHES)
        return 0;
    for (pos++; pos < n_bytes;) {
        uint64_t found = LEX_FN(equal)(LEX_FN(load)(bytes + pos, n_bytes - pos), '"');
        uint32_t closing = 0;
        if (!found) {
            pos = n_bytes - pos > 64 ? pos + 64 : n_bytes;
            continue;
        }
        pos += (uint32_t)__builtin_ctzll(found) + 1;
        while (closing < n_hashes && lex_byte(text, pos) == '#') {
            closing++;
            pos++;
        }
        if (closing == n_hashes)
            return pos;
    }
    return 0;
}

LEX_TARGET static bool LEX_FN(any_high)(const uint8_t *bytes, uint32_t n_bytes)
{
    uint32_t pos;
    for (pos = 0; pos < n_bytes; pos += 64)
        if (LEX_FN(high)(LEX_FN(load)(bytes + pos, n_bytes - pos)))
            return true;
    return false;
}

/* Lexes by lex_token_at what has no faster way. White space gives kind NONE as a comment does. */
static __attribute__((noinline)) lex_token LEX_FN(token_slowly)(const lex_text *text, uint32_t start, bool *doubt)
{
    uint32_t space = lex_space_at(text, start);
    lex_token token;
    if (space)
        return lex_make_token(start, start + space, RUSTG_TOK_NONE, 0);
    token = lex_token_at(text, start);
    if (lex_token_doubtful(text, token))
        *doubt = true;
    return token;
}

/* A guarded string, or one pair of a run of hashes: behind a pair the rest of the run is not read again. */
static __attribute__((noinline)) lex_token LEX_FN(guarded)(const lex_text *text, uint32_t start, lex_token *previous,
                                                           bool *doubt)
{
    *doubt = true;
    *previous = lex_token_at_after(text, start, *previous);
    return *previous;
}

static inline bool LEX_FN(suffix_at)(const lex_text *text, uint32_t pos)
{
    uint8_t b = lex_byte(text, pos);
    return b >= 0x80 || lex_is_ascii_start(b);
}

/* The comment at start; feeds are the line feeds behind it in its block. */
LEX_TARGET static inline lex_token LEX_FN(comment)(const lex_text *text, uint32_t start, uint64_t feeds, uint32_t block,
                                                   bool *doubt)
{
    uint8_t mark = text->bytes[start + 1], b = lex_byte(text, start + 2), c = lex_byte(text, start + 3);
    uint32_t end;
    bool doc;
    if (mark == '/') {
        doc = b == '!' || (b == '/' && c != '/');
        if (feeds)
            end = block + (uint32_t)__builtin_ctzll(feeds);
        else
            end = LEX_FN(line_feed)(text->bytes, text->n_bytes, block + 64);
        if (!doc)
            return lex_make_token(start, end, RUSTG_TOK_NONE, 0);
        if (end < text->n_bytes && text->bytes[end - 1] == '\r')
            end--;
        return lex_make_token(start, end, RUSTG_TOK_DOC_COMMENT, b == '!' ? RUSTG_TOKEN_INNER : 0);
    }
    doc = b == '!' || (b == '*' && c != '*' && c != '/');
    end = LEX_FN(block_comment_end)(text->bytes, text->n_bytes, start + 2, doubt);
    if (!doc)
        return lex_make_token(start, end, RUSTG_TOK_NONE, 0);
    return lex_make_token(start, end, RUSTG_TOK_DOC_COMMENT, RUSTG_TOKEN_BLOCK | (b == '!' ? RUSTG_TOKEN_INNER : 0));
}

/* The string whose opening double quote is at quote and whose prefix begins at start. */
LEX_TARGET static inline lex_token LEX_FN(string)(const lex_text *text, uint32_t start, uint32_t quote, bool *doubt)
{
    const uint8_t *bytes = text->bytes;
    lex_quoted quoted = LEX_QUOTED_STR;
    uint32_t end, kind = RUSTG_TOK_STR;
    bool bad = false;
    if (quote != start) {
        quoted = bytes[start] == 'b' ? LEX_QUOTED_BYTE : LEX_QUOTED_C;
        kind = bytes[start] == 'b' ? RUSTG_TOK_BYTE_STR : RUSTG_TOK_C_STR;
    }
    end = LEX_FN(string_end)(bytes, text->n_bytes, quote + 1, quoted, &bad);
    if (kind == RUSTG_TOK_BYTE_STR && LEX_FN(any_high)(bytes + start, end - start))
        bad = true;
    if (LEX_FN(suffix_at)(text, end))
        return LEX_FN(token_slowly)(text, start, doubt);
    *doubt |= bad;
    return lex_make_token(start, end, kind, 0);
}

/* The raw string at start, with n_letters letters before its hashes. */
LEX_TARGET static lex_token LEX_FN(raw_string)(const lex_text *text, uint32_t start, uint32_t n_letters, bool *doubt)
{
    uint8_t first = text->bytes[start];
    uint32_t end = LEX_FN(raw_string_end)(text, start + n_letters), kind;
    if (end == 0 || LEX_FN(suffix_at)(text, end))
        return LEX_FN(token_slowly)(text, start, doubt);
    if (first == 'b' && LEX_FN(any_high)(text->bytes + start, end - start))
        *doubt = true;
    kind = first == 'r' ? RUSTG_TOK_RAW_STR : first == 'b' ? RUSTG_TOK_RAW_BYTE_STR : RUSTG_TOK_RAW_C_STR;
    return lex_make_token(start, end, kind, 0);
}

/* The character literal or lifetime whose single quote is at quote and, for a byte literal, whose b is at start.
 * word has a bit for each word character from behind the quote on, and ones for what lies behind the block. */
LEX_TARGET static inline lex_token LEX_FN(quote)(const lex_text *text, uint32_t start, uint32_t quote, uint64_t word,
                                                 bool *doubt)
{
    const uint8_t *bytes = text->bytes;
    uint32_t kind = quote == start ? RUSTG_TOK_CHAR : RUSTG_TOK_BYTE, end;
    uint8_t b, c;
    if (text->n_bytes - quote < 6)
        return LEX_FN(token_slowly)(text, start, doubt);
    b = bytes[quote + 1];
    c = bytes[quote + 2];
    if (c == '\'' && b >= ' ' && b < 0x7F && b != '\'' && b != '\\') {
        end = quote + 3;
    } else if (quote == start && lex_is_ascii_start(b)) {
        if (~word == 0)
            return LEX_FN(token_slowly)(text, start, doubt);
        end = quote + 1 + (uint32_t)__builtin_ctzll(~word);
        c = lex_byte(text, end);
        if (c == '\'' || c == '#' || c >= 0x80)
            return LEX_FN(token_slowly)(text, start, doubt);
        return lex_make_token(start, end, RUSTG_TOK_LIFETIME, 0);
    } else if (b == '\\' && bytes[quote + 3] == '\'' &&
               (c == 'n' || c == 't' || c == 'r' || c == '0' || c == '\\' || c == '\'' || c == '"')) {
        end = quote + 4;
    } else {
        return LEX_FN(token_slowly)(text, start, doubt);
    }
    if (LEX_FN(suffix_at)(text, end))
        return LEX_FN(token_slowly)(text, start, doubt);
    return lex_make_token(start, end, kind, 0);
}

/* The number at start; only digits stand before pos, where an underscore, a letter or a dot stands. */
LEX_TARGET static inline lex_token LEX_FN(number)(const lex_text *text, uint32_t start, uint32_t pos, bool *doubt)
{
    const uint8_t *bytes = text->bytes;
    uint8_t b = bytes[pos], c;
    if (b == '_') {
        while (lex_is_digit(b) || b == '_')
            b = lex_byte(text, ++pos);
        if (!LEX_FN(suffix_at)(text, pos) && b != '.')
            return lex_make_token(start, pos, RUSTG_TOK_INT, 0);
        if (b == '.' || b >= 0x80)
            return LEX_FN(token_slowly)(text, start, doubt);
    }
    if (b == '.') {
        uint32_t end = pos + 1;
        while (end < text->n_bytes && (lex_is_digit(bytes[end]) || bytes[end] == '_'))
            end++;
        if (!LEX_FN(suffix_at)(text, end))
            return lex_make_token(start, end, RUSTG_TOK_FLOAT, 0);
    } else if ((b | 0x20) != 'e' && !(pos == start + 1 && bytes[start] == '0' && (b == 'x' || b == 'b' || b == 'o'))) {
        uint32_t end = pos + 1;
        while (end < text->n_bytes && lex_is_ascii_continue(bytes[end]))
            end++;
        if (lex_byte(text, end) < 0x80)
            return lex_make_token(start, end, RUSTG_TOK_INT, RUSTG_TOKEN_SUFFIX);
    } else if (b == 'x') {
        uint32_t end = pos + 1;
        while (end < text->n_bytes && (lex_is_digit(bytes[end]) || (uint8_t)((bytes[end] | 0x20) - 'a') < 6))
            end++;
        c = lex_byte(text, end);
        if (end > pos + 1 && c != '.' && !LEX_FN(suffix_at)(text, end))
            return lex_make_token(start, end, RUSTG_TOK_INT, 0);
    }
    return LEX_FN(token_slowly)(text, start, doubt);
}

/* Bits at which something other than words, punctuation and white space stands.
 * *number_out: 1 when a number reaches the end of the block. */
static inline uint64_t LEX_FN(candidates)(const lex_masks *m, uint64_t keep, const lex_carry *carry,
                                          uint64_t *number_out)
{
    const uint64_t word = m->word & keep, after_word = word << 1 | carry->word;
    const uint64_t digit_start = word & ~after_word & m->digit;
    uint64_t sum;
    /* Adding a run's first bit carries through the run: a number's bits turn 0, the bit behind it turns 1. */
    *number_out = __builtin_add_overflow(word, digit_start | carry->number, &sum);
    return (m->odd | (m->hash & after_word) | (m->dot & sum & ~word) | (word & ~sum & ~m->digit)) & keep;
}

/* The kinds of words: tokens first_slot + slots[i]. */
LEX_TARGET static void LEX_FN(keywords)(const lex_text *text, uint32_t base, lex_tokens toks, size_t first_slot,
                                        const uint16_t *slots, size_t n_slots)
{
    const uint32_t edition = text->edition;
    const uint8_t *row = lex_cpu_row[(edition >= 2018) + (edition >= 2021) + (edition >= 2024)];
    const uint32_t *starts = toks.start + first_slot, *ends = toks.end + first_slot;
    uint8_t *kinds = toks.kind + first_slot;
    size_t i;
    /* Eight bytes are read at each word, so the last words of a file go the slow way. */
    for (; n_slots > 0; n_slots--) {
        const size_t slot = slots[n_slots - 1];
        const uint32_t start = starts[slot] - base;
        if (text->n_bytes - start >= 8)
            break;
        kinds[slot] = lex_keyword(text->bytes + start, ends[slot] - base - start, edition);
    }
    for (i = 0; i < n_slots; i++) {
        const size_t slot = slots[i];
        const uint8_t *word = text->bytes + (starts[slot] - base);
        const uint32_t length = ends[slot] - starts[slot];
        uint64_t first8;
        uint32_t hash, kind;
        memcpy(&first8, word, 8);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
        first8 = __builtin_bswap64(first8);
#endif
        first8 = LEX_FN(cut)(first8, length);
        /* lex_keyword_8 without a branch; a word longer than 8 bytes is told by its length. */
        hash = (uint32_t)((first8 * LEX_KEYWORD_MULTIPLIER) >> LEX_KEYWORD_SHIFT);
        kind = row[hash] & (0 - (uint32_t)((lex_keyword_word[hash] == first8) & (length <= 8)));
        kind += RUSTG_TOK_IDENT;
        if (__builtin_expect(length == LEX_KEYWORD_LONG_LENGTH, 0))
            kind = lex_keyword_long(word, length);
        kinds[slot] = (uint8_t)kind;
    }
}

LEX_TARGET size_t LEX_FN(file)(const uint8_t *bytes, uint32_t n_bytes, uint32_t edition, uint32_t base, lex_tokens toks,
                               bool *suspicious)
{
    const lex_text text = {bytes, n_bytes, edition};
    const bool guard = edition >= 2024;
    uint16_t words[LEX_WORDS_FULL + 64];
    lex_patch patch;
    lex_carry carry = {0, 0, 0, 0};
    size_t n_words = 0, first_slot = 0, n_starts = 0, n_ends = 0;
    uint32_t checked = 0; /* by bytes_doubtful */
    bool doubt = false, high = false;
    bool open = false;               /* a token ends at resume, which is not before the next block */
    lex_token hashes = {0, 0, 0, 0}; /* the last guarded string or pair of hashes */
    uint32_t resume = lex_prologue(bytes, n_bytes), block = resume & ~63u;

    if (lex_prologue_doubtful(bytes, resume))
        doubt = true;
    patch.flagged = 0;
    for (;;) {
        const uint32_t left = n_bytes - block;
        uint64_t keep = resume > block ? ~UINT64_C(0) << (resume - block) : ~UINT64_C(0);
        uint64_t special_starts = 0, special_ends = open ? UINT64_C(1) << (resume - block) : 0;
        uint64_t found, quotes = 0, slashes = 0, feeds = 0, number_out, after_word, word, single, punct, word_starts;
        lex_masks m;
        lex_emission emission;

        open = false;
        /* The check goes before the walk by little, so that bytes come from memory once, while the walk works. */
        if (left > LEX_CHECK_BYTES + 64)
            __builtin_prefetch(bytes + block + LEX_CHECK_BYTES + 64);
        for (; checked <= block && checked < n_bytes; checked += LEX_CHECK_BYTES)
            doubt |= LEX_FN(bytes_doubtful)(bytes, n_bytes, checked, &high);
        emission.source = bytes + block;
        emission.bytes = LEX_FN(load)(bytes + block, left);
        LEX_FN(classify)(bytes + block, left, emission.bytes, &m);
        found = LEX_FN(candidates)(&m, keep, &carry, &number_out);
        if (found) {
            quotes = LEX_FN(equal)(emission.bytes, '"');
            slashes = LEX_FN(equal)(emission.bytes, '\\');
            feeds = LEX_FN(equal)(emission.bytes, '\n');
        }
        while (found) {
            const uint32_t at = (uint32_t)__builtin_ctzll(found), pos = block + at;
            const uint8_t b = bytes[pos];
            uint32_t start = pos, from, to;
            lex_token token;

            /* A word that directly goes before: a prefix, the digits of a number, or the start of an identifier. */
            if (pos > resume && ((m.word << 1 | carry.word) >> at & 1)) {
                uint32_t run = at == 0 ? 0 : (uint32_t)__builtin_clzll(~(m.word << (64 - at)));
                start = pos - run;
                if (run == at && carry.word)
                    while (start > resume && lex_is_ascii_continue(bytes[start - 1]))
                        start--;
                if (start < resume)
                    start = resume;
            }
            if (b == '/') {
                token = LEX_FN(comment)(&text, pos, feeds & ~LEX_FN(below)(at + 1), block, &doubt);
            } else if (b == '"' || b == '\'' || b == '#') {
                const uint32_t n_letters = pos - start;
                const uint64_t behind = ~LEX_FN(below)(at + 1);
                const uint64_t word_behind = at < 63 ? m.word >> (at + 1) | ~(behind >> (at + 1)) : ~UINT64_C(0);
                const uint8_t first = bytes[start], second = n_letters ? bytes[start + 1] : 0;
                const bool literal = first == 'b' || (first == 'c' && edition >= 2021);
                const bool guarded =
                    b == '#' && guard && pos + 1 < n_bytes && (bytes[pos + 1] == '#' || bytes[pos + 1] == '"');
                if (n_letters == 0 && b == '"') {
                    /* Most strings end in the block and have neither escapes nor suffixes. */
                    const uint64_t next = (quotes | slashes) & behind;
                    const uint64_t close = next & (0 - next);
                    if (close & quotes & ~(m.word >> 1) & ~(m.high >> 1) & ~(UINT64_C(1) << 63))
                        token = lex_make_token(pos, block + (uint32_t)__builtin_ctzll(close) + 1, RUSTG_TOK_STR, 0);
                    else
                        token = LEX_FN(string)(&text, pos, pos, &doubt);
                } else if (n_letters == 0 && b == '\'') {
                    token = LEX_FN(quote)(&text, pos, pos, word_behind, &doubt);
                } else if (n_letters == 0 && guarded) {
                    token = LEX_FN(guarded)(&text, pos, &hashes, &doubt);
                } else if (n_letters == 0) { /* the word before it has become a token */
                    found &= found - 1;
                    continue;
                } else if (b != '\'' &&
                           ((n_letters == 1 && first == 'r') || (n_letters == 2 && literal && second == 'r'))) {
                    token = LEX_FN(raw_string)(&text, start, n_letters, &doubt);
                } else if (n_letters == 1 && b == '"' && literal) {
                    token = LEX_FN(string)(&text, start, pos, &doubt);
                } else if (n_letters == 1 && b == '\'' && first == 'b') {
                    token = LEX_FN(quote)(&text, start, pos, word_behind, &doubt);
                } else {
                    /* An unknown prefix is a word of its own. */
                    doubt |= edition >= 2021;
                    if (b == '#') {
                        found &= found - 1;
                        if (!guarded)
                            continue;
                        token = LEX_FN(guarded)(&text, pos, &hashes, &doubt);
                    } else if (b == '"') {
                        token = LEX_FN(string)(&text, pos, pos, &doubt);
                    } else {
                        token = LEX_FN(quote)(&text, pos, pos, word_behind, &doubt);
                    }
                }
            } else if (b == '.' || (b < 0x80 && lex_is_ascii_start(b))) {
                if (start == pos) { /* the number has ended before this dot */
                    found &= found - 1;
                    continue;
                }
                token = LEX_FN(number)(&text, start, pos, &doubt);
            } else {
                token = LEX_FN(token_slowly)(&text, start, &doubt);
            }

            start = token.start;
            resume = token.end;
            if (token.kind == RUSTG_TOK_NONE) {
                open = false;
            } else if (start >= block) {
                patch.kind[start - block] = token.kind;
                patch.flags[start - block] = token.flags;
                patch.flagged |= (uint64_t)(token.flags != 0) << (start - block);
                special_starts |= UINT64_C(1) << (start - block);
                open = true;
            } else { /* its start was written with an earlier block, as a word's */
                toks.kind[n_starts - 1] = token.kind;
                toks.flags[n_starts - 1] = token.flags;
                if (n_words > 0 && first_slot + words[n_words - 1] == n_starts - 1)
                    n_words--;
                carry.word = carry.number = 0;
                open = true;
            }
            from = start > block ? start - block : 0;
            to = resume - block;
            if (to >= 64) {
                keep &= LEX_FN(below)(from);
                break;
            }
            keep &= LEX_FN(below)(from) | ~LEX_FN(below)(to);
            special_ends |= (uint64_t)open << to;
            open = false;
            if (__builtin_expect(to > 0 && (m.word >> (to - 1) & m.word >> to & 1), 0)) {
                /* A new word starts where a token ended inside a run of word characters. */
                const lex_carry none = {0, 0, 0, 0};
                found = LEX_FN(candidates)(&m, ~LEX_FN(below)(to), &none, &number_out);
            } else {
                found &= ~LEX_FN(below)(to);
            }
        }

        word = m.word & keep;
        single = m.single & keep;
        punct = m.punct & keep;
        after_word = word << 1 | carry.word;
        word_starts = word & ~after_word;
        if (carry.punct & punct)
            toks.flags[n_starts - 1] |= RUSTG_TOKEN_JOINT;
        patch.set = special_starts;
        emission.starts = word_starts | single | special_starts;
        emission.ends = (after_word & ~word) | single << 1 | carry.single | special_ends;
        emission.joint = punct & punct >> 1;
        emission.words = word_starts & ~m.digit & m.keyish;
        emission.offset = base + block;
        emission.patch = &patch;
        emission.n_starts = n_starts;
        emission.n_ends = n_ends;
        emission.word_slots = words + n_words;
        emission.word_slot_0 = (uint32_t)(n_starts - first_slot);
        LEX_FN(emit)(&toks, &emission);
        for (; patch.flagged; patch.flagged &= patch.flagged - 1) {
            const uint32_t at = (uint32_t)__builtin_ctzll(patch.flagged);
            const uint64_t before = emission.starts & LEX_FN(below)(at);
            toks.flags[n_starts + (size_t)__builtin_popcountll(before)] = patch.flags[at];
        }
        n_starts += (size_t)__builtin_popcountll(emission.starts);
        n_ends += (size_t)__builtin_popcountll(emission.ends);
        n_words += (size_t)__builtin_popcountll(emission.words);
        carry.word = word >> 63;
        carry.number = number_out & word >> 63;
        carry.single = single >> 63;
        carry.punct = punct >> 63;

        if (left < 64)
            break;
        block = resume >= block + 128 ? resume & ~63u : block + 64;
        if (__builtin_expect(n_words > LEX_WORDS_FULL - 64 || n_starts - first_slot > LEX_SLOTS_FULL, 0)) {
            /* The last token may be a word that is still open: it stays. */
            const size_t n_open = n_words > 0 && first_slot + words[n_words - 1] == n_starts - 1;
            LEX_FN(keywords)(&text, base, toks, first_slot, words, n_words - n_open);
            first_slot = n_starts - n_open;
            words[0] = 0;
            n_words = n_open;
        }
    }
    LEX_FN(keywords)(&text, base, toks, first_slot, words, n_words);
    toks.kind[n_starts] = RUSTG_TOK_EOF;
    toks.flags[n_starts] = 0;
    toks.start[n_starts] = toks.end[n_starts] = base + n_bytes;
    *suspicious = doubt || (high && LEX_FN(utf8_doubtful)(bytes, n_bytes));
    return n_starts + 1;
}
