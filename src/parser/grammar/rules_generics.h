/* rules_generics.h: generic parameters, bounds and where clauses.
 *
 *   generics       makes a Generics node of `<...>`, or nothing
 *   for_binder     reads `for<...>` or nothing, and makes GenericParam nodes only; ret is 1 where it stood
 *   binder_params  does so from `<` on
 *   bounds         reads `A + B`, which may be empty and may end with `+`; ret is how many there are, and 2 for more
 *                  than one or a last `+`
 *   bound          reads one bound
 *   where_clause   makes a WhereClause node, or nothing
 *   lifetime       makes a Lifetime node, at a lifetime */
/* clang-format off */

RULE(lifetime)
    if (parse_lifetime_is_reserved(in, pos))
        SOFT_ERROR(KEYWORD_LIFETIME, pos, pos + 1);
    EMIT_AT(Lifetime, pos, pos, pos + 1, MARK());
    BUMP_ONE();
    RETURN();

RULE(for_binder)
    ret = 0;
    if (!EAT(T_KW_FOR))
        RETURN();
RULE(binder_params)
    aux = 0;
    GOTO(generic_params);
RULE(generics)
    if (k == T_PATH_SEP)
        ERROR(PATH_SEP_BEFORE_GENERICS, pos, pos + 2);
    if (!PARSE_IS_LT(k)) {
        WANT(T_LT);
        RETURN();
    }
    BEGIN();
    anchor = pos;
    aux = 1;
STATE(generic_params)
    if (!PARSE_IS_LT(k)) {
        WANT(T_LT);
        UNEXPECTED();
    }
    BUMP_ONE();
STATE(generic_params_next)
    if (PARSE_IS_IDENT(k) && (PEEK(1) == T_COMMA || PEEK(1) == T_GT)) {
        EMIT_AT(GenericParamType, pos, pos, pos + 1, MARK());
        BUMP_ONE();
        GOTO(generic_params_after);
    }
    if (k == T_LIFETIME && (PEEK(1) == T_COMMA || PEEK(1) == T_GT)) {
        if (parse_lifetime_is_reserved(in, pos))
            SOFT_ERROR(KEYWORD_LIFETIME, pos, pos + 1);
        EMIT_AT(GenericParamLifetime, pos, pos, pos + 1, MARK());
        BUMP_ONE();
        GOTO(generic_params_after);
    }
    if (!PARSE_IS_GT(k))
        CALL(generic_param, generic_params_after);
    GOTO(generic_params_close);
STATE(generic_params_after)
    if (EAT(T_COMMA))
        GOTO(generic_params_next);
STATE(generic_params_close)
    if (!PARSE_IS_GT(k)) {
        WANT(T_GT);
        UNEXPECTED();
    }
    BUMP_ONE();
    if (aux)
        EMIT(Generics);
    ret = 1;
    RETURN();

RULE(generic_param)
    mark = MARK();
    if (k == T_POUND || k == T_DOC_COMMENT || k == T_INNER_DOC)
        CALL(outer_attrs, generic_param_begin);
    WANT(T_POUND);
STATE(generic_param_begin)
    start = pos;
    anchor = pos;
    if (k == T_LIFETIME) {
        if (parse_lifetime_is_reserved(in, pos))
            SOFT_ERROR(KEYWORD_LIFETIME, pos, pos + 1);
        BUMP_ONE();
        if (EAT(T_COLON)) {
            while (k == T_LIFETIME) {
                if (parse_lifetime_is_reserved(in, pos))
                    SOFT_ERROR(KEYWORD_LIFETIME, pos, pos + 1);
                EMIT_AT(Lifetime, pos, pos, pos + 1, MARK());
                BUMP_ONE();
                if (!PARSE_IS_PLUS(k)) {
                    WANT(T_PLUS);
                    break;
                }
                BUMP_ONE();
            }
        }
        if (k == T_EQ && PEEK(1) == T_LIFETIME) {
            SOFT_ERROR(LIFETIME_PARAM_DEFAULT, pos, pos + 2);
            BUMP_ONE();
            BUMP_ONE();
        }
        EMIT(GenericParamLifetime);
        RETURN();
    }
    if (PARSE_IS_IDENT(k) ||
        (!PARSE_FAST && (PARSE_IS_RESERVED(k) || k == T_UNDERSCORE) && k != T_KW_CONST && k != T_KW_SELF_TYPE)) {
        if (!PARSE_IS_IDENT(k))
            UNEXPECTED_NAME();
        BUMP_ONE();
        if (EAT(T_COLON)) {
            if (k == T_KW_IMPL)
                ERROR(IMPL_IN_BOUND, pos, pos + 1);
            CALL(bounds, generic_param_bounded);
        }
        GOTO(generic_param_bounded);
    }
    if (k == T_KW_CONST) {
        BUMP_ONE();
        if (!PARSE_IS_IDENT(k)) {
            UNEXPECTED_NAME();
        }
        BUMP_ONE();
        EXPECT(T_COLON);
        CALL_WITH(type, generic_param_const, 0, 0);
    }
    if (k == T_KW_SELF_TYPE)
        ERROR(SELF_AS_GENERIC_PARAM, pos, pos + 1);
    if (PARSE_IS_GT(k))
        ERROR(ATTRIBUTE_WITHOUT_GENERIC, start - 1, start);
    WANT(T_LIFETIME);
    WANT(T_KW_CONST);
    WANT(W_IDENT);
    WANT(T_GT);
    UNEXPECTED();
