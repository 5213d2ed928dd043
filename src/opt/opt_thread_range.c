/* opt_thread_range.c: by which numbers a loop over a kernel's threads can run. */
#include "opt/opt_tree.h"

/* What a kernel, or a function that stays a call in it, asks of the launch or does in it. */
enum { ASKS_INDEX = 1, ASKS_PLACE = 2, ASKS_LANE = 4, SHARES = 8, MEETS = 16, STOPS = 32, WAITS = 64, POINTS = 128 };

typedef struct survey {
    const ir_module *m;
    uint8_t *seen; /* by function */
    VEC(ir_function_id) waiting;
} survey;

/* A row of these groups may tell threads apart, which opt_survey_intrinsic must know. */
enum {
    N_SURVEYED = 0
#define IR_INTRINSIC(name, n_args, flags, group, text)                                                                 \
    +(IR_GROUP_##group == IR_GROUP_PLACE || IR_GROUP_##group == IR_GROUP_THREAD || IR_GROUP_##group == IR_GROUP_SYNC)
#include "ir/ir_intrinsic.def"
};
_Static_assert(N_SURVEYED == 14, "ir_intrinsic.def: let opt_survey_intrinsic say what the new row asks of its thread");

static uint8_t opt_survey_intrinsic(const ir_instr *i)
{
    switch (ir_group_of(i->aux)) {
    case IR_GROUP_PLACE: return i->aux == IR_IN_THREAD_IDX || i->aux == IR_IN_BLOCK_IDX ? ASKS_PLACE : 0;
    case IR_GROUP_THREAD:
        return i->aux == IR_IN_THREAD_INDEX ? ASKS_INDEX
               : i->aux == IR_IN_LANE       ? ASKS_LANE
               : i->aux == IR_IN_DYN_SHARED ? SHARES
                                            : 0;
    case IR_GROUP_SYNC: return i->aux == IR_IN_BARRIER ? WAITS : 0;
    case IR_GROUP_WARP: return MEETS;
    case IR_GROUP_ATOMIC:
    case IR_GROUP_MEMORY:
    case IR_GROUP_INTEGER:
    case IR_GROUP_EXACT:
    case IR_GROUP_MATH:
    case IR_GROUP_FAST:
    case IR_GROUP_HALF:
    case IR_GROUP_FP8: return 0;
    }
    return 0;
}

static uint8_t opt_survey_instr(const ir_module *m, const ir_instr *i)
{
    switch ((ir_op)i->op) {
    case IR_GLOBAL_ADDR: return m->globals.at[i->imm].space == IR_SPACE_SHARED ? SHARES : 0;
    case IR_CALL_PTR: return STOPS | POINTS;
    case IR_CASES_STOP: return STOPS;
    case IR_INTRINSIC: return opt_survey_intrinsic(i);
    case IR_CALL: /* opt_survey_want looks into it */
    case IR_FUNCTION_ADDR:
    case IR_CASES_CONSTANT:
    case IR_CASES_COMPUTED:
    case IR_CASES_LOCAL:
    case IR_CASES_MEMORY:
    case IR_LOCAL_ADDR:
    case IR_FIELD_ADDR:
    case IR_ELEMENT_ADDR:
    case IR_CASES_AGGREGATE:
    case IR_PTX:
    case IR_CASES_BRACKET:
    case IR_CASES_JUMP:
    case IR_N_OPS: return 0;
    }
    return 0;
}

static void opt_survey_want_function(void *user, ir_function_id id)
{
    survey *s = user;
    if (!s->seen[id])
        vec_push(s->m->memory, &s->waiting, id);
    s->seen[id] = 1;
}

static void opt_survey_want(survey *s, const ir_instr *i)
{
    if (i->op == IR_GLOBAL_ADDR)
        ir_functions_in(s->m, (ir_global_id)i->imm, opt_survey_want_function, s);
    if ((i->op == IR_CALL || i->op == IR_FUNCTION_ADDR) && !s->seen[i->imm]) {
        s->seen[i->imm] = 1;
        vec_push(s->m->memory, &s->waiting, (ir_function_id)i->imm);
    }
}

static uint8_t opt_survey_list(survey *s, const opt_list *list)
{
    uint8_t found = 0;
    for (uint32_t n = 0; n < list->n; n++) {
        found |= opt_survey_instr(s->m, &list->at[n]->i);
        opt_survey_want(s, &list->at[n]->i);
        for (uint32_t arm = 0; arm < list->at[n]->n_arms; arm++)
            found |= opt_survey_list(s, &list->at[n]->arms[arm].list);
    }
    return found;
}

ir_range opt_thread_range(const opt_tree *kernel, const ir_module *from, bool *calls_stop)
{
    survey s = {.m = from, .seen = ARENA_ARRAY(from->memory, uint8_t, from->functions.n)};
    const uint8_t own = opt_survey_list(&s, &kernel->body);
    uint8_t called = 0;
    while (s.waiting.n) {
        const ir_function *f = &from->functions.at[s.waiting.at[--s.waiting.n]];
        for (uint32_t k = 0; k < f->code.n; k++) {
            called |= opt_survey_instr(from, &f->code.at[k]);
            opt_survey_want(&s, &f->code.at[k]);
        }
    }
    if ((own | called) & MEETS || called & (ASKS_LANE | WAITS))
        return IR_RANGE_NONE;
    if (own & WAITS) /* nobody but the kernel itself knows which thread of the block is at work */
        return called & (STOPS | ASKS_INDEX | ASKS_PLACE) || own & POINTS ? IR_RANGE_NONE : IR_RANGE_BLOCK;
    *calls_stop = called & (STOPS | ASKS_INDEX | ASKS_PLACE);
    const bool is_told =
        (own & (ASKS_PLACE | ASKS_LANE)) || called & (ASKS_INDEX | ASKS_PLACE) || (own | called) & SHARES;
    return is_told ? IR_RANGE_ROW : IR_RANGE_GRID;
}
