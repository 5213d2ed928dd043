/* lint_dead_report.c: tells what is not live: items of modules one by one; variants, fields, and items of an impl or
 * trait together. */
#include <stdlib.h>

#include "sema/items/def_table.h"
#include "sema/warnings/lint_dead.h"
#include "sema/thir.h"

enum { DEAD_MOST_NAMES = 6 };

typedef struct dead_item {
    sema_def d;
    lint_level level;
} dead_item;
typedef VEC(dead_item) dead_items;

static bool dead_has_name(const sema *s, sema_def d)
{
    const sema_symbol name = def_get(s, d)->name;
    return name && *sema_text(s, name) != '_';
}

static bool dead_is_positional(const sema *s, sema_def d)
{
    const char *name = sema_text(s, def_get(s, d)->name);
    return def_kind_of(s, d) == DEF_FIELD && *name >= '0' && *name <= '9';
}

static sema_span dead_place(const sema *s, sema_def d)
{
    return dead_is_positional(s, d) ? sema_node_span(s, def_get(s, d)->node) : def_span(s, d);
}

static void dead_add_item(dead_lint *l, dead_items *items, sema_def d)
{
    if (dead_is_live(l, d) || !dead_has_name(l->s, d) || !syntax_is(def_get(l->s, d)->node))
        return;
    const lint_level level = l->is_level_set ? lint_level_of(l->s, LINT_DEAD_CODE, d, dead_place(l->s, d)) : LEVEL_WARN;
    vec_push(l->s->memory, items, (dead_item){d, level});
}

/* ---- Words ---- */

/* "`a`", "`a` and `b`", "`a`, `b`, and `c`" */
static const char *dead_names(sema *s, const dead_item *items, uint32_t n)
{
    const char *text = "";
    for (uint32_t i = 0; i < n; i++)
        text = arena_format(s->memory, "%s%s`%s`", text,
                            !i          ? ""
                            : i + 1 < n ? ", "
                            : n == 2    ? " and "
                                        : ", and ",
                            sema_text(s, def_get(s, items[i].d)->name));
    return text;
}

static const char *dead_kind(const sema *s, const dead_item *items, uint32_t n)
{
    const char *kind = def_kind_text(s, items[0].d);
    for (uint32_t i = 1; i < n; i++)
        if (strcmp(def_kind_text(s, items[i].d), kind) != 0)
            return "associated item";
    return kind;
}

/* An enum's variant hides an item of the same name in an impl of the enum. */
static void dead_note_hidden(sema *s, sema_report *r, sema_def d)
{
    const sema_def impl = def_get(s, d)->parent;
    const ty_info self = def_kind_of(s, impl) == DEF_IMPL ? *ty_get(s, def_type(s, impl)) : (ty_info){0};
    if (self.kind != TY_ADT || def_kind_of(s, self.def) != DEF_ENUM)
        return;
    uint32_t n;
    const sema_def *variants = def_variants(s, self.def, &n);
    for (uint32_t i = 0; i < n; i++)
        if (def_get(s, variants[i])->name == def_get(s, d)->name) {
            sema_note_at(r, def_head_span(s, variants[i]),
                         "it is impossible to refer to the %s `%s` because it is shadowed by this enum variant with "
                         "the same name",
                         def_kind_text(s, d), sema_text(s, def_get(s, d)->name));
            return;
        }
}

static void dead_note_derives(dead_lint *l, sema_report *r, sema_def of)
{
    static const char *const names[] = {[DEAD_CLONE] = "`Clone`", [DEAD_DEBUG] = "`Debug`"};
    const uint32_t *known = arena_map_at(l->s->memory, &l->ignored, of, 0);
    if (!known)
        return;
    const char *name = sema_text(l->s, def_get(l->s, of)->name);
    const uint32_t first = *known / DEAD_N_IGNORED, second = *known % DEAD_N_IGNORED;
    if (first)
        sema_note(r,
                  "`%s` has derived impls for the traits %s and %s, but these are intentionally ignored during dead "
                  "code analysis",
                  name, names[first], names[second]);
    else
        sema_note(r,
                  "`%s` has a derived impl for the trait %s, but this is intentionally ignored during dead code "
                  "analysis",
                  name, names[second]);
}

/* ---- Groups ---- */

/* Fields at the end may go; others leave their places to a `()`. */
static void dead_suggest_fields(sema *s, sema_report *r, sema_def parent, const dead_item *items, uint32_t n)
{
    uint32_t n_fields;
    def_fields(s, parent, &n_fields);
    bool is_end = def_kind_of(s, parent) == DEF_STRUCT && n_fields >= n;
    for (uint32_t i = 0; i < n && is_end; i++)
        is_end = def_get(s, items[i].d)->index >= n_fields - n;
    const char *fields = n == 1 ? "field" : "fields";
    if (is_end) {
        sema_help(r, "consider removing %s %s", n == 1 ? "this" : "these", fields);
        return;
    }
    sema_suggest(r, dead_place(s, items[0].d), "()",
                 "consider changing the %s to be of unit type to suppress this warning while preserving the field "
                 "numbering, or remove the %s",
                 fields, fields);
    for (uint32_t i = 1; i < n; i++)
        sema_suggest_further(r, dead_place(s, items[i].d), "()");
    sema_suggest_is(r, "HasPlaceholders");
}

