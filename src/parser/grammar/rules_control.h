/* rules_control.h: closures, `if`, `match` and loops, in the frame of an expression unless a rule says otherwise.
 *
 *   closure     uses the start and the mark of its caller
 *   expr_if     begins at `if`
 *   match_arms  begins at `{` and reads inner attributes and arms; it makes no node of its own */
/* clang-format off */

/* Reads `for<'a> const static async move |a: T, b| -> R body`; flags are those of the body. */
RULE(closure)
    if (k == T_KW_FOR)
        CALL(for_binder, closure_qualifiers);
STATE(closure_qualifiers)
    if (k == T_KW_CONST)
        BUMP_ONE();
    (void)EAT(T_KW_STATIC);
    if (k == T_KW_ASYNC) {
        BUMP_ONE();
        if (k == T_KW_GEN)
            BUMP_ONE();
        WANT(T_L_BRACE);
    } else if (k == T_KW_GEN) {
        BUMP_ONE();
    }
    if (k == T_KW_MOVE || k == T_KW_USE) {
        BUMP_ONE();
        if (k == T_KW_ASYNC)
            ERROR(ASYNC_MOVE_ORDER, pos - 1, pos + 1);
    } else {
        WANT(T_KW_MOVE);
        WANT(T_KW_USE);
    }
    anchor = pos;
    if (EAT(T_OR_OR))
        GOTO(closure_params_end);
    EXPECT(T_OR);
STATE(closure_param_next)
    if (k == T_OR || k == T_OR_OR) {
        BUMP_ONE();
        GOTO(closure_params_end);
    }
    CALL(closure_param, closure_param_done);
STATE(closure_param_done)
    if (k == T_COMMA) {
        BUMP_ONE();
        GOTO(closure_param_next);
    }
    if (k == T_OR || k == T_OR_OR)
        GOTO(closure_param_next);
    WANT(T_COMMA);
    WANT(T_OR);
    UNEXPECTED();
STATE(closure_params_end)
    WANT(T_R_ARROW);
    if (k == T_R_ARROW)
        CALL_WITH(ret_type_opt, closure_ret_end, 0, 0);
    CALL(expr, closure_end);
STATE(closure_ret_end)
    if (k != T_L_BRACE)
        ERROR(EXPECTED_BLOCK, pos, pos + parse_kind_toks(k));
    CALL_GROUP_WITH(block_expr, closure_end, 0, 0);
STATE(closure_end)
    EMIT(ExprClosure);
    RETURN();

/* start is the first token of its attributes, and anchor that of its pattern. */
RULE(closure_param)
    BEGIN();
    if (k == T_POUND || k == T_DOC_COMMENT)
        CALL(outer_attrs, closure_param_pat);
STATE(closure_param_pat)
    anchor = pos;
    CALL_WITH(pat, closure_param_type, 0, 0);
STATE(closure_param_type)
    if (EAT(T_COLON))
        CALL_WITH(type, closure_param_end, 0, 0);
    EMIT_AT(TyInfer, pos, anchor, pos, MARK());
STATE(closure_param_end)
    EMIT(Param);
    RETURN();

/* start is `if`. */
RULE(expr_if)
    BEGIN();
RULE(expr_if_begun)
    anchor = pos;
    ret = EDITION_AT_LEAST(2024) ? PARSE_LET_CHAIN : 0;
    BUMP_ONE();
    CALL_WITH(expr, if_block, PARSE_NO_STRUCT | PARSE_ALLOW_LET | ret, 0);
STATE(if_block)
    if (k != T_L_BRACE)
        GOTO(if_no_block);
    CALL_GROUP_WITH(block, if_else, PARSE_BLOCK_NO_ATTRS, 0);
STATE(if_else)
    if (k != T_KW_ELSE) {
        WANT(T_KW_ELSE);
        GOTO(if_end);
    }
    BUMP_ONE();
    if (k == T_KW_IF)
        CALL(expr_if, if_end);
    if (k == T_POUND || k == T_DOC_COMMENT)
        ERROR(ATTRIBUTE_ON_ELSE, pos, pos + 1);
    if (k != T_L_BRACE)
        ERROR(EXPECTED_BLOCK, pos, pos + parse_kind_toks(k));
    CALL_GROUP_WITH(block_expr, if_end, PARSE_BLOCK_NO_ATTRS, 0);
STATE(if_end)
    EMIT(ExprIf);
    RETURN();
