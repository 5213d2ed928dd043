/* adjoint_activity.c: finds which values depend on what has a gradient, and where pointers lead. What has no derivative
 * is refused here, so that the passes behind it meet only what they have a rule for.
 *
 * A set grows along operations, locals and memory until nothing changes; only then is anything refused. */
#include "adjoint/adjoint_work.h"

static void adjoint_join(adjoint *a, uint16_t *to, uint16_t bits)
{
    a->changed |= (*to | bits) != *to;
    *to |= bits;
}

static uint16_t adjoint_bits_of(const adjoint *a, ir_value v)
{
    return a->bits[v];
}

/* Which floats are in the type: NARROW, WIDE. */
static uint16_t adjoint_kinds(const ir_module *m, ir_type type)
{
    const ir_type_info *about = &m->types.at[type];
    uint16_t kinds = about->kind == IR_F32 ? ADJOINT_NARROW : about->kind == IR_F64 ? ADJOINT_WIDE : 0;
    if (about->kind == IR_ARRAY)
        kinds |= adjoint_kinds(m, about->element);
    for (uint32_t k = 0; k < about->n_fields; k++)
        kinds |= adjoint_kinds(m, m->fields.at[about->first_field + k]);
    return kinds;
}

/* Notes the type and what is in it. */
static void adjoint_note_shadowed(adjoint *a, ir_type type)
{
    const ir_type_info *about = &a->m->types.at[type];
    if (a->is_shadowed[type])
        return;
    a->is_shadowed[type] = true;
    if (about->kind == IR_ARRAY)
        adjoint_note_shadowed(a, about->element);
    for (uint32_t k = 0; k < about->n_fields; k++)
        adjoint_note_shadowed(a, a->m->fields.at[about->first_field + k]);
}

static bool adjoint_lies_there(const adjoint *a, ir_type type)
{
    while (a->m->types.at[type].kind == IR_ARRAY && !a->is_shadowed[type])
        type = a->m->types.at[type].element;
    return a->is_shadowed[type];
}

/* What of a set a value of the type can have. */
static uint16_t adjoint_possible(const adjoint *a, ir_type type)
{
    uint16_t bits = 0;
    if (adjoint_has_floats(a->m, type))
        bits |= ADJOINT_ACTIVE;
    if (adjoint_has_pointers(a->m, type))
        bits |= ADJOINT_POINTERS;
    if (!adjoint_is_scalar(a, type) && a->m->types.at[type].kind != IR_PTR)
        bits |= ADJOINT_BITS;
    return bits;
}

/* What the memory is of that the pointer leads into; 0: that is not known. */
static ir_type adjoint_memory_of(const adjoint *a, ir_value pointer)
{
    const opt_node *node = a->defined[pointer];
    while (node && (node->i.op == IR_FIELD_ADDR || node->i.op == IR_ELEMENT_ADDR)) {
        pointer = node->args[0];
        node = a->defined[pointer];
    }
    if (!node)
        return pointer <= a->t->f->n_params && a->gradient[pointer] ? a->request->params[pointer - 1].type : 0;
    return node->i.op == IR_LOCAL_ADDR    ? a->t->f->locals.at[node->i.imm].type
           : node->i.op == IR_GLOBAL_ADDR ? a->m->globals.at[node->i.imm].type
                                          : 0;
}

/* Whether memory with a shadow holds the type, and that where the pointer leads does, if it is known. */
static bool adjoint_may_be_at(const adjoint *a, ir_value pointer, ir_type type)
{
    const ir_type memory = adjoint_memory_of(a, pointer);
    const bool is_known = adjoint_lies_there(a, type);
    while (a->m->types.at[type].kind == IR_ARRAY)
        type = a->m->types.at[type].element;
    return is_known && (!memory || adjoint_is_part(a->m, type, memory));
}

