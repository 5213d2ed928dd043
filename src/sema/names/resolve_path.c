/* resolve_path.c: resolves paths, checks visibility, and reports errors in paths in rustc's words. */
#include "sema/items/def_table.h"
#include "sema/names/resolve.h"
#include "sema/syntax/syntax.h"
#include "rustg/diagnostic_kind.h"

sema_def resolve_vis(sema *s, sema_node vis, sema_def module)
{
    const def_names *names = &def_tab(s)->names;
    module = def_module_of(s, module);
    if (!vis.node)
        return module;
    uint32_t tok = syntax_anchor(s, vis), last = syntax_last_tok(s, vis);
    if (def_tok_kind(s, vis.file, tok) == RUSTG_TOK_KW_CRATE)
        return def_crate_of(s, module);
    if (tok >= last)
        return DEF_PUBLIC;
    syntax_path path = syntax_path_of(s, vis);
    sema_def at = def_crate_of(s, module);
    for (uint32_t i = 0; i < path.n_segments; i++) {
        sema_symbol name = path.segments[i].name;
        if (name == names->crate)
            at = def_crate_of(s, module);
        else if (name == names->self)
            at = module;
        else if (name == names->super)
            at = def_module_of(s, def_get(s, i ? at : module)->parent);
        else
            at = resolve_in_module(s, at, name, NAMESPACE_TYPE, module).def;
        if (!at)
            return def_crate_of(s, module);
    }
    return at;
}

sema_def resolve_vis_of(sema *s, sema_def d)
{
    const def_record *rec = def_rec(s, d);
    if (rec->vis)
        return rec->vis;
    sema_def vis = DEF_PUBLIC, parent = rec->about.parent;
    def_kind above = parent ? def_kind_of(s, parent) : DEF_NONE;
    switch ((def_kind)rec->about.kind) {
    case DEF_VARIANT: vis = resolve_vis_of(s, parent); break;
    case DEF_CRATE:
    case DEF_IMPL:
    case DEF_TYPE_PARAM:
    case DEF_CONST_PARAM:
    case DEF_LIFETIME_PARAM:
    case DEF_CLOSURE:
    case DEF_OPAQUE:
    case DEF_ANON_CONST:
    case DEF_BLOCK: break;
    case DEF_NONE:
    case DEF_MOD:
    case DEF_FN:
    case DEF_CASES_ADT:
    case DEF_FIELD:
    case DEF_TRAIT:
    case DEF_CASES_VALUE:
    case DEF_CASES_ALIAS:
        if (above == DEF_VARIANT || above == DEF_TRAIT) {
            vis = resolve_vis_of(s, parent);
            break;
        }
        if (above == DEF_IMPL && syntax_is(syntax_child_of(s, def_get(s, parent)->node, RUSTG_AST_TraitRef)))
            break;
        vis = resolve_vis(s, syntax_child_of(s, rec->about.node, RUSTG_AST_Vis), parent);
    }
    def_rec_own(s, d)->vis = vis;
    return vis;
}

bool def_is_visible(sema *s, sema_def d, sema_def from)
{
    return resolve_sees(s, resolve_vis_of(s, d), from);
}

void resolve_report_private(sema *s, sema_def d, uint32_t import, sema_span at)
{
    const char *name = sema_text(s, def_get(s, d)->name), *what = def_kind_text(s, d);
    if (import && def_get(s, def_tab(s)->imports.at[import]->module)->is_library)
        import = 0; /* how the library is put together is not shown */
    if (import) {
        const def_import *from = def_tab(s)->imports.at[import];
        if (from->name)
            name = sema_text(s, from->name);
        what = arena_format(s->memory, "%s import", what);
    }
    sema_report r = sema_error(s, RUSTG_DIAG_PRIVATE_ITEM, at);
    sema_arg(&r, "%s", what);
    sema_arg(&r, "%s", name);
    if (import) {
        sema_note_at(&r, sema_node_span(s, def_tab(s)->imports.at[import]->node), "the %s `%s` is defined here...",
                     what, name);
        if (!def_get(s, d)->is_library)
            sema_note_at(&r, def_head_span(s, d), "...and refers to the %s `%s` which is defined here",
                         def_kind_text(s, d), name);
    } else if (!def_get(s, d)->is_library) {
        sema_note_at(&r, def_head_span(s, d), "the %s `%s` is defined here", what, name);
    }
}

void resolve_report_ambiguous(sema *s, const found_name *found, sema_symbol name, sema_span at)
{
    const char *text = sema_text(s, name);
    sema_report r = sema_error(s, RUSTG_DIAG_AMBIGUOUS_NAME, at);
    sema_arg(&r, "%s", text);
    for (int i = 0; i < 2; i++) {
        sema_note_at(&r, sema_node_span(s, def_tab(s)->imports.at[found->glob[i]]->node),
                     "`%s` could %srefer to the %s imported here", text, i ? "also " : "",
                     found->def ? def_kind_text(s, found->def) : "macro");
        sema_help(&r, "consider adding an explicit import of `%s` to disambiguate", text);
    }
}