/* The condition is read, and no block follows. The block may have been read as part of the condition. */
STATE(if_no_block)
    if (k == T_INNER_DOC)
        ERROR(EXPECTED_OUTER_DOC, pos, pos + 1);
    if (k == T_POUND || k == T_DOC_COMMENT)
        ERROR(ATTRIBUTE_ON_IF, pos, pos + 1);
    if (in->kinds[pos - 1] == T_R_BRACE) {
        uint32_t before = in->kinds[in->partner[pos - 1] - 1];
        if (in->partner[pos - 1] == start + 1)
            ERROR(IF_NO_CONDITION, start + 1, start + 1);
        if (parse_operator_table[before] & PARSE_PREC_MASK)
            ERROR(IF_NO_BLOCK, start, start + 1);
    }
    if (k == T_KW_ELSE)
        ERROR(IF_NO_BLOCK, start, start + 1);
    ERROR(EXPECTED_BLOCK, pos, pos + parse_kind_toks(k));

STATE(expr_match)
    BUMP_ONE();
    CALL_WITH(expr, expr_match_arms, PARSE_NO_STRUCT, 0);
STATE(expr_match_arms)
    if (!AT(T_L_BRACE))
        UNEXPECTED();
    CALL_GROUP_WITH(match_arms, expr_match_end, 0, 0);
STATE(expr_match_end)
    EMIT_AT(ExprMatch, start, start, pos, mark);
    ret = PARSE_EXPR_COMPLETE;
    GOTO(expr_postfix);

RULE(match_arms)
    BUMP_ONE();
    if ((k == T_POUND && PEEK(1) == T_BANG) || k == T_INNER_DOC)
        CALL(inner_attrs, match_arm_next);
STATE(match_arm_next)
    if (k == T_R_BRACE) {
        BUMP_ONE();
        RETURN();
    }
    LIST_ELEMENT(ARMS, match_arm_next);
    CALL(match_arm, match_arm_next);
RULE(match_arm)
    BEGIN();
    if (k == T_POUND || k == T_DOC_COMMENT)
        CALL(outer_attrs, match_arm_pat);
STATE(match_arm_pat)
    start = anchor = pos;
    CALL_WITH(pat_top, match_arm_guard, 0, 0);
STATE(match_arm_guard)
    if (in->kinds[start] == T_L_PAREN && in->partner[start] == pos - 1 && parse_pat_has_guard(in, start + 1))
        SOFT_ERROR(PARENS_AROUND_ARM, start, pos);
    if (k == T_FAT_ARROW)
        GOTO(match_arm_arrow);
    if (EAT(T_KW_IF))
        CALL_WITH(expr, match_arm_arrow, PARSE_ALLOW_LET | PARSE_LET_CHAIN, 0);
STATE(match_arm_arrow)
    if (k == T_COMMA || k == T_R_BRACE) {
        EMIT(Arm);
        if (k == T_COMMA)
            BUMP_ONE();
        RETURN();
    }
    EXPECT(T_FAT_ARROW);
    CALL_WITH(expr, match_arm_end, PARSE_STMT, 0);
STATE(match_arm_end)
    EMIT(Arm);
    if (k == T_COMMA) {
        BUMP_ONE();
        RETURN();
    }
    if (k != T_R_BRACE && ret != PARSE_EXPR_COMPLETE) {
        if (k == T_SEMI)
            ERROR(ARM_BODY_NO_BRACES, pos - 1, pos);
        if (k != T_FAT_ARROW && parse_kind_ahead(in, pos, T_FAT_ARROW))
            ERROR(MISSING_COMMA_AFTER_ARM, pos, pos);
        WANT(T_COMMA);
        WANT(T_R_BRACE);
        UNEXPECTED();
    }
    RETURN();

/* `else` behind a loop, which is skipped with what it has. */
#define LOOP_ELSE_CLAUSE()                                                                                             \
    do {                                                                                                               \
        if (k != T_KW_ELSE)                                                                                            \
            break;                                                                                                     \
        if (PARSE_FAST)                                                                                                \
            UNEXPECTED();                                                                                              \
        const uint32_t behind_else = parse_else_end(in, pos);                                                          \
        if (behind_else == pos) {                                                                                      \
            BUMP_ONE();                                                                                                \
            ERROR(EXPECTED_BLOCK, pos, pos + parse_kind_toks(k));                                                      \
        }                                                                                                              \
        SOFT_ERROR(LOOP_ELSE, pos, behind_else);                                                                       \
        while (pos < behind_else)                                                                                      \
            BUMP_ONE();                                                                                                \
    } while (0)

