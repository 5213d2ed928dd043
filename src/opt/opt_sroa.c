/* opt_sroa.c: locals of a struct type become a local for each field, what a local holds is used in place of reading
 * it, switches on constants become their list, and what nobody uses goes. */
#include "opt/opt_tree.h"

enum { MOST_FIELDS = 16 };

typedef struct pass {
    ir_tree *t;
    bool changed;
    ir_index index;
    uint32_t *uses;        /* of a value */
    uint32_t *gets;        /* of a local */
    uint8_t *escapes;      /* its address goes where fields do not tell */
    uint8_t *address_used; /* not only taken */
    ir_local *fields;      /* of a local that is split: its first field's */
    ir_local n_split;      /* locals that there were before */
    ir_value *known, *instead;
    VEC(ir_local) undo;
    VEC(ir_value) undo_to;
} pass;

static const ir_type_info *about(const pass *p, ir_type type)
{
    return &p->t->m->types.at[type];
}

static ir_type local_type(const pass *p, uint64_t l)
{
    return p->t->f->locals.at[l].type;
}

static const ir_node *local_address(const pass *p, ir_value v)
{
    const ir_node *node = ir_definition(&p->index, v);
    return node && node->i.op == IR_LOCAL_ADDR ? node : NULL;
}

/* Loads and stores of a whole local by its address read and set it. */
static void name_places(pass *p, const ir_list *list)
{
    for (uint32_t n = 0; n < list->n; n++) {
        ir_node *node = list->at[n];
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            name_places(p, &node->arms[arm].list);
        if ((node->i.op != IR_LOAD && node->i.op != IR_STORE) || (node->i.flags & 1))
            continue;
        const ir_node *at = local_address(p, node->args[0]);
        ir_type type = node->i.op == IR_LOAD ? node->i.type : p->t->f->values.at[node->args[1]];
        if (!at || local_type(p, at->i.imm) != type)
            continue;
        node->i.flags = 0;
        node->i.imm = at->i.imm;
        node->i.n_args--;
        if (node->i.op == IR_STORE)
            node->args++;
        node->i.op = node->i.op == IR_LOAD ? IR_GET : IR_SET;
        p->changed = true;
    }
}

static void count(pass *p, const ir_list *list)
{
    for (uint32_t n = 0; n < list->n; n++) {
        const ir_node *node = list->at[n];
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            count(p, &node->arms[arm].list);
        if (node->i.op == IR_GET)
            p->gets[node->i.imm]++;
        if (node->i.op == IR_PTX && node->i.aux)
            p->address_used[node->i.aux] = p->escapes[node->i.aux] = 1;
        for (uint32_t k = 0; k < node->i.n_args; k++) {
            const ir_node *at = local_address(p, node->args[k]);
            p->uses[node->args[k]]++;
            if (!at)
                continue;
            p->address_used[at->i.imm] = 1;
            if (node->i.op != IR_FIELD_ADDR || node->i.imm >> 32 != local_type(p, at->i.imm))
                p->escapes[at->i.imm] = 1;
        }
    }
}

static void index_tree(pass *p)
{
    arena *a = p->t->m->memory;
    const ir_function *f = p->t->f;
    p->index = ir_tree_index(p->t);
    p->uses = ARENA_ARRAY(a, uint32_t, f->values.n);
    p->gets = ARENA_ARRAY(a, uint32_t, f->locals.n + 1);
    p->escapes = ARENA_ARRAY(a, uint8_t, f->locals.n + 1);
    p->address_used = ARENA_ARRAY(a, uint8_t, f->locals.n + 1);
    name_places(p, &p->t->body);
    count(p, &p->t->body);
}

/* ---- into fields ---- */

static ir_node *set_of(pass *p, uint64_t local, ir_value v)
{
    ir_node *set = ir_tree_node(p->t, IR_SET, 0, &v, 1, local);
    set->i.type = local_type(p, local);
    return set;
}

