/* thir_print.c: writes THIR as text, for rustgc --emit=thir. */
#include "sema/items/def.h"
#include "sema/thir.h"

#include <stdarg.h>
#include <stdio.h>

typedef struct printer {
    sema *s;
    const thir_body *body;
    VEC(char) text;
    uint32_t indent;
} printer;

__attribute__((format(printf, 2, 3))) static void thir_put(printer *p, const char *format, ...)
{
    char buffer[512];
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(buffer, sizeof buffer, format, args);
    va_end(args);
    char *text = buffer;
    if (n >= (int)sizeof buffer) {
        text = arena_alloc(p->s->memory, (size_t)n + 1);
        vsnprintf(text, (size_t)n + 1, format, again);
    }
    va_end(again);
    vec_push_all(p->s->memory, &p->text, text, (size_t)n);
}

static void thir_line(printer *p)
{
    thir_put(p, "\n%*s", (int)(2 * p->indent), "");
}

static const char *thir_print_name_of(printer *p, sema_def d)
{
    return d ? def_path(p->s, d) : "?";
}

static const char *const op_names[] = {[THIR_NONE] = "none",         [THIR_LOCAL] = "local",
                                       [THIR_UPVAR] = "upvar",       [THIR_DEREF] = "deref",
                                       [THIR_FIELD] = "field",       [THIR_INDEX] = "index",
                                       [THIR_STATIC] = "static",     [THIR_LITERAL] = "literal",
                                       [THIR_STRING] = "string",     [THIR_FN] = "fn",
                                       [THIR_CONST] = "const",       [THIR_CONST_PARAM] = "const_param",
                                       [THIR_BORROW] = "borrow",     [THIR_RAW_BORROW] = "raw",
                                       [THIR_BINARY] = "binary",     [THIR_LOGICAL] = "logical",
                                       [THIR_UNARY] = "unary",       [THIR_CAST] = "cast",
                                       [THIR_UNSIZE] = "unsize",     [THIR_REIFY] = "reify",
                                       [THIR_NEVER] = "never",       [THIR_USE] = "use",
                                       [THIR_ASSIGN] = "assign",     [THIR_ASSIGN_OP] = "assign_op",
                                       [THIR_CALL] = "call",         [THIR_TUPLE] = "tuple",
                                       [THIR_ARRAY] = "array",       [THIR_REPEAT] = "repeat",
                                       [THIR_ADT] = "adt",           [THIR_CLOSURE] = "closure",
                                       [THIR_BLOCK] = "block",       [THIR_IF] = "if",
                                       [THIR_LET] = "let",           [THIR_MATCH] = "match",
                                       [THIR_LOOP] = "loop",         [THIR_BREAK] = "break",
                                       [THIR_CONTINUE] = "continue", [THIR_RETURN] = "return",
                                       [THIR_PANIC] = "panic",       [THIR_PRINT] = "print",
                                       [THIR_PTX] = "ptx",           [THIR_ERROR] = "error"};
static const char *const pat_names[] = {
    [PAT_NONE] = "none",   [PAT_WILD] = "_",  [PAT_BINDING] = "bind", [PAT_VARIANT] = "variant",
    [PAT_LEAF] = "leaf",   [PAT_DEREF] = "&", [PAT_CONST] = "const",  [PAT_RANGE] = "range",
    [PAT_SLICE] = "slice", [PAT_OR] = "or",   [PAT_ERROR] = "error"};

static void print_pat(printer *p, thir_pat at)
{
    const thir_pat_node *n = &p->body->pats.at[at];
    thir_put(p, "(%s", pat_names[n->op]);
    switch ((thir_pat_op)n->op) {
    case PAT_BINDING:
        thir_put(p, " %s%s_%u",
                 n->index == BIND_VALUE ? ""
                 : n->index == BIND_REF ? "ref "
                                        : "ref mut ",
                 sema_text(p->s, p->body->locals.at[n->local].name), n->local);
        break;
    case PAT_VARIANT: thir_put(p, " %s", thir_print_name_of(p, n->def)); break;
    case PAT_CONST:
        if (n->text)
            thir_put(p, " \"%.*s\"", (int)n->n_text, n->text);
        else
            thir_put(p, " %llu", (unsigned long long)n->lo);
        break;
    case PAT_RANGE:
        thir_put(p, " %s%lld%s%s%lld", n->lo_open ? "open " : "", (long long)n->lo, n->inclusive ? "..=" : "..",
                 n->hi_open ? "open " : "", (long long)n->hi);
        break;
    case PAT_SLICE: thir_put(p, " prefix %u%s", n->n_prefix, n->has_rest ? " rest" : ""); break;
    case PAT_NONE:
    case PAT_WILD:
    case PAT_LEAF:
    case PAT_DEREF:
    case PAT_OR:
    case PAT_ERROR: break;
    }
    bool pairs = n->op == PAT_VARIANT || n->op == PAT_LEAF;
    for (uint32_t i = 0; i < n->n; i++) {
        if (pairs)
            thir_put(p, " %u:", p->body->lists.at[n->first + 2 * i]);
        thir_put(p, " ");
        print_pat(p, p->body->lists.at[n->first + (pairs ? 2 * i + 1 : i)]);
    }
    if (n->a) {
        thir_put(p, " @ ");
        print_pat(p, n->a);
    }
    thir_put(p, ": %s)", ty_print(p->s, n->ty));
}

static void print_expr(printer *p, thir_expr e);

static void print_child(printer *p, const char *what, thir_expr e)
{
    if (!e)
        return;
    thir_line(p);
    thir_put(p, "%s", what);
    print_expr(p, e);
}

