/* rules_primary.h: what an expression is made of: paths, literals, groups, blocks, jumps. All of these are read in the
 * frame of an expression and go on at expr_postfix. Closures, `if`, `match` and loops are in rules_control.h.
 *
 *   lit_or_minus  reads a literal with or without `-`
 *   const_arg     reads such a literal or a block, as a generic argument
 *   block_expr    begins at `{` and makes a Block in an ExprBlock */
/* clang-format off */

STATE(expr_primary)
    switch (k) {
    case T_KW_TRUE:
    case T_KW_FALSE:
        BUMP_ONE();
        EMIT_AT(ExprLit, start, start, pos, mark);
        ret = PARSE_EXPR_PLAIN;
        GOTO(expr_postfix);
    case T_L_PAREN:
        if (aux & PARSE_LHS_HAS_ATTRS)
            CALL_WITH(expr_parens_begun, expr_group_end, 0, 0);
        CALL_GROUP_WITH(expr_parens, expr_group_end, 0, 0);
    case T_L_BRACKET:
        if (aux & PARSE_LHS_HAS_ATTRS)
            CALL_WITH(expr_array_begun, expr_group_end, 0, 0);
        CALL_GROUP_WITH(expr_array, expr_group_end, 0, 0);
    case T_L_BRACE:
        CALL_GROUP_WITH(block, expr_block_end, 0, 0);
    case T_OR:
    case T_OR_OR:
    case T_KW_MOVE:
    case T_KW_USE:
        CALL_WITH(closure, expr_plain_end, flags & ~(PARSE_STMT | PARSE_ALLOW_LET | PARSE_LET_CHAIN), 0);
    case T_KW_STATIC:
        CALL_WITH(closure, expr_plain_end, flags & ~(PARSE_STMT | PARSE_ALLOW_LET | PARSE_LET_CHAIN), 0);
    case T_LT:
    case T_SHL:
        CALL(qpath_expr, expr_qpath_end);
    case T_PATH_SEP:
    case T_KW_SELF:
    case T_KW_SELF_TYPE:
    case T_KW_SUPER:
    case T_KW_CRATE:
        CALL(path_expr, expr_path_end);
    case T_KW_IF:
        CALL_WITH(expr_if_begun, expr_complete_end, 0, 0);
    case T_KW_MATCH:
        GOTO(expr_match);
    case T_KW_FOR:
        if (PEEK(1) == T_LT && (PEEK(2) == T_POUND || PEEK(2) == T_GT || PEEK(2) == T_KW_CONST ||
                                ((PEEK(2) == T_LIFETIME || PARSE_IS_IDENT(PEEK(2)) || PARSE_IS_RESERVED(PEEK(2))) &&
                                 (PEEK(3) == T_GT || PEEK(3) == T_COMMA || PEEK(3) == T_COLON || PEEK(3) == T_EQ))))
            CALL_WITH(closure, expr_plain_end, flags & ~(PARSE_STMT | PARSE_ALLOW_LET | PARSE_LET_CHAIN), 0);
        GOTO(expr_for);
    case T_KW_WHILE:
        GOTO(expr_while);
    case T_KW_LOOP:
        GOTO(expr_loop);
    case T_LIFETIME:
        GOTO(expr_label);
    case T_KW_UNSAFE:
        BUMP_ONE();
        if (k != T_L_BRACE)
            ERROR(EXPECTED_BLOCK, pos, pos + parse_kind_toks(k));
        CALL_GROUP_WITH(block, expr_block_end, 0, 1);
    case T_KW_CONST:
        if (PEEK(1) == T_KW_MOVE || PEEK(1) == T_KW_USE || PEEK(1) == T_KW_STATIC || PEEK(1) == T_OR ||
            PEEK(1) == T_OR_OR)
            CALL_WITH(closure, expr_plain_end, flags & ~(PARSE_STMT | PARSE_ALLOW_LET | PARSE_LET_CHAIN), 0);
        if (PEEK(1) == T_L_BRACE) {
            BUMP_ONE();
            CALL_GROUP_WITH(block_expr, expr_const_end, 0, 0);
        }
        break;
    case T_KW_ASYNC:
        if (PEEK(1) == T_L_BRACE || ((PEEK(1) == T_KW_MOVE || PEEK(1) == T_KW_USE) && PEEK(2) == T_L_BRACE))
            GOTO(expr_gen);
        if (PEEK(1) == T_KW_GEN &&
            (PEEK(2) == T_L_BRACE || ((PEEK(2) == T_KW_MOVE || PEEK(2) == T_KW_USE) && PEEK(3) == T_L_BRACE)))
            GOTO(expr_gen);
        CALL_WITH(closure, expr_plain_end, flags & ~(PARSE_STMT | PARSE_ALLOW_LET | PARSE_LET_CHAIN), 0);
    case T_KW_GEN:
        if (PEEK(1) == T_L_BRACE || ((PEEK(1) == T_KW_MOVE || PEEK(1) == T_KW_USE) && PEEK(2) == T_L_BRACE))
            GOTO(expr_gen);
        break;
    case T_KW_TRY:
        if (PEEK(1) == T_L_BRACE || (PEEK(1) == T_IDENT && TEXT_IS(pos + 1, "bikeshed")))
            GOTO(expr_try_block);
        break;
    case T_KW_RETURN:
        BUMP_ONE();
        if (parse_begins_expr(k))
            CALL_WITH(expr, expr_return_end, 0, 0);
        GOTO(expr_return_end);
    case T_KW_BECOME:
        BUMP_ONE();
        CALL_WITH(expr, expr_become_end, 0, 0);
    case T_KW_YIELD:
        BUMP_ONE();
        if (parse_begins_expr(k))
            CALL_WITH(expr, expr_yield_end, 0, 0);
        GOTO(expr_yield_end);
    case T_KW_DO:
        if (PEEK(1) == T_WEAK_YEET) {
            BUMP_ONE();
            BUMP_ONE();
            if (parse_begins_expr(k))
                CALL_WITH(expr, expr_yeet_end, 0, 0);
            GOTO(expr_yeet_end);
        }
        if (PEEK(1) == T_IDENT && PEEK(2) == T_L_BRACE && !(flags & PARSE_NO_STRUCT) && TEXT_IS(pos + 1, "catch"))
            ERROR(DO_CATCH, pos, pos + 2);
        break;
    case T_KW_AWAIT:
        ERROR(AWAIT_AS_PREFIX, pos, pos + 1);
    case T_DOT:
        if (PEEK(1) == T_INT && PARSE_TOUCHES(pos))
            ERROR(FLOAT_NO_INTEGER_PART, pos, pos + 2);
        break;
    case T_KW_CONTINUE:
        BUMP_ONE();
        if (k == T_LIFETIME) {
            if (parse_label_is_reserved(in, pos))
                SOFT_ERROR(KEYWORD_LABEL, pos, pos + 1);
            BUMP_ONE();
        } else if (PARSE_IS_IDENT(k) || PARSE_IS_RESERVED(k)) {
            ERROR(EXPECTED_LABEL, pos, pos + 1);
        }
        EMIT_AT(ExprContinue, start, start, pos, mark);
        ret = PARSE_EXPR_PLAIN;
        GOTO(expr_postfix);
    case T_KW_BREAK:
        GOTO(expr_break);
    case T_KW_LET:
        if (!(flags & PARSE_ALLOW_LET))
            ERROR(EXPECTED_EXPR_FOUND_LET, pos, pos + 1);
        BUMP_ONE();
        CALL_WITH(pat_top, expr_let_pat, 0, 0);
    case T_UNDERSCORE:
        BUMP_ONE();
        EMIT_AT(ExprUnderscore, start, start, pos, mark);
        ret = PARSE_EXPR_PLAIN;
        GOTO(expr_postfix);
    case T_WEAK_BUILTIN:
        if (PEEK(1) == T_POUND)
            GOTO(expr_builtin);
        CALL(path_expr, expr_path_end);
    default:
        if (PARSE_IS_IDENT(k)) {
            if (PEEK(1) == T_PATH_SEP)
                CALL(path_expr, expr_path_end);
            BUMP_ONE();
            WANT(T_PATH_SEP);
            GOTO(expr_path_end);
        }
        break;
    }
    WANT(W_EXPR);
    UNEXPECTED();

