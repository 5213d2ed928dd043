/* check_pat.h: declares what check_pat*.c share. */
#ifndef RUSTG_CHECK_PAT_H
#define RUSTG_CHECK_PAT_H

#include "sema/bodies/check.h"

/* How a name binds where the pattern does not say it: by value, or through the references that the pattern went
 * behind. */
typedef thir_binding pat_mode; /* the default binding mode */

typedef struct pat_binding {
    sema_symbol name;
    thir_local local;
    sema_span span;
    uint8_t mode;     /* pat_mode it binds with */
    bool written_ref; /* with `ref` */
} pat_binding;

/* One pattern that is being checked. bound has the names of the alternative that is read, outermost first. offered
 * has names of first alternatives, which later ones bind again. */
typedef struct pat_ctx {
    check *c;
    const check_why *why;
    VEC(pat_binding) bound;
    VEC(pat_binding) offered;
    sema_span at;       /* of the pattern that is being checked */
    sema_span implicit; /* of the innermost pattern around it that went behind a reference */
    bool of_let; /* it is that of a `let` without else: if the type is not known yet, a slice pattern means an array */
} pat_ctx;

thir_pat pat_check(pat_ctx *p, sema_node n, sema_ty expected, pat_mode mode);
thir_pat pat_new(pat_ctx *p, thir_pat_node node);
thir_pat pat_error(pat_ctx *p, sema_node n);
thir_pat pat_failed(pat_ctx *p, sema_node n); /* its names are bound already */
/* Reports `&`, `ref` and `mut` behind a reference that the pattern does not name, which are errors of edition 2024. */
void pat_implicit_error(pat_ctx *p, uint32_t kind, sema_span at, const char *written);
/* Checks what is below n against the error type, so that its names are known. */
void pat_bind_anyway(pat_ctx *p, sema_node n);
/* Goes past references. They become PAT_DEREF around what is made for the type that is returned (pat_wrap). */
typedef struct pat_peeled {
    sema_ty ty;
    pat_mode mode;
    uint32_t first, n;
    sema_ty refs[8];
} pat_peeled;
pat_peeled pat_peel(pat_ctx *p, sema_ty expected, pat_mode mode);
thir_pat pat_wrap(pat_ctx *p, const pat_peeled *peeled, thir_pat pat, sema_span at);

/* check_pat_bind.c */
thir_pat pat_ident(pat_ctx *p, sema_node n, sema_ty expected, pat_mode mode);
thir_pat pat_bind(pat_ctx *p, sema_node n, sema_ty expected, pat_mode mode);
thir_pat pat_or(pat_ctx *p, sema_node n, sema_ty expected, pat_mode mode);
/* check_pat_const.c */
thir_pat pat_const_def(pat_ctx *p, sema_node n, sema_def def, const sema_ty *args, uint32_t n_args, sema_ty ty,
                       sema_ty expected);
thir_pat pat_literal(pat_ctx *p, sema_node n, sema_ty expected, pat_mode mode);
thir_pat pat_range(pat_ctx *p, sema_node n, sema_ty expected, pat_mode mode);
/* check_pat_value.c reads the value of a constant as a pattern; 0 if it cannot. */
thir_pat pat_const_value(pat_ctx *p, sema_span span, sema_def constant, sema_ty ty, uint32_t depth);
/* Likewise, of one that is evaluated; args are concrete. *reported: evaluating it was an error. */
thir_pat pat_const_evaluated(pat_ctx *p, sema_span span, sema_def constant, const sema_ty *args, uint32_t n_args,
                             bool *reported);
/* Whether the type of a constant in a pattern is equal to anything; if not, that is reported. */
bool pat_check_constant(check *c, sema_span at, sema_def constant, sema_ty ty);
bool pat_is_nan(const sema *s, sema_ty ty, wide_u128 bits);
void pat_report_nan(check *c, sema_span at, sema_def constant);
/* check_pat_adt.c */
thir_pat pat_unit_def(pat_ctx *p, sema_node n, sema_def def, const sema_ty *args, uint32_t n_args, sema_ty expected,
                      pat_mode mode);
thir_pat pat_path(pat_ctx *p, sema_node n, sema_ty expected, pat_mode mode);
thir_pat pat_tuple_struct(pat_ctx *p, sema_node n, sema_ty expected, pat_mode mode);
/* Of the value def at n; pairs: a field's number and its pattern, n_pairs times. */
thir_pat pat_adt(pat_ctx *p, sema_node n, sema_def def, sema_ty ty, const uint32_t *pairs, uint32_t n_pairs);
/* check_pat_struct.c */
thir_pat pat_struct(pat_ctx *p, sema_node n, sema_ty expected, pat_mode mode);

const char *check_adt_word(check *c, sema_def d); /* "struct", "variant", "union" */
const char *check_adt_path(check *c, sema_def d); /* "S", "E::V" */

#endif
