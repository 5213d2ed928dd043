/* opt_sroa.c: scalar replacement of aggregates, and what it makes possible.
 *
 * A local of a struct type whose address goes nowhere but to its fields becomes a local for each field. What a local
 * holds is forwarded to where it is read; operations on constants are computed; a branch on a constant becomes the list
 * that is taken; and what nobody uses goes.
 *
 * Requires nothing. Makes OPT_SCALARS. Breaks nothing. */
#include "opt/opt_tree.h"

enum { MOST_FIELDS = 16 };

typedef struct pass {
    opt_tree *t;
    bool changed;
    opt_index index;       /* without addresses, which are counted below */
    uint32_t *uses;        /* of each value: how many operands it is */
    uint32_t *gets;        /* of each local: how many nodes read it */
    uint8_t *escapes;      /* of each local: its address goes elsewhere than to a field of it */
    uint8_t *address_used; /* of each local: something uses its address */
    ir_local *fields;      /* of each local that is split: the local of its first field */
    ir_local n_split;      /* how many locals there were before */
    ir_value *known, *instead;
    VEC(ir_local) undo;
    VEC(ir_value) undo_to;
} pass;

static const ir_type_info *opt_sroa_about(const pass *p, ir_type type)
{
    return &p->t->m->types.at[type];
}

static ir_type opt_sroa_local_type(const pass *p, uint64_t l)
{
    return p->t->f->locals.at[l].type;
}

static const opt_node *opt_sroa_local_address(const pass *p, ir_value v)
{
    const opt_node *node = opt_definition(&p->index, v);
    return node && node->i.op == IR_LOCAL_ADDR ? node : NULL;
}

/* A load or store of a whole local through its address becomes a GET or SET. */
static void opt_sroa_name_place(pass *p, opt_node *node)
{
    const opt_node *at = node->i.flags & IR_VOLATILE ? NULL : opt_sroa_local_address(p, node->args[0]);
    const ir_type type = node->i.op == IR_LOAD ? node->i.type : p->t->f->values.at[node->args[1]];
    if (!at || opt_sroa_local_type(p, at->i.imm) != type)
        return;
    node->i.flags = 0;
    node->i.imm = at->i.imm;
    node->i.n_args--;
    if (node->i.op == IR_STORE)
        node->args++;
    node->i.op = node->i.op == IR_LOAD ? IR_GET : IR_SET;
    p->changed = true;
}

/* A value is defined before it is used, so one walk does all. */
static void opt_sroa_index_list(pass *p, const opt_list *list)
{
    for (uint32_t n = 0; n < list->n; n++) {
        opt_node *node = list->at[n];
        p->index.defined[node->i.result] = node;
        if (node->i.op == IR_LOAD || node->i.op == IR_STORE)
            opt_sroa_name_place(p, node);
        if (node->i.op == IR_GET)
            p->gets[node->i.imm]++;
        if (node->i.op == IR_PTX && node->i.aux)
            p->address_used[node->i.aux] = p->escapes[node->i.aux] = 1;
        for (uint32_t k = 0; k < node->i.n_args; k++) {
            const opt_node *at = p->index.defined[node->args[k]];
            p->uses[node->args[k]]++;
            if (!at || at->i.op != IR_LOCAL_ADDR)
                continue;
            p->address_used[at->i.imm] = 1;
            if (node->i.op != IR_FIELD_ADDR || node->i.imm >> 32 != opt_sroa_local_type(p, at->i.imm))
                p->escapes[at->i.imm] = 1;
        }
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            opt_sroa_index_list(p, &node->arms[arm].list);
    }
}

static void opt_sroa_index_tree(pass *p)
{
    arena *a = p->t->m->memory;
    const ir_function *f = p->t->f;
    p->index = (opt_index){ARENA_ARRAY(a, const opt_node *, f->values.n), f->values.n, NULL};
    p->uses = ARENA_ARRAY(a, uint32_t, f->values.n);
    p->gets = ARENA_ARRAY(a, uint32_t, f->locals.n + 1);
    p->escapes = ARENA_ARRAY(a, uint8_t, 2 * ((size_t)f->locals.n + 1));
    p->address_used = p->escapes + f->locals.n + 1;
    opt_sroa_index_list(p, &p->t->body);
    p->index.defined[0] = NULL; /* nodes without a result were put there */
}