static void split_get(pass *p, ir_list *out, const ir_node *get)
{
    const ir_type_info *type = about(p, local_type(p, get->i.imm));
    ir_value fields[MOST_FIELDS];
    for (uint32_t k = 0; k < type->n_fields; k++) {
        ir_local l = p->fields[get->i.imm] + k;
        ir_node *one = ir_tree_node(p->t, IR_GET, local_type(p, l), NULL, 0, l);
        fields[k] = one->i.result;
        vec_push(p->t->m->memory, out, one);
    }
    ir_node *all = ir_tree_node(p->t, IR_MAKE, 0, fields, type->n_fields, 0);
    all->i.type = get->i.type;
    all->i.result = get->i.result;
    vec_push(p->t->m->memory, out, all);
}

static void split_set(pass *p, ir_list *out, const ir_node *set)
{
    const ir_type_info *type = about(p, local_type(p, set->i.imm));
    const ir_node *of = ir_definition(&p->index, set->args[0]);
    ir_value fields[MOST_FIELDS];
    if (of && of->i.op == IR_UNDEF)
        return;
    for (uint32_t k = 0; k < type->n_fields; k++) {
        if (of && of->i.op == IR_MAKE) {
            fields[k] = of->args[k];
            continue;
        }
        ir_node *one = ir_tree_node(p->t, IR_FIELD, p->t->m->fields.at[type->first_field + k], set->args, 1, k);
        fields[k] = one->i.result;
        vec_push(p->t->m->memory, out, one);
    }
    for (uint32_t k = 0; k < type->n_fields; k++)
        vec_push(p->t->m->memory, out, set_of(p, p->fields[set->i.imm] + k, fields[k]));
}

static void split_list(pass *p, ir_list *list)
{
    ir_list out = {0};
    for (uint32_t n = 0; n < list->n; n++) {
        ir_node *node = list->at[n];
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            split_list(p, &node->arms[arm].list);
        if ((node->i.op == IR_GET || node->i.op == IR_SET) && p->fields[node->i.imm]) {
            if (node->i.op == IR_GET)
                split_get(p, &out, node);
            else
                split_set(p, &out, node);
            continue;
        }
        const ir_node *at = node->i.op == IR_FIELD_ADDR ? local_address(p, node->args[0]) : NULL;
        if (at && at->i.imm < p->n_split && p->fields[at->i.imm]) {
            node->i.imm = p->fields[at->i.imm] + (uint32_t)node->i.imm;
            node->i.op = IR_LOCAL_ADDR;
            node->i.n_args = 0;
        }
        vec_push(p->t->m->memory, &out, node);
    }
    *list = out;
}

static void split(pass *p)
{
    const uint32_t n_locals = p->n_split = p->t->f->locals.n;
    bool any = false;
    p->fields = ARENA_ARRAY(p->t->m->memory, ir_local, n_locals + 1);
    for (ir_local l = 1; l < n_locals; l++) {
        const ir_type type = local_type(p, l);
        const uint32_t n_fields = about(p, type)->n_fields, first = about(p, type)->first_field;
        if ((about(p, type)->kind != IR_STRUCT && about(p, type)->kind != IR_CODED) || p->escapes[l] || n_fields == 0 ||
            n_fields > MOST_FIELDS)
            continue;
        if (!p->gets[l] && !p->address_used[l])
            continue;
        p->fields[l] = p->t->f->locals.n;
        for (uint32_t k = 0; k < n_fields; k++) {
            ir_tree_local(p->t, p->t->m->fields.at[first + k]);
            p->t->f->locals.at[p->t->f->locals.n - 1].name = p->t->f->locals.at[l].name;
        }
        any = true;
    }
    if (any)
        split_list(p, &p->t->body);
    p->changed |= any;
}

/* ---- what locals hold ---- */

static void set_known(pass *p, uint64_t local, ir_value v)
{
    if (p->known[local] == v)
        return;
    vec_push(p->t->m->memory, &p->undo, (ir_local)local);
    vec_push(p->t->m->memory, &p->undo_to, p->known[local]);
    p->known[local] = v;
}

static void go_back(pass *p, uint32_t to)
{
    while (p->undo.n > to) {
        p->known[p->undo.at[--p->undo.n]] = p->undo_to.at[--p->undo_to.n];
    }
}

static const ir_node *constant(const pass *p, ir_value v)
{
    const ir_node *node = ir_definition(&p->index, v);
    return node && node->i.op == IR_CONST ? node : NULL;
}