/* The first n segments as they are written. */
static const char *resolve_written_prefix(sema *s, const syntax_path *path, uint32_t n)
{
    const char *text = path->global ? "::" : "";
    for (uint32_t i = 0; i < n; i++)
        text = arena_format(s->memory, "%s%s%s", text, i ? "::" : "", sema_text(s, path->segments[i].name));
    return text;
}

/* What was looked for: "function" where the path is called. */
static const char *resolve_path_wanted(sema *s, const syntax_path *path, res_namespace space,
                                       resolve_similarity *similar)
{
    if (space == NAMESPACE_TYPE) {
        *similar = SIMILAR_TYPE;
        return "type";
    }
    uint32_t tok = syntax_tok_at(s, path->span.file, path->span.end);
    bool called = def_tok_kind(s, path->span.file, tok) == RUSTG_TOK_L_PAREN;
    *similar = called ? SIMILAR_FN : SIMILAR_VALUE;
    return called ? "function" : "value";
}

static sema_def resolve_enclosing(const sema *s, sema_def scope, def_kind kind)
{
    while (scope && def_kind_of(s, scope) != kind)
        scope = def_get(s, scope)->parent;
    return scope;
}

static void resolve_add_similar(sema *s, sema_report *r, similar_name similar, sema_span at)
{
    if (!similar.name)
        return;
    sema_node node = similar.def ? def_get(s, similar.def)->node : (sema_node){0, 0};
    if (node.node) { /* not the item that the name itself stands in */
        sema_span whole = sema_node_span(s, node);
        if (whole.file == at.file && whole.start <= at.start && whole.end >= at.end)
            return;
    }
    const char *what = similar.is_local ? "local variable"
                       : similar.def    ? def_kind_text(s, similar.def)
                                        : "builtin type";
    if (similar.def && !def_get(s, similar.def)->is_library) {
        sema_primary_label(r, "%s", "");
        sema_span label = similar.def && def_get(s, similar.def)->node.node ? def_head_span(s, similar.def) : at;
        def_kind kind = def_kind_of(s, similar.def);
        if (kind == DEF_TYPE_PARAM || kind == DEF_CONST_PARAM)
            label = def_span(s, similar.def);
        sema_label(r, label, "similarly named %s `%s` defined here", what, sema_text(s, similar.name));
    } else if (similar.def || similar.is_local) {
        sema_primary_label(r, "%s", "");
    }
    sema_suggest(r, at, sema_text(s, similar.name), "%s %s with a similar name exists", def_article(what), what);
}

/* Where the group that follows a span ends. */
static uint32_t resolve_group_end(sema *s, sema_span span)
{
    uint32_t tok = syntax_tok_at(s, span.file, span.end), depth = 0;
    for (; tok < s->files.at[span.file]->toks.n_toks; tok++) {
        uint32_t kind = def_tok_kind(s, span.file, tok);
        depth += kind == RUSTG_TOK_L_PAREN;
        if (kind == RUSTG_TOK_R_PAREN && --depth == 0)
            return syntax_tok_span(s, span.file, tok).end;
    }
    return span.end;
}

/* A function, constant or the like where a type is wanted: E0573. */
static bool resolve_report_no_type(sema *s, sema_def scope, const syntax_path *path)
{
    res other = resolve_path(s, scope, path, NAMESPACE_VALUE, true);
    if (other.n_resolved != path->n_segments || other.kind != RES_DEF || !other.def)
        return false;
    sema_report r = sema_error(s, RUSTG_DIAG_NAME_IS_NO_TYPE, path->span);
    sema_arg(&r, "%s", def_kind_text(s, other.def));
    sema_arg(&r, "%s", sema_text(s, path->segments[path->n_segments - 1].name));
    return true;
}

/* Suggests `S{x: 1, y: 2}` for `S(1, 2)`, if there are as many arguments as fields. list includes the parentheses. */
static bool resolve_suggest_fields(sema *s, sema_report *r, sema_span list, const sema_def *fields, uint32_t n_fields)
{
    uint32_t tok = syntax_tok_at(s, list.file, list.start), depth = 0, n = 0;
    sema_span *starts = ARENA_ARRAY(s->memory, sema_span, n_fields + 1), last = {0, 0, 0};
    bool begins = false;
    for (; tok < s->files.at[list.file]->toks.n_toks; tok++) {
        uint32_t kind = def_tok_kind(s, list.file, tok);
        sema_span at = syntax_tok_span(s, list.file, tok);
        if (at.start >= list.end)
            break;
        bool opens = kind == RUSTG_TOK_L_PAREN || kind == RUSTG_TOK_L_BRACKET || kind == RUSTG_TOK_L_BRACE;
        bool closes = kind == RUSTG_TOK_R_PAREN || kind == RUSTG_TOK_R_BRACKET || kind == RUSTG_TOK_R_BRACE;
        if (begins && !(closes && depth == 1)) {
            if (n == n_fields)
                return false;
            starts[n++] = source_start(at);
        }
        depth = depth + opens - closes;
        begins = (opens && depth == 1) || (depth == 1 && kind == RUSTG_TOK_COMMA);
        last = at;
    }
    if (n != n_fields || !last.file)
        return false;
    sema_suggest(r, (sema_span){list.file, list.start, list.start + 1}, "{",
                 "use struct literal syntax instead of calling");
    for (uint32_t i = 0; i < n; i++)
        sema_suggest_further(r, starts[i], arena_format(s->memory, "%s: ", sema_text(s, def_get(s, fields[i])->name)));
    sema_suggest_further(r, last, "}");
    sema_suggest_is(r, "HasPlaceholders");
    return true;
}