STATE(generic_param_bounded)
    if (EAT(T_EQ))
        CALL_WITH(type, generic_param_end, 0, 0);
STATE(generic_param_end)
    EMIT(GenericParamType);
    RETURN();
STATE(generic_param_const)
    if (EAT(T_EQ)) {
        if (PARSE_IS_PATH_SEGMENT(k) && (PEEK(1) == T_COMMA || PARSE_IS_GT(PEEK(1)))) {
            EMIT_AT(ExprPath, pos, pos, pos + 1, MARK());
            BUMP_ONE();
        } else {
            CALL_WITH(const_arg, generic_param_const_end, 0, 0);
        }
    }
STATE(generic_param_const_end)
    EMIT(GenericParamConst);
    RETURN();

RULE(bounds)
    aux = 0;
STATE(bounds_next)
    if (PARSE_IS_PATH_SEGMENT(k)) {
        if (!EDITION_AT_LEAST(2018) && k == T_IDENT && TEXT_IS(pos, "dyn"))
            ERROR(DYN_IN_BOUND, pos, pos + 1);
        if (PARSE_BEGINS_ARGS(PEEK(1)) || PEEK(1) == T_PATH_SEP || PARSE_IS_IDENT(PEEK(1)))
            CALL(bound, bounds_after);
        EMIT_AT(Bound, pos, pos, pos + 1, MARK());
        BUMP_ONE();
        WANT(T_PATH_SEP);
        WANT(T_LT);
        WANT(T_L_PAREN);
        GOTO(bounds_after);
    }
    if (k == T_LIFETIME) {
        if (parse_lifetime_is_reserved(in, pos))
            SOFT_ERROR(KEYWORD_LIFETIME, pos, pos + 1);
        EMIT_AT(BoundLifetime, pos, pos, pos + 1, MARK());
        BUMP_ONE();
        GOTO(bounds_after);
    }
    if (k == T_KW_DYN && PARSE_RECOVERS)
        ERROR(DYN_IN_BOUND, pos, pos + 1);
    if (k == T_QUESTION || k == T_TILDE ||
        (PARSE_RECOVERS && ((PARSE_IS_RESERVED(k) && k != T_KW_WHERE) || PARSE_BEGINS_TYPE(k))))
        CALL(bound, bounds_after);
    if (!PARSE_RECOVERS &&
        (k == T_PATH_SEP || k == T_LT || k == T_SHL || k == T_BANG || k == T_L_PAREN || k == T_KW_FOR ||
         k == T_KW_CONST || k == T_KW_ASYNC || k == T_KW_USE ||
         (k == T_L_BRACKET && PEEK(1) == T_KW_CONST && PEEK(2) == T_R_BRACKET)))
        CALL(bound, bounds_after);
    WANT(T_BANG);
    WANT(T_L_PAREN);
    WANT(T_L_BRACKET);
    WANT(T_QUESTION);
    WANT(T_TILDE);
    WANT(T_KW_FOR);
    WANT(T_KW_CONST);
    WANT(T_KW_ASYNC);
    WANT(T_KW_USE);
    WANT(T_LIFETIME);
    WANT(W_PATH);
    ret = aux;
    RETURN();
