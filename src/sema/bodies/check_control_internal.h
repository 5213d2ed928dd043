/* check_control_internal.h: declares what check_control*.c and check_macro*.c share. */
#ifndef RUSTG_CHECK_CONTROL_INTERNAL_H
#define RUSTG_CHECK_CONTROL_INTERNAL_H

#include "sema/bodies/check.h"

/* Puts "this expression has type `T`" at the scrutinee, for patterns that do not fit. It lives as long as why is
 * used. */
typedef struct control_scrutinee {
    sema_span at;
    sema_ty ty;
} control_scrutinee;
check_why control_pattern_why(control_scrutinee *scrutinee);
/* The type that a pattern is matched with. It may be any type if the place never gets a value. */
thir_expr control_matched(check *c, sema_node value);
thir_arm control_arm(check *c, thir_arm_node arm);
thir_expr control_match(check *c, thir_expr scrutinee, const uint32_t *arms, uint32_t n_arms, sema_ty ty, sema_span at);
/* Variant(inner), or the variant alone where inner is 0. */
thir_pat control_variant_pat(check *c, sema_def variant, sema_ty ty, thir_pat inner, sema_span at);
thir_pat control_binding_pat(check *c, thir_local local, sema_ty ty, sema_span at);
/* Makes the value Variant(inner), or the variant alone. */
thir_expr control_variant(check *c, sema_def variant, sema_ty ty, thir_expr inner, sema_span at);

#endif
