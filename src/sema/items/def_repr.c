/* def_repr.c: reads the `repr` attributes of a type. */
#include "sema/items/def_table.h"
#include "rustg/diagnostic_kind.h"

enum { REPR_LARGEST_ALIGN = 1 << 29 }; /* rustc's */

/* The value of `16`, `0x10` or `1_6`. *is_plain: it is an integer without a suffix. Numbers above the largest alignment
 * all read as one more than that. */
static uint64_t def_repr_number(const sema *s, sema_span at, bool *is_plain)
{
    const uint8_t *bytes = s->files.at[at.file]->bytes;
    uint64_t base = 10, value = 0;
    uint32_t i = at.start;
    *is_plain = true;
    if (at.end - i > 2 && bytes[i] == '0' && (bytes[i + 1] | 32) > '9') {
        base = bytes[i + 1] == 'x' ? 16 : bytes[i + 1] == 'o' ? 8 : 2;
        i += 2;
    }
    for (; i < at.end; i++) {
        if (bytes[i] == '_')
            continue;
        const uint64_t digit = bytes[i] <= '9' ? (uint64_t)(bytes[i] - '0') : (uint64_t)(bytes[i] | 32) - 'a' + 10;
        if (digit >= base) {
            *is_plain = false;
            return 0;
        }
        value = value * base + digit;
        if (value > REPR_LARGEST_ALIGN)
            value = REPR_LARGEST_ALIGN + 1;
    }
    return value;
}

uint32_t def_repr_align(sema *s, uint32_t file, uint32_t entry, uint32_t last)
{
    const sema_span whole = def_toks_span(s, file, entry, last), word = syntax_tok_span(s, file, entry);
    if (last == entry + 1) {
        sema_report r = sema_error(s, RUSTG_DIAG_ALIGN_INVALID, word);
        sema_arg(&r, "`align` needs an argument");
        sema_suggest_beside(&r, word, "align(...)", "supply an argument here");
        return 0;
    }
    const sema_span number = syntax_tok_span(s, file, entry + 2);
    const uint32_t kind = last > entry + 2 ? def_tok_kind(s, file, entry + 2) : RUSTG_TOK_R_PAREN;
    if (def_tok_kind(s, file, entry + 1) != RUSTG_TOK_L_PAREN) {
        sema_report r = sema_error(s, RUSTG_DIAG_ALIGN_FORMAT, whole);
        sema_arg(&r, "%s", "");
        if (kind == RUSTG_TOK_INT && last == entry + 3) {
            const uint8_t *bytes = s->files.at[file]->bytes;
            const char *fixed = arena_format(s->memory, "align(%.*s)", (int)(number.end - number.start),
                                             (const char *)bytes + number.start);
            sema_suggest_beside(&r, whole, fixed, "use parentheses instead");
        }
        return 0;
    }
    if (last != entry + 4) {
        sema_report r = sema_error(s, RUSTG_DIAG_ALIGN_FORMAT, whole);
        sema_arg(&r, ": `align` takes exactly one argument in parentheses");
        return 0;
    }
    if (rustg_token_kind_class((uint8_t)kind) != RUSTG_CLASS_LITERAL) {
        sema_report r = sema_error(s, RUSTG_DIAG_ALIGN_FORMAT, number);
        sema_arg(&r, ": `align` expects a literal integer as argument");
        return 0;
    }
    bool is_plain = false;
    const uint64_t align = kind == RUSTG_TOK_INT ? def_repr_number(s, number, &is_plain) : 0;
    const char *wrong = !is_plain                       ? "not an unsuffixed integer"
                        : align > REPR_LARGEST_ALIGN    ? "larger than 2^29"
                        : !align || align & (align - 1) ? "not a power of two"
                                                        : NULL;
    if (!wrong)
        return (uint32_t)align;
    sema_report r = sema_error(s, RUSTG_DIAG_ALIGN_INVALID, number);
    sema_arg(&r, "%s", wrong);
    return 0;
}

/* The N of `packed(N)`, or 1; 0: it is wrong, which has been reported. */
static uint32_t def_repr_pack(sema *s, uint32_t file, uint32_t entry, uint32_t last)
{
    return last == entry + 1 ? 1 : def_repr_align(s, file, entry, last);
}

/* Of several alignments the largest counts, and of several packings the smallest. */
def_repr def_repr_of(sema *s, sema_def adt)
{
    def_repr repr = {0};
    sema_node node = def_get(s, adt)->node;
    def_attr attr;
    for (uint32_t i = 0; def_find_attr(s, node, "repr", i, &attr); i++) {
        uint32_t at = attr.first + 1, entry, entry_last;
        if (attr.first >= attr.last || def_tok_kind(s, attr.file, attr.first) != RUSTG_TOK_L_PAREN)
            continue;
        while (def_attr_entry(s, attr.file, &at, attr.last - 1, &entry, &entry_last)) {
            if (entry == entry_last)
                continue;
            const char *word = sema_text(s, syntax_tok_name(s, attr.file, entry));
            uint32_t *primitive =
                arena_map_at(s->memory, &def_tab(s)->primitive_of, syntax_tok_name(s, attr.file, entry), 0);
            if (strcmp(word, "C") == 0)
                repr.c = true;
            else if (strcmp(word, "transparent") == 0)
                repr.transparent = true;
            else if (primitive && ty_is_integer(s, *primitive))
                repr.tag = *primitive;
            else if (strcmp(word, "align") == 0) {
                uint32_t align = def_repr_align(s, attr.file, entry, entry_last);
                repr.align = align > repr.align ? align : repr.align;
            } else if (strcmp(word, "packed") == 0) {
                const uint32_t packed = def_repr_pack(s, attr.file, entry, entry_last);
                repr.packs_twice |= packed && repr.packed && packed != repr.packed;
                repr.packed = packed && (!repr.packed || packed < repr.packed) ? packed : repr.packed;
            } else if (strcmp(word, "Rust") != 0 && !def_get(s, adt)->is_library) {
                const bool known = strcmp(word, "simd") == 0;
                sema_report r = sema_error(s, known ? RUSTG_DIAG_NOT_COMPILED_YET : RUSTG_DIAG_UNRECOGNIZED_REPR,
                                           def_toks_span(s, attr.file, entry, entry_last));
                if (known) {
                    sema_arg(&r, "`repr(%s)`", word);
                    sema_arg(&r, "use `repr(C)`");
                }
            }
        }
    }
    return repr;
}
