/* lower_ptx.c: lowers ptx!. Its operands and its result become registers: a scalar is one, a number of 128 bits two,
 * a struct, tuple or array those of its parts, as they were declared. What `&mut` leads to is read and written. */
#include "lower/lower_internal.h"
#include "rustg/diagnostic_kind.h"

enum { MOST_PTX_INDICES = 16 };

/* What a name of the text stands for. Its registers in the IR are in the order of the IR's type. */
typedef struct ptx_operand {
    const char *constant; /* of a constant integer: how the text has it, in no register */
    sema_ty ty;
    ir_value v;      /* of a tied operand: its address */
    bool is_out;     /* the result, or tied: in the local */
    uint32_t first;  /* register, of the local or of the inputs */
    ir_type written; /* as what it lies in the local; 0: it does not */
} ptx_operand;

typedef struct ptx_lowering {
    lower_fn *f;
    sema_span at;
    VEC(ptx_operand) operands; /* the result is the last */
    VEC(ir_value) inputs;
    VEC(char) text;
    bool failed;
} ptx_lowering;

static void lower_ptx_fail(ptx_lowering *p, const char *words)
{
    if (!p->failed) {
        sema_report report = sema_error(p->f->l->s, RUSTG_DIAG_MACRO_ARGUMENTS, p->at);
        sema_arg(&report, "%s", words);
    }
    p->failed = true;
}

/* How many registers a type of the IR has; more than LIMIT_PTX_REGISTERS if one of its parts can be in none. */
static uint64_t lower_ptx_size(const ir_module *m, ir_type type)
{
    const ir_type_info *about = &m->types.at[type];
    uint64_t n = 0;
    switch ((ir_kind)about->kind) {
    case IR_VOID: return 0;
    case IR_ARRAY: {
        const uint64_t each = lower_ptx_size(m, about->element);
        return each > LIMIT_PTX_REGISTERS || about->n > LIMIT_PTX_REGISTERS ? LIMIT_PTX_REGISTERS + 1 : each * about->n;
    }
    case IR_STRUCT:
        for (uint32_t i = 0; i < about->n_fields && n <= LIMIT_PTX_REGISTERS; i++)
            n += lower_ptx_size(m, m->fields.at[about->first_field + i]);
        return n;
    case IR_UNION:
    case IR_CODED: return LIMIT_PTX_REGISTERS + 1;
    case IR_BOOL:
    case IR_I8:
    case IR_I16:
    case IR_I32:
    case IR_I64:
    case IR_U8:
    case IR_U16:
    case IR_U32:
    case IR_U64:
    case IR_F32:
    case IR_F64:
    case IR_PTR: return 1;
    }
    return 0;
}

/* Takes the scalars out of an input. */
static void lower_ptx_flatten(ptx_lowering *p, ir_value v)
{
    ir_module *m = p->f->b.m;
    const ir_type_info about = m->types.at[lower_value_type(p->f, v)];
    const uint32_t n = about.kind == IR_ARRAY ? (uint32_t)about.n : about.kind == IR_STRUCT ? about.n_fields : 0;
    if (about.kind < IR_ARRAY)
        vec_push(m->memory, &p->inputs, v);
    for (uint32_t i = 0; i < n; i++)
        lower_ptx_flatten(p, ir_field(&p->f->b, v, i));
}

/* Part i of *ty, whose registers are from *first on; both become the part's. */
static bool lower_ptx_part(ptx_lowering *p, sema_ty *ty, uint32_t *first, uint64_t i)
{
    lower *l = p->f->l;
    const lower_layout *layout = lower_layout_of(l, *ty, p->at);
    if (layout->ir && layout->ir == l->wide) {
        *ty = (sema_ty)TY_U64;
        *first += (uint32_t)i;
        return i < 2;
    }
    if (layout->shape == SHAPE_ARRAY) {
        if (i >= layout->n)
            return false;
        *ty = layout->element;
        *first += (uint32_t)(i * lower_ptx_size(l->m, lower_ir_type(l, *ty, p->at)));
        return true;
    }
    if (layout->shape != SHAPE_STRUCT || layout->n_variants == 0 || i >= lower_present(layout)->n_fields)
        return false;
    const lower_variant *v = lower_present(layout);
    *ty = v->fields[i];
    for (uint32_t slot = 0; v->slots[i] != LOWER_NO_SLOT && slot < v->slots[i]; slot++)
        *first += (uint32_t)lower_ptx_size(l->m, l->m->fields.at[l->m->types.at[v->ir].first_field + slot]);
    return true;
}

static void lower_ptx_put(ptx_lowering *p, const char *text)
{
    for (; *text; text++)
        vec_push(p->f->b.m->memory, &p->text, *text);
}

/* The registers of a type, as it was declared, with commas between them. */
static void lower_ptx_names(ptx_lowering *p, bool is_out, sema_ty ty, uint32_t first, bool *comma)
{
    const lower_layout *layout = lower_layout_of(p->f->l, ty, p->at);
    if (!layout->ir)
        return;
    if (layout->shape == SHAPE_SCALAR && layout->ir != p->f->l->wide) {
        lower_ptx_put(p, arena_format(p->f->l->s->memory, "%s{%s%u}", *comma ? ", " : "", is_out ? "out." : "", first));
        *comma = true;
        return;
    }
    for (uint64_t i = 0;; i++) {
        sema_ty part = ty;
        uint32_t at = first;
        if (!lower_ptx_part(p, &part, &at, i))
            return;
        lower_ptx_names(p, is_out, part, at, comma);
    }
}

