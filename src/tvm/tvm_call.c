/* tvm_call.c: checks what a framework gives to a kernel, and launches it: on the CPU here, on CUDA by tvm_cuda.c. */
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "base/parallel.h"
#include "rustg/kernel.h"
#include "runtime/cpu_run.h"
#include "tvm/tvm_internal.h"
#include "tvm/tvm_value.h"

enum { COMMON_BLOCK = 256, LARGEST_BLOCK = 1024, MOST_GRID_YZ = 65535, SHAPE_NUMBERS = 6 };

/* "argument 1 of saxpy, `x: &[f32]`: " */
#define TVM_PLACE          "argument %u of %s, `%s`: "
#define TVM_PLACE_OF(c, i) (unsigned)(i), (c)->kernel->name, (c)->kernel->params[i].text

/* The memory of an argument. */
typedef struct tvm_memory {
    uint64_t start, n_elements;
    uint32_t param;
} tvm_memory;

typedef struct tvm_checked {
    tvm_memory memories[TVM_MOST_PARAMS];
    uint32_t n_memories;
    bool has_device;
} tvm_checked;

static const tvm_tensor *tvm_tensor_of(const tvm_any *given)
{
    if (given->type_index == TVM_TENSOR_POINTER)
        return given->pointer;
    if (given->type_index == TVM_TENSOR)
        return (const tvm_tensor *)(const void *)((const char *)given->pointer + TVM_OBJECT_BYTES);
    return NULL;
}

static bool tvm_is_dense(const tvm_tensor *t)
{
    int64_t expected = 1;
    for (int32_t i = t->n_dimensions; t->strides && i-- > 0;) {
        if (t->shape[i] == 0)
            return true;
        if (t->shape[i] != 1 && t->strides[i] != expected)
            return false;
        expected *= t->shape[i];
    }
    return true;
}

static bool tvm_is_number(const tvm_any *given)
{
    return given->type_index == TVM_INT || given->type_index == TVM_BOOL || given->type_index == TVM_FLOAT;
}

/* All tensors lie on one device, which runs the kernel. */
static int tvm_check_device(tvm_call *c, tvm_checked *checked, uint32_t i, const tvm_tensor *t)
{
    const int32_t type = t->device_type;
    const bool is_on_cuda = type == TVM_ON_CUDA || type == TVM_ON_CUDA_MANAGED;
    const int32_t device = is_on_cuda ? t->device : 0;
    if (!is_on_cuda && type != TVM_ON_CPU && type != TVM_ON_CUDA_HOST)
        return tvm_raise("ValueError",
                         TVM_PLACE "the tensor's DLPack device type is %d; kernels use host and CUDA memory",
                         TVM_PLACE_OF(c, i), (int)type);
    if (checked->has_device && (is_on_cuda != c->is_on_cuda || device != c->device))
        return tvm_raise("ValueError", TVM_PLACE "the tensor is on %s:%d, and one before it on %s:%d",
                         TVM_PLACE_OF(c, i), is_on_cuda ? "cuda" : "cpu", (int)device, c->is_on_cuda ? "cuda" : "cpu",
                         (int)c->device);
    checked->has_device = true;
    c->is_on_cuda = is_on_cuda;
    c->device = device;
    return 0;
}

static int tvm_check_chars(tvm_call *c, uint32_t i, const uint32_t *codes, uint64_t n)
{
    for (uint64_t k = 0; k < n; k++)
        if (codes[k] > 0x10FFFF || (codes[k] >= 0xD800 && codes[k] < 0xE000))
            return tvm_raise("ValueError", TVM_PLACE "a number of the tensor is no char", TVM_PLACE_OF(c, i));
    return 0;
}

typedef struct tvm_name {
    char text[64];
} tvm_name;

