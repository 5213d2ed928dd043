/* ir_read.c: reads the text form back: the module's tables and its functions. */
#include "ir/ir_read.h"

static uint64_t ir_hash_name(const char *name)
{
    uint64_t key = UINT64_C(0xCBF29CE484222325);
    for (; *name; name++)
        key = (key ^ (uint8_t)*name) * UINT64_C(0x100000001B3);
    return key ? key : 1;
}

/* Where the id of the function with this name is kept, which is 0 at first. */
static uint32_t *ir_function_named(ir_reader *r, arena_map *names, const char *name)
{
    for (uint64_t key = ir_hash_name(name);; key += key == UINT64_MAX ? 2 : 1) {
        uint32_t *at = arena_map_at(r->m->memory, names, key, 1);
        if (*at == 0 || strcmp(r->m->functions.at[*at].name, name) == 0)
            return at;
    }
}

static void ir_read_read_file(ir_reader *r)
{
    if (ir_read_u32(r) != r->m->files.n)
        ir_read_fail(r, "files are numbered from 0");
    const char *name = ir_read_quoted(r, NULL);
    vec_push(r->m->memory, &r->m->files, name);
}

/* Reads a coding, such as `by u64 at 0, 0 is 0, count 1, else 1`. */
static ir_coding read_coding(ir_reader *r, uint32_t n_fields)
{
    ir_coding c = {.is_all = true};
    if (n_fields != 2)
        ir_read_fail(r, "what is coded has a tag and a content");
    ir_read_want(r, "by");
    c.type = ir_read_type(r);
    ir_read_want(r, "at");
    c.offset = ir_read_number(r);
    ir_read_want(r, ",");
    c.start = ir_read_number(r);
    ir_read_want(r, "is");
    c.first = ir_read_number(r);
    ir_read_want(r, ",");
    ir_read_want(r, "count");
    c.count = ir_read_u32(r);
    if (ir_read_mark(r, ",")) {
        ir_read_want(r, "else");
        c.other = ir_read_number(r);
        c.is_all = false;
    }
    return c;
}

static void read_aggregate(ir_reader *r)
{
    VEC(ir_type) fields = {0};
    ir_read_want(r, "#");
    if (ir_read_u32(r) != r->aggregates.n)
        ir_read_fail(r, "structs and unions are numbered from #0");
    ir_read_want(r, "=");
    const bool is_struct = ir_read_word(r, "struct"), is_coded = !is_struct && ir_read_word(r, "coded");
    if (!is_struct && !is_coded)
        ir_read_want(r, "union");
    ir_read_want(r, "{");
    while (!ir_read_mark(r, "}")) {
        if (fields.n)
            ir_read_want(r, ",");
        const ir_type field = ir_read_type(r);
        vec_push(r->m->memory, &fields, field);
    }
    ir_coding coding = {0};
    if (is_coded)
        coding = read_coding(r, fields.n);
    const uint32_t align = ir_read_word(r, "align") ? ir_read_u32(r) : 0, n_before = r->m->types.n;
    ir_read_blanks(r);
    const char *name = r->at < r->end && *r->at == '"' ? ir_read_quoted(r, NULL) : NULL;
    if (!is_struct && !is_coded && name)
        ir_read_fail(r, "a union has no name");
    if (align & (align - 1))
        ir_read_fail(r, "an alignment is a power of two");
    const ir_type type = is_struct  ? ir_struct(r->m, fields.at, fields.n, align, name)
                         : is_coded ? ir_coded(r->m, fields.at[0], fields.at[1], &coding, align, name)
                                    : ir_union(r->m, fields.at, fields.n, align);
    if (type < n_before)
        ir_read_fail(r, "there is an equal type above");
    vec_push(r->m->memory, &r->aggregates, type);
}

static int ir_nibble(ir_reader *r, char c)
{
    if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f')))
        ir_read_fail(r, "expected digits of bytes");
    return c <= '9' ? c - '0' : c - 'a' + 10;
}

static const uint8_t *read_content(ir_reader *r, uint64_t size)
{
    size_t n;
    const bool plain = ir_read_mark(r, "b");
    if (!plain)
        ir_read_want(r, "x");
    const char *text = ir_read_quoted(r, &n);
    if (plain ? n != size : n % 2 || n / 2 != size)
        ir_read_fail(r, "as many bytes as the type has");
    uint8_t *bytes = arena_alloc(r->m->memory, size);
    for (size_t i = 0; i < size; i++)
        bytes[i] = plain ? (uint8_t)text[i] : (uint8_t)(ir_nibble(r, text[2 * i]) << 4 | ir_nibble(r, text[2 * i + 1]));
    return bytes;
}

