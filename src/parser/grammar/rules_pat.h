/* rules_pat.h: patterns.
 *
 *   pat          reads one pattern (rustc's parse_pat_no_top_alt)
 *   pat_top      reads `A | B`, before which a `|` may stand (parse_pat_no_top_guard)
 *   pat_guarded  does the same, and an `if` may follow (parse_pat_allow_top_guard) */
/* clang-format off */

RULE(pat_guarded)
    aux = PARSE_PAT_MAY_GUARD;
    GOTO(pat_alternatives);
RULE(pat_top)
    aux = 0;
STATE(pat_alternatives)
    if (PARSE_FAST && PARSE_IS_IDENT(k) && PARSE_ENDS_PAT(PEEK(1)) && (PEEK(1) != T_COMMA || aux)) {
        EMIT_AT(PatIdent, pos, pos, pos + 1, MARK());
        BUMP_ONE();
        RETURN();
    }
    if (PARSE_FAST && k == T_UNDERSCORE && PARSE_ENDS_PAT(PEEK(1)) && (PEEK(1) != T_COMMA || aux)) {
        EMIT_AT(PatWild, pos, pos, pos + 1, MARK());
        BUMP_ONE();
        RETURN();
    }
    BEGIN();
    if (k == T_OR || k == T_OR_OR)
        GOTO(pat_vert);
    CALL(pat, pat_alternative_end);
STATE(pat_alternative_end)
    if (k == T_COMMA && !(aux & PARSE_PAT_MAY_GUARD) && !parse_pat_may_be_never(in, start, pos))
        ERROR(COMMA_IN_PATTERN, pos, pos + 1);
    if (k == T_OR || k == T_OR_OR)
        GOTO(pat_vert);
    WANT(T_OR);
    if (!PARSE_FAST && k == T_COLON && !(aux & PARSE_PAT_MAY_GUARD) && PARSE_BEGINS_PAT_BOUND(PEEK(1)))
        UNEXPECTED();
    if (aux & PARSE_PAT_HAS_VERT)
        EMIT(PatOr);
    if (aux & PARSE_PAT_MAY_GUARD) {
        if (EAT(T_KW_IF)) {
            PARSE_TABLE_LEAVES(); /* what parse_pat_has_guard asks for */
            anchor = pos - 1;
            CALL_WITH(expr, pat_guard_end, 0, 0);
        }
    }
    RETURN();
STATE(pat_guard_end)
    EMIT(PatGuard);
    RETURN();
STATE(pat_vert)
    if (PARSE_ENDS_PAT(PEEK_PAST()) || PEEK_PAST() == T_KW_IF)
        ERROR(TRAILING_VERT, pos, pos + parse_kind_toks(k));
    if (k == T_OR_OR)
        SOFT_ERROR(VERT_VERT_IN_PATTERN, pos, pos + 2);
    if (!(aux & PARSE_PAT_HAS_VERT))
        anchor = pos;
    aux |= PARSE_PAT_HAS_VERT;
    BUMP();
    CALL(pat, pat_alternative_next);
STATE(pat_alternative_next)
    LIST_ELEMENT(ALTERNATIVES, pat_alternative_next);
    GOTO(pat_alternative_end);

RULE(pat_no_range)
    aux = PARSE_PAT_NO_RANGE;
    GOTO(pat_one);
RULE(pat)
    aux = 0;
