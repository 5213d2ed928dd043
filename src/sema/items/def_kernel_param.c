/* def_kernel_param.c: checks what the parameters of kernels may be, and says what to take instead. */
#include "sema/items/def_table.h"
#include "rustg/diagnostic_kind.h"

static sema_node def_param_node(sema *s, sema_def fn, uint32_t i)
{
    syntax_fn parts = syntax_fn_of(s, def_get(s, fn)->node);
    return i < parts.params.n ? parts.params.at[i] : (sema_node){0, 0};
}

static sema_span def_param_type_span(sema *s, sema_def fn, uint32_t i)
{
    const sema_node param = def_param_node(s, fn, i);
    return syntax_is(param) ? sema_node_span(s, syntax_child_in(s, param, RUSTG_AST_CLASS_TY, 0)) : def_span(s, fn);
}

/* In front of a parameter that is a plain name: the name with `mut`, or without it; of others, and where it is so
 * already, nothing. */
static const char *def_param_name(sema *s, sema_node param, bool is_mut, sema_span *at)
{
    const sema_node pattern = syntax_child_in(s, param, RUSTG_AST_CLASS_PAT, 0);
    if (syntax_kind(s, pattern) != RUSTG_AST_PatIdent || syntax_pat_ident(s, pattern).by_ref ||
        syntax_pat_ident(s, pattern).mutable == is_mut)
        return "";
    const sema_span whole = sema_node_span(s, pattern), name = syntax_name_span(s, pattern);
    at->start = whole.start;
    return arena_format(s->memory, "%s%s: ", is_mut ? "mut " : "",
                        source_text(s, (sema_span){whole.file, name.start, whole.end}));
}

static const char def_use_grid[] = "use `GridMut`, which each thread writes at its own index";

static void def_suggest_grid_of(sema *s, sema_node param, const char *element, sema_report *r, const char *text)
{
    sema_span at = sema_node_span(s, syntax_child_in(s, param, RUSTG_AST_CLASS_TY, 0));
    const char *name = def_param_name(s, param, true, &at);
    sema_suggest(r, at, arena_format(s->memory, "%sGridMut<%s>", name, element), "%s", text);
}

/* ---- How the body uses a parameter ---- */

typedef struct def_use {
    sema_node name, place; /* place: `*name`, `name[i]` or `name` */
    sema_node value;       /* what is stored in the place or added to it */
    enum { DEF_USE_OTHER, DEF_USE_LENGTH, DEF_USE_READ, DEF_USE_STORE, DEF_USE_ADD, DEF_USE_SUB } how;
    bool is_whole;     /* `*name` */
    bool is_base;      /* of a field, a method or an index */
    bool is_operand;   /* of an operator that takes references to numbers too */
    bool is_field;     /* of a struct, as in `S { name }` */
    bool is_set_anew;  /* the name itself is assigned */
    bool is_at_tid;    /* the index may be a `Tid` */
    bool is_last_expr; /* its statement has no semicolon */
    bool is_arm;       /* a match's, as a whole */
    bool is_plain;     /* it stands in the text as it is here, not otherwise in a macro */
} def_use;
typedef struct def_uses {
    VEC(def_use) list;
    const char *name;
    bool are_all; /* none is in a macro or hidden otherwise, and nothing else in the body has the name */
} def_uses;

static bool def_is_first(const sema *s, sema_node parent, sema_node child)
{
    return syntax_first_real(s, parent).node == child.node;
}

/* What a name of the body stands for, by what it is bound to. */
typedef enum def_bound { DEF_BOUND_OTHER, DEF_BOUND_TID, DEF_BOUND_RANGE } def_bound;

static sema_node def_without_parens(const sema *s, sema_node n)
{
    while (syntax_kind(s, n) == RUSTG_AST_ExprParen)
        n = syntax_first_real(s, n);
    return n;
}