/* A type of DLPack's as numpy and torch call it. */
static const char *tvm_type_name(const tvm_tensor *t, tvm_name *name)
{
    static const char *const KINDS[] = {"int", "uint", "float", "handle", "bfloat", "complex", "bool"};
    static const char *const NARROW[] = {"float8_e3m4",     "float8_e4m3",   "float8_e4m3b11fnuz", "float8_e4m3fn",
                                         "float8_e4m3fnuz", "float8_e5m2",   "float8_e5m2fnuz",    "float8_e8m0fnu",
                                         "float6_e2m3fn",   "float6_e3m2fn", "float4_e2m1fn"};
    const unsigned n_kinds = sizeof KINDS / sizeof *KINDS, n_narrow = sizeof NARROW / sizeof *NARROW;
    const unsigned code = t->type_code, bits = t->type_bits;
    char *text = name->text;
    int n;
    if (code == 6 && bits == 8)
        n = snprintf(text, sizeof name->text, "bool");
    else if (code < n_kinds)
        n = snprintf(text, sizeof name->text, "%s%u", KINDS[code], bits);
    else if (code - n_kinds < n_narrow)
        n = snprintf(text, sizeof name->text, "%s", NARROW[code - n_kinds]);
    else
        n = snprintf(text, sizeof name->text, "DLPack's type %u of %u bits", code, bits);
    if (t->lanes != 1)
        snprintf(text + n, sizeof name->text - (size_t)n, " in vectors of %u", t->lanes);
    return text;
}

static int tvm_take_tensor(tvm_call *c, tvm_checked *checked, uint32_t i, const tvm_tensor *t)
{
    const tvm_param *param = &c->kernel->params[i];
    uint64_t n = 1;
    if (!param->bits || t->lanes != 1 || t->type_code != param->code || t->type_bits != param->bits)
        return tvm_raise("TypeError", TVM_PLACE "the tensor holds %s, not %s", TVM_PLACE_OF(c, i),
                         tvm_type_name(t, &(tvm_name){0}), rustg_element_name(param->element));
    for (int32_t k = 0; k < t->n_dimensions; k++)
        n *= (uint64_t)t->shape[k];
    if (!tvm_is_dense(t))
        return tvm_raise("ValueError", TVM_PLACE "the tensor is not dense in C order: make it contiguous first",
                         TVM_PLACE_OF(c, i));
    if (tvm_check_device(c, checked, i, t))
        return -1;
    /* The pointer of an empty slice is aligned and not null. */
    uint64_t start = n ? (uint64_t)(uintptr_t)t->data + t->byte_offset : param->align;
    if (start % param->align)
        return tvm_raise("ValueError", TVM_PLACE "the tensor is not aligned to %u bytes", TVM_PLACE_OF(c, i),
                         (unsigned)param->align);
    if (param->element == RUSTG_ELEMENT_CHAR && !c->is_on_cuda &&
        tvm_check_chars(c, i, (const uint32_t *)(uintptr_t)start, n))
        return -1;
    checked->memories[checked->n_memories++] = (tvm_memory){start, n, i};
    uint64_t *value = &c->values[c->n_params];
    value[0] = start;
    c->params[c->n_params++] = value;
    if (param->role != RUSTG_PARAM_POINTER) {
        value[1] = n;
        c->params[c->n_params++] = value + 1;
    }
    return 0;
}

static const char *tvm_wanted(const tvm_param *param)
{
    if (param->element == RUSTG_ELEMENT_BOOL)
        return "a bool";
    const bool is_whole = param->element == RUSTG_ELEMENT_CHAR || param->code == 0 || param->code == 1;
    return is_whole ? "a whole number" : "a number";
}

static int tvm_take_scalar(tvm_call *c, uint32_t i, const tvm_any *given)
{
    const tvm_param *param = &c->kernel->params[i];
    uint64_t *value = &c->values[c->n_params];
    if (!param->size) /* nothing is passed for a type without bytes */
        return 0;
    c->params[c->n_params++] = value;
    switch (tvm_value(param, given, value)) {
    case TVM_FITS: return 0;
    case TVM_OUT_OF_RANGE:
        return tvm_raise("ValueError", TVM_PLACE "%lld does not fit", TVM_PLACE_OF(c, i), (long long)given->integer);
    case TVM_WRONG_TYPE:
        return tvm_raise("TypeError", TVM_PLACE "%s is wanted%s", TVM_PLACE_OF(c, i), tvm_wanted(param),
                         tvm_tensor_of(given)   ? ", not a tensor"
                         : tvm_is_number(given) ? ", not a number of another type"
                                                : "");
    case TVM_NO_SUCH_VALUES: break;
    }
    return tvm_raise("TypeError", TVM_PLACE "values of this type cannot be given by tvm-ffi", TVM_PLACE_OF(c, i));
}