STATE(bounds_after)
    if (PARSE_IS_PLUS(k)) {
        BUMP_ONE();
        aux = 2;
        GOTO(bounds_next);
    }
    WANT(T_PLUS);
    ret = aux ? aux : 1;
    RETURN();

RULE(bound)
    BEGIN();
    anchor = pos;
    aux = 0;
    if (PARSE_IS_PATH_SEGMENT(k) && PARSE_BEGINS_ARGS(PEEK(1))) {
        BUMP_ONE();
        CALL(generic_args, bound_args_end);
    }
    if (k == T_L_PAREN) {
        aux = PARSE_BOUND_IN_PARENS;
        BUMP_ONE();
    }
    if (k == T_KW_FOR) {
        aux |= PARSE_BOUND_HAS_BINDER;
        CALL(for_binder, bound_modifiers);
    }
    if (k == T_LIFETIME) {
        if (aux)
            ERROR(LIFETIME_BOUND_IN_PARENS, start, pos + 2);
        if (parse_lifetime_is_reserved(in, pos))
            SOFT_ERROR(KEYWORD_LIFETIME, pos, pos + 1);
        BUMP_ONE();
        EMIT(BoundLifetime);
        RETURN();
    }
    if (k == T_KW_USE) {
        BUMP_ONE();
        if (!PARSE_IS_LT(k)) {
            WANT(T_LT);
            UNEXPECTED();
        }
        BUMP_ONE();
        while (!PARSE_IS_GT(k)) {
            if (k == T_LIFETIME) {
                if (parse_lifetime_is_reserved(in, pos))
                    SOFT_ERROR(KEYWORD_LIFETIME, pos, pos + 1);
                EMIT_AT(Lifetime, pos, pos, pos + 1, MARK());
            } else if (!PARSE_IS_IDENT(k) && k != T_KW_SELF_TYPE) {
                WANT(T_GT);
                WANT(T_KW_SELF_TYPE);
                WANT(W_IDENT);
                WANT(T_LIFETIME);
                UNEXPECTED();
            }
            BUMP_ONE();
            if (PARSE_IS_GT(k))
                break;
            EXPECT(T_COMMA);
        }
        BUMP_ONE();
        if (aux)
            ERROR(USE_BOUND_IN_PARENS, start, pos + 1);
        EMIT(BoundUse);
        RETURN();
    }
STATE(bound_modifiers)
    if (k == T_TILDE) {
        BUMP_ONE();
        EXPECT(T_KW_CONST);
        aux |= PARSE_BOUND_HAS_MODIFIERS;
    } else if (k == T_KW_CONST) {
        BUMP_ONE();
        aux |= PARSE_BOUND_HAS_MODIFIERS;
    } else if (k == T_L_BRACKET && PEEK(1) == T_KW_CONST && PEEK(2) == T_R_BRACKET) {
        SKIP_GROUP();
        aux |= PARSE_BOUND_HAS_MODIFIERS;
    }
    if (k == T_KW_ASYNC) {
        BUMP_ONE();
        aux |= PARSE_BOUND_HAS_MODIFIERS;
    } else if (k == T_IDENT && PARSE_IS_IDENT(PEEK(1)) && TEXT_IS(pos, "async")) {
        ERROR(ASYNC_BOUND_2015, pos, pos + 1);
    }
    if (k == T_QUESTION || k == T_BANG) {
        if (aux & PARSE_BOUND_HAS_MODIFIERS)
            SOFT_ERROR(POLARITY_AND_MODIFIERS, pos, pos + 1);
        if (aux & PARSE_BOUND_HAS_BINDER)
            SOFT_ERROR(BINDER_AND_POLARITY, pos, pos + 1);
        BUMP_ONE();
        aux |= PARSE_BOUND_HAS_MODIFIERS;
    }
    if (k == T_LIFETIME)
        ERROR(MODIFIER_LIFETIME, start, pos);
    if (k == T_KW_FOR)
        ERROR(BINDER_BEHIND_MODIFIERS, pos, pos + 1);
    if (PARSE_BEGINS_TYPE(k) && !PARSE_IS_PATH_SEGMENT(k) && k != T_PATH_SEP && k != T_LT && k != T_SHL)
        ERROR(EXPECTED_TRAIT, pos, pos + parse_kind_toks(k));
    CALL(path_type, bound_end);
STATE(bound_args_end)
    if (k == T_PATH_SEP)
        CALL(path_type_next, bound_end);
    WANT(T_PATH_SEP);
