/* opt_mem2reg.h: values of several scalars, scalar by scalar; inner header of opt_mem2reg.c and opt_mem2reg_value.c. */
#ifndef RUSTG_OPT_MEM2REG_H
#define RUSTG_OPT_MEM2REG_H

#include "opt/opt_tree.h"

typedef struct mem2reg_scalar {
    ir_type type;
    uint64_t offset;
} mem2reg_scalar;
/* The scalars of a type, in the order of their places; no two overlap.
 *   fits      the type has them; else it has too many, parts that lie differently from value to value, or a union with
 *             bytes that are in no scalar, which copies of it keep
 *   is_mixed  it has a union */
typedef struct mem2reg_layout {
    const mem2reg_scalar *at;
    uint32_t n;
    bool is_known, fits, is_mixed;
} mem2reg_layout;
/* A place in the local or global whose address the root takes. */
typedef struct mem2reg_place {
    const opt_node *root;
    uint64_t offset;
} mem2reg_place;

/*   layouts  of each type, once it was asked for
 *   escapes  of each local: some access of it is not at a known place; grew: a walk has found one
 *   first    of each local that is split: the local of its first scalar
 *   parts    of each value of the tree as it was, if it has several scalars that are known: these, 0 where one is
 *            undefined
 *   instead  of each value of the tree as it was: what it has become, or 0 */
typedef struct mem2reg {
    opt_tree *t;
    opt_index index;
    mem2reg_layout *layouts;
    uint8_t *escapes, grew;
    ir_local *first;
    ir_value **parts, *instead;
    ir_type pointer;
    bool changed;
} mem2reg;

/* opt_mem2reg_value.c; `out` gets the nodes that compute a result */
const mem2reg_layout *opt_mem2reg_layout(mem2reg *p, ir_type type);
bool opt_mem2reg_is_whole(const mem2reg *p, ir_type type); /* a struct, array or union */
/* Whether the emitter would keep a value of it in memory. */
bool opt_mem2reg_is_apart(const mem2reg_layout *of);
/* Whether a scalar of the type can be made of the scalars there, or be put into them. */
bool opt_mem2reg_is_readable(const mem2reg *p, const mem2reg_layout *whole, uint64_t offset, ir_type type);
opt_node *opt_mem2reg_add(mem2reg *p, opt_list *out, ir_op op, ir_type type, const ir_value *args, uint32_t n,
                          uint64_t imm);
ir_value opt_mem2reg_constant(mem2reg *p, opt_list *out, ir_type type, uint64_t bits);
ir_value opt_mem2reg_address(mem2reg *p, opt_list *out, ir_value base, uint64_t offset);
/* A scalar at an offset of a local that is split. */
ir_value opt_mem2reg_read(mem2reg *p, opt_list *out, ir_local local, uint64_t offset, ir_type type);
void opt_mem2reg_write(mem2reg *p, opt_list *out, ir_local local, uint64_t offset, ir_type type, ir_value v);
/* The parts of a value of the tree as it was; NULL: they are not known. */
const ir_value *opt_mem2reg_known(const mem2reg *p, ir_value v);
/* Whether they are, and the value is there no more. */
bool opt_mem2reg_is_made(const mem2reg *p, ir_value v);
/* The scalars of any value whose type has a layout. */
const ir_value *opt_mem2reg_parts(mem2reg *p, opt_list *out, ir_value v);
/* The scalars of a FIELD of a value whose parts are known, and of a MAKE. */
ir_value *opt_mem2reg_field(mem2reg *p, opt_list *out, const opt_node *node);
ir_value *opt_mem2reg_make(mem2reg *p, opt_list *out, const opt_node *node);
/* Stores the scalars of a value that are defined. */
void opt_mem2reg_store_parts(mem2reg *p, opt_list *out, ir_value at, ir_type type, const ir_value *parts);
/* The value as one, of what it was or is made of. */
ir_value opt_mem2reg_put_together(mem2reg *p, opt_list *out, ir_value v);

#endif
