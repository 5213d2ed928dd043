/* opt_single_round.c: a loop whose step may be as large as its end gets a version for that case.
 *
 *   loop { i = get; if i < end { set saturating i + step; .. } else { break } }
 *
 * becomes, where only the run tells the step,
 *
 *   if step >= end { i = get; if i < end { .. } } else { the loop }
 *
 * A loop over `grid_stride` is such a loop, and a launch has mostly as many threads as there are elements. Without the
 * loop, the CPU's loop over threads (opt_thread_loop.c) has nothing else in it.
 *
 * Requires OPT_SCALARS, since counters are scalar locals. Breaks OPT_SCALARS: counters are still set. */
#include "opt/opt_loop.h"

enum { MOST_NODES = 300 };

typedef struct single_round {
    opt_loop l;
    bool changed;
} single_round;

/* Whether a round goes through to its end: nothing leaves it or begins the next one. */
static bool opt_round_is_whole(const single_round *p)
{
    const opt_list *then = &p->l.test->arms[0].list, *leave = &p->l.test->arms[1].list;
    const uint64_t label = p->l.loop->i.imm;
    return opt_tree_count(then, IR_BREAK, label) + opt_tree_count(then, IR_CONTINUE, label) == 0 && leave->n == 1 &&
           leave->at[0]->i.op == IR_BREAK && leave->at[0]->i.imm == label;
}

static void opt_round_split(single_round *p, ir_value step, opt_list *out)
{
    opt_tree *t = p->l.t;
    opt_node *compare = opt_tree_node(t, IR_GE, IR_BOOL, (ir_value[]){step, p->l.end}, 2, 0);
    opt_node *choose = opt_tree_if(t, compare->i.result, 2);
    opt_list copy = {0};
    opt_loop_copy(t, p->l.loop, &copy);
    opt_list *once = &copy.at[0]->arms[0].list;
    opt_node *test = once->at[once->n - 1];
    test->n_arms = 1;
    choose->arms[0].list = *once;
    vec_push(t->m->memory, &choose->arms[1].list, p->l.loop);
    vec_push(t->m->memory, out, compare);
    vec_push(t->m->memory, out, choose);
    p->changed = true;
}

static void opt_round_list(single_round *p, opt_list *list)
{
    opt_list out = {0};
    for (uint32_t n = 0; n < list->n; n++) {
        opt_node *node = list->at[n];
        ir_value step = 0;
        if (node->i.op == IR_LOOP && opt_tree_size(&node->arms[0].list) <= MOST_NODES) {
            opt_loop_mark(&p->l, &node->arms[0].list, 1);
            if (opt_loop_find_counter(&p->l, node) && !p->l.inside[p->l.end] && opt_round_is_whole(p))
                step = opt_loop_saturating_step(&p->l);
            if (step && (p->l.inside[step] || opt_constant(&p->l.index, step)))
                step = 0;
            opt_loop_mark(&p->l, &node->arms[0].list, 0);
        } else if (node->i.op != IR_LOOP) {
            for (uint32_t arm = 0; arm < node->n_arms; arm++)
                opt_round_list(p, &node->arms[arm].list);
        }
        if (step)
            opt_round_split(p, step, &out);
        else
            vec_push(p->l.t->m->memory, &out, node);
    }
    *list = out;
}

bool opt_single_round(opt_tree *t)
{
    single_round p = {.l = {.t = t, .index = opt_tree_index(t)}};
    p.l.inside = ARENA_ARRAY(t->m->memory, uint8_t, p.l.index.n_values);
    opt_round_list(&p, &t->body);
    return p.changed;
}