STATE(bound_end)
    if (aux & PARSE_BOUND_IN_PARENS)
        EXPECT(T_R_PAREN);
    EMIT(Bound);
    RETURN();

RULE(where_clause)
    if (!EAT(T_KW_WHERE))
        RETURN();
    start = pos - 1;
    anchor = start;
    mark = MARK();
    if (k == T_COLON) {
        SOFT_ERROR(WHERE_COLON, pos, pos + 1);
        BUMP_ONE();
    }
    if (k == T_LT &&
        (PEEK(1) == T_POUND || PEEK(1) == T_GT || PEEK(1) == T_KW_CONST ||
         ((PEEK(1) == T_LIFETIME || PARSE_IS_IDENT(PEEK(1)) || PARSE_IS_RESERVED(PEEK(1))) &&
          (PEEK(2) == T_GT || PEEK(2) == T_COMMA || PEEK(2) == T_COLON || PEEK(2) == T_EQ || PEEK(2) == T_QUESTION))))
        ERROR(GENERICS_ON_WHERE, pos, pos + 1);
STATE(where_next)
    if (k == T_POUND || k == T_DOC_COMMENT || k == T_INNER_DOC) {
        PARSE_TABLE_LEAVES(); /* what parse_predicate_behind_attrs asks for */
        if (!parse_predicate_behind_attrs(in, pos)) /* rustc drops attributes that stand alone */
            CALL(dropped_attrs, where_end);
    }
    if (PARSE_BEGINS_TYPE(k) || k == T_POUND || k == T_DOC_COMMENT || k == T_INNER_DOC)
        CALL(where_predicate, where_after);
STATE(where_end)
    WANT(T_POUND);
    WANT(T_LIFETIME);
    WANT(W_TYPE);
    EMIT(WhereClause);
    RETURN();
STATE(where_after)
    if (k == T_COMMA) {
        BUMP_ONE();
        if (k == T_KW_WHERE)
            ERROR(MANY_WHERE_CLAUSES, pos, pos + 1);
        GOTO(where_next);
    }
    if (k == T_KW_WHERE)
        ERROR(MANY_WHERE_CLAUSES, pos, pos + 1);
    WANT(T_COMMA);
    EMIT(WhereClause);
    RETURN();

RULE(where_predicate)
    mark = MARK();
    if (k == T_POUND || k == T_DOC_COMMENT || k == T_INNER_DOC)
        CALL(outer_attrs, where_predicate_begin);
STATE(where_predicate_begin)
    start = pos;
    anchor = pos;
    if (PARSE_IS_PATH_SEGMENT(k) && PEEK(1) == T_COLON) {
        EMIT_AT(TyPath, pos, pos, pos + 1, MARK());
        BUMP_ONE();
        BUMP_ONE();
        CALL(bounds, where_predicate_end);
    }
    if (k == T_LIFETIME && !PARSE_IS_PLUS(PEEK(1))) {
        if (parse_lifetime_is_reserved(in, pos))
            SOFT_ERROR(KEYWORD_LIFETIME, pos, pos + 1);
        EMIT_AT(Lifetime, pos, pos, pos + 1, MARK());
        BUMP_ONE();
        EXPECT(T_COLON);
        while (k == T_LIFETIME) {
            if (parse_lifetime_is_reserved(in, pos))
                SOFT_ERROR(KEYWORD_LIFETIME, pos, pos + 1);
            EMIT_AT(BoundLifetime, pos, pos, pos + 1, MARK());
            BUMP_ONE();
            if (!PARSE_IS_PLUS(k)) {
                WANT(T_PLUS);
                break;
            }
            BUMP_ONE();
        }
        GOTO(where_predicate_end);
    }
    if (k == T_KW_FOR)
        CALL(for_binder, where_predicate_type);
STATE(where_predicate_type)
    CALL_WITH(type, where_predicate_bounds, 0, 0);
STATE(where_predicate_bounds)
    if (EAT(T_COLON))
        CALL(bounds, where_predicate_end);
    if (PARSE_IS_MISGLUED(pos))
        UNEXPECTED();
    if (EAT(T_EQ) || EAT(T_EQ_EQ))
        CALL_WITH(type, where_predicate_end, 0, 0);
    UNEXPECTED();
STATE(where_predicate_end)
    EMIT(WherePredicate);
    RETURN();