/* Reports a name that is not a value but a type or the like (E0423). */
static bool resolve_report_wrong_kind(sema *s, sema_def scope, const syntax_path *path)
{
    res other = resolve_path(s, scope, path, NAMESPACE_TYPE, true);
    if (other.n_resolved != path->n_segments || (other.kind != RES_DEF && other.kind != RES_PRIMITIVE))
        return false;
    resolve_similarity similar;
    bool called = strcmp(resolve_path_wanted(s, path, NAMESPACE_VALUE, &similar), "function") == 0;
    sema_span at = path->span;
    const char *name = sema_text(s, path->segments[path->n_segments - 1].name);
    if (called && other.kind == RES_DEF && def_kind_of(s, other.def) == DEF_STRUCT)
        at.end = resolve_group_end(s, at);
    const char *what = other.kind == RES_PRIMITIVE ? "builtin type" : def_kind_text(s, other.def);
    sema_report r = sema_error(s, RUSTG_DIAG_NAME_IS_NO_VALUE, at);
    const char *written = (const char *)s->files.at[path->span.file]->bytes + path->span.start;
    sema_arg(&r, "%s", called ? "function, tuple struct or tuple variant" : "value");
    sema_arg(&r, "%s", what);
    sema_arg(&r, "%.*s", (int)(path->span.end - path->span.start), written);
    if (other.kind == RES_DEF && def_kind_of(s, other.def) == DEF_STRUCT) {
        uint32_t n;
        const sema_def *fields = def_fields(s, other.def, &n);
        const char *inits = "";
        for (uint32_t i = 0; i < n; i++)
            inits =
                arena_format(s->memory, "%s%s%s: val", inits, i ? ", " : "", sema_text(s, def_get(s, fields[i])->name));
        if (!def_get(s, other.def)->is_library)
            sema_label(&r, sema_node_span(s, def_get(s, other.def)->node), "`%s` defined here", name);
        sema_span list = {at.file, path->span.end, at.end};
        if (!called || !resolve_suggest_fields(s, &r, list, fields, n)) {
            sema_suggest_beside(&r, at, arena_format(s->memory, "%s { %s }", name, inits),
                                "use struct literal syntax instead");
            sema_suggest_is(&r, "HasPlaceholders");
        }
    } else {
        sema_primary_label(&r, "not a %s", called ? "function, tuple struct or tuple variant" : "value");
    }
    return true;
}

static void resolve_path_report_missing(sema *s, sema_def scope, const syntax_path *path, res_namespace space,
                                        const sema_symbol *locals, uint32_t n_locals)
{
    const def_names *names = &def_tab(s)->names;
    const syntax_segment *segment = &path->segments[0];
    resolve_similarity like;
    const char *what = resolve_path_wanted(s, path, space, &like);
    if (space == NAMESPACE_VALUE && segment->name == names->self) {
        sema_report r = sema_error(s, RUSTG_DIAG_SELF_VALUE, segment->span);
        sema_def fn = resolve_enclosing(s, scope, DEF_FN);
        if (fn)
            sema_label(&r, def_span(s, fn), "this %s %s a `self` parameter",
                       def_kind_text(s, fn)[0] == 'm' ? "method" : "function",
                       def_kind_of(s, def_get(s, fn)->parent) == DEF_IMPL ||
                               def_kind_of(s, def_get(s, fn)->parent) == DEF_TRAIT
                           ? "doesn't have"
                           : "can't have");
        if (fn)
            resolve_help_receiver(s, &r, fn);
        return;
    }
    if (space == NAMESPACE_VALUE ? resolve_report_wrong_kind(s, scope, path) : resolve_report_no_type(s, scope, path))
        return;
    if (space == NAMESPACE_TYPE && resolve_std_only(s, path->segments, 0, 0))
        return;
    if (resolve_import_failed(s, scope, segment->name))
        return;
    sema_report r = sema_error(s, RUSTG_DIAG_UNRESOLVED_NAME, segment->span);
    sema_arg(&r, "%s", what);
    sema_arg(&r, "%s", sema_text(s, segment->name));
    sema_arg(&r, "in this scope");
    sema_primary_label(&r, "not found in this scope");
    if (space == NAMESPACE_VALUE && resolve_help_self(s, &r, scope, segment, like == SIMILAR_FN))
        return;
    if (resolve_help_prelude(s, &r, scope, segment, space))
        return;
    similar_name similar = resolve_similar_in_scope(s, scope, segment->name, space, like, locals, n_locals);
    if (space == NAMESPACE_VALUE && !similar.name && resolve_help_absent(s, &r, segment->name)) {
        resolve_help_import(s, &r, scope, segment, like, 0);
        return;
    }
    if (space == NAMESPACE_TYPE && !similar.name && resolve_help_absent_type(s, &r, segment))
        return;
    if (space == NAMESPACE_VALUE && !similar.name)
        resolve_help_scope(s, &r, scope, segment);
    resolve_add_similar(s, &r, similar, segment->span);
    resolve_help_import(s, &r, scope, segment, like, 0);
}