STATE(expr_group_end)
STATE(expr_plain_end)
    ret = PARSE_EXPR_PLAIN;
    GOTO(expr_postfix);
STATE(expr_complete_end)
    ret = PARSE_EXPR_COMPLETE;
    GOTO(expr_postfix);
STATE(expr_block_end)
    EMIT_AT(ExprBlock, in->partner[pos - 1], start, pos, mark);
    ret = PARSE_EXPR_COMPLETE;
    GOTO(expr_postfix);
STATE(expr_const_end)
    EMIT_AT(ExprConstBlock, start, start, pos, mark);
    ret = PARSE_EXPR_COMPLETE;
    GOTO(expr_postfix);
STATE(expr_return_end)
    EMIT_AT(ExprRet, start, start, pos, mark);
    ret = PARSE_EXPR_PLAIN;
    GOTO(expr_postfix);
STATE(expr_become_end)
    EMIT_AT(ExprBecome, start, start, pos, mark);
    ret = PARSE_EXPR_PLAIN;
    GOTO(expr_postfix);
STATE(expr_yield_end)
    EMIT_AT(ExprYield, start, start, pos, mark);
    ret = PARSE_EXPR_PLAIN;
    GOTO(expr_postfix);
STATE(expr_yeet_end)
    EMIT_AT(ExprYeet, start + 1, start, pos, mark);
    ret = PARSE_EXPR_PLAIN;
    GOTO(expr_postfix);