static int tvm_take_argument(tvm_call *c, tvm_checked *checked, uint32_t i, const tvm_any *given)
{
    const uint32_t role = c->kernel->params[i].role;
    const tvm_tensor *t = tvm_tensor_of(given);
    if (role == RUSTG_PARAM_SCALAR)
        return tvm_take_scalar(c, i, given);
    if (t)
        return tvm_take_tensor(c, checked, i, t);
    if (role != RUSTG_PARAM_POINTER)
        return tvm_raise("TypeError", TVM_PLACE "a tensor is wanted", TVM_PLACE_OF(c, i));
    if (given->type_index != TVM_NONE && given->type_index != TVM_INT && given->type_index != TVM_OPAQUE_POINTER)
        return tvm_raise("TypeError", TVM_PLACE "a tensor or an address is wanted", TVM_PLACE_OF(c, i));
    c->values[c->n_params] = given->type_index == TVM_NONE ? 0 : (uint64_t)given->integer;
    c->params[c->n_params] = &c->values[c->n_params];
    c->n_params++;
    return 0;
}

/* What a kernel writes by threads of its own overlaps nothing else. */
static int tvm_check_overlap(const tvm_call *c, const tvm_checked *checked)
{
    const tvm_param *params = c->kernel->params;
    for (uint32_t i = 0; i < checked->n_memories; i++)
        for (uint32_t k = 0; k < checked->n_memories; k++) {
            const tvm_memory *to = &checked->memories[i], *other = &checked->memories[k];
            if (i == k || params[to->param].role != RUSTG_PARAM_GRID_MUT || !to->n_elements || !other->n_elements)
                continue;
            if (to->start < other->start + other->n_elements * params[other->param].size &&
                other->start < to->start + to->n_elements * params[to->param].size)
                return tvm_raise("ValueError", TVM_PLACE "the output overlaps `%s`", TVM_PLACE_OF(c, to->param),
                                 params[other->param].text);
        }
    return 0;
}

/* ---- the shape ---- */

/* The most threads of a block that the kernel is compiled for. */
static uint32_t tvm_most_threads(const tvm_kernel *kernel)
{
    if (kernel->block[0])
        return kernel->block[0] * kernel->block[1] * kernel->block[2];
    return kernel->max_threads ? kernel->max_threads : LARGEST_BLOCK;
}

static uint64_t tvm_block_threads(const tvm_call *c)
{
    return (uint64_t)c->block[0] * c->block[1] * c->block[2];
}

static int tvm_shape_for(tvm_call *c, uint64_t n_elements)
{
    const tvm_kernel *kernel = c->kernel;
    const uint32_t most = tvm_most_threads(kernel), common = most < COMMON_BLOCK ? most : COMMON_BLOCK;
    for (int i = 0; i < 3; i++) {
        c->block[i] = kernel->block[0] ? kernel->block[i] : i ? 1 : common;
        c->grid[i] = 1;
    }
    const uint64_t n = tvm_block_threads(c), n_blocks = n_elements / n + (n_elements % n != 0);
    if (n_blocks > INT_MAX)
        return tvm_raise("ValueError", "kernel %s: %llu elements are too many for one launch", kernel->name,
                         (unsigned long long)n_elements);
    c->grid[0] = (uint32_t)n_blocks;
    return 0;
}

static int tvm_shape_of(tvm_call *c, const tvm_any *numbers)
{
    for (int i = 0; i < SHAPE_NUMBERS; i++) {
        const int64_t n = numbers[i].integer, most = i == 0 ? INT_MAX : i < 3 ? MOST_GRID_YZ : LARGEST_BLOCK;
        if (numbers[i].type_index != TVM_INT || n < 1 || n > most)
            return tvm_raise("ValueError", "kernel %s: grid and block are six numbers above 0, and number %d is not",
                             c->kernel->name, i);
        *(i < 3 ? &c->grid[i] : &c->block[i - 3]) = (uint32_t)n;
    }
    const uint32_t most = tvm_most_threads(c->kernel);
    if (tvm_block_threads(c) > most)
        return tvm_raise("ValueError", "a block of kernel %s has at most %u threads", c->kernel->name, (unsigned)most);
    return 0;
}