/* Whether the pointer leads a known number of bytes behind the beginning of a local, where the scalar may be. */
static bool adjoint_leads_into_local(const adjoint *a, ir_value pointer, ir_type scalar)
{
    const opt_node *node = a->defined[pointer];
    uint64_t offset = 0;
    for (; node && (node->i.op == IR_FIELD_ADDR || node->i.op == IR_ELEMENT_ADDR); node = a->defined[node->args[0]]) {
        const ir_type of = (ir_type)(node->i.op == IR_FIELD_ADDR ? node->i.imm >> 32 : node->i.imm);
        const opt_node *index = node->i.op == IR_ELEMENT_ADDR ? a->defined[node->args[1]] : NULL;
        if (index && index->i.op != IR_CONST && index->i.op != IR_ZERO)
            return false;
        if (index)
            offset += index->i.op == IR_CONST ? index->i.imm * ir_size(a->m, of) : 0;
        else if (node->i.op == IR_FIELD_ADDR && a->m->types.at[of].kind == IR_STRUCT)
            offset += ir_field_offset(a->m, of, (uint32_t)node->i.imm);
        else if (node->i.op == IR_ELEMENT_ADDR)
            return false;
    }
    return node && node->i.op == IR_LOCAL_ADDR &&
           adjoint_has_at(a->m, a->t->f->locals.at[node->i.imm].type, offset, scalar);
}

/* Whether the pointer leads to a scalar of the type in a struct, union or array that lies there, so that an integer
 * there is no part of a float. */
static bool adjoint_leads_to(const adjoint *a, ir_value pointer, ir_type type)
{
    const opt_node *node = pointer < a->n_values ? a->defined[pointer] : NULL;
    if (!node)
        return false;
    if (adjoint_leads_into_local(a, pointer, type))
        return true;
    if (node->i.op == IR_FIELD_ADDR) {
        const ir_type of = (ir_type)(node->i.imm >> 32);
        return a->m->types.at[of].kind >= IR_STRUCT && adjoint_may_be_at(a, pointer, of) &&
               adjoint_has_at(a->m, a->m->fields.at[a->m->types.at[of].first_field + (uint32_t)node->i.imm], 0, type);
    }
    if (node->i.op != IR_ELEMENT_ADDR)
        return false;
    if ((ir_type)node->i.imm == type)
        return adjoint_leads_to(a, node->args[0], type);
    return a->m->types.at[node->i.imm].kind >= IR_ARRAY && adjoint_may_be_at(a, pointer, (ir_type)node->i.imm) &&
           adjoint_has_at(a->m, (ir_type)node->i.imm, 0, type);
}

/* The local that the pointer leads into, whatever the run; 0: it was moved about. */
static ir_local adjoint_root(const adjoint *a, ir_value pointer)
{
    const opt_node *node = pointer < a->n_values ? a->defined[pointer] : NULL;
    while (node && (node->i.op == IR_FIELD_ADDR || node->i.op == IR_ELEMENT_ADDR))
        node = a->defined[node->args[0]];
    return node && node->i.op == IR_LOCAL_ADDR ? (ir_local)node->i.imm : 0;
}

/* Which pointers memory may hold there. */
static uint16_t adjoint_held_at(const adjoint *a, ir_value pointer)
{
    const ir_local root = adjoint_root(a, pointer);
    return (root ? a->local_bits[root] | a->stored_bits : a->held_bits | a->stored_bits) & ADJOINT_POINTERS;
}

static uint16_t adjoint_of_load(const adjoint *a, const opt_node *node)
{
    const uint16_t from = adjoint_bits_of(a, node->args[0]);
    uint16_t bits = 0;
    if (adjoint_has_floats(a->m, node->i.type))
        bits |= from & ADJOINT_SHADOWED ? ADJOINT_ACTIVE : 0;
    if (adjoint_has_pointers(a->m, node->i.type))
        bits |= from & ADJOINT_SHADOWED ? adjoint_held_at(a, node->args[0]) : ADJOINT_UNKNOWN;
    return bits;
}