STATE(expr_qpath_end)
    if (k == T_BANG)
        SOFT_ERROR(QPATH_MACRO, start, pos);
/* Behind a path: reads a macro call, a struct literal, or the path alone. */
STATE(expr_path_end)
    if (k == T_BANG) {
        BUMP_ONE();
        if (!PARSE_IS_OPEN(k)) {
            WANT(T_L_PAREN);
            WANT(T_L_BRACKET);
            WANT(T_L_BRACE);
            UNEXPECTED();
        }
        EMIT_AT(TokenTree, pos, pos, in->partner[pos] + 1, MARK());
        ret = k == T_L_BRACE ? PARSE_EXPR_BRACED_MAC : PARSE_EXPR_PLAIN;
        SKIP_GROUP();
        if ((flags & PARSE_STMT_HEAD) &&
            (k == T_SEMI || (ret == PARSE_EXPR_BRACED_MAC && k != T_DOT && k != T_QUESTION))) {
            ret = PARSE_EXPR_STMT_MAC;
            RETURN();
        }
        EMIT_AT(ExprMacCall, in->partner[pos - 1] - 1, start, pos, mark);
        GOTO(expr_postfix);
    }
    WANT(T_BANG);
    WANT(T_L_BRACE);
    if (k == T_L_BRACE) {
        if (!(flags & PARSE_NO_STRUCT))
            CALL_GROUP_WITH(struct_fields, expr_struct_end, 0, 0);
        if ((PARSE_IS_IDENT(PEEK(1)) || PARSE_IS_RESERVED(PEEK(1))) && (PEEK(2) == T_COMMA || PEEK(2) == T_COLON) &&
            parse_braces_hold_fields(in, pos))
            ERROR(STRUCT_LITERAL_HERE, start, in->partner[pos] + 1);
    }
    EMIT_AT(ExprPath, start, start, pos, mark);
    ret = PARSE_EXPR_PLAIN;
    GOTO(expr_postfix);
STATE(expr_struct_end)
    EMIT_AT(ExprStruct, in->partner[pos - 1], start, pos, mark);
    ret = PARSE_EXPR_PLAIN;
    GOTO(expr_postfix);

