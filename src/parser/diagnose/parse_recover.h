/* parse_recover.h: decides where parse_diagnose.c goes on after an error. */
#ifndef RUSTG_PARSE_RECOVER_H
#define RUSTG_PARSE_RECOVER_H

#include "parser/diagnose/parse_report.h"

/* What is known of a CALL besides its frame.
 *   pos, n_nodes  where it was made, and how many nodes were finished
 *   group         the rule's state where it was CALL_GROUP: pos is the opening delimiter; else RECOVER_NO_GROUP */
typedef struct recover_call {
    uint32_t pos, n_nodes, group;
} recover_call;

#define RECOVER_NO_GROUP UINT32_MAX

typedef struct recover_stack {
    parse_frame *frames;
    recover_call *calls; /* [n], as frames */
    size_t n, capacity;  /* of calls */
} recover_stack;

/*   error, parent  nodes to finish, where has_* says so
 *   n_frames       frames to keep; then the last one's state goes on, or with stay the state `state` of the rule that
 *                  the last one waits for
 *   drops_nodes    those from the error's mark on are dropped before
 *   resume         the token to go on at */
typedef struct recover_plan {
    bool has_error, has_parent, stay, drops_nodes;
    parse_node error, parent;
    size_t n_frames;
    uint32_t resume, state;
} recover_plan;

/* Of the n_frames'th call, that of a struct expression's fields: the comma behind which rustc goes on after an error at
 * pos, which may stand in parentheses; 0 where it leaves the fields, and for other calls. */
uint32_t recover_comma(const parse_input *in, const recover_stack *stack, size_t n_frames, uint32_t pos,
                       uint32_t state);
/* state, now: of the rule that found the error at pos. */
recover_plan recover_find(const parse_input *in, const recover_stack *stack, const parse_scratch *scratch, uint32_t pos,
                          uint32_t state, parse_frame now);

#endif