static uint16_t adjoint_of_global(const adjoint *a, const ir_global *g)
{
    if (g->space != IR_SPACE_SHARED)
        return ADJOINT_PLAIN;
    if (g->dynamic || adjoint_has_pointers(a->m, g->type))
        return ADJOINT_UNKNOWN;
    const uint16_t kinds = adjoint_kinds(a->m, g->type);
    return kinds ? ADJOINT_SHADOWED | ADJOINT_OUTSIDE | ADJOINT_BLOCK | kinds : ADJOINT_PLAIN;
}

static uint16_t adjoint_of_intrinsic(const adjoint *a, const opt_node *node, uint16_t joined)
{
    const char *about;
    switch (adjoint_rule_of(a, node, &about)) {
    case ADJOINT_FORMULA: return joined & ADJOINT_ACTIVE;
    case ADJOINT_ZERO: return ir_is_int(a->m, node->i.type) ? joined & ADJOINT_BITS : 0;
    case ADJOINT_MOVED:
        if (ir_group_of(adjoint_intrinsic_of(a, node)) == IR_GROUP_WARP)
            return joined & adjoint_possible(a, node->i.type);
        break;
    case ADJOINT_REFUSED: break;
    }
    return node->i.type && adjoint_has_pointers(a->m, node->i.type) ? ADJOINT_UNKNOWN : 0;
}

static uint16_t adjoint_of_node(const adjoint *a, const opt_node *node)
{
    const ir_type type = node->i.type;
    uint16_t joined = 0;
    for (uint32_t k = 0; k < node->i.n_args; k++)
        joined |= adjoint_bits_of(a, node->args[k]);
    const adjoint_half half = adjoint_half_of(a, node);
    if (half.kind == ADJOINT_HALF_READ)
        return a->bits[half.pointer] & adjoint_half_format(node) ? ADJOINT_ACTIVE : 0;
    if (half.kind == ADJOINT_HALF_ROUNDED)
        return a->bits[half.value] & ADJOINT_ACTIVE;
    if (adjoint_intrinsic_of(a, node) < IR_N_INTRINSICS)
        return adjoint_of_intrinsic(a, node, joined);
    switch ((ir_op)node->i.op) {
    case IR_CASES_CONSTANT:
    case IR_CASES_COMPARISON: return 0;
    case IR_CASES_ARITHMETIC:
    case IR_CASES_BITS:
    case IR_CASES_UNARY:
    case IR_SELECT:
    case IR_MAKE: return joined & adjoint_possible(a, type);
    case IR_OVERFLOWS: return joined & ADJOINT_BITS;
    case IR_CONVERT:
        if (adjoint_is_scalar(a, type))
            return joined & (ADJOINT_ACTIVE | ADJOINT_BITS);
        return adjoint_is_scalar(a, adjoint_type_of(a, node->args[0])) ? 0 : joined & ADJOINT_BITS;
    case IR_BITCAST:
        if (a->m->types.at[type].kind == IR_PTR)
            return a->m->types.at[adjoint_type_of(a, node->args[0])].kind == IR_PTR ? joined : ADJOINT_UNKNOWN;
        return joined & (ADJOINT_ACTIVE | ADJOINT_BITS) ? ADJOINT_BITS : 0;
    case IR_GET: return a->local_bits[node->i.imm] & adjoint_possible(a, type);
    case IR_LOCAL_ADDR: {
        const ir_type local = a->t->f->locals.at[node->i.imm].type;
        const bool has_shadow = adjoint_has_floats(a->m, local) || adjoint_has_pointers(a->m, local);
        return has_shadow ? ADJOINT_SHADOWED | ADJOINT_FRAME | adjoint_kinds(a->m, local) : ADJOINT_PLAIN;
    }
    case IR_GLOBAL_ADDR: return adjoint_of_global(a, &a->m->globals.at[node->i.imm]);
    case IR_FIELD_ADDR:
    case IR_ELEMENT_ADDR: return adjoint_bits_of(a, node->args[0]) & ADJOINT_POINTERS;
    case IR_FIELD: return joined & adjoint_possible(a, type);
    case IR_LOAD: return adjoint_of_load(a, node);
    case IR_CASES_CALL: {
        if (adjoint_is_given(a, node))
            return joined & ADJOINT_ACTIVE & adjoint_possible(a, type);
        uint16_t bits = joined & ADJOINT_BITS & (type ? adjoint_possible(a, type) : 0);
        return type && adjoint_has_pointers(a->m, type) ? bits | ADJOINT_UNKNOWN : bits;
    }
    case IR_FUNCTION_ADDR: return ADJOINT_PLAIN;
    case IR_INTRINSIC:
    case IR_SET:
    case IR_STORE:
    case IR_PTX:
    case IR_CASES_FLOW:
    case IR_N_OPS: break;
    }
    return 0;
}

