/* attention_reference.h: attention in double, and how far another one is from it. */
#ifndef RUSTG_ATTENTION_REFERENCE_H
#define RUSTG_ATTENTION_REFERENCE_H

#include <stdbool.h>

#include "rustg/attention.h"

/* How tensors lie: batches of heads of vectors; vectors of heads, in gaps that are aligned to 16 bytes; and in gaps
 * that are not. */
typedef enum attention_layout { LAYOUT_PACKED, LAYOUT_ROWS, LAYOUT_ODD } attention_layout;

typedef struct attention_case {
    const char *name;
    rustg_element element;
    uint64_t n_batch, n_heads, n_kv_heads, n_queries, n_keys, head_size;
    bool is_causal;
    attention_layout layout;
    double scale;
} attention_case;

/* Attention of random tensors in gaps that hold NaN; looks at each element of O, and what lies between them.
 * Returns the number of elements that are further from the exact ones than attention.h says, of which the first is
 * printed; -1 where the call fails. */
int attention_case_run(const attention_case *row, rustg_context *context, rustg_stream *stream);
/* The same of the gradients of queries, keys and values, of attention that the same device did before; of heads
 * of 64 elements in a workspace. */
int attention_gradient_case_run(const attention_case *row, rustg_context *context, rustg_stream *stream);
extern rustg_attention_info attention_case_info;
extern rustg_error attention_case_error;
extern double attention_case_worst; /* the greatest error so far, over its bound */

#endif