/* ---- into fields ---- */

static opt_node *opt_sroa_set_of(pass *p, uint64_t local, ir_value v)
{
    opt_node *set = opt_tree_node(p->t, IR_SET, 0, &v, 1, local);
    set->i.type = opt_sroa_local_type(p, local);
    return set;
}

static void opt_sroa_split_get(pass *p, opt_list *out, const opt_node *get)
{
    const ir_type_info *type = opt_sroa_about(p, opt_sroa_local_type(p, get->i.imm));
    ir_value fields[MOST_FIELDS];
    for (uint32_t k = 0; k < type->n_fields; k++) {
        ir_local l = p->fields[get->i.imm] + k;
        opt_node *one = opt_tree_node(p->t, IR_GET, opt_sroa_local_type(p, l), NULL, 0, l);
        fields[k] = one->i.result;
        vec_push(p->t->m->memory, out, one);
    }
    opt_node *all = opt_tree_node(p->t, IR_MAKE, 0, fields, type->n_fields, 0);
    all->i.type = get->i.type;
    all->i.result = get->i.result;
    vec_push(p->t->m->memory, out, all);
}

static void opt_sroa_split_set(pass *p, opt_list *out, const opt_node *set)
{
    const ir_type_info *type = opt_sroa_about(p, opt_sroa_local_type(p, set->i.imm));
    const opt_node *of = opt_definition(&p->index, set->args[0]);
    ir_value fields[MOST_FIELDS];
    if (of && of->i.op == IR_UNDEF)
        return;
    for (uint32_t k = 0; k < type->n_fields; k++) {
        if (of && of->i.op == IR_MAKE) {
            fields[k] = of->args[k];
            continue;
        }
        opt_node *one = opt_tree_node(p->t, IR_FIELD, p->t->m->fields.at[type->first_field + k], set->args, 1, k);
        fields[k] = one->i.result;
        vec_push(p->t->m->memory, out, one);
    }
    for (uint32_t k = 0; k < type->n_fields; k++)
        vec_push(p->t->m->memory, out, opt_sroa_set_of(p, p->fields[set->i.imm] + k, fields[k]));
}

static void opt_sroa_split_list(pass *p, opt_list *list)
{
    opt_list out = {0};
    for (uint32_t n = 0; n < list->n; n++) {
        opt_node *node = list->at[n];
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            opt_sroa_split_list(p, &node->arms[arm].list);
        if ((node->i.op == IR_GET || node->i.op == IR_SET) && p->fields[node->i.imm]) {
            if (node->i.op == IR_GET)
                opt_sroa_split_get(p, &out, node);
            else
                opt_sroa_split_set(p, &out, node);
            continue;
        }
        const opt_node *at = node->i.op == IR_FIELD_ADDR ? opt_sroa_local_address(p, node->args[0]) : NULL;
        if (at && at->i.imm < p->n_split && p->fields[at->i.imm]) {
            node->i.imm = p->fields[at->i.imm] + (uint32_t)node->i.imm;
            node->i.op = IR_LOCAL_ADDR;
            node->i.n_args = 0;
        }
        vec_push(p->t->m->memory, &out, node);
    }
    *list = out;
}

/* False: the tree is as it was. */
static bool opt_sroa_split(pass *p)
{
    const uint32_t n_locals = p->n_split = p->t->f->locals.n;
    bool any = false;
    p->fields = ARENA_ARRAY(p->t->m->memory, ir_local, n_locals + 1);
    for (ir_local l = 1; l < n_locals; l++) {
        const ir_type type = opt_sroa_local_type(p, l);
        const uint32_t n_fields = opt_sroa_about(p, type)->n_fields, first = opt_sroa_about(p, type)->first_field;
        if ((opt_sroa_about(p, type)->kind != IR_STRUCT && opt_sroa_about(p, type)->kind != IR_CODED) ||
            p->escapes[l] || n_fields == 0 || n_fields > MOST_FIELDS)
            continue;
        if (!p->gets[l] && !p->address_used[l])
            continue;
        p->fields[l] = p->t->f->locals.n;
        for (uint32_t k = 0; k < n_fields; k++) {
            opt_tree_local(p->t, p->t->m->fields.at[first + k]);
            p->t->f->locals.at[p->t->f->locals.n - 1].name = p->t->f->locals.at[l].name;
        }
        any = true;
    }
    if (any)
        opt_sroa_split_list(p, &p->t->body);
    p->changed |= any;
    return any;
}