/* Tells of items that have one level. parent: what they are in, or 0; participle: "used", "read" or "constructed". */
static void dead_tell(dead_lint *l, sema_def parent, const dead_item *items, uint32_t n, const char *participle)
{
    sema *s = l->s;
    const char *kind = dead_kind(s, items, n), *plural = n == 1 ? "" : "s", *verb = n == 1 ? "is" : "are";
    const char *names = arena_format(s->memory, " %s", dead_names(s, items, n > DEAD_MOST_NAMES ? 0 : n));
    lint_told told;
    if (!lint_begin(s, &told, LINT_DEAD_CODE, items[0].d, dead_place(s, items[0].d), "%s%s%s%s %s never %s",
                    n > DEAD_MOST_NAMES ? "multiple " : "", kind, plural, n > DEAD_MOST_NAMES ? "" : names, verb,
                    participle))
        return;
    sema_report *r = &told.report;
    for (uint32_t i = 0; i < n && n > 1; i++)
        sema_primary_here(r, dead_place(s, items[i].d));
    const bool is_positional = dead_is_positional(s, items[0].d);
    if (is_positional)
        dead_suggest_fields(s, r, parent, items, n);
    for (uint32_t i = 0; i < n && !is_positional; i++)
        dead_note_hidden(s, r, items[i].d);
    if (parent)
        sema_label(r, def_kind_of(s, parent) == DEF_IMPL ? def_head_span(s, parent) : def_span(s, parent),
                   "%s%s in this %s", kind, plural, def_kind_text(s, parent));
    const sema_def around = parent ? parent : items[0].d;
    dead_note_derives(l, r, def_kind_of(s, around) == DEF_VARIANT ? def_enum_of(s, around) : around);
    lint_end(&told);
}

static void dead_tell_groups(dead_lint *l, sema_def parent, dead_items *items, const char *participle)
{
    static const lint_level told[] = {LEVEL_WARN, LEVEL_DENY};
    for (uint32_t k = 0; k < sizeof told / sizeof *told; k++) {
        dead_items group = {0};
        for (uint32_t i = 0; i < items->n; i++)
            if (items->at[i].level == told[k])
                vec_push(l->s->memory, &group, items->at[i]);
        if (group.n)
            dead_tell(l, parent, group.at, group.n, participle);
    }
}

/* ---- Fields ---- */

/* How much memory values of a type take. UNKNOWN: it depends on what a parameter stands for. */
typedef enum dead_size { SIZE_EMPTY = 1, SIZE_SOME, SIZE_UNKNOWN } dead_size;
_Static_assert(SIZE_EMPTY < SIZE_SOME && SIZE_SOME < SIZE_UNKNOWN, "dead_size_with takes the later one");
enum { DEAD_MOST_NESTING = 128 };

static dead_size dead_size_of(dead_lint *l, sema_ty t, uint32_t depth);

/* Of two that are in one value. */
static dead_size dead_size_with(dead_size a, dead_size b)
{
    return a > b ? a : b;
}

static dead_size dead_size_of_adt(dead_lint *l, sema_ty t, uint32_t depth)
{
    sema *s = l->s;
    uint32_t n, n_fields, n_args;
    const sema_def adt = ty_get(s, t)->def, *variants = def_variants(s, adt, &n);
    const sema_ty *args = ty_args(s, t, &n_args);
    const ty_subst subst = {.owner = adt, .args = args, .n_args = n_args};
    dead_size size = n > 1 ? SIZE_SOME : SIZE_EMPTY;
    for (uint32_t i = 0; i < n; i++) {
        const sema_def *fields = def_fields(s, variants[i], &n_fields);
        for (uint32_t k = 0; k < n_fields && size != SIZE_UNKNOWN; k++)
            size = dead_size_with(size, dead_size_of(l, ty_substitute(s, def_type(s, fields[k]), &subst), depth + 1));
    }
    return size;
}

/* A pointer's size is not known where that of its target may not be. */
static dead_size dead_size_of_pointer(sema *s, sema_ty to)
{
    const ty_info info = *ty_get(s, to);
    const bool is_open = info.kind == TY_PROJECTION || (info.kind == TY_PARAM && !def_param_is_sized(s, info.def));
    return is_open ? SIZE_UNKNOWN : SIZE_SOME;
}

