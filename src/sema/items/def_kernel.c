/* def_kernel.c: finds the functions that are kernels, and checks their options and form. */
#include <stdlib.h>

#include "sema/entry_name.h"
#include "sema/items/def_table.h"
#include "sema/thir.h"
#include "sema/names/resolve.h"
#include "rustg/diagnostic_kind.h"

/* ---- #[kernel(block = 256, max_threads = .., min_blocks = .., fast_math, adjoint, tangent)] ---- */

static void def_option_error(sema *s, sema_span at, const char *message)
{
    sema_report r = sema_error(s, RUSTG_DIAG_KERNEL_OPTION, at);
    sema_arg(&r, "%s", message);
}

static bool def_option_number(sema *s, uint32_t file, uint32_t tok, uint32_t most, uint32_t *value)
{
    if (def_tok_kind(s, file, tok) == RUSTG_TOK_INT) {
        const sema_file *f = s->files.at[file];
        uint64_t n = 0;
        bool good = true;
        for (uint32_t i = f->toks.start[tok]; i < f->toks.end[tok]; i++) {
            uint8_t c = f->bytes[i];
            if (c >= '0' && c <= '9' && n <= most)
                n = 10 * n + (uint64_t)(c - '0');
            else
                good = good && (c == '_' || (c >= '0' && c <= '9'));
        }
        if (good && n && n <= most) {
            *value = (uint32_t)n;
            return true;
        }
    }
    def_option_error(s, syntax_tok_span(s, file, tok),
                     arena_format(s->memory, "a whole number from 1 to %u is expected here", most));
    return false;
}

static void def_kernel_read_option(sema *s, uint32_t file, uint32_t first, uint32_t last, sema_kernel *kernel)
{
    enum { MAX_THREADS = 1024 };
    const char *name = sema_text(s, syntax_tok_name(s, file, first));
    bool has_value = last > first + 2 && def_tok_kind(s, file, first + 1) == RUSTG_TOK_EQ;
    uint32_t value = first + 2;
    if (strcmp(name, "fast_math") == 0 && last == first + 1) {
        kernel->fast_math = true;
    } else if (strcmp(name, "adjoint") == 0 && last == first + 1) {
        kernel->adjoint = true;
    } else if (strcmp(name, "tangent") == 0 && last == first + 1) {
        kernel->tangent = true;
    } else if (strcmp(name, "second") == 0 && last == first + 1) {
        kernel->second = true;
    } else if (strcmp(name, "second_adjoint") == 0 && last == first + 1) {
        kernel->second_adjoint = true;
    } else if (strcmp(name, "block") == 0 && has_value) {
        uint32_t n = 0, at = value, end = last;
        if (def_tok_kind(s, file, value) == RUSTG_TOK_L_PAREN) {
            at = value + 1;
            end = last - 1;
        }
        kernel->block[0] = kernel->block[1] = kernel->block[2] = 1;
        uint32_t entry, entry_last;
        while (def_attr_entry(s, file, &at, end, &entry, &entry_last))
            if (entry < entry_last && n < 3 &&
                def_option_number(s, file, entry, n == 2 ? 64 : MAX_THREADS, &kernel->block[n]))
                n++;
        if (!n)
            memset(kernel->block, 0, sizeof kernel->block);
        else if ((uint64_t)kernel->block[0] * kernel->block[1] * kernel->block[2] > MAX_THREADS)
            def_option_error(s, def_toks_span(s, file, value, last), "a block has at most 1024 threads");
    } else if (strcmp(name, "max_threads") == 0 && has_value) {
        def_option_number(s, file, value, MAX_THREADS, &kernel->max_threads);
    } else if (strcmp(name, "min_blocks") == 0 && has_value) {
        def_option_number(s, file, value, 32, &kernel->min_blocks);
    } else {
        def_option_error(s, def_toks_span(s, file, first, last),
                         "the options are `block = 256` or `block = (16, 16)`, `max_threads = 256`, `min_blocks = 2`, "
                         "`fast_math`, `adjoint`, `tangent`, `second` and `second_adjoint`");
    }
}

