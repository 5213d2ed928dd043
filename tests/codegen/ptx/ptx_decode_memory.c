/* ptx_decode_memory.c: instructions of many spellings: moves, conversions, loads, stores, atomics. */
#include "ptx_reader.h"

static const char *const special_names[] = {"%tid.x",       "%tid.y",       "%tid.z",       "%ctaid.x",
                                            "%ctaid.y",     "%ctaid.z",     "%ntid.x",      "%ntid.y",
                                            "%ntid.z",      "%nctaid.x",    "%nctaid.y",    "%nctaid.z",
                                            "%laneid",      "%warpid",      "%nwarpid",     "%dynamic_smem_size",
                                            "%lanemask_eq", "%lanemask_lt", "%lanemask_le", "%lanemask_gt",
                                            "%lanemask_ge", "%clock",       "%clock64",     "%smid"};

static bool one_of(ptx_word word, const char *const *words, size_t n, size_t *which)
{
    for (size_t i = 0; i < n; i++)
        if (ptx_word_is(word, words[i])) {
            *which = i;
            return true;
        }
    return false;
}

/* {a, b, _}: at most 4, into slots d b c e. */
static uint8_t read_elements(ptx_reader *r, ptx_op *op, bool results)
{
    uint32_t *const slots[] = {&op->d, &op->b, &op->c, &op->e};
    uint8_t n = 0, width;
    if (!ptx_take(r, "{")) {
        *slots[0] = results ? ptx_result(r, &op->width) : ptx_source(r);
        return 1;
    }
    do {
        if (n == 4)
            ptx_wrong(r, "more than 4 elements");
        *slots[n++] = results ? ptx_result(r, &width) : ptx_source(r);
        if (results && (n == 1 || width > op->width))
            op->width = width;
    } while (ptx_take(r, ","));
    ptx_expect(r, "}");
    return n;
}

bool ptx_decode_move(ptx_reader *r, const ptx_parts *parts, ptx_op *op)
{
    size_t which;
    if (!ptx_word_is(parts->at[0], "mov") || parts->n != 2 || !ptx_type_of(parts->at[1], &op->type))
        return false;
    if (ptx_is(r, "{")) {
        op->n = read_elements(r, op, true);
        ptx_expect(r, ",");
        op->a = ptx_source(r);
        op->code = PTX_UNPACK;
        return true;
    }
    uint32_t d = ptx_result(r, &op->width);
    ptx_expect(r, ",");
    if (ptx_is(r, "{")) {
        op->n = read_elements(r, op, false);
        op->a = op->d;
        op->code = PTX_PACK;
    } else if (one_of(r->word, special_names, sizeof special_names / sizeof special_names[0], &which)) {
        ptx_next(r);
        op->code = PTX_SPECIAL;
        op->imm = which;
    } else {
        op->a = ptx_source(r);
        op->code = PTX_MOVE;
    }
    op->d = d;
    return true;
}

/* cvt.rzi.ftz.sat.u32.f32: rounding to an integral value where .rni and the like stand. */
bool ptx_decode_convert(ptx_reader *r, const ptx_parts *parts, ptx_op *op)
{
    static const char *const words[] = {"rn", "rz", "rm", "rp", "rni", "rzi", "rmi", "rpi", "ftz", "sat"};
    static const uint8_t flags[] = {PTX_ROUNDED | PTX_NEAREST,
                                    PTX_ROUNDED | PTX_ZERO,
                                    PTX_ROUNDED | PTX_DOWN,
                                    PTX_ROUNDED | PTX_UP,
                                    PTX_INTEGRAL | PTX_NEAREST,
                                    PTX_INTEGRAL | PTX_ZERO,
                                    PTX_INTEGRAL | PTX_DOWN,
                                    PTX_INTEGRAL | PTX_UP,
                                    PTX_FTZ,
                                    PTX_SAT};
    size_t which;
    if (!ptx_word_is(parts->at[0], "cvt") || parts->n < 3 || !ptx_type_of(parts->at[parts->n - 2], &op->type) ||
        !ptx_type_of(parts->at[parts->n - 1], &op->from))
        return false;
    for (uint32_t i = 1; i + 2 < parts->n; i++) {
        if (!one_of(parts->at[i], words, sizeof words / sizeof words[0], &which))
            return false;
        op->aux |= flags[which];
    }
    op->code = PTX_CONVERT;
    op->d = ptx_result(r, &op->width);
    ptx_expect(r, ",");
    op->a = ptx_source(r);
    return true;
}

