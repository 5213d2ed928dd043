/* opt_mem2reg.c: locals in memory become a local for each scalar.
 *
 *   store w + 8, v; .. load w + 8; .. f(get w)    ->    set w.2, v; .. get w.2; .. f(make (get w.0), ..)
 *
 * That is done where every access through the local's address is at a constant offset. A union is done as its members
 * are, if their scalars lie at the same places. Values of these types are kept apart, too, and put together where
 * something wants them whole. Loads from constants, at constant offsets, become constants.
 *
 * Requires OPT_SCALARS: an address is not looked for behind a local that holds it. Breaks OPT_SCALARS: what a scalar
 * holds is not forwarded. */
#include "opt/ptx/opt_mem2reg.h"

/* ---- which locals ---- */

/* The local that the address is in; 0: none, or that is not known. */
static ir_local opt_mem2reg_local_of(const mem2reg *p, ir_value v)
{
    const opt_node *node = opt_definition(&p->index, v);
    while (node && (node->i.op == IR_FIELD_ADDR || node->i.op == IR_ELEMENT_ADDR))
        node = opt_definition(&p->index, node->args[0]);
    return node && node->i.op == IR_LOCAL_ADDR ? (ir_local)node->i.imm : 0;
}

static bool opt_mem2reg_place(const mem2reg *p, ir_value v, mem2reg_place *at)
{
    const opt_node *node = opt_definition(&p->index, v);
    at->offset = 0;
    while (node && (node->i.op == IR_FIELD_ADDR || node->i.op == IR_ELEMENT_ADDR)) {
        const opt_node *by = node->i.op == IR_ELEMENT_ADDR ? opt_constant(&p->index, node->args[1]) : NULL;
        if (node->i.op == IR_ELEMENT_ADDR && !by)
            return false;
        at->offset += by ? by->i.imm * ir_size(p->t->m, (ir_type)node->i.imm)
                         : ir_field_offset(p->t->m, (ir_type)(node->i.imm >> 32), (uint32_t)node->i.imm);
        node = opt_definition(&p->index, node->args[0]);
    }
    at->root = node;
    return node && (node->i.op == IR_LOCAL_ADDR || node->i.op == IR_GLOBAL_ADDR);
}

static bool opt_mem2reg_fits(mem2reg *p, ir_local local, uint64_t offset, ir_type type)
{
    const mem2reg_layout *whole = opt_mem2reg_layout(p, p->t->f->locals.at[local].type),
                         *part = opt_mem2reg_layout(p, type);
    if (!part->fits)
        return false;
    for (uint32_t k = 0; k < part->n; k++)
        if (!opt_mem2reg_is_readable(p, whole, offset + part->at[k].offset, part->at[k].type))
            return false;
    return true;
}

/* Whether a copy of n bytes takes whole scalars of the local and nothing else. In another local that is split there
 * must be the like; other memory must be aligned for them. */
static bool opt_mem2reg_fits_copy(mem2reg *p, ir_local local, uint64_t offset, uint64_t n, ir_value other,
                                  uint64_t align)
{
    const mem2reg_layout *of = opt_mem2reg_layout(p, p->t->f->locals.at[local].type);
    ir_local with = opt_mem2reg_local_of(p, other);
    mem2reg_place at;
    uint64_t reached = offset;
    if (with == local || (with && !opt_mem2reg_place(p, other, &at)))
        return false;
    if (with && p->escapes[with])
        with = 0;
    for (uint32_t k = 0; k < of->n && reached < offset + n; k++) {
        const uint64_t start = of->at[k].offset, size = ir_size(p->t->m, of->at[k].type);
        if (start + size <= offset)
            continue;
        if (start != reached ||
            (with ? !opt_mem2reg_fits(p, with, at.offset + (start - offset), of->at[k].type) : size > align))
            return false;
        reached += size;
    }
    return reached == offset + n;
}

