/* fake_cuda.h: what tests tell and ask the libcuda.so.1 that stands in for the driver. Found with dlsym in the loaded
 * library.
 *
 * Devices are host memory. Streams are lists of work that is done only when somebody waits for it, as late as the
 * driver may: a wait that was forgotten gives a wrong result each time. Environment, read by cuInit:
 *   FAKE_CUDA_DEVICES  number of devices, 1 by default, 4 at most
 *   FAKE_CUDA_INIT     what cuInit answers
 *   FAKE_CUDA_MEMORY   bytes of memory of a device, 1 GiB by default
 *   FAKE_CUDA_VERSION  of the driver, 13000 (13.0) by default; PTX of a younger toolkit is refused
 *   FAKE_CUDA_PEERS=0  no device can reach another's memory
 *   FAKE_CUDA_CUBIN=1  cubins are for these devices
 *   FAKE_CUDA_KERNEL   a shared object, whose fake_kernel, a fake_cuda_kernel, is called for launches */
#ifndef FAKE_CUDA_H
#define FAKE_CUDA_H

#include <stdint.h>

/* Called for each launch when its turn in the stream has come. parameters: copied at the launch, as many and as large
 * as the function's text says, `.entry NAME(.param .u32 a, .param .u64 b)`; else n_parameters, 8 bytes each. */
typedef void (*fake_cuda_kernel)(const char *name, const unsigned shape[6], unsigned shared_bytes,
                                 const uint64_t *parameters);
typedef void (*fake_cuda_run_fn)(fake_cuda_kernel kernel, unsigned n_parameters);
/* The nth call from now (1: the next) of a driver function answers result; results of the sticky kind are answered by
 * all calls for that context from then on. */
typedef void (*fake_cuda_fail_fn)(const char *function, unsigned nth, int result);
/* Calls of a driver function so far. */
typedef unsigned (*fake_cuda_calls_fn)(const char *function);
/* Contexts, streams, events, pools, modules, graphs and pieces of memory that are still there. */
typedef unsigned (*fake_cuda_live_fn)(void);
/* The memory of a variable of the module that was loaded last, of those that have it; NULL if none has. */
typedef void *(*fake_cuda_global_fn)(const char *name);

#endif
