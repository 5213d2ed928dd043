/* opt_ptx_template.c: PTX of the source loses the Rust that stands for it elsewhere.
 *
 *   ptx 2 $1, %a; ..; set $1, %v; end    ->    ptx 2 $1, %a; set $1, undef; end
 *
 * That Rust is no code of own PTX, but it would be inlined, unrolled, and have locals in memory. The SET stays, since
 * the template sets the local.
 *
 * Requires nothing. Breaks OPT_SCALARS: locals are read no more. */
#include "opt/opt_tree.h"

static bool opt_ptx_template_list(opt_tree *t, const opt_list *list)
{
    bool changed = false;
    for (uint32_t n = 0; n < list->n; n++) {
        opt_node *node = list->at[n];
        if (node->i.op == IR_PTX && node->arms[0].list.n) {
            opt_list only = {0};
            if (node->i.aux) {
                opt_node *none = opt_tree_node(t, IR_UNDEF, t->f->locals.at[node->i.aux].type, NULL, 0, 0);
                vec_push(t->m->memory, &only, none);
                vec_push(t->m->memory, &only, opt_tree_set(t, node->i.aux, none->i.result));
            }
            node->arms[0].list = only;
            changed = true;
            continue;
        }
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            changed |= opt_ptx_template_list(t, &node->arms[arm].list);
    }
    return changed;
}

bool opt_ptx_template(opt_tree *t)
{
    return opt_ptx_template_list(t, &t->body);
}