void resolve_report(sema *s, sema_def scope, const syntax_path *path, res_namespace space, const sema_symbol *locals,
                    uint32_t n_locals)
{
    if (path->n_segments == 1 && !path->qself.node && !path->global &&
        resolve_path(s, scope, path, space, true).kind == RES_UNRESOLVED)
        resolve_path_report_missing(s, scope, path, space, locals, n_locals);
    else
        resolve_path(s, scope, path, space, false);
}

static void resolve_report_missing_segment(sema *s, sema_def scope, const syntax_path *path, uint32_t i,
                                           sema_def module)
{
    const syntax_segment *segment = &path->segments[i];
    const char *before = sema_text(s, path->segments[i - 1].name);
    sema_report r = sema_error(s, RUSTG_DIAG_UNRESOLVED_SEGMENT, segment->span);
    sema_arg(&r, "%s", sema_text(s, segment->name));
    sema_arg(&r, "`%s`", before);
    if (def_kind_of(s, module) == DEF_CRATE && !def_get(s, module)->is_library)
        sema_primary_label(&r, "could not find `%s` in the crate root", sema_text(s, segment->name));
    similar_name similar = resolve_similar_in_module(s, module, segment->name, NAMESPACE_TYPE, SIMILAR_ANY, scope);
    if (similar.name)
        resolve_add_similar(s, &r, similar, segment->span);
}

static void resolve_report_missing_inside(sema *s, sema_def scope, const syntax_path *path, uint32_t i, sema_def module,
                                          res_namespace space)
{
    const syntax_segment *segment = &path->segments[i];
    if (resolve_std_only(s, path->segments, i, module) || resolve_import_failed(s, module, segment->name))
        return;
    if (i + 1 < path->n_segments) {
        resolve_report_missing_segment(s, scope, path, i, module);
        return;
    }
    resolve_similarity like;
    const char *what = resolve_path_wanted(s, path, space, &like);
    if (space == NAMESPACE_VALUE && resolve_report_wrong_kind(s, scope, path))
        return;
    sema_report r = sema_error(s, RUSTG_DIAG_UNRESOLVED_NAME, segment->span);
    sema_arg(&r, "%s", what);
    sema_arg(&r, "%s", sema_text(s, segment->name));
    if (i == 1 && path->segments[0].name == def_tab(s)->names.crate) {
        sema_arg(&r, "in the crate root");
        sema_primary_label(&r, "not found in the crate root");
    } else {
        const char *prefix = resolve_written_prefix(s, path, i), *kind = def_kind_text(s, module);
        sema_arg(&r, "in %s `%s`", kind, prefix);
        sema_primary_label(&r, "not found in `%s`", prefix);
    }
    const similar_name similar = resolve_similar_in_module(s, module, segment->name, space, like, scope);
    if (!def_get(s, module)->is_library || !resolve_help_absent(s, &r, segment->name))
        resolve_add_similar(s, &r, similar, segment->span);
}

static void resolve_report_missing_crate(sema *s, const syntax_segment *segment)
{
    sema_report r = sema_error(s, RUSTG_DIAG_UNRESOLVED_CRATE, segment->span);
    sema_arg(&r, "%s", sema_text(s, segment->name));
}

static void resolve_report_undeclared_type(sema *s, sema_def scope, const syntax_segment *segment)
{
    sema_report r = sema_error(s, RUSTG_DIAG_UNDECLARED_TYPE, segment->span);
    sema_arg(&r, "%s", sema_text(s, segment->name));
    if (resolve_help_prelude(s, &r, scope, segment, NAMESPACE_TYPE))
        return;
    similar_name similar = resolve_similar_in_scope(s, scope, segment->name, NAMESPACE_TYPE, SIMILAR_TYPE, NULL, 0);
    if (similar.name) {
        const char *what = similar.def ? def_kind_text(s, similar.def) : "builtin type";
        sema_suggest(&r, segment->span, sema_text(s, similar.name), "%s %s with a similar name exists",
                     def_article(what), what);
    }
    resolve_help_import(s, &r, scope, segment, SIMILAR_TYPE, 0);
}

