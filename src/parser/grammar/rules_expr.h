/* rules_expr.h: operators, postfix forms, and lists of expressions.
 *
 *   expr       reads a whole expression; flags: PARSE_NO_STRUCT, _STMT, _ALLOW_LET, _LET_CHAIN, _CONST_ARG, _IS_PATTERN
 *   expr_prec  reads one whose operators bind tighter than aux (PARSE_PREC_)
 * Both answer with one of PARSE_EXPR_ in ret.
 *
 * In the frame of an expression mark lies before its attributes, anchor is the token that begins it, attributes
 * included, start is the token behind them, and aux the least precedence. */
/* clang-format off */

RULE(expr)
    aux = 0;
RULE(expr_prec)
    BEGIN();
    anchor = pos;
    if (k == T_POUND || k == T_DOC_COMMENT)
        CALL(outer_attrs, expr_attrs);
    GOTO(expr_operand);
STATE(expr_attrs)
    start = pos;
    aux |= PARSE_LHS_HAS_ATTRS;
    if (k == T_DOT_DOT || k == T_DOT_DOT_EQ || k == T_DOT_DOT_DOT)
        SOFT_ERROR(ATTRIBUTE_ON_RANGE, pos, pos + parse_kind_toks(k));
STATE(expr_operand)
    if (k == T_IDENT && PEEK(1) != T_PATH_SEP && PEEK(1) != T_BANG && PEEK(1) != T_L_BRACE && PARSE_FAST) {
        BUMP_ONE();
        EMIT_AT(ExprPath, start, start, pos, mark);
        ret = PARSE_EXPR_PLAIN;
        GOTO(expr_postfix);
    }
    if (PARSE_IS_LITERAL(k)) {
        BUMP_ONE();
        EMIT_AT(ExprLit, start, start, pos, mark);
        ret = PARSE_EXPR_PLAIN;
        GOTO(expr_postfix);
    }
    switch (k) {
    case T_TILDE:
        SOFT_ERROR(TILDE_OPERATOR, pos, pos + 1);
        BUMP_ONE();
        CALL_WITH(expr_prec, expr_unary_end, flags & ~PARSE_ALLOW_LET, PARSE_PREC_PREFIX);
    case T_MINUS:
    case T_STAR:
    case T_BANG:
        BUMP_ONE();
        CALL_WITH(expr_prec, expr_unary_end, flags & ~PARSE_ALLOW_LET, PARSE_PREC_PREFIX);
    case T_AND_AND: /* this is the outer `&`; the inner one is an expression of its own */
        BUMP_ONE();
        CALL_WITH(expr_prec, expr_borrow_end, flags & ~PARSE_ALLOW_LET, PARSE_PREC_PREFIX);
    case T_AND:
        GOTO(expr_borrow);
    case T_DOT_DOT_DOT:
        SOFT_ERROR(DOT_DOT_DOT_RANGE, pos, pos + 3);
        GOTO(expr_prefix_range);
    case T_DOT_DOT:
    case T_DOT_DOT_EQ:
        GOTO(expr_prefix_range);
    case T_PLUS:
        if (PARSE_IS_LITERAL(PEEK(1)))
            ERROR(LEADING_PLUS, pos, pos + 1);
        if (PEEK(1) == T_PLUS)
            ERROR(NO_PREFIX_INCREMENT, pos, pos + 2);
        GOTO(expr_primary);
    case T_KW_BOX:
        if (!parse_begins_expr(PEEK(1))) {
            BUMP_ONE();
            WANT(W_EXPR);
            UNEXPECTED();
        }
        ERROR(BOX_SYNTAX, pos, pos + 1);
    default:
        GOTO(expr_primary);
    }

STATE(expr_unary_end)
    EMIT_AT(ExprUnary, start, start, pos, mark);
    ret = PARSE_EXPR_PLAIN;
    GOTO(expr_operators);