static bool opt_mem2reg_allows(mem2reg *p, const opt_node *node, uint32_t k, ir_local local)
{
    mem2reg_place at;
    if (k == 0 && (node->i.op == IR_FIELD_ADDR || node->i.op == IR_ELEMENT_ADDR))
        return true;
    if (!opt_mem2reg_place(p, node->args[k], &at))
        return false;
    if (k == 0 && (node->i.op == IR_LOAD || node->i.op == IR_STORE) && !(node->i.flags & IR_VOLATILE))
        return opt_mem2reg_fits(p, local, at.offset,
                                node->i.op == IR_LOAD ? node->i.type : p->t->f->values.at[node->args[1]]);
    const opt_node *n = node->i.op == IR_INTRINSIC && node->i.aux == IR_IN_MEMCPY && k < 2
                            ? opt_constant(&p->index, node->args[2])
                            : NULL;
    return n &&
           opt_mem2reg_fits_copy(p, local, at.offset, n->i.imm, node->args[1 - k], UINT64_C(1) << (node->i.imm >> 1));
}

static void opt_mem2reg_find_escapes(mem2reg *p, const opt_list *list)
{
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *node = list->at[n];
        if (node->i.op == IR_PTX)
            p->escapes[node->i.aux] = 1;
        for (uint32_t k = 0; k < node->i.n_args; k++) {
            const ir_local local = opt_mem2reg_local_of(p, node->args[k]);
            if (local && !p->escapes[local] && !opt_mem2reg_allows(p, node, k, local))
                p->escapes[local] = p->grew = 1;
        }
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            opt_mem2reg_find_escapes(p, &node->arms[arm].list);
    }
}

static void opt_mem2reg_choose(mem2reg *p)
{
    const uint32_t n_locals = p->t->f->locals.n;
    p->escapes = ARENA_ARRAY(p->t->m->memory, uint8_t, n_locals + 1);
    p->first = ARENA_ARRAY(p->t->m->memory, ir_local, n_locals + 1);
    do {
        p->grew = 0; /* what escapes may make others escape, by copies */
        opt_mem2reg_find_escapes(p, &p->t->body);
    } while (p->grew);
    for (ir_local l = 1; l < n_locals; l++) {
        const ir_type type = p->t->f->locals.at[l].type;
        const mem2reg_layout *of = opt_mem2reg_layout(p, type);
        if (p->escapes[l] || !of->fits || !of->n || (!p->index.has_address[l] && !opt_mem2reg_is_whole(p, type)))
            continue;
        p->first[l] = p->t->f->locals.n;
        for (uint32_t k = 0; k < of->n; k++) {
            const ir_local scalar = opt_tree_local(p->t, of->at[k].type);
            p->t->f->locals.at[scalar].name = p->t->f->locals.at[l].name;
        }
        p->changed = true;
    }
}

/* ---- accesses ---- */

/* What several narrow scalars are to fill need not be read before. */
static void opt_mem2reg_clear(mem2reg *p, opt_list *out, ir_local local, uint64_t offset, uint64_t n)
{
    const mem2reg_layout *of = opt_mem2reg_layout(p, p->t->f->locals.at[local].type);
    for (uint32_t k = 0; k < of->n; k++) {
        const ir_type type = of->at[k].type;
        if (of->at[k].offset < offset || of->at[k].offset + ir_size(p->t->m, type) > offset + n)
            continue;
        const ir_value none = opt_mem2reg_constant(p, out, type, 0);
        vec_push(p->t->m->memory, out, opt_tree_set(p->t, p->first[local] + k, none));
    }
}

/* Whether each scalar at the offset is one of the local's. */
static bool opt_mem2reg_is_exact(mem2reg *p, ir_local local, uint64_t offset, const mem2reg_layout *part)
{
    const mem2reg_layout *of = opt_mem2reg_layout(p, p->t->f->locals.at[local].type);
    uint32_t k = 0;
    for (uint32_t j = 0; j < part->n; j++) {
        while (k < of->n && of->at[k].offset < offset + part->at[j].offset)
            k++;
        if (k == of->n || of->at[k].offset != offset + part->at[j].offset ||
            ir_size(p->t->m, of->at[k].type) != ir_size(p->t->m, part->at[j].type))
            return false;
    }
    return true;
}

