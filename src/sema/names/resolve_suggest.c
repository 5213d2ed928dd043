/* resolve_suggest.c: chooses names that the user may have meant, as rustc does. */
#include "sema/items/def_table.h"
#include "sema/names/resolve.h"
#include "sema/names/resolve_near.h"
#include "rustg/diagnostic_kind.h"

/* Thousands of errors may ask, each for what is in scope there: few names take no memory. */
static near_name resolve_near_of(sema *s, sema_symbol name, const sema_symbol *names, uint32_t n, bool are_local)
{
    enum { FEW_NAMES = 1024 };
    similar_name few[FEW_NAMES];
    similar_name *list = n <= FEW_NAMES ? few : arena_alloc(s->memory, n * sizeof *list);
    for (uint32_t i = 0; i < n; i++)
        list[i] = (similar_name){.name = names[i], .is_local = are_local};
    return near_in_list(s, name, list, n);
}

sema_symbol resolve_closest(sema *s, sema_symbol name, const sema_symbol *names, uint32_t n)
{
    return resolve_near_of(s, name, names, n, false).name.name;
}

/* Modules of Rust's own crates and of rustg_std that kernels do not have. */
enum { OF_CORE = 1, OF_ALLOC = 2, OF_STD = 4, OF_RUSTG_STD = 8 };
static const struct {
    const char *name;
    uint8_t crates;
} absent_modules[] = {{"alloc", OF_CORE | OF_ALLOC | OF_STD},
                      {"arch", OF_CORE | OF_STD},
                      {"ascii", OF_CORE | OF_STD},
                      {"backtrace", OF_STD},
                      {"boxed", OF_ALLOC | OF_STD},
                      {"collections", OF_ALLOC | OF_STD},
                      {"cpu", OF_RUSTG_STD},
                      {"env", OF_STD},
                      {"ffi", OF_ALLOC},
                      {"fs", OF_STD},
                      {"future", OF_CORE | OF_STD},
                      {"io", OF_STD},
                      {"net", OF_CORE | OF_STD},
                      {"path", OF_STD},
                      {"pin", OF_CORE | OF_STD},
                      {"primitive", OF_CORE | OF_STD},
                      {"process", OF_STD},
                      {"rc", OF_ALLOC | OF_STD},
                      {"string", OF_ALLOC | OF_STD},
                      {"sync", OF_ALLOC},
                      {"task", OF_CORE | OF_ALLOC | OF_STD},
                      {"thread", OF_STD},
                      {"vec", OF_ALLOC | OF_STD}};

/* Likewise items of modules that kernels do have. */
static const struct {
    const char *module, *name;
} absent_items[] = {{"borrow", "Cow"},
                    {"panic", "PanicHookInfo"},
                    {"panic", "PanicInfo"},
                    {"panic", "PanicMessage"},
                    {"panic", "RefUnwindSafe"},
                    {"panic", "UnwindSafe"},
                    {"panic", "catch_unwind"},
                    {"panic", "panic_any"},
                    {"panic", "resume_unwind"},
                    {"panic", "set_hook"},
                    {"panic", "take_hook"},
                    {"borrow", "ToOwned"},
                    {"cell", "OnceCell"},
                    {"cell", "LazyCell"},
                    {"char", "ToLowercase"},
                    {"char", "ToUppercase"},
                    {"ffi", "CString"},
                    {"ffi", "FromVecWithNulError"},
                    {"ffi", "IntoStringError"},
                    {"ffi", "NulError"},
                    {"ffi", "OsStr"},
                    {"ffi", "OsString"},
                    {"ffi", "VaList"},
                    {"ffi", "c_str"},
                    {"ffi", "os_str"},
                    {"fmt", "Arguments"},
                    {"hash", "RandomState"},
                    {"marker", "PhantomPinned"},
                    {"num", "NonZeroI128"},
                    {"num", "NonZeroU128"},
                    {"option", "Iter"},
                    {"option", "IterMut"},
                    {"crates::os", "fd"},
                    {"crates::os", "linux"},
                    {"crates::os", "unix"},
                    {"ptr", "fn_addr_eq"},
                    {"ptr", "hash"},
                    {"result", "IntoIter"},
                    {"result", "Iter"},
                    {"result", "IterMut"},
                    {"slice", "EscapeAscii"},
                    {"str", "Bytes"},
                    {"str", "EncodeUtf16"},
                    {"str", "RMatchIndices"},
                    {"str", "RMatches"},
                    {"str", "RSplitTerminator"},
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
                    {"time", "Instant"},
                    {"time", "SystemTime"},
                    {"time", "SystemTimeError"},
                    {"time", "UNIX_EPOCH"}};

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
    const bool is_vec = strcmp(name, "Vec") == 0;
    sema_arg(&r, "%s",
             is_vec || strcmp(path, "std::vec") == 0
                 ? "a kernel takes a slice, `&[T]`, writes a `GridMut<T>`, and may have arrays"
             : launches ? "launch kernels from a file that rustg is not given"
                        : "use arrays, slices, structs and what rustg_std offers");
    if (is_vec && syntax_is(segments[i].args))
        def_suggest_for_vec(s, segments[i].args, &r);
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

