/* lint_visibility.c: `pub(in path)`, of whatever it stands on: the path leads to a module around the place. */
#include "sema/lints/lint.h"
#include "sema/names/resolve.h"
#include "rustg/diagnostic_kind.h"

static sema_node visibility_mod_around(const sema *s, sema_node n)
{
    while (syntax_is(n) && syntax_kind(s, n) != RUSTG_AST_ItemMod)
        n = syntax_parent(s, n);
    return n;
}

sema_def lint_module_of(sema *s, sema_node on)
{
    const sema_node n = syntax_kind(s, on) == RUSTG_AST_File ? on : syntax_parent(s, on);
    const sema_node mod = visibility_mod_around(s, n);
    uint32_t n_crates;
    const sema_def *crates = def_user_crates(s, &n_crates);
    for (sema_def d = n_crates ? crates[0] : def_count(s); d < def_count(s); d++) {
        const sema_node node = def_get(s, d)->node;
        const def_kind kind = def_kind_of(s, d);
        if (syntax_is(mod) ? kind == DEF_MOD && node.file == mod.file && node.node == mod.node
                           : kind == DEF_CRATE && node.file == n.file)
            return d;
        if (!syntax_is(mod) && node.file == n.file && syntax_kind(s, syntax_parent(s, node)) == RUSTG_AST_File)
            return def_module_of(s, def_get(s, d)->parent);
    }
    return 0;
}

static void visibility_report_missing(sema *s, sema_def scope, const syntax_path *path, uint32_t i, sema_def inside)
{
    const bool in_2015 = s->files.at[path->span.file]->edition == 2015;
    if (i && !in_2015) {
        resolve_report_segment(s, scope, path, i, inside);
        return;
    }
    sema_report r = sema_error(s, RUSTG_DIAG_VISIBILITY_NOT_FOUND, path->segments[i].span);
    sema_arg(&r, "%s", sema_text(s, path->segments[i].name));
    sema_arg(&r, "%s",
             i ? arena_format(s->memory, "`%s`", sema_text(s, path->segments[i - 1].name)) : "the crate root");
}

static bool visibility_is(const sema *s, const syntax_segment *segment, const char *word)
{
    return strcmp(sema_text(s, segment->name), word) == 0;
}

/* rustc looks the path up before it knows the modules that come behind in the file. */
static bool visibility_is_behind(const sema *s, sema_def d, sema_span at)
{
    const sema_node node = def_get(s, d)->node;
    return node.file == at.file && !def_get(s, d)->is_library && sema_node_span(s, node).start > at.start;
}

void lint_check_visibility(sema *s, sema_node vis)
{
    const uint32_t open = syntax_anchor(s, vis) + 1;
    if (syntax_last_tok(s, vis) < open + 2 || def_tok_kind(s, vis.file, open) != RUSTG_TOK_L_PAREN)
        return;
    const syntax_path path = syntax_path_of(s, vis);
    const sema_def module = path.n_segments ? lint_module_of(s, syntax_parent(s, vis)) : 0;
    if (!module)
        return;
    const bool is_late = s->files.at[vis.file]->edition != 2015;
    sema_def at = def_crate_of(s, module);
    for (uint32_t i = 0; i < path.n_segments; i++) {
        const syntax_segment *segment = &path.segments[i];
        if (visibility_is(s, segment, "crate") || (i && visibility_is(s, segment, "self")))
            continue;
        if (visibility_is(s, segment, "self")) {
            at = module;
            continue;
        }
        if (visibility_is(s, segment, "super")) {
            at = def_module_of(s, def_get(s, i ? at : module)->parent);
            if (!at) {
                sema_error(s, RUSTG_DIAG_TOO_MANY_SUPER, segment->span);
                return;
            }
            continue;
        }
        if (!i && is_late && !path.global) {
            sema_report r = sema_error(s, RUSTG_DIAG_VISIBILITY_RELATIVE, path.span);
            sema_suggest_beside(&r, path.span, arena_format(s->memory, "crate::%s", source_text(s, path.span)), "try");
            return;
        }
        const sema_def inside = at;
        at = !i && is_late ? resolve_crate_name(s, segment->name, false)
                           : resolve_in_module(s, inside, segment->name, NAMESPACE_TYPE, module).def;
        if (!at && !i)
            at = resolve_crate_name(s, segment->name, false);
        if (!at || visibility_is_behind(s, at, segment->span)) {
            visibility_report_missing(s, module, &path, i, inside);
            return;
        }
        if (def_kind_of(s, at) != DEF_MOD && def_kind_of(s, at) != DEF_CRATE) {
            if (i + 1 < path.n_segments)
                return;
            sema_report r = sema_error(s, RUSTG_DIAG_VISIBILITY_NO_MODULE, path.span);
            sema_arg(&r, "%s", def_kind_text(s, at));
            sema_arg(&r, "%s", source_text(s, path.span));
            return;
        }
    }
    for (sema_def d = module; d; d = def_get(s, d)->parent)
        if (d == at)
            return;
    sema_error(s, RUSTG_DIAG_VISIBILITY_NO_ANCESTOR, path.span);
}