static void opt_mem2reg_put_all(mem2reg *p, opt_list *out, ir_local local, uint64_t offset, ir_value v)
{
    const ir_type type = p->t->f->values.at[v];
    const mem2reg_layout *of = opt_mem2reg_layout(p, type);
    const ir_value *parts = of->n ? opt_mem2reg_parts(p, out, v) : NULL;
    if (!opt_mem2reg_is_exact(p, local, offset, of))
        opt_mem2reg_clear(p, out, local, offset, ir_size(p->t->m, type));
    for (uint32_t k = 0; k < of->n; k++)
        if (parts[k])
            opt_mem2reg_write(p, out, local, offset + of->at[k].offset, of->at[k].type, parts[k]);
}

static ir_value *opt_mem2reg_take_all(mem2reg *p, opt_list *out, ir_local local, uint64_t offset, ir_type type)
{
    const mem2reg_layout *of = opt_mem2reg_layout(p, type);
    ir_value *parts = ARENA_ARRAY(p->t->m->memory, ir_value, of->n);
    for (uint32_t k = 0; k < of->n; k++)
        parts[k] = opt_mem2reg_read(p, out, local, offset + of->at[k].offset, of->at[k].type);
    return parts;
}

/* From here on the node's result is these scalars. */
static void opt_mem2reg_is(mem2reg *p, opt_list *out, const opt_node *node, ir_value *parts)
{
    if (opt_mem2reg_is_whole(p, node->i.type))
        p->parts[node->i.result] = parts;
    else if (parts[0])
        p->instead[node->i.result] = parts[0];
    else
        p->instead[node->i.result] = opt_mem2reg_add(p, out, IR_UNDEF, node->i.type, NULL, 0, 0)->i.result;
}

/* The scalars that constant memory has there; NULL: they are not known. */
static ir_value *opt_mem2reg_constants(mem2reg *p, opt_list *out, const opt_node *node, const mem2reg_place *at)
{
    const ir_module *m = p->t->m;
    const ir_global *g = &m->globals.at[at->root->i.imm];
    const mem2reg_layout *of = opt_mem2reg_layout(p, node->i.type);
    const uint64_t size = ir_size(m, g->type), n = ir_size(m, node->i.type);
    if (g->space != IR_SPACE_CONST || g->n_relocations || !of->fits || at->offset > size || n > size - at->offset)
        return NULL;
    for (uint32_t k = 0; k < of->n; k++)
        if (of->at[k].type > IR_F64)
            return NULL;
    ir_value *parts = ARENA_ARRAY(m->memory, ir_value, of->n);
    for (uint32_t k = 0; k < of->n; k++) {
        uint64_t bits = 0;
        if (g->bytes)
            memcpy(&bits, g->bytes + at->offset + of->at[k].offset, ir_size(m, of->at[k].type));
        parts[k] = opt_mem2reg_constant(p, out, of->at[k].type, bits);
    }
    return parts;
}

static bool opt_mem2reg_load(mem2reg *p, opt_list *out, const opt_node *node)
{
    mem2reg_place at;
    ir_value *parts = NULL;
    const mem2reg_layout *of = opt_mem2reg_layout(p, node->i.type);
    if ((node->i.flags & IR_VOLATILE) || !of->n)
        return false;
    const bool is_known = opt_mem2reg_place(p, node->args[0], &at);
    if (is_known && at.root->i.op == IR_LOCAL_ADDR && p->first[at.root->i.imm])
        parts = opt_mem2reg_take_all(p, out, (ir_local)at.root->i.imm, at.offset, node->i.type);
    else if (is_known && at.root->i.op == IR_GLOBAL_ADDR)
        parts = opt_mem2reg_constants(p, out, node, &at);
    if (!parts && (!opt_mem2reg_is_apart(of) || 4 * (uint64_t)of->n > ir_size(p->t->m, node->i.type)))
        return false; /* bytes are copied eight at a time */
    if (!parts) {
        parts = ARENA_ARRAY(p->t->m->memory, ir_value, of->n);
        for (uint32_t k = 0; k < of->n; k++) {
            opt_node *load =
                opt_mem2reg_add(p, out, IR_LOAD, of->at[k].type,
                                (ir_value[]){opt_mem2reg_address(p, out, node->args[0], of->at[k].offset)}, 1, 0);
            load->i.flags = node->i.flags;
            parts[k] = load->i.result;
        }
    }
    opt_mem2reg_is(p, out, node, parts);
    p->changed = true;
    return true;
}

