/* emit_helper.c: emits the helpers that a text uses. */
#include "codegen/common/emit.h"

enum { HELPER_BITS_NONE, HELPER_BITS_OWN, HELPER_BITS_F32 };
static const struct {
    const char *name;
    uint8_t bits;
} helper_rows[] = {
#define HELPER(name, bits, c, cuda) {#name, HELPER_BITS_##bits},
#include "codegen/common/emit_helper.def"
};
#define HELPER(name, bits, c, cuda)                                                                                    \
    _Static_assert(HELPER_BITS_##bits == HELPER_BITS_NONE ||                                                           \
                       (EMIT_HELPER_##name > EMIT_HELPER_BITS_TO && EMIT_HELPER_##name > EMIT_HELPER_BITS_OF),         \
                   "emit_helper.def: " #name " uses BITS_TO and BITS_OF, so it comes behind them");
#include "codegen/common/emit_helper.def"

static const struct {
    const char *type, *unsigned_type, *width, *least, *greatest, *beyond;
} helper_kinds[EMIT_N_KINDS] = {
    [IR_VOID] = {"", "", "", "", "", ""},
    [IR_BOOL] = {"u8", "u8", "8", "0", "1", "2.0"},
    [IR_I8] = {"i8", "u8", "8", "(-128)", "127", "128.0"},
    [IR_I16] = {"i16", "u16", "16", "(-32768)", "32767", "32768.0"},
    [IR_I32] = {"i32", "u32", "32", "(-2147483647 - 1)", "2147483647", "2147483648.0"},
    [IR_I64] = {"i64", "u64", "64", "(-9223372036854775807ll - 1)", "9223372036854775807ll", "9223372036854775808.0"},
    [IR_U8] = {"u8", "u8", "8", "0", "255", "256.0"},
    [IR_U16] = {"u16", "u16", "16", "0", "65535", "65536.0"},
    [IR_U32] = {"u32", "u32", "32", "0", "4294967295u", "4294967296.0"},
    [IR_U64] = {"u64", "u64", "64", "0", "18446744073709551615ull", "18446744073709551616.0"},
    [IR_F32] = {"f32", "u32", "32", "", "", ""},
    [IR_F64] = {"f64", "u64", "64", "", "", ""},
};

const char *emit_helper_name(emit *e, emit_helper h, ir_type kind)
{
    char name[32];
    size_t n = 0;
    e->helpers[h][kind] = true;
    if (helper_rows[h].bits != HELPER_BITS_NONE) {
        const ir_type of = helper_rows[h].bits == HELPER_BITS_OWN ? kind : IR_F32;
        e->helpers[EMIT_HELPER_BITS_TO][of] = e->helpers[EMIT_HELPER_BITS_OF][of] = true;
    }
    for (const char *at = helper_rows[h].name; *at; at++)
        name[n++] = (char)(*at >= 'A' && *at <= 'Z' ? *at + 32 : *at);
    name[n] = 0;
    return emit_print(e, "rustg_%s%s%s", name, kind ? "_" : "", helper_kinds[kind].type);
}

void emit_helpers(emit *e)
{
    bool any = false;
    for (uint32_t h = 0; h < EMIT_N_HELPERS; h++)
        for (uint32_t kind = 0; kind < EMIT_N_KINDS; kind++) {
            if (!e->helpers[h][kind])
                continue;
            bool wide = kind == IR_I64 || kind == IR_U64;
            const emit_kind_words *words = &e->target->kind_words[kind];
            const char *values[] = {emit_helper_name(e, (emit_helper)h, kind),
                                    helper_kinds[kind].type,
                                    helper_kinds[kind].unsigned_type,
                                    helper_kinds[kind].width,
                                    wide ? "ll" : "",
                                    e->target->inline_function,
                                    helper_kinds[kind].least,
                                    helper_kinds[kind].greatest,
                                    helper_kinds[kind].beyond,
                                    words->conversion ? words->conversion : "",
                                    kind == IR_F32 ? "f" : "",
                                    words->from_bits ? words->from_bits : "",
                                    words->to_bits ? words->to_bits : ""};
            emit_add(e, emit_fill(e, e->target->helpers[h], "NTUWLDMXPCFGH", values));
            any = true;
        }
    if (any)
        emit_add(e, "\n");
}
