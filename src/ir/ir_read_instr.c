/* ir_read_instr.c: reads one instruction of the text form. What it means is checked by the verifier. */
#include "ir/ir_read.h"

typedef struct parts {
    ir_type type;
    ir_value result;
    uint8_t op, flags;
    uint16_t aux;
    uint64_t imm;
    VEC(ir_value) args;
} parts;

static void read_arg(ir_reader *r, parts *p)
{
    vec_push(r->m->memory, &p->args, ir_read_id(r, "%"));
}

/* "%1, %2" up to what is no value. */
static void ir_read_instr_read_args(ir_reader *r, parts *p)
{
    ir_read_blanks(r);
    if (r->at == r->end || *r->at != '%')
        return;
    do
        read_arg(r, p);
    while (ir_read_mark(r, ","));
}

static void read_more_args(ir_reader *r, parts *p)
{
    if (ir_read_mark(r, ","))
        ir_read_instr_read_args(r, p);
}

static void ir_read_instr_read_function(ir_reader *r, const ir_builder *b)
{
    const char *name = ir_read_quoted(r, NULL);
    vec_push(r->m->memory, &r->fixups, (ir_fixup){b->f, r->m->functions.at[b->f].code.n, r->line, name});
}

static void read_op(ir_reader *r, parts *p)
{
    const char *word = ir_read_any_word(r);
    for (uint32_t op = 0; op < IR_N_OPS; op++) {
        if (op != IR_INTRINSIC && strcmp(word, ir_op_rows[op].text) == 0) {
            p->op = (uint8_t)op;
            return;
        }
    }
    p->op = IR_INTRINSIC;
    for (uint32_t what = 0; what < IR_N_INTRINSICS; what++) {
        if (strcmp(word, ir_intrinsic_rows[what].text) == 0) {
            p->aux = (uint16_t)what;
            return;
        }
    }
    ir_read_fail(r, arena_format(r->m->memory, "there is no operation `%.40s`", word));
}

static uint64_t read_one_of(ir_reader *r, const char *const *names, uint32_t n)
{
    ir_read_want(r, ".");
    for (uint32_t i = 0; i < n; i++)
        if (ir_read_word(r, names[i]))
            return i;
    ir_read_fail(r, "expected an ordering and a scope");
}

static void read_intrinsic(ir_reader *r, parts *p)
{
    const ir_intrinsic what = (ir_intrinsic)p->aux;
    if (ir_is_place(what)) {
        ir_read_want(r, ".");
        p->imm = ir_read_mark(r, "x") ? 0 : ir_read_mark(r, "y") ? 1 : 2;
        if (p->imm == 2)
            ir_read_want(r, "z");
    } else if (ir_is_atomic(what) || what == IR_IN_FENCE) {
        p->imm = read_one_of(r, ir_ordering_names, IR_N_ORDERINGS);
        p->imm |= read_one_of(r, ir_scope_names, IR_N_SCOPES) << 8;
        if (what == IR_IN_ATOMIC_ADD && ir_read_mark(r, ".together"))
            p->imm |= IR_TOGETHER;
        else if (what == IR_IN_ATOMIC_ADD && ir_read_mark(r, ".unread"))
            p->imm |= IR_UNREAD;
        for (uint32_t axis = 0; axis < 3 && ir_is_unread(p->imm); axis++)
            if (ir_read_mark(r, (const char *const[]){".x", ".y", ".z"}[axis]))
                p->imm |= UINT64_C(1) << (IR_ALIKE_SHIFT + axis);
    } else if (ir_read_mark(r, ".")) {
        p->imm = ir_read_number(r);
    }
    ir_read_instr_read_args(r, p);
}

static void read_typed(ir_reader *r, parts *p, const ir_builder *b)
{
    const ir_function *f = &b->m->functions.at[b->f];
    const uint32_t which = p->op == IR_STORE ? 1 : 0;
    if (p->args.n <= which || p->args.at[which] >= f->values.n)
        ir_read_fail(r, "there is no such value");
    p->type = f->values.at[p->args.at[which]];
}

