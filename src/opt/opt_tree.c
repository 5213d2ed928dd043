/* opt_tree.c: functions as trees of brackets: from the flat list and back, copies, and what passes ask of a tree. */
#include "opt/opt_tree.h"

static bool opt_tree_opens(uint8_t op)
{
    return op == IR_IF || op == IR_LOOP || op == IR_BLOCK || op == IR_SWITCH || op == IR_PTX;
}

static bool opt_tree_leaves(uint8_t op)
{
    return op == IR_BREAK || op == IR_CONTINUE || op == IR_RETURN || op == IR_TRAP;
}

static bool opt_tree_is_head(uint8_t op)
{
    return op == IR_CASE || op == IR_DEFAULT;
}

static opt_node *opt_tree_node_of(opt_tree *t, const ir_instr *i, const ir_value *args)
{
    opt_node *node = arena_alloc(t->m->memory, sizeof *node + i->n_args * sizeof *args);
    node->i = *i;
    if (i->n_args)
        node->args = (ir_value *)(node + 1);
    for (uint32_t k = 0; k < i->n_args; k++)
        node->args[k] = args[k];
    return node;
}

typedef struct reader {
    opt_tree *t;
    const ir_module *from;
    const ir_function *f;
    uint32_t at;
} reader;

/* Reads up to the ELSE, CASE or END behind the list. Dead instructions are left out. */
static void opt_tree_read_list(reader *r, opt_list *list);

static void opt_tree_read_arms(reader *r, opt_node *node)
{
    arena *a = r->t->m->memory;
    const ir_instr *code = r->f->code.at;
    VEC(opt_arm) arms = {0};
    if (node->i.op != IR_SWITCH) {
        do {
            opt_arm arm = {0};
            opt_tree_read_list(r, &arm.list);
            vec_push(a, &arms, arm);
        } while (code[r->at++].op == IR_ELSE);
    } else {
        while (code[r->at].op != IR_END) {
            opt_arm arm = {.heads = &code[r->at]};
            while (opt_tree_is_head(code[r->at].op)) {
                arm.n_heads++;
                r->at++;
            }
            opt_tree_read_list(r, &arm.list);
            vec_push(a, &arms, arm);
        }
        r->at++;
    }
    node->arms = arms.at;
    node->n_arms = arms.n;
}

static void opt_tree_read_list(reader *r, opt_list *list)
{
    bool dead = false;
    while (r->at < r->f->code.n) {
        const ir_instr *i = &r->f->code.at[r->at];
        if (i->op == IR_END || i->op == IR_ELSE || opt_tree_is_head(i->op))
            return;
        opt_node *node = opt_tree_node_of(r->t, i, i->n_args ? r->from->args.at + i->first_arg : NULL);
        r->at++;
        if (opt_tree_opens(i->op))
            opt_tree_read_arms(r, node);
        if (!dead)
            vec_push(r->t->m->memory, list, node);
        dead |= opt_tree_leaves(i->op);
    }
}

bool opt_tree_read(opt_tree *t, const ir_module *from, const ir_function *f)
{
    uint32_t depth = 0;
    bool has_ptx = false;
    for (uint32_t i = 0; i < f->code.n; i++) {
        depth += opt_tree_opens(f->code.at[i].op);
        depth -= f->code.at[i].op == IR_END;
        has_ptx |= f->code.at[i].op == IR_PTX;
        if (depth > OPT_TREE_DEPTH)
            return false;
    }
    t->has_ptx = has_ptx;
    reader r = {.t = t, .from = from, .f = f};
    opt_tree_read_list(&r, &t->body);
    return true;
}

static void opt_tree_write_instr(opt_tree *t, ir_instr i, const ir_value *args)
{
    i.first_arg = t->m->args.n;
    vec_reserve(t->m->memory, &t->m->args, i.n_args);
    for (uint32_t k = 0; k < i.n_args; k++)
        t->m->args.at[t->m->args.n++] = args[k];
    vec_push(t->m->memory, &t->f->code, i);
}

static ir_value opt_tree_value(opt_tree *t, ir_type type)
{
    vec_push(t->m->memory, &t->f->values, type);
    return t->f->values.n - 1;
}