STATE(expr_borrow)
    BUMP_ONE();
    if (k == T_LIFETIME && PEEK(1) != T_COLON) {
        SOFT_ERROR(LIFETIME_IN_BORROW, pos, pos + 1);
        BUMP_ONE();
    }
    if (k == T_WEAK_RAW && (PEEK(1) == T_KW_MUT || PEEK(1) == T_KW_CONST)) {
        BUMP_ONE();
        BUMP_ONE();
    } else if (PARSE_IS_PIN(pos)) {
        BUMP_ONE();
        BUMP_ONE();
    } else if (k == T_KW_MUT) {
        BUMP_ONE();
    } else {
        WANT(T_WEAK_RAW);
        WANT(T_KW_MUT);
    }
    CALL_WITH(expr_prec, expr_borrow_end, flags & ~PARSE_ALLOW_LET, PARSE_PREC_PREFIX);
STATE(expr_borrow_end)
    EMIT_AT(ExprAddrOf, start, start, pos, mark);
    if (!PARSE_FAST && pos - start == 2 && in->kinds[start + 1] == T_WEAK_RAW) {
        WANT(T_KW_MUT);
        WANT(T_KW_CONST);
    }
    ret = PARSE_EXPR_PLAIN;
    GOTO(expr_operators);

STATE(expr_prefix_range)
    aux = k == T_DOT_DOT ? 0 : PARSE_OP_CLOSED_RANGE << PARSE_LHS_OP_SHIFT;
    BUMP();
    if (parse_begins_expr(k) && !(k == T_L_BRACE && (flags & PARSE_NO_STRUCT)))
        CALL_WITH(expr_prec, expr_prefix_range_end, flags & ~PARSE_ALLOW_LET, PARSE_PREC_RANGE);
    if (aux != 0) {
        if (k == T_EQ && PARSE_TOUCHES(pos - 1))
            ERROR(RANGE_EXTRA_EQUALS, start, pos + 1);
        if (k == T_GT && PARSE_TOUCHES(pos - 1))
            ERROR(RANGE_BEFORE_GT, start, pos);
        ERROR(PATTERN_RANGE_NO_END, start, pos);
    }
STATE(expr_prefix_range_end)
    EMIT_AT(ExprRange, start, start, pos, mark);
    ret = PARSE_EXPR_PLAIN;
    RETURN();

/* Behind an operand: reads calls, indices, fields, methods and `?`. ret says what has been read. */
STATE(expr_postfix)
    switch (k) {
    case T_QUESTION:
        BUMP_ONE();
        EMIT_AT(ExprTry, pos - 1, start, pos, mark);
        ret = PARSE_EXPR_PLAIN;
        GOTO(expr_postfix);
    case T_DOT:
        BUMP_ONE();
        GOTO(expr_suffix);
    case T_R_ARROW:
        SOFT_ERROR(EXPR_R_ARROW_CALL, pos, pos + 2);
        BUMP();
        GOTO(expr_suffix);
    case T_L_PAREN:
        if (ret == PARSE_EXPR_COMPLETE && (flags & PARSE_STMT))
            break;
        CALL_GROUP_WITH(expr_args, expr_call_end, 0, 0);
    case T_L_BRACKET:
        if (ret == PARSE_EXPR_COMPLETE && (flags & PARSE_STMT))
            break;
        CALL_GROUP_WITH(expr_index, expr_index_end, 0, 0);
    default:
        break;
    }
    if (in->kinds[pos - 1] != T_KW_RETURN) {
        WANT(T_QUESTION);
        WANT(T_DOT);
    }
    GOTO(expr_operators);
STATE(expr_call_end)
    EMIT_AT(ExprCall, in->partner[pos - 1], start, pos, mark);
    ret = PARSE_EXPR_PLAIN;
    GOTO(expr_postfix);
STATE(expr_index_end)
    EMIT_AT(ExprIndex, in->partner[pos - 1], start, pos, mark);
    ret = PARSE_EXPR_PLAIN;
    GOTO(expr_postfix);