static void read_global(ir_reader *r)
{
    ir_global g = {0};
    VEC(ir_relocation) relocations = {0};
    if (ir_read_id(r, "@") != r->m->globals.n)
        ir_read_fail(r, "globals are numbered from @1");
    if (ir_read_word(r, "const"))
        g.space = IR_SPACE_CONST;
    else if (ir_read_word(r, "global"))
        g.space = IR_SPACE_GLOBAL;
    else if (ir_read_word(r, "shared"))
        g.space = IR_SPACE_SHARED;
    else
        ir_read_fail(r, "expected const, global or shared");
    g.dynamic = ir_read_word(r, "dynamic");
    g.name = ir_read_quoted(r, NULL);
    ir_read_want(r, ":");
    g.type = ir_read_type(r);
    if (ir_read_mark(r, "="))
        g.bytes = read_content(r, ir_size(r->m, g.type));
    while (ir_read_word(r, "reloc")) {
        ir_relocation one = {.offset = ir_read_number(r)};
        if (ir_read_word(r, "fn")) {
            const ir_data_fixup fixup = {r->m->globals.n, relocations.n, r->line, ir_read_quoted(r, NULL)};
            vec_push(r->m->memory, &r->data_fixups, fixup);
            vec_push(r->m->memory, &relocations, one);
            continue;
        }
        one.global = ir_read_id(r, "@");
        const bool negative = ir_read_mark(r, "-");
        const uint64_t n = ir_read_number(r);
        one.addend = (int64_t)(negative ? 0 - n : n);
        vec_push(r->m->memory, &relocations, one);
    }
    g.relocations = relocations.at;
    g.n_relocations = relocations.n;
    ir_add_global(r->m, g);
}

static void read_site(ir_reader *r)
{
    ir_site site = {0};
    if (ir_read_u32(r) != r->m->sites.n)
        ir_read_fail(r, "sites are numbered from 1");
    const uint32_t n_before = r->m->sites.n;
    site.file = ir_read_quoted(r, NULL);
    ir_read_want(r, ":");
    site.line = ir_read_u32(r);
    ir_read_want(r, ":");
    site.column = ir_read_u32(r);
    site.message = ir_read_quoted(r, NULL);
    site.kind = ir_read_word(r, "out") ? IR_SITE_OUTPUT : ir_read_word(r, "err") ? IR_SITE_ERROR_OUTPUT : IR_SITE_PANIC;
    if (ir_add_site(r->m, site) < n_before)
        ir_read_fail(r, "there is an equal site above");
}

static void read_options(ir_reader *r, ir_function *f)
{
    if (ir_read_word(r, "file"))
        f->file = ir_read_u32(r);
    if (ir_read_word(r, "block"))
        for (int i = 0; i < 3; i++)
            f->block[i] = ir_read_u32(r);
    if (ir_read_word(r, "max_threads"))
        f->max_threads = ir_read_u32(r);
    if (ir_read_word(r, "min_blocks"))
        f->min_blocks = ir_read_u32(r);
    f->fast_math = ir_read_word(r, "fast_math");
    f->cold = ir_read_word(r, "cold");
}

static void read_locals(ir_reader *r, ir_builder *b)
{
    while (ir_read_word(r, "local")) {
        if (ir_read_id(r, "$") != b->m->functions.at[b->f].locals.n)
            ir_read_fail(r, "locals are numbered from $1");
        const char *name = ir_read_name(r);
        ir_read_want(r, ":");
        ir_add_local(b, ir_read_type(r), name);
        ir_read_end_line(r);
    }
}

static void ir_read_read_body(ir_reader *r, ir_builder *b)
{
    r->switches.n = 0;
    read_locals(r, b);
    while (!ir_read_mark(r, "}")) {
        if (r->at == r->end)
            ir_read_fail(r, "a function is not closed");
        ir_read_instr(r, b);
        ir_read_end_line(r);
    }
    if (r->switches.n)
        ir_read_fail(r, "a bracket is not closed by `end`");
}

/* Reads what a parameter points to, such as `of 4 align 4`. */
static ir_pointee ir_read_read_pointee(ir_reader *r, ir_type type)
{
    ir_pointee pointee = {0, 0};
    if (!ir_read_word(r, "of"))
        return pointee;
    pointee.size = ir_read_u32(r);
    ir_read_want(r, "align");
    pointee.align = ir_read_u32(r);
    if (!pointee.align || (pointee.align & (pointee.align - 1)) || r->m->types.at[type].kind != IR_PTR)
        ir_read_fail(r, "elements, aligned to a power of two, are of a pointer");
    return pointee;
}