static bool opt_mem2reg_store(mem2reg *p, opt_list *out, const opt_node *node)
{
    mem2reg_place at;
    const ir_value v = node->args[1];
    if (node->i.flags & IR_VOLATILE)
        return false;
    if (opt_mem2reg_place(p, node->args[0], &at) && at.root->i.op == IR_LOCAL_ADDR && p->first[at.root->i.imm]) {
        opt_mem2reg_put_all(p, out, (ir_local)at.root->i.imm, at.offset, v);
        return true;
    }
    const ir_type type = p->t->f->values.at[v];
    if (!opt_mem2reg_is_made(p, v) || !opt_mem2reg_is_apart(opt_mem2reg_layout(p, type)))
        return false;
    opt_mem2reg_store_parts(p, out, node->args[0], type, opt_mem2reg_known(p, v));
    return true;
}

static bool opt_mem2reg_copy(mem2reg *p, opt_list *out, const opt_node *node)
{
    mem2reg_place at[2];
    ir_local local[2] = {0};
    for (uint32_t k = 0; k < 2; k++)
        if (opt_mem2reg_place(p, node->args[k], &at[k]) && at[k].root->i.op == IR_LOCAL_ADDR)
            local[k] = p->first[at[k].root->i.imm] ? (ir_local)at[k].root->i.imm : 0;
    if (!local[0] && !local[1])
        return false;
    const uint32_t by = local[0] ? 0 : 1; /* whose scalars are copied */
    const uint64_t start = at[by].offset, n = opt_constant(&p->index, node->args[2])->i.imm;
    const mem2reg_layout *of = opt_mem2reg_layout(p, p->t->f->locals.at[local[by]].type);
    ir_value *held = ARENA_ARRAY(p->t->m->memory, ir_value, of->n);
    for (uint32_t pass = 0; pass < 2; pass++) /* all is read before anything is written */
        for (uint32_t k = 0; k < of->n; k++) {
            const mem2reg_scalar *s = &of->at[k];
            if (s->offset < start || s->offset >= start + n)
                continue;
            const uint64_t in = s->offset - start;
            if (pass == 0) {
                held[k] = local[1] ? opt_mem2reg_read(p, out, local[1], at[1].offset + in, s->type)
                                   : opt_mem2reg_add(p, out, IR_LOAD, s->type,
                                                     (ir_value[]){opt_mem2reg_address(p, out, node->args[1], in)}, 1, 0)
                                         ->i.result;
            } else if (local[0]) {
                opt_mem2reg_write(p, out, local[0], at[0].offset + in, s->type, held[k]);
            } else {
                const ir_value to = opt_mem2reg_address(p, out, node->args[0], in);
                opt_mem2reg_add(p, out, IR_STORE, 0, (ir_value[]){to, held[k]}, 2, 0)->i.type = s->type;
            }
        }
    return true;
}