static void opt_tree_write_list(opt_tree *t, const opt_list *list)
{
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *node = list->at[n];
        opt_tree_write_instr(t, node->i, node->args);
        for (uint32_t k = 0; k < node->n_arms; k++) {
            const opt_arm *arm = &node->arms[k];
            if (node->i.op == IR_IF && k == 1)
                opt_tree_write_instr(t, (ir_instr){.op = IR_ELSE}, NULL);
            for (uint32_t h = 0; h < arm->n_heads; h++)
                opt_tree_write_instr(t, arm->heads[h], NULL);
            opt_tree_write_list(t, &arm->list);
            if (node->i.op == IR_SWITCH &&
                arm->list.n == 0) { /* a case without an instruction would share the next case's list */
                ir_value v = opt_tree_value(t, IR_BOOL);
                opt_tree_write_instr(t, (ir_instr){.op = IR_CONST, .type = IR_BOOL, .result = v}, NULL);
            }
        }
        if (opt_tree_opens(node->i.op))
            opt_tree_write_instr(t, (ir_instr){.op = IR_END}, NULL);
    }
}

void opt_tree_write(opt_tree *t)
{
    memset(&t->f->code, 0, sizeof t->f->code);
    opt_tree_write_list(t, &t->body);
}

ir_local opt_tree_local(opt_tree *t, ir_type type)
{
    vec_push(t->m->memory, &t->f->locals, (ir_local_info){.type = type});
    return t->f->locals.n - 1;
}

opt_node *opt_tree_node(opt_tree *t, ir_op op, ir_type type, const ir_value *args, uint32_t n_args, uint64_t imm)
{
    ir_instr i = {.op = (uint8_t)op, .type = type, .n_args = n_args, .imm = imm};
    if (type)
        i.result = opt_tree_value(t, type);
    return opt_tree_node_of(t, &i, args);
}

ir_value opt_tree_push(opt_tree *t, opt_list *list, opt_node *node)
{
    vec_push(t->m->memory, list, node);
    return node->i.result;
}

opt_node *opt_tree_bracket(opt_tree *t, ir_op op, uint32_t n_arms)
{
    opt_node *node = opt_tree_node(t, op, 0, NULL, 0, 0);
    node->arms = ARENA_ARRAY(t->m->memory, opt_arm, n_arms);
    node->n_arms = n_arms;
    return node;
}

opt_node *opt_tree_if(opt_tree *t, ir_value condition, uint32_t n_arms)
{
    opt_node *node = opt_tree_bracket(t, IR_IF, n_arms);
    node->i.n_args = 1;
    node->args = arena_copy(t->m->memory, &condition, sizeof condition);
    return node;
}

opt_node *opt_tree_set(opt_tree *t, ir_local local, ir_value v)
{
    opt_node *set = opt_tree_node(t, IR_SET, 0, &v, 1, local);
    set->i.type = t->f->locals.at[local].type;
    return set;
}

uint32_t opt_tree_size(const opt_list *list)
{
    uint32_t n = list->n;
    for (uint32_t k = 0; k < list->n; k++)
        for (uint32_t arm = 0; arm < list->at[k]->n_arms; arm++)
            n += opt_tree_size(&list->at[k]->arms[arm].list);
    return n;
}

uint32_t opt_tree_depth(const opt_list *list)
{
    uint32_t most = 0;
    for (uint32_t k = 0; k < list->n; k++)
        for (uint32_t arm = 0; arm < list->at[k]->n_arms; arm++) {
            uint32_t depth = 1 + opt_tree_depth(&list->at[k]->arms[arm].list);
            most = depth > most ? depth : most;
        }
    return most;
}

bool opt_tree_has_default(const opt_node *node)
{
    for (uint32_t k = 0; k < node->n_arms; k++)
        for (uint32_t h = 0; h < node->arms[k].n_heads; h++)
            if (node->arms[k].heads[h].op == IR_DEFAULT)
                return true;
    return false;
}

bool opt_tree_any(const opt_list *list, bool (*is)(const opt_node *node))
{
    for (uint32_t n = 0; n < list->n; n++) {
        if (is(list->at[n]))
            return true;
        for (uint32_t arm = 0; arm < list->at[n]->n_arms; arm++)
            if (opt_tree_any(&list->at[n]->arms[arm].list, is))
                return true;
    }
    return false;
}

