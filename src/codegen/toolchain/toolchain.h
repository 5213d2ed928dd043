/* toolchain.h: text into code.
 *
 *   tool_nvrtc.c      NVRTC, opened with dlopen            tool_nvrtc_source.c   CUDA C++ of the user's
 *   tool_jitlink.c    nvJitLink: PTX into cubins           tool_find.c           where both libraries are
 *   tool_cc.c         the system's C compiler              tool_run.c            programs, with limits
 *   tool_identity.h   which would be used                  tool_ptx_path.c       the files that a PTX text names
 *   tool_ptx.c        the .version that a PTX text needs   tool_cubin.c          what a cubin's kernels take
 *   tool_fatbin.c     several architectures in one   tool_clang.h          what CUDA C++ kernels take, by libclang
 *   tool_clang_text.h  what stands in that where libclang cannot tell */
#ifndef RUSTG_TOOLCHAIN_H
#define RUSTG_TOOLCHAIN_H

#include "codegen/codegen.h"

/* NVRTC. */
typedef struct tool_cuda_code {
    uint8_t *bytes;
    size_t n;
    char *log;
    uint8_t *ptx; /* behind a cubin of tool_nvrtc: what tool_nvrtc_ptx makes PTX of; NULL: nothing */
    size_t n_ptx;
} tool_cuda_code; /* the arena's */
/* Compiles text of rustg's for arch ("sm_90") to SASS if cubin is set, else to PTX. RUSTG_ERR_NO_NVRTC says what to
 * install. RUSTG_ERR_ARGUMENT: NVRTC does not know the architecture, or there is too much shared memory.
 * RUSTG_ERR_INTERNAL: NVRTC refused what we wrote; log and text are kept. */
rustg_status tool_nvrtc(arena *memory, const char *cuda, const char *arch, bool cubin, const codegen_options *options,
                        tool_cuda_code *result, rustg_error *error);
/* The PTX that tool_nvrtc would make for the architecture of a cubin that it has made of the same text with the same
 * options: NVRTC wrote it on its way. .bytes is NULL where there is none. Once for each cubin. */
tool_cuda_code tool_nvrtc_ptx(const char *cuda, const codegen_options *options, const tool_cuda_code *cubin);
/* Compiles CUDA C++ that the user wrote. headers are names and texts for #include; options are passed on as they are,
 * behind those for arch. RUSTG_ERR_SOURCE: NVRTC refused the text, and the message is its first error. log is there
 * also on failure. */
typedef struct tool_cuda_source {
    const char *text, *name;
    const char *const *header_names, *const *header_texts;
    const char *const *options;
    uint32_t n_headers, n_options;
} tool_cuda_source;
rustg_status tool_nvrtc_source(arena *memory, const tool_cuda_source *source, const char *arch, bool cubin,
                               tool_cuda_code *result, rustg_error *error);
/* Assembles PTX (a string of n bytes) for arch ("sm_90") into a cubin by nvJitLink. RUSTG_ERR_NO_NVRTC: it is not
 * there, and the message says what to install. _ARGUMENT: it does not know the architecture, or there is too much
 * shared memory. _INTERNAL: it refused what we wrote. */
rustg_status tool_jitlink(arena *memory, const char *ptx, size_t n, const char *arch, const codegen_options *options,
                          tool_cuda_code *result, rustg_error *error);
/* Gives a PTX text, in place, the lowest .version that its target and its content allow, if all of it is known. Hints
 * that need a higher version are removed. False: the text stays as it is. */
bool tool_lower_ptx(char *text, size_t *n);
const char *tool_targets(arena *memory);  /* "sm_75, sm_80": those that tool_ptx.def has */
bool tool_knows_target(const char *arch); /* whether tool_ptx.def has it; "sm_90a" counts as "sm_90" */
/* The architecture for which the text becomes code that one kind of device alone runs: for arch, but where the text has
 * PTX of the source for "sm_90a", say, which knows instructions that "sm_90" does not (PTX ISA, ".target"). */
const char *tool_own_arch(arena *memory, const char *cuda, const char *arch);
uint32_t tool_number_of_arch(const char *arch); /* 90 for "sm_90" and "sm_90a"; 0: it is no name of one */
const char *tool_nvrtc_version(void);           /* "13.0", "" without */
/* What a kernel needs, from its cubin for arch ("sm_90"); UINT32_MAX where that is not known. shared is the static
 * shared memory, and local the bytes of the stack. */
typedef struct tool_resources {
    uint32_t registers, shared_bytes, local_bytes;
} tool_resources;
tool_resources tool_cubin_resources(const uint8_t *bytes, size_t n, const char *arch, const char *kernel);
/* The system's C compiler ($CC or, where it is not set, cc, gcc, clang): C text into an object or shared object.
 * RUSTG_ERR_NO_CC: it is not there, or what CC names does not compile C; _MEMORY: it ran out of it; _IO: too long, or
 * no file could be made; _INTERNAL: it refuses the text. */
rustg_status tool_cc(arena *memory, const char *c, bool shared, const codegen_options *options, uint8_t **bytes,
                     size_t *n, rustg_error *error);
/* The same into a shared object that an object file is linked into. */
typedef struct tool_object {
    const uint8_t *bytes;
    size_t n;
} tool_object;
rustg_status tool_cc_link(arena *memory, const char *c, const tool_object *object, const codegen_options *options,
                          uint8_t **bytes, size_t *n, rustg_error *error);
/* What this machine's processor is to the C compiler's -march; NULL: nothing beyond the baseline is known of it. */
const char *tool_cpu(void);
/* Packs several cubins and PTX texts into one fatbin, with our own writer. */
typedef struct tool_image {
    const char *arch;
    bool ptx;
    const uint8_t *bytes;
    size_t n;
} tool_image;
codegen_text tool_fatbin(arena *memory, const tool_image *images, uint32_t n);

#endif