RULE(struct_fields)
    BUMP_ONE();
STATE(struct_field)
    if (k == T_R_BRACE) {
        BUMP_ONE();
        RETURN();
    }
    if (k == T_DOT_DOT || (k == T_DOT_DOT_DOT && PEEK(3) != T_R_BRACE)) {
        if (k == T_DOT_DOT_DOT)
            SOFT_ERROR(MISSING_DOT_DOT, pos, pos + 3);
        BUMP();
        if (k == T_R_BRACE) {
            BUMP_ONE();
            RETURN();
        }
        CALL(expr, struct_base);
    }
    LIST_ELEMENT(FIELDS, struct_field);
    CALL(field_init, struct_field_end);
STATE(struct_field_end)
    if (k == T_COMMA) {
        BUMP_ONE();
        GOTO(struct_field);
    }
    if (k == T_R_BRACE)
        GOTO(struct_field);
    WANT(T_COMMA);
    WANT(T_R_BRACE);
    UNEXPECTED();
STATE(struct_base)
    if (k == T_COMMA)
        ERROR(COMMA_AFTER_BASE, pos, pos + 1);
    EXPECT(T_R_BRACE);
    RETURN();

RULE(field_init)
    BEGIN();
    if (k == T_POUND || k == T_DOC_COMMENT)
        CALL(outer_attrs, field_init_name);
STATE(field_init_name)
    start = anchor = pos;
    if (PEEK(1) == T_COLON || PEEK(1) == T_EQ) {
        if (k == T_INT) {
            if (in->tok_flags[pos] & RUSTG_TOKEN_SUFFIX)
                SOFT_ERROR(TUPLE_INDEX_SUFFIX, pos, pos + 1);
        } else if (!PARSE_IS_IDENT(k)) {
            UNEXPECTED_NAME();
        }
        BUMP_ONE();
        if (k == T_EQ)
            SOFT_ERROR(EQ_FIELD_INIT, pos, pos + 1);
        BUMP_ONE();
        CALL_WITH(expr, field_init_end, 0, 0);
    }
    if (!PARSE_IS_IDENT(k)) {
        WANT(W_IDENT);
        UNEXPECTED();
    }
    if (PEEK(1) != T_COMMA && PEEK(1) != T_R_BRACE && PEEK(1) != T_R_PAREN)
        ERROR(EXPECTED_STRUCT_FIELD, pos + 1, pos + 2);
    BUMP_ONE();
    WANT(T_COLON);
    EMIT_AT(ExprPath, start, start, pos, MARK());
STATE(field_init_end)
    EMIT(FieldInit);
    RETURN();

/* Reads `(a)`, `(a, b)` and `()`. aux is 2 behind a comma. The rules whose names end in _begun take start and mark
 * from the caller, who has read attributes. */
RULE(expr_parens)
    BEGIN();
RULE(expr_parens_begun)
    anchor = pos;
    BUMP_ONE();
    aux = 0;
STATE(expr_parens_next)
    if (k == T_R_PAREN) {
        BUMP_ONE();
        EMIT(ExprTup);
        RETURN();
    }
    CALL_WITH(expr, expr_parens_end, 0, 0);
STATE(expr_parens_end)
    if (k == T_COMMA) {
        aux = 2;
        BUMP_ONE();
        GOTO(expr_parens_next);
    }
    if (k != T_R_PAREN) {
        WANT(T_COMMA);
        WANT(T_R_PAREN);
        UNEXPECTED_BETWEEN(expr_parens_next);
    }
    if (aux != 0)
        GOTO(expr_parens_next);
    BUMP_ONE();
    EMIT(ExprParen);
    RETURN();

RULE(expr_array)
    BEGIN();
RULE(expr_array_begun)
    anchor = pos;
    BUMP_ONE();
    if (k == T_R_BRACKET)
        GOTO(expr_array_close);
    if (!PARSE_FAST)
        aux = 0;
    CALL_WITH(expr, expr_array_first, 0, 0);