/* A name, or what is made of a thread's index, may be a `Tid`, or its number. */
static def_bound def_bound_to(sema *s, sema_node value)
{
    const uint8_t kind = syntax_kind(s, value);
    if (kind == RUSTG_AST_ExprPath)
        return DEF_BOUND_TID;
    if (kind == RUSTG_AST_ExprRange)
        return DEF_BOUND_RANGE;
    if (kind != RUSTG_AST_ExprCall && kind != RUSTG_AST_ExprMethodCall && kind != RUSTG_AST_ExprCast)
        return DEF_BOUND_OTHER;
    const char *text = source_text(s, sema_node_span(s, value));
    return strstr(text, "index()") || strstr(text, "grid_stride(") ? DEF_BOUND_TID : DEF_BOUND_OTHER;
}

/* Keeps what a `let` or `for` binds a name to. Nodes come in the order of the text, so the last one counts. */
static void def_keep_bound(sema *s, arena_map *names, sema_node node)
{
    const sema_node around = syntax_parent(s, node);
    const uint8_t kind = syntax_kind(s, around);
    if (syntax_kind(s, node) != RUSTG_AST_PatIdent || (kind != RUSTG_AST_StmtLet && kind != RUSTG_AST_ExprForLoop))
        return;
    const sema_node value = def_without_parens(s, syntax_child_in(s, around, RUSTG_AST_CLASS_EXPR, 0));
    const def_bound bound = def_bound_to(s, value);
    const bool is_of_range = kind == RUSTG_AST_ExprForLoop && bound == DEF_BOUND_RANGE;
    *arena_map_at(s->memory, names, syntax_name(s, node), 1) = is_of_range ? DEF_BOUND_OTHER : bound;
}

static def_bound def_index_bound(sema *s, arena_map *names, sema_node in_parens)
{
    const sema_node index = def_without_parens(s, in_parens);
    const uint32_t tok = syntax_first_tok(s, index);
    if (syntax_kind(s, index) == RUSTG_AST_ExprRange)
        return DEF_BOUND_RANGE;
    if (syntax_kind(s, index) != RUSTG_AST_ExprPath || tok != syntax_last_tok(s, index))
        return DEF_BOUND_OTHER;
    const uint32_t *known = arena_map_at(s->memory, names, syntax_tok_name(s, index.file, tok), 0);
    return known ? (def_bound)*known : DEF_BOUND_OTHER;
}

static bool def_is_plain(const sema *s, sema_span at)
{
    return strcmp(source_text(s, at), source_text(s, sema_origin(s, at))) == 0;
}

static bool def_is_length(const sema *s, sema_node call, sema_node of)
{
    return syntax_kind(s, call) == RUSTG_AST_ExprMethodCall && def_is_first(s, call, of) &&
           strcmp(sema_text(s, syntax_name(s, call)), "len") == 0;
}

static bool def_is_base(const sema *s, sema_node around, sema_node name)
{
    const uint8_t kind = syntax_kind(s, around);
    return (kind == RUSTG_AST_ExprMethodCall || kind == RUSTG_AST_ExprField || kind == RUSTG_AST_ExprIndex) &&
           def_is_first(s, around, name);
}

static bool def_is_operand(const sema *s, sema_node around, sema_node name)
{
    const uint8_t kind = syntax_kind(s, around);
    if (kind == RUSTG_AST_ExprAssignOp)
        return !def_is_first(s, around, name);
    if (kind != RUSTG_AST_ExprBinary && kind != RUSTG_AST_ExprUnary)
        return false;
    const syntax_op op = syntax_operator(s, around);
    return op < OP_EQ || op > OP_GE; /* what is compared with a reference must be one */
}

