/* lower_const_error.c: tells why a constant has no value: rustc's words, and the calls that led to where it failed. */
#include "lower/lower_internal.h"

#include "rustg/diagnostic.h"
#include "rustg/diagnostic_kind.h"

/* rustc writes `255_u8` as `u8::MAX`, and so the ends of each type. */
static const char *lower_with_limits(lower *l, const char *text)
{
    static const char *const names[] = {"i8", "i16", "i32", "i64", "isize", "i128",
                                        "u8", "u16", "u32", "u64", "usize", "u128"};
    static const uint8_t widths[] = {8, 16, 32, 64, 64, 128, 8, 16, 32, 64, 64, 128};
    for (uint32_t i = 0; i < sizeof widths; i++) {
        bool is_signed = i < 6;
        const wide_u128 most = WIDE_MAX >> (128 - widths[i] + (is_signed ? 1 : 0));
        for (uint32_t end = 0; end < (is_signed ? 2u : 1u); end++) {
            const char *number =
                arena_format(l->s->memory, "%s_%s", wide_decimal(end ? most + 1 : most, end != 0).text, names[i]);
            const size_t n = strlen(number);
            size_t from = 0;
            for (const char *at; (at = strstr(text + from, number)) != NULL;) {
                from = (size_t)(at - text) + 1;
                if ((at == text || at[-1] == '`' || at[-1] == ' ') && (at[n] == '`' || at[n] == ' '))
                    text = arena_format(l->s->memory, "%.*s%s::%s%s", (int)(at - text), text, names[i],
                                        end ? "MIN" : "MAX", at + n);
            }
        }
    }
    return text;
}

const char *lower_words_of(lower *l, ir_module *m, const ir_panic *panic)
{
    static const char bounds[] = "index out of bounds: the len is ", most[] = " 18446744073709551615";
    const char *text = ir_panic_text(m, panic);
    if (*text == LOWER_SAID[0])
        return arena_format(l->s->memory, "evaluation panicked: %s", text + 1);
    if (*text == LOWER_UNDEFINED[0])
        return text + 1;
    if (*text == LOWER_BAD_TAG[0])
        return arena_format(l->s->memory, "enum value has invalid tag: 0x%0*llx", (int)(2 * panic->operands[1]),
                            (unsigned long long)panic->operands[0]);
    if (strncmp(text, bounds, sizeof bounds - 1) == 0) {
        const char *numbers = text + sizeof bounds - 1, *end = strstr(numbers, most);
        return arena_format(l->s->memory, "index out of bounds: the length is %.*s%s",
                            end ? (int)(end - numbers) : (int)strlen(numbers), numbers, end ? " usize::MAX" : "");
    }
    return strncmp(text, "attempt to ", 11) == 0 ? lower_with_limits(l, text)
                                                 : arena_format(l->s->memory, "evaluation panicked: %s", text);
}

/* A panic of a method call is placed at its name. */
static sema_span lower_const_whole_call(sema *s, sema_span at)
{
    sema_node n = syntax_innermost(s, at);
    if (syntax_is(n) && syntax_kind(s, n) == RUSTG_AST_ExprMethodCall && syntax_name_span(s, n).start == at.start)
        return sema_node_span(s, n);
    return at;
}

/* rustc leaves out #[track_caller] fns, which those of its library are where they have nothing else to say. In ours
 * the attributes tell the others: their overflow is the caller's, or they are told_inside. */
static bool lower_const_is_left_out(lower *l, const lower_instance *instance)
{
    const sema_def fn = ty_get(l->s, instance->ty)->def;
    if (!def_get(l->s, fn)->is_library)
        return instance->caller != 0;
    return !lower_has_attr(l, fn, "rustc_inherit_overflow_checks") && !lower_has_attr(l, fn, "told_inside");
}

