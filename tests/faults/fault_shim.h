/* fault_shim.h: the nth call of the C library fails (fault_call.def). */
#ifndef FAULT_SHIM_H
#define FAULT_SHIM_H

/* ONCE: the call alone. LASTING: all that follow too. INTERRUPTED: the call alone, by a signal (EINTR); those that a
 * signal does not interrupt are not counted. */
typedef enum fault_mode { FAULT_ONCE, FAULT_LASTING, FAULT_INTERRUPTED } fault_mode;
typedef enum fault_class { FAULT_MEMORY, FAULT_FILE, FAULT_THREAD, FAULT_N_CLASSES } fault_class;

/* Calls are counted from now on, and the nth of class fails; 0: none does. */
void fault_begin(fault_class class, long nth, fault_mode mode);
/* Nothing fails any more. The calls of the class since then. */
long fault_end(void);
/* The function that failed, "" for none. */
const char *fault_name(void);

#endif
