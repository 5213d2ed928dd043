/* lint_forbid.c: E0453, of `allow`, `expect` and `warn` of a lint that is forbidden around them or on the command line.
 *
 * Source: rustc 1.95's rustc_lint/src/levels.rs (insert_spec). */
#include "rustg/diagnostic_kind.h"
#include "sema/lints/lint.h"

static const char *const forbid_lints[] = {
#define KNOWN_LINT(name) name,
#include "sema/lints/lint_known.def"
};
static const struct {
    const char *group, *lint;
} forbid_members[] = {
#define KNOWN_MEMBER(group, name) {group, name},
#include "sema/lints/lint_known.def"
};
enum {
    FORBID_N_LINTS = sizeof forbid_lints / sizeof *forbid_lints,
    FORBID_N_MEMBERS = sizeof forbid_members / sizeof *forbid_members
};

/* by_name: of a lint's name 1 + its place in scopes, which have the nodes under which it is forbidden: 1 + the place of
 * the attribute's entry in entries. */
struct lint_forbidden {
    arena_map by_name;
    arena_map above; /* of a file 1 + the place in nodes of the `mod` item whose body it is */
    VEC(sema_node) nodes;
    VEC(arena_map) scopes;
    VEC(sema_span) entries;
};

static void forbid_note(sema *s, sema_node on, sema_symbol name, sema_span entry)
{
    if (!s->forbidden)
        s->forbidden = ARENA_NEW(s->memory, struct lint_forbidden);
    struct lint_forbidden *all = s->forbidden;
    uint32_t *place = arena_map_at(s->memory, &all->by_name, name, 1);
    if (!*place) {
        vec_push(s->memory, &all->scopes, (arena_map){0});
        *place = all->scopes.n;
    }
    uint32_t *first = arena_map_at(s->memory, &all->scopes.at[*place - 1], sema_node_key(on), 1);
    if (*first)
        return;
    vec_push(s->memory, &all->entries, entry);
    *first = all->entries.n;
}

/* What a file is the body of, or stands for: its `mod` item, or the macro's call. */
static sema_node forbid_above(sema *s, sema_node file)
{
    const sema_span at = sema_node_span(s, file), written = sema_origin(s, at);
    if (written.file != at.file)
        return syntax_innermost(s, written);
    uint32_t *known = arena_map_at(s->memory, &s->forbidden->above, file.file, 1);
    if (!*known) {
        const sema_def module = lint_module_of(s, (sema_node){file.file, 1});
        const bool is_mod = module && def_kind_of(s, module) == DEF_MOD && def_get(s, module)->node.file != file.file;
        vec_push(s->memory, &s->forbidden->nodes, is_mod ? def_get(s, module)->node : (sema_node){0, 0});
        *known = s->forbidden->nodes.n;
    }
    return s->forbidden->nodes.at[*known - 1];
}

/* Where a lint is forbidden at a node, before an entry of an attribute on it. */
static const sema_span *forbid_around(sema *s, sema_node on, sema_symbol name, sema_span entry)
{
    struct lint_forbidden *all = s->forbidden;
    const uint32_t *place = all ? arena_map_at(s->memory, &all->by_name, name, 0) : NULL;
    if (!place || !*place)
        return NULL;
    while (syntax_is(on)) {
        const uint32_t *found = arena_map_at(s->memory, &all->scopes.at[*place - 1], sema_node_key(on), 0);
        const sema_span *forbidden = found && *found ? &all->entries.at[*found - 1] : NULL;
        if (forbidden && (forbidden->file != entry.file || forbidden->start < entry.start))
            return forbidden;
        const sema_node parent = syntax_parent(s, on);
        on = syntax_is(parent) ? parent : forbid_above(s, on);
    }
    return NULL;
}

static bool forbid_by_flag(const sema *s, const char *name)
{
    for (uint32_t i = 0; i < s->options->n_lints; i++)
        if (s->options->lints[i].level == RUSTG_LINT_FORBID && lint_is_flag_of(s->options->lints[i].name, name))
            return true;
    return false;
}

static void forbid_report(sema *s, const def_attr *attr, sema_node on, const char *lint, sema_span entry)
{
    const sema_span *forbidden = forbid_around(s, on, sema_intern_text(s, lint), entry);
    if (!forbidden && !forbid_by_flag(s, lint))
        return;
    sema_report r = sema_error(s, RUSTG_DIAG_LINT_FORBIDDEN, entry);
    sema_arg(&r, "%s", sema_text(s, syntax_tok_name(s, attr->file, attr->path)));
    sema_arg(&r, "%.*s", (int)(entry.end - entry.start), source_text(s, entry));
    if (forbidden)
        sema_label(&r, *forbidden, "`forbid` level set here");
    else
        sema_note(&r, "`forbid` lint level was set on command line (`-F %s`)", lint);
}

/* What forbids a group leaves its lints to others, with a warning of rustc that is not told here, and so does what
 * forbids a lint that there is not. */
static bool forbid_is_lint(const char *name)
{
    for (uint32_t i = 0; i < FORBID_N_LINTS; i++)
        if (strcmp(forbid_lints[i], name) == 0)
            return true;
    return false;
}

/* What a macro's call becomes does not have the attributes of the call. */
static bool forbid_is_call(const sema *s, sema_node on)
{
    const uint8_t kind = syntax_kind(s, on);
    return kind == RUSTG_AST_ItemMacCall || kind == RUSTG_AST_AssocItemMacCall || kind == RUSTG_AST_StmtMacCall ||
           kind == RUSTG_AST_ExprMacCall;
}

void lint_check_forbidden(sema *s, const def_attr *attr)
{
    const lint_level level = lint_level_of_attribute(s, attr);
    const bool forbids = syntax_tok_is(s, attr->file, attr->path, "forbid");
    if (!forbids && (level == LEVEL_DENY || (!s->forbidden && !s->options->n_lints)))
        return;
    const sema_node on = syntax_parent(s, attr->node);
    if (forbid_is_call(s, on))
        return;
    uint32_t at = attr->first + 1, entry, entry_last;
    while (def_attr_entry(s, attr->file, &at, attr->last - 1, &entry, &entry_last)) {
        const sema_symbol name = entry_last == entry + 1 ? syntax_tok_name(s, attr->file, entry) : 0;
        const sema_span span = syntax_tok_span(s, attr->file, entry);
        if (!name)
            continue;
        const char *text = sema_text(s, name);
        const bool is_lint = forbid_is_lint(text);
        if (is_lint && forbids)
            forbid_note(s, on, name, span);
        else if (is_lint)
            forbid_report(s, attr, on, text, span);
        for (uint32_t i = 0; !forbids && i < FORBID_N_MEMBERS; i++)
            if (strcmp(forbid_members[i].group, text) == 0)
                forbid_report(s, attr, on, forbid_members[i].lint, span);
    }
}