/* {out}, {3} and parts of them, as {3.0.1}: returns what is behind, or NULL if it is something of PTX's. */
static const char *lower_ptx_name(ptx_lowering *p, const char *at, const char *end)
{
    uint64_t numbers[MOST_PTX_INDICES] = {0};
    uint32_t n = 0;
    const char *from = at++;
    if (end - at > 3 && memcmp(at, "out", 3) == 0 && (at[3] == '}' || at[3] == '.')) {
        at += 3 + (at[3] == '.');
        numbers[n++] = p->operands.n - 1;
    }
    for (; at < end && *at != '}' && n < MOST_PTX_INDICES; n++) {
        if (*at < '0' || *at > '9')
            return NULL;
        for (; at < end && *at >= '0' && *at <= '9'; at++)
            numbers[n] = numbers[n] > UINT32_MAX ? numbers[n] : numbers[n] * 10 + (uint64_t)(*at - '0');
        at += end - at > 1 && *at == '.' && at[1] != '}';
    }
    if (at >= end || *at != '}' || n == 0)
        return NULL;
    const char *shown = arena_text(p->f->l->s->memory, from, (size_t)(at + 1 - from));
    const bool is_result = from[1] == 'o';
    if (numbers[0] + !is_result >= p->operands.n) {
        lower_ptx_fail(p, arena_format(p->f->l->s->memory, "`%s` of `ptx!` names no operand: there are %u", shown,
                                       p->operands.n - 1));
        return at + 1;
    }
    const ptx_operand *o = &p->operands.at[numbers[0]];
    sema_ty ty = o->ty;
    uint32_t first = o->first;
    for (uint32_t i = 1; i < n; i++)
        if (!lower_ptx_part(p, &ty, &first, numbers[i])) {
            lower_ptx_fail(p, arena_format(p->f->l->s->memory, "`%s` of `ptx!` is no part of `%s`", shown,
                                           ty_print_short(p->f->l->s, o->ty)));
            return at + 1;
        }
    if (o->constant) {
        lower_ptx_put(p, o->constant);
        return at + 1;
    }
    const uint64_t registers = lower_ptx_size(p->f->b.m, lower_ir_type(p->f->l, ty, p->at));
    bool comma = false;
    if (registers == 0)
        lower_ptx_fail(p, arena_format(p->f->l->s->memory, "`%s` of `ptx!` has no value", shown));
    lower_ptx_put(p, registers == 1 ? "" : "{");
    lower_ptx_names(p, o->is_out, ty, first, &comma);
    lower_ptx_put(p, registers == 1 ? "" : "}");
    return at + 1;
}

static void lower_ptx_text(ptx_lowering *p, const char *text, size_t n)
{
    for (const char *at = text, *end = text + n; at < end;) {
        const char *behind = *at == '{' ? lower_ptx_name(p, at, end) : NULL;
        if (behind)
            at = behind;
        else
            vec_push(p->f->b.m->memory, &p->text, *at++);
    }
}

/* How PTX writes a constant that the source writes as one, or NULL. */
static const char *lower_ptx_constant(ptx_lowering *p, thir_expr e, ir_value v)
{
    const lower_fn *f = p->f;
    const ir_function *fn = &f->b.m->functions.at[f->b.f];
    const ir_instr *last = fn->code.n ? &fn->code.at[fn->code.n - 1] : NULL;
    while (lower_node(f, e)->op == THIR_USE)
        e = lower_node(f, e)->a;
    const thir_op op = (thir_op)lower_node(f, e)->op;
    if ((op != THIR_LITERAL && op != THIR_CONST && op != THIR_CONST_PARAM) || !last || last->op != IR_CONST ||
        last->result != v || !ir_is_int(f->b.m, last->type))
        return NULL;
    const uint64_t size = ir_size(f->b.m, last->type), bits = ir_low_bits(last->imm, size);
    const bool is_negative = ir_is_signed(f->b.m, last->type) && bits >> (8 * size - 1) & 1;
    return arena_format(f->l->s->memory, is_negative ? "-%llu" : "%llu",
                        (unsigned long long)(is_negative ? ir_low_bits(0 - bits, size) : bits));
}

