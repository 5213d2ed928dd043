/* lint_level.c: finds the level that attributes set for a lint at a place. */
#include "sema/lints/lint.h"

static const struct {
    const char *text, *group;
} names[LINT_N_NAMES] = {
#define LINT(NAME, text, group) [LINT_##NAME] = {text, group},
#include "sema/lints/lint.def"
};
_Static_assert(LINT_N_NAMES <= 32, "a bit of sema's lints_noted for each row of lint.def");

typedef enum level { LEVEL_NONE, LEVEL_DENY, LEVEL_OTHER } level;

static level level_of_name(const sema *s, const def_attr *attr)
{
    static const struct {
        const char *name;
        level is;
    } all[] = {{"allow", LEVEL_OTHER},
               {"expect", LEVEL_OTHER},
               {"warn", LEVEL_OTHER},
               {"deny", LEVEL_DENY},
               {"forbid", LEVEL_DENY}};
    const char *name = sema_text(s, syntax_tok_name(s, attr->file, attr->path));
    for (uint32_t i = 0; i < sizeof all / sizeof *all; i++)
        if (attr->path_end == attr->path + 1 && strcmp(all[i].name, name) == 0)
            return all[i].is;
    return LEVEL_NONE;
}

bool lint_is_level(const sema *s, const def_attr *attr)
{
    return level_of_name(s, attr) != LEVEL_NONE;
}

static bool lint_lists(sema *s, const def_attr *attr, sema_symbol lint, sema_span *said)
{
    if (attr->first >= attr->last || def_tok_kind(s, attr->file, attr->first) != RUSTG_TOK_L_PAREN)
        return false;
    uint32_t at = attr->first + 1, entry, entry_last;
    while (def_attr_entry(s, attr->file, &at, attr->last - 1, &entry, &entry_last))
        if (entry_last == entry + 1 && syntax_tok_name(s, attr->file, entry) == lint) {
            *said = syntax_tok_span(s, attr->file, entry);
            return true;
        }
    return false;
}

/* Of the node's own attributes the last one counts. */
static level level_at(sema *s, sema_node node, sema_symbol lint, sema_span *by)
{
    level found = LEVEL_NONE;
    def_attr attr;
    for (uint32_t i = 0; def_nth_attr(s, node, i, &attr); i++) {
        level said = level_of_name(s, &attr);
        if (said != LEVEL_NONE && lint_lists(s, &attr, lint, by))
            found = said;
    }
    return found;
}

bool lint_is_denied(sema *s, sema_def owner, sema_span at, lint_name lint, sema_span *said)
{
    sema_symbol name = sema_intern_text(s, names[lint].text);
    *said = (sema_span){0, 0, 0};
    at = sema_origin(s, at);
    sema_node node = syntax_innermost(s, at);
    for (;;) {
        uint32_t file = node.file;
        for (; syntax_is(node); node = syntax_parent(s, node)) {
            level found = level_at(s, node, name, said);
            if (found != LEVEL_NONE)
                return found == LEVEL_DENY;
        }
        /* This is the `mod` item whose body the file is. */
        while (owner && def_get(s, owner)->node.file == file)
            owner = def_get(s, owner)->parent;
        if (!owner || !syntax_is(def_get(s, owner)->node))
            return true;
        node = def_get(s, owner)->node;
    }
}

void lint_note_incompatible(sema_report *r, uint32_t issue)
{
    sema_warning(r,
                 "this was previously accepted by the compiler but is being phased out; it will become a hard error in "
                 "a future release!");
    sema_note(r, "for more information, see issue #%u <https://github.com/rust-lang/rust/issues/%u>", issue, issue);
}

void lint_note(sema *s, sema_report *r, lint_name lint, sema_span said)
{
    if (said.file)
        sema_note_at(r, said, "the lint level is defined here");
    else if (!(s->lints_noted >> lint & 1)) {
        const char *group = names[lint].group;
        sema_note(r, "`#[deny(%s)]`%s on by default", names[lint].text,
                  *group ? arena_format(s->memory, " (part of `#[deny(%s)]`)", group) : "");
        s->lints_noted |= 1u << lint;
    }
}
