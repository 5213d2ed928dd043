/* adjoint.c: makes the kernel, from its signature to its last statement, and has what others put nodes with. */
#include "adjoint/adjoint_work.h"

#include <stdarg.h>
#include <stdio.h>

#include "opt/opt.h"

/* ---- nodes ---- */

opt_node *adjoint_put_node(adjoint *a, ir_op op, ir_type type, const ir_value *args, uint32_t n_args, uint64_t imm)
{
    const bool has_result = op != IR_STORE && op != IR_SET;
    opt_node *node = opt_tree_node(a->t, op, has_result ? type : 0, args, n_args, imm);
    node->i.type = type;
    node->i.line = a->line;
    vec_push(a->m->memory, a->out, node);
    return node;
}

ir_value adjoint_put(adjoint *a, ir_op op, ir_type type, const ir_value *args, uint32_t n_args, uint64_t imm)
{
    return adjoint_put_node(a, op, type, args, n_args, imm)->i.result;
}

ir_value adjoint_binary(adjoint *a, ir_op op, ir_type type, ir_value x, ir_value y)
{
    return adjoint_put(a, op, type, (ir_value[]){x, y}, 2, 0);
}

ir_value adjoint_integer(adjoint *a, ir_type type, uint64_t n)
{
    return adjoint_put(a, IR_CONST, type, NULL, 0, n);
}

ir_value adjoint_float(adjoint *a, ir_type type, double x)
{
    const float narrow = (float)x;
    uint64_t bits = 0;
    if (type == IR_F32)
        memcpy(&bits, &narrow, sizeof narrow);
    else
        memcpy(&bits, &x, sizeof x);
    return adjoint_put(a, IR_CONST, type, NULL, 0, bits);
}

ir_value adjoint_zero(adjoint *a, ir_type type)
{
    return type <= IR_F64 ? adjoint_integer(a, type, 0) : adjoint_put(a, IR_ZERO, type, NULL, 0, 0);
}

ir_value adjoint_get(adjoint *a, ir_local local)
{
    return adjoint_put(a, IR_GET, a->t->f->locals.at[local].type, NULL, 0, local);
}

void adjoint_set(adjoint *a, ir_local local, ir_value v)
{
    adjoint_put_node(a, IR_SET, a->t->f->locals.at[local].type, &v, 1, local);
}

ir_value adjoint_element_of(adjoint *a, ir_type element, ir_value pointer, ir_value index)
{
    return adjoint_put(a, IR_ELEMENT_ADDR, adjoint_type_of(a, pointer), (ir_value[]){pointer, index}, 2, element);
}

adjoint_rounds adjoint_begin_rounds(adjoint *a, ir_value n)
{
    adjoint_rounds rounds = {.outer = a->out, .counter = opt_tree_local(a->t, IR_U64)};
    opt_node *loop = opt_tree_bracket(a->t, IR_LOOP, 1);
    loop->i.imm = ++a->t->f->n_labels;
    adjoint_set(a, rounds.counter, adjoint_integer(a, IR_U64, 0));
    vec_push(a->m->memory, a->out, loop);
    a->out = &loop->arms[0].list;
    rounds.index = adjoint_get(a, rounds.counter);
    opt_node *is_in = opt_tree_if(a->t, adjoint_binary(a, IR_LT, IR_BOOL, rounds.index, n), 2);
    vec_push(a->m->memory, a->out, is_in);
    vec_push(a->m->memory, &is_in->arms[1].list, opt_tree_node(a->t, IR_BREAK, 0, NULL, 0, loop->i.imm));
    a->out = &is_in->arms[0].list;
    return rounds;
}

void adjoint_end_rounds(adjoint *a, const adjoint_rounds *rounds)
{
    const ir_value one = adjoint_integer(a, IR_U64, 1);
    adjoint_set(a, rounds->counter, adjoint_binary(a, IR_ADD, IR_U64, rounds->index, one));
    a->out = rounds->outer;
}

ir_type adjoint_type_of(const adjoint *a, ir_value v)
{
    return a->t->f->values.at[v];
}

