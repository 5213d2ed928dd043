/* emit_rust_type.c: types and constants as Rust. A struct of the IR becomes a struct of the text. */
#include "codegen/rust/emit_rust.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const emit_rust_scalars[] = {
    [IR_BOOL] = "bool", [IR_I8] = "i8",   [IR_I16] = "i16", [IR_I32] = "i32", [IR_I64] = "i64", [IR_U8] = "u8",
    [IR_U16] = "u16",   [IR_U32] = "u32", [IR_U64] = "u64", [IR_F32] = "f32", [IR_F64] = "f64", [IR_PTR] = "*mut u8"};

const char *emit_rust_type(emit_rust *r, ir_type t)
{
    const ir_type_info about = r->m->types.at[t];
    if (about.kind == IR_ARRAY)
        return arena_format(r->a, "[%s; %llu]", emit_rust_type(r, about.element), (unsigned long long)about.n);
    if (about.kind == IR_STRUCT) {
        bool is_known = false;
        for (uint32_t i = 0; i < r->structs.n; i++)
            is_known |= r->structs.at[i] == t;
        if (!is_known)
            vec_push(r->a, &r->structs, t);
        return arena_format(r->a, "Struct%u", t);
    }
    if (about.kind == IR_VOID || about.kind > IR_PTR) {
        emit_rust_refuse(r, "it has an enum or union");
        return "()";
    }
    return emit_rust_scalars[about.kind];
}

/* Those that are fields of others are found on the way. */
void emit_rust_structs(emit_rust *r)
{
    for (uint32_t i = 0; i < r->structs.n; i++) {
        const ir_type_info about = r->m->types.at[r->structs.at[i]];
        if (about.min_align > ir_align(r->m, r->structs.at[i]))
            emit_rust_refuse(r, "it has a struct of an alignment of its own");
        emit_rust_add(r, "#[repr(C)]\n#[derive(Clone, Copy)]\npub struct Struct%u {\n", r->structs.at[i]);
        for (uint32_t k = 0; k < about.n_fields; k++)
            emit_rust_add(r, "    pub f%u: %s,\n", k, emit_rust_type(r, r->m->fields.at[about.first_field + k]));
        emit_rust_add(r, "}\n\n");
    }
}

/* The shortest text that reads as the number. */
static const char *emit_rust_float(emit_rust *r, ir_type t, uint64_t bits)
{
    char text[64];
    double x;
    if (t == IR_F32) {
        const uint32_t narrow = (uint32_t)bits;
        float f;
        memcpy(&f, &narrow, sizeof f);
        x = (double)f;
    } else {
        memcpy(&x, &bits, sizeof x);
    }
    if (!isfinite(x))
        return arena_format(r->a, "%s::from_bits(0x%llx)", emit_rust_scalars[t], (unsigned long long)bits);
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, x);
        if (t == IR_F32 ? strtof(text, NULL) == (float)x : strtod(text, NULL) == x)
            break;
    }
    const bool is_plain = !strpbrk(text, ".e");
    return arena_format(r->a, "%s%s_%s", text, is_plain ? ".0" : "", emit_rust_scalars[t]);
}

const char *emit_rust_number(emit_rust *r, ir_type t, uint64_t bits)
{
    const uint64_t size = ir_size(r->m, t);
    const uint8_t kind = r->m->types.at[t].kind;
    if (kind == IR_BOOL)
        return bits & 1 ? "true" : "false";
    if (kind == IR_F32 || kind == IR_F64)
        return emit_rust_float(r, t, bits);
    if (kind == IR_PTR)
        return arena_format(r->a, "%lluusize as *mut u8", (unsigned long long)bits);
    bits = ir_low_bits(bits, size);
    if (!ir_is_signed(r->m, t) || !(bits >> (8 * size - 1)))
        return arena_format(r->a, "%llu_%s", (unsigned long long)bits, emit_rust_scalars[kind]);
    return arena_format(r->a, "-%llu_%s", (unsigned long long)ir_low_bits(0 - bits, size), emit_rust_scalars[kind]);
}

const char *emit_rust_bare(emit_rust *r, const char *text)
{
    const size_t n = strspn(text, "-0123456789.e+");
    if (n && text[n] == '_' && !strpbrk(text + n + 1, " _.()[]"))
        return arena_format(r->a, "%.*s", (int)n, text);
    return text;
}

const char *emit_rust_data(emit_rust *r, ir_type t, const uint8_t *bytes)
{
    const ir_type_info about = r->m->types.at[t];
    if (about.kind == IR_ARRAY && !bytes)
        return arena_format(r->a, "[%s; %llu]", emit_rust_data(r, about.element, NULL), (unsigned long long)about.n);
    if (about.kind < IR_ARRAY)
        return emit_rust_number(r, t, bytes ? ir_load_bits(bytes, ir_size(r->m, t)) : 0);
    const uint32_t n = about.kind == IR_ARRAY ? (uint32_t)about.n : about.n_fields;
    const char *text = about.kind == IR_ARRAY ? "[" : arena_format(r->a, "%s { ", emit_rust_type(r, t));
    for (uint32_t k = 0; k < n; k++) {
        const ir_type part = about.kind == IR_ARRAY ? about.element : r->m->fields.at[about.first_field + k];
        const uint64_t offset = about.kind == IR_ARRAY ? k * ir_size(r->m, part) : ir_field_offset(r->m, t, k);
        const char *value = emit_rust_data(r, part, bytes ? bytes + offset : NULL);
        text = about.kind == IR_ARRAY ? arena_format(r->a, "%s%s%s", text, k ? ", " : "", value)
                                      : arena_format(r->a, "%s%sf%u: %s", text, k ? ", " : "", k, value);
    }
    return arena_format(r->a, "%s%s", text, about.kind == IR_ARRAY ? "]" : " }");
}

const char *emit_rust_zero(emit_rust *r, ir_type t)
{
    emit_rust_type(r, t); /* refuses what has no zero */
    return r->refused ? "()" : emit_rust_data(r, t, NULL);
}