/* Behind `.`. */
STATE(expr_suffix)
    switch (k) {
    case T_INT:
        if (in->tok_flags[pos] & RUSTG_TOKEN_SUFFIX)
            SOFT_ERROR(TUPLE_INDEX_SUFFIX, pos, pos + 1);
        break;
    case T_FLOAT: {
        uint32_t form = parse_float_form(in, pos);
        if (form == PARSE_FLOAT_BAD)
            ERROR(FLOAT_FIELD, pos, pos + 1);
        if (in->tok_flags[pos] & RUSTG_TOKEN_SUFFIX)
            SOFT_ERROR(TUPLE_INDEX_SUFFIX, pos, pos + 1);
        if (form == PARSE_FLOAT_WHOLE)
            break;
        EMIT_SPLIT(ExprField, pos, start, pos + 1, mark);
        if (form == PARSE_FLOAT_MIDDLE_DOT)
            break;
        BUMP_ONE();
        GOTO(expr_suffix);
    }
    case T_KW_AWAIT:
        BUMP_ONE();
        EMIT_AT(ExprAwait, pos - 1, start, pos, mark);
        if (k == T_L_PAREN && PEEK(1) == T_R_PAREN)
            SOFT_ERROR(AWAIT_AS_METHOD, pos, pos + 2);
        ret = PARSE_EXPR_PLAIN;
        GOTO(expr_postfix);
    case T_KW_USE:
        BUMP_ONE();
        EMIT_AT(ExprUse, pos - 1, start, pos, mark);
        if (k == T_L_PAREN && PEEK(1) == T_R_PAREN)
            SOFT_ERROR(USE_AS_METHOD, pos, pos + 2);
        ret = PARSE_EXPR_PLAIN;
        GOTO(expr_postfix);
    case T_KW_YIELD:
        BUMP_ONE();
        EMIT_AT(ExprYield, pos - 1, start, pos, mark);
        ret = PARSE_EXPR_PLAIN;
        GOTO(expr_postfix);
    case T_KW_MATCH:
        BUMP_ONE();
        if (!AT(T_L_BRACE))
            UNEXPECTED();
        CALL_GROUP_WITH(match_arms, expr_postfix_match_end, 0, 0);
    default:
        if (!PARSE_IS_PATH_SEGMENT(k)) {
            if (!PARSE_IS_RESERVED(k)) {
                SOFT_ERROR(UNEXPECTED_AFTER_DOT, pos, pos + parse_kind_toks(k));
                ret = PARSE_EXPR_PLAIN;
                GOTO(expr_postfix);
            }
            UNEXPECTED_NAME();
        }
        if (PEEK(1) == T_L_PAREN) {
            BUMP_ONE();
            CALL_GROUP_WITH(expr_args, expr_method_end, 0, 0);
        }
        if (PEEK(1) == T_PATH_SEP && (PARSE_FAST || PARSE_BEGINS_ARGS(PEEK(3))))
            CALL(expr_method_with_args, expr_method_with_args_end);
        break;
    }
    BUMP_ONE();
    if (!PARSE_FAST && PARSE_IS_PATH_SEGMENT(in->kinds[pos - 1])) {
        WANT(T_PATH_SEP);
        WANT(T_L_PAREN);
    }
    EMIT_AT(ExprField, pos - 1, start, pos, mark);
    ret = PARSE_EXPR_PLAIN;
    GOTO(expr_postfix);
STATE(expr_method_end)
    EMIT_AT(ExprMethodCall, in->partner[pos - 1] - 1, start, pos, mark);
    ret = PARSE_EXPR_PLAIN;
    GOTO(expr_postfix);
STATE(expr_method_with_args_end)
    ret = PARSE_EXPR_PLAIN;
    GOTO(expr_postfix);
STATE(expr_postfix_match_end)
    EMIT_AT(ExprMatch, in->partner[pos - 1] - 1, start, pos, mark);
    ret = PARSE_EXPR_COMPLETE;
    GOTO(expr_postfix);

/* A name with generic arguments: start and mark are the caller's. */
RULE(expr_method_with_args)
    anchor = pos;
    BUMP_ONE();
    BUMP();
    if (!PARSE_BEGINS_ARGS(k))
        UNEXPECTED();
    CALL(generic_args, expr_method_args);
STATE(expr_method_args)
    if (!AT(T_L_PAREN))
        ERROR(FIELD_WITH_GENERICS, anchor, pos);
    CALL_GROUP_WITH(expr_args, expr_method_args_end, 0, 0);
STATE(expr_method_args_end)
    EMIT(ExprMethodCall);
    RETURN();

/* Reads the expressions of `(a, b)` of a call, without a node for the list. */
RULE(expr_args)
    BUMP_ONE();
STATE(expr_arg)
    if (k == T_R_PAREN) {
        BUMP_ONE();
        RETURN();
    }
    LIST_ELEMENT(EXPRS, expr_arg);
    CALL(expr, expr_arg_end);
