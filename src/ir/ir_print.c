/* ir_print.c: prints a module as text, always in the same way. ir_read.c reads the text back; docs/ir.md describes
 * the form. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "ir/ir_text.h"

typedef struct printer {
    ir_module *m;
    VEC(char) out;
    uint32_t *aggregates; /* the number of each struct and union, counted from 0 */
} printer;

static void ir_print_put_bytes(printer *p, const char *bytes, size_t n)
{
    vec_reserve(p->m->memory, &p->out, n);
    if (n)
        memcpy(p->out.at + p->out.n, bytes, n);
    p->out.n += (uint32_t)n;
}

static void ir_print_put(printer *p, const char *text)
{
    ir_print_put_bytes(p, text, strlen(text));
}

static void ir_putf(printer *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void ir_putf(printer *p, const char *format, ...)
{
    char room[128];
    va_list values;
    va_start(values, format);
    int n = vsnprintf(room, sizeof room, format, values);
    va_end(values);
    ir_print_put_bytes(p, room, (size_t)(n < 0 ? 0 : n));
}

static void ir_put_quoted_bytes(printer *p, const uint8_t *bytes, size_t n)
{
    ir_print_put(p, "\"");
    for (size_t i = 0; i < n; i++) {
        const char c = (char)bytes[i];
        if (c == '"' || c == '\\') {
            ir_print_put_bytes(p, "\\", 1);
            ir_print_put_bytes(p, &c, 1);
        } else if (c == '\n') {
            ir_print_put(p, "\\n");
        } else if (bytes[i] < 0x20 || bytes[i] == 0x7F) {
            ir_putf(p, "\\x%02x", bytes[i]);
        } else {
            ir_print_put_bytes(p, &c, 1);
        }
    }
    ir_print_put(p, "\"");
}

static void ir_put_quoted(printer *p, const char *text)
{
    ir_put_quoted_bytes(p, (const uint8_t *)text, strlen(text));
}

static bool ir_is_plain_name(const char *name)
{
    for (const char *c = name; *c; c++)
        if (!((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || *c == '_' ||
              (c != name && *c >= '0' && *c <= '9')))
            return false;
    return *name != 0;
}

/* Prints the name of a parameter or local, and nothing if it is NULL. */
static void ir_put_name(printer *p, const char *name)
{
    if (!name)
        return;
    ir_print_put(p, " ");
    if (ir_is_plain_name(name))
        ir_print_put(p, name);
    else
        ir_put_quoted(p, name);
}

static void ir_print_put_type(printer *p, ir_type t)
{
    const ir_type_info *about = &p->m->types.at[t];
    if (t <= IR_F64) {
        ir_print_put(p, ir_scalar_names[t]);
    } else if (about->kind == IR_PTR) {
        ir_print_put(p, "ptr");
        if (about->space)
            ir_putf(p, ".%s", ir_space_names[about->space]);
    } else if (about->kind == IR_ARRAY) {
        ir_print_put(p, "[");
        ir_print_put_type(p, about->element);
        ir_putf(p, "; %" PRIu64 "]", about->n);
    } else {
        ir_putf(p, "#%u", p->aggregates[t]);
    }
}

/* The bits of a scalar as its type reads them. */
static void ir_put_bits(printer *p, ir_type type, uint64_t bits)
{
    const uint8_t kind = p->m->types.at[type].kind;
    const uint64_t size = ir_size(p->m, type);
    char room[40];
    bits = ir_low_bits(bits, size);
    if (kind == IR_F32 || kind == IR_F64) {
        ir_float_text(room, kind, bits);
        ir_print_put(p, room);
    } else if (kind == IR_BOOL && bits <= 1) {
        ir_print_put(p, bits ? "true" : "false");
    } else if (kind == IR_PTR && bits == 0) {
        ir_print_put(p, "null");
    } else if (kind >= IR_I8 && kind <= IR_I64) {
        const uint64_t sign = UINT64_C(1) << (8 * size - 1);
        ir_putf(p, "%" PRId64, (int64_t)((bits ^ sign) - sign));
    } else {
        ir_putf(p, kind == IR_PTR ? "0x%" PRIx64 : "%" PRIu64, bits);
    }
}

static void ir_put_aggregate(printer *p, ir_type t)
{
    const ir_type_info *about = &p->m->types.at[t];
    ir_putf(p, "type #%u = %s {", p->aggregates[t],
            about->kind == IR_STRUCT  ? "struct"
            : about->kind == IR_UNION ? "union"
                                      : "coded");
    for (uint32_t i = 0; i < about->n_fields; i++) {
        ir_print_put(p, i ? ", " : " ");
        ir_print_put_type(p, p->m->fields.at[about->first_field + i]);
    }
    ir_print_put(p, about->n_fields ? " }" : "}");
    if (about->kind == IR_CODED) {
        const ir_coding *c = &about->coding;
        ir_print_put(p, " by ");
        ir_print_put_type(p, c->type);
        ir_putf(p, " at %" PRIu64 ", %" PRIu64 " is %" PRIu64 ", count %u", c->offset, c->start, c->first, c->count);
        if (!c->is_all)
            ir_putf(p, ", else %" PRIu64, c->other);
    }
    if (about->min_align)
        ir_putf(p, " align %u", about->min_align);
    if (about->name) {
        ir_print_put(p, " ");
        ir_put_quoted(p, about->name);
    }
    ir_print_put(p, "\n");
}

static void ir_put_content(printer *p, const ir_global *g)
{
    const uint64_t size = ir_size(p->m, g->type);
    uint64_t n_plain = 0;
    for (uint64_t i = 0; i < size; i++)
        n_plain += g->bytes[i] >= 0x20 && g->bytes[i] < 0x7F;
    if (2 * n_plain > size) {
        ir_print_put(p, " = b\"");
        for (uint64_t i = 0; i < size; i++) {
            const char c = (char)g->bytes[i];
            if (g->bytes[i] < 0x20 || g->bytes[i] >= 0x7F || c == '"' || c == '\\')
                ir_putf(p, "\\x%02x", g->bytes[i]);
            else
                ir_print_put_bytes(p, &c, 1);
        }
    } else {
        ir_print_put(p, " = x\"");
        for (uint64_t i = 0; i < size; i++)
            ir_putf(p, "%02x", g->bytes[i]);
    }
    ir_print_put(p, "\"");
}

static void ir_put_global(printer *p, ir_global_id id)
{
    const ir_global *g = &p->m->globals.at[id];
    ir_putf(p, "global @%u %s%s ", id, ir_space_names[g->space], g->dynamic ? " dynamic" : "");
    ir_put_quoted(p, g->name);
    ir_print_put(p, ": ");
    ir_print_put_type(p, g->type);
    if (g->bytes)
        ir_put_content(p, g);
    for (uint32_t i = 0; i < g->n_relocations; i++)
        if (g->relocations[i].function) {
            ir_putf(p, " reloc %" PRIu64 " fn ", g->relocations[i].offset);
            ir_put_quoted(p, p->m->functions.at[g->relocations[i].function].name);
        } else {
            ir_putf(p, " reloc %" PRIu64 " @%u %" PRId64, g->relocations[i].offset, g->relocations[i].global,
                    g->relocations[i].addend);
        }
    ir_print_put(p, "\n");
}

static void ir_put_site(printer *p, ir_site_id id)
{
    const ir_site *site = &p->m->sites.at[id];
    ir_putf(p, "site %u ", id);
    ir_put_quoted(p, site->file ? site->file : "");
    ir_putf(p, ":%u:%u ", site->line, site->column);
    ir_put_quoted(p, site->message ? site->message : "");
    ir_print_put(p, site->kind == IR_SITE_PANIC ? "" : site->kind == IR_SITE_OUTPUT ? " out" : " err");
    ir_print_put(p, "\n");
}

static void ir_print_put_args(printer *p, const ir_instr *instr, uint32_t first)
{
    for (uint32_t i = first; i < instr->n_args; i++)
        ir_putf(p, i == first ? "%%%u" : ", %%%u", p->m->args.at[instr->first_arg + i]);
}

static void ir_put_intrinsic(printer *p, const ir_instr *instr)
{
    const ir_intrinsic what = (ir_intrinsic)instr->aux;
    ir_print_put(p, ir_intrinsic_rows[what].text);
    const bool ordered = (ir_is_atomic(what) || what == IR_IN_FENCE) && ir_is_ordering_and_scope(instr->imm);
    if (ir_is_place(what) && instr->imm < 3)
        ir_putf(p, ".%c", "xyz"[instr->imm]);
    else if (ordered)
        ir_putf(p, ".%s.%s%s", ir_ordering_names[ir_ordering_of(instr->imm)], ir_scope_names[ir_scope_of(instr->imm)],
                ir_is_together(instr->imm) ? ".together"
                : ir_is_unread(instr->imm) ? ".unread"
                                           : "");
    else if (instr->imm)
        ir_putf(p, ".%" PRIu64, instr->imm);
    for (uint32_t axis = 0; ordered && axis < 3; axis++)
        if (ir_alike_of(instr->imm) & 1u << axis)
            ir_putf(p, ".%c", "xyz"[axis]);
    ir_print_put(p, instr->n_args ? " " : "");
    ir_print_put_args(p, instr, 0);
}

static void ir_put_operation(printer *p, const ir_function *f, const ir_instr *instr, ir_type switch_type)
{
    ir_module *m = p->m;
    if (instr->op != IR_INTRINSIC) {
        ir_print_put(p, ir_op_rows[instr->op].text);
        if (instr->op != IR_ELSE && instr->op != IR_END && instr->op != IR_DEFAULT && instr->op != IR_ZERO &&
            instr->op != IR_UNDEF && (instr->op != IR_RETURN || instr->n_args))
            ir_print_put(p, " ");
    }
    switch ((ir_op)instr->op) {
    case IR_CONST: ir_put_bits(p, instr->type, instr->imm); break;
    case IR_OVERFLOWS:
        ir_putf(p, "%s ", instr->aux < IR_N_OPS ? ir_op_rows[instr->aux].text : "?");
        ir_print_put_args(p, instr, 0);
        break;
    case IR_GET:
    case IR_LOCAL_ADDR: ir_putf(p, "$%" PRIu64, instr->imm); break;
    case IR_SET:
        ir_putf(p, "$%" PRIu64 ", ", instr->imm);
        ir_print_put_args(p, instr, 0);
        break;
    case IR_GLOBAL_ADDR: ir_putf(p, "@%" PRIu64, instr->imm); break;
    case IR_LOAD:
    case IR_STORE:
        ir_putf(p, "%s%s%s", instr->flags & IR_VOLATILE ? "volatile " : "",
                instr->flags & IR_INVARIANT ? "invariant " : "", instr->flags & IR_STREAMING ? "streaming " : "");
        ir_print_put_args(p, instr, 0);
        break;
    case IR_FIELD_ADDR:
        ir_print_put_type(p, (ir_type)(instr->imm >> 32));
        ir_putf(p, " %u, ", (unsigned)(instr->imm & UINT32_MAX));
        ir_print_put_args(p, instr, 0);
        break;
    case IR_ELEMENT_ADDR:
        ir_print_put_type(p, (ir_type)instr->imm);
        ir_print_put(p, ", ");
        ir_print_put_args(p, instr, 0);
        break;
    case IR_FIELD:
        ir_putf(p, "%" PRIu64 ", ", instr->imm);
        ir_print_put_args(p, instr, 0);
        break;
    case IR_MAKE:
        if (m->types.at[instr->type].kind == IR_UNION)
            ir_putf(p, "field %" PRIu64 ", ", instr->imm);
        ir_print_put_args(p, instr, 0);
        break;
    case IR_CALL:
    case IR_FUNCTION_ADDR:
        ir_put_quoted(p, m->functions.at[instr->imm].name);
        if (instr->op == IR_CALL) {
            ir_print_put(p, "(");
            ir_print_put_args(p, instr, 0);
            ir_print_put(p, ")");
        }
        break;
    case IR_CALL_PTR:
        ir_putf(p, "%%%u(", m->args.at[instr->first_arg]);
        ir_print_put_args(p, instr, 1);
        ir_print_put(p, ") like ");
        ir_put_quoted(p, m->functions.at[instr->imm - 1].name);
        break;
    case IR_INTRINSIC: ir_put_intrinsic(p, instr); break;
    case IR_PTX:
        ir_putf(p, "%" PRIu64 " $%u", instr->imm, instr->aux);
        if (instr->flags)
            ir_putf(p, " tied %u", instr->flags);
        ir_print_put(p, instr->n_args ? ", " : "");
        ir_print_put_args(p, instr, 0);
        break;
    case IR_LOOP:
    case IR_BLOCK:
    case IR_BREAK:
    case IR_CONTINUE: ir_putf(p, "'%" PRIu64, instr->imm); break;
    case IR_CASE: ir_put_bits(p, switch_type, instr->imm); break;
    case IR_TRAP:
        ir_putf(p, "site %" PRIu64, instr->imm);
        ir_print_put(p, instr->n_args ? ", " : "");
        ir_print_put_args(p, instr, 0);
        break;
    case IR_CHECK:
        ir_putf(p, "%%%u, site %" PRIu64, m->args.at[instr->first_arg], instr->imm);
        ir_print_put(p, instr->n_args > 1 ? ", " : "");
        ir_print_put_args(p, instr, 1);
        break;
    case IR_ZERO:
    case IR_UNDEF:
    case IR_CASES_ARITHMETIC:
    case IR_CASES_BITS:
    case IR_CASES_UNARY:
    case IR_CASES_COMPARISON:
    case IR_CASES_CAST:
    case IR_SELECT:
    case IR_IF:
    case IR_ELSE:
    case IR_END:
    case IR_SWITCH:
    case IR_DEFAULT:
    case IR_RETURN:
    case IR_N_OPS: ir_print_put_args(p, instr, 0); break;
    }
    (void)f;
}

static void ir_put_header(printer *p, const ir_function *f)
{
    ir_print_put(p, f->is_kernel ? "\nkernel " : "\nfn ");
    ir_put_quoted(p, f->name);
    ir_print_put(p, "(");
    for (uint32_t i = 0; i < f->n_params; i++) {
        ir_putf(p, i ? ", %%%u" : "%%%u", i + 1);
        ir_put_name(p, f->param_names ? f->param_names[i] : NULL);
        ir_print_put(p, ": ");
        ir_print_put_type(p, f->params[i]);
        const uint8_t promises = f->param_flags ? f->param_flags[i] : 0;
        ir_print_put(p, promises & IR_PARAM_READ_ONLY ? " read_only" : "");
        ir_print_put(p, promises & IR_PARAM_NO_ALIAS ? " no_alias" : "");
        ir_print_put(p, promises & IR_PARAM_LENGTH ? " length" : "");
        ir_print_put(p, promises & IR_PARAM_IN_PLACE ? " in_place" : "");
        if (f->pointees && f->pointees[i].align)
            ir_putf(p, " of %u align %u", f->pointees[i].size, f->pointees[i].align);
    }
    ir_print_put(p, ")");
    if (f->result) {
        ir_print_put(p, " -> ");
        ir_print_put_type(p, f->result);
    }
    if (f->file)
        ir_putf(p, " file %u", f->file);
    if (f->block[0] || f->block[1] || f->block[2])
        ir_putf(p, " block %u %u %u", f->block[0], f->block[1], f->block[2]);
    if (f->max_threads)
        ir_putf(p, " max_threads %u", f->max_threads);
    if (f->min_blocks)
        ir_putf(p, " min_blocks %u", f->min_blocks);
    ir_print_put(p, f->fast_math ? " fast_math" : "");
    ir_print_put(p, f->cold ? " cold {\n" : " {\n");
    for (uint32_t i = 1; i < f->locals.n; i++) {
        ir_putf(p, "    local $%u", i);
        ir_put_name(p, f->locals.at[i].name);
        ir_print_put(p, ": ");
        ir_print_put_type(p, f->locals.at[i].type);
        ir_print_put(p, "\n");
    }
}

static void ir_put_function(printer *p, const ir_function *f)
{
    VEC(ir_type) switches = {0}; /* of the open brackets: the switch's type, else 0 */
    ir_put_header(p, f);
    for (uint32_t i = 0; i < f->code.n; i++) {
        const ir_instr *instr = &f->code.at[i];
        const bool closes =
            instr->op == IR_END || instr->op == IR_ELSE || instr->op == IR_CASE || instr->op == IR_DEFAULT;
        uint32_t depth = switches.n + 1;
        if (closes && depth > 1)
            depth--;
        for (uint32_t d = 0; d < depth; d++)
            ir_print_put(p, "    ");
        if (instr->result) {
            ir_putf(p, "%%%u: ", instr->result);
            ir_print_put_type(p, instr->type);
            ir_print_put(p, " = ");
        }
        ir_put_operation(p, f, instr, switches.n ? switches.at[switches.n - 1] : 0);
        if (instr->line && !p->m->hides_lines)
            ir_putf(p, " !%u", instr->line);
        ir_print_put(p, "\n");
        if (instr->op == IR_END && switches.n)
            switches.n--;
        else if (instr->op == IR_SWITCH)
            vec_push(p->m->memory, &switches, f->values.at[p->m->args.at[instr->first_arg]]);
        else if (instr->op == IR_IF || instr->op == IR_LOOP || instr->op == IR_BLOCK || instr->op == IR_PTX)
            vec_push(p->m->memory, &switches, 0);
    }
    ir_print_put(p, "}\n");
}

const char *ir_print_function(ir_module *m, ir_function_id id)
{
    printer p = {.m = m, .aggregates = ARENA_ARRAY(m->memory, uint32_t, m->types.n)};
    uint32_t n = 0;
    for (ir_type t = 0; t < m->types.n; t++)
        if (m->types.at[t].kind >= IR_STRUCT)
            p.aggregates[t] = n++;
    ir_put_function(&p, &m->functions.at[id]);
    vec_push(m->memory, &p.out, 0);
    return p.out.at;
}

const char *ir_print(ir_module *m)
{
    printer p = {.m = m, .aggregates = ARENA_ARRAY(m->memory, uint32_t, m->types.n)};
    ir_print_put(&p, IR_TEXT_HEADER "\n");
    for (uint32_t i = 0; i < m->files.n; i++) {
        ir_putf(&p, "file %u ", i);
        ir_put_quoted(&p, m->files.at[i] ? m->files.at[i] : "");
        ir_print_put(&p, "\n");
    }
    uint32_t n = 0;
    for (ir_type t = 0; t < m->types.n; t++) {
        if (m->types.at[t].kind < IR_STRUCT)
            continue;
        p.aggregates[t] = n++;
        ir_put_aggregate(&p, t);
    }
    for (ir_global_id i = 1; i < m->globals.n; i++)
        ir_put_global(&p, i);
    for (ir_site_id i = 1; i < m->sites.n; i++)
        ir_put_site(&p, i);
    for (ir_function_id i = 1; i < m->functions.n; i++)
        ir_put_function(&p, &m->functions.at[i]);
    vec_push(m->memory, &p.out, 0);
    return p.out.at;
}
