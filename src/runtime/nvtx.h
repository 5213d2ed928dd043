/* nvtx.h: marks ranges for NVIDIA's tools, if one of them listens. */
#ifndef RUSTG_NVTX_H
#define RUSTG_NVTX_H

/* Looks for a listener, the first time. Thread-safe. */
void nvtx_open(void);
/* Mark a range of this thread. They do nothing if nobody listens, or before nvtx_open. */
void nvtx_push(const char *name);
void nvtx_pop(void);

#endif