STATE(expr_array_first)
    if (k == T_SEMI) {
        BUMP_ONE();
        CALL_WITH(expr, expr_repeat_end, 0, 0);
    }
    WANT(T_SEMI);
STATE(expr_array_next)
    if (k == T_COMMA) {
        BUMP_ONE();
        GOTO(expr_array_element);
    }
    WANT(T_COMMA);
STATE(expr_array_close)
    if (!PARSE_FAST && aux && !AT(T_R_BRACKET))
        UNEXPECTED_BETWEEN(expr_array_element);
    EXPECT(T_R_BRACKET);
    EMIT(ExprArray);
    RETURN();
STATE(expr_array_element)
    if (k == T_R_BRACKET)
        GOTO(expr_array_close);
    LIST_ELEMENT(EXPRS, expr_array_element);
    if (!PARSE_FAST)
        aux = 1; /* behind the second element */
    CALL_WITH(expr, expr_array_next, 0, 0);
STATE(expr_repeat_end)
    EXPECT(T_R_BRACKET);
    EMIT(ExprRepeat);
    RETURN();

RULE(const_arg)
    if (k == T_L_BRACE) {
        flags = 0;
        GOTO(block_expr);
    }
    if (PARSE_FAST && k != T_KW_CONST)
        GOTO(lit_or_minus);
    start = pos;
    CALL_WITH(expr, const_arg_end, PARSE_CONST_ARG, 0);
STATE(const_arg_end)
    if (!parse_is_const_arg(in, start, pos, ret))
        SOFT_ERROR(CONST_ARG_NO_BRACES, start, pos);
    RETURN();
RULE(lit_or_minus)
    BEGIN();
    anchor = pos;
    aux = k == T_MINUS;
    if (aux)
        BUMP_ONE();
    if (!PARSE_IS_LIT(k)) {
        WANT(W_LITERAL);
        UNEXPECTED();
    }
    BUMP_ONE();
    EMIT_AT(ExprLit, pos - 1, pos - 1, pos, mark);
    if (aux)
        EMIT(ExprUnary);
    RETURN();

RULE(block_expr)
    BEGIN();
    anchor = pos;
    CALL_WITH(block, block_expr_end, flags, 0);
STATE(block_expr_end)
    EMIT(ExprBlock);
    RETURN();

STATE(expr_gen)
    while (k != T_L_BRACE)
        BUMP_ONE();
    CALL_GROUP_WITH(block, expr_gen_end, 0, 0);
STATE(expr_gen_end)
    EMIT_AT(ExprGen, start, start, pos, mark);
    ret = PARSE_EXPR_PLAIN;
    GOTO(expr_postfix);
STATE(expr_try_block)
    BUMP_ONE();
    if (k == T_IDENT) {
        BUMP_ONE();
        CALL_WITH(type, expr_try_body, 0, 0);
    }
STATE(expr_try_body)
    if (k != T_L_BRACE)
        ERROR(EXPECTED_BLOCK, pos, pos + parse_kind_toks(k));
    CALL_GROUP_WITH(block, expr_try_end, 0, 0);
STATE(expr_try_end)
    if (k == T_IDENT && TEXT_IS(pos, "catch"))
        ERROR(CATCH_AFTER_TRY, pos, pos + 1);
    EMIT_AT(ExprTryBlock, start, start, pos, mark);
    ret = PARSE_EXPR_COMPLETE;
    GOTO(expr_postfix);

STATE(expr_break)
    BUMP_ONE();
    if (k == T_LIFETIME) {
        if (PEEK(1) == T_COLON)
            ERROR(LABELED_LOOP_IN_BREAK, pos, pos + 2);
        if (parse_label_is_reserved(in, pos))
            SOFT_ERROR(KEYWORD_LABEL, pos, pos + 1);
        BUMP_ONE();
    }
    if (parse_begins_expr(k) && !(k == T_L_BRACE && (flags & PARSE_NO_STRUCT)))
        CALL_WITH(expr, expr_break_end, 0, 0);