static bool def_finds_macro(sema *s, sema_def scope, sema_symbol name)
{
    const scope_name found = resolve_in_scope(s, scope, name, NAMESPACE_MACRO);
    resolve_note_import(s, found.found.import, name, NAMESPACE_MACRO);
    return found.is_macro;
}

/* Is the attribute's path rustg_std's? */
static bool def_is_of_library(sema *s, sema_def fn, const def_attr *attr, sema_symbol name)
{
    if (attr->path_end == attr->path + 1)
        return def_finds_macro(s, def_get(s, fn)->parent, name);
    uint32_t first = attr->path + (def_tok_kind(s, attr->file, attr->path) == RUSTG_TOK_COLON ? 2 : 0);
    return syntax_tok_name(s, attr->file, first) == def_tab(s)->names.rustg_std;
}

static bool def_names_kernel(sema *s, sema_def fn, const def_attr *attr)
{
    return def_is_of_library(s, fn, attr, def_tab(s)->names.kernel);
}

bool def_names_attribute(sema *s, sema_def fn, const def_attr *attr, const char *name)
{
    if (def_is_of_library(s, fn, attr, sema_intern_text(s, name)))
        return true;
    sema_report r = sema_error(s, RUSTG_DIAG_NO_ATTRIBUTE, def_toks_span(s, attr->file, attr->path, attr->path_end));
    sema_arg(&r, "%s", name);
    sema_help(&r, "consider importing this attribute macro with all that kernels use: `use rustg_std::prelude::*;`");
    return false;
}

void def_check_no_function(sema *s, sema_def d)
{
    static const struct {
        const char *name;
        uint32_t kind;
    } marks[] = {{"kernel", RUSTG_DIAG_KERNEL_FORM}, {"derivative", RUSTG_DIAG_DERIVATIVE_FORM}};
    def_attr attr;
    for (size_t i = 0; i < sizeof marks / sizeof *marks && def_get(s, d)->node.node; i++)
        if (def_find_attr(s, def_get(s, d)->node, marks[i].name, 0, &attr) &&
            def_is_of_library(s, d, &attr, sema_intern_text(s, marks[i].name))) {
            sema_report r = sema_error(s, marks[i].kind, sema_node_span(s, attr.node));
            sema_arg(&r, "`#[%s]` marks functions", marks[i].name);
        }
}

static const char *def_entry_name(sema *s, sema_def fn)
{
    const char *path = def_path(s, fn), *name = "";
    for (const char *colon; (colon = strstr(path, "::")) != NULL; path = colon + 2)
        name = arena_format(s->memory, "%s%.*s__", name, (int)(colon - path), path);
    return arena_format(s->memory, "%s%s", name, path);
}

bool def_is_marked_kernel(sema *s, sema_def fn)
{
    def_attr attr;
    return def_kind_of(s, fn) == DEF_FN && def_find_attr(s, def_get(s, fn)->node, "kernel", 0, &attr) &&
           def_names_kernel(s, fn, &attr);
}

static void def_add_kernel(sema *s, const sema_kernel *kernel)
{
    for (uint32_t i = 0; i < def_tab(s)->kernels.n; i++) {
        const sema_kernel *other = &def_tab(s)->kernels.at[i];
        if (strcmp(other->name, kernel->name) != 0)
            continue;
        if (other->fn == kernel->fn && other->n_args == kernel->n_args &&
            (!kernel->n_args || memcmp(other->args, kernel->args, kernel->n_args * sizeof *kernel->args) == 0))
            return; /* asked for twice */
        sema_report r = sema_error(s, RUSTG_DIAG_KERNEL_FORM, def_span(s, kernel->fn));
        sema_arg(&r, "two kernels have the entry name `%s`", kernel->name);
        return;
    }
    vec_push(s->memory, &def_tab(s)->kernels, *kernel);
}

