/* emit_cuda_name.c: makes names of kernels that CUDA C++ accepts. */
#include "codegen/cuda/emit_cuda.h"

static const char *const emit_cuda_reserved[] = {
#define RESERVED(word) #word,
#include "codegen/cuda/emit_reserved.def"
};

/* Whether it is a word of ours, such as name_fn12, or of the toolkit's vector types and intrinsics. A kernel may have
 * the name of a value or local, because no text calls a kernel. */
static bool emit_cuda_has_reserved_form(const char *name)
{
    static const char digits_and_letters[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_";
    static const char *const starts[] = {"rustg_", "make_", "atomic", "tex", "surf", "cuda", "nv", "operator"};
    static const char *const vectors[] = {"char",  "uchar",    "short",     "ushort", "int",    "uint", "long",
                                          "ulong", "longlong", "ulonglong", "float",  "double", "dim"};
    static const char *const ends[] = {"_fn", "_g", "_t"};
    size_t n = strlen(name), digits = n;
    if (name[0] == '_')
        return true;
    if (name[strspn(name, digits_and_letters)])
        return true;
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++)
        if (strncmp(name, starts[i], strlen(starts[i])) == 0)
            return true;
    while (digits && strchr("0123456789", name[digits - 1]))
        digits--;
    if (digits == n)
        return n > 2 && strcmp(name + n - 2, "_t") == 0;
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++)
        if (strlen(vectors[i]) == digits && memcmp(name, vectors[i], digits) == 0)
            return true;
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        size_t k = strlen(ends[i]);
        if (digits >= k && memcmp(name + digits - k, ends[i], k) == 0)
            return true;
    }
    return false;
}

static bool emit_cuda_is_reserved(const char *name)
{
    if (emit_cuda_has_reserved_form(name))
        return true;
    for (size_t i = 0; i < sizeof emit_cuda_reserved / sizeof emit_cuda_reserved[0]; i++)
        if (name[0] == emit_cuda_reserved[i][0] && strcmp(name, emit_cuda_reserved[i]) == 0)
            return true;
    return false;
}

static bool emit_cuda_is_taken(const emit *e, const char *name)
{
    for (ir_function_id id = 1; id < e->m->functions.n; id++)
        if (e->kernel_names[id] && strcmp(e->kernel_names[id], name) == 0)
            return true;
    return false;
}

/* Makes words of letters only that nobody else uses: "K" and base-26 digits, as long as the name. */
static const char *emit_cuda_stand_in(emit *e, const char *name)
{
    size_t n = strlen(name);
    char *word = arena_alloc(e->a, n + 1);
    for (uint64_t number = 0; number < 100000; number++) {
        uint64_t rest = number;
        memset(word, 'K', n);
        for (size_t i = n; i-- > 1 && rest; rest /= 25)
            word[i] = (char)("ABCDEFGHIJLMNOPQRSTUVWXYZ"[(rest - 1) % 25]);
        if (!emit_cuda_is_reserved(word) && !emit_cuda_is_taken(e, word))
            return word;
        if (n == 1)
            break;
    }
    return name;
}

/* Gives an entry that cannot have its name in CUDA C++ a stand-in of equal length, which tool_nvrtc turns back. */
void emit_cuda_kernel_names(emit *e)
{
    ir_module *m = e->m;
    for (ir_function_id id = 1; id < m->functions.n; id++)
        if (m->functions.at[id].is_kernel)
            e->kernel_names[id] = m->functions.at[id].name;
    for (ir_function_id id = 1; id < m->functions.n; id++)
        if (m->functions.at[id].is_kernel && !m->functions.at[id].coarse_of &&
            emit_cuda_is_reserved(e->kernel_names[id]))
            e->kernel_names[id] = emit_cuda_stand_in(e, e->kernel_names[id]);
}
