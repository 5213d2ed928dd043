/* emit_type.c: emits types, literals and constant data. */
#include "base/utf8.h"
#include "codegen/common/emit.h"

bool emit_is_nothing(const emit *e, ir_type t)
{
    return t == IR_VOID || ir_size(e->m, t) == 0;
}

static const char *const scalar_names[] = {"void", "",    "i8",  "i16", "i32", "i64",
                                           "u8",   "u16", "u32", "u64", "f32", "f64"};

const char *emit_type_name(emit *e, ir_type t)
{
    const ir_type_info *about = &e->m->types.at[t];
    if (t == IR_BOOL)
        return e->target->bool_type;
    if (t <= IR_F64)
        return scalar_names[t];
    if (emit_is_nothing(e, t))
        return "void";
    if (about->kind == IR_PTR)
        return "u8 *";
    if (!e->type_names[t]) {
        const char *otherwise = about->kind == IR_ARRAY ? "array" : about->kind == IR_UNION ? "choice" : "tuple";
        e->type_names[t] = emit_print(e, "%s_t%u", emit_clean(e, about->name, otherwise), e->types.n);
        vec_push(e->a, &e->types, t);
        e->type_state[t] = EMIT_TYPE_NAMED;
    }
    return e->type_names[t];
}

/* Writes the fields of a struct, with gaps where fields of size 0 or a larger alignment leave them. */
static void emit_struct_fields(emit *e, ir_type t)
{
    const ir_type_info *about = &e->m->types.at[t];
    uint64_t at = 0;
    for (uint32_t i = 0; i < about->n_fields; i++) {
        ir_type field = e->m->fields.at[about->first_field + i];
        uint64_t offset = ir_field_offset(e->m, t, i), align = ir_align(e->m, field);
        if (emit_is_nothing(e, field))
            continue;
        if (about->kind == IR_STRUCT && offset > at && offset != (at + align - 1) / align * align)
            emit_format(e, " u8 gap%u[%llu];", i, (unsigned long long)(offset - at));
        emit_format(e, " %s f%u;", emit_type_name(e, field), i);
        at = offset + ir_size(e->m, field);
    }
}

static void emit_coded_fields(emit *e, const ir_type_info *about)
{
    const ir_coding *c = &about->coding;
    emit_add(e, " struct {");
    if (c->offset)
        emit_format(e, " u8 gap[%llu];", (unsigned long long)c->offset);
    emit_format(e, " %s code; } f0; %s f1;", emit_type_name(e, c->type),
                emit_type_name(e, e->m->fields.at[about->first_field + 1]));
}

static void emit_tag_function(emit *e, const ir_type_info *about, const char *name)
{
    const ir_coding *c = &about->coding;
    const ir_type tag = e->m->fields.at[about->first_field];
    const char *code = emit_type_name(e, c->type), *type = emit_type_name(e, tag);
    bool atom;
    emit_format(e, "%s %s %s_tag(%s v)\n{\n    ", e->target->inline_function, type, name, name);
    if (!c->is_all && c->count == 1) {
        emit_format(e, "return v.f0.code == %s ? ", emit_literal(e, c->type, c->start, &atom));
        emit_format(e, "%s : %s;\n}\n", emit_literal(e, tag, c->first, &atom), emit_literal(e, tag, c->other, &atom));
        return;
    }
    emit_format(e, "%s k = (%s)(v.f0.code - %s);\n    return ", code, code, emit_literal(e, c->type, c->start, &atom));
    if (!c->is_all)
        emit_format(e, "k >= %s ? %s : ", emit_literal(e, c->type, c->count, &atom),
                    emit_literal(e, tag, c->other, &atom));
    emit_format(e, "(%s)(k + %s);\n}\n", type, emit_literal(e, IR_U64, c->first, &atom));
}

static void emit_define_type(emit *e, ir_type t)
{
    ir_type_info about = e->m->types.at[t];
    if (t <= IR_F64 || about.kind == IR_PTR || emit_is_nothing(e, t) || e->type_state[t] == EMIT_TYPE_DEFINED)
        return;
    const char *name = emit_type_name(e, t);
    e->type_state[t] = EMIT_TYPE_DEFINED;
    if (about.kind == IR_ARRAY)
        emit_define_type(e, about.element);
    for (uint32_t i = 0; i < about.n_fields; i++)
        emit_define_type(e, e->m->fields.at[about.first_field + i]);
    emit_format(e, "typedef %s __attribute__((aligned(%u))) %s {",
                about.kind == IR_UNION || about.kind == IR_CODED ? "union" : "struct", ir_align(e->m, t), name);
    if (about.kind == IR_CODED)
        emit_coded_fields(e, &about);
    else if (about.kind == IR_ARRAY)
        emit_format(e, " %s at[%llu];", emit_type_name(e, about.element), (unsigned long long)about.n);
    else
        emit_struct_fields(e, t);
    emit_format(e, " } %s;\n%s(sizeof(%s) == %llu, \"layout\");\n", name, e->target->static_assert_word, name,
                (unsigned long long)ir_size(e->m, t));
    if (about.kind == IR_CODED)
        emit_tag_function(e, &about, name);
}