ir_value adjoint_field_of(adjoint *a, ir_type aggregate, ir_value pointer, uint32_t field)
{
    if (a->m->types.at[aggregate].kind == IR_ARRAY) {
        const ir_value index = adjoint_integer(a, IR_U64, field);
        return adjoint_put(a, IR_ELEMENT_ADDR, adjoint_type_of(a, pointer), (ir_value[]){pointer, index}, 2,
                           a->m->types.at[aggregate].element);
    }
    return adjoint_put(a, IR_FIELD_ADDR, adjoint_type_of(a, pointer), &pointer, 1, field | (uint64_t)aggregate << 32);
}

ir_local adjoint_zeroed_local(adjoint *a, ir_type type, const char *name)
{
    const ir_local l = opt_tree_local(a->t, type);
    a->t->f->locals.at[l].name = name;
    vec_push(a->m->memory, &a->zeroed, l);
    return l;
}

ir_local adjoint_shadow_local(adjoint *a, ir_local l)
{
    const ir_local_info of = a->t->f->locals.at[l];
    const char *word = a->request->mode == ADJOINT_TANGENT ? "t" : "d";
    if (!a->shadow_local[l])
        a->shadow_local[l] =
            adjoint_zeroed_local(a, of.type, of.name ? arena_format(a->m->memory, "%s_%s", word, of.name) : word);
    return a->shadow_local[l];
}

/* ---- questions ---- */

static bool adjoint_has(const ir_module *m, ir_type type, uint8_t first, uint8_t last)
{
    const ir_type_info *about = &m->types.at[type];
    if (about->kind == IR_ARRAY)
        return about->n > 0 && adjoint_has(m, about->element, first, last);
    for (uint32_t k = 0; k < about->n_fields; k++)
        if (adjoint_has(m, m->fields.at[about->first_field + k], first, last))
            return true;
    return about->kind >= first && about->kind <= last;
}

bool adjoint_has_floats(const ir_module *m, ir_type type)
{
    return adjoint_has(m, type, IR_F32, IR_F64);
}

bool adjoint_has_pointers(const ir_module *m, ir_type type)
{
    return adjoint_has(m, type, IR_PTR, IR_PTR);
}

bool adjoint_is_scalar(const adjoint *a, ir_type type)
{
    return ir_is_float(a->m, type);
}

uint32_t adjoint_intrinsic_of(const adjoint *a, const opt_node *node)
{
    if (node->i.op == IR_INTRINSIC)
        return node->i.aux;
    const uint16_t rule = node->i.op == IR_CALL && a->request->math_of
                              ? a->request->math_of(a->request->user, (ir_function_id)node->i.imm)
                              : 0;
    return rule && rule < ADJOINT_SIN_COS ? rule - 1u : (uint32_t)IR_N_INTRINSICS;
}

void adjoint_refuse(adjoint *a, const opt_node *node, const char *format, ...)
{
    char text[256];
    va_list args;
    if (a->reason)
        return;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    a->reason = arena_text(a->m->memory, text, strlen(text));
    a->reason_line = node ? node->i.line : 0;
}

static ir_value adjoint_itself(adjoint *a, ir_value v)
{
    (void)a;
    return v;
}

/* ---- the signature ---- */

enum { MORE_A_PARAMETER = 2, TAPE_PARAMETERS = 2 };

typedef struct signature {
    ir_type *types;
    const char **names;
    uint8_t *flags;
    ir_pointee *pointees;
    uint32_t n;
} signature;

static const char *adjoint_new_name(const adjoint *a, const ir_function *kernel, const char *name)
{
    for (uint32_t k = 0; k < kernel->n_params; k++)
        if (kernel->param_names && kernel->param_names[k] && strcmp(kernel->param_names[k], name) == 0)
            return adjoint_new_name(a, kernel, arena_format(a->m->memory, "%s_", name));
    return name;
}

static void adjoint_add_param(adjoint *a, signature *s, const char *name, ir_type type, uint8_t flags, ir_pointee to)
{
    (void)a;
    s->types[s->n] = type;
    s->names[s->n] = name;
    s->flags[s->n] = flags;
    s->pointees[s->n++] = to;
}

static void adjoint_add_slice(adjoint *a, signature *s, const char *name, uint8_t flags, ir_pointee to)
{
    adjoint_add_param(a, s, name, ir_ptr(a->m, IR_SPACE_GENERIC), flags | IR_PARAM_NO_ALIAS, to);
    adjoint_add_param(a, s, arena_format(a->m->memory, "%s_len", name), IR_U64, IR_PARAM_LENGTH, (ir_pointee){0, 0});
}