static void ir_read_read_function(ir_reader *r, arena_map *names, bool is_kernel)
{
    VEC(ir_type) params = {0};
    VEC(const char *) param_names = {0};
    VEC(uint8_t) promises = {0};
    VEC(ir_pointee) pointees = {0};
    uint8_t any_promise = 0;
    bool any_pointee = false;
    const char *name = ir_read_quoted(r, NULL);
    ir_read_want(r, "(");
    while (!ir_read_mark(r, ")")) {
        if (params.n)
            ir_read_want(r, ",");
        if (ir_read_id(r, "%") != params.n + 1)
            ir_read_fail(r, "parameters are numbered from %1");
        const char *param_name = ir_read_name(r);
        ir_read_want(r, ":");
        const ir_type type = ir_read_type(r);
        vec_push(r->m->memory, &params, type);
        vec_push(r->m->memory, &param_names, param_name);
        uint8_t promise = ir_read_word(r, "read_only") ? IR_PARAM_READ_ONLY : 0;
        promise |= ir_read_word(r, "no_alias") ? IR_PARAM_NO_ALIAS : 0;
        promise |= ir_read_word(r, "length") ? IR_PARAM_LENGTH : 0;
        promise |= ir_read_word(r, "in_place") ? IR_PARAM_IN_PLACE : 0;
        any_promise |= promise;
        vec_push(r->m->memory, &promises, promise);
        const ir_pointee pointee = ir_read_read_pointee(r, type);
        any_pointee |= pointee.align != 0;
        vec_push(r->m->memory, &pointees, pointee);
    }
    const ir_type result = ir_read_mark(r, "->") ? ir_read_type(r) : 0;
    uint32_t *known = ir_function_named(r, names, name);
    if (*known)
        ir_read_fail(r, "two functions have one name");
    const ir_function_id id = *known = ir_declare(r->m, name, params.at, params.n, result);
    ir_function *f = &r->m->functions.at[id];
    f->is_kernel = is_kernel;
    if (any_promise)
        f->param_flags = promises.at;
    if (any_pointee)
        f->pointees = pointees.at;
    if (params.n)
        memcpy(f->param_names, param_names.at, params.n * sizeof *param_names.at);
    read_options(r, f);
    ir_read_want(r, "{");
    ir_read_end_line(r);
    ir_builder b = {.m = r->m, .f = id};
    ir_read_read_body(r, &b);
}

static void read_module(ir_reader *r)
{
    arena_map names = {0};
    while (r->at < r->end && ir_read_at_end_of_line(r) && r->at < r->end) {
        r->at++;
        r->line++;
    }
    ir_read_want(r, IR_TEXT_HEADER);
    for (ir_read_end_line(r); r->at < r->end; ir_read_end_line(r)) {
        if (ir_read_word(r, "file"))
            ir_read_read_file(r);
        else if (ir_read_word(r, "type"))
            read_aggregate(r);
        else if (ir_read_word(r, "global"))
            read_global(r);
        else if (ir_read_word(r, "site"))
            read_site(r);
        else if (ir_read_word(r, "kernel"))
            ir_read_read_function(r, &names, true);
        else if (ir_read_word(r, "fn"))
            ir_read_read_function(r, &names, false);
        else
            ir_read_fail(r, "expected file, type, global, site, fn or kernel");
    }
    for (uint32_t i = 0; i < r->fixups.n; i++) {
        const ir_fixup *fixup = &r->fixups.at[i];
        const uint32_t callee = *ir_function_named(r, &names, fixup->name);
        r->line = fixup->line;
        if (callee == 0)
            ir_read_fail(r, arena_format(r->m->memory, "there is no function \"%s\"", fixup->name));
        r->m->functions.at[fixup->function].code.at[fixup->instr].imm += callee;
    }
    for (uint32_t i = 0; i < r->data_fixups.n; i++) {
        const ir_data_fixup *fixup = &r->data_fixups.at[i];
        const ir_global *g = &r->m->globals.at[fixup->global];
        const uint32_t callee = *ir_function_named(r, &names, fixup->name);
        r->line = fixup->line;
        if (callee == 0)
            ir_read_fail(r, arena_format(r->m->memory, "there is no function \"%s\"", fixup->name));
        ((ir_relocation *)g->relocations)[fixup->relocation].function = callee;
        r->m->data_has_functions = true;
    }
}

bool ir_read(ir_module *m, const char *text, size_t n_bytes, const char **message)
{
    ir_reader *r = ARENA_NEW(m->memory, ir_reader);
    r->m = m;
    r->at = text;
    r->end = text + n_bytes;
    r->n_bytes = n_bytes;
    r->line = 1;
    *message = NULL;
    if (setjmp(r->failed)) {
        *message = r->message;
        return false;
    }
    read_module(r);
    return true;
}