void def_check_kernel(sema *s, sema_def fn)
{
    sema_node node = def_get(s, fn)->node;
    def_attr attr;
    if (!def_find_attr(s, node, "kernel", 0, &attr))
        return;
    sema_span attr_span = sema_node_span(s, attr.node);
    if (!def_names_attribute(s, fn, &attr, "kernel"))
        return;
    sema_kernel kernel = {.fn = fn};
    def_kind above = def_kind_of(s, def_get(s, fn)->parent);
    if (above == DEF_TRAIT || above == DEF_IMPL || above == DEF_BLOCK) {
        sema_report r = sema_error(s, RUSTG_DIAG_KERNEL_FORM, attr_span);
        sema_arg(&r, "%s", "a kernel is a free function of a module");
        sema_help(&r, above == DEF_BLOCK ? "move it out of the function"
                                         : "move it out, and let what it has of `self` be parameters");
        return;
    }
    if (attr.first < attr.last && def_tok_kind(s, attr.file, attr.first) == RUSTG_TOK_L_PAREN) {
        uint32_t at = attr.first + 1, entry, entry_last;
        while (def_attr_entry(s, attr.file, &at, attr.last - 1, &entry, &entry_last))
            if (entry < entry_last)
                def_kernel_read_option(s, attr.file, entry, entry_last, &kernel);
    }
    uint32_t n;
    const sema_def *own = def_own_params(s, fn, &n);
    bool generic = false;
    for (uint32_t i = 0; i < n; i++) {
        if (def_kind_of(s, own[i]) == DEF_LIFETIME_PARAM)
            continue;
        generic = true;
        break;
    }
    def_sig sig = def_fn_sig(s, fn);
    if (sig.output != ty_unit(s) && sig.output != TY_ERROR) {
        sema_node result = syntax_fn_of(s, node).result;
        sema_report r =
            sema_error(s, RUSTG_DIAG_KERNEL_FORM, syntax_is(result) ? sema_node_span(s, result) : def_span(s, fn));
        sema_arg(&r, "%s", "a kernel returns nothing");
        sema_help(&r, "write results to a `GridMut` parameter");
    }
    for (uint32_t i = 0; i < sig.n_inputs; i++)
        def_check_param(s, fn, i, sig.inputs[i], sig.is_unsafe);
    kernel.name = def_entry_name(s, fn);
    if (generic)
        vec_push(s->memory, &def_tab(s)->generic_kernels, kernel);
    else
        def_add_kernel(s, &kernel);
}

/* ---- Instances of generic kernels ---- */

/* One that is not of an array's type. */
static bool def_has_semicolon(const char *text)
{
    uint32_t depth = 0;
    for (; *text; text++) {
        if (*text == ';' && depth == 0)
            return true;
        depth += *text == '[';
        depth -= *text == ']' && depth > 0;
    }
    return false;
}

/* The function that a path in the root module leads to, as far as its `<`; 0: none. */
static sema_def def_asked_fn(sema *s, sema_def crate, const char *text)
{
    VEC(syntax_segment) segments = {0};
    for (const char *at = text + strspn(text, " \t\r\n"); *at && *at != '<';) {
        const size_t n = strcspn(at, ": \t\r\n<");
        if (n)
            vec_push(s->memory, &segments, ((syntax_segment){.name = sema_intern(s, at, n)}));
        at += n + strspn(at + n, ": \t\r\n");
    }
    const syntax_path path = {.segments = segments.at, .n_segments = segments.n};
    const res found = path.n_segments ? resolve_path(s, crate, &path, NAMESPACE_VALUE, true) : (res){0};
    return found.kind == RES_DEF && def_kind_of(s, found.def) == DEF_FN ? found.def : 0;
}