/* The address of a local lets memory decide what the local holds. */
static void adjoint_spread(adjoint *a, const opt_list *list)
{
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *node = list->at[n];
        if (node->i.result)
            adjoint_join(a, &a->bits[node->i.result], adjoint_of_node(a, node));
        if (node->i.op == IR_SET)
            adjoint_join(a, &a->local_bits[node->i.imm], adjoint_bits_of(a, node->args[0]));
        if (node->i.op == IR_LOCAL_ADDR) {
            const ir_type local = a->t->f->locals.at[node->i.imm].type;
            if (adjoint_has_floats(a->m, local))
                adjoint_join(a, &a->local_bits[node->i.imm], ADJOINT_ACTIVE);
            if (adjoint_has_pointers(a->m, local)) {
                adjoint_join(a, &a->local_bits[node->i.imm], a->stored_bits);
                adjoint_join(a, &a->held_bits, a->local_bits[node->i.imm] & ADJOINT_POINTERS);
            }
        }
        if (node->i.op == IR_GLOBAL_ADDR && (adjoint_bits_of(a, node->i.result) & ADJOINT_SHADOWED))
            adjoint_note_shadowed(a, a->m->globals.at[node->i.imm].type);
        if (node->i.op == IR_STORE) {
            const ir_local root = adjoint_root(a, node->args[0]);
            adjoint_join(a, root ? &a->local_bits[root] : &a->stored_bits,
                         adjoint_bits_of(a, node->args[1]) & ADJOINT_POINTERS);
        }
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            adjoint_spread(a, &node->arms[arm].list);
    }
}

/* ---- refusals ---- */

static const char *const adjoint_mixed = "leads to memory that may have a gradient or none, depending on the run";

static const char *const adjoint_half_strays = "a number of half precision goes another way than to or from f32";

/* An access of what a pointer may lead to that has numbers of half precision. */
static void adjoint_check_half(adjoint *a, const opt_node *node)
{
    const uint16_t to = adjoint_bits_of(a, node->args[0]);
    const uint16_t format = to & (ADJOINT_HALF | ADJOINT_BRAIN);
    ir_value v;
    if ((to & ADJOINT_NUMBERS) != format || format == (ADJOINT_HALF | ADJOINT_BRAIN) ||
        (to & (ADJOINT_PLAIN | ADJOINT_UNKNOWN | ADJOINT_FRAME)))
        adjoint_refuse(a, node, "a pointer leads to numbers of half precision or to others, depending on the run");
    else if (node->i.op == IR_LOAD ? !adjoint_half_stays_one(a, node->i.result)
                                   : !adjoint_half_stored(a, node, format, &v))
        adjoint_refuse(a, node, "%s", adjoint_half_strays);
}

/* A conversion. False: it is none. */
static bool adjoint_check_conversion(adjoint *a, const opt_node *node)
{
    const adjoint_half half = adjoint_half_of(a, node);
    const uint16_t format = adjoint_half_format(node), to = half.pointer ? adjoint_bits_of(a, half.pointer) : 0;
    if (!format)
        return false;
    if (adjoint_is_scalar(a, adjoint_type_of(a, node->args[0]))) { /* to half precision */
        if ((adjoint_bits_of(a, node->args[0]) & ADJOINT_ACTIVE) && !adjoint_half_stays_one(a, node->i.result))
            adjoint_refuse(a, node, "%s", adjoint_half_strays);
    } else if (half.kind == ADJOINT_HALF_UNKNOWN || (half.pointer && (to & (ADJOINT_HALF | ADJOINT_BRAIN)) != format)) {
        adjoint_refuse(a, node, "%s", adjoint_half_strays);
    }
    return true;
}