/* What a constant computes for another one is its own. */
void lower_trace_calls(lower *l, const ir_panic *panic)
{
    sema *s = l->s;
    const lower *c = l->scratch;
    lower_step *steps = ARENA_ARRAY(s->memory, lower_step, panic->n_frames);
    l->trace = steps;
    l->n_trace = 0;
    for (uint32_t i = 0; i < panic->n_frames; i++) {
        const ir_frame *frame = &panic->frames[i];
        const lower_instance *instance = lower_instance_with(c, frame->function);
        if (!instance || lower_const_is_left_out(l, instance))
            continue;
        sema_span at = {0, 0, 0};
        if (frame->line && frame->line <= c->line_spans.n)
            at = c->line_spans.at[frame->line - 1];
        if (i == 0 && panic->happened && panic->site < c->site_spans.n && c->site_spans.at[panic->site].file)
            at = lower_const_whole_call(s, c->site_spans.at[panic->site]);
        steps[l->n_trace++] = (lower_step){instance->ty, at};
        const def_kind kind = def_kind_of(s, ty_get(s, instance->ty)->def);
        if (instance->part || kind == DEF_CONST || kind == DEF_STATIC || kind == DEF_ANON_CONST)
            break;
    }
}

static const char *lower_const_inside(lower *l, const lower_step *step)
{
    const ty_info about = *ty_get(l->s, step->fn);
    if (about.kind == TY_CLOSURE)
        return "inside closure";
    uint32_t n;
    const sema_ty *args = ty_args(l->s, step->fn, &n);
    return arena_format(l->s->memory, "inside `%s`", ty_print_fn(l->s, about.def, args, n));
}

static bool lower_const_is_same_step(const lower_step *a, const lower_step *b)
{
    return a->fn == b->fn && a->at.file == b->at.file && a->at.start == b->at.start && a->at.end == b->at.end;
}

/* Tells each call, the outermost first; of many that are alike only the last, and how many there are. What the library
 * calls, and where it stands, is nothing of the user's. */
static void lower_const_note_calls(lower *l, sema_report *report)
{
    enum { MANY = 3 };
    sema *s = l->s;
    bool in_library = false;
    for (uint32_t i = l->n_trace - 1; i-- > 0;) {
        const lower_step *step = &l->trace[i];
        const char *inside = lower_const_inside(l, step);
        if (def_get(s, ty_get(s, step->fn)->def)->is_library) {
            if (!in_library)
                sema_note(report, "%s", inside);
            in_library = true;
            continue;
        }
        in_library = false;
        uint32_t n_before = 0;
        while (i && lower_const_is_same_step(step, &l->trace[i - 1])) {
            n_before++;
            i--;
        }
        if (n_before >= MANY)
            sema_note_at(report, step->at, "[... %u additional calls %s ...]", n_before, inside);
        else
            for (uint32_t k = 0; k < n_before; k++)
                sema_note_at(report, step->at, "%s", inside);
        sema_note_at(report, step->at, "%s", inside);
        if (i == 0)
            sema_note_label(report, step->at, "the failure occurred here");
    }
}

/* The constant as rustc names it, with all of its path; at: where it failed, in a fn in one of its `const` blocks. */
static const char *lower_const_name(sema *s, sema_ty key, sema_span at)
{
    uint32_t n;
    const sema_ty *args = ty_args(s, key, &n);
    const sema_def def = ty_get(s, key)->def;
    const char *name = ty_print_item(s, def, args, n);
    if (def_kind_of(s, def) != DEF_FN)
        return name;
    sema_node block = syntax_innermost(s, at);
    while (syntax_is(block) && syntax_kind(s, block) != RUSTG_AST_ExprConstBlock)
        block = syntax_parent(s, block);
    return syntax_is(block) ? arena_format(s->memory, "%s%s", name, def_anon_path_of(s, block)) : name;
}

/* The head of a constant's item, `const A: u8`. */
sema_span lower_const_head_of(const sema *s, sema_node item)
{
    sema_span head = sema_node_span(s, item);
    const sema_node type = syntax_child_in(s, item, RUSTG_AST_CLASS_TY, 0);
    head.end = syntax_is(type) ? sema_node_span(s, type).end : head.end;
    return head;
}