/* A local that stays whole is in memory, if it is of a kind that the emitter keeps there. */
static bool opt_mem2reg_get_or_set(mem2reg *p, opt_list *out, const opt_node *node)
{
    const ir_local local = (ir_local)node->i.imm;
    const mem2reg_layout *of = opt_mem2reg_layout(p, p->t->f->locals.at[local].type);
    if (node->i.op == IR_GET && p->first[local]) {
        opt_mem2reg_is(p, out, node, opt_mem2reg_take_all(p, out, local, 0, node->i.type));
        return true;
    }
    if (node->i.op == IR_GET)
        return false;
    if (p->first[local]) {
        opt_mem2reg_put_all(p, out, local, 0, node->args[0]);
        return true;
    }
    const ir_value *parts = opt_mem2reg_known(p, node->args[0]);
    if (!opt_mem2reg_is_made(p, node->args[0]) || !opt_mem2reg_is_apart(of))
        return false;
    const ir_value at = opt_mem2reg_add(p, out, IR_LOCAL_ADDR, p->pointer, NULL, 0, local)->i.result;
    opt_mem2reg_store_parts(p, out, at, p->t->f->locals.at[local].type, parts);
    return true;
}

static bool opt_mem2reg_visit(mem2reg *p, opt_list *out, const opt_node *node)
{
    const mem2reg_layout *of = node->i.result ? opt_mem2reg_layout(p, node->i.type) : NULL;
    const bool is_whole = of && of->fits && of->n && opt_mem2reg_is_whole(p, node->i.type);
    switch ((ir_op)node->i.op) {
    case IR_LOAD: return opt_mem2reg_load(p, out, node);
    case IR_STORE: return opt_mem2reg_store(p, out, node);
    case IR_GET:
    case IR_SET: return opt_mem2reg_get_or_set(p, out, node);
    case IR_INTRINSIC: return node->i.aux == IR_IN_MEMCPY && opt_mem2reg_copy(p, out, node);
    case IR_FIELD:
        if (!opt_mem2reg_known(p, node->args[0]) || !of->n)
            return false;
        opt_mem2reg_is(p, out, node, opt_mem2reg_field(p, out, node));
        p->changed = true;
        return true;
    case IR_MAKE:
        if (!is_whole)
            return false;
        p->parts[node->i.result] = opt_mem2reg_make(p, out, node);
        return true;
    case IR_CASES_CONSTANT:
        if (!is_whole)
            return false;
        p->parts[node->i.result] = ARENA_ARRAY(p->t->m->memory, ir_value, of->n);
        for (uint32_t k = 0; k < of->n && node->i.op != IR_UNDEF; k++)
            p->parts[node->i.result][k] = opt_mem2reg_constant(p, out, of->at[k].type, 0);
        return false; /* it stays for whoever wants the whole */
    case IR_CASES_COMPUTED:
    case IR_CASES_ADDRESS:
    case IR_CASES_CALL:
    case IR_FUNCTION_ADDR:
    case IR_PTX:
    case IR_CASES_FLOW:
    case IR_N_OPS: break;
    }
    return false;
}

static void opt_mem2reg_list(mem2reg *p, opt_list *list)
{
    opt_list out = {0};
    for (uint32_t n = 0; n < list->n; n++) {
        opt_node *node = list->at[n];
        for (uint32_t k = 0; k < node->i.n_args; k++)
            if (node->args[k] < p->index.n_values && p->instead[node->args[k]])
                node->args[k] = p->instead[node->args[k]];
        if (opt_mem2reg_visit(p, &out, node))
            continue;
        for (uint32_t k = 0; k < node->i.n_args; k++)
            node->args[k] = opt_mem2reg_put_together(p, &out, node->args[k]);
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            opt_mem2reg_list(p, &node->arms[arm].list);
        vec_push(p->t->m->memory, &out, node);
    }
    *list = out;
}

bool opt_mem2reg(opt_tree *t)
{
    mem2reg p = {.t = t, .index = opt_tree_index(t), .pointer = ir_ptr(t->m, IR_SPACE_GENERIC)};
    p.layouts = ARENA_ARRAY(t->m->memory, mem2reg_layout, t->m->types.n);
    p.parts = ARENA_ARRAY(t->m->memory, ir_value *, p.index.n_values);
    p.instead = ARENA_ARRAY(t->m->memory, ir_value, p.index.n_values);
    opt_mem2reg_choose(&p);
    opt_mem2reg_list(&p, &t->body);
    return p.changed;
}
