/* resolve_suggest.c: chooses names that the user may have meant, as rustc does. */
#include <stdlib.h>

#include "sema/items/def_table.h"
#include "sema/names/resolve.h"
#include "rustg/diagnostic_kind.h"

enum { MAX_NAME = 64 };

static char resolve_upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 32) : c;
}

static bool resolve_same_but_case(const char *a, const char *b)
{
    while (*a && resolve_upper(*a) == resolve_upper(*b)) {
        a++;
        b++;
    }
    return !*a && !*b;
}

/* The restricted Damerau-Levenshtein distance. Names that are too long count as unlike all others. */
static size_t resolve_suggest_distance(const char *a, size_t n_a, const char *b, size_t n_b)
{
    size_t rows[3][MAX_NAME + 1], *before = rows[0], *last = rows[1], *row = rows[2];
    if (n_a > MAX_NAME || n_b > MAX_NAME)
        return SIZE_MAX;
    for (size_t j = 0; j <= n_b; j++)
        last[j] = j;
    for (size_t i = 1; i <= n_a; i++) {
        row[0] = i;
        for (size_t j = 1; j <= n_b; j++) {
            size_t best = last[j - 1] + (a[i - 1] != b[j - 1]);
            if (last[j] + 1 < best)
                best = last[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && a[i - 1] != b[j - 1] &&
                before[j - 2] + 1 < best)
                best = before[j - 2] + 1;
            row[j] = best;
        }
        size_t *spare = before;
        before = last;
        last = row;
        row = spare;
    }
    return last[n_b];
}

uint32_t resolve_distance(const char *a, const char *b)
{
    size_t far = resolve_suggest_distance(a, strlen(a), b, strlen(b));
    return far < UINT32_MAX ? (uint32_t)far : UINT32_MAX;
}

typedef VEC(similar_name) name_list;

/* Sorts by text (Shell sort), because what is best must not depend on the order of a map. */
static void resolve_sort_names(const sema *s, name_list *list)
{
    for (uint32_t gap = list->n / 2; gap; gap /= 2)
        for (uint32_t i = gap; i < list->n; i++) {
            similar_name moved = list->at[i];
            uint32_t at = i;
            while (at >= gap && strcmp(sema_text(s, list->at[at - gap].name), sema_text(s, moved.name)) > 0) {
                list->at[at] = list->at[at - gap];
                at -= gap;
            }
            list->at[at] = moved;
        }
}