static void adjoint_check_pointer(adjoint *a, const opt_node *node, ir_value pointer, ir_type type, bool carries)
{
    const uint16_t to = adjoint_bits_of(a, pointer) & ADJOINT_POINTERS;
    const bool floats = adjoint_has_floats(a->m, type);
    if (to == (ADJOINT_SHADOWED | ADJOINT_OUTSIDE | ADJOINT_TAPE))
        return;
    if (floats && (to & ADJOINT_UNKNOWN))
        adjoint_refuse(a, node, "a float in memory whose gradient is not known: it is raw or found by a number");
    else if ((floats || adjoint_has_pointers(a->m, type)) && (to & ADJOINT_SHADOWED) && (to & ADJOINT_PLAIN))
        adjoint_refuse(a, node, "a pointer that %s", adjoint_mixed);
    else if ((to & ADJOINT_FRAME) && (to & ADJOINT_OUTSIDE) && (floats || adjoint_has_pointers(a->m, type)))
        adjoint_refuse(a, node, "a pointer leads to a local or to an argument, depending on the run");
    else if (carries && !(to & ADJOINT_SHADOWED))
        adjoint_refuse(a, node, "a float is written to memory without a gradient");
    else if ((to & ADJOINT_SHADOWED) && floats && !adjoint_leads_to(a, pointer, type) &&
             (!(adjoint_is_of_floats(a->m, type) ? adjoint_lies_there(a, type) : adjoint_may_be_at(a, pointer, type)) ||
              (to & (ADJOINT_NARROW | ADJOINT_WIDE)) != adjoint_kinds(a->m, type)))
        adjoint_refuse(a, node, "memory of floats is accessed as another type than it has");
    else if ((to & ADJOINT_SHADOWED) && !floats && !adjoint_has_pointers(a->m, type) &&
             !adjoint_leads_to(a, pointer, type))
        adjoint_refuse(a, node, "memory of floats is accessed as %s",
                       ir_is_int(a->m, type) ? "integers" : "other than floats");
}

static void adjoint_check_types(adjoint *a, const opt_node *node)
{
    const ir_type type = node->i.type;
    const bool is_moved = node->i.op == IR_LOAD || node->i.op == IR_STORE || node->i.op == IR_MAKE ||
                          node->i.op == IR_SET || node->i.op == IR_GET;
    const ir_type of = node->i.op == IR_FIELD_ADDR   ? (ir_type)(node->i.imm >> 32)
                       : node->i.op == IR_FIELD      ? adjoint_type_of(a, node->args[0])
                       : node->i.op == IR_LOCAL_ADDR ? a->t->f->locals.at[node->i.imm].type
                                                     : 0;
    const char *why = type && is_moved ? adjoint_overlaps(a->m, type) : NULL;
    if (!why && of)
        why = adjoint_overlaps(a->m, of);
    if (why)
        adjoint_refuse(a, node, "%s", why);
}