bool opt_tree_has(const opt_list *list, ir_op op)
{
    for (uint32_t n = 0; n < list->n; n++) {
        if (list->at[n]->i.op == op)
            return true;
        for (uint32_t arm = 0; arm < list->at[n]->n_arms; arm++)
            if (opt_tree_has(&list->at[n]->arms[arm].list, op))
                return true;
    }
    return false;
}

bool opt_tree_holds(const opt_list *list, const opt_node *node)
{
    for (uint32_t n = 0; n < list->n; n++) {
        if (list->at[n] == node)
            return true;
        for (uint32_t arm = 0; arm < list->at[n]->n_arms; arm++)
            if (opt_tree_holds(&list->at[n]->arms[arm].list, node))
                return true;
    }
    return false;
}

uint32_t opt_tree_count_first(const opt_list *list, uint32_t n, ir_op op, uint64_t imm)
{
    uint32_t found = 0;
    for (uint32_t k = 0; k < n; k++) {
        const opt_node *node = list->at[k];
        found += node->i.op == op && node->i.imm == imm;
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            found += opt_tree_count(&node->arms[arm].list, op, imm);
    }
    return found;
}

uint32_t opt_tree_count(const opt_list *list, ir_op op, uint64_t imm)
{
    return opt_tree_count_first(list, list->n, op, imm);
}

const opt_node *opt_tree_set_before(const opt_list *list, uint32_t at, uint64_t local)
{
    while (at-- > 0) {
        const opt_node *node = list->at[at];
        if (node->i.op == IR_SET && node->i.imm == local)
            return node;
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            if (opt_tree_count(&node->arms[arm].list, IR_SET, local))
                return NULL;
    }
    return NULL;
}

bool opt_tree_ends(const opt_list *list)
{
    const opt_node *last = list->n ? list->at[list->n - 1] : NULL;
    if (!last)
        return false;
    if (opt_tree_leaves(last->i.op))
        return true;
    if (!(last->i.op == IR_IF && last->n_arms == 2) && !(last->i.op == IR_SWITCH && opt_tree_has_default(last)))
        return false;
    for (uint32_t k = 0; k < last->n_arms; k++)
        if (!opt_tree_ends(&last->arms[k].list))
            return false;
    return true;
}

void opt_tree_append(opt_tree *t, opt_list *list, const opt_list *more)
{
    for (uint32_t k = 0; k < more->n; k++)
        vec_push(t->m->memory, list, more->at[k]);
}

/* made, looped: the values and labels that are not themselves in it. */
struct opt_own_copy {
    VEC(ir_value) values;
    VEC(ir_label) labels;
    VEC(ir_value) made;
    VEC(ir_label) looped;
};

void opt_tree_copy_is(opt_tree *t, opt_copy *c, ir_value v, ir_value in_copy)
{
    c->values[v] = in_copy;
    if (c->own)
        vec_push(t->m->memory, &c->own->made, v);
}

static void opt_tree_copy_label(opt_tree *t, opt_copy *c, ir_instr *i)
{
    if (c->own)
        vec_push(t->m->memory, &c->own->looped, (ir_label)i->imm);
    i->imm = c->labels[i->imm] = ++t->f->n_labels;
}

static void opt_tree_copy_node(opt_tree *t, opt_node *node, opt_copy *c)
{
    ir_instr *i = &node->i;
    for (uint32_t k = 0; k < i->n_args; k++)
        node->args[k] = c->values[node->args[k]];
    switch ((ir_op)i->op) {
    case IR_GET:
    case IR_SET:
    case IR_LOCAL_ADDR: i->imm += c->local_base; break;
    case IR_PTX: i->aux = i->aux ? (uint16_t)(i->aux + c->local_base) : 0; break;
    case IR_LOOP:
    case IR_BLOCK: opt_tree_copy_label(t, c, i); break;
    case IR_BREAK:
    case IR_CONTINUE:
        if (c->labels[i->imm])
            i->imm = c->labels[i->imm];
        break;
    case IR_CASES_CONSTANT:
    case IR_CASES_COMPUTED:
    case IR_GLOBAL_ADDR:
    case IR_CASES_MEMORY:
    case IR_FIELD_ADDR:
    case IR_ELEMENT_ADDR:
    case IR_CASES_AGGREGATE:
    case IR_CASES_CALL:
    case IR_FUNCTION_ADDR:
    case IR_INTRINSIC:
    case IR_IF:
    case IR_ELSE:
    case IR_END:
    case IR_SWITCH:
    case IR_CASE:
    case IR_DEFAULT:
    case IR_RETURN:
    case IR_CASES_STOP:
    case IR_N_OPS: break;
    }
    if (i->result) {
        if (c->own)
            vec_push(t->m->memory, &c->own->made, i->result);
        i->result = c->values[i->result] = opt_tree_value(t, i->type);
    }
}