STATE(pat_one)
    if (PARSE_FAST && PARSE_IS_IDENT(k) && (PARSE_ENDS_PAT(PEEK(1)) || PEEK(1) == T_OR)) {
        EMIT_AT(PatIdent, pos, pos, pos + 1, MARK());
        BUMP_ONE();
        RETURN();
    }
    BEGIN();
    anchor = pos;
    switch (k) {
    case T_AND:
    case T_AND_AND:
        BUMP_ONE();
        if (k == T_LIFETIME)
            ERROR(LIFETIME_IN_PATTERN, pos, pos + 1);
        if (k == T_KW_MUT) {
            BUMP_ONE();
        } else if (PARSE_IS_PIN(pos)) {
            BUMP_ONE();
            BUMP_ONE();
        }
        CALL(pat_no_range, pat_ref_end);
    case T_L_PAREN:
        CALL_GROUP_WITH(pat_list, pat_end, 0, PARSE_LIST_PARENS);
    case T_L_BRACKET:
        CALL_GROUP_WITH(pat_list, pat_end, 0, PARSE_LIST_SLICE);
    case T_DOT_DOT:
        if (!PARSE_BEGINS_PAT_BOUND(PEEK_PAST())) {
            BUMP();
            EMIT(PatRest);
            RETURN();
        }
        BUMP();
        GOTO(pat_range_bound);
    case T_DOT_DOT_DOT:
        if (PARSE_BEGINS_PAT_BOUND(PEEK_PAST()))
            ERROR(DOT_DOT_DOT_RANGE_TO, pos, pos + 3);
        ERROR(DOT_DOT_DOT_PATTERN, pos, pos + 3);
    case T_DOT_DOT_EQ:
        BUMP();
        GOTO(pat_range_bound);
    case T_BANG:
        BUMP_ONE();
        EMIT(PatNever);
        RETURN();
    case T_UNDERSCORE:
        BUMP_ONE();
        EMIT(PatWild);
        RETURN();
    case T_KW_MUT:
        BUMP_ONE();
        if (k == T_KW_REF) {
            BUMP_ONE();
            if (k == T_KW_MUT) {
                BUMP_ONE();
            } else if (PARSE_IS_PIN(pos)) {
                BUMP_ONE();
                BUMP_ONE();
            }
        }
        if (k == T_KW_MUT)
            ERROR(REPEATED_MUT, pos, pos + 1);
        if (PARSE_IS_IDENT(k) && !PARSE_IS_PATH_PAT(PEEK(1)))
            GOTO(pat_ident);
        if (PARSE_IS_RESERVED(k) && !PARSE_IS_PATH_SEGMENT(k)) {
            UNEXPECTED_NAME();
            GOTO(pat_reserved);
        }
        if (!PARSE_FAST && !PARSE_BEGINS_PAT_BOUND(k) && k != T_AND && k != T_AND_AND && k != T_L_PAREN &&
            k != T_L_BRACKET && k != T_DOT_DOT && k != T_UNDERSCORE && k != T_BANG && k != T_DOT_DOT_DOT) {
            WANT(W_IDENT);
            UNEXPECTED();
        }
        ERROR(MUT_BEFORE_PATTERN, start, pos);
    case T_KW_REF:
        BUMP_ONE();
        if (k == T_KW_BOX)
            ERROR(REF_BOX_ORDER, start, pos + 1);
        if (k == T_KW_MUT) {
            BUMP_ONE();
        } else if (PARSE_IS_PIN(pos)) {
            BUMP_ONE();
            BUMP_ONE();
        }
        if (!PARSE_IS_IDENT(k)) {
            UNEXPECTED_NAME();
            GOTO(pat_reserved);
        }
        GOTO(pat_ident);
    case T_KW_BOX:
        BUMP_ONE();
        if (k == T_EQ || k == T_COLON || k == T_COMMA || k == T_SEMI || k == T_AT || k == T_L_BRACE ||
            PARSE_IS_CLOSE(k))
            ERROR(BOX_NOT_PATTERN, pos, pos + 1);
        CALL(pat_no_range, pat_box_end);
    case T_MINUS:
        if (!PARSE_IS_LIT(PEEK(1)))
            break;
        EMIT_AT(ExprLit, pos + 1, pos + 1, pos + 2, MARK());
        EMIT_AT(ExprUnary, pos, pos, pos + 2, mark);
        BUMP_ONE();
        BUMP_ONE();
        GOTO(pat_literal_end);
    case T_KW_CONST:
        if (PEEK(1) == T_L_BRACE)
            ERROR(CONST_BLOCK_PATTERN, pos + 1, in->partner[pos + 1] + 1);
        break;
    case T_KW_LET:
        if (PARSE_IS_IDENT(PEEK(1)) || PARSE_IS_RESERVED(PEEK(1)))
            ERROR(LET_IN_PATTERN, pos, pos + 1);
        break;
    case T_LT:
    case T_SHL:
        CALL(qpath_expr, pat_qpath_end);
    case T_PATH_SEP:
        CALL(path_expr, pat_path_end);
    default:
        break;
    }
    if (PARSE_IS_PATH_SEGMENT(k)) {
        if (PARSE_IS_IDENT(k) && !PARSE_IS_PATH_PAT(PEEK(1))) {
            if (k != T_WEAK_BUILTIN || PEEK(1) != T_POUND)
                GOTO(pat_ident);
            GOTO(pat_builtin);
        }
        BUMP_ONE();
        while (k == T_PATH_SEP && PARSE_IS_PATH_SEGMENT(PEEK(2))) {
            BUMP();
            BUMP_ONE();
        }
        if (k == T_PATH_SEP)
            CALL_WITH(path_expr_rest, pat_path_end, 0, 0);
        WANT(T_PATH_SEP);
        GOTO(pat_path_end);
    }
    if (PARSE_IS_LIT(k)) {
        if (parse_number_is_name(in, pos)) {
            WANT(W_IDENT);
            UNEXPECTED();
        }
        EMIT_AT(ExprLit, pos, pos, pos + 1, mark);
        BUMP_ONE();
        GOTO(pat_literal_end);
    }
    if (PARSE_IS_RESERVED(k) && k != T_KW_IN) {
        UNEXPECTED_NAME();
        if (!PARSE_IS_PATH_PAT(PEEK(1)))
            GOTO(pat_reserved);
        BUMP_ONE();
        if (k == T_PATH_SEP)
            CALL_WITH(path_expr_rest, pat_path_end, 0, 0);
        GOTO(pat_path_end);
    }
    WANT(W_PATTERN);
    UNEXPECTED();