static void adjoint_check_intrinsic(adjoint *a, const opt_node *node, uint16_t joined)
{
    const char *about;
    const uint32_t what = adjoint_intrinsic_of(a, node);
    const uint16_t pointer = node->i.n_args ? adjoint_bits_of(a, node->args[0]) : 0;
    switch (adjoint_rule_of(a, node, &about)) {
    case ADJOINT_FORMULA:
    case ADJOINT_ZERO: return;
    case ADJOINT_REFUSED:
        if (ir_group_of(what) == IR_GROUP_ATOMIC && !(joined & ~ADJOINT_PLAIN) &&
            ir_ordering_of(node->i.imm) == IR_RELAXED)
            return; /* of integers */
        adjoint_refuse(a, node, "this %s", about);
        return;
    case ADJOINT_MOVED: break;
    }
    if (what == IR_IN_ATOMIC_ADD) {
        const ir_type type = adjoint_type_of(a, node->args[1]);
        if (ir_ordering_of(node->i.imm) != IR_RELAXED)
            adjoint_refuse(a, node, "this atomic operation orders threads, which is not differentiated yet");
        else if (!adjoint_is_scalar(a, type) && (joined & ~ADJOINT_PLAIN))
            adjoint_refuse(a, node, "an atomic operation on integers in memory of floats");
        else if (adjoint_is_scalar(a, type) && (a->n_uses[node->i.result] || (pointer & ADJOINT_UNKNOWN) ||
                                                (pointer & ADJOINT_PLAIN && pointer & ADJOINT_SHADOWED) ||
                                                (pointer & ADJOINT_FRAME && pointer & ADJOINT_OUTSIDE)))
            adjoint_refuse(a, node, "this atomic addition gives a float that depends on the order of threads");
        else if ((adjoint_bits_of(a, node->args[1]) & ADJOINT_ACTIVE) && !(pointer & ADJOINT_SHADOWED))
            adjoint_refuse(a, node, "a float is added to memory without a gradient");
    } else if (what == IR_IN_MEMCPY && (joined & (ADJOINT_SHADOWED | ADJOINT_UNKNOWN))) {
        adjoint_refuse(a, node, "bytes are copied that may be of floats");
    }
}

int adjoint_own_name(const char *name)
{
    size_t n = strlen(name);
    while (n > 1 && name[n - 1] >= '0' && name[n - 1] <= '9')
        n--;
    return (int)(n > 1 && name[n - 1] == '_' ? n - 1 : strlen(name));
}

static void adjoint_check_call(adjoint *a, const opt_node *node, uint16_t joined)
{
    const char *about, *name = a->m->functions.at[node->i.op == IR_CALL ? node->i.imm : 0].name;
    const int n_name = name ? adjoint_own_name(name) : 0;
    const uint16_t rule = node->i.op == IR_CALL && a->request->math_of
                              ? a->request->math_of(a->request->user, (ir_function_id)node->i.imm)
                              : 0;
    if (!(joined & (ADJOINT_ACTIVE | ADJOINT_BITS | ADJOINT_SHADOWED | ADJOINT_UNKNOWN)))
        return;
    if (adjoint_is_given(a, node)) {
        adjoint_check_given(a, node, joined);
        return;
    }
    if (node->i.op == IR_CALL_PTR && adjoint_rule_of(a, node, &about) == ADJOINT_REFUSED)
        adjoint_refuse(a, node, "this %s", about);
    else if (rule == ADJOINT_NO_RULE)
        adjoint_refuse(a, node, "the library's function `%.*s` has no rule", n_name, name);
    else
        adjoint_refuse(a, node, "the function `%.*s` stays a call, since it is recursive or large", n_name, name);
}

