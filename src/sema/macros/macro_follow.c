/* macro_follow.c: checks what stands behind a fragment in a matcher, so that the grammar of fragments may grow. It
 * follows rustc's mbe::macro_rules::check_matcher. */
#include "sema/macros/macro.h"

/* The places of a matcher: its tokens, variables and separators. */
typedef struct place_set {
    VEC(uint32_t) at;
    bool maybe_empty;
} place_set;

typedef struct follow_check {
    sema *s;
    const macro_view *v;
    const macro_rule *rule;
    bool good;
} follow_check;

static const macro_loc *macro_loc_at(const follow_check *f, uint32_t i)
{
    return &f->rule->locs.at[i];
}

static bool macro_is_var(const follow_check *f, uint32_t i)
{
    return macro_loc_at(f, i)->kind == AT_VAR;
}

static uint32_t macro_follow_kind_of(const follow_check *f, uint32_t i)
{
    return f->v->kinds[macro_loc_at(f, i)->tok];
}

static void macro_follow_add(follow_check *f, place_set *set, uint32_t place)
{
    for (uint32_t i = 0; i < set->at.n; i++)
        if (set->at.at[i] == place)
            return;
    vec_push(f->s->memory, &set->at, place);
}

static void macro_follow_add_all(follow_check *f, place_set *set, const place_set *more)
{
    for (uint32_t i = 0; i < more->at.n; i++)
        macro_follow_add(f, set, more->at.at[i]);
    set->maybe_empty &= more->maybe_empty;
}

/* For a REPEAT, the place of its separator (or 0) and the place behind what is repeated. */
static uint32_t macro_separator_of(const follow_check *f, uint32_t repeat, uint32_t *end)
{
    uint32_t last = macro_loc_at(f, repeat)->to - 1;
    bool separated = macro_loc_at(f, last)->kind == AT_AFTER;
    *end = separated ? last - 1 : last;
    return separated ? last - 1 : 0;
}

/* The place behind a place and what is inside of it. */
static uint32_t macro_follow_behind(const follow_check *f, uint32_t i)
{
    if (macro_loc_at(f, i)->kind == AT_REPEAT)
        return macro_loc_at(f, i)->to;
    if (macro_is_var(f, i) || !PARSE_IS_OPEN(macro_follow_kind_of(f, i)))
        return i + 1;
    uint32_t close = f->v->partner[macro_loc_at(f, i)->tok];
    for (i++; macro_loc_at(f, i)->kind != AT_TOKEN || macro_loc_at(f, i)->tok != close; i++)
        ;
    return i + 1;
}

static place_set macro_first_of(follow_check *f, uint32_t i, uint32_t end)
{
    place_set set = {.maybe_empty = true};
    for (; i < end; i = macro_follow_behind(f, i)) {
        if (macro_loc_at(f, i)->kind != AT_REPEAT) {
            macro_follow_add(f, &set, i);
            set.maybe_empty = false;
            return set;
        }
        uint32_t inner_end, separator = macro_separator_of(f, i, &inner_end);
        place_set inner = macro_first_of(f, i + 1, inner_end);
        if (inner.maybe_empty && separator)
            macro_follow_add(f, &set, separator);
        bool maybe_empty = inner.maybe_empty || macro_loc_at(f, i)->repeat != REPEAT_SOME;
        inner.maybe_empty = true;
        macro_follow_add_all(f, &set, &inner);
        if (!maybe_empty) {
            set.maybe_empty = false;
            return set;
        }
    }
    return set;
}

static bool macro_follows_anything(uint8_t fragment)
{
    switch ((macro_fragment)fragment) {
    case FRAGMENT_BLOCK:
    case FRAGMENT_IDENT:
    case FRAGMENT_ITEM:
    case FRAGMENT_LIFETIME:
    case FRAGMENT_LITERAL:
    case FRAGMENT_META:
    case FRAGMENT_TT: return true;
    case FRAGMENT_NONE:
    case FRAGMENT_EXPR:
    case FRAGMENT_EXPR_2021:
    case FRAGMENT_TY:
    case FRAGMENT_PAT:
    case FRAGMENT_PAT_PARAM:
    case FRAGMENT_VIS:
    case FRAGMENT_STMT:
    case FRAGMENT_PATH:
    case FRAGMENT_N: break;
    }
    return false;
}