STATE(pat_ident)
    anchor = pos;
    BUMP_ONE();
    if (EAT(T_AT))
        CALL(pat, pat_ident_end);
    if (!PARSE_FAST && parse_pat_is_expr(in, pos))
        ERROR(EXPR_AS_PATTERN, start, pos);
    if (!PARSE_FAST && k == T_LT && PARSE_BEGINS_TYPE(PEEK(1)) && !PARSE_RETURNS_TO(S_fn_param_colon))
        ERROR(PATTERN_NEEDS_TURBOFISH, pos, pos + 1);
STATE(pat_ident_end)
    EMIT(PatIdent);
    if (k == T_L_PAREN)
        ERROR(PATTERN_INSTEAD_OF_IDENT, pos - 1, pos);
    RETURN();

/* rustc takes this reserved word for a name, and goes no further than that. */
STATE(pat_reserved)
    anchor = pos;
    BUMP_ONE();
    EMIT(PatIdent);
    RETURN();

STATE(pat_ref_end)
    EMIT(PatRef);
    RETURN();
STATE(pat_box_end)
    EMIT(PatBox);
    RETURN();
STATE(pat_end)
    if (!PARSE_FAST && parse_pat_is_expr(in, pos))
        ERROR(EXPR_AS_PATTERN, start, pos);
    RETURN();

STATE(pat_path_end)
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
        EMIT(PatMacCall);
        RETURN();
    }
    WANT(T_BANG);