STATE(expr_break_end)
    if (parse_begins_expr(k) && PARSE_IS_IDENT(in->kinds[pos - 1]) && in->kinds[pos - 2] == T_KW_BREAK)
        ERROR(EXPECTED_LABEL, pos - 1, pos);
    EMIT_AT(ExprBreak, start, start, pos, mark);
    ret = PARSE_EXPR_PLAIN;
    GOTO(expr_postfix);

/* `let` and its pattern have been read; what it is compared with binds tighter than `&&`. */
STATE(expr_let_pat)
    if (k == T_EQ_EQ) {
        SOFT_ERROR(EXPECTED_EQ_IN_LET, pos, pos + 2);
        BUMP();
    } else {
        EXPECT(T_EQ);
    }
    CALL_WITH(expr_prec, expr_let_end, flags & ~(PARSE_ALLOW_LET | PARSE_STMT), PARSE_PREC_AND_AND);
STATE(expr_let_end)
    if (!PARSE_FAST && (aux & PARSE_PREC_MASK) == PARSE_PREC_AND_AND && !(flags & PARSE_LET_CHAIN))
        SOFT_ERROR(LET_CHAIN_PRE_2024, start, pos);
    EMIT_AT(ExprLet, start, start, pos, mark);
    ret = PARSE_EXPR_LET;
    GOTO(expr_operators);

/* Reads `builtin # name(...)`. anchor is the name in it, and the span ends at the last token before `)`. */
STATE(expr_builtin)
    CALL_WITH(builtin_expr, expr_plain_end, 0, 0);
RULE(builtin_expr)
    BUMP_ONE();
    BUMP_ONE();
    if (!PARSE_IS_IDENT(k) && !PARSE_IS_RESERVED(k))
        ERROR(EXPECTED_BUILTIN, pos, pos + parse_kind_toks(k));
    anchor = pos;
    BUMP_ONE();
    EXPECT(T_L_PAREN);
    if (TEXT_IS(anchor, "offset_of"))
        CALL_WITH(type, builtin_offset_fields, 0, 0);
    if (TEXT_IS(anchor, "type_ascribe"))
        CALL_WITH(expr, builtin_ascribe_type, 0, 0);
    if (TEXT_IS(anchor, "wrap_binder") || TEXT_IS(anchor, "unwrap_binder"))
        CALL_WITH(expr, builtin_binder_type, 0, 0);
    ERROR(UNKNOWN_BUILTIN, anchor, anchor + 1);
STATE(builtin_offset_fields)
    EXPECT(T_COMMA);
    for (;;) {
        if (!PARSE_IS_IDENT(k) && k != T_INT && k != T_FLOAT)
            ERROR(INVALID_OFFSET_OF, pos, pos + parse_kind_toks(k));
        if (in->tok_flags[pos] & RUSTG_TOKEN_SUFFIX)
            SOFT_ERROR(TUPLE_INDEX_SUFFIX, pos, pos + 1);
        if (k == T_FLOAT && parse_float_form(in, pos) == PARSE_FLOAT_END_DOT) {
            BUMP_ONE();
            continue;
        }
        BUMP_ONE();
        if (k != T_DOT)
            break;
        BUMP_ONE();
    }
    if (k == T_COMMA)
        BUMP_ONE();
    if (!AT(T_R_PAREN))
        UNEXPECTED();
    BUMP_ONE();
    EMIT(ExprOffsetOf);
    RETURN();
STATE(builtin_ascribe_type)
    EXPECT(T_COMMA);
    CALL_WITH(type, builtin_ascribe_end, 0, 0);
STATE(builtin_ascribe_end)
    EXPECT(T_R_PAREN);
    EMIT(ExprType);
    RETURN();
STATE(builtin_binder_type)
    if (EAT(T_COMMA))
        CALL_WITH(type, builtin_binder_end, 0, 0);
STATE(builtin_binder_end)
    EXPECT(T_R_PAREN);
    EMIT(ExprUnsafeBinderCast);
    RETURN();
