/* ir_verify.c: verifies a module: its tables, the nesting of brackets, where values are used, and that a function
 * with a result returns one. */
#include "ir/ir_verify.h"

#include "ir/ir_table.h"

/* One open bracket. live: whether control reaches the instruction that comes next. */
typedef struct bracket {
    uint8_t op; /* IR_IF, IR_ELSE, IR_LOOP, IR_BLOCK, IR_SWITCH (a case's list is open once n_lists > 0), IR_PTX */
    bool live_before, left, has_default; /* left: control gets behind its END */
    uint32_t n_lists;
    ir_value on; /* of a switch */
    ir_label label;
    uint32_t region, region_outside;
    uint32_t at;
} bracket;

typedef struct verifier {
    ir_module *m;
    const ir_function *f;
    VEC(bracket) open;
    VEC(uint8_t) region_open;
    uint32_t *defined_in; /* of each value: region + 1; 0: not yet */
    bool *has_label;      /* of each label whether a bracket has it already */
    uint32_t region;
    bool live;
} verifier;

static const char *ir_check_types(ir_module *m)
{
    for (ir_type t = 0; t < m->types.n; t++) {
        const ir_type_info *about = &m->types.at[t];
        if (about->kind > IR_CODED || (about->kind <= IR_F64) != (t <= IR_F64))
            return arena_format(m->memory, "type %u: kind %u", t, about->kind);
        if (about->kind == IR_ARRAY && (about->element == 0 || about->element >= t))
            return arena_format(m->memory, "type %u: an array of type %u", t, about->element);
        for (uint32_t i = 0; i < about->n_fields; i++)
            if (m->fields.at[about->first_field + i] == 0 || m->fields.at[about->first_field + i] >= t)
                return arena_format(m->memory, "type %u: field %u has type %u", t, i,
                                    m->fields.at[about->first_field + i]);
        const ir_coding *c = &about->coding;
        if (about->kind == IR_CODED &&
            (c->type < IR_U8 || c->type > IR_U64 || about->n_fields != 2 || m->fields.at[about->first_field] < IR_I8 ||
             m->fields.at[about->first_field] > IR_U64 || c->offset % ir_size(m, c->type) ||
             c->offset + ir_size(m, c->type) > ir_size(m, m->fields.at[about->first_field + 1])))
            return arena_format(m->memory, "type %u: codes its tag outside of its content", t);
        if (about->min_align & (about->min_align - 1))
            return arena_format(m->memory, "type %u: alignment %u is no power of two", t, about->min_align);
        if (about->size > IR_MOST_BYTES)
            return arena_format(m->memory, "type %u: 2^47 bytes or more", t);
    }
    return NULL;
}

static const char *ir_unique(ir_module *m, arena_map *names, const char *name, const char *what)
{
    if (!name || !*name)
        return arena_format(m->memory, "a %s without a name", what);
    uint64_t key = UINT64_C(0xCBF29CE484222325);
    for (const char *c = name; *c; c++)
        key = (key ^ (uint8_t)*c) * UINT64_C(0x100000001B3);
    for (;; key++) {
        if (key == 0)
            continue;
        uint32_t *at = arena_map_at(m->memory, names, key, 1);
        if (*at == 0) {
            *at = 1;
            return NULL;
        }
        /* The map keeps no texts: the rare second name with the same hash is compared with all. */
        uint32_t n_same = 0;
        if (*what == 'f')
            for (uint32_t i = 1; i < m->functions.n; i++)
                n_same += m->functions.at[i].name && strcmp(m->functions.at[i].name, name) == 0;
        else
            for (uint32_t i = 1; i < m->globals.n; i++)
                n_same += m->globals.at[i].name && strcmp(m->globals.at[i].name, name) == 0;
        if (n_same > 1)
            return arena_format(m->memory, "two %ss are named \"%s\"", what, name);
    }
}