static void resolve_report_unresolved_module(sema *s, sema_def scope, const syntax_path *path)
{
    const syntax_segment *segment = &path->segments[0];
    const char *name = sema_text(s, segment->name);
    sema_report r = sema_error(s, RUSTG_DIAG_UNRESOLVED_MODULE, segment->span);
    sema_arg(&r, "%s", name);
    if (resolve_help_prelude(s, &r, scope, segment, NAMESPACE_TYPE))
        return;
    similar_name similar = resolve_similar_in_scope(s, scope, segment->name, NAMESPACE_TYPE, SIMILAR_MODULE, NULL, 0);
    if (similar.name)
        sema_suggest(&r, segment->span, sema_text(s, similar.name), "there is a crate or module with a similar name");
    else if (!resolve_help_absent(s, &r, segment->name))
        sema_help(&r, "you might be missing a crate named `%s`", name);
    if (path->n_segments < 2)
        return;
    const syntax_segment *last = &path->segments[path->n_segments - 1], *before = last - 1;
    if ((before == segment || !resolve_help_import(s, &r, scope, before, SIMILAR_TYPE, 0)) &&
        !resolve_help_import(s, &r, scope, before, SIMILAR_MODULE, last->name))
        return;
    if (before != segment)
        sema_suggest(&r, (sema_span){segment->span.file, segment->span.start, before->span.start}, "",
                     "if you import `%s`, refer to it directly", sema_text(s, before->name));
}

static void resolve_report_first_segment(sema *s, sema_def scope, const syntax_path *path)
{
    const char *name = sema_text(s, path->segments[0].name);
    if (resolve_std_only(s, path->segments, 0, 0) || resolve_import_failed(s, scope, path->segments[0].name))
        return;
    const uint32_t diag = s->diags.n;
    if (name[0] >= 'A' && name[0] <= 'Z')
        resolve_report_undeclared_type(s, scope, &path->segments[0]);
    else
        resolve_report_unresolved_module(s, scope, path);
    if (diag < s->diags.n)
        sema_order_prefix(s, diag, path->n_segments == 2);
}

void resolve_report_segment(sema *s, sema_def scope, const syntax_path *path, uint32_t i, sema_def inside)
{
    if (i)
        resolve_report_missing_segment(s, scope, path, i, inside);
    else if (path->global)
        resolve_report_missing_crate(s, &path->segments[0]);
    else
        resolve_report_first_segment(s, scope, path);
}

/* `Self`: the impl, trait or type that it stands in. As a value, the constructor, it is one of an outer item, too, if
 * that has no parameters. */
static res resolve_self_type(sema *s, sema_def scope, const syntax_segment *segment, res_namespace space, bool quiet)
{
    sema_def came_from = 0, inner = 0;
    for (sema_def d = scope; d; d = def_get(s, d)->parent) {
        def_kind kind = def_kind_of(s, d);
        if (kind == DEF_BLOCK && came_from && !inner) {
            def_kind left = def_kind_of(s, came_from);
            if (left == DEF_FN || left == DEF_CONST || left == DEF_STATIC || left == DEF_MOD)
                inner = came_from;
        }
        if (kind == DEF_IMPL || kind == DEF_TRAIT || kind == DEF_STRUCT || kind == DEF_ENUM || kind == DEF_UNION) {
            if (inner && (space == NAMESPACE_TYPE || kind != DEF_IMPL || def_generics(s, d).n_params)) {
                if (quiet)
                    return (res){.kind = RES_UNRESOLVED};
                sema_report r = sema_error(s, RUSTG_DIAG_OUTER_SELF, segment->span);
                sema_label(&r, def_span(s, inner), "`Self` used in this inner %s", def_kind_text(s, inner));
                return (res){.kind = RES_NONE};
            }
            return (res){.kind = RES_SELF_TY, .def = d, .n_resolved = 1};
        }
        if (kind == DEF_MOD || kind == DEF_CRATE)
            break;
        came_from = d;
    }
    if (quiet)
        return (res){.kind = RES_UNRESOLVED};
    sema_report r = sema_error(s, RUSTG_DIAG_SELF_TYPE, segment->span);
    sema_def fn = resolve_enclosing(s, scope, DEF_FN);
    if (fn)
        sema_label(&r, def_span(s, fn), "`Self` not allowed in a function");
    return (res){.kind = RES_NONE};
}

static void resolve_report_outer_param(sema *s, const scope_name *found, sema_span at)
{
    sema_report r = sema_error(s, RUSTG_DIAG_OUTER_GENERIC, at);
    sema_label(&r, def_span(s, found->def), "%s from outer item", def_kind_text(s, found->def));
    sema_label(&r, def_span(s, found->outer), "generic parameter used in this inner %s",
               def_kind_text(s, found->outer));
    sema_note(
        &r,
        "nested items are independent from their parent item for everything except for privacy and name resolution");
}

static res resolve_found_res(sema_def def, uint32_t n)
{
    return (res){.kind = RES_DEF, .def = def, .n_resolved = n};
}

static res resolve_missing(bool quiet)
{
    return (res){.kind = quiet ? RES_UNRESOLVED : RES_NONE};
}

