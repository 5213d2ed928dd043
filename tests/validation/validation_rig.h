/* validation_rig.h: a device with the example kernels loaded, and calls on it that remember the first error. */
#ifndef VALIDATION_RIG_H
#define VALIDATION_RIG_H

#include "validation/validation_report.h"

/* A kernel file of examples/kernels, as text. */
typedef struct kernel_text {
    const char *name, *text;
} kernel_text;
/* Ends with a NULL name. */
extern const kernel_text kernel_texts[];

typedef struct rig {
    rustg_device_info info;
    char device[32];
    rustg_context *context;
    rustg_stream *stream;
    rustg_module *module;
    rustg_error error; /* status RUSTG_OK while all is well */
} rig;

/* Opens a device with the kernels of kernel_texts, or reports why it cannot be. Returns nonzero where it is open. */
int rig_open(rig *g, report *r, const char *section, const rustg_device_info *info);
void rig_close(rig *g);

/* After a failure these do nothing; results are NULL. */
rustg_buffer *rig_buffer(rig *g, uint64_t n_bytes);
rustg_buffer *rig_upload(rig *g, const void *from, uint64_t n_bytes);
void rig_download(rig *g, void *to, rustg_buffer *from, uint64_t n_bytes);
void rig_launch(rig *g, const char *kernel, const rustg_launch_config *config, const rustg_launch_argument *args,
                size_t n_args);
/* One thread for each of n elements. */
void rig_launch_n(rig *g, const char *kernel, uint64_t n, const rustg_launch_argument *args, size_t n_args);
void rig_wait(rig *g);

#endif