STATE(pat_qpath_end)
    if (k == T_L_PAREN) {
        anchor = pos;
        CALL_GROUP_WITH(pat_list, pat_tuple_struct_end, 0, PARSE_LIST_ARGS);
    }
    if (k == T_L_BRACE) {
        anchor = pos;
        CALL_GROUP_WITH(pat_fields, pat_struct_end, 0, 0);
    }
    if (PARSE_IS_RANGE(k)) {
        EMIT_AT(ExprPath, start, start, pos, mark);
        GOTO(pat_range);
    }
    WANT(T_DOT_DOT_DOT);
    WANT(T_DOT_DOT_EQ);
    WANT(T_DOT_DOT);
    WANT(T_L_BRACE);
    WANT(T_L_PAREN);
    if (!PARSE_FAST && parse_pat_is_expr(in, pos))
        ERROR(EXPR_AS_PATTERN, start, pos);
    EMIT(PatPath);
    RETURN();
STATE(pat_tuple_struct_end)
    EMIT(PatTupleStruct);
    RETURN();
STATE(pat_struct_end)
    EMIT(PatStruct);
    RETURN();

STATE(pat_literal_end)
    if (!PARSE_FAST && parse_pat_is_expr(in, pos))
        ERROR(EXPR_AS_PATTERN, start, pos);
    if (PARSE_IS_RANGE(k))
        GOTO(pat_range);
    WANT(T_DOT_DOT_DOT);
    WANT(T_DOT_DOT_EQ);
    WANT(T_DOT_DOT);
    EMIT(PatExpr);
    RETURN();

/* At the dots; what stands before them is read. */
STATE(pat_range)
    anchor = pos;
    if (k == T_DOT_DOT_DOT)
        aux &= ~(uint32_t)PARSE_PAT_NO_RANGE;
    if (k != T_DOT_DOT)
        aux |= PARSE_PAT_CLOSED_RANGE;
    BUMP();
    if (!PARSE_BEGINS_PAT_BOUND(k)) {
        if (aux & PARSE_PAT_CLOSED_RANGE)
            ERROR(PATTERN_RANGE_NO_END, anchor, pos);
        GOTO(pat_range_end);
    }
STATE(pat_range_bound)
    CALL(pat_bound, pat_range_end);
STATE(pat_range_end)
    if (!PARSE_FAST && parse_pat_is_expr(in, pos))
        ERROR(EXPR_AS_PATTERN_BOUND, anchor + parse_kind_toks(in->kinds[anchor]), pos);
    if (aux & PARSE_PAT_NO_RANGE)
        SOFT_ERROR(AMBIGUOUS_RANGE_PATTERN, start, pos);
    EMIT(PatRange);
    RETURN();

RULE(pat_bound)
    BEGIN();
    anchor = pos;
    if (PARSE_IS_LIT(k)) {
        BUMP_ONE();
        EMIT(ExprLit);
        RETURN();
    }
    if (k == T_MINUS && PARSE_IS_LIT(PEEK(1))) {
        BUMP_ONE();
        EMIT_AT(ExprLit, pos, pos, pos + 1, mark);
        BUMP_ONE();
        EMIT(ExprUnary);
        RETURN();
    }
    if (k == T_LT || k == T_SHL)
        CALL(qpath_expr, pat_bound_path);
    if (PARSE_IS_PATH_SEGMENT(k) || k == T_PATH_SEP)
        CALL(path_expr, pat_bound_path);
    if (k == T_KW_CONST && PEEK(1) == T_L_BRACE)
        ERROR(CONST_BLOCK_PATTERN, pos + 1, in->partner[pos + 1] + 1);
    WANT(W_PATH);
    WANT(T_MINUS);
    WANT(W_LITERAL);
    UNEXPECTED();
STATE(pat_bound_path)
    EMIT(ExprPath);
    RETURN();

STATE(pat_builtin)
    BUMP_ONE();
    BUMP_ONE();
    anchor = pos;
    if (k != T_IDENT || !TEXT_IS(pos, "deref"))
        ERROR(UNKNOWN_BUILTIN_PATTERN, start, pos + 1);
    BUMP_ONE();
    EXPECT(T_L_PAREN);
    CALL(pat_guarded, pat_builtin_end);