STATE(expr_for)
    BUMP_ONE();
    if (k == T_KW_AWAIT)
        BUMP_ONE();
    if (!PARSE_FAST && k == T_L_PAREN && parse_kind_ahead(in, pos + 1, T_KW_IN))
        ERROR(PARENS_AROUND_FOR, pos, in->partner[pos] + 1);
    CALL_WITH(pat_guarded, expr_for_in, 0, 0);
STATE(expr_for_in)
    if (!AT(T_KW_IN))
        ERROR(MISSING_IN, pos, pos);
    BUMP_ONE();
    if (k == T_KW_IN) {
        SOFT_ERROR(IN_IN, pos, pos + 1);
        BUMP_ONE();
    }
    CALL_WITH(expr, expr_for_block, PARSE_NO_STRUCT, 0);
STATE(expr_for_block)
    if (k != T_L_BRACE && in->kinds[pos - 1] == T_R_BRACE && in->kinds[in->partner[pos - 1] - 1] == T_KW_IN)
        ERROR(FOR_NO_EXPR, in->partner[pos - 1], in->partner[pos - 1] + 1);
    if (k != T_L_BRACE)
        ERROR(EXPECTED_BLOCK, pos, pos + parse_kind_toks(k));
    CALL_GROUP_WITH(block, expr_for_end, 0, 0);
STATE(expr_for_end)
    LOOP_ELSE_CLAUSE();
    EMIT_AT(ExprForLoop, PARSE_LOOP_TOK(start, aux), start, pos, mark);
    aux &= ~(uint32_t)PARSE_LHS_HAS_LABEL;
    ret = PARSE_EXPR_COMPLETE;
    GOTO(expr_postfix);
STATE(expr_while)
    ret = EDITION_AT_LEAST(2024) ? PARSE_LET_CHAIN : 0;
    BUMP_ONE();
    CALL_WITH(expr, expr_while_block, PARSE_NO_STRUCT | PARSE_ALLOW_LET | ret, 0);
STATE(expr_while_block)
    if (k != T_L_BRACE)
        ERROR(EXPECTED_BLOCK, pos, pos + parse_kind_toks(k));
    CALL_GROUP_WITH(block, expr_while_end, 0, 0);
STATE(expr_while_end)
    LOOP_ELSE_CLAUSE();
    EMIT_AT(ExprWhile, PARSE_LOOP_TOK(start, aux), start, pos, mark);
    aux &= ~(uint32_t)PARSE_LHS_HAS_LABEL;
    ret = PARSE_EXPR_COMPLETE;
    GOTO(expr_postfix);
STATE(expr_loop)
    BUMP_ONE();
    if (k != T_L_BRACE)
        ERROR(EXPECTED_BLOCK, pos, pos + parse_kind_toks(k));
    CALL_GROUP_WITH(block, expr_loop_end, 0, 0);
STATE(expr_loop_end)
    LOOP_ELSE_CLAUSE();
    EMIT_AT(ExprLoop, PARSE_LOOP_TOK(start, aux), start, pos, mark);
    aux &= ~(uint32_t)PARSE_LHS_HAS_LABEL;
    ret = PARSE_EXPR_COMPLETE;
    GOTO(expr_postfix);
STATE(expr_label)
    if (parse_label_is_reserved(in, pos))
        SOFT_ERROR(KEYWORD_LABEL, pos, pos + 1);
    BUMP_ONE();
    if (!AT(T_COLON)) {
        if (parse_begins_expr(k) && k != T_OR && k != T_AND && k != T_STAR && k != T_MINUS)
            ERROR(LABEL_NO_COLON, start, pos);
        ERROR(UNEXPECTED_AFTER_LABEL, pos, pos + parse_kind_toks(k));
    }
    BUMP_ONE();
    if (k != T_L_BRACE)
        aux |= PARSE_LHS_HAS_LABEL;
    if (k == T_KW_FOR)
        GOTO(expr_for);
    if (k == T_KW_WHILE)
        GOTO(expr_while);
    if (k == T_KW_LOOP)
        GOTO(expr_loop);
    if (k != T_L_BRACE)
        ERROR(UNEXPECTED_AFTER_LABEL, pos, pos + parse_kind_toks(k));
    CALL_GROUP_WITH(block, expr_block_end, 0, 2);
