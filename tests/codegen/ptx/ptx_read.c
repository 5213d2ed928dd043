/* ptx_read.c: directives of a module and of functions' bodies. */
#include "ptx_reader.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define REGISTER_PATTERN UINT64_C(0xBADBADBADBADBADB)

bool ptx_fail(ptx_machine *m, uint32_t line, const char *format, ...)
{
    va_list args;
    int n = 0;
    if (m->failed)
        return false; /* the first one counts */
    m->failed = true;
    if (line)
        n = snprintf(m->message, sizeof m->message, "line %u: ", (unsigned)line);
    va_start(args, format);
    vsnprintf(m->message + n, sizeof m->message - (size_t)n, format, args);
    va_end(args);
    return false;
}

static void skip_statement(ptx_reader *r)
{
    while (r->word.n && !ptx_take(r, ";"))
        ptx_next(r);
}

/* Directives that say nothing about what a program does. */
static bool skip_directive(ptx_reader *r)
{
    static const char *const to_the_line_end[] = {".version", ".target", ".address_size", ".file", ".loc"};
    for (size_t i = 0; i < sizeof to_the_line_end / sizeof to_the_line_end[0]; i++)
        if (ptx_is(r, to_the_line_end[i])) {
            r->at += strcspn(r->at, "\n");
            ptx_next(r);
            return true;
        }
    if (ptx_is(r, ".pragma")) {
        skip_statement(r);
        return true;
    }
    if (!ptx_take(r, ".section"))
        return false;
    while (r->word.n && !ptx_take(r, "}"))
        ptx_next(r);
    return true;
}

static void align_to(uint32_t *n, uint32_t align)
{
    *n = (*n + align - 1) & ~(align - 1);
}

/* .align 8 .b8 name[64]; at the name's place nothing is taken yet. element: bytes of one */
typedef struct declaration {
    ptx_word name;
    ptx_type element;
    uint32_t align, n;
    bool is_open;
} declaration;

static declaration read_declaration(ptx_reader *r)
{
    declaration d = {.align = 0, .n = 1};
    while (!ptx_type_of(r->word, &d.element)) {
        if (ptx_take(r, ".align"))
            d.align = (uint32_t)ptx_integer(r);
        else if (!ptx_take(r, ".ptr") && !ptx_take(r, ".global") && !ptx_take(r, ".const") && !ptx_take(r, ".shared") &&
                 !ptx_take(r, ".attribute"))
            ptx_wrong(r, "a type is missing");
    }
    ptx_next(r);
    while (ptx_take(r, ".ptr") || ptx_take(r, ".global") || ptx_take(r, ".const") || ptx_take(r, ".shared"))
        ;
    if (ptx_take(r, ".align"))
        ptx_integer(r); /* of what a pointer points to */
    if (!d.align)
        d.align = d.element.bytes;
    if (d.align == 0 || d.align > 128 || (d.align & (d.align - 1)))
        ptx_wrong(r, "this alignment is not known");
    d.name = ptx_take_word(r);
    while (ptx_take(r, "[")) {
        d.is_open = ptx_is(r, "]");
        if (!d.is_open)
            d.n *= (uint32_t)ptx_integer(r);
        ptx_expect(r, "]");
    }
    return d;
}

static ptx_variable in_frame(ptx_reader *r, const declaration *d, ptx_space space)
{
    align_to(&r->f->frame_bytes, d->align < 8 ? 8 : d->align);
    ptx_variable v = {r->f->frame_bytes, d->n * d->element.bytes};
    r->f->frame_bytes += v.size;
    ptx_add_name(
        r, (ptx_name){.word = d->name, .kind = PTX_NAME_FRAME, .space = space, .value = v.offset, .size = v.size});
    return v;
}

static void read_shared(ptx_reader *r, bool is_extern)
{
    declaration d = read_declaration(r);
    uint64_t address = PTX_SHARED_DYNAMIC;
    ptx_expect(r, ";");
    if (!is_extern) {
        align_to(&r->m->static_shared, d.align);
        address = PTX_SHARED_START + r->m->static_shared;
        r->m->static_shared += d.n * d.element.bytes;
    }
    ptx_add_name(r, (ptx_name){.word = d.name,
                               .kind = PTX_NAME_ADDRESS,
                               .space = PTX_SHARED,
                               .size = is_extern ? 0 : d.n * d.element.bytes,
                               .align = d.align,
                               .value = address});
}

static uint64_t read_initial(ptx_reader *r);