/* The user's text is a statement in the root module, so its names are looked up there, and its arguments are checked as
 * those of any path. */
void def_ask_instances(sema *s, sema_def crate)
{
    for (uint32_t i = 0; s->options && i < s->options->n_instances; i++) {
        const sema_def fn = def_asked_fn(s, crate, s->options->instances[i]);
        const sema_span at = fn ? def_span(s, fn) : (sema_span){def_get(s, crate)->node.file, 0, 0};
        const char *text = arena_format(s->memory, "const _:()={crate::%s;};", s->options->instances[i]);
        const sema_node root = syntax_expand_items(s, text, at, NULL, 0),
                        item = syntax_is(root) ? syntax_child_of(s, root, RUSTG_AST_ItemConst) : root;
        if (!syntax_is(item) || def_has_semicolon(s->options->instances[i])) {
            sema_report r = sema_error(s, RUSTG_DIAG_KERNEL_FORM, at);
            sema_arg(&r, "`%s` is no instance of a kernel, as in `k::<f32>`", s->options->instances[i]);
            continue;
        }
        if (!fn) {
            sema_report r = sema_error(s, RUSTG_DIAG_KERNEL_FORM, at);
            sema_arg(&r, "`%s` names no generic kernel", s->options->instances[i]);
            continue;
        }
        const def_info about = {.kind = DEF_CONST, .parent = crate, .node = item, .name = def_tab(s)->names.underscore};
        const sema_def d = def_add(s, about);
        def_register_body(s, d);
        vec_push(s->memory, &def_tab(s)->instances, ((def_instance){s->options->instances[i], d, at}));
    }
}

static const sema_kernel *def_generic_kernel(const sema *s, sema_def fn)
{
    const def_table *t = def_tab(s);
    for (uint32_t i = 0; i < t->generic_kernels.n; i++)
        if (t->generic_kernels.at[i].fn == fn)
            return &t->generic_kernels.at[i];
    return NULL;
}

void def_find_instances(sema *s)
{
    for (uint32_t i = 0; i < def_tab(s)->instances.n; i++) {
        const def_instance asked = def_tab(s)->instances.at[i];
        const thir_body *body = sema_body(s, asked.constant);
        if (!body || body->failed)
            continue;
        bool is_found = false;
        for (uint32_t e = 1; e < body->exprs.n && !is_found; e++) {
            const thir_node *node = &body->exprs.at[e];
            const ty_info *fn = node->op == THIR_FN ? ty_get(s, node->ty) : NULL;
            const sema_kernel *generic = fn && fn->kind == TY_FN_DEF ? def_generic_kernel(s, fn->def) : NULL;
            if (!generic)
                continue;
            sema_kernel kernel = *generic;
            const size_t n_name = entry_name_of(asked.text, NULL, 0);
            char *name = ARENA_ARRAY(s->memory, char, n_name + 1);
            entry_name_of(asked.text, name, n_name + 1);
            kernel.args = ty_args(s, ty_erase_regions(s, node->ty), &kernel.n_args);
            kernel.name = name;
            const def_sig sig = def_fn_sig(s, kernel.fn);
            const ty_subst subst = {kernel.fn, kernel.args, kernel.n_args};
            for (uint32_t p = 0; p < sig.n_inputs; p++)
                def_check_param(s, kernel.fn, p, ty_substitute(s, sig.inputs[p], &subst), sig.is_unsafe);
            def_add_kernel(s, &kernel);
            is_found = true;
        }
        if (!is_found) {
            sema_report r = sema_error(s, RUSTG_DIAG_KERNEL_FORM, asked.at);
            sema_arg(&r, "`%s` names no generic kernel", asked.text);
        }
    }
}

const sema_kernel *sema_kernels(const sema *s, uint32_t *n_kernels)
{
    *n_kernels = s->defs ? def_tab(s)->kernels.n : 0;
    return *n_kernels ? def_tab(s)->kernels.at : NULL;
}