/* gradient: of each parameter its gradient's value. */
static signature adjoint_sign(adjoint *a, const ir_function *kernel)
{
    const bool is_tangent = a->request->mode == ADJOINT_TANGENT;
    const uint32_t most = MORE_A_PARAMETER * kernel->n_params + TAPE_PARAMETERS;
    signature s = {0};
    s.types = ARENA_ARRAY(a->m->memory, ir_type, most);
    s.names = ARENA_ARRAY(a->m->memory, const char *, most);
    s.flags = ARENA_ARRAY(a->m->memory, uint8_t, most);
    s.pointees = ARENA_ARRAY(a->m->memory, ir_pointee, most);
    for (uint32_t k = 0; k < kernel->n_params; k++) {
        const adjoint_param *param = &a->request->params[k];
        if (param->role == ADJOINT_NONE)
            continue;
        const char *name = arena_format(a->m->memory, "%s_%s", is_tangent ? "t" : "d", param->name);
        name = adjoint_new_name(a, kernel, name);
        if (a->request->mode == ADJOINT_COUNT) { /* nothing is read or written through its shadows */
            a->gradient[k + 1] = k + 1;
            continue;
        }
        a->gradient[k + 1] = kernel->n_params + s.n + 1;
        if (param->role != ADJOINT_SCALAR)
            adjoint_add_slice(a, &s, name, is_tangent && param->role == ADJOINT_READ ? IR_PARAM_READ_ONLY : 0,
                              param->half ? (ir_pointee){4, 4} : kernel->pointees[k]);
        else if (is_tangent)
            adjoint_add_param(a, &s, name, kernel->params[k], 0, (ir_pointee){0, 0});
        else
            adjoint_add_slice(
                a, &s, name, 0,
                (ir_pointee){(uint32_t)ir_size(a->m, kernel->params[k]), ir_align(a->m, kernel->params[k])});
    }
    if (a->has_tape) {
        a->tape = kernel->n_params + s.n + 1;
        const char *name = a->request->mode == ADJOINT_COUNT ? "words" : "tape";
        adjoint_add_slice(a, &s, adjoint_new_name(a, kernel, name), 0, (ir_pointee){8, 8});
    }
    return s;
}

/* ---- what comes first ---- */

static ir_value adjoint_place(adjoint *a, ir_intrinsic what, ir_type type, uint64_t imm)
{
    opt_node *node = adjoint_put_node(a, IR_INTRINSIC, type, NULL, 0, imm);
    node->i.aux = (uint16_t)what;
    return node->i.result;
}

static ir_site_id adjoint_site(adjoint *a, const char *message)
{
    const ir_site site = {
        .message = message, .file = a->request->file, .line = a->request->line, .column = a->request->column};
    return ir_add_site(a->m, site);
}

/* A gradient is as long as what it is of, at least. */
static void adjoint_check_lengths(adjoint *a)
{
    for (uint32_t k = 1; k <= a->t->f->n_params; k++) {
        if (!a->gradient[k] || a->m->types.at[adjoint_type_of(a, a->gradient[k])].kind != IR_PTR)
            continue;
        const bool is_scalar = a->request->params[k - 1].role == ADJOINT_SCALAR;
        const ir_value n = a->gradient[k] + 1, wanted = is_scalar ? adjoint_integer(a, IR_U64, 1) : k + 1;
        const ir_value fits = adjoint_binary(a, IR_GE, IR_BOOL, n, wanted);
        const char *message = arena_format(a->m->memory, "`%s` has {} elements, but what it is of has {}",
                                           a->t->f->param_names[a->gradient[k] - 1]);
        adjoint_put(a, IR_CHECK, 0, (ir_value[]){fits, n, wanted}, 3, adjoint_site(a, message));
    }
}