bool emit_has_pointers(emit *e, ir_type t)
{
    const ir_type_info *about = &e->m->types.at[t];
    if (e->type_pointers[t] == EMIT_POINTERS_UNKNOWN) {
        bool has = about->kind == IR_PTR || (about->kind == IR_ARRAY && emit_has_pointers(e, about->element));
        for (uint32_t k = 0; !has && k < about->n_fields; k++)
            has = emit_has_pointers(e, e->m->fields.at[about->first_field + k]);
        e->type_pointers[t] = has ? EMIT_POINTERS_SOME : EMIT_POINTERS_NONE;
    }
    return e->type_pointers[t] == EMIT_POINTERS_SOME;
}

bool emit_hides_addresses(emit *e)
{
    for (ir_type t = 1; t < e->m->types.n && e->target->wide_array[0]; t++)
        if (ir_size(e->m, t) >= 16 && ir_align(e->m, t) >= 16 && emit_has_pointers(e, t))
            return true;
    return false;
}

void emit_types(emit *e)
{
    for (uint32_t i = 0; i < e->types.n; i++)
        emit_define_type(e, e->types.at[i]);
}

static bool emit_is_midpoint(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (bits & 0x1FFFFFFF) == 0x10000000;
}

/* Writes a short decimal that surely reads back as the value, else hexadecimal. It does not call printf, which asks
 * the locale. */
static const char *emit_float_text(emit *e, double value, bool is_f32)
{
    static const double powers[] = {1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};
    const char *suffix = is_f32 ? "f" : "";
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    const char *sign = bits >> 63 ? "-" : "";
    double size = bits >> 63 ? -value : value;
    for (unsigned digits = 0; size < 1e6 && digits < 10; digits++) {
        uint64_t whole = (uint64_t)(size * powers[digits] + 0.5);
        double back = (double)whole / powers[digits];
        if (whole > 1000000000000u || !(is_f32 ? (double)(float)back == size && !emit_is_midpoint(back) : back == size))
            continue;
        uint64_t unit = (uint64_t)powers[digits];
        if (!digits)
            return emit_print(e, "%s%llu.0%s", sign, (unsigned long long)whole, suffix);
        return emit_print(e, "%s%llu.%0*llu%s", sign, (unsigned long long)(whole / unit), (int)digits,
                          (unsigned long long)(whole % unit), suffix);
    }
    uint64_t mantissa = bits & 0xFFFFFFFFFFFFF;
    int exponent = (int)(bits >> 52 & 2047);
    return emit_print(e, "%s0x%u.%013llxp%d%s", sign, exponent ? 1u : 0u, (unsigned long long)mantissa,
                      exponent ? exponent - 1023 : -1022, suffix);
}

