/* fake_cuda_internal.h: shared by the fake driver's files. */
#ifndef FAKE_CUDA_INTERNAL_H
#define FAKE_CUDA_INTERNAL_H

#include <pthread.h>

#include "fake_cuda.h"
#include "runtime/cuda_driver.h"

enum { FAKE_MAX_DEVICES = 4, FAKE_MAX_PARAMETERS = 32 };

struct CUctx_st {
    int device, lost;
    unsigned n_users;
    uint32_t peers;
    uint64_t n_bytes; /* of device memory in use */
    size_t stack;     /* of a thread, as it was last set */
};

/* All the fake has is under one lock. fake_enter takes it, counts the call and answers the fault that is due;
 * fake_leave drops it. */
extern pthread_mutex_t fake_lock;
extern unsigned fake_n_live;
extern uint64_t fake_memory_bytes;
extern fake_cuda_kernel fake_kernel;
extern unsigned fake_n_parameters;
int fake_enter(const char *name, cuda_context context);
int fake_leave(int result);
cuda_context fake_current(void);
/* Memory of the current context; the other way, 1 where there is none at pointer. */
void *fake_take(size_t n_bytes, int is_host, cuda_pool pool);
int fake_give(const void *pointer);
void fake_give_all(cuda_context context);
const char *fake_function_name(cuda_function function);
unsigned fake_function_parameters(cuda_function function, const unsigned **sizes);

/* Each function as cuda_driver.def has it. */
#define FN(name, symbol, parameters)  cuda_result symbol parameters;
#define OPT(name, symbol, parameters) cuda_result symbol parameters;
#include "runtime/cuda_driver.def"

void rustg_fake_run(fake_cuda_kernel kernel, unsigned n_parameters);
void rustg_fake_fail(const char *function, unsigned nth, int result);
unsigned rustg_fake_calls(const char *function);
unsigned rustg_fake_live(void);
void *rustg_fake_global(const char *name);

#endif