static def_use def_use_of(sema *s, arena_map *names, sema_node name)
{
    def_use use = {.name = name, .place = name, .is_plain = def_is_plain(s, sema_node_span(s, name))};
    sema_node around = syntax_parent(s, name);
    uint8_t kind = syntax_kind(s, around);
    use.is_base = def_is_base(s, around, name);
    use.is_operand = def_is_operand(s, around, name);
    use.is_field = kind == RUSTG_AST_FieldInit && syntax_anchor(s, around) == syntax_first_tok(s, name);
    use.is_set_anew = kind == RUSTG_AST_ExprAssign && def_is_first(s, around, name);
    if (def_is_length(s, around, name))
        use.how = DEF_USE_LENGTH;
    use.is_whole = kind == RUSTG_AST_ExprUnary && syntax_operator(s, around) == OP_DEREF;
    if (!use.is_whole && !(kind == RUSTG_AST_ExprIndex && use.is_base))
        return use;
    const def_bound bound = use.is_whole ? DEF_BOUND_OTHER : def_index_bound(s, names, syntax_next_real(s, name));
    use.is_at_tid = bound == DEF_BOUND_TID;
    do
        use.place = around, around = syntax_parent(s, around);
    while (syntax_kind(s, around) == RUSTG_AST_ExprParen);
    kind = syntax_kind(s, around);
    use.is_plain = def_is_plain(s, sema_node_span(s, use.place));
    use.how = kind == RUSTG_AST_ExprAddrOf ? DEF_USE_OTHER : DEF_USE_READ;
    if (bound == DEF_BOUND_RANGE) {
        use.how = def_is_length(s, around, use.place) ? DEF_USE_LENGTH : DEF_USE_OTHER;
        return use;
    }
    if ((kind != RUSTG_AST_ExprAssign && kind != RUSTG_AST_ExprAssignOp) || !def_is_first(s, around, use.place))
        return use;
    const uint8_t statement = syntax_kind(s, syntax_parent(s, around));
    const syntax_op op = kind == RUSTG_AST_ExprAssign ? OP_NONE : syntax_operator(s, around);
    use.value = syntax_next_real(s, use.place);
    use.is_plain = def_is_plain(s, sema_node_span(s, around));
    use.is_last_expr = statement == RUSTG_AST_StmtExpr;
    use.is_arm = statement == RUSTG_AST_Arm;
    use.how = !use.is_arm && !use.is_last_expr && statement != RUSTG_AST_StmtSemi ? DEF_USE_OTHER
              : kind == RUSTG_AST_ExprAssign                                      ? DEF_USE_STORE
              : op == OP_ADD                                                      ? DEF_USE_ADD
              : op == OP_SUB                                                      ? DEF_USE_SUB
                                                                                  : DEF_USE_OTHER;
    return use;
}

/* Whether a name stands behind one `.`, as those of fields and methods do. */
static bool def_is_behind_dot(const sema *s, uint32_t file, uint32_t tok)
{
    return def_tok_kind(s, file, tok - 1) == RUSTG_TOK_DOT && def_tok_kind(s, file, tok - 2) != RUSTG_TOK_DOT;
}

/* Whether it names a field alone, as in `S { name: value }`; in `S { name }` a variable has that name too. */
static bool def_is_field_name(const sema *s, sema_node node)
{
    const uint8_t kind = syntax_kind(s, node);
    if (kind != RUSTG_AST_FieldInit && kind != RUSTG_AST_FieldPat)
        return false;
    const rustg_ast_class class = kind == RUSTG_AST_FieldInit ? RUSTG_AST_CLASS_EXPR : RUSTG_AST_CLASS_PAT;
    return syntax_anchor(s, syntax_child_in(s, node, class, 0)) != syntax_anchor(s, node);
}

static def_uses def_uses_of(sema *s, sema_node param)
{
    def_uses uses = {.name = ""};
    const sema_node pattern = syntax_child_in(s, param, RUSTG_AST_CLASS_PAT, 0);
    const sema_node body = syntax_fn_of(s, syntax_parent(s, param)).body;
    if (syntax_kind(s, pattern) != RUSTG_AST_PatIdent || !syntax_is(body))
        return uses;
    const sema_symbol name = syntax_name(s, pattern);
    const rustg_ast *ast = &syntax_file_of(s, body.file)->ast;
    arena_map names = {0};
    uint32_t n_toks = 0;
    uses.name = sema_text(s, name);
    for (uint32_t tok = syntax_first_tok(s, body) + 1; tok <= syntax_last_tok(s, body); tok++)
        n_toks += def_tok_kind(s, body.file, tok) == RUSTG_TOK_IDENT && syntax_tok_name(s, body.file, tok) == name &&
                  !def_is_behind_dot(s, body.file, tok);
    for (uint32_t n = body.node + 1; n < ast->next[body.node]; n++) {
        const sema_node node = {body.file, n};
        def_keep_bound(s, &names, node);
        n_toks -= def_is_field_name(s, node) && syntax_name(s, node) == name;
        if (syntax_kind(s, node) == RUSTG_AST_ExprPath &&
            strcmp(source_text(s, sema_node_span(s, node)), uses.name) == 0)
            vec_push(s->memory, &uses.list, def_use_of(s, &names, node));
    }
    uses.are_all = n_toks == uses.list.n;
    for (uint32_t i = 0; i < uses.list.n; i++)
        uses.are_all = uses.are_all && uses.list.at[i].is_plain;
    return uses;
}