static void print_list(printer *p, const thir_node *n)
{
    for (uint32_t i = 0; i < n->n; i++) {
        uint32_t item = p->body->lists.at[n->first + (n->op == THIR_ADT ? 2 * i : i)];
        if (n->op == THIR_BLOCK) {
            const thir_stmt_node *stmt = &p->body->stmts.at[item];
            thir_line(p);
            if (stmt->kind == THIR_STMT_LET) {
                thir_put(p, "let ");
                print_pat(p, stmt->pat);
                p->indent++;
                print_child(p, "= ", stmt->expr);
                print_child(p, "else ", stmt->otherwise);
                p->indent--;
            } else {
                thir_put(p, "stmt ");
                print_expr(p, stmt->expr);
            }
        } else if (n->op == THIR_MATCH) {
            const thir_arm_node *arm = &p->body->arms.at[item];
            thir_line(p);
            thir_put(p, "arm ");
            print_pat(p, arm->pat);
            p->indent++;
            print_child(p, "if ", arm->guard);
            print_child(p, "=> ", arm->body);
            p->indent--;
        } else if (n->op == THIR_ADT) {
            thir_line(p);
            thir_put(p, ".%u ", item);
            print_expr(p, p->body->lists.at[n->first + 2 * i + 1]);
        } else
            print_child(p, "", item);
    }
}

static void print_expr(printer *p, thir_expr e)
{
    const thir_node *n = &p->body->exprs.at[e];
    thir_put(p, "%s%s", n->op < sizeof op_names / sizeof *op_names ? op_names[n->op] : "?", n->is_place ? "*" : "");
    switch ((thir_op)n->op) {
    case THIR_LOCAL: thir_put(p, " %s_%u", sema_text(p->s, p->body->locals.at[n->local].name), n->local); break;
    case THIR_UPVAR:
    case THIR_FIELD: thir_put(p, " %u", n->index); break;
    case THIR_LITERAL: thir_put(p, " %s", wide_decimal(wide_of(n->bits, n->high), false).text); break;
    case THIR_STRING:
    case THIR_PANIC:
    case THIR_CASES_TEXT: thir_put(p, " \"%.*s\"", (int)n->n_text, n->text ? n->text : ""); break;
    case THIR_STATIC:
    case THIR_CONST:
    case THIR_CONST_PARAM:
    case THIR_ADT: thir_put(p, " %s", thir_print_name_of(p, n->def)); break;
    case THIR_BORROW:
        thir_put(p, "%s",
                 n->index == BORROW_SHARED      ? ""
                 : n->index == BORROW_MUT       ? " mut"
                 : n->index == BORROW_TWO_PHASE ? " two-phase"
                                                : " unique");
        break;
    case THIR_RAW_BORROW: thir_put(p, "%s", n->index ? " mut" : ""); break;
    case THIR_BINARY:
    case THIR_LOGICAL:
    case THIR_UNARY:
    case THIR_ASSIGN_OP: thir_put(p, " %s", syntax_op_text(n->sub)); break;
    case THIR_LOOP:
    case THIR_BREAK:
    case THIR_CONTINUE: thir_put(p, " '%u", n->index); break;
    case THIR_BLOCK:
        if (n->index)
            thir_put(p, " '%u", n->index);
        break;
    case THIR_CASES_NOTHING:
    case THIR_DEREF:
    case THIR_INDEX:
    case THIR_FN:
    case THIR_CASES_CONVERSION:
    case THIR_CASES_AS_IT_IS:
    case THIR_ASSIGN:
    case THIR_CALL:
    case THIR_TUPLE:
    case THIR_ARRAY:
    case THIR_REPEAT:
    case THIR_CLOSURE:
    case THIR_IF:
    case THIR_LET:
    case THIR_MATCH:
    case THIR_RETURN: break;
    }
    thir_put(p, ": %s", ty_print(p->s, n->ty));
    p->indent++;
    if (n->op == THIR_BLOCK) {
        print_list(p, n);
        print_child(p, "", n->a);
    } else if (n->op == THIR_LET) {
        thir_line(p);
        print_pat(p, n->pat);
        print_child(p, "= ", n->a);
    } else {
        print_child(p, "", n->a);
        print_child(p, "", n->b);
        print_child(p, "", n->c);
        print_list(p, n);
    }
    p->indent--;
}

static void print_body(printer *out, const thir_body *body)
{
    sema *s = out->s;
    printer p = *out;
    p.body = body;
    p.indent = 0;
    thir_put(&p, "body %s", thir_print_name_of(&p, body->owner));
    for (uint32_t i = 0; i < body->params.n; i++) {
        thir_put(&p, "%s_%u ", i ? ", " : " ", body->params.at[i].local);
        if (body->params.at[i].pat)
            print_pat(&p, body->params.at[i].pat);
    }
    thir_put(&p, " -> %s", ty_print(s, body->result));
    for (uint32_t i = 0; i < body->captures.n; i++)
        thir_put(&p, " [%s by %s]", sema_text(s, body->captures.at[i].name),
                 body->captures.at[i].mode == CAPTURE_REF   ? "ref"
                 : body->captures.at[i].mode == CAPTURE_MUT ? "mut"
                                                            : "value");
    p.indent = 1;
    if (body->value)
        print_child(&p, "", body->value);
    thir_put(&p, "\n");
    *out = p;
}

const char *thir_print_crate(sema *s)
{
    printer p = {.s = s};
    uint32_t n;
    const sema_def *bodies = def_all_bodies(s, &n);
    for (uint32_t i = 0; i < n; i++) {
        const thir_body *body = def_has_body(s, bodies[i]) ? sema_body(s, bodies[i]) : NULL;
        if (body)
            print_body(&p, body);
    }
    vec_push(s->memory, &p.text, '\0');
    return p.text.at;
}