/* ---- what locals hold ---- */

static void opt_sroa_set_known(pass *p, uint64_t local, ir_value v)
{
    if (p->known[local] == v)
        return;
    vec_push(p->t->m->memory, &p->undo, (ir_local)local);
    vec_push(p->t->m->memory, &p->undo_to, p->known[local]);
    p->known[local] = v;
}

static void opt_sroa_go_back(pass *p, uint32_t to)
{
    while (p->undo.n > to) {
        p->known[p->undo.at[--p->undo.n]] = p->undo_to.at[--p->undo_to.n];
    }
}

/* Forgets what the list may change. A local that is set to the constant that it holds keeps it. */
static void opt_sroa_forget_sets(pass *p, const opt_list *list)
{
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *node = list->at[n];
        if (node->i.op == IR_SET) {
            const opt_node *held = opt_constant(&p->index, p->known[node->i.imm]),
                           *now = opt_constant(&p->index, node->args[0]);
            if (!held || !now || held->i.imm != now->i.imm)
                opt_sroa_set_known(p, node->i.imm, 0);
        }
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            opt_sroa_forget_sets(p, &node->arms[arm].list);
    }
}

static void opt_sroa_become_constant(pass *p, opt_node *node, uint64_t bits)
{
    node->i =
        (ir_instr){.op = IR_CONST, .type = node->i.type, .result = node->i.result, .imm = bits, .line = node->i.line};
    p->changed = true;
}

/* Computes on unsigned integers, which iterators count with. */
static void opt_sroa_compute_unsigned(pass *p, opt_node *node, const opt_node *a, const opt_node *b)
{
    const uint64_t x = opt_low_bits(p->t, a->i.type, a->i.imm), y = opt_low_bits(p->t, a->i.type, b->i.imm);
    switch ((ir_op)node->i.op) {
    case IR_LT: opt_sroa_become_constant(p, node, x < y); break;
    case IR_LE: opt_sroa_become_constant(p, node, x <= y); break;
    case IR_GT: opt_sroa_become_constant(p, node, x > y); break;
    case IR_GE: opt_sroa_become_constant(p, node, x >= y); break;
    case IR_ADD: opt_sroa_become_constant(p, node, opt_low_bits(p->t, a->i.type, x + y)); break;
    case IR_SUB: opt_sroa_become_constant(p, node, opt_low_bits(p->t, a->i.type, x - y)); break;
    case IR_MUL: opt_sroa_become_constant(p, node, opt_low_bits(p->t, a->i.type, x * y)); break;
    case IR_CASES_CONSTANT:
    case IR_DIV:
    case IR_REM:
    case IR_CASES_BITS:
    case IR_CASES_UNARY:
    case IR_EQ:
    case IR_NE:
    case IR_OVERFLOWS:
    case IR_CASES_CAST:
    case IR_SELECT:
    case IR_CASES_LOCAL:
    case IR_CASES_ADDRESS:
    case IR_CASES_MEMORY:
    case IR_CASES_AGGREGATE:
    case IR_CASES_CALL:
    case IR_FUNCTION_ADDR:
    case IR_INTRINSIC:
    case IR_PTX:
    case IR_CASES_FLOW:
    case IR_N_OPS: break;
    }
}

/* Floats of constants are computed here because NVVM errs about them: it does not compute inf - inf, yet takes the
 * result for a number, which is equal to itself. The NaN is the one that the interpreter gets. */