static void lower_ptx_operands(ptx_lowering *p, const thir_node *n)
{
    lower_fn *f = p->f;
    sema *s = f->l->s;
    for (uint32_t i = 0; i < n->n; i++) {
        const thir_expr e = f->body->lists.at[n->first + i];
        ptx_operand o = {.ty = lower_ty(f, lower_node(f, e)->ty), .v = lower_value(f, e)};
        o.constant = lower_ptx_constant(p, e, o.v);
        o.is_out = ty_kind_of(s, o.ty) == TY_REF;
        if (o.is_out)
            o.ty = ty_arg(s, o.ty, 1);
        vec_push(s->memory, &p->operands, o);
    }
    vec_push(s->memory, &p->operands, (ptx_operand){.ty = lower_ty(f, n->ty), .is_out = true});
    uint64_t size = 0;
    for (uint32_t i = 0; i < p->operands.n; i++) {
        ptx_operand *o = &p->operands.at[i];
        const ir_type type = lower_ir_type(f->l, o->ty, p->at);
        const uint64_t each = lower_ptx_size(f->b.m, type);
        const lower_shape shape = (lower_shape)lower_layout_of(f->l, o->ty, p->at)->shape;
        if (each > LIMIT_PTX_REGISTERS || (shape != SHAPE_SCALAR && shape != SHAPE_STRUCT && shape != SHAPE_ARRAY))
            lower_ptx_fail(p,
                           arena_format(s->memory, "`%s` of `ptx!` cannot be in registers", ty_print_short(s, o->ty)));
        if ((size += each) > LIMIT_PTX_REGISTERS)
            lower_ptx_fail(p, "`ptx!` names more than 512 registers");
        o->written = o->is_out ? type : 0;
    }
}

/* The local of what is written: the result's own type, or a struct of it and what is tied. */
static ir_local lower_ptx_local(ptx_lowering *p, uint32_t *n_tied)
{
    lower_fn *f = p->f;
    VEC(ir_type) fields = {0};
    uint32_t first = 0;
    for (uint32_t k = 0; k < p->operands.n; k++) {
        ptx_operand *o = &p->operands.at[k ? k - 1 : p->operands.n - 1];
        if (!o->written)
            continue;
        o->first = first;
        first += (uint32_t)lower_ptx_size(f->b.m, o->written);
        *n_tied += k > 0;
        vec_push(f->b.m->memory, &fields, o->written);
    }
    if (fields.n == 0)
        return 0;
    return ir_add_local(&f->b, *n_tied ? ir_struct(f->b.m, fields.at, fields.n, 0, NULL) : fields.at[0], NULL);
}

/* Sets the local to the result, if there is one, and what lies behind the tied operands now. */
static void lower_ptx_read(ptx_lowering *p, ir_local out, ir_value result)
{
    lower_fn *f = p->f;
    VEC(ir_value) fields = {0};
    if (result)
        vec_push(f->b.m->memory, &fields, result);
    for (uint32_t i = 0; i + 1 < p->operands.n; i++)
        if (p->operands.at[i].written)
            vec_push(f->b.m->memory, &fields, ir_load(&f->b, p->operands.at[i].written, p->operands.at[i].v));
    ir_set(&f->b, out, ir_make(&f->b, f->b.m->functions.at[f->b.f].locals.at[out].type, fields.at, fields.n));
}

ir_value lower_ptx(lower_fn *f, const thir_node *n)
{
    ir_builder *b = &f->b;
    ptx_lowering p = {.f = f, .at = n->span};
    uint32_t n_tied = 0;
    lower_ptx_operands(&p, n);
    const ir_type type = p.operands.at[p.operands.n - 1].written;
    if (p.failed)
        return type ? ir_emit(b, IR_UNDEF, type, NULL, 0, 0, 0) : 0;
    const ir_local out = lower_ptx_local(&p, &n_tied), result = n_tied && type ? ir_add_local(b, type, NULL) : 0;
    if (out > UINT16_MAX || n_tied > UINT8_MAX) {
        lower_not_yet(f->l, n->span, "ptx! in a fn this large", "put it into a fn of its own");
        return 0;
    }
    for (uint32_t i = 0; i + 1 < p.operands.n; i++) {
        ptx_operand *o = &p.operands.at[i];
        if (!o->is_out) {
            o->first = p.inputs.n;
            if (o->v && !o->constant)
                lower_ptx_flatten(&p, o->v);
        }
    }
    lower_ptx_text(&p, n->text ? n->text : "", n->n_text);
    vec_push(b->m->memory, &p.text, 0);
    vec_push(b->m->memory, &b->m->files, p.text.at);
    if (n_tied)
        lower_ptx_read(&p, out, type ? ir_emit(b, IR_UNDEF, type, NULL, 0, 0, 0) : 0);
    ir_emit(b, IR_PTX, 0, p.inputs.at, p.inputs.n, (uint16_t)out, b->m->files.n - 1);
    ir_function *fn = &b->m->functions.at[b->f];
    fn->code.at[fn->code.n - 1].flags = (uint8_t)n_tied;
    if (n->a)
        lower_into(f, n->a, n_tied ? result : out);
    if (n_tied && !ir_ends_here(b))
        lower_ptx_read(&p, out, result ? ir_get(b, result) : 0);
    ir_end(b);
    if (!n_tied)
        return out ? ir_get(b, out) : 0;
    const ir_value all = ir_get(b, out);
    uint32_t field = type != 0;
    for (uint32_t i = 0; i + 1 < p.operands.n; i++)
        if (p.operands.at[i].written)
            ir_store(b, p.operands.at[i].v, ir_field(b, all, field++));
    return type ? ir_field(b, all, 0) : 0;
}