STATE(expr_arg_end)
    if (k == T_COMMA) {
        BUMP_ONE();
        GOTO(expr_arg);
    }
    if (k != T_R_PAREN) {
        if (k == T_COLON && PARSE_IS_IDENT(in->kinds[pos - 1]) &&
            (in->kinds[pos - 2] == T_L_PAREN || in->kinds[pos - 2] == T_COMMA))
            ERROR(STRUCT_OR_CALL, pos - 1, pos + 1);
        WANT(T_COMMA);
        WANT(T_R_PAREN);
        UNEXPECTED_BETWEEN(expr_arg);
    }
    BUMP_ONE();
    RETURN();
RULE(expr_index)
    anchor = pos;
    BUMP_ONE();
    CALL(expr, expr_index_close);
STATE(expr_index_close)
    if (k == T_COMMA && parse_line_ends(in, anchor - 1, pos))
        ERROR(NO_SEMI_BEFORE_ARRAY, anchor, anchor + 1);
    EXPECT(T_R_BRACKET);
    RETURN();

/* Behind an operand with its postfix forms: reads binary operators. */
STATE(expr_operators)
    if ((aux & PARSE_PREC_MASK) == PARSE_PREC_PREFIX)
        RETURN();
    if (ret == PARSE_EXPR_COMPLETE && (flags & PARSE_STMT)) {
        if (!PARSE_GOES_ON(k))
            RETURN();
        SOFT_ERROR(EXPR_WOULD_BE_STMT, pos, pos + parse_kind_toks(k));
    }
    WANT(W_OPERATOR);
    {
        bool is_first_let = ret == PARSE_EXPR_LET && !(aux & PARSE_LHS_HAS_LET) && in->kinds[start] == T_KW_LET;
        if (ret == PARSE_EXPR_LET)
            aux |= PARSE_LHS_HAS_LET;
        uint32_t prec = parse_operator_table[k] & PARSE_PREC_MASK;
        bool is_over = prec == 0 || prec <= (aux & PARSE_PREC_MASK);
        if ((flags & PARSE_CONST_ARG) && (k == T_GT || k == T_SHR || k == T_GE || k == T_SHR_EQ))
            is_over = true;
        if ((flags & PARSE_IS_PATTERN) && (prec == PARSE_PREC_ASSIGN || prec == PARSE_PREC_RANGE || k == T_OR))
            is_over = true;
        if (is_over) {
            if (aux & PARSE_LHS_HAS_LET)
                ret = PARSE_EXPR_LET;
            else if (k == T_IDENT && (TEXT_IS(pos, "and") || TEXT_IS(pos, "or")))
                ERROR(AND_OR_WORDS, pos, pos + 1);
            RETURN();
        }
        if (aux & PARSE_LHS_HAS_LET) {
            if (k == T_OR_OR)
                ERROR(OR_IN_LET_CHAIN, pos, pos + 2);
            if (k != T_AND_AND)
                ERROR(EXPECTED_EXPR_FOUND_LET, start, pos);
            if (!(flags & PARSE_LET_CHAIN) && is_first_let)
                SOFT_ERROR(LET_CHAIN_PRE_2024, start, pos);
        }
        start = anchor;
        anchor = pos;
        aux = (aux & ~(uint32_t)PARSE_LHS_OP_MASK) | PARSE_OP_OF_ROW(parse_operator_table[k]) << PARSE_LHS_OP_SHIFT;
        if (!PARSE_FAST && prec == PARSE_PREC_SUM && PEEK(1) == k && PARSE_TOUCHES(pos)) {
            if (k == T_PLUS)
                ERROR(NO_POSTFIX_INCREMENT, pos, pos + 2);
            if (!parse_begins_expr(PEEK(2)))
                ERROR(NO_POSTFIX_DECREMENT, pos, pos + 2);
        }
        if (prec == PARSE_PREC_CAST)
            GOTO(expr_cast);
        if (prec == PARSE_PREC_RANGE)
            GOTO(expr_range);
        if (prec == PARSE_PREC_COMPARE) {
            if (ret == PARSE_EXPR_COMPARISON)
                ERROR(CHAINED_COMPARISON, pos, pos + parse_kind_toks(k));
            if (k == T_L_ARROW)
                SOFT_ERROR(L_ARROW_OPERATOR, pos, pos + 2);
            if ((k == T_EQ_EQ || k == T_NE || k == T_LE) && PEEK_PAST() == (k == T_LE ? T_GT : T_EQ) &&
                PARSE_TOUCHES(pos + 1))
                ret = 3;
            else if (k == T_LT && PEEK(1) == T_GT && PARSE_TOUCHES(pos))
                ret = 2;
            else
                ret = 0;
            if (ret != 0) {
                SOFT_ERROR(INVALID_COMPARISON, pos, pos + ret);
                BUMP();
            }
        }
        uint32_t rhs_flags = flags & ~(PARSE_STMT | PARSE_STMT_HEAD | PARSE_ALLOW_LET);
        if (k == T_AND_AND && (!PARSE_FAST || (flags & PARSE_LET_CHAIN)))
            rhs_flags |= flags & PARSE_ALLOW_LET;
        if (prec == PARSE_PREC_ASSIGN)
            rhs_flags &= PARSE_NO_STRUCT;
        BUMP();
        CALL_WITH(expr_prec, expr_binary_end, rhs_flags, prec - (prec == PARSE_PREC_ASSIGN));
    }