/* Each thread of the launch has the same number of words of the tape. */
static void adjoint_open_tape(adjoint *a)
{
    a->tape_used = adjoint_zeroed_local(a, IR_U64, "tape_used");
    if (a->request->mode == ADJOINT_COUNT)
        return;
    for (uint64_t axis = 0; axis < 3; axis++)
        for (int k = 0; k < 2; k++) {
            const ir_value side = adjoint_place(a, k ? IR_IN_GRID_DIM : IR_IN_BLOCK_DIM, IR_U32, axis);
            const ir_value wide = adjoint_put(a, IR_CONVERT, IR_U64, &side, 1, 0);
            a->n_threads = a->n_threads ? adjoint_binary(a, IR_MUL, IR_U64, a->n_threads, wide) : wide;
        }
    a->tape_capacity = adjoint_binary(a, IR_DIV, IR_U64, a->tape + 1, a->n_threads);
    a->thread = adjoint_place(a, IR_IN_THREAD_INDEX, IR_U64, 0);
    a->tape_short =
        adjoint_site(a, arena_format(a->m->memory, "the tape of `%s` has {} words for each thread, which is too few",
                                     a->request->name));
}

static void adjoint_tell_words(adjoint *a)
{
    const ir_value is_there = adjoint_binary(a, IR_GE, IR_BOOL, a->tape + 1, adjoint_integer(a, IR_U64, 1));
    adjoint_put(a, IR_CHECK, 0, (ir_value[]){is_there}, 1, adjoint_site(a, "`words` has no element"));
    opt_node *node = adjoint_put_node(a, IR_INTRINSIC, IR_U64, (ir_value[]){a->tape, adjoint_get(a, a->tape_used)}, 2,
                                      (uint64_t)IR_SCOPE_DEVICE << 8 | IR_RELAXED);
    node->i.aux = IR_IN_ATOMIC_MAX;
}

static void adjoint_begin(adjoint *a, opt_list *body)
{
    opt_list first = {0};
    a->out = &first;
    a->line = 0;
    for (uint32_t k = 0; k < a->zeroed.n; k++)
        adjoint_set(a, a->zeroed.at[k], adjoint_zero(a, a->t->f->locals.at[a->zeroed.at[k]].type));
    opt_tree_append(a->t, &first, body);
    *body = first;
}

/* A call for sine and cosine becomes one for each. */
static void adjoint_part_sin_cos(adjoint *a, opt_list *list)
{
    opt_list out = {0};
    for (uint32_t n = 0; n < list->n; n++) {
        opt_node *node = list->at[n];
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            adjoint_part_sin_cos(a, &node->arms[arm].list);
        if (node->i.op == IR_CALL && a->request->math_of &&
            a->request->math_of(a->request->user, (ir_function_id)node->i.imm) == ADJOINT_SIN_COS) {
            const ir_type type = adjoint_type_of(a, node->args[0]);
            ir_value parts[2];
            a->out = &out;
            a->line = node->i.line;
            for (int k = 0; k < 2; k++) {
                const ir_function_id id = a->request->math(a->request->user, k ? IR_IN_COS : IR_IN_SIN, type);
                parts[k] = adjoint_put(a, IR_CALL, type, node->args, 1, id);
            }
            node->i.op = IR_MAKE;
            node->i.imm = 0;
            node->i.n_args = 2;
            node->args = arena_copy(a->m->memory, parts, sizeof parts);
        }
        vec_push(a->m->memory, &out, node);
    }
    *list = out;
}