/* A number, or mask(address): the byte of it that the mask, 0xFF and zeros, tells. */
static uint64_t read_number_or_mask(ptx_reader *r)
{
    const uint64_t mask = ptx_number(r);
    if (!ptx_take(r, "("))
        return mask;
    if (mask == 0 || mask >> __builtin_ctzll(mask) != 0xFF)
        ptx_wrong(r, "this is no mask of a byte");
    const uint64_t value = read_initial(r);
    ptx_expect(r, ")");
    return (value & mask) >> __builtin_ctzll(mask);
}

/* The value of one element: a number, a variable's address, generic(variable), either plus a number; or a mask. */
static uint64_t read_initial(ptx_reader *r)
{
    uint32_t number;
    if (ptx_is_number(r))
        return read_number_or_mask(r);
    bool generic = ptx_take(r, "generic");
    if (generic)
        ptx_expect(r, "(");
    ptx_name *name = ptx_find(r, r->word, &number);
    if (!name || (name->kind != PTX_NAME_ADDRESS && name->kind != PTX_NAME_FUNCTION) ||
        (name->kind == PTX_NAME_ADDRESS && name->space == PTX_SHARED))
        ptx_wrong(r, "this initial value is not known");
    ptx_next(r);
    if (generic)
        ptx_expect(r, ")");
    uint64_t value = name->value;
    if (ptx_take(r, "+"))
        value += ptx_integer(r);
    else if (ptx_is(r, "-"))
        value += ptx_integer(r);
    return value;
}

static void read_variable(ptx_reader *r, ptx_space space)
{
    declaration d = read_declaration(r);
    uint32_t size = d.n * d.element.bytes, at = 0;
    uint8_t *bytes = ARENA_ARRAY(&r->m->memory, uint8_t, size + 16);
    const char *name = arena_text(&r->m->memory, d.name.at, d.name.n);
    if (ptx_take(r, "=")) {
        bool list = ptx_take(r, "{");
        do {
            if (at + d.element.bytes > size)
                ptx_wrong(r, "too many initial values");
            ptx_store_value(bytes + at, d.element, read_initial(r));
            at += d.element.bytes;
        } while (list && ptx_take(r, ","));
        if (list)
            ptx_expect(r, "}");
    }
    ptx_expect(r, ";");
    uint64_t address = ptx_map(r->m, name, bytes, size, space != PTX_CONST);
    ptx_add_name(r, (ptx_name){.word = d.name, .kind = PTX_NAME_ADDRESS, .space = space, .value = address});
}

/* (.param .b32 a, .reg ..): their places in the frame. */
static void read_params(ptx_reader *r, bool results)
{
    ptx_expect(r, "(");
    while (!ptx_take(r, ")")) {
        ptx_expect(r, ".param");
        declaration d = read_declaration(r);
        ptx_variable v = in_frame(r, &d, PTX_PARAM);
        if (results)
            vec_push(&r->m->memory, &r->f->results, v);
        else
            vec_push(&r->m->memory, &r->f->params, v);
        ptx_take(r, ",");
    }
}

static void read_registers(ptx_reader *r)
{
    ptx_type type;
    if (!ptx_type_of(r->word, &type))
        ptx_wrong(r, "a type is missing");
    ptx_next(r);
    do {
        ptx_name name = {.word = ptx_take_word(r), .kind = PTX_NAME_REGISTER, .width = type.bytes};
        uint32_t n = 1;
        if (ptx_take(r, "<")) {
            n = name.n_numbered = (uint32_t)ptx_integer(r);
            ptx_expect(r, ">");
        }
        name.value = ptx_new_slot(r, type.kind == PTX_PRED ? 0 : REGISTER_PATTERN);
        for (uint32_t i = 1; i < n; i++)
            ptx_new_slot(r, type.kind == PTX_PRED ? 0 : REGISTER_PATTERN);
        ptx_add_name(r, name);
    } while (ptx_take(r, ","));
    ptx_expect(r, ";");
}

/* NAME: at the head of a line: a label, a prototype or a list of targets. */
static bool read_labelled(ptx_reader *r)
{
    const char *after = r->at;
    while (*after == ' ' || *after == '\t')
        after++;
    if (*after != ':')
        return false;
    ptx_word name = ptx_take_word(r);
    ptx_expect(r, ":");
    if (ptx_take(r, ".callprototype")) {
        skip_statement(r);
        ptx_add_name(r, (ptx_name){.word = name, .kind = PTX_NAME_PROTOTYPE});
    } else if (ptx_take(r, ".branchtargets")) {
        ptx_list list = {0};
        vec_push(&r->m->memory, &r->f->targets, list);
        uint32_t index = 0;
        do {
            vec_push(&r->m->memory, &r->f->targets.at[r->f->targets.n - 1].at, 0);
            ptx_use_label(r, 0, r->f->targets.n, index++);
        } while (ptx_take(r, ","));
        ptx_expect(r, ";");
        ptx_add_name(r, (ptx_name){.word = name, .kind = PTX_NAME_TARGETS, .value = r->f->targets.n});
    } else {
        vec_push(&r->m->memory, &r->labels, (ptx_label){name, r->scope, r->f->code.n});
    }
    return true;
}