opt_copy opt_tree_own(opt_tree *t)
{
    const uint32_t n = t->f->values.n;
    opt_copy c = {.from = t->f, .values = ARENA_ARRAY(t->m->memory, ir_value, n)};
    c.labels = ARENA_ARRAY(t->m->memory, ir_label, t->f->n_labels + 1);
    for (ir_value v = 0; v < n; v++)
        c.values[v] = v;
    return c;
}

opt_copy opt_tree_own_again(opt_tree *t)
{
    arena *a = t->m->memory;
    struct opt_own_copy *own = t->own = t->own ? t->own : ARENA_NEW(a, struct opt_own_copy);
    while (own->made.n) {
        const ir_value v = own->made.at[--own->made.n];
        own->values.at[v] = v;
    }
    while (own->looped.n)
        own->labels.at[own->looped.at[--own->looped.n]] = 0;
    const uint32_t n_values = t->f->values.n - own->values.n, n_labels = t->f->n_labels + 1 - own->labels.n;
    vec_reserve(a, &own->values, n_values);
    vec_reserve(a, &own->labels, n_labels);
    for (uint32_t k = 0; k < n_values; k++, own->values.n++)
        own->values.at[own->values.n] = own->values.n;
    for (uint32_t k = 0; k < n_labels; k++)
        own->labels.at[own->labels.n++] = 0;
    return (opt_copy){.from = t->f, .values = own->values.at, .labels = own->labels.at, .own = own};
}

void opt_tree_copy(opt_tree *t, opt_list *to, const opt_list *list, opt_copy *c)
{
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *from = list->at[n];
        opt_node *node = opt_tree_node_of(t, &from->i, from->args);
        opt_tree_copy_node(t, node, c);
        node->n_arms = from->n_arms;
        node->arms = ARENA_ARRAY(t->m->memory, opt_arm, from->n_arms);
        for (uint32_t k = 0; k < from->n_arms; k++) {
            node->arms[k] = (opt_arm){.heads = from->arms[k].heads, .n_heads = from->arms[k].n_heads};
            opt_tree_copy(t, &node->arms[k].list, &from->arms[k].list, c);
        }
        vec_push(t->m->memory, to, node);
    }
}

bool opt_is_collective(const ir_instr *i)
{
    return i->op == IR_INTRINSIC && (ir_flags_of(i->aux) & (IR_MEETS_BLOCK | IR_MEETS_WARP)) != 0;
}

static void opt_tree_index_list(opt_index *index, const opt_list *list)
{
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *node = list->at[n];
        if (node->i.result)
            index->defined[node->i.result] = node;
        if (node->i.op == IR_LOCAL_ADDR)
            index->has_address[node->i.imm] = 1;
        if (node->i.op == IR_PTX)
            index->has_address[node->i.aux] = 1;
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            opt_tree_index_list(index, &node->arms[arm].list);
    }
}

opt_index opt_tree_index(const opt_tree *t)
{
    opt_index index = {.n_values = t->f->values.n};
    index.defined = ARENA_ARRAY(t->m->memory, const opt_node *, index.n_values);
    index.has_address = ARENA_ARRAY(t->m->memory, uint8_t, t->f->locals.n + 1);
    opt_tree_index_list(&index, &t->body);
    return index;
}