/* ---- What to take instead ---- */

typedef struct def_patch {
    sema_span at;
    const char *with;
} def_patch;
typedef struct def_change {
    VEC(def_patch) list; /* in the order of the text */
} def_change;

/* What is put in where something is already comes in front of it. */
static void def_change_at(sema *s, def_change *change, sema_span at, const char *with)
{
    vec_push(s->memory, &change->list, ((def_patch){at, with}));
    for (uint32_t i = change->list.n - 1; i > 0 && change->list.at[i - 1].at.start >= at.start; i--) {
        def_patch *before = &change->list.at[i - 1];
        if (before->at.start == at.start) {
            before->with = arena_format(s->memory, "%s%s", with, before->with);
            for (change->list.n--; i < change->list.n; i++)
                change->list.at[i] = change->list.at[i + 1];
            return;
        }
        change->list.at[i] = *before;
        *before = (def_patch){at, with};
    }
}

static void def_give_change(sema_report *r, const def_change *change, const char *text)
{
    for (uint32_t i = 0; i < change->list.n; i++)
        if (i == 0)
            sema_suggest(r, change->list.at[i].at, change->list.at[i].with, "%s", text);
        else
            sema_suggest_further(r, change->list.at[i].at, change->list.at[i].with);
}

static bool def_is_atomic(const sema *s, sema_ty t)
{
    return ty_kind_of(s, t) == TY_ADT && ty_get(s, t)->def == def_lang(s, LANG_ATOMIC);
}

/* The numbers that `AtomicValue` is for. */
static bool def_may_be_atomic(sema *s, sema_ty t)
{
    return (ty_is_integer(s, t) && t != TY_USIZE && t != TY_ISIZE && ty_bits(s, t) <= 64) || ty_is_float(s, t);
}

/* What is stored in one element by several threads, or added up there: an `Atomic` with the operations that the body
 * wants. False: it is none of that. */