static const char *ir_check_globals(ir_module *m)
{
    arena_map names = {0};
    for (ir_global_id i = 1; i < m->globals.n; i++) {
        const ir_global *g = &m->globals.at[i];
        const char *wrong = ir_unique(m, &names, g->name, "global");
        if (wrong)
            return wrong;
        if (g->type == 0 || g->type >= m->types.n)
            return arena_format(m->memory, "global \"%s\": type %u", g->name, g->type);
        if (g->space != IR_SPACE_CONST && g->space != IR_SPACE_GLOBAL && g->space != IR_SPACE_SHARED)
            return arena_format(m->memory, "global \"%s\": space %u", g->name, g->space);
        if (g->space == IR_SPACE_SHARED && (g->bytes || g->n_relocations))
            return arena_format(m->memory, "global \"%s\": shared memory has no initial bytes", g->name);
        if (g->dynamic && g->space != IR_SPACE_SHARED)
            return arena_format(m->memory, "global \"%s\": only shared memory is dynamic", g->name);
        for (uint32_t r = 0; r < g->n_relocations; r++) {
            const ir_relocation *one = &g->relocations[r];
            uint64_t size = ir_size(m, g->type);
            if (size < 8 || one->offset > size - 8)
                return arena_format(m->memory, "global \"%s\": relocation at %llu is outside", g->name,
                                    (unsigned long long)one->offset);
            if (r && (one->offset < one[-1].offset || one->offset - one[-1].offset < 8))
                return arena_format(m->memory, "global \"%s\": relocation at %llu is not behind the one before",
                                    g->name, (unsigned long long)one->offset);
            const bool is_function = one->global == 0 && one->function;
            if (is_function &&
                (one->addend || one->function >= m->functions.n || m->functions.at[one->function].is_kernel))
                return arena_format(m->memory, "global \"%s\": relocation to function %u", g->name, one->function);
            if (is_function && !m->data_has_functions)
                return "data has a function's address, and the module does not say so";
            if (is_function)
                continue;
            if (one->global == 0 || one->global >= m->globals.n || m->globals.at[one->global].space == IR_SPACE_SHARED)
                return arena_format(m->memory, "global \"%s\": relocation to global %u", g->name, one->global);
        }
    }
    return NULL;
}

static const char *ir_check_signature(ir_module *m, const ir_function *f)
{
    if (f->result >= m->types.n)
        return "type of the result";
    if (f->is_kernel && f->result)
        return "a kernel has no result";
    if (f->values.n <= f->n_params)
        return "values of the parameters are missing";
    for (uint32_t i = 0; i < f->n_params; i++)
        if (f->params[i] == 0 || f->params[i] >= m->types.n || f->values.at[i + 1] != f->params[i])
            return arena_format(m->memory, "type of parameter %u", i);
    for (uint32_t i = 1; i < f->locals.n; i++)
        if (f->locals.at[i].type == 0 || f->locals.at[i].type >= m->types.n)
            return arena_format(m->memory, "type of local $%u", i);
    if (f->file && f->file >= m->files.n)
        return arena_format(m->memory, "file %u", f->file);
    return NULL;
}

static void ir_open_region(verifier *v, bracket *b)
{
    b->region = v->region_open.n;
    vec_push(v->m->memory, &v->region_open, 1);
    v->region = b->region;
}

static void ir_close_region(verifier *v, const bracket *b)
{
    v->region_open.at[b->region] = 0;
    v->region = b->region_outside;
}

static bracket *ir_find_label(verifier *v, ir_label label)
{
    for (uint32_t i = v->open.n; i-- > 0;)
        if ((v->open.at[i].op == IR_LOOP || v->open.at[i].op == IR_BLOCK) && v->open.at[i].label == label)
            return &v->open.at[i];
    return NULL;
}

static const char *ir_open_bracket(verifier *v, const ir_instr *instr, uint32_t at)
{
    bracket b = {.op = instr->op, .live_before = v->live, .region_outside = v->region, .at = at};
    if (instr->op == IR_LOOP || instr->op == IR_BLOCK) {
        if (instr->imm == 0 || instr->imm > v->f->n_labels)
            return arena_format(v->m->memory, "there is no label '%llu", (unsigned long long)instr->imm);
        if (v->has_label[instr->imm])
            return arena_format(v->m->memory, "label '%llu is used twice", (unsigned long long)instr->imm);
        v->has_label[instr->imm] = true;
        b.label = (ir_label)instr->imm;
    }
    if (instr->op == IR_SWITCH)
        b.on = v->m->args.at[instr->first_arg];
    else
        ir_open_region(v, &b);
    vec_push(v->m->memory, &v->open, b);
    return NULL;
}

static const char *ir_close_bracket(verifier *v)
{
    if (v->open.n == 0)
        return "END of nothing";
    bracket *b = &v->open.at[v->open.n - 1];
    switch ((ir_op)b->op) {
    case IR_IF: v->live = v->live || b->live_before; break;
    case IR_ELSE:
    case IR_BLOCK: v->live = v->live || b->left; break;
    case IR_LOOP: v->live = b->left; break;
    case IR_PTX: v->live = v->live || b->live_before; break;
    case IR_SWITCH:
        if (b->n_lists == 0)
            v->live = b->live_before;
        else
            v->live = v->live || b->left || (b->live_before && !b->has_default);
        break;
    case IR_CASES_CONSTANT:
    case IR_CASES_COMPUTED:
    case IR_CASES_LOCAL:
    case IR_CASES_ADDRESS:
    case IR_CASES_MEMORY:
    case IR_CASES_AGGREGATE:
    case IR_CASES_CALL:
    case IR_FUNCTION_ADDR:
    case IR_INTRINSIC:
    case IR_END:
    case IR_CASE:
    case IR_DEFAULT:
    case IR_CASES_JUMP:
    case IR_CASES_STOP:
    case IR_N_OPS: break;
    }
    if (b->op != IR_SWITCH || b->n_lists > 0)
        ir_close_region(v, b);
    v->open.n--;
    return NULL;
}

