/* compile_stack.h: runs a compile on a large stack. */
#ifndef RUSTG_COMPILE_STACK_H
#define RUSTG_COMPILE_STACK_H

#include <stdbool.h>
#include <stdint.h>

typedef struct compile_stack compile_stack;

/* A stack for SEMA_MAX_DEPTH levels of the checker's recursion, or for fewer where there is no room for so many;
 * *n_levels gets how many. NULL: there is no room for any. Each one wants a give. Thread-safe. */
compile_stack *compile_stack_take(uint32_t *n_levels);
void compile_stack_give(compile_stack *stack);
/* Calls work(argument) on it. False: it could not be started. */
bool compile_stack_run(compile_stack *stack, void (*work)(void *argument), void *argument);
/* Within such work: calls fn(argument) on the stack of whoever called compile_stack_run, as a callback of the program
 * that uses rustg may measure its stack. */
void compile_stack_leave(compile_stack *stack, void (*fn)(void *argument), void *argument);
/* Frees those that nobody has taken. */
void compile_stacks_release_kept(void);

#endif