static res resolve_qself(sema *s, sema_def scope, const syntax_path *path, res_namespace space, bool quiet)
{
    if (!path->n_qself)
        return (res){.kind = RES_UNRESOLVED};
    sema_def trait = resolve_trait_path(s, scope, path, path->n_qself, quiet);
    if (!trait)
        return resolve_missing(quiet);
    if (path->n_segments <= path->n_qself)
        return resolve_found_res(trait, path->n_qself);
    const syntax_segment *segment = &path->segments[path->n_qself];
    uint32_t n;
    const sema_def *items = def_assoc_items(s, trait, &n);
    for (uint32_t i = 0; i < n; i++) {
        const def_info *about = def_get(s, items[i]);
        if (about->name == segment->name &&
            (about->kind == DEF_ASSOC_TY) == (space == NAMESPACE_TYPE || path->n_segments > path->n_qself + 1))
            return resolve_found_res(items[i], path->n_qself + 1);
    }
    if (!quiet) {
        sema_report r = sema_error(s, RUSTG_DIAG_NO_ASSOC_IN_TRAIT, segment->span);
        sema_arg(&r, "%s", space == NAMESPACE_TYPE ? "associated type" : "method or associated constant");
        sema_arg(&r, "%s", sema_text(s, segment->name));
        sema_arg(&r, "%s", sema_text(s, def_get(s, trait)->name));
    }
    return resolve_missing(quiet);
}

/* Whether a generic parameter is used within an array's length or a const argument. */
static bool resolve_in_const_operation(const sema *s, sema_def scope, sema_def param)
{
    def_kind kind = def_kind_of(s, param);
    if (kind != DEF_TYPE_PARAM && kind != DEF_CONST_PARAM)
        return false;
    for (sema_def d = scope; d && d != def_get(s, param)->parent; d = def_get(s, d)->parent)
        if (def_kind_of(s, d) == DEF_ANON_CONST)
            return true;
    return false;
}

static void resolve_report_in_const(sema *s, sema_def param, const syntax_segment *segment)
{
    sema_report r = sema_error(s, RUSTG_DIAG_GENERIC_IN_CONST, segment->span);
    sema_arg(&r, "%s", sema_text(s, segment->name));
    if (def_kind_of(s, param) == DEF_CONST_PARAM)
        sema_help(&r, "const parameters may only be used as standalone arguments here, i.e. `%s`",
                  sema_text(s, segment->name));
    else
        sema_note(&r, "type parameters may not be used in const expressions");
}

/* What edition 2015 looks up in the crate's root. */
static sema_def resolve_in_root(sema *s, sema_def scope, sema_symbol name, res_namespace space)
{
    const found_name found = resolve_in_module(s, def_crate_of(s, scope), name, space, scope);
    resolve_note_import(s, found.import, name, space);
    return found.def;
}

/* The first segment of several: where to go on from. */
static res resolve_first_of_many(sema *s, sema_def scope, const syntax_path *path, bool quiet)
{
    const def_names *names = &def_tab(s)->names;
    const syntax_segment *segment = &path->segments[0];
    sema_def module = def_module_of(s, scope);
    if (path->global &&
        (segment->name == names->super || segment->name == names->self || segment->name == names->crate)) {
        if (!quiet) {
            sema_report r = sema_error(s, RUSTG_DIAG_GLOBAL_KEYWORD, segment->span);
            sema_arg(&r, "%s", sema_text(s, segment->name));
        }
        return resolve_missing(quiet);
    }
    if (path->global) {
        sema_def crate = resolve_crate_name(s, segment->name, false);
        if (!crate && s->files.at[path->span.file]->edition == 2015)
            crate = resolve_in_root(s, scope, segment->name, NAMESPACE_TYPE);
        if (crate)
            return resolve_found_res(crate, 1);
        if (!quiet)
            resolve_report_missing_crate(s, segment);
        return resolve_missing(quiet);
    }
    if (segment->name == names->crate)
        return resolve_found_res(def_crate_of(s, scope), 1);
    if (segment->name == names->self)
        return resolve_found_res(module, 1);
    if (segment->name == names->super) {
        sema_def up = def_module_of(s, def_get(s, module)->parent);
        if (up)
            return resolve_found_res(up, 1);
        if (!quiet)
            sema_error(s, RUSTG_DIAG_TOO_MANY_SUPER, segment->span);
        return resolve_missing(quiet);
    }
    if (segment->name == names->self_type)
        return resolve_self_type(s, scope, segment, NAMESPACE_TYPE, quiet);
    scope_name found = resolve_in_scope(s, scope, segment->name, NAMESPACE_TYPE);
    if (found.kind == RES_UNRESOLVED) {
        if (!quiet)
            resolve_report_first_segment(s, scope, path);
        return resolve_missing(quiet);
    }
    resolve_note_import(s, found.found.import, segment->name, NAMESPACE_TYPE);
    if (found.found.ambiguous && !quiet)
        resolve_report_ambiguous(s, &found.found, segment->name, segment->span);
    if (found.outer) {
        if (!quiet)
            resolve_report_outer_param(s, &found, segment->span);
        return resolve_missing(quiet);
    }
    if (found.kind == RES_DEF && resolve_in_const_operation(s, scope, found.def)) {
        if (!quiet)
            resolve_report_in_const(s, found.def, segment);
        return resolve_missing(quiet);
    }
    return (res){.kind = found.kind, .def = found.def, .ty = found.ty, .n_resolved = 1};
}