STATE(expr_binary_end)
    {
        uint32_t op = (aux & PARSE_LHS_OP_MASK) >> PARSE_LHS_OP_SHIFT;
        if (op == PARSE_OP_ASSIGN)
            EMIT(ExprAssign);
        else if (op == PARSE_OP_ASSIGN_WITH)
            EMIT(ExprAssignOp);
        else
            EMIT(ExprBinary);
        ret = ret == PARSE_EXPR_LET      ? PARSE_EXPR_LET
              : op == PARSE_OP_COMPARE   ? PARSE_EXPR_COMPARISON
              : op == PARSE_OP_LAZY      ? PARSE_EXPR_LAZY
                                         : PARSE_EXPR_BINARY;
        anchor = start;
        aux &= ~(uint32_t)PARSE_LHS_OP_MASK;
        GOTO(expr_operators);
    }
STATE(expr_cast)
    BUMP_ONE();
    CALL_WITH(type, expr_cast_end, PARSE_NO_PLUS | PARSE_TYPE_OF_CAST, 0);
STATE(expr_cast_end)
    EMIT(ExprCast);
    if (k == T_L_BRACKET || k == T_QUESTION || k == T_DOT || k == T_L_PAREN)
        GOTO(expr_cast_postfix);
    ret = PARSE_EXPR_BINARY;
    anchor = start;
    aux &= ~(uint32_t)PARSE_LHS_OP_MASK;
    GOTO(expr_operators);
STATE(expr_cast_postfix)
    if (k == T_L_BRACKET)
        ERROR(CAST_INDEX, start, pos);
    if (k == T_QUESTION)
        ERROR(CAST_TRY, start, pos);
    if (k == T_L_PAREN)
        ERROR(CAST_CALL, start, pos);
    if (PEEK(1) == T_KW_AWAIT)
        ERROR(CAST_AWAIT, start, pos);
    if (PEEK(2) == T_L_PAREN || PEEK(2) == T_PATH_SEP)
        ERROR(CAST_METHOD, start, pos);
    ERROR(CAST_FIELD, start, pos);
STATE(expr_range)
    if (k == T_DOT_DOT_DOT)
        SOFT_ERROR(DOT_DOT_DOT_RANGE, pos, pos + 3);
    BUMP();
    if (parse_begins_expr(k) && !(k == T_L_BRACE && (flags & PARSE_NO_STRUCT)))
        CALL_WITH(expr_prec, expr_range_end, flags & ~(PARSE_ALLOW_LET | PARSE_STMT_HEAD), PARSE_PREC_RANGE);
    if ((aux & PARSE_LHS_OP_MASK) == PARSE_OP_CLOSED_RANGE << PARSE_LHS_OP_SHIFT) {
        if (k == T_EQ && PARSE_TOUCHES(pos - 1))
            ERROR(RANGE_EXTRA_EQUALS, anchor, pos + 1);
        if (k == T_GT && PARSE_TOUCHES(pos - 1))
            ERROR(RANGE_BEFORE_GT, anchor, pos);
        ERROR(PATTERN_RANGE_NO_END, anchor, pos);
    }
STATE(expr_range_end)
    EMIT(ExprRange);
    ret = PARSE_EXPR_BINARY;
    RETURN();