/* CASE or DEFAULT. */
static const char *ir_next_list(verifier *v, const ir_instr *instr, uint32_t at)
{
    bracket *b = v->open.n ? &v->open.at[v->open.n - 1] : NULL;
    if (!b || b->op != IR_SWITCH)
        return "a case outside of a switch";
    uint8_t before = v->f->code.at[at - 1].op;
    bool shares = before == IR_CASE || before == IR_DEFAULT;
    if (b->n_lists > 0) {
        ir_close_region(v, b);
        if (!shares)
            b->left = b->left || v->live;
    }
    if (instr->op == IR_DEFAULT) {
        if (b->has_default)
            return "two defaults";
        b->has_default = true;
    } else {
        uint64_t size = ir_size(v->m, v->f->values.at[b->on]);
        uint64_t high = size < 8 ? ~((UINT64_C(1) << (8 * size)) - 1) : 0;
        if ((instr->imm & high) != 0 && ((instr->imm & high) != high || !ir_is_signed(v->m, v->f->values.at[b->on])))
            return arena_format(v->m->memory, "case %llu is too large for its switch", (unsigned long long)instr->imm);
    }
    b->n_lists++;
    v->live = b->live_before;
    ir_open_region(v, b);
    return NULL;
}

static const char *ir_check_values(verifier *v, const ir_instr *instr)
{
    ir_module *m = v->m;
    if ((uint64_t)instr->first_arg + instr->n_args > m->args.n)
        return "operands are outside of the module's";
    for (uint32_t i = 0; i < instr->n_args; i++) {
        ir_value a = m->args.at[instr->first_arg + i];
        if (a == 0 || a >= v->f->values.n)
            return arena_format(m->memory, "there is no value %%%u", a);
        if (v->defined_in[a] == 0)
            return arena_format(m->memory, "%%%u is used before it is defined", a);
        if (!v->region_open.at[v->defined_in[a] - 1])
            return arena_format(m->memory, "%%%u is used outside of the block that defines it", a);
    }
    return NULL;
}

static const char *ir_verify_define(verifier *v, const ir_instr *instr)
{
    if (!instr->result)
        return NULL;
    if (instr->result >= v->f->values.n)
        return arena_format(v->m->memory, "result %%%u is outside of the function's values", instr->result);
    if (v->defined_in[instr->result])
        return arena_format(v->m->memory, "%%%u is defined twice", instr->result);
    if (v->f->values.at[instr->result] != instr->type)
        return arena_format(v->m->memory, "type of %%%u", instr->result);
    v->defined_in[instr->result] = v->region + 1;
    return NULL;
}

static const char *ir_verify_jump(verifier *v, const ir_instr *instr)
{
    bracket *b = instr->imm <= v->f->n_labels ? ir_find_label(v, (ir_label)instr->imm) : NULL;
    if (!b)
        return arena_format(v->m->memory, "no open bracket has label '%llu", (unsigned long long)instr->imm);
    if (instr->op == IR_CONTINUE && b->op != IR_LOOP)
        return "CONTINUE of a BLOCK";
    if (instr->op == IR_BREAK)
        b->left = b->left || v->live;
    v->live = false;
    return NULL;
}

static const char *ir_verify_structure(verifier *v, const ir_instr *instr, uint32_t at)
{
    bracket *top = v->open.n ? &v->open.at[v->open.n - 1] : NULL;
    if (top && top->op == IR_SWITCH && top->n_lists == 0 && instr->op != IR_CASE && instr->op != IR_DEFAULT &&
        instr->op != IR_END)
        return "an instruction between SWITCH and its first case";
    switch ((ir_op)instr->op) {
    case IR_IF:
    case IR_LOOP:
    case IR_BLOCK:
    case IR_SWITCH:
    case IR_PTX: return ir_open_bracket(v, instr, at);
    case IR_ELSE:
        if (!top || top->op != IR_IF)
            return "ELSE without IF";
        ir_close_region(v, top);
        top->op = IR_ELSE;
        top->left = v->live;
        v->live = top->live_before;
        ir_open_region(v, top);
        return NULL;
    case IR_CASE:
    case IR_DEFAULT: return ir_next_list(v, instr, at);
    case IR_END: return ir_close_bracket(v);
    case IR_BREAK:
    case IR_CONTINUE: return ir_verify_jump(v, instr);
    case IR_RETURN:
    case IR_TRAP: v->live = false; return NULL;
    case IR_CASES_CONSTANT:
    case IR_CASES_COMPUTED:
    case IR_CASES_LOCAL:
    case IR_CASES_ADDRESS:
    case IR_CASES_MEMORY:
    case IR_CASES_AGGREGATE:
    case IR_CASES_CALL:
    case IR_FUNCTION_ADDR:
    case IR_INTRINSIC:
    case IR_CHECK:
    case IR_N_OPS: break;
    }
    return NULL;
}

