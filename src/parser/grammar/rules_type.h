/* rules_type.h: types.
 *
 *   type          reads a type; flags: PARSE_NO_PLUS, by which `A + B` is not one type, _TYPE_OF_CAST, _TYPE_IN_PATH
 *   ret_type_opt  reads `-> type` or nothing, with the same flags */
/* clang-format off */

RULE(ret_type_opt)
    if (!EAT(T_R_ARROW))
        RETURN();
RULE(type)
    if (PARSE_FAST && PARSE_IS_PATH_SEGMENT(k) &&
        (PARSE_ENDS_TYPE(PEEK(1)) || (PEEK(1) == T_KW_FOR && EDITION_AT_LEAST(2018)))) { /* no `dyn for<'a> ...` */
        EMIT_AT(TyPath, pos, pos, pos + 1, MARK());
        BUMP_ONE();
        RETURN();
    }
    BEGIN();
    anchor = pos;
    switch (k) {
    case T_AND:
    case T_AND_AND:
        BUMP_ONE();
        GOTO(type_ref);
    case T_L_PAREN:
        if (!(flags & PARSE_NO_PLUS) && PARSE_IS_PLUS(in->kinds[in->partner[pos] + 1]))
            GOTO(type_paren_bound);
        CALL_GROUP(type_parens, type_tail);
    case T_L_BRACKET:
        CALL_GROUP(type_brackets, type_tail);
    case T_STAR:
        BUMP_ONE();
        if (k != T_KW_MUT && k != T_KW_CONST)
            ERROR(RAW_POINTER_NO_MUT, start, pos);
        BUMP_ONE();
        CALL_WITH(type, type_ptr_end, PARSE_NO_PLUS, 0);
    case T_BANG:
        BUMP_ONE();
        EMIT(TyNever);
        GOTO(type_tail);
    case T_UNDERSCORE:
        BUMP_ONE();
        EMIT(TyInfer);
        GOTO(type_tail);
    case T_KW_FN:
        GOTO(type_fn);
    case T_KW_FOR:
        CALL(for_binder, type_for);
    case T_KW_IMPL:
        BUMP_ONE();
        if (k == T_LIFETIME && (PARSE_IS_IDENT(PEEK(1)) || PARSE_IS_RESERVED(PEEK(1))))
            SOFT_ERROR(MISSING_PLUS_BOUND, pos, pos + 1);
        CALL(bounds, type_impl_end);
    case T_KW_DYN:
        BUMP_ONE();
        CALL(bounds, type_dyn_end);
    case T_LT:
    case T_SHL:
    case T_LE:
    case T_L_ARROW:
    case T_SHL_EQ:
        CALL(qpath_type, type_qpath_end);
    case T_KW_UNSAFE:
        if (PEEK(1) == T_LT) {
            BUMP_ONE();
            CALL(binder_params, type_unsafe_binder);
        }
        break;
    case T_KW_CONST:
    case T_KW_MUT:
        if (PEEK(1) == T_STAR)
            ERROR(RAW_POINTER_ORDER, pos, pos + 2);
        break;
    case T_KW_TYPEOF:
        ERROR(TYPEOF, pos, pos + 1);
    case T_DOT_DOT_DOT:
        ERROR(C_VARIADIC_TYPE, pos, pos + 3);
    case T_POUND:
        if (PEEK(1) == T_L_BRACKET)
            ERROR(ATTRIBUTE_ON_TYPE, pos, in->partner[pos + 1] + 1);
        break;
    default:
        break;
    }
    if ((PARSE_IS_IDENT(k) || PARSE_IS_RESERVED(k)) && (PARSE_IS_RESERVED(PEEK(1)) || k == T_KW_EXTERN)) {
        if (parse_fn_front_ahead(in, pos))
            GOTO(type_fn);
    }
    if (PARSE_IS_IDENT(k) && parse_old_dyn_ahead(in, pos)) {
        BUMP_ONE();
        CALL(bounds, type_dyn_end);
    }
    if (PARSE_IS_PATH_SEGMENT(k)) {
        BUMP_ONE();
        GOTO(type_segment);
    }
    if (k == T_PATH_SEP)
        CALL(path_type, type_path_end);
    if (k == T_QUESTION || k == T_TILDE || k == T_KW_CONST || k == T_KW_ASYNC || k == T_KW_USE)
        GOTO(type_bare);
    if (k == T_LIFETIME) {
        if (!PARSE_IS_PLUS(PEEK(1)))
            ERROR(LIFETIME_AS_TYPE, pos, pos + 1);
        GOTO(type_bare);
    }
    ERROR(EXPECTED_TYPE, pos, pos + parse_kind_toks(k));

/* Behind the first segment of a path. */
STATE(type_segment)
    while (k == T_PATH_SEP && PARSE_IS_PATH_SEGMENT(PEEK(2))) {
        BUMP();
        BUMP_ONE();
    }
    if (PARSE_BEGINS_ARGS(k))
        CALL(generic_args, type_args_end);
    WANT(T_LT);
    WANT(T_L_PAREN);
    if (k == T_PATH_SEP)
        CALL(path_type_rest, type_path_end);