/* [register], [register+8], [variable], [variable+8] */
static void read_address(ptx_reader *r, ptx_op *op)
{
    uint32_t number;
    ptx_expect(r, "[");
    ptx_name *name = ptx_is_number(r) ? NULL : ptx_find(r, r->word, &number);
    if (name && name->kind == PTX_NAME_FRAME) {
        op->is_frame = true;
        op->imm = name->value;
        op->space = (uint8_t)name->space;
        ptx_next(r);
    } else {
        op->a = ptx_source(r); /* takes an offset behind a variable itself */
    }
    if (ptx_take(r, "+") || ptx_is(r, "-"))
        op->imm += ptx_integer(r);
    ptx_expect(r, "]");
}

/* The modifiers of memory instructions that every one of them may have. */
static bool read_modifier(ptx_word word, ptx_op *op)
{
    static const char *const spaces[] = {"", "global", "const", "shared", "local", "param"};
    static const char *const ignored[] = {"volatile", "relaxed", "acquire", "release", "acq_rel", "weak",
                                          "cta",      "cluster", "gpu",     "sys",     "ca",      "cg",
                                          "cs",       "lu",      "cv",      "wb",      "wt",      "noftz"};
    size_t which;
    if (one_of(word, spaces, sizeof spaces / sizeof spaces[0], &which)) {
        op->space = (uint8_t)which;
        return true;
    }
    if (ptx_word_is(word, "shared::cta")) {
        op->space = PTX_SHARED;
        return true;
    }
    return one_of(word, ignored, sizeof ignored / sizeof ignored[0], &which) ||
           (word.n > 4 && memcmp(word.at, "L2::", 4) == 0) || (word.n > 4 && memcmp(word.at, "L1::", 4) == 0);
}

static bool decode_load_store(ptx_reader *r, const ptx_parts *parts, ptx_op *op, bool load)
{
    uint8_t n = 1;
    op->code = load ? PTX_LOAD : PTX_STORE;
    for (uint32_t i = 1; i + 1 < parts->n; i++) {
        if (ptx_word_is(parts->at[i], "v2") || ptx_word_is(parts->at[i], "v4"))
            n = (uint8_t)(parts->at[i].at[1] - '0');
        else if (load && ptx_word_is(parts->at[i], "nc"))
            op->nc = true;
        else if (!read_modifier(parts->at[i], op))
            return false;
    }
    if (load) {
        op->n = read_elements(r, op, true);
        ptx_expect(r, ",");
        read_address(r, op);
    } else {
        read_address(r, op);
        ptx_expect(r, ",");
        op->n = read_elements(r, op, false);
    }
    if (op->n != n)
        ptx_wrong(r, "another number of elements than the instruction says");
    return true;
}

static bool decode_atomic(ptx_reader *r, const ptx_parts *parts, ptx_op *op, bool has_result)
{
    static const char *const operations[] = {"add", "min", "max", "and", "or", "xor", "exch", "cas", "inc", "dec"};
    size_t which;
    bool found = false;
    uint8_t n = 1;
    op->code = PTX_ATOMIC;
    for (uint32_t i = 1; i + 1 < parts->n; i++) {
        if (!has_result && (ptx_word_is(parts->at[i], "v2") || ptx_word_is(parts->at[i], "v4"))) {
            n = (uint8_t)(parts->at[i].at[1] - '0');
        } else if (one_of(parts->at[i], operations, sizeof operations / sizeof operations[0], &which)) {
            op->what = (uint8_t)which;
            found = true;
        } else if (!read_modifier(parts->at[i], op)) {
            return false;
        }
    }
    if (!found || op->type.kind == PTX_BF)
        return false;
    if (has_result) {
        op->d = ptx_result(r, &op->width);
        ptx_expect(r, ",");
    }
    read_address(r, op);
    ptx_expect(r, ",");
    if (n > 1) {
        op->n = read_elements(r, op, false);
        if (op->n != n || op->type.kind != PTX_F || op->type.bytes != 4 || op->what != 0)
            ptx_wrong(r, "only sums of f32 are of several elements, and of as many as the instruction says");
        return true;
    }
    op->b = ptx_source(r);
    if (op->what == 7) {
        ptx_expect(r, ",");
        op->c = ptx_source(r);
    }
    return true;
}

bool ptx_decode_memory(ptx_reader *r, const ptx_parts *parts, ptx_op *op)
{
    if (!ptx_type_of(parts->at[parts->n - 1], &op->type))
        return false;
    if (ptx_word_is(parts->at[0], "ld") || ptx_word_is(parts->at[0], "st"))
        return decode_load_store(r, parts, op, parts->at[0].at[0] == 'l');
    if (ptx_word_is(parts->at[0], "atom") || ptx_word_is(parts->at[0], "red"))
        return decode_atomic(r, parts, op, parts->at[0].at[0] == 'a');
    return false;
}