static void read_statement(ptx_reader *r)
{
    if (ptx_take(r, ";") || skip_directive(r) || read_labelled(r))
        return;
    if (ptx_take(r, "{")) {
        ptx_open_scope(r);
    } else if (ptx_take(r, ".reg")) {
        read_registers(r);
    } else if (ptx_take(r, ".shared")) {
        read_shared(r, false);
    } else if (ptx_is(r, ".param") || ptx_is(r, ".local")) {
        ptx_space space = ptx_is(r, ".param") ? PTX_PARAM : PTX_LOCAL;
        ptx_next(r);
        declaration d = read_declaration(r);
        in_frame(r, &d, space);
        ptx_expect(r, ";");
    } else if (r->word.n && r->word.at[0] == '.') {
        ptx_wrong(r, "this directive is not known");
    } else {
        ptx_decode(r);
    }
}

static void settle_labels(ptx_reader *r)
{
    for (uint32_t u = 0; u < r->uses.n; u++) {
        const ptx_use *use = &r->uses.at[u];
        uint32_t scope = use->scope, found = UINT32_MAX;
        for (;; scope = r->scope_parents.at[scope]) {
            for (uint32_t i = 0; i < r->labels.n && found == UINT32_MAX; i++) {
                const ptx_label *label = &r->labels.at[i];
                if (label->scope == scope && label->word.n == use->word.n &&
                    memcmp(label->word.at, use->word.at, use->word.n) == 0)
                    found = label->at;
            }
            if (found != UINT32_MAX || scope == 0)
                break;
        }
        if (found == UINT32_MAX) {
            r->line = use->line;
            r->word = use->word;
            ptx_wrong(r, "there is no such label");
        }
        if (use->targets)
            r->f->targets.at[use->targets - 1].at.at[use->index] = found;
        else
            r->f->code.at[use->instruction].imm = found;
    }
}

static void read_body(ptx_reader *r)
{
    r->labels.n = r->uses.n = 0;
    for (uint32_t i = 0; i < r->names.n; i++)
        r->names.at[i].is_used = false;
    uint32_t outer = r->scope;
    ptx_open_scope(r);
    while (r->scope != outer) {
        if (!r->word.n)
            ptx_wrong(r, "a function without end");
        if (ptx_take(r, "}"))
            ptx_close_scope(r);
        else
            read_statement(r);
    }
    vec_push(&r->m->memory, &r->f->code, (ptx_op){.code = PTX_FELL_OUT, .line = r->line});
    settle_labels(r);
    align_to(&r->f->frame_bytes, 128);
}

/* The braces at hand and what stands in them; of strings and comments none holds a brace. Without strcspn, whose check
 * under a sanitizer reads all the rest of the text at each line. */
static void skip_body(ptx_reader *r)
{
    const char *at = r->word.at;
    uint32_t depth = 0;
    if (!ptx_is(r, "{"))
        ptx_expect(r, "{");
    do {
        depth += *at == '{';
        depth -= *at == '}';
        r->line += *at == '\n';
        at++;
        if (!*at && depth)
            ptx_wrong(r, "a function without end");
    } while (depth);
    r->at = at;
    ptx_next(r);
}

static uint32_t function_named(ptx_reader *r, ptx_word word)
{
    uint32_t number;
    ptx_name *known = ptx_name_of(r, word, &number);
    if (known && known->kind == PTX_NAME_FUNCTION)
        return (uint32_t)(known->value - PTX_CODE_WINDOW) / 16;
    ptx_function f = {.name = arena_text(&r->m->memory, word.at, word.n)};
    vec_push(&r->m->memory, &r->m->functions, f);
    vec_push(&r->m->memory, &r->starts, (ptx_start){0});
    uint32_t id = r->m->functions.n - 1;
    ptx_add_name(r, (ptx_name){.word = word, .kind = PTX_NAME_FUNCTION, .value = PTX_CODE_WINDOW + 16 * id});
    return id;
}

