/* ptx_device.h: a device for tests, whose launches the PTX interpreter does. Tests that are linked with it wrap what
 * cmake/RustgTests.cmake names. */
#ifndef PTX_DEVICE_H
#define PTX_DEVICE_H

#include <stdbool.h>

#include "codegen/ptx/ptx.h"
#include "runtime/runtime_objects.h"

enum { PTX_N_PLACES = 10 };
/* Addresses of what a test has on the device, each with its own terabyte; buffers that rustg allocates lie behind. */
#define PTX_PLACE(i) (PTX_GLOBAL_WINDOW + ((uint64_t)(i) + 1) * (UINT64_C(1) << 40))
typedef struct ptx_place {
    uint8_t *bytes;
    uint64_t n_bytes;
    bool is_written;
} ptx_place;

extern rustg_context ptx_device;
extern rustg_stream ptx_device_stream;
extern ptx_place ptx_places[PTX_N_PLACES];
/* What is changed in kernels' texts whose names have ptx_of; NULL: nothing. */
extern const char *ptx_taken, *ptx_instead, *ptx_of;
extern bool ptx_was_taken;
extern unsigned ptx_n_launches;
extern uint32_t ptx_backend; /* a rustg_kernel_backend */

/* host: where its buffers' memory is. n: multiprocessors. capability: 90 for 9.0. */
void ptx_open_device(rustg_context *host, rustg_stream *host_stream, int n, int capability);
void ptx_close_device(void);

#endif
