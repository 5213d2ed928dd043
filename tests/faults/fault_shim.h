/* fault_shim.h: the nth call of the C library fails (fault_call.def). */
#ifndef FAULT_SHIM_H
#define FAULT_SHIM_H

#include <stdbool.h>

typedef enum fault_class { FAULT_MEMORY, FAULT_FILE, FAULT_THREAD, FAULT_N_CLASSES } fault_class;

/* Calls are counted from now on, and the nth of class fails, and where it is lasting all that
 * follow; 0: none does. */
void fault_begin(fault_class class, long nth, bool is_lasting);
/* Nothing fails any more. The calls of the class since then. */
long fault_end(void);
/* The function that failed, "" for none. */
const char *fault_name(void);

#endif
