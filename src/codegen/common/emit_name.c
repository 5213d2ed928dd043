/* emit_name.c: identifiers of the text. */
#include "codegen/common/emit.h"

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Letters, digits and single _ only; at most 60 characters. Never empty. */
const char *emit_clean(emit *e, const char *name, const char *otherwise)
{
    char clean[64];
    size_t n = 0;
    for (const char *at = name ? name : ""; *at && n < 60; at++) {
        char c = is_letter(*at) || is_digit(*at) ? *at : '_';
        if (c == '_' && (n == 0 || clean[n - 1] == '_'))
            continue;
        if (n == 0 && is_digit(c))
            clean[n++] = 'n';
        clean[n++] = c;
    }
    while (n && clean[n - 1] == '_')
        n--;
    return n ? arena_text(e->a, clean, n) : otherwise;
}

const char *emit_local_name(emit *e, ir_local l)
{
    return emit_print(e, "%s_%u", emit_clean(e, e->f->locals.at[l].name, "local"), l);
}

const char *emit_function_name(emit *e, ir_function_id f)
{
    if (e->m->functions.at[f].is_kernel && !(e->function_flags[f] & EMIT_ADDRESSED))
        return e->kernel_names[f];
    return emit_print(e, "%s_fn%u", emit_clean(e, e->m->functions.at[f].name, "f"), f);
}

const char *emit_global_name(emit *e, ir_global_id g)
{
    return emit_print(e, "%s_g%u", emit_clean(e, e->m->globals.at[g].name, "data"), g);
}

static const char *const reserved_words[] = {
#define RESERVED(word) #word,
#include "codegen/common/emit_reserved.def"
};

/* A word of ours, name_fn12 and the like, or of the toolkit's vector types and intrinsics. Names of values and locals
 * may be a kernel's, since no text calls a kernel. */
static bool has_reserved_form(const char *name)
{
    static const char *const starts[] = {"rustg_", "make_", "atomic", "tex", "surf", "cuda", "nv", "operator"};
    static const char *const vectors[] = {"char",  "uchar",    "short",     "ushort", "int",    "uint", "long",
                                          "ulong", "longlong", "ulonglong", "float",  "double", "dim"};
    static const char *const ends[] = {"_fn", "_g", "_t"};
    size_t n = strlen(name), digits = n;
    if (name[0] == '_')
        return true;
    for (const char *at = name; *at; at++)
        if (!is_letter(*at) && !is_digit(*at))
            return true;
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++)
        if (strncmp(name, starts[i], strlen(starts[i])) == 0)
            return true;
    while (digits && is_digit(name[digits - 1]))
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

static bool is_reserved(const char *name)
{
    if (has_reserved_form(name))
        return true;
    for (size_t i = 0; i < sizeof reserved_words / sizeof reserved_words[0]; i++)
        if (strcmp(name, reserved_words[i]) == 0)
            return true;
    return false;
}

static bool is_taken(const emit *e, const char *name)
{
    for (ir_function_id id = 1; id < e->m->functions.n; id++)
        if (e->kernel_names[id] && strcmp(e->kernel_names[id], name) == 0)
            return true;
    return false;
}

/* Words of letters only that are nobody's: "K" and base-26 digits, as long as the name. */
static const char *stand_in(emit *e, const char *name)
{
    size_t n = strlen(name);
    char *word = arena_alloc(e->a, n + 1);
    for (uint64_t number = 0; number < 100000; number++) {
        uint64_t rest = number;
        memset(word, 'K', n);
        for (size_t i = n; i-- > 1 && rest; rest /= 25)
            word[i] = (char)("ABCDEFGHIJLMNOPQRSTUVWXYZ"[(rest - 1) % 25]);
        if (!is_reserved(word) && !is_taken(e, word))
            return word;
        if (n == 1)
            break;
    }
    return name;
}

/* In CUDA C++ an entry that cannot have its name there gets a stand-in of equal length, which tool_nvrtc turns back. */
void emit_kernel_names(emit *e)
{
    ir_module *m = e->m;
    const char *prefix = e->o->c_prefix ? e->o->c_prefix : "rustg_cpu_";
    e->kernel_names = ARENA_ARRAY(e->a, const char *, m->functions.n + 1);
    for (ir_function_id id = 1; id < m->functions.n; id++)
        if (m->functions.at[id].is_kernel)
            e->kernel_names[id] =
                e->cuda ? m->functions.at[id].name : emit_print(e, "%s%s", prefix, m->functions.at[id].name);
    for (ir_function_id id = 1; e->cuda && id < m->functions.n; id++)
        if (m->functions.at[id].is_kernel && !m->functions.at[id].coarse_of && is_reserved(e->kernel_names[id]))
            e->kernel_names[id] = stand_in(e, e->kernel_names[id]);
}