static bool def_suggest_atomics(sema *s, sema_node param, sema_ty element, bool is_one, sema_report *r)
{
    static const char *const method[] = {
        [DEF_USE_STORE] = "store", [DEF_USE_ADD] = "fetch_add", [DEF_USE_SUB] = "fetch_sub"};
    const def_uses uses = def_uses_of(s, param);
    def_change change = {.list = {0}};
    bool is_shared = false, is_stored = false, is_read = false;
    if (!uses.are_all || !def_may_be_atomic(s, element))
        return false;
    sema_span type = sema_node_span(s, syntax_child_in(s, param, RUSTG_AST_CLASS_TY, 0));
    const char *begin = def_param_name(s, param, false, &type);
    def_change_at(s, &change, type, arena_format(s->memory, "%s&[Atomic<%s>]", begin, ty_print_short(s, element)));
    for (uint32_t i = 0; i < uses.list.n; i++) {
        const def_use use = uses.list.at[i];
        sema_span at = sema_node_span(s, use.place);
        const char *place = use.is_whole ? arena_format(s->memory, "%s[0]", uses.name) : "";
        if (use.how == DEF_USE_OTHER)
            return false;
        if (use.how == DEF_USE_LENGTH)
            continue;
        if (!use.is_whole)
            at.start = at.end;
        is_read = is_read || use.how == DEF_USE_READ;
        is_stored = is_stored || use.how == DEF_USE_STORE;
        const bool is_update = use.how == DEF_USE_ADD || use.how == DEF_USE_SUB;
        is_shared = is_shared || (is_update && !use.is_at_tid) || (is_one && use.how == DEF_USE_STORE);
        if (use.how == DEF_USE_READ) {
            def_change_at(s, &change, at, arena_format(s->memory, "%s.load(Relaxed)", place));
            continue;
        }
        const sema_span value = sema_node_span(s, use.value);
        if (use.is_arm && use.is_whole)
            place = arena_format(s->memory, "{ %s", place);
        else if (use.is_arm)
            def_change_at(s, &change, source_start(sema_node_span(s, use.place)), "{ ");
        const bool is_negated = use.how == DEF_USE_SUB && ty_is_float(s, element); /* floats have no fetch_sub */
        at.end = value.start;
        def_change_at(s, &change, at,
                      is_negated ? arena_format(s->memory, "%s.fetch_add(-(", place)
                                 : arena_format(s->memory, "%s.%s(", place, method[use.how]));
        def_change_at(s, &change, source_end(value),
                      arena_format(s->memory, "%s, Relaxed)%s", is_negated ? ")" : "",
                                   use.is_arm         ? "; }"
                                   : use.is_last_expr ? ";"
                                                      : ""));
    }
    /* What is read and then stored would lose what other threads stored between. */
    if (!is_shared || (is_one && is_stored && is_read))
        return false;
    def_give_change(r, &change, "what several threads change is an `Atomic`, which they share");
    return true;
}

static sema_ty def_scalar_of(sema *s, const char *name)
{
    for (sema_ty t = TY_BOOL; t <= TY_F64; t++)
        if (strcmp(ty_print_short(s, t), name) == 0)
            return t;
    return TY_NONE;
}

/* Suggests another type, and what the body then writes: `name` and the index for `*name` and for the base of a field,
 * method or index, and a reference to that for the name alone. Where not all uses are known it says it only. */
static void def_suggest_type(sema *s, sema_node param, const char *type, const char *index, bool is_mut, sema_report *r,
                             const char *text)
{
    const def_uses uses = def_uses_of(s, param);
    def_change change = {.list = {0}};
    sema_span at = sema_node_span(s, syntax_child_in(s, param, RUSTG_AST_CLASS_TY, 0));
    const char *begin = def_param_name(s, param, is_mut, &at);
    const bool is_number = def_scalar_of(s, type) != TY_NONE;
    const sema_node pattern = syntax_child_in(s, param, RUSTG_AST_CLASS_PAT, 0);
    bool are_known = uses.are_all || syntax_kind(s, pattern) != RUSTG_AST_PatIdent;
    for (uint32_t i = 0; i < uses.list.n; i++)
        are_known = are_known && !uses.list.at[i].is_set_anew;
    if (!are_known) {
        sema_help(r, "%s", text);
        return;
    }
    def_change_at(s, &change, at, arena_format(s->memory, "%s%s", begin, type));
    if (syntax_kind(s, pattern) == RUSTG_AST_PatRef) {
        const sema_span whole = sema_node_span(s, pattern);
        const uint32_t inner = sema_node_span(s, syntax_child_in(s, pattern, RUSTG_AST_CLASS_PAT, 0)).start;
        def_change_at(s, &change, (sema_span){whole.file, whole.start, inner}, "");
    }
    for (uint32_t i = 0; i < uses.list.n; i++) {
        const def_use use = uses.list.at[i];
        const sema_span name = sema_node_span(s, use.name);
        if (use.is_whole) {
            const sema_span star = sema_node_span(s, syntax_parent(s, use.name));
            def_change_at(s, &change, (sema_span){star.file, star.start, name.start}, "");
        }
        if (!use.is_whole && !use.is_base && !(use.is_operand && is_number))
            def_change_at(s, &change, source_start(name),
                          arena_format(s->memory, "%s%s%s", use.is_field ? uses.name : "", use.is_field ? ": " : "",
                                       is_mut ? "&mut " : "&"));
        if (*index)
            def_change_at(s, &change, source_end(name), index);
    }
    def_give_change(r, &change, text);
}