static dead_size dead_find_size(dead_lint *l, sema_ty t, uint32_t depth)
{
    sema *s = l->s;
    const ty_info info = *ty_get(s, t);
    switch ((ty_kind)info.kind) {
    case TY_TUPLE: {
        dead_size size = SIZE_EMPTY;
        for (uint32_t i = 0; i < info.n_args && size != SIZE_UNKNOWN; i++)
            size = dead_size_with(size, dead_size_of(l, ty_arg(s, t, i), depth + 1));
        return size;
    }
    case TY_ARRAY: {
        const ty_info length = *ty_get(s, ty_arg(s, t, 1));
        const dead_size size = dead_size_of(l, ty_arg(s, t, 0), depth + 1);
        return size == SIZE_UNKNOWN || length.kind != TY_CONST ? SIZE_UNKNOWN : length.value ? size : SIZE_EMPTY;
    }
    case TY_ADT: return dead_size_of_adt(l, t, depth);
    case TY_CASES_POINTER: return dead_size_of_pointer(s, ty_arg(s, t, info.n_args - 1));
    case TY_NEVER:
    case TY_FN_DEF: return SIZE_EMPTY;
    case TY_CASES_SCALAR:
    case TY_STR:
    case TY_SLICE:
    case TY_FN_PTR:
    case TY_DYN: return SIZE_SOME;
    case TY_CLOSURE:
    case TY_CASES_UNKNOWN:
    case TY_CASES_NO_TYPE:
    case TY_CASES_NOTHING:
    case TY_ERROR: break;
    }
    return SIZE_UNKNOWN;
}

static dead_size dead_size_of(dead_lint *l, sema_ty t, uint32_t depth)
{
    const uint32_t *known = arena_map_at(l->s->memory, &l->sizes, (uint64_t)t + 1, 0);
    if (known)
        return (dead_size)*known;
    if (depth > DEAD_MOST_NESTING)
        return SIZE_UNKNOWN;
    const dead_size size = dead_find_size(l, t, depth);
    *arena_map_at(l->s->memory, &l->sizes, (uint64_t)t + 1, 1) = size;
    return size;
}

static bool dead_is_phantom(sema *s, sema_ty t)
{
    const sema_def d = ty_kind_of(s, t) == TY_ADT ? ty_get(s, t)->def : 0;
    return d && def_get(s, d)->is_library && strcmp(sema_text(s, def_get(s, d)->name), "PhantomData") == 0;
}

static bool dead_is_field_silent(dead_lint *l, sema_def adt, sema_def field)
{
    sema *s = l->s;
    const def_repr repr = def_repr_of(s, adt);
    if (def_kind_of(s, adt) != DEF_ENUM && (repr.c || repr.transparent))
        return true;
    const sema_ty t = def_type(s, field);
    return lint_is_reachable(s, field) || dead_is_phantom(s, t) ||
           (dead_is_positional(s, field) && dead_size_of(l, t, 0) != SIZE_SOME);
}

static void dead_report_adt(dead_lint *l, sema_def adt)
{
    sema *s = l->s;
    uint32_t n, n_fields;
    const sema_def *variants = def_variants(s, adt, &n);
    dead_items dead_variants = {0};
    for (uint32_t i = 0; i < n; i++) {
        if (variants[i] != adt && !dead_is_live(l, variants[i])) {
            dead_add_item(l, &dead_variants, variants[i]);
            continue;
        }
        dead_items dead_fields = {0};
        const sema_def *fields = def_fields(s, variants[i], &n_fields);
        for (uint32_t k = 0; k < n_fields; k++)
            if (!dead_is_live(l, fields[k]) && !dead_is_field_silent(l, adt, fields[k]))
                dead_add_item(l, &dead_fields, fields[k]);
        dead_tell_groups(l, variants[i], &dead_fields, "read");
    }
    dead_tell_groups(l, adt, &dead_variants, "constructed");
}

/* ---- Items ---- */

static void dead_report_items_of(dead_lint *l, sema_def owner)
{
    uint32_t n;
    const sema_def *items = def_assoc_items(l->s, owner, &n);
    dead_items dead = {0};
    for (uint32_t i = 0; i < n; i++)
        dead_add_item(l, &dead, items[i]);
    dead_tell_groups(l, owner, &dead, "used");
}

static void dead_report_item(dead_lint *l, sema_def d)
{
    sema *s = l->s;
    const def_kind kind = def_kind_of(s, d);
    if (kind == DEF_IMPL) {
        if (!def_impl_trait(s, d).trait)
            dead_report_items_of(l, d);
        return;
    }
    if (kind == DEF_TRAIT && dead_is_live(l, d))
        dead_report_items_of(l, d);
    if (dead_is_live(l, d)) {
        if (kind == DEF_STRUCT || kind == DEF_UNION || kind == DEF_ENUM)
            dead_report_adt(l, d);
        return;
    }
    const sema_def around = dead_item_of(s, def_get(s, d)->parent);
    if (around && !dead_is_live(l, around))
        return;
    dead_items dead = {0};
    dead_add_item(l, &dead, d);
    dead_tell_groups(l, 0, &dead, kind == DEF_STRUCT ? "constructed" : "used");
}

void dead_report(dead_lint *l)
{
    sema *s = l->s;
    for (sema_def d = l->first; d < l->n; d++) {
        const def_info *about = def_get(s, d);
        if (!dead_is_user(l, d) || dead_item_of(s, d) != d || !syntax_is(about->node) ||
            sema_is_derived(s, about->node.file))
            continue;
        const def_kind above = def_kind_of(s, about->parent);
        if (above == DEF_MOD || above == DEF_CRATE || above == DEF_BLOCK)
            dead_report_item(l, d);
    }
}