const char *emit_literal(emit *e, ir_type t, uint64_t bits, bool *atom)
{
    *atom = true;
    switch ((ir_kind)e->m->types.at[t].kind) {
    case IR_BOOL: return bits & 1 ? e->target->true_word : e->target->false_word;
    case IR_U8:
    case IR_U16: return emit_print(e, "(%s)%u", scalar_names[t], (unsigned)(t == IR_U8 ? bits & 0xFF : bits & 0xFFFF));
    case IR_U32: return emit_print(e, "%uu", (uint32_t)bits);
    case IR_U64: return emit_print(e, "%lluull", (unsigned long long)bits);
    case IR_I8: return emit_print(e, "(i8)%d", (int)(bits & 0x7F) - (int)(bits & 0x80));
    case IR_I16: return emit_print(e, "(i16)%d", (int)(bits & 0x7FFF) - (int)(bits & 0x8000));
    case IR_I32: {
        int64_t value = (int64_t)(bits & 0x7FFFFFFF) - (int64_t)(bits & 0x80000000u);
        if (value == -2147483648LL)
            return "(-2147483647 - 1)";
        return emit_print(e, value < 0 ? "(%lld)" : "%lld", (long long)value);
    }
    case IR_I64:
        if (bits == 1ull << 63)
            return "(-9223372036854775807ll - 1)";
        if (bits >> 63)
            return emit_print(e, "(-%llull)", (unsigned long long)(0 - bits));
        return emit_print(e, "%llull", (unsigned long long)bits);
    case IR_F32: {
        float value;
        uint32_t low = (uint32_t)bits;
        memcpy(&value, &low, sizeof value);
        if ((low & 0x7F800000) == 0x7F800000)
            return emit_print(e, "%s(%uu)", emit_helper_name(e, EMIT_HELPER_BITS_TO, IR_F32), low);
        *atom = !(low >> 31);
        return emit_float_text(e, (double)value, true);
    }
    case IR_F64: {
        double value;
        memcpy(&value, &bits, sizeof value);
        if ((bits & 0x7FF0000000000000u) == 0x7FF0000000000000u)
            return emit_print(e, "%s(%lluull)", emit_helper_name(e, EMIT_HELPER_BITS_TO, IR_F64),
                              (unsigned long long)bits);
        *atom = !(bits >> 63);
        return emit_float_text(e, value, false);
    }
    case IR_PTR: return emit_print(e, "((u8 *)%lluull)", (unsigned long long)bits);
    case IR_VOID:
    case IR_ARRAY:
    case IR_STRUCT:
    case IR_UNION:
    case IR_CODED: break;
    }
    return "0";
}

/* Bytes that are no UTF-8, which NVRTC does not take, are U+FFFD, as in what rustc writes of a path. */
void emit_quoted(emit *e, const char *text)
{
    const uint8_t *bytes = (const uint8_t *)text;
    const uint32_t n = (uint32_t)strlen(text);
    emit_add(e, "\"");
    for (uint32_t at = 0, length; at < n; at += length) {
        unsigned char c = bytes[at];
        if (utf8_decode(bytes, n, at, &length) == UTF8_INVALID) {
            emit_add(e, "\xEF\xBF\xBD");
            continue;
        }
        if (length > 1) {
            emit_format(e, "%.*s", (int)length, text + at);
            continue;
        }
        if (c == '"' || c == '\\')
            emit_format(e, "\\%c", c);
        else if (c < 32 || c == 127 || c == '?')
            emit_format(e, "\\%03o", c);
        else
            emit_format(e, "%c", c);
    }
    emit_add(e, "\"");
}

/* Writes the bytes from..to as numbers of `width` bytes. */
static void emit_data_words(emit *e, const uint8_t *bytes, uint64_t from, uint64_t to, uint32_t width)
{
    static const char *const forms[] = {"", "%llu", "%llu", "", "0x%llxu", "", "", "", "0x%llxull"};
    uint32_t column = 0;
    for (uint64_t at = from; at < to; at += width) {
        unsigned long long word = 0;
        for (uint32_t i = 0; i < width; i++)
            word |= (unsigned long long)bytes[at + i] << (8 * i);
        emit_add(e, at == from ? "" : column % 16 ? ", " : ",\n    ");
        column++;
        emit_format(e, forms[width], word);
    }
}

static const char *emit_word_name(uint32_t width)
{
    return width == 1 ? "u8" : width == 2 ? "u16" : width == 4 ? "u32" : "u64";
}

static const char *emit_data_space(const emit *e, const ir_global *g)
{
    return g->space == IR_SPACE_CONST ? e->target->constant_data : e->target->data;
}

static void emit_define_global(emit *e, ir_global_id id, uint8_t *done);

static bool emit_refers_to(const emit *e, ir_global_id from, ir_global_id to, uint8_t *seen)
{
    const ir_global *g = &e->m->globals.at[from];
    for (uint32_t i = 0; i < g->n_relocations; i++) {
        ir_global_id next = g->relocations[i].global;
        if (next == to)
            return true;
        if (next && !seen[next]) {
            seen[next] = 1;
            if (emit_refers_to(e, next, to, seen))
                return true;
        }
    }
    return false;
}

/* NVRTC takes only those for constants that lie in what they are told from, and cuts offsets to 32 bits. */
static void emit_pointee(emit *e, const ir_relocation *r)
{
    const char *name = emit_global_name(e, r->global);
    const uint64_t size = ir_size(e->m, e->m->globals.at[r->global].type), by = (uint64_t)r->addend;
    const bool is_far = !e->target->is_for_cpu && by > size;
    if (is_far && by > INT32_MAX)
        e->refused = "a static that holds a pointer to before what it belongs to, or far behind it";
    if (is_far)
        emit_format(e, " (const u8 *)((const u8 (*)[%llu])&%s + 1),", (unsigned long long)by, name);
    else
        emit_format(e, " (const u8 *)&%s + %lld,", name, (long long)r->addend);
}