static void adjoint_check_node(adjoint *a, const opt_node *node)
{
    uint16_t joined = 0;
    for (uint32_t k = 0; k < node->i.n_args; k++)
        joined |= adjoint_bits_of(a, node->args[k]);
    const ir_op op = (ir_op)node->i.op;
    adjoint_check_types(a, node);
    if (adjoint_check_conversion(a, node))
        return;
    if ((op == IR_LOAD || op == IR_STORE) && (adjoint_bits_of(a, node->args[0]) & (ADJOINT_HALF | ADJOINT_BRAIN))) {
        adjoint_check_half(a, node);
        return;
    }
    if ((op == IR_FIELD_ADDR || (op == IR_ELEMENT_ADDR && ir_size(a->m, (ir_type)node->i.imm) != 2)) &&
        (adjoint_bits_of(a, node->args[0]) & (ADJOINT_HALF | ADJOINT_BRAIN)))
        adjoint_refuse(a, node, "%s", adjoint_half_strays);
    if (adjoint_intrinsic_of(a, node) < IR_N_INTRINSICS) {
        adjoint_check_intrinsic(a, node, joined);
        return;
    }
    if (op == IR_LOAD)
        adjoint_check_pointer(a, node, node->args[0], node->i.type, false);
    if (op == IR_STORE)
        adjoint_check_pointer(a, node, node->args[0], adjoint_type_of(a, node->args[1]),
                              (adjoint_bits_of(a, node->args[1]) & ADJOINT_ACTIVE) != 0);
    if ((op == IR_STORE && (adjoint_bits_of(a, node->args[1]) & ADJOINT_BITS)) ||
        ((op == IR_CONVERT || op == IR_BITCAST) && (joined & ADJOINT_BITS) && adjoint_has_floats(a->m, node->i.type)))
        adjoint_refuse(a, node, "a float goes through integers by its bits");
    if (op == IR_STORE && (adjoint_bits_of(a, node->args[1]) & ADJOINT_POINTERS) &&
        !(adjoint_bits_of(a, node->args[0]) & ADJOINT_SHADOWED))
        adjoint_refuse(a, node, "a pointer is written to memory without a gradient");
    if (op == IR_BITCAST && a->m->types.at[adjoint_type_of(a, node->args[0])].kind == IR_PTR && node->i.aux == 0 &&
        (joined & ADJOINT_SHADOWED) && a->n_uses[node->i.result])
        adjoint_refuse(a, node, "a pointer to floats becomes a number");
    if (op == IR_CALL || op == IR_CALL_PTR)
        adjoint_check_call(a, node, joined);
    if (op == IR_PTX) {
        const char *about;
        adjoint_rule_of(a, node, &about);
        adjoint_refuse(a, node, "this %s", about);
    }
}

static void adjoint_check(adjoint *a, const opt_list *list)
{
    for (uint32_t n = 0; n < list->n; n++) {
        adjoint_check_node(a, list->at[n]);
        for (uint32_t arm = 0; arm < list->at[n]->n_arms; arm++)
            adjoint_check(a, &list->at[n]->arms[arm].list);
    }
}

static void adjoint_count_uses(adjoint *a, const opt_list *list)
{
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *node = list->at[n];
        for (uint32_t k = 0; k < node->i.n_args; k++)
            a->n_uses[node->args[k]]++;
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            adjoint_count_uses(a, &node->arms[arm].list);
    }
}

void adjoint_find_activity(adjoint *a)
{
    a->is_shadowed = ARENA_ARRAY(a->m->memory, bool, a->m->types.n);
    for (ir_local l = 1; l < a->n_locals; l++) {
        const ir_type type = a->t->f->locals.at[l].type;
        if (adjoint_has_floats(a->m, type) || adjoint_has_pointers(a->m, type))
            adjoint_note_shadowed(a, type);
    }
    for (uint32_t k = 0; k < a->t->f->n_params; k++) {
        const bool is_pointer = a->m->types.at[a->t->f->params[k]].kind == IR_PTR;
        if (a->gradient[k + 1]) {
            const ir_type type = a->request->params[k].type;
            const adjoint_half_kind half = a->request->params[k].half;
            if (a->request->params[k].is_tape) {
                a->bits[k + 1] = ADJOINT_SHADOWED | ADJOINT_OUTSIDE | ADJOINT_TAPE;
                continue;
            }
            if (half) {
                a->bits[k + 1] =
                    ADJOINT_SHADOWED | ADJOINT_OUTSIDE | (half == ADJOINT_F16 ? ADJOINT_HALF : ADJOINT_BRAIN);
                continue;
            }
            adjoint_note_shadowed(a, type);
            a->bits[k + 1] =
                is_pointer ? ADJOINT_SHADOWED | ADJOINT_OUTSIDE | adjoint_kinds(a->m, type) : ADJOINT_ACTIVE;
        }
        if (!a->gradient[k + 1] && is_pointer)
            a->bits[k + 1] =
                a->t->f->param_flags && (a->t->f->param_flags[k] & IR_PARAM_NO_ALIAS) ? ADJOINT_PLAIN : ADJOINT_UNKNOWN;
    }
    adjoint_count_uses(a, &a->t->body);
    for (a->changed = true; a->changed;) {
        a->changed = false;
        adjoint_spread(a, &a->t->body);
    }
    adjoint_count_half_uses(a);
    adjoint_check(a, &a->t->body);
}