STATE(type_args_end)
    if (k == T_PATH_SEP)
        CALL(path_type_next, type_path_end);
    WANT(T_PATH_SEP);
/* Behind a path: reads a macro call, the first of many bounds, or nothing more. */
STATE(type_path_end)
    if (k == T_BANG) {
        anchor = pos;
        BUMP_ONE();
        if (!PARSE_IS_OPEN(k)) {
            WANT(T_L_PAREN);
            WANT(T_L_BRACKET);
            WANT(T_L_BRACE);
            UNEXPECTED();
        }
        EMIT_AT(TokenTree, pos, pos, in->partner[pos] + 1, MARK());
        SKIP_GROUP();
        EMIT(TyMacCall);
        GOTO(type_tail);
    }
    WANT(T_BANG);
    if (!(flags & PARSE_NO_PLUS)) {
        if (PARSE_IS_PLUS(k)) {
            EMIT(Bound);
            BUMP_ONE();
            CALL(bounds, type_object_end);
        }
        WANT(T_PLUS);
    }
STATE(type_qpath_end)
    EMIT(TyPath);
/* Behind every type: what many write there, though it is an error. */
STATE(type_tail)
    if (k == T_PLUS || k == T_PLUS_EQ) {
        if (!(flags & PARSE_NO_PLUS))
            ERROR(BAD_TYPE_PLUS, start, pos);
    } else if (k == T_QUESTION) {
        if (!(flags & PARSE_TYPE_OF_CAST))
            ERROR(QUESTION_MARK_IN_TYPE, pos, pos + 1);
    } else if (k == T_PATH_SEP) {
        if (!(flags & PARSE_TYPE_IN_PATH)) {
            if (!PARSE_FAST && !PARSE_IS_PATH_SEGMENT(PEEK(2))) {
                BUMP();
                UNEXPECTED_NAME();
            }
            ERROR(BAD_QPATH, start, pos);
        }
    }
    RETURN();

STATE(type_ref)
    aux = 0;
    if (k == T_LIFETIME) {
        if (parse_lifetime_is_reserved(in, pos))
            SOFT_ERROR(KEYWORD_LIFETIME, pos, pos + 1);
        EMIT_AT(Lifetime, pos, pos, pos + 1, MARK());
        BUMP_ONE();
    }
    if (k == T_KW_MUT) {
        BUMP_ONE();
    } else if (k == T_IDENT && (PEEK(1) == T_KW_MUT || PEEK(1) == T_KW_CONST) && TEXT_IS(pos, "pin")) {
        aux = 1;
        BUMP_ONE();
        BUMP_ONE();
    }
    if (PARSE_FAST && PARSE_IS_PATH_SEGMENT(k) && PARSE_ENDS_TYPE(PEEK(1))) {
        EMIT_AT(TyPath, pos, pos, pos + 1, MARK());
        BUMP_ONE();
        GOTO(type_ref_end);
    }
    if (k == T_LIFETIME && in->kinds[pos - 1] == T_KW_MUT && !PARSE_IS_PLUS(PEEK(1)))
        ERROR(LIFETIME_AFTER_MUT, start, pos + 1);
    if (k == T_KW_DYN && PEEK(1) == T_KW_MUT)
        ERROR(DYN_AFTER_MUT, start, pos + 2);
    CALL_WITH(type, type_ref_end, PARSE_NO_PLUS, 0);
STATE(type_ref_end)
    if (aux)
        EMIT(TyPinnedRef);
    else
        EMIT(TyRef);
    GOTO(type_tail);

STATE(type_ptr_end)
    EMIT(TyPtr);
    GOTO(type_tail);

RULE(type_parens)
    BEGIN();
    anchor = pos;
    aux = 0;
    BUMP_ONE();
STATE(type_parens_next)
    if (k != T_R_PAREN)
        CALL_WITH(type, type_parens_after, 0, 0);
    BUMP_ONE();
    EMIT(TyTup);
    RETURN();
STATE(type_parens_after)
    if (EAT(T_COMMA)) {
        aux = 1;
        GOTO(type_parens_next);
    }
    EXPECT(T_R_PAREN);
    if (aux)
        EMIT(TyTup);
    else
        EMIT(TyParen);
    RETURN();

RULE(type_brackets)
    BEGIN();
    anchor = pos;
    BUMP_ONE();
    CALL_WITH(type, type_brackets_after, 0, 0);
STATE(type_brackets_after)
    if (EAT(T_SEMI)) {
        if (k != T_INT || PEEK(1) != T_R_BRACKET)
            CALL_WITH(expr, type_brackets_len, 0, 0);
        EMIT_AT(ExprLit, pos, pos, pos + 1, MARK());
        BUMP_ONE();
        GOTO(type_brackets_len);
    }
    if (k != T_R_BRACKET) {
        if (PARSE_FAST || parse_array_length(in, pos) == 0)
            ERROR(EXPECTED_SEMI_OR_BRACKET, pos, pos + parse_kind_toks(k));
        SOFT_ERROR(EXPECTED_SEMI_OR_BRACKET, pos, pos + parse_kind_toks(k));
        if (parse_array_length(in, pos) > pos)
            BUMP_ONE();
        CALL_WITH(expr, type_brackets_len, 0, 0);
    }
    BUMP_ONE();
    EMIT(TySlice);
    RETURN();