uint32_t opt_memory_of(const opt_tree *t, const opt_index *index, ir_value pointer)
{
    enum { OF_GLOBAL = 1 << 30, OF_LOCAL = 1 << 29 };
    ir_value v = pointer;
    while (v > t->f->n_params) {
        const opt_node *node = opt_definition(index, v);
        if (node && node->i.op == IR_GLOBAL_ADDR)
            return (uint32_t)node->i.imm | OF_GLOBAL;
        if (node && node->i.op == IR_LOCAL_ADDR)
            return (uint32_t)node->i.imm | OF_LOCAL;
        if (!node || (node->i.op != IR_ELEMENT_ADDR && node->i.op != IR_FIELD_ADDR))
            return 0;
        v = node->args[0];
    }
    return v && t->f->param_flags && (t->f->param_flags[v - 1] & IR_PARAM_NO_ALIAS) ? v : 0;
}

bool opt_is_pure(const ir_instr *i)
{
    switch ((ir_op)i->op) {
    case IR_CASES_CONSTANT:
    case IR_CASES_COMPUTED:
    case IR_CASES_ADDRESS:
    case IR_CASES_AGGREGATE:
    case IR_FUNCTION_ADDR: return true;
    case IR_INTRINSIC: return ir_flags_of(i->aux) == IR_HAS_RESULT;
    case IR_CASES_LOCAL:
    case IR_CASES_MEMORY:
    case IR_CASES_CALL:
    case IR_PTX:
    case IR_CASES_FLOW:
    case IR_N_OPS: break;
    }
    return false;
}

opt_copy opt_tree_like(const opt_tree *t, const ir_function *kernel)
{
    opt_copy c = {.from = kernel, .values = ARENA_ARRAY(t->m->memory, ir_value, kernel->values.n)};
    c.labels = ARENA_ARRAY(t->m->memory, ir_label, kernel->n_labels + 1);
    for (ir_value v = 1; v <= kernel->n_params; v++)
        c.values[v] = v;
    return c;
}

opt_tree *opt_tree_begin_like(opt_tree *from, ir_function_id id, const char *name, const ir_type *more,
                              const char *const *more_names, uint32_t n_more)
{
    arena *a = from->m->memory;
    const ir_function *kernel = from->f;
    opt_tree *t = ARENA_NEW(a, opt_tree);
    ir_function *f = ARENA_NEW(a, ir_function);
    const uint32_t n = kernel->n_params + n_more;
    ir_type *params = ARENA_ARRAY(a, ir_type, n);
    const char **names = ARENA_ARRAY(a, const char *, n);
    uint8_t *flags = ARENA_ARRAY(a, uint8_t, n);
    ir_pointee *pointees = ARENA_ARRAY(a, ir_pointee, n);
    *f = *kernel;
    f->name = name;
    f->coarse_of = id;
    for (uint32_t k = 0; k < n; k++) {
        const bool is_own = k < kernel->n_params;
        params[k] = is_own ? kernel->params[k] : more[k - kernel->n_params];
        names[k] = !is_own ? more_names[k - kernel->n_params] : kernel->param_names ? kernel->param_names[k] : NULL;
        flags[k] = is_own && kernel->param_flags ? kernel->param_flags[k] : 0;
        pointees[k] = is_own && kernel->pointees ? kernel->pointees[k] : (ir_pointee){0, 0};
    }
    f->params = params;
    f->param_names = names;
    f->param_flags = flags;
    f->pointees = pointees;
    f->n_params = n;
    memset(&f->code, 0, sizeof f->code);
    memset(&f->values, 0, sizeof f->values);
    memset(&f->locals, 0, sizeof f->locals);
    f->n_labels = 0;
    vec_push(a, &f->values, IR_VOID);
    for (uint32_t k = 0; k < f->n_params; k++)
        vec_push(a, &f->values, params[k]);
    for (uint32_t l = 0; l < kernel->locals.n; l++)
        vec_push(a, &f->locals, kernel->locals.at[l]);
    *t = (opt_tree){.m = from->m, .f = f};
    return t;
}

opt_tree *opt_tree_twin(opt_tree *kernel, ir_function_id id, const char *name)
{
    opt_tree *t = opt_tree_begin_like(kernel, id, name, NULL, NULL, 0);
    opt_copy c = opt_tree_like(t, kernel->f);
    opt_tree_copy(t, &t->body, &kernel->body, &c);
    return t;
}