static bool macro_may_follow(const follow_check *f, uint8_t fragment, uint32_t next, const char **allowed)
{
    bool var = macro_is_var(f, next);
    uint32_t k = var ? (uint32_t)T_EOF : macro_follow_kind_of(f, next);
    uint8_t of = macro_loc_at(f, next)->fragment;
    if (PARSE_IS_CLOSE(k) || macro_follows_anything(fragment))
        return true;
    switch ((macro_fragment)fragment) {
    case FRAGMENT_STMT:
    case FRAGMENT_EXPR:
    case FRAGMENT_EXPR_2021: *allowed = "`=>`, `,` or `;`"; return k == T_FAT_ARROW || k == T_COMMA || k == T_SEMI;
    case FRAGMENT_PAT:
    case FRAGMENT_PAT_PARAM:
        *allowed = fragment == FRAGMENT_PAT ? "`=>`, `,`, `=`, `if` or `in`" : "`=>`, `,`, `=`, `|`, `if` or `in`";
        return k == T_FAT_ARROW || k == T_COMMA || k == T_EQ || k == T_KW_IF || k == T_KW_IN ||
               (k == T_OR && fragment == FRAGMENT_PAT_PARAM);
    case FRAGMENT_VIS:
        *allowed = "`,`, an ident or a type";
        if (var)
            return of == FRAGMENT_IDENT || of == FRAGMENT_TY || of == FRAGMENT_PATH;
        return k == T_COMMA ||
               (k != T_KW_PRIV && macro_may_begin(f->s, f->v, FRAGMENT_VIS, macro_loc_at(f, next)->tok, UINT32_MAX));
    case FRAGMENT_NONE:
    case FRAGMENT_IDENT:
    case FRAGMENT_LIFETIME:
    case FRAGMENT_TT:
    case FRAGMENT_TY:
    case FRAGMENT_LITERAL:
    case FRAGMENT_BLOCK:
    case FRAGMENT_PATH:
    case FRAGMENT_ITEM:
    case FRAGMENT_META:
    case FRAGMENT_N: break;
    }
    *allowed = "`{`, `[`, `=>`, `,`, `>`, `=`, `:`, `;`, `|`, `as` or `where`";
    if (var)
        return of == FRAGMENT_BLOCK;
    return k == T_L_BRACE || k == T_L_BRACKET || k == T_FAT_ARROW || k == T_COMMA || k == T_GT || k == T_SHR ||
           k == T_EQ || k == T_COLON || k == T_SEMI || k == T_OR || k == T_KW_AS || k == T_KW_WHERE;
}

static const char *macro_follow_shown(const follow_check *f, uint32_t place, sema_span *at)
{
    sema *s = f->s;
    uint32_t tok = macro_loc_at(f, place)->tok,
             n = macro_is_var(f, place) ? 4 : parse_kind_toks(macro_follow_kind_of(f, place));
    *at = syntax_tok_span(s, f->v->file, tok);
    at->end = syntax_tok_span(s, f->v->file, tok + n - 1).end;
    return arena_text(s->memory, (const char *)s->files.at[at->file]->bytes + at->start, at->end - at->start);
}

static void macro_follow_check_pair(follow_check *f, uint32_t last, uint32_t next, bool only)
{
    sema *s = f->s;
    const char *allowed;
    uint8_t fragment = macro_loc_at(f, last)->fragment;
    if (macro_may_follow(f, fragment, next, &allowed))
        return;
    sema_span at;
    const char *name = sema_text(s, f->rule->vars.at[macro_loc_at(f, last)->var].name),
               *text = macro_follow_shown(f, next, &at);
    sema_span written = syntax_tok_span(s, f->v->file, macro_loc_at(f, last)->tok + 3);
    const char *of = arena_text(s->memory, (const char *)s->files.at[written.file]->bytes + written.start,
                                written.end - written.start);
    sema_report r = macro_report(s, at, "`$%s:%s` %s followed by `%s`, which is not allowed for `%s` fragments", name,
                                 of, only ? "is" : "may be", text, of);
    sema_primary_label(&r, "not allowed after `%s` fragments", of);
    sema_note(&r, "allowed there are: %s", allowed);
    f->good = false;
}

/* What may stand last in [i, end), where `follow` stands behind it. Only variables that not everything may follow
 * count. */
static place_set macro_check_range(follow_check *f, uint32_t i, uint32_t end, const place_set *follow)
{
    place_set last = {.maybe_empty = true};
    if (!sema_enter(f->s, syntax_tok_span(f->s, f->v->file, macro_loc_at(f, i)->tok))) {
        f->good = false;
        return last;
    }
    for (uint32_t next; i < end; i = next) {
        next = macro_follow_behind(f, i);
        place_set suffix = macro_first_of(f, next, end);
        if (suffix.maybe_empty)
            macro_follow_add_all(f, &suffix, follow);
        if (macro_loc_at(f, i)->kind == AT_REPEAT) {
            uint32_t inner_end, separator = macro_separator_of(f, i, &inner_end);
            if (separator)
                macro_follow_add(f, &suffix, separator);
            place_set inner = macro_check_range(f, i + 1, inner_end, &suffix);
            if (inner.maybe_empty)
                macro_follow_add_all(f, &last, &inner);
            else
                last = inner;
            continue;
        }
        last = (place_set){.maybe_empty = false};
        if (macro_is_var(f, i) && !macro_follows_anything(macro_loc_at(f, i)->fragment)) {
            macro_follow_add(f, &last, i);
            for (uint32_t k = 0; k < suffix.at.n; k++)
                macro_follow_check_pair(f, i, suffix.at.at[k], suffix.at.n == 1);
        } else if (next > i + 1) {
            place_set close = {.maybe_empty = false};
            macro_follow_add(f, &close, next - 1);
            macro_check_range(f, i + 1, next - 1, &close);
        }
    }
    sema_leave(f->s);
    return last;
}

bool macro_check_follow(sema *s, const macro_view *v, const macro_rule *rule)
{
    follow_check f = {s, v, rule, true};
    place_set none = {.maybe_empty = true};
    macro_check_range(&f, 0, rule->locs.n - 1, &none);
    return f.good;
}