typedef VEC(similar_name) name_list;

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
        for (uint32_t b = m->names.values[i]; b; b = def_binding_at(def_tab(s), b)->next) {
            def_binding binding = *def_binding_at(def_tab(s), b);
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

/* The names of a module that are seen from another, or those in scope in it, with those that are seen everywhere.
 * Thousands of errors ask for the same. */
static const near_index *resolve_module_names(sema *s, def_similar asked)
{
    def_table *table = def_tab(s);
    asked.n_defs = def_count(s);
    asked.n_imports = table->imports.n;
    for (uint32_t i = 0; i < DEF_N_SIMILAR; i++) {
        const def_similar *kept = &table->similar[i];
        if (kept->names && kept->module == asked.module && kept->from == asked.from && kept->space == asked.space &&
            kept->what == asked.what && kept->n_defs == asked.n_defs && kept->n_imports == asked.n_imports)
            return kept->names;
    }
    const resolve_similarity what = (resolve_similarity)asked.what;
    const sema_def from = asked.from ? asked.from : asked.module;
    name_list list = {0};
    resolve_add_names(s, asked.module, asked.space, what, from, &list, true);
    if (!asked.from && what == SIMILAR_MODULE) {
        const def_names *names = &table->names;
        const sema_symbol crates[] = {names->core, names->std, names->rustg_std};
        for (uint32_t i = 0; i < 3; i++)
            vec_push(s->memory, &list,
                     (similar_name){.name = crates[i], .def = resolve_crate_name(s, crates[i], false)});
    }
    if (!asked.from && table->prelude_module && what != SIMILAR_MODULE)
        resolve_add_names(s, table->prelude_module, asked.space, what, from, &list, true);
    if (!asked.from && what == SIMILAR_TYPE)
        for (uint32_t i = 0; i <= TY_STR; i++)
            if (table->names.primitives[i])
                vec_push(s->memory, &list, (similar_name){.name = table->names.primitives[i]});
    asked.n_imports = table->imports.n;
    asked.names = near_make_index(s, list.at, list.n);
    table->similar[table->next_similar] = asked;
    table->next_similar = (table->next_similar + 1) % DEF_N_SIMILAR;
    return asked.names;
}

similar_name resolve_similar_in_module(sema *s, sema_def module, sema_symbol name, int space, resolve_similarity what,
                                       sema_def from)
{
    const def_similar asked = {.module = module, .from = from, .space = (int8_t)space, .what = (uint8_t)what};
    return near_in_index(s, name, resolve_module_names(s, asked)).name;
}

similar_name resolve_similar_in_scope(sema *s, sema_def scope, sema_symbol name, res_namespace space,
                                      resolve_similarity what, const sema_symbol *locals, uint32_t n_locals)
{
    name_list list = {0};
    sema_def module = scope;
    const near_name local = resolve_near_of(s, name, locals, n_locals, true);
    for (; module; module = def_get(s, module)->parent) {
        def_kind kind = def_kind_of(s, module);
        if (def_module_in(s, module) && (kind == DEF_MOD || kind == DEF_CRATE))
            break;
        if (def_module_in(s, module) && kind == DEF_BLOCK) {
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
    const def_similar asked = {.module = module, .space = (int8_t)space, .what = (uint8_t)what};
    const near_name inner = near_better(local, near_in_list(s, name, list.at, list.n));
    return near_better(inner, near_in_index(s, name, resolve_module_names(s, asked))).name;
}