STATE(pat_builtin_end)
    EXPECT(T_R_PAREN);
    EMIT(PatDeref);
    RETURN();

/* aux says whose list it is. Parentheses and brackets end in their own node. */
RULE(pat_list)
    BEGIN();
    anchor = pos;
    BUMP_ONE();
    if (PARSE_IS_CLOSE(k) || (k == T_DOT_DOT && PARSE_IS_CLOSE(PEEK_PAST())))
        aux |= PARSE_LIST_HAS_COMMA; /* `()` and `(..)` are tuples without one */
STATE(pat_list_next)
    if (PARSE_IS_CLOSE(k))
        GOTO(pat_list_end);
    CALL(pat_guarded, pat_list_after);
STATE(pat_list_after)
    if (EAT(T_COMMA)) {
        aux |= PARSE_LIST_HAS_COMMA;
        GOTO(pat_list_next);
    }
    if (!PARSE_IS_CLOSE(k)) {
        WANT(in->kinds[in->partner[anchor]]);
        UNEXPECTED_BETWEEN(pat_list_next);
    }
STATE(pat_list_end)
    BUMP_ONE();
    switch (aux & PARSE_LIST_MASK) {
    case PARSE_LIST_PARENS:
        if (aux & PARSE_LIST_HAS_COMMA)
            EMIT(PatTuple);
        else
            EMIT(PatParen);
        break;
    case PARSE_LIST_SLICE:
        EMIT(PatSlice);
        break;
    default:
        break;
    }
    RETURN();

RULE(pat_fields)
    BUMP_ONE();
STATE(pat_field)
    if (k == T_R_BRACE) {
        BUMP_ONE();
        RETURN();
    }
    if (k == T_DOT_DOT) {
        BUMP();
        EXPECT(T_R_BRACE);
        RETURN();
    }
    if (k == T_UNDERSCORE || k == T_DOT_DOT_DOT)
        ERROR(REST_OF_FIELDS, pos, pos + parse_kind_toks(k));
    mark = MARK();
    if (k == T_POUND || k == T_DOC_COMMENT || k == T_INNER_DOC)
        CALL(outer_attrs, pat_field_name);
STATE(pat_field_name)
    start = pos;
    anchor = pos;
    if (PEEK(1) == T_COLON) {
        if (!PARSE_IS_IDENT(k) && (k != T_INT || (in->tok_flags[pos] & RUSTG_TOKEN_SUFFIX))) {
            WANT(W_IDENT);
            UNEXPECTED();
        }
        BUMP_ONE();
        BUMP_ONE();
        CALL(pat_guarded, pat_field_end);
    }
    {
        aux = k == T_KW_BOX;
        if (aux)
            BUMP_ONE();
        if (k == T_KW_MUT)
            BUMP_ONE();
        if (k == T_KW_REF) {
            BUMP_ONE();
            if (k == T_KW_MUT) {
                BUMP_ONE();
            } else if (PARSE_IS_PIN(pos)) {
                BUMP_ONE();
                BUMP_ONE();
            }
        }
        if (!PARSE_IS_IDENT(k) && (k != T_INT || (in->tok_flags[pos] & RUSTG_TOKEN_SUFFIX))) {
            WANT(W_IDENT);
            UNEXPECTED();
        }
        anchor = pos;
        BUMP_ONE();
        {
            uint32_t inner_mark = MARK();
            EMIT_AT(PatIdent, anchor, start + aux, pos, inner_mark);
            if (aux)
                EMIT_AT(PatBox, start, start, pos, inner_mark);
        }
    }
STATE(pat_field_end)
    EMIT(FieldPat);
    if (EAT(T_COMMA))
        GOTO(pat_field);
    if (k == T_AT)
        ERROR(AT_IN_STRUCT_PATTERN, pos - 1, pos + 1);
    if (k != T_R_BRACE)
        ERROR(EXPECTED_COMMA_IN_FIELDS, pos, pos + parse_kind_toks(k));
    BUMP_ONE();
    RETURN();