STATE(type_brackets_len)
    EXPECT(T_R_BRACKET);
    EMIT(TyArray);
    RETURN();

/* In `(A) + B` the first bound may only be what would be a type inside the parentheses. */
STATE(type_paren_bound)
    if (PEEK(1) == T_BANG || PEEK(1) == T_L_BRACKET || in->kinds[in->partner[pos] - 1] == T_PLUS)
        ERROR(BAD_TYPE_PLUS, pos, in->partner[pos] + 1);
    if (PEEK(1) != T_KW_FOR && PEEK(1) != T_KW_USE)
        GOTO(type_bare);
    BUMP_ONE();
    if (k == T_KW_USE)
        CALL(bound, type_paren_use);
    CALL(for_binder, type_paren_for);
STATE(type_paren_for)
    CALL(path_type, type_paren_path);
STATE(type_paren_path)
    EXPECT(T_R_PAREN);
    EMIT(Bound);
    BUMP_ONE();
    CALL(bounds, type_object_end);
STATE(type_paren_use)
    EXPECT(T_R_PAREN);
    BUMP_ONE();
    CALL(bounds, type_object_end);
STATE(type_bare)
    if (flags & PARSE_NO_PLUS)
        CALL(bound, type_object_end);
    CALL(bounds, type_object_end);
STATE(type_object_end)
    anchor = start;
    EMIT(TyTraitObject);
    GOTO(type_tail);
STATE(type_impl_end)
    if (ret > 1 && (flags & PARSE_NO_PLUS))
        SOFT_ERROR(AMBIGUOUS_PLUS, start, pos);
    EMIT(TyImplTrait);
    GOTO(type_tail);
STATE(type_dyn_end)
    if (ret > 1 && (flags & PARSE_NO_PLUS))
        SOFT_ERROR(AMBIGUOUS_PLUS, start, pos);
    EMIT(TyTraitObject);
    GOTO(type_tail);

STATE(type_for)
    if (parse_fn_front_ahead(in, pos))
        GOTO(type_fn);
    if (k == T_KW_IMPL || k == T_KW_DYN || (k == T_IDENT && TEXT_IS(pos, "dyn"))) {
        anchor = pos;
        BUMP_ONE();
        CALL(path_type, type_for_transposed);
    }
    CALL(path_type, type_for_bound);
STATE(type_for_transposed)
    SOFT_ERROR(TRANSPOSE_DYN_OR_IMPL, anchor, anchor + 1);
    anchor = start;
STATE(type_for_bound)
    EMIT(Bound);
    if (!(flags & PARSE_NO_PLUS)) {
        if (PARSE_IS_PLUS(k)) {
            BUMP_ONE();
            CALL(bounds, type_object_end);
        }
        WANT(T_PLUS);
    }
    GOTO(type_object_end);

STATE(type_unsafe_binder)
    CALL_WITH(type, type_unsafe_binder_end, 0, 0);
STATE(type_unsafe_binder_end)
    EMIT(TyUnsafeBinder);
    GOTO(type_tail);

STATE(type_fn)
    if (k == T_KW_CONST) {
        SOFT_ERROR(FN_POINTER_CONST, pos, pos + 1);
        BUMP_ONE();
    }
    if (k == T_KW_ASYNC && PEEK(1) == T_KW_GEN) {
        BUMP_ONE();
        BUMP_ONE();
    } else if (k == T_KW_ASYNC || (k == T_IDENT && TEXT_IS(pos, "async"))) {
        SOFT_ERROR(FN_POINTER_ASYNC, pos, pos + 1);
        BUMP_ONE();
    } else if (k == T_KW_GEN) {
        BUMP_ONE();
    }
    if (k == T_KW_UNSAFE || k == T_WEAK_SAFE)
        BUMP_ONE();
    if (k == T_KW_EXTERN) {
        BUMP_ONE();
        if (PARSE_IS_LITERAL(k)) {
            if (k != T_STR && k != T_RAW_STR)
                ERROR(FN_POINTER_ABI, pos, pos + 1);
            BUMP_ONE();
        }
    }
    anchor = pos;
    EXPECT(T_KW_FN);
    if (k == T_LT)
        ERROR(FN_POINTER_GENERICS, pos, pos + 1);
    if (k == T_KW_FOR)
        UNEXPECTED();
    if (k != T_L_PAREN) {
        SOFT_ERROR(MISSING_FN_PARAMS, pos, pos);
        GOTO(type_fn_ret);
    }
    CALL_GROUP_WITH(fn_params, type_fn_ret, 0, PARSE_PARAMS_POINTER);
STATE(type_fn_ret)
    if (EAT(T_R_ARROW))
        CALL_WITH(type, type_fn_end, PARSE_NO_PLUS, 0);
    if (k == T_FAT_ARROW)
        ERROR(FN_POINTER_RETURN_ARROW, pos, pos + 2);
STATE(type_fn_end)
    EMIT(TyFnPtr);
    GOTO(type_tail);