static int resolve_by_char(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The words between underscores, sorted: `max_size` is like `size_max`. */
static const char *resolve_sorted_words(sema *s, const char *text)
{
    char *copy = arena_text(s->memory, text, strlen(text));
    const char *words[16];
    uint32_t n = 0;
    for (char *at = copy; at && n < 16;) {
        char *end = strchr(at, '_');
        if (end)
            *end++ = 0;
        words[n++] = at;
        at = end;
    }
    qsort(words, n, sizeof *words, resolve_by_char);
    const char *all = "";
    for (uint32_t i = 0; i < n; i++)
        all = arena_format(s->memory, "%s%s_", all, words[i]);
    return all;
}

static similar_name resolve_best_of(sema *s, sema_symbol name, name_list *list)
{
    similar_name none = {0};
    const char *text = sema_text(s, name);
    size_t length = strlen(text), most = (length > 3 ? length : 3) / 3;
    if (!list->n)
        return none;
    resolve_sort_names(s, list);
    for (uint32_t i = 0; i < list->n; i++)
        if (list->at[i].name != name && resolve_same_but_case(text, sema_text(s, list->at[i].name)))
            return list->at[i];
    similar_name best = none;
    for (uint32_t i = 0; i < list->n; i++) {
        const char *other = sema_text(s, list->at[i].name);
        if (list->at[i].name == name)
            continue;
        size_t far = resolve_suggest_distance(text, length, other, strlen(other));
        if (far <= most && far > 0) {
            best = list->at[i];
            if (far == 1)
                break;
            most = far - 1;
        }
    }
    if (best.name || !strchr(text, '_'))
        return best;
    const char *words = resolve_sorted_words(s, text);
    for (uint32_t i = 0; i < list->n; i++)
        if (list->at[i].name != name && strcmp(words, resolve_sorted_words(s, sema_text(s, list->at[i].name))) == 0)
            return list->at[i];
    return none;
}

sema_symbol resolve_closest(sema *s, sema_symbol name, const sema_symbol *names, uint32_t n)
{
    name_list list = {0};
    for (uint32_t i = 0; i < n; i++)
        vec_push(s->memory, &list, (similar_name){.name = names[i]});
    return resolve_best_of(s, name, &list).name;
}

/* Modules of Rust's own crates and of rustg_std that kernels do not have. */
enum { OF_CORE = 1, OF_ALLOC = 2, OF_STD = 4, OF_RUSTG_STD = 8 };
static const struct {
    const char *name;
    uint8_t crates;
} absent_modules[] = {{"alloc", OF_CORE | OF_ALLOC | OF_STD},
                      {"any", OF_CORE | OF_STD},
                      {"arch", OF_CORE | OF_STD},
                      {"ascii", OF_CORE | OF_STD},
                      {"backtrace", OF_STD},
                      {"boxed", OF_ALLOC | OF_STD},
                      {"collections", OF_ALLOC | OF_STD},
                      {"cpu", OF_RUSTG_STD},
                      {"env", OF_STD},
                      {"error", OF_CORE | OF_STD},
                      {"ffi", OF_CORE | OF_ALLOC | OF_STD},
                      {"fs", OF_STD},
                      {"future", OF_CORE | OF_STD},
                      {"io", OF_STD},
                      {"net", OF_CORE | OF_STD},
                      {"os", OF_STD},
                      {"panic", OF_CORE | OF_STD},
                      {"path", OF_STD},
                      {"pin", OF_CORE | OF_STD},
                      {"primitive", OF_CORE | OF_STD},
                      {"process", OF_STD},
                      {"rc", OF_ALLOC | OF_STD},
                      {"string", OF_ALLOC | OF_STD},
                      {"sync", OF_ALLOC},
                      {"task", OF_CORE | OF_ALLOC | OF_STD},
                      {"thread", OF_STD},
                      {"time", OF_CORE | OF_STD},
                      {"vec", OF_ALLOC | OF_STD}};

/* Likewise items of modules that kernels do have. */
static const struct {
    const char *module, *name;
} absent_items[] = {{"borrow", "Cow"},
                    {"borrow", "ToOwned"},
                    {"cell", "RefCell"},
                    {"cell", "Ref"},
                    {"cell", "RefMut"},
                    {"cell", "OnceCell"},
                    {"cell", "LazyCell"},
                    {"cell", "BorrowError"},
                    {"cell", "BorrowMutError"},
                    {"char", "DecodeUtf16"},
                    {"char", "EscapeDebug"},
                    {"char", "EscapeDefault"},
                    {"char", "EscapeUnicode"},
                    {"char", "ParseCharError"},
                    {"char", "ToLowercase"},
                    {"char", "ToUppercase"},
                    {"char", "decode_utf16"},
                    {"fmt", "Formatter"},
                    {"fmt", "Write"},
                    {"fmt", "Result"},
                    {"fmt", "Error"},
                    {"fmt", "Arguments"},
                    {"fmt", "LowerHex"},
                    {"fmt", "UpperHex"},
                    {"fmt", "Binary"},
                    {"fmt", "Octal"},
                    {"fmt", "Pointer"},
                    {"hash", "BuildHasher"},
                    {"hash", "BuildHasherDefault"},
                    {"iter", "FusedIterator"},
                    {"marker", "PhantomPinned"},
                    {"mem", "needs_drop"},
                    {"num", "ParseFloatError"},
                    {"num", "NonZeroI128"},
                    {"num", "NonZeroU128"},
                    {"option", "Iter"},
                    {"option", "IterMut"},
                    {"ptr", "drop_in_place"},
                    {"ptr", "fn_addr_eq"},
                    {"ptr", "hash"},
                    {"result", "IntoIter"},
                    {"result", "Iter"},
                    {"result", "IterMut"},
                    {"slice", "EscapeAscii"},
                    {"str", "Bytes"},
                    {"str", "EncodeUtf16"},
                    {"str", "EscapeDebug"},
                    {"str", "EscapeDefault"},
                    {"str", "EscapeUnicode"},
                    {"str", "RMatchIndices"},
                    {"str", "RMatches"},
                    {"str", "RSplitTerminator"},
                    {"str", "SplitAsciiWhitespace"},
                    {"str", "Utf8Chunk"},
                    {"str", "Utf8Chunks"},
                    {"str", "from_utf8_mut"},
                    {"sync", "Arc"},
                    {"sync", "Barrier"},
                    {"sync", "Condvar"},
                    {"sync", "LazyLock"},
                    {"sync", "Mutex"},
                    {"sync", "MutexGuard"},
                    {"sync", "Once"},
                    {"sync", "OnceLock"},
                    {"sync", "RwLock"},
                    {"sync", "Weak"},
                    {"sync", "mpsc"},
                    {"sync::atomic", "AtomicBool"},
                    {"sync::atomic", "AtomicI16"},
                    {"sync::atomic", "AtomicI8"},
                    {"sync::atomic", "AtomicPtr"},
                    {"sync::atomic", "AtomicU16"},
                    {"sync::atomic", "AtomicU8"}};

static bool resolve_is_absent_item(sema *s, sema_def module, const char *name)
{
    if (!def_get(s, module)->is_library)
        return false;
    const char *of = def_path(s, module);
    for (uint32_t k = 0; k < sizeof absent_items / sizeof absent_items[0]; k++)
        if (strcmp(absent_items[k].module, of) == 0 && strcmp(absent_items[k].name, name) == 0)
            return true;
    return false;
}

static bool resolve_is_absent_module(sema *s, sema_def crate, const char *name)
{
    const def_names *names = &def_tab(s)->names;
    sema_symbol of = def_get(s, crate)->name;
    int mask = of == names->core ? OF_CORE : of == names->alloc ? OF_ALLOC : of == names->std ? OF_STD : OF_RUSTG_STD;
    for (uint32_t k = 0; k < sizeof absent_modules / sizeof absent_modules[0]; k++)
        if ((absent_modules[k].crates & mask) && strcmp(absent_modules[k].name, name) == 0)
            return true;
    return false;
}

/* Names of std that kernels do not have. They are valid Rust, so they are not called missing. segments[i] was not
 * found in module (0: in scope). */
bool resolve_std_only(sema *s, const syntax_segment *segments, uint32_t i, sema_def module)
{
    static const char *const in_scope[] = {"Vec", "Box", "String", "ToString", "ToOwned", "AsyncFn"};
    const char *name = sema_text(s, segments[i].name);
    bool known = false;
    if (!module && i == 0)
        for (uint32_t k = 0; k < sizeof in_scope / sizeof in_scope[0]; k++)
            known = known || strcmp(in_scope[k], name) == 0;
    else if (module && def_get(s, module)->parent == def_tab(s)->crates)
        known = resolve_is_absent_module(s, module, name);
    else if (module)
        known = resolve_is_absent_item(s, module, name);
    if (!known)
        return false;
    bool launches = module && def_get(s, module)->name == def_tab(s)->names.rustg_std;
    sema_report r = sema_error(s, RUSTG_DIAG_NOT_COMPILED_YET, segments[i].span);
    const char *path = "";
    for (uint32_t k = 0; k <= i; k++)
        path = arena_format(s->memory, "%s%s%s", path, k ? "::" : "", sema_text(s, segments[k].name));
    sema_arg(&r, "`%s`", path);
    const bool is_atomic = module && strcmp(def_path(s, module), "sync::atomic") == 0;
    sema_arg(&r, "%s",
             is_atomic ? "use an atomic integer of 32 or 64 bits, as `AtomicU32`"
             : strcmp(sema_text(s, segments[i].name), "Vec") == 0
                 ? "a kernel takes a slice, `&[T]`, writes a `GridMut<T>`, and may have arrays"
             : launches ? "launch kernels from a file that rustg is not given"
                        : "use arrays, slices, structs and what rustg_std offers");
    return true;
}

bool resolve_is_similar(sema *s, resolve_similarity what, sema_def d)
{
    def_kind kind = d ? def_kind_of(s, d) : DEF_NONE;
    bool constructor = kind == DEF_VARIANT || kind == DEF_STRUCT;
    switch (what) {
    case SIMILAR_TYPE:
        return kind == DEF_STRUCT || kind == DEF_UNION || kind == DEF_ENUM || kind == DEF_TY_ALIAS ||
               kind == DEF_TRAIT || kind == DEF_TYPE_PARAM;
    case SIMILAR_TRAIT: return kind == DEF_TRAIT;
    case SIMILAR_FN: return kind == DEF_FN || (constructor && def_shape(s, d) == SHAPE_TUPLE);
    case SIMILAR_VALUE:
        return kind == DEF_FN || kind == DEF_CONST || kind == DEF_STATIC || kind == DEF_CONST_PARAM ||
               (constructor && def_shape(s, d) != SHAPE_NAMED);
    case SIMILAR_MODULE: return kind == DEF_MOD || kind == DEF_CRATE;
    case SIMILAR_ANY: break;
    }
    return kind != DEF_NONE;
}

static void resolve_add_names(sema *s, sema_def module, int space, resolve_similarity what, sema_def from,
                              name_list *into, bool globs_too)
{
    def_module *m = def_names_of(s, module);
    if (!m || m->visiting)
        return;
    if (m->pending_uses.n)
        resolve_take_uses(s, module);
    m->visiting = true;
    for (uint32_t i = 0; i < m->names.capacity; i++) {
        if (!m->names.keys[i])
            continue;
        for (uint32_t b = m->names.values[i]; b; b = def_tab(s)->bindings.at[b].next) {
            def_binding binding = def_tab(s)->bindings.at[b];
            sema_def d = binding.def;
            sema_def vis = d ? resolve_vis_of(s, d) : DEF_PUBLIC;
            if (binding.import) {
                bool is_macro;
                vis = resolve_import_vis(s, binding.import);
                d = 0;
                for (int k = 0; k < 2 && !d; k++)
                    if (space < 0 || k == space)
                        resolve_import(s, binding.import, (res_namespace)k, &d, &is_macro);
            } else if (space >= 0 && !(binding.spaces & 1 << space)) {
                continue;
            }
            if (d && resolve_is_similar(s, what, d) && resolve_sees(s, vis, from))
                vec_push(s->memory, into, (similar_name){.name = binding.name, .def = d});
        }
    }
    for (uint32_t i = 0; globs_too && i < m->globs.n; i++) {
        sema_def target = resolve_glob_target(s, m->globs.at[i]);
        if (target)
            resolve_add_names(s, target, space, what, from, into, true);
    }
    m->visiting = false;
}

similar_name resolve_similar_in_module(sema *s, sema_def module, sema_symbol name, int space, resolve_similarity what,
                                       sema_def from)
{
    name_list list = {0};
    resolve_add_names(s, module, space, what, from, &list, true);
    return resolve_best_of(s, name, &list);
}

/* The names of a module, with those that are seen everywhere in it. Thousands of errors ask for the same. */
static const def_similar *resolve_module_names(sema *s, sema_def module, res_namespace space, resolve_similarity what)
{
    def_similar *kept = &def_tab(s)->similar;
    if (kept->module == module && kept->space == (uint8_t)space && kept->what == (uint8_t)what &&
        kept->n_defs == def_count(s) && kept->n_imports == def_tab(s)->imports.n)
        return kept;
    name_list list = {0};
    resolve_add_names(s, module, (int)space, what, module, &list, true);
    if (what == SIMILAR_MODULE) {
        const def_names *names = &def_tab(s)->names;
        const sema_symbol crates[] = {names->core, names->std, names->rustg_std};
        for (uint32_t i = 0; i < 3; i++)
            vec_push(s->memory, &list,
                     (similar_name){.name = crates[i], .def = resolve_crate_name(s, crates[i], false)});
    }
    if (def_tab(s)->prelude_module && what != SIMILAR_MODULE)
        resolve_add_names(s, def_tab(s)->prelude_module, (int)space, what, module, &list, true);
    if (what == SIMILAR_TYPE)
        for (uint32_t i = 0; i <= TY_STR; i++)
            if (def_tab(s)->names.primitives[i])
                vec_push(s->memory, &list, (similar_name){.name = def_tab(s)->names.primitives[i]});
    *kept = (def_similar){.module = module,
                          .space = (uint8_t)space,
                          .what = (uint8_t)what,
                          .n_defs = def_count(s),
                          .n_imports = def_tab(s)->imports.n,
                          .n_names = list.n,
                          .names = list.at};
    return kept;
}

similar_name resolve_similar_in_scope(sema *s, sema_def scope, sema_symbol name, res_namespace space,
                                      resolve_similarity what, const sema_symbol *locals, uint32_t n_locals)
{
    name_list list = {0};
    sema_def module = scope;
    for (uint32_t i = 0; i < n_locals; i++)
        vec_push(s->memory, &list, (similar_name){.name = locals[i], .is_local = true});
    for (; module; module = def_get(s, module)->parent) {
        def_kind kind = def_kind_of(s, module);
        if (def_rec(s, module)->module && (kind == DEF_MOD || kind == DEF_CRATE))
            break;
        if (def_rec(s, module)->module && kind == DEF_BLOCK) {
            resolve_add_names(s, module, (int)space, what, scope, &list, true);
        } else if (kind != DEF_VARIANT && kind != DEF_FIELD) {
            uint32_t n;
            const sema_def *own = def_own_params(s, module, &n);
            for (uint32_t i = 0; i < n; i++)
                if (def_get(s, own[i])->name != def_tab(s)->names.self_type && resolve_is_similar(s, what, own[i]) &&
                    (def_kind_of(s, own[i]) == DEF_TYPE_PARAM) == (space == NAMESPACE_TYPE))
                    vec_push(s->memory, &list, (similar_name){.name = def_get(s, own[i])->name, .def = own[i]});
        }
    }
    const def_similar *outer = resolve_module_names(s, module, space, what);
    for (uint32_t i = 0; i < outer->n_names; i++)
        vec_push(s->memory, &list, outer->names[i]);
    return resolve_best_of(s, name, &list);
}