/* `::name`: an item of the crate in edition 2015, else a crate. */
static res resolve_single_global(sema *s, sema_def scope, const syntax_path *path, res_namespace space, bool quiet)
{
    const syntax_segment *segment = &path->segments[0];
    const bool in_crate = s->files.at[path->span.file]->edition == 2015;
    if (space == NAMESPACE_TYPE || in_crate) {
        sema_def found = space == NAMESPACE_TYPE ? resolve_crate_name(s, segment->name, false) : 0;
        if (!found && in_crate)
            found = resolve_in_root(s, scope, segment->name, space);
        if (found)
            return resolve_found_res(found, 1);
    }
    if (!quiet) {
        sema_report r = sema_error(s, RUSTG_DIAG_UNRESOLVED_NAME, segment->span);
        resolve_similarity like;
        sema_arg(&r, "%s", in_crate ? resolve_path_wanted(s, path, space, &like) : "crate");
        sema_arg(&r, "%s", sema_text(s, segment->name));
        sema_arg(&r, "in the %s", in_crate ? "crate root" : "list of imported crates");
        sema_primary_label(&r, "not found in the %s", in_crate ? "crate root" : "list of imported crates");
    }
    return resolve_missing(quiet);
}

static res resolve_single(sema *s, sema_def scope, const syntax_path *path, res_namespace space, bool quiet)
{
    const def_names *names = &def_tab(s)->names;
    const syntax_segment *segment = &path->segments[0];
    if (segment->name == names->self_type)
        return resolve_self_type(s, scope, segment, space, quiet);
    if (path->global)
        return resolve_single_global(s, scope, path, space, quiet);
    if (space == NAMESPACE_TYPE &&
        (segment->name == names->crate || segment->name == names->self || segment->name == names->super))
        return resolve_first_of_many(s, scope, path, quiet);
    scope_name found = resolve_in_scope(s, scope, segment->name, space);
    resolve_note_import(s, found.found.import, segment->name, space);
    if (found.is_macro && !found.def)
        return (res){.kind = RES_DEF, .n_resolved = 1};
    if (found.kind == RES_UNRESOLVED) {
        if (!quiet)
            resolve_path_report_missing(s, scope, path, space, NULL, 0);
        return resolve_missing(quiet);
    }
    /* What is found but wrong counts as not found where nothing may be reported. The caller asks again and reports
     * then. */
    if (quiet &&
        (found.found.ambiguous ||
         (found.kind == RES_DEF && (resolve_in_const_operation(s, scope, found.def) ||
                                    (space == NAMESPACE_VALUE && resolve_constructor_hidden(s, scope, found.def))))))
        return resolve_missing(true);
    if (found.found.ambiguous)
        resolve_report_ambiguous(s, &found.found, segment->name, segment->span);
    if (found.outer) {
        if (!quiet)
            resolve_report_outer_param(s, &found, segment->span);
        return resolve_missing(quiet);
    }
    if (found.kind == RES_DEF && !quiet && resolve_in_const_operation(s, scope, found.def)) {
        resolve_report_in_const(s, found.def, segment);
        return resolve_missing(false);
    }
    if (!quiet && space == NAMESPACE_VALUE && found.kind == RES_DEF && resolve_constructor_hidden(s, scope, found.def))
        resolve_report_constructor(s, found.def, path);
    else if (space == NAMESPACE_VALUE && found.kind == RES_DEF && resolve_constructor_lost(s, found.found, found.def))
        resolve_report_lost(s, found.def, path);
    if (space == NAMESPACE_TYPE && found.kind == RES_DEF && def_is_module(s, found.def)) {
        /* Behind `use core::f32` the word still means the type. */
        uint32_t *primitive = arena_map_at(s->memory, &def_tab(s)->primitive_of, segment->name, 0);
        if (primitive)
            return (res){.kind = RES_PRIMITIVE, .ty = *primitive, .n_resolved = 1};
    }
    return (res){.kind = found.kind, .def = found.def, .ty = found.ty, .n_resolved = 1};
}