static void adjoint_build(adjoint *a, opt_tree *kernel)
{
    a->m = kernel->m;
    a->gradient = ARENA_ARRAY(a->m->memory, ir_value, kernel->f->n_params * 4 + TAPE_PARAMETERS + 2);
    const signature s = adjoint_sign(a, kernel->f);
    a->t = opt_tree_begin_like(kernel, 0, a->request->name, s.types, s.names, s.n);
    for (uint32_t k = 0; k < s.n; k++) {
        ((uint8_t *)a->t->f->param_flags)[kernel->f->n_params + k] = s.flags[k];
        ((ir_pointee *)a->t->f->pointees)[kernel->f->n_params + k] = s.pointees[k];
    }
    opt_copy c = opt_tree_like(a->t, kernel->f);
    opt_list body = {0}, first = {0};
    opt_tree_copy(a->t, &body, &kernel->body, &c);
    adjoint_part_sin_cos(a, &body);
    a->t->body = body;
    adjoint_copy_by_floats(a);
    adjoint_merge_reads(a);
    adjoint_move_half_reads(a);
    a->n_values = a->t->f->values.n;
    a->n_locals = a->t->f->locals.n;
    a->defined = opt_tree_index(a->t).defined;
    a->bits = ARENA_ARRAY(a->m->memory, uint16_t, a->n_values);
    a->local_bits = ARENA_ARRAY(a->m->memory, uint16_t, a->n_locals);
    a->n_uses = ARENA_ARRAY(a->m->memory, uint32_t, a->n_values);
    a->shadow = ARENA_ARRAY(a->m->memory, ir_value, a->n_values);
    a->shadow_local = ARENA_ARRAY(a->m->memory, ir_local, a->n_locals);
    a->primal = adjoint_itself;
    adjoint_find_activity(a);
    if (a->reason)
        return;
    adjoint_mirror(a);
    a->out = &first;
    if (a->request->mode != ADJOINT_COUNT)
        adjoint_check_lengths(a);
    if (a->has_tape)
        adjoint_open_tape(a);
    if (a->request->mode != ADJOINT_TANGENT) {
        adjoint_structure(a);
        adjoint_find_steps(a);
        opt_tree_append(a->t, &first, &a->t->body);
        a->t->body = first;
        adjoint_number_lists(a);
        adjoint_find_own(a);
        adjoint_find_uniform(a);
        adjoint_find_replays(a);
        adjoint_go_back(a);
        adjoint_tidy_loops(a, &a->t->body);
        a->out = &a->t->body;
        if (a->request->mode == ADJOINT_COUNT)
            adjoint_tell_words(a);
        adjoint_put(a, IR_RETURN, 0, NULL, 0, 0);
    } else {
        opt_tree_append(a->t, &first, &a->t->body);
        a->t->body = first;
    }
    adjoint_begin(a, &a->t->body);
}

/* The text form numbers values in the order of their definitions. */
static void adjoint_renumber(ir_module *m, ir_function *f)
{
    ir_value *numbers = ARENA_ARRAY(m->memory, ir_value, f->values.n);
    const ir_type *types = f->values.at;
    memset(&f->values, 0, sizeof f->values);
    for (ir_value v = 0; v <= f->n_params; v++) {
        numbers[v] = v;
        vec_push(m->memory, &f->values, types[v]);
    }
    for (uint32_t i = 0; i < f->code.n; i++) {
        ir_instr *instr = &f->code.at[i];
        for (uint32_t k = 0; k < instr->n_args; k++)
            m->args.at[instr->first_arg + k] = numbers[m->args.at[instr->first_arg + k]];
        if (!instr->result)
            continue;
        numbers[instr->result] = f->values.n;
        vec_push(m->memory, &f->values, types[instr->result]);
        instr->result = f->values.n - 1;
    }
}

static bool adjoint_keeps(void *user, ir_function_id f)
{
    const adjoint_request *request = user;
    return (request->math_of && request->math_of(request->user, f)) ||
           (request->is_given && request->is_given(request->user, f));
}

adjoint_answer adjoint_make(ir_module *m, const adjoint_request *request)
{
    opt_tree *kernel = opt_flatten(m, request->kernel, adjoint_keeps, (void *)request);
    if (!kernel)
        return (adjoint_answer){.reason = "the kernel nests too deep"};
    adjoint a = {.request = request, .has_tape = request->mode == ADJOINT_COUNT, .n_globals = m->globals.n};
    a.shadow_global = ARENA_ARRAY(m->memory, ir_global_id, a.n_globals + 1);
    adjoint_build(&a, kernel);
    if (!a.reason && a.needs_tape && !a.has_tape) {
        a = (adjoint){.request = request, .has_tape = true, .shadow_global = a.shadow_global, .n_globals = a.n_globals};
        adjoint_build(&a, kernel);
    }
    if (a.reason)
        return (adjoint_answer){.reason = a.reason, .line = a.reason_line};
    a.t->f->coarse_of = 0;
    opt_tree_write(a.t);
    adjoint_renumber(m, a.t->f);
    vec_push(m->memory, &m->functions, *a.t->f);
    return (adjoint_answer){
        .function = m->functions.n - 1, .line = a.shared_line, .has_tape = a.has_tape, .has_shared = a.has_shared};
}