/* Writes data with addresses in it, as a struct of stretches of bytes and of pointers. */
static void emit_data_with_addresses(emit *e, ir_global_id id, const char *name, uint64_t size, uint8_t *done)
{
    const ir_global *g = &e->m->globals.at[id];
    uint64_t at = 0;
    bool cycle = emit_refers_to(e, id, id, ARENA_ARRAY(e->a, uint8_t, e->m->globals.n)), is_packed = false;
    for (uint32_t i = 0; i < g->n_relocations; i++)
        is_packed |= g->relocations[i].offset % 8 != 0;
    emit_format(e, "struct %s%s_form {", is_packed ? "__attribute__((packed)) " : "", name);
    for (uint32_t i = 0; i <= g->n_relocations; i++) {
        uint64_t to = i < g->n_relocations ? g->relocations[i].offset : size;
        if (to > at)
            emit_format(e, " u8 b%u[%llu];", i, (unsigned long long)(to - at));
        if (i < g->n_relocations)
            emit_format(e, " const u8 *p%u;", i);
        at = to + 8;
    }
    emit_add(e, " };\n");
    if (cycle)
        e->target->announce_cycle(e, g, name);
    for (uint32_t i = 0; i < g->n_relocations; i++)
        if (g->relocations[i].global)
            emit_define_global(e, g->relocations[i].global, done);
    emit_format(e, "%s struct %s_form __attribute__((aligned(%u))) %s = {", emit_data_space(e, g), name,
                ir_align(e->m, g->type), name);
    at = 0;
    for (uint32_t i = 0; i <= g->n_relocations; i++) {
        const ir_relocation *r = i < g->n_relocations ? &g->relocations[i] : NULL;
        uint64_t to = r ? r->offset : size;
        if (to > at) {
            emit_add(e, " {");
            if (g->bytes)
                emit_data_words(e, g->bytes, at, to, 1);
            else
                emit_add(e, "0");
            emit_add(e, "},");
        }
        if (r && r->function)
            emit_format(e, " (const u8 *)&%s,", emit_function_name(e, r->function));
        else if (r && e->m->types.at[e->m->globals.at[r->global].type].size == 0)
            emit_format(e, " (const u8 *)%llu,", (unsigned long long)ir_align(e->m, e->m->globals.at[r->global].type));
        else if (r)
            emit_pointee(e, r);
        at = to + 8;
    }
    emit_add(e, " };\n");
}

static void emit_define_global(emit *e, ir_global_id id, uint8_t *done)
{
    const ir_global *g = &e->m->globals.at[id];
    if (!e->global_reached[id] || done[id] || g->dynamic || emit_is_nothing(e, g->type))
        return;
    done[id] = 1;
    const char *name = emit_global_name(e, id);
    uint64_t size = ir_size(e->m, g->type);
    uint32_t align = ir_align(e->m, g->type), width = align > 8 ? 8 : align;
    if (g->space == IR_SPACE_SHARED) {
        if (e->target->define_shared)
            e->target->define_shared(e, name, size, align);
    } else if (g->n_relocations) {
        emit_data_with_addresses(e, id, name, size, done);
    } else {
        while (size % width)
            width /= 2;
        uint64_t room = size;
        if (e->has_narrow_atomics && e->target->exchanges_words && g->space == IR_SPACE_GLOBAL) {
            align = align < 4 ? 4 : align;
            room = (size + 3) / 4 * 4;
        }
        emit_format(e, "%s %s __attribute__((aligned(%u))) %s[%llu] = {", emit_data_space(e, g), emit_word_name(width),
                    align, name, (unsigned long long)(room / width));
        if (g->bytes)
            emit_data_words(e, g->bytes, 0, size, width);
        else
            emit_add(e, "0");
        emit_add(e, "};\n");
    }
}

void emit_globals(emit *e)
{
    uint8_t *done = ARENA_ARRAY(e->a, uint8_t, e->m->globals.n + 1);
    uint32_t before = e->text.n;
    for (ir_global_id id = 1; id < e->m->globals.n; id++)
        emit_define_global(e, id, done);
    if (e->text.n != before)
        emit_add(e, "\n");
}