static void read_limits(ptx_reader *r)
{
    for (;;) {
        if (ptx_take(r, ".maxntid") || ptx_take(r, ".reqntid")) {
            r->f->max_threads = 1;
            do
                r->f->max_threads *= (uint32_t)ptx_integer(r);
            while (ptx_take(r, ","));
        } else if (ptx_take(r, ".minnctapersm") || ptx_take(r, ".maxnreg")) {
            ptx_integer(r);
        } else if (!ptx_take(r, ".noreturn") && !skip_directive(r)) {
            return;
        }
    }
}

/* Results stand before the name, so their names come into the scope of the function with it. */
static void read_function(ptx_reader *r, uint32_t id, const ptx_start *start, bool with_body)
{
    ptx_function f = {.is_entry = start->is_entry, .name = r->m->functions.at[id].name};
    r->f = &f;
    r->at = start->at;
    r->word = start->word;
    r->line = start->line;
    memset(&r->constants, 0, sizeof r->constants);
    uint32_t outer_names = r->names.n;
    ptx_new_slot(r, 0); /* slot 0: results that nobody wants */
    if (ptx_is(r, "("))
        read_params(r, true);
    ptx_take_word(r);
    if (ptx_is(r, "("))
        read_params(r, false);
    read_limits(r);
    if (with_body) {
        ptx_expect(r, "{");
        f.is_defined = true;
        read_body(r);
    }
    r->names.n = outer_names;
    if (f.is_defined || !r->m->functions.at[id].is_defined)
        r->m->functions.at[id] = f;
    r->f = NULL;
}

static void declare_function(ptx_reader *r, bool is_entry)
{
    ptx_start start = {.at = r->at, .word = r->word, .line = r->line, .is_entry = is_entry};
    if (ptx_is(r, "(")) /* the name first */
        while (!ptx_take(r, ")"))
            ptx_next(r);
    uint32_t id = function_named(r, r->word);
    start.n_names = r->names.n;
    read_function(r, id, &start, false);
    if (ptx_take(r, ";"))
        return;
    skip_body(r);
    start.is_wanted = r->starts.at[id].is_wanted || !r->m->entry ||
                      (is_entry && strcmp(r->m->functions.at[id].name, r->m->entry) == 0);
    r->starts.at[id] = start;
}

void ptx_want(ptx_reader *r, uint32_t id)
{
    r->starts.at[id].is_wanted = true;
}

static void read_bodies(ptx_reader *r)
{
    bool more = true;
    r->n_of_module = r->names.n;
    while (more) {
        more = false;
        for (uint32_t id = 1; id < r->starts.n; id++) {
            ptx_start start = r->starts.at[id];
            if (!start.at || !start.is_wanted || r->m->functions.at[id].is_defined)
                continue;
            r->n_seen = start.n_names;
            read_function(r, id, &start, true);
            more = true;
        }
    }
}

static void read_module(ptx_reader *r)
{
    while (r->word.n) {
        bool is_extern = false;
        while (ptx_is(r, ".visible") || ptx_is(r, ".extern") || ptx_is(r, ".weak") || ptx_is(r, ".common")) {
            is_extern |= ptx_is(r, ".extern");
            ptx_next(r);
        }
        if (skip_directive(r))
            continue;
        if (ptx_take(r, ".global"))
            read_variable(r, PTX_GLOBAL);
        else if (ptx_take(r, ".const"))
            read_variable(r, PTX_CONST);
        else if (ptx_take(r, ".shared"))
            read_shared(r, is_extern);
        else if (ptx_take(r, ".entry"))
            declare_function(r, true);
        else if (ptx_take(r, ".func"))
            declare_function(r, false);
        else
            ptx_wrong(r, "this directive is not known");
    }
}

bool ptx_read(ptx_machine *m, const char *text)
{
    ptx_reader r = {.m = m, .at = text, .line = 1};
    m->next_address = PTX_GLOBAL_WINDOW + 4096;
    m->memory.out_of_memory = &r.out;
    if (setjmp(r.out)) {
        m->memory.out_of_memory = NULL;
        return ptx_fail(m, 0, "out of memory"); /* if nothing else was said */
    }
    vec_push(&m->memory, &m->functions, (ptx_function){.name = ""});
    vec_push(&m->memory, &r.starts, (ptx_start){0});
    vec_push(&m->memory, &r.scope_parents, 0);
    vec_push(&m->memory, &r.scope_names, 0);
    ptx_next(&r);
    read_module(&r);
    read_bodies(&r);
    align_to(&m->static_shared, 128);
    m->memory.out_of_memory = NULL;
    return !m->failed;
}

void ptx_free(ptx_machine *m)
{
    arena_free(&m->memory);
    memset(m, 0, sizeof *m);
}