static void read_operation(ir_reader *r, parts *p, const ir_builder *b)
{
    switch ((ir_op)p->op) {
    case IR_CONST: p->imm = ir_read_bits(r, p->type); break;
    case IR_OVERFLOWS:
        p->aux = ir_read_word(r, "add") ? IR_ADD : ir_read_word(r, "sub") ? IR_SUB : IR_MUL;
        if (p->aux == IR_MUL)
            ir_read_want(r, "mul");
        ir_read_instr_read_args(r, p);
        break;
    case IR_GET:
    case IR_LOCAL_ADDR: p->imm = ir_read_id(r, "$"); break;
    case IR_SET:
        p->imm = ir_read_id(r, "$");
        read_more_args(r, p);
        read_typed(r, p, b);
        break;
    case IR_GLOBAL_ADDR: p->imm = ir_read_id(r, "@"); break;
    case IR_LOAD:
    case IR_STORE:
        p->flags |= ir_read_word(r, "volatile") ? IR_VOLATILE : 0;
        p->flags |= ir_read_word(r, "invariant") ? IR_INVARIANT : 0;
        p->flags |= ir_read_word(r, "streaming") ? IR_STREAMING : 0;
        ir_read_instr_read_args(r, p);
        if (p->op == IR_STORE)
            read_typed(r, p, b);
        break;
    case IR_FIELD_ADDR:
        p->imm = (uint64_t)ir_read_type(r) << 32;
        p->imm |= ir_read_u32(r);
        read_more_args(r, p);
        break;
    case IR_ELEMENT_ADDR:
        p->imm = ir_read_type(r);
        read_more_args(r, p);
        break;
    case IR_FIELD:
        p->imm = ir_read_number(r);
        read_more_args(r, p);
        break;
    case IR_MAKE:
        if (ir_read_word(r, "field")) {
            p->imm = ir_read_number(r);
            ir_read_want(r, ",");
        }
        ir_read_instr_read_args(r, p);
        break;
    case IR_CALL:
    case IR_FUNCTION_ADDR:
        ir_read_instr_read_function(r, b);
        if (p->op == IR_CALL) {
            ir_read_want(r, "(");
            ir_read_instr_read_args(r, p);
            ir_read_want(r, ")");
        }
        break;
    case IR_CALL_PTR:
        read_arg(r, p);
        ir_read_want(r, "(");
        ir_read_instr_read_args(r, p);
        ir_read_want(r, ")");
        ir_read_want(r, "like");
        p->imm = 1; /* one more than the function's */
        ir_read_instr_read_function(r, b);
        break;
    case IR_INTRINSIC: read_intrinsic(r, p); break;
    case IR_PTX: {
        p->imm = ir_read_number(r);
        const uint32_t local = ir_read_id(r, "$");
        if (local > UINT16_MAX)
            ir_read_fail(r, "a number is too large");
        p->aux = (uint16_t)local;
        const uint64_t n_tied = ir_read_word(r, "tied") ? ir_read_number(r) : 0;
        if (n_tied > UINT8_MAX)
            ir_read_fail(r, "a number is too large");
        p->flags = (uint8_t)n_tied;
        read_more_args(r, p);
        break;
    }
    case IR_LOOP:
    case IR_BLOCK:
    case IR_BREAK:
    case IR_CONTINUE: p->imm = ir_read_id(r, "'"); break;
    case IR_CASE:
        if (r->switches.n == 0 || r->switches.at[r->switches.n - 1] == 0)
            ir_read_fail(r, "a case outside of a switch");
        p->imm = ir_read_bits(r, r->switches.at[r->switches.n - 1]);
        break;
    case IR_TRAP:
        ir_read_want(r, "site");
        p->imm = ir_read_number(r);
        read_more_args(r, p);
        break;
    case IR_CHECK:
        read_arg(r, p);
        ir_read_want(r, ",");
        ir_read_want(r, "site");
        p->imm = ir_read_number(r);
        read_more_args(r, p);
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
    case IR_N_OPS: ir_read_instr_read_args(r, p); break;
    }
}

static void ir_follow_brackets(ir_reader *r, const parts *p, const ir_builder *b)
{
    if (p->op == IR_END) {
        if (r->switches.n == 0)
            ir_read_fail(r, "END of nothing");
        r->switches.n--;
    } else if (p->op == IR_SWITCH) {
        const ir_function *f = &b->m->functions.at[b->f];
        if (p->args.n != 1 || p->args.at[0] >= f->values.n ||
            !(ir_is_int(r->m, f->values.at[p->args.at[0]]) || f->values.at[p->args.at[0]] == IR_BOOL))
            ir_read_fail(r, "a switch wants one integer or bool");
        vec_push(r->m->memory, &r->switches, f->values.at[p->args.at[0]]);
    } else if (p->op == IR_IF || p->op == IR_LOOP || p->op == IR_BLOCK || p->op == IR_PTX) {
        vec_push(r->m->memory, &r->switches, 0);
    }
}

void ir_read_instr(ir_reader *r, ir_builder *b)
{
    parts p = {0};
    ir_read_blanks(r);
    if (r->at < r->end && *r->at == '%') {
        p.result = ir_read_id(r, "%");
        ir_read_want(r, ":");
        p.type = ir_read_type(r);
        ir_read_want(r, "=");
        if (p.result != b->m->functions.at[b->f].values.n)
            ir_read_fail(r, arena_format(r->m->memory, "the next value is %%%u", b->m->functions.at[b->f].values.n));
        if (p.type == 0)
            ir_read_fail(r, "a void value");
    }
    read_op(r, &p);
    const ir_op_row *row = &ir_op_rows[p.op];
    const bool may_be_void = p.op == IR_CALL || p.op == IR_CALL_PTR || p.op == IR_INTRINSIC;
    if (p.result && !row->result)
        ir_read_fail(r, arena_format(r->m->memory, "`%s` has no result", row->text));
    if (!p.result && row->result && !may_be_void)
        ir_read_fail(r, arena_format(r->m->memory, "`%s` has a result: \"%%N: type = %s ..\"", row->text, row->text));
    read_operation(r, &p, b);
    b->line = ir_read_mark(r, "!") ? ir_read_u32(r) : 0;
    ir_emit(b, (ir_op)p.op, p.type, p.args.at, p.args.n, p.aux, p.imm);
    ir_function *f = &b->m->functions.at[b->f];
    f->code.at[f->code.n - 1].flags = p.flags;
    if ((p.op == IR_LOOP || p.op == IR_BLOCK) && p.imm > f->n_labels)
        f->n_labels = (uint32_t)p.imm;
    ir_follow_brackets(r, &p, b);
}