/* Without numbers, a thread for each element of the outputs, which must agree. */
static int tvm_choose_shape(tvm_call *c, const tvm_checked *checked, const tvm_any *numbers, int32_t n_numbers)
{
    uint64_t n = 0;
    bool has_output = false;
    if (n_numbers == SHAPE_NUMBERS)
        return tvm_shape_of(c, numbers);
    if (n_numbers == 1 && (numbers->type_index != TVM_INT || numbers->integer < 0))
        return tvm_raise("ValueError", "kernel %s: the number of elements is no number from 0 on", c->kernel->name);
    if (n_numbers == 1)
        return tvm_shape_for(c, (uint64_t)numbers->integer);
    for (uint32_t i = 0; i < checked->n_memories; i++) {
        const tvm_memory *memory = &checked->memories[i];
        if (c->kernel->params[memory->param].role != RUSTG_PARAM_GRID_MUT)
            continue;
        if (has_output && n != memory->n_elements)
            return tvm_raise("ValueError",
                             "the outputs of %s differ in size: give how many elements, or grid and block",
                             c->kernel->signature);
        has_output = true;
        n = memory->n_elements;
    }
    if (!has_output)
        return tvm_raise("ValueError", "%s has no output: give how many elements, or grid and block",
                         c->kernel->signature);
    return tvm_shape_for(c, n);
}

/* ---- the launch ---- */

static uint32_t tvm_cpu_threads(void)
{
    static atomic_uint known;
    uint32_t n = atomic_load_explicit(&known, memory_order_relaxed);
    if (!n) {
        n = parallel_hardware_threads();
        atomic_store_explicit(&known, n, memory_order_relaxed);
    }
    return n;
}

static int tvm_cpu_launch(const tvm_call *c)
{
    const tvm_kernel *kernel = c->kernel;
    cpu_run_shape how = {.static_shared = (uint32_t)*kernel->shared_bytes, .n_threads = tvm_cpu_threads()};
    panic_record panic = {0};
    rustg_error error;
    cpu_kernel *function;
    memcpy(&function, &kernel->function, sizeof function);
    memcpy(how.grid, c->grid, sizeof how.grid);
    memcpy(how.block, c->block, sizeof how.block);
    const rustg_status status = cpu_run(function, &how, (cpu_call)*kernel->call_kind, c->params, &panic, &error);
    if (panic.state)
        return tvm_raise_panic(c->module, &panic);
    if (status != RUSTG_OK)
        return tvm_raise(status == RUSTG_ERR_MEMORY ? "MemoryError" : "RuntimeError", "kernel %s: %s", kernel->name,
                         error.message);
    return 0;
}

int rustg_tvm_call(const tvm_module *module, uint32_t kernel, const void *args, int32_t n_args)
{
    const tvm_any *given = args;
    tvm_call c = {.module = module, .kernel = &module->kernels[kernel]};
    tvm_checked checked;
    const int32_t n = (int32_t)c.kernel->n_params, n_more = n_args - n;
    checked.n_memories = 0;
    checked.has_device = false;
    if (n_more != 0 && n_more != 1 && n_more != SHAPE_NUMBERS)
        return tvm_raise(
            "TypeError",
            "kernel %s takes %d arguments, and perhaps a number of elements or six of grid and block, not %d",
            c.kernel->signature, (int)n, (int)n_args);
    for (int32_t i = 0; i < n; i++)
        if (tvm_take_argument(&c, &checked, (uint32_t)i, &given[i]))
            return -1;
    if (tvm_check_overlap(&c, &checked) || tvm_choose_shape(&c, &checked, given + n, n_more))
        return -1;
    if (!c.grid[0])
        return 0;
    return c.is_on_cuda ? tvm_cuda_launch(&c) : tvm_cpu_launch(&c);
}

int rustg_tvm_wait(const tvm_module *module)
{
    return tvm_cuda_wait(module);
}