/* Of what is written through a reference to one value, a slice or an array: what to take instead. */
static void def_suggest_output(sema *s, sema_node param, sema_ty to, sema_report *r)
{
    const bool is_one = ty_kind_of(s, to) != TY_SLICE && ty_kind_of(s, to) != TY_ARRAY;
    const sema_ty element = is_one ? to : ty_arg(s, to, 0);
    const char *name = ty_print_short(s, element);
    if (def_suggest_atomics(s, param, element, is_one, r))
        return;
    if (is_one && element >= TY_BOOL && element <= TY_F64)
        sema_help(
            r,
            "a value that all threads change is an element of a `&[Atomic<u32>]` or the like; where each thread has "
            "its own, take a `GridMut<%s>`",
            name);
    else if (is_one)
        def_suggest_type(s, param, arena_format(s->memory, "GridMut<%s>", name), "[thread::index()]", true, r,
                         def_use_grid);
    else
        def_suggest_grid_of(s, param, name, r, def_use_grid);
}

void def_suggest_for_vec(sema *s, sema_node args, sema_report *r)
{
    const sema_node vec = syntax_parent(s, args), around = syntax_parent(s, vec);
    const bool is_ref = syntax_kind(s, around) == RUSTG_AST_TyRef;
    const sema_node param = is_ref ? syntax_parent(s, around) : around;
    const sema_node of = syntax_child_in(s, args, RUSTG_AST_CLASS_TY, 0);
    if (syntax_kind(s, vec) != RUSTG_AST_TyPath || !syntax_is(of))
        return;
    const char *element = source_text(s, sema_node_span(s, of));
    const bool is_of_grid = syntax_kind(s, around) == RUSTG_AST_GenericArgs &&
                            strncmp(source_text(s, sema_node_span(s, syntax_parent(s, around))), "GridMut<", 8) == 0;
    if (is_of_grid || syntax_kind(s, around) == RUSTG_AST_TySlice || strncmp(element, "Vec<", 4) == 0) {
        sema_help(r, "put the rows behind each other into one slice, `x[row * width + column]`");
        return;
    }
    if (syntax_kind(s, param) != RUSTG_AST_Param)
        return;
    const sema_node pattern = syntax_child_in(s, param, RUSTG_AST_CLASS_PAT, 0);
    const bool is_name = syntax_kind(s, pattern) == RUSTG_AST_PatIdent;
    const bool is_written = is_ref ? syntax_is_mut(s, around) : is_name && syntax_pat_ident(s, pattern).mutable;
    const bool is_output = is_written && syntax_is(syntax_attr(s, syntax_parent(s, param), "kernel"));
    if (is_output && def_suggest_atomics(s, param, def_scalar_of(s, element), false, r))
        return;
    if (is_output)
        def_suggest_grid_of(s, param, element, r, def_use_grid);
    else
        sema_suggest(r, sema_node_span(s, is_ref ? around : vec),
                     arena_format(s->memory, "&%s[%s]", is_written ? "mut " : "", element),
                     "take a slice, which knows its length");
}

static void def_param_error(sema *s, sema_span at, const char *what, const char *help)
{
    sema_report r = sema_error(s, RUSTG_DIAG_KERNEL_PARAM, at);
    sema_arg(&r, "%s", what);
    sema_help(&r, "%s", help);
}

static bool def_kernel_crosses(sema *s, sema_ty t, uint32_t depth);