static void opt_sroa_compute(pass *p, opt_node *node, const opt_node *a, const opt_node *b)
{
    const uint8_t op = node->i.op;
    if (op != IR_ADD && op != IR_SUB && op != IR_MUL && op != IR_DIV)
        return;
    if (node->i.type == IR_F32) {
        uint32_t x_bits = (uint32_t)a->i.imm, y_bits = (uint32_t)b->i.imm, bits;
        float x, y;
        memcpy(&x, &x_bits, sizeof x);
        memcpy(&y, &y_bits, sizeof y);
        const float z = op == IR_ADD ? x + y : op == IR_SUB ? x - y : op == IR_MUL ? x * y : x / y;
        memcpy(&bits, &z, sizeof bits);
        opt_sroa_become_constant(p, node, bits);
    } else if (node->i.type == IR_F64) {
        uint64_t bits;
        double x, y;
        memcpy(&x, &a->i.imm, sizeof x);
        memcpy(&y, &b->i.imm, sizeof y);
        const double z = op == IR_ADD ? x + y : op == IR_SUB ? x - y : op == IR_MUL ? x * y : x / y;
        memcpy(&bits, &z, sizeof bits);
        opt_sroa_become_constant(p, node, bits);
    }
}

/* A value that the node's result equals; 0: none is known. May turn the node into a constant. */
static ir_value opt_sroa_simpler(pass *p, opt_node *node)
{
    const opt_node *of = node->i.n_args ? opt_definition(&p->index, node->args[0]) : NULL;
    if (node->i.op == IR_FIELD && of && of->i.op == IR_MAKE) {
        bool is_union = opt_sroa_about(p, of->i.type)->kind == IR_UNION;
        if (!is_union)
            return of->args[node->i.imm];
        return of->i.imm == node->i.imm ? of->args[0] : 0;
    }
    if (node->i.op == IR_NOT && node->i.type == IR_BOOL && of && of->i.op == IR_CONST)
        opt_sroa_become_constant(p, node, !of->i.imm);
    const opt_node *with =
        of && of->i.op == IR_CONST && node->i.n_args == 2 ? opt_constant(&p->index, node->args[1]) : NULL;
    if (with && opt_is_unsigned(of->i.type))
        opt_sroa_compute_unsigned(p, node, of, with);
    else if (with)
        opt_sroa_compute(p, node, of, with);
    if ((node->i.op == IR_EQ || node->i.op == IR_NE) && of && of->i.op == IR_CONST && of->i.type != IR_F32 &&
        of->i.type != IR_F64) {
        const opt_node *to = opt_constant(&p->index, node->args[1]);
        if (!to)
            return 0;
        bool same = opt_low_bits(p->t, of->i.type, of->i.imm) == opt_low_bits(p->t, of->i.type, to->i.imm);
        opt_sroa_become_constant(p, node, same == (node->i.op == IR_EQ));
    }
    return 0;
}

/* The arm that is taken, where a constant decides (*is_known); NULL: no arm is, or nothing is known. */
static opt_list *opt_sroa_chosen(const pass *p, opt_node *node, bool *is_known)
{
    const opt_node *on = node->i.op == IR_IF || node->i.op == IR_SWITCH ? opt_constant(&p->index, node->args[0]) : NULL;
    *is_known = on != NULL;
    if (!on)
        return NULL;
    if (node->i.op == IR_IF)
        return on->i.imm ? &node->arms[0].list : node->n_arms == 2 ? &node->arms[1].list : NULL;
    opt_list *otherwise = NULL;
    for (uint32_t k = 0; k < node->n_arms; k++)
        for (uint32_t h = 0; h < node->arms[k].n_heads; h++) {
            const ir_instr *head = &node->arms[k].heads[h];
            if (head->op == IR_DEFAULT)
                otherwise = &node->arms[k].list;
            else if (opt_low_bits(p->t, on->i.type, head->imm) == opt_low_bits(p->t, on->i.type, on->i.imm))
                return &node->arms[k].list;
        }
    return otherwise;
}

static void opt_sroa_forward(pass *p, const opt_list *list, opt_list *out);

