/* def_anon.c: names constants that have no name (lengths, const arguments, discriminants, `const` blocks) by what they
 * stand in, as rustc does, and tells which names are those of one value alone. */
#include "sema/items/def_table.h"

typedef enum def_anon_kind {
    ANON_NOTHING,
    ANON_CONSTANT,
    ANON_CLOSURE,
    ANON_VARIANT,
    ANON_FIELD,
    ANON_ITEM
} def_anon_kind;

static bool def_is_behind_type(const sema *s, sema_node parent, sema_node n)
{
    return syntax_first_real(s, parent).node != n.node;
}

/* What a node is for the names of the constants in it. */
static def_anon_kind def_anon_kind_of(const sema *s, sema_node n)
{
    const uint8_t kind = syntax_kind(s, n);
    const rustg_ast_class class = rustg_ast_kind_class(kind);
    if (class == RUSTG_AST_CLASS_ITEM || class == RUSTG_AST_CLASS_ASSOC_ITEM || class == RUSTG_AST_CLASS_FOREIGN_ITEM)
        return ANON_ITEM;
    if (kind == RUSTG_AST_Variant)
        return ANON_VARIANT;
    if (kind == RUSTG_AST_FieldDef)
        return ANON_FIELD;
    if (kind == RUSTG_AST_ExprClosure)
        return ANON_CLOSURE;
    if (kind == RUSTG_AST_ExprConstBlock)
        return ANON_CONSTANT;
    if (class != RUSTG_AST_CLASS_EXPR)
        return ANON_NOTHING;
    const sema_node parent = syntax_parent(s, n);
    switch (syntax_kind(s, parent)) {
    case RUSTG_AST_ExprRepeat: return def_is_behind_type(s, parent, n) ? ANON_CONSTANT : ANON_NOTHING;
    case RUSTG_AST_TyArray:
    case RUSTG_AST_GenericArgs:
    case RUSTG_AST_AssocArg:
    case RUSTG_AST_GenericParamConst:
    case RUSTG_AST_Variant:
    case RUSTG_AST_FieldDef: return ANON_CONSTANT;
    default: return ANON_NOTHING;
    }
}

/* The next node in the order of the source that is in no constant or closure within owner; is_inside: n's own nodes
 * count. */
static sema_node def_anon_after(const sema *s, sema_node owner, sema_node n, bool is_inside)
{
    sema_node next = {0, 0};
    if (is_inside)
        next = syntax_first(s, n);
    for (; !syntax_is(next) && syntax_is(n) && n.node != owner.node; n = syntax_parent(s, n))
        next = syntax_next(s, n);
    return next;
}

static uint32_t *def_anon_known(sema *s, sema_node n, uint32_t adds)
{
    return arena_map_at(s->memory, &def_tab(s)->anon_numbers, sema_node_key(n), adds);
}

/* How many of the same kind stand before it in the same owner. All in an owner are counted at once. */
static uint32_t def_anon_number(sema *s, sema_node owner, sema_node wanted)
{
    const uint32_t *known = def_anon_known(s, wanted, 0);
    uint32_t n_constants = 0, n_closures = 0;
    bool is_inside = true;
    for (sema_node n = def_anon_after(s, owner, owner, true); !known && syntax_is(n);
         n = def_anon_after(s, owner, n, is_inside)) {
        const def_anon_kind kind = def_anon_kind_of(s, n);
        is_inside = kind == ANON_NOTHING;
        if (kind == ANON_CONSTANT || kind == ANON_CLOSURE)
            *def_anon_known(s, n, 1) = kind == ANON_CONSTANT ? ++n_constants : ++n_closures;
    }
    known = def_anon_known(s, wanted, 0);
    return known ? *known - 1 : 0;
}

const char *def_anon_path(sema *s, sema_def anon)
{
    return def_anon_path_of(s, def_get(s, anon)->node);
}

const char *def_anon_path_of(sema *s, sema_node n)
{
    const char *path = "";
    for (def_anon_kind kind = def_anon_kind_of(s, n); syntax_is(n) && kind != ANON_ITEM;) {
        sema_node owner = syntax_parent(s, n);
        def_anon_kind outer = def_anon_kind_of(s, owner);
        for (; syntax_is(owner) && outer == ANON_NOTHING; outer = def_anon_kind_of(s, owner))
            owner = syntax_parent(s, owner);
        if (kind == ANON_CONSTANT || kind == ANON_CLOSURE)
            path = arena_format(s->memory, "::{%s#%u}%s", kind == ANON_CONSTANT ? "constant" : "closure",
                                def_anon_number(s, owner, n), path);
        else
            path = arena_format(s->memory, "::%s%s", sema_text(s, syntax_name(s, n)), path);
        n = owner;
        kind = outer;
    }
    return path;
}

sema_def def_anon_owner(const sema *s, sema_def anon)
{
    sema_def owner = def_get(s, anon)->parent;
    for (;; owner = def_get(s, owner)->parent) {
        const def_kind kind = owner ? def_kind_of(s, owner) : DEF_CRATE;
        if (kind != DEF_ANON_CONST && kind != DEF_CLOSURE && kind != DEF_BLOCK && kind != DEF_VARIANT &&
            kind != DEF_FIELD)
            return owner;
    }
}

static bool def_is_free_value(const sema *s, const def_info *about)
{
    const def_kind outer = about->parent ? def_kind_of(s, about->parent) : DEF_NONE;
    return (about->kind == DEF_FN || about->kind == DEF_CONST || about->kind == DEF_STATIC) && about->name &&
           outer != DEF_IMPL && outer != DEF_TRAIT;
}

bool def_is_only_value(sema *s, sema_def d)
{
    enum { ONE = 1, SEVERAL = 2 };
    def_table *t = def_tab(s);
    for (; t->n_values_named < t->n; t->n_values_named++) {
        const def_info *about = t->n_values_named ? def_get(s, t->n_values_named) : NULL;
        if (!about || !def_is_free_value(s, about))
            continue;
        uint32_t *n = arena_map_at(s->memory, &t->values_named, (uint64_t)about->name + 1, 1);
        *n = *n ? SEVERAL : ONE;
    }
    const uint32_t *n = arena_map_at(s->memory, &t->values_named, (uint64_t)def_get(s, d)->name + 1, 0);
    return n && *n == ONE;
}