/* Structs and enums that a launch copies need a layout that is guaranteed. */
static bool def_adt_crosses(sema *s, sema_ty t, uint32_t depth)
{
    ty_info info = *ty_get(s, t);
    def_repr repr = def_repr_of(s, info.def);
    bool is_enum = def_kind_of(s, info.def) == DEF_ENUM;
    if (def_get(s, info.def)->is_library && info.def == def_lang(s, LANG_PHANTOM_DATA))
        return true;
    if ((!repr.c && !repr.transparent && !(is_enum && repr.tag)) || repr.packed)
        return false;
    uint32_t n, n_variants, n_fields;
    const sema_ty *args = ty_args(s, t, &n);
    ty_subst subst = {info.def, args, n};
    const sema_def *variants = def_variants(s, info.def, &n_variants);
    for (uint32_t i = 0; i < n_variants; i++) {
        const sema_def *fields = def_fields(s, variants[i], &n_fields);
        for (uint32_t k = 0; k < n_fields; k++)
            if (!def_kernel_crosses(s, ty_substitute(s, def_type(s, fields[k]), &subst), depth + 1))
                return false;
    }
    return true;
}

static bool def_kernel_crosses(sema *s, sema_ty t, uint32_t depth)
{
    uint32_t n;
    ty_info info = *ty_get(s, t);
    if (depth > 64)
        return false;
    switch ((ty_kind)info.kind) {
    case TY_ERROR:
    case TY_PARAM:
    case TY_PROJECTION:
    case TY_PTR: return true;
    case TY_TUPLE:
    case TY_ARRAY: {
        const sema_ty *args = ty_args(s, t, &n);
        for (uint32_t i = 0; i < (info.kind == TY_ARRAY ? 1 : n); i++)
            if (!def_kernel_crosses(s, args[i], depth + 1))
                return false;
        return true;
    }
    case TY_ADT: return def_adt_crosses(s, t, depth);
    case TY_CASES_NOTHING:
    case TY_CASES_SCALAR:
    case TY_NEVER:
    case TY_STR:
    case TY_DYN:
    case TY_SLICE:
    case TY_REF:
    case TY_CASES_CALLABLE:
    case TY_OPAQUE:
    case TY_INFER:
    case TY_CASES_NO_TYPE: break;
    }
    return info.kind >= TY_BOOL && info.kind <= TY_F64;
}

/* A struct or enum of the user's whose layout is not said; 0: it is none. */
static sema_def def_without_repr(sema *s, sema_ty t)
{
    const ty_info *info = ty_get(s, t);
    if (info->kind != TY_ADT || def_get(s, info->def)->is_library)
        return 0;
    const def_repr repr = def_repr_of(s, info->def);
    return (repr.c || repr.transparent || repr.tag) && !repr.packed ? 0 : info->def;
}

static void def_check_element(sema *s, sema_ty t, sema_span at)
{
    if (def_kernel_crosses(s, t, 0))
        return;
    const sema_def adt = def_without_repr(s, t);
    sema_report r = sema_error(s, RUSTG_DIAG_KERNEL_PARAM, at);
    sema_arg(&r, "a value of type `%s` cannot cross the launch of a kernel", ty_print_short(s, t));
    if (adt)
        sema_suggest(&r, source_start(sema_node_span(s, def_get(s, adt)->node)), "#[repr(C)]\n",
                     "give it a layout that the host knows");
    else if (ty_kind_of(s, t) == TY_SLICE)
        sema_suggest(&r, source_start(at), "&", "take a reference to the slice");
    else
        sema_help(&r, "use numbers, bool, char, and arrays, tuples or `#[repr(C)]` structs and enums of them");
}