/* A local that is set to the constant that it holds still holds it. */
static void forget_sets(pass *p, const ir_list *list)
{
    for (uint32_t n = 0; n < list->n; n++) {
        const ir_node *node = list->at[n];
        if (node->i.op == IR_SET) {
            const ir_node *held = constant(p, p->known[node->i.imm]), *now = constant(p, node->args[0]);
            if (!held || !now || held->i.imm != now->i.imm)
                set_known(p, node->i.imm, 0);
        }
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            forget_sets(p, &node->arms[arm].list);
    }
}

static uint64_t low_bits(const pass *p, ir_type type, uint64_t bits)
{
    uint64_t size = ir_size(p->t->m, type);
    return size < 8 ? bits & ((UINT64_C(1) << (8 * size)) - 1) : bits;
}

static void become_constant(pass *p, ir_node *node, uint64_t bits)
{
    node->i =
        (ir_instr){.op = IR_CONST, .type = node->i.type, .result = node->i.result, .imm = bits, .line = node->i.line};
    p->changed = true;
}

/* Of unsigned integers, which iterators count with. */
static void compute_unsigned(pass *p, ir_node *node, const ir_node *a, const ir_node *b)
{
    const uint64_t x = low_bits(p, a->i.type, a->i.imm), y = low_bits(p, a->i.type, b->i.imm);
    switch ((ir_op)node->i.op) {
    case IR_LT: become_constant(p, node, x < y); break;
    case IR_LE: become_constant(p, node, x <= y); break;
    case IR_GT: become_constant(p, node, x > y); break;
    case IR_GE: become_constant(p, node, x >= y); break;
    case IR_ADD: become_constant(p, node, low_bits(p, a->i.type, x + y)); break;
    case IR_SUB: become_constant(p, node, low_bits(p, a->i.type, x - y)); break;
    case IR_MUL: become_constant(p, node, low_bits(p, a->i.type, x * y)); break;
    default: break;
    }
}

/* NVVM leaves inf - inf of constants for later and yet takes it for a number, so that it is equal to itself. A NaN is
 * the one that the interpreter computes. */
static void compute(pass *p, ir_node *node, const ir_node *a, const ir_node *b)
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
        become_constant(p, node, bits);
    } else if (node->i.type == IR_F64) {
        uint64_t bits;
        double x, y;
        memcpy(&x, &a->i.imm, sizeof x);
        memcpy(&y, &b->i.imm, sizeof y);
        const double z = op == IR_ADD ? x + y : op == IR_SUB ? x - y : op == IR_MUL ? x * y : x / y;
        memcpy(&bits, &z, sizeof bits);
        become_constant(p, node, bits);
    }
}

/* What the node's value is besides; 0: nothing simpler. May turn it into a constant. */
static ir_value simpler(pass *p, ir_node *node)
{
    const ir_node *of = node->i.n_args ? ir_definition(&p->index, node->args[0]) : NULL;
    if (node->i.op == IR_FIELD && of && of->i.op == IR_MAKE) {
        bool is_union = about(p, of->i.type)->kind == IR_UNION;
        if (!is_union)
            return of->args[node->i.imm];
        return of->i.imm == node->i.imm ? of->args[0] : 0;
    }
    if (node->i.op == IR_NOT && node->i.type == IR_BOOL && of && of->i.op == IR_CONST)
        become_constant(p, node, !of->i.imm);
    const ir_node *with = of && of->i.op == IR_CONST && node->i.n_args == 2 ? constant(p, node->args[1]) : NULL;
    if (with && of->i.type >= IR_U8 && of->i.type <= IR_U64)
        compute_unsigned(p, node, of, with);
    else if (with)
        compute(p, node, of, with);
    if ((node->i.op == IR_EQ || node->i.op == IR_NE) && of && of->i.op == IR_CONST && of->i.type != IR_F32 &&
        of->i.type != IR_F64) {
        const ir_node *to = constant(p, node->args[1]);
        if (!to)
            return 0;
        bool same = low_bits(p, of->i.type, of->i.imm) == low_bits(p, of->i.type, to->i.imm);
        become_constant(p, node, same == (node->i.op == IR_EQ));
    }
    return 0;
}