static res resolve_any_path(sema *s, sema_def scope, const syntax_path *path, res_namespace space, bool quiet)
{
    const def_names *names = &def_tab(s)->names;
    if (path->qself.node)
        return resolve_qself(s, scope, path, space, quiet);
    if (!path->n_segments)
        return (res){.kind = RES_UNRESOLVED};
    if (path->n_segments == 1)
        return resolve_single(s, scope, path, space, quiet);
    res at = resolve_first_of_many(s, scope, path, quiet);
    if (at.kind != RES_DEF)
        return at;
    for (uint32_t i = 1; i < path->n_segments; i++) {
        const syntax_segment *segment = &path->segments[i];
        def_kind kind = def_kind_of(s, at.def);
        bool is_last = i + 1 == path->n_segments;
        if (kind != DEF_MOD && kind != DEF_CRATE && kind != DEF_ENUM && kind != DEF_TRAIT)
            return resolve_found_res(at.def, i);
        if (kind == DEF_MOD || kind == DEF_CRATE)
            resolve_no_args(s, &path->segments[i - 1], "module", sema_text(s, def_get(s, at.def)->name));
        if (segment->name == names->super &&
            (path->segments[i - 1].name == names->super || path->segments[i - 1].name == names->self)) {
            at.def = def_module_of(s, def_get(s, at.def)->parent);
            if (at.def)
                continue;
            if (!quiet)
                sema_error(s, RUSTG_DIAG_TOO_MANY_SUPER, segment->span);
            return resolve_missing(quiet);
        }
        found_name found = resolve_in_module(s, at.def, segment->name, is_last ? space : NAMESPACE_TYPE, scope);
        if (!found.found && kind == DEF_ENUM)
            return resolve_found_res(at.def, i);
        if (!found.found) {
            uint32_t *primitive = arena_map_at(s->memory, &def_tab(s)->primitive_of, path->segments[0].name, 0);
            if (i == 1 && primitive && kind == DEF_MOD)
                return (res){.kind = RES_PRIMITIVE, .ty = *primitive, .n_resolved = 1};
            if (kind == DEF_TRAIT)
                return resolve_found_res(at.def, i);
            if (!quiet)
                resolve_report_missing_inside(s, scope, path, i, at.def, space);
            return resolve_missing(quiet);
        }
        resolve_note_import(s, found.import, segment->name, is_last ? space : NAMESPACE_TYPE);
        if (found.is_macro && !found.def)
            return (res){.kind = RES_DEF, .n_resolved = path->n_segments};
        if (!quiet) {
            if (found.ambiguous)
                resolve_report_ambiguous(s, &found, segment->name, segment->span);
            if (!resolve_sees(s, found.vis, scope))
                resolve_report_private(s, found.def, found.import, segment->span);
        }
        at.def = found.def;
        if (!quiet && is_last && space == NAMESPACE_VALUE && resolve_constructor_lost(s, found, at.def))
            resolve_report_lost(s, at.def, path);
    }
    if (!quiet && space == NAMESPACE_VALUE && resolve_constructor_hidden(s, scope, at.def))
        resolve_report_constructor(s, at.def, path);
    return resolve_found_res(at.def, path->n_segments);
}

res resolve_path(sema *s, sema_def scope, const syntax_path *path, res_namespace space, bool quiet)
{
    const res found = resolve_any_path(s, scope, path, space, quiet);
    if (found.def && (found.kind == RES_DEF || found.kind == RES_SELF_TY))
        resolve_note_mention(s, scope, found.def, path->span);
    return found;
}

sema_def resolve_trait_path(sema *s, sema_def scope, const syntax_path *path, uint32_t n_segments, bool quiet)
{
    syntax_path prefix = *path;
    prefix.qself = (sema_node){0, 0};
    prefix.n_qself = 0;
    prefix.n_segments = n_segments;
    if (!n_segments)
        return 0;
    prefix.span = prefix.segments[0].span;
    prefix.span.end = prefix.segments[n_segments - 1].span.end;
    res found = resolve_path(s, scope, &prefix, NAMESPACE_TYPE, n_segments == 1 || quiet);
    const syntax_segment *last = &prefix.segments[n_segments - 1];
    if (found.kind == RES_UNRESOLVED && !quiet &&
        (resolve_std_only(s, last, 0, 0) || (n_segments == 1 && resolve_import_failed(s, scope, last->name))))
        return 0;
    if (found.kind == RES_UNRESOLVED && !quiet) {
        sema_report r = sema_error(s, RUSTG_DIAG_UNRESOLVED_TRAIT, last->span);
        sema_arg(&r, "%s", sema_text(s, last->name));
        sema_arg(&r, "in this scope");
        sema_primary_label(&r, "not found in this scope");
        resolve_add_similar(
            s, &r, resolve_similar_in_scope(s, scope, last->name, NAMESPACE_TYPE, SIMILAR_TRAIT, NULL, 0), last->span);
    }
    if (found.kind == RES_UNRESOLVED || found.kind == RES_NONE)
        return 0;
    if (found.kind == RES_DEF && found.n_resolved == n_segments && def_kind_of(s, found.def) == DEF_TRAIT)
        return found.def;
    if (!quiet) {
        sema_report r = sema_error(s, RUSTG_DIAG_NAME_IS_NO_TRAIT, prefix.span);
        sema_arg(&r, "%s",
                 found.kind == RES_PRIMITIVE ? "builtin type"
                 : found.kind == RES_SELF_TY ? "self type"
                                             : def_kind_text(s, found.def));
        sema_arg(&r, "%s", sema_text(s, last->name));
        if (found.kind == RES_DEF && def_kind_of(s, found.def) == DEF_TY_ALIAS)
            sema_primary_label(&r, "type aliases cannot be used as traits");
    }
    return 0;
}