/* Finds equal cases of one switch, by a map from (switch, bits). */
static const char *ir_check_cases(verifier *v)
{
    arena_map seen = {0};
    VEC(uint32_t) open = {0};
    uint32_t *owners = ARENA_ARRAY(v->m->memory, uint32_t, v->f->code.n);
    for (uint32_t i = 0; i < v->f->code.n; i++) {
        const ir_instr *instr = &v->f->code.at[i];
        uint8_t op = instr->op;
        if (op == IR_IF || op == IR_LOOP || op == IR_BLOCK || op == IR_SWITCH || op == IR_PTX)
            vec_push(v->m->memory, &open, i);
        else if (op == IR_END)
            open.n--;
        if (op != IR_CASE)
            continue;
        uint32_t owner = owners[i] = open.at[open.n - 1];
        uint64_t size = ir_size(v->m, v->f->values.at[v->m->args.at[v->f->code.at[owner].first_arg]]);
        uint64_t bits = ir_low_bits(instr->imm, size),
                 key = (bits ^ (uint64_t)owner << 40) * UINT64_C(0x9E3779B97F4A7C15);
        for (;; key++) {
            if (key == 0)
                continue;
            uint32_t *found = arena_map_at(v->m->memory, &seen, key, 1);
            if (*found == 0) {
                *found = i;
                break;
            }
            const ir_instr *other = &v->f->code.at[*found];
            if (owners[*found] == owner && ir_low_bits(other->imm, size) == bits)
                return arena_format(v->m->memory, "instruction %u (case): its value has a case already", i);
        }
    }
    return NULL;
}

static const char *ir_verify_check_body(ir_module *m, const ir_function *f)
{
    verifier v = {.m = m, .f = f, .live = true};
    v.defined_in = ARENA_ARRAY(m->memory, uint32_t, f->values.n);
    v.has_label = ARENA_ARRAY(m->memory, bool, (size_t)f->n_labels + 1);
    vec_push(m->memory, &v.region_open, 1);
    for (uint32_t i = 1; i <= f->n_params; i++)
        v.defined_in[i] = 1;
    bool switches = false;
    for (uint32_t i = 0; i < f->code.n; i++) {
        const ir_instr *instr = &f->code.at[i];
        if (instr->op >= IR_N_OPS)
            return arena_format(m->memory, "instruction %u: there is no op %u", i, instr->op);
        const char *wrong = ir_check_values(&v, instr);
        wrong = wrong ? wrong : ir_verify_instr(m, f, instr);
        wrong = wrong ? wrong : ir_verify_define(&v, instr);
        wrong = wrong ? wrong : ir_verify_structure(&v, instr, i);
        if (wrong)
            return arena_format(m->memory, "instruction %u (%s): %s", i, ir_op_rows[instr->op].text, wrong);
        switches = switches || instr->op == IR_SWITCH;
    }
    if (v.open.n)
        return arena_format(m->memory, "instruction %u (%s): no END", v.open.at[v.open.n - 1].at,
                            ir_op_rows[v.open.at[v.open.n - 1].op].text);
    if (v.live && f->result)
        return "control reaches the end without a RETURN";
    return switches ? ir_check_cases(&v) : NULL;
}

const char *ir_verify(ir_module *m)
{
    const char *wrong = ir_check_types(m);
    wrong = wrong ? wrong : ir_check_globals(m);
    arena_map names = {0};
    for (ir_function_id i = 1; !wrong && i < m->functions.n; i++) {
        const ir_function *f = &m->functions.at[i];
        wrong = ir_unique(m, &names, f->name, "function");
        if (wrong)
            break;
        wrong = ir_check_signature(m, f);
        wrong = wrong ? wrong : ir_verify_check_body(m, f);
        if (wrong)
            wrong = arena_format(m->memory, "function \"%s\": %s", f->name, wrong);
    }
    return wrong;
}