/* The list that a constant leads to; NULL: none does, or it is no constant (*is_known says). */
static ir_list *chosen(const pass *p, ir_node *node, bool *is_known)
{
    const ir_node *on = node->i.op == IR_IF || node->i.op == IR_SWITCH ? constant(p, node->args[0]) : NULL;
    *is_known = on != NULL;
    if (!on)
        return NULL;
    if (node->i.op == IR_IF)
        return on->i.imm ? &node->arms[0].list : node->n_arms == 2 ? &node->arms[1].list : NULL;
    ir_list *otherwise = NULL;
    for (uint32_t k = 0; k < node->n_arms; k++)
        for (uint32_t h = 0; h < node->arms[k].n_heads; h++) {
            const ir_instr *head = &node->arms[k].heads[h];
            if (head->op == IR_DEFAULT)
                otherwise = &node->arms[k].list;
            else if (low_bits(p, on->i.type, head->imm) == low_bits(p, on->i.type, on->i.imm))
                return &node->arms[k].list;
        }
    return otherwise;
}

static void forward(pass *p, const ir_list *list, ir_list *out);

static void forward_arms(pass *p, ir_node *node)
{
    bool loops = node->i.op == IR_LOOP, falls = node->i.op == IR_IF || node->i.op == IR_SWITCH;
    if (loops)
        forget_sets(p, &node->arms[0].list);
    for (uint32_t arm = 0; arm < node->n_arms; arm++) {
        uint32_t mark = p->undo.n;
        ir_list out = {0};
        forward(p, &node->arms[arm].list, &out);
        go_back(p, mark);
        node->arms[arm].list = out;
    }
    for (uint32_t arm = 0; arm < node->n_arms; arm++)
        if (!falls || !ir_tree_ends(&node->arms[arm].list))
            forget_sets(p, &node->arms[arm].list);
}

static void forward(pass *p, const ir_list *list, ir_list *out)
{
    for (uint32_t n = 0; n < list->n && !ir_tree_ends(out); n++) {
        ir_node *node = list->at[n];
        bool is_known;
        for (uint32_t k = 0; k < node->i.n_args; k++)
            if (p->instead[node->args[k]])
                node->args[k] = p->instead[node->args[k]];
        ir_value same = simpler(p, node);
        if (node->i.op == IR_GET && !p->address_used[node->i.imm]) {
            same = p->known[node->i.imm];
            if (!same)
                set_known(p, node->i.imm, node->i.result);
        }
        if (same) {
            p->instead[node->i.result] = same;
            p->changed = true;
            continue;
        }
        ir_list *only = chosen(p, node, &is_known);
        if (is_known) {
            p->changed = true;
            if (only)
                forward(p, only, out);
            continue;
        }
        if (node->i.op == IR_SET && !p->address_used[node->i.imm])
            set_known(p, node->i.imm, node->args[0]);
        if (node->n_arms)
            forward_arms(p, node);
        vec_push(p->t->m->memory, out, node);
    }
}

/* ---- what nobody uses ---- */

static bool is_dropped(const pass *p, const ir_node *node)
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
    return ir_is_pure(&node->i) || node->i.op == IR_GET || (node->i.op == IR_LOAD && !(node->i.flags & 1));
}

static void drop(pass *p, ir_list *list)
{
    uint32_t first = list->n;
    for (uint32_t n = list->n; n-- > 0;) {
        ir_node *node = list->at[n];
        for (uint32_t arm = node->n_arms; arm-- > 0;)
            drop(p, &node->arms[arm].list);
        if (node->i.op == IR_IF && node->n_arms == 2 && node->arms[1].list.n == 0)
            node->n_arms = 1;
        if (is_dropped(p, node)) {
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

bool ir_scalar(ir_tree *t)
{
    pass p = {.t = t};
    index_tree(&p);
    split(&p);
    index_tree(&p);
    p.known = ARENA_ARRAY(t->m->memory, ir_value, t->f->locals.n + 1);
    p.instead = ARENA_ARRAY(t->m->memory, ir_value, t->f->values.n);
    ir_list out = {0};
    forward(&p, &t->body, &out);
    t->body = out;
    index_tree(&p);
    drop(&p, &t->body);
    return p.changed;
}