/* What looks at a call's value first: the expression of which it is an operand, or, with *is_result, nothing but the
 * constant itself. at: not known. */
static sema_span lower_const_looked_at(sema *s, sema_span at, bool *is_result)
{
    sema_node n = syntax_innermost(s, at);
    *is_result = false;
    if (!syntax_is(n) || syntax_kind(s, n) != RUSTG_AST_ExprCall)
        return at;
    for (;;) {
        const sema_node around = syntax_parent(s, n);
        if (!syntax_is(around))
            return at;
        const sema_span inner = sema_node_span(s, n), outer = sema_node_span(s, around);
        switch (syntax_kind(s, around)) {
        case RUSTG_AST_ItemConst:
        case RUSTG_AST_ItemStatic: *is_result = true; return at;
        case RUSTG_AST_ExprBinary:
        case RUSTG_AST_ExprCast:
        case RUSTG_AST_ExprCall:
        case RUSTG_AST_ExprTup:
        case RUSTG_AST_ExprArray: return outer;
        case RUSTG_AST_StmtExpr:
            if (inner.end != outer.end) /* a `;` */
                return at;
            break;
        case RUSTG_AST_Block: {
            const uint8_t *bytes = s->files.at[outer.file]->bytes;
            uint32_t end = inner.end;
            while (end < outer.end &&
                   (bytes[end] == ' ' || bytes[end] == '\n' || bytes[end] == '\t' || bytes[end] == '\r'))
                end++;
            if (end + 1 != outer.end) /* the tail alone is the block's value */
                return at;
            break;
        }
        case RUSTG_AST_ExprBlock:
        case RUSTG_AST_ExprParen: break;
        default: return at;
        }
        n = around;
    }
}

void lower_constant_failed(lower *l, sema_ty key, const char *message, sema_span at)
{
    sema *s = l->s;
    l->broken = true;
    if (!message)
        return;
    const sema_node item = def_get(s, ty_get(s, key)->def)->node;
    const sema_span whole = sema_origin(s, sema_node_span(s, item));
    sema_span where = l->n_trace ? l->trace[l->n_trace - 1].at : at;
    const sema_span shown = sema_place(s, where);
    if (shown.file != whole.file || shown.start < whole.start || shown.end > whole.end)
        where = at;
    const bool is_unset = strncmp(message, "reading memory at ", 18) == 0,
               is_read = strncmp(message, "unable to ", 10) == 0,
               is_pointer = is_read || strstr(message, "encountered a pointer, but expected");
    bool is_result = false;
    if (is_read || (is_unset && l->n_trace < 2))
        where = lower_const_looked_at(s, where, &is_result);
    const bool is_final = l->is_dangling || l->is_partial, is_told_whole = l->is_invalid || is_final || is_result;
    if (is_told_whole && sema_origin(s, at).file == whole.file && sema_origin(s, at).start > whole.start)
        where = lower_const_head_of(s, item);
    sema_report report = sema_error(s,
                                    l->is_partial                            ? RUSTG_DIAG_CONST_PARTIAL
                                    : l->is_dangling                         ? RUSTG_DIAG_CONST_DANGLING
                                    : l->is_invalid && !is_read && !is_unset ? RUSTG_DIAG_CONST_INVALID
                                                                             : RUSTG_DIAG_CONST_PANICKED,
                                    where);
    sema_arg(&report, "%s", message);
    const char *name = lower_const_name(s, key, at);
    sema_arg(&report, "%s", name);
    if (l->invalid_bytes && !is_final && !is_read)
        sema_note(&report, "%s", l->invalid_bytes);
    if (!is_told_whole && l->n_trace >= 2) {
        sema_primary_label(&report, "evaluation of `%s` failed inside this call", name);
        lower_const_note_calls(l, &report);
    }
    if (is_pointer) {
        sema_help(&report,
                  "this code performed an operation that depends on the underlying bytes representing a pointer");
        sema_help(&report, "the absolute address of a pointer is not known at compile-time, so such operations are not "
                           "supported");
    }
}