/* Of a reference that is no slice: what to take instead. */
static void def_report_reference(sema *s, sema_def fn, uint32_t i, sema_ty t, sema_span at)
{
    const ty_info info = *ty_get(s, t);
    const sema_ty to = ty_arg(s, t, 1);
    const ty_kind kind = ty_kind_of(s, to);
    const bool is_grid = kind == TY_ADT && ty_get(s, to)->def == def_lang(s, LANG_GRID_MUT);
    const sema_ty element = kind == TY_SLICE || kind == TY_ARRAY ? ty_arg(s, to, 0) : to;
    const sema_node param = def_param_node(s, fn, i), written = syntax_child_in(s, param, RUSTG_AST_CLASS_TY, 0);
    sema_report r = sema_error(s, RUSTG_DIAG_KERNEL_PARAM, at);
    sema_arg(&r, "a kernel's parameter cannot be `%s`%s", ty_print_short(s, ty_erase_regions(s, t)),
             info.mutable ? ": all threads would share it" : "");
    if (is_grid)
        def_suggest_grid_of(s, param, ty_print_short(s, ty_arg(s, to, 1)), &r, "take the `GridMut` itself");
    else if (kind == TY_STR)
        sema_help(&r, "take the bytes of the text, `&[u8]`");
    else if (def_is_atomic(s, element) && element == to)
        def_suggest_type(s, param, arena_format(s->memory, "&[%s]", ty_print_short(s, to)), "[0]", false, &r,
                         "take a slice, of one element if there is one");
    else if (def_is_atomic(s, element))
        sema_suggest(&r, at, arena_format(s->memory, "&[%s]", ty_print_short(s, element)),
                     "an `Atomic` is changed through a reference that is shared");
    else if (kind == TY_REF || (!info.mutable && kind != TY_ARRAY && kind != TY_DYN))
        def_suggest_type(s, param,
                         syntax_kind(s, written) != RUSTG_AST_TyRef
                             ? ty_print_short(s, to)
                             : source_text(s, sema_node_span(s, syntax_child_in(s, written, RUSTG_AST_CLASS_TY, 0))),
                         "", false, &r, "pass the value itself");
    else if (info.mutable)
        def_suggest_output(s, param, to, &r);
    else if (kind == TY_ARRAY)
        sema_suggest(&r, at, arena_format(s->memory, "&[%s]", ty_print_short(s, element)),
                     "take a slice, which knows its length");
    else
        sema_help(&r, "pass the value itself, or a slice");
}

void def_check_param(sema *s, sema_def fn, uint32_t i, sema_ty t, bool is_unsafe)
{
    sema_span at = def_param_type_span(s, fn, i);
    ty_info info = *ty_get(s, t);
    uint32_t n;
    const sema_ty *args = ty_args(s, t, &n);
    if (ty_has(s, t, TY_HAS_ERROR))
        return; /* told where it is written */
    if (info.kind == TY_REF) {
        if (!info.mutable && ty_kind_of(s, args[1]) == TY_SLICE)
            def_check_element(s, ty_arg(s, args[1], 0), at);
        else
            def_report_reference(s, fn, i, t, at);
        return;
    }
    if (info.kind == TY_PTR) {
        if (!is_unsafe)
            def_param_error(s, at, "a raw pointer can be a parameter of an `unsafe` kernel only",
                            "use `&[T]` or `GridMut<T>`, or make the kernel `unsafe fn`");
        return;
    }
    if (info.kind == TY_ADT && info.def == def_lang(s, LANG_GRID_MUT)) {
        for (uint32_t k = 0; k < n; k++)
            if (ty_kind_of(s, args[k]) != TY_REGION)
                def_check_element(s, args[k], at);
        return;
    }
    if (info.kind == TY_ADT && (info.def == def_lang(s, LANG_DYN_SHARED) || info.def == def_lang(s, LANG_SHARED))) {
        def_param_error(s, at, "shared memory is no parameter of a kernel",
                        "make it inside, with `Shared::new()` or `DynShared::new()`");
        return;
    }
    def_check_element(s, t, at);
}

bool def_suggest_grid(sema *s, sema_def fn, sema_span name, sema_report *r)
{
    if (!def_is_marked_kernel(s, fn))
        return false;
    const syntax_fn parts = syntax_fn_of(s, def_get(s, fn)->node);
    const def_sig sig = def_fn_sig(s, fn);
    for (uint32_t i = 0; i < parts.params.n && i < sig.n_inputs; i++) {
        const sema_span param = sema_node_span(s, parts.params.at[i]);
        const sema_ty to = ty_kind_of(s, sig.inputs[i]) == TY_REF ? ty_arg(s, sig.inputs[i], 1) : TY_NONE;
        if (param.file == name.file && param.start <= name.start && name.end <= param.end && to &&
            ty_kind_of(s, to) == TY_SLICE)
            def_suggest_output(s, parts.params.at[i], to, r);
    }
    return true; /* of another reference def_check_kernel says what to take */
}