static void opt_sroa_forward_arms(pass *p, opt_node *node)
{
    bool loops = node->i.op == IR_LOOP, falls = node->i.op == IR_IF || node->i.op == IR_SWITCH;
    if (loops)
        opt_sroa_forget_sets(p, &node->arms[0].list);
    for (uint32_t arm = 0; arm < node->n_arms; arm++) {
        uint32_t mark = p->undo.n;
        opt_list out = {0};
        opt_sroa_forward(p, &node->arms[arm].list, &out);
        opt_sroa_go_back(p, mark);
        node->arms[arm].list = out;
    }
    for (uint32_t arm = 0; arm < node->n_arms; arm++)
        if (!falls || !opt_tree_ends(&node->arms[arm].list))
            opt_sroa_forget_sets(p, &node->arms[arm].list);
}

static void opt_sroa_forward(pass *p, const opt_list *list, opt_list *out)
{
    bool ends = false;
    for (uint32_t n = 0; n < list->n; n++) {
        opt_node *node = list->at[n];
        bool is_known;
        if (ends) { /* control never gets here */
            p->changed = true;
            return;
        }
        for (uint32_t k = 0; k < node->i.n_args; k++)
            if (p->instead[node->args[k]])
                node->args[k] = p->instead[node->args[k]];
        ir_value same = opt_sroa_simpler(p, node);
        if (node->i.op == IR_GET && !p->address_used[node->i.imm]) {
            same = p->known[node->i.imm];
            if (!same)
                opt_sroa_set_known(p, node->i.imm, node->i.result);
        }
        if (same) {
            p->instead[node->i.result] = same;
            p->changed = true;
            continue;
        }
        opt_list *only = opt_sroa_chosen(p, node, &is_known);
        if (is_known) {
            p->changed = true;
            if (only)
                opt_sroa_forward(p, only, out);
            ends = opt_tree_ends(out);
            continue;
        }
        if (node->i.op == IR_SET && !p->address_used[node->i.imm])
            opt_sroa_set_known(p, node->i.imm, node->args[0]);
        if (node->n_arms)
            opt_sroa_forward_arms(p, node);
        vec_push(p->t->m->memory, out, node);
        ends = !node->i.result && opt_tree_ends(out);
    }
}

/* ---- what nobody uses ---- */

static bool opt_sroa_is_dropped(const pass *p, const opt_node *node)
{
    if (node->i.op == IR_SET)
        return !p->gets[node->i.imm] && !p->address_used[node->i.imm];
    if (node->i.op == IR_IF || node->i.op == IR_SWITCH) {
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            if (node->arms[arm].list.n)
                return false;
        return true;
    }
    if (!node->i.result || p->uses[node->i.result])
        return false;
    return opt_is_pure(&node->i) || node->i.op == IR_GET || (node->i.op == IR_LOAD && !(node->i.flags & IR_VOLATILE));
}

static void opt_sroa_drop(pass *p, opt_list *list)
{
    uint32_t first = list->n;
    for (uint32_t n = list->n; n-- > 0;) {
        opt_node *node = list->at[n];
        for (uint32_t arm = node->n_arms; arm-- > 0;)
            opt_sroa_drop(p, &node->arms[arm].list);
        if (node->i.op == IR_IF && node->n_arms == 2 && node->arms[1].list.n == 0)
            node->n_arms = 1;
        if (opt_sroa_is_dropped(p, node)) {
            for (uint32_t k = 0; k < node->i.n_args; k++)
                p->uses[node->args[k]]--;
            if (node->i.op == IR_GET)
                p->gets[node->i.imm]--;
            p->changed = true;
        } else {
            list->at[--first] = node;
        }
    }
    list->at = first ? list->at + first : list->at;
    list->n -= first;
    list->capacity = list->n;
}

bool opt_sroa(opt_tree *t)
{
    pass p = {.t = t};
    opt_sroa_index_tree(&p);
    if (opt_sroa_split(&p))
        opt_sroa_index_tree(&p);
    p.known = ARENA_ARRAY(t->m->memory, ir_value, t->f->locals.n + 1);
    p.instead = ARENA_ARRAY(t->m->memory, ir_value, t->f->values.n);
    opt_list out = {0};
    const bool was_changed = p.changed;
    p.changed = false;
    opt_sroa_forward(&p, &t->body, &out);
    t->body = out;
    if (p.changed) /* else the counts are those of before */
        opt_sroa_index_tree(&p);
    p.changed |= was_changed;
    opt_sroa_drop(&p, &t->body);
    return p.changed;
}
