/* rules_block.h: blocks and statements.
 *
 *   block  begins at `{` and makes a Block, whose inner attributes are part of it. aux says how many tokens before `{`
 *          belong to its span (`unsafe`, a label and its colon); flags may be PARSE_BLOCK_NO_ATTRS */
/* clang-format off */

RULE(block)
    start = pos - aux;
    mark = MARK();
    anchor = pos;
    aux = 0;
    BUMP_ONE();
    if (!PARSE_FAST && (PARSE_IS_IDENT(k) || PARSE_IS_RESERVED(k)) && PEEK(1) == T_COLON && PEEK(2) != T_KW_FOR &&
        PEEK(2) != T_KW_LOOP && PEEK(2) != T_KW_WHILE && PEEK(2) != T_L_BRACE && parse_braces_hold_fields(in, anchor))
        ERROR(STRUCT_LITERAL_NO_PATH, anchor, in->partner[anchor] + 1);
    if ((k == T_POUND && PEEK(1) == T_BANG) || k == T_INNER_DOC)
        CALL(inner_attrs, block_attrs_end);
    GOTO(block_stmts);
STATE(block_attrs_end)
    if (flags & PARSE_BLOCK_NO_ATTRS)
        SOFT_ERROR(INNER_ATTR_NOT_PERMITTED, in->kinds[pos - 1] == T_R_BRACKET ? in->partner[pos - 1] - 2 : pos - 1,
                   pos);
STATE(block_stmts)
    if (k == T_R_BRACE) {
        BUMP_ONE();
        EMIT(Block);
        RETURN();
    }
    LIST_ELEMENT(STMTS, block_stmts);
    CALL(stmt, block_stmts);

/* Bits of aux. The first says that there are attributes; the second, that an operator's span holds them, for no path
 * begins its left operand. */
#define STMT_HAS_ATTRS 1
#define STMT_OPERATOR_HOLDS_ATTRS 2
#define STMT_EXPR_AUX (aux & STMT_HAS_ATTRS ? PARSE_LHS_HAS_ATTRS : 0)

/* anchor is the statement's first token, attributes included. */
RULE(stmt)
    BEGIN();
    anchor = pos;
    aux = 0;
    if (k == T_POUND || k == T_DOC_COMMENT || k == T_INNER_DOC)
        CALL(outer_attrs, stmt_attrs_end);
    GOTO(stmt_begin);
STATE(stmt_attrs_end)
    aux = STMT_HAS_ATTRS;
    if ((!PARSE_IS_PATH_SEGMENT(k) && k != T_PATH_SEP) || (k == T_WEAK_BUILTIN && PEEK(1) == T_POUND))
        aux |= STMT_OPERATOR_HOLDS_ATTRS;
STATE(stmt_begin)
    start = pos;
    switch (k) {
    case T_KW_LET:
        GOTO(stmt_let);
    case T_SEMI:
        if (aux != 0 && in->kinds[start - 1] == T_DOC_COMMENT)
            ERROR(DOC_COMMENT_ALONE, start - 1, start);
        if (aux != 0)
            ERROR(EXPECTED_STATEMENT_AFTER_ATTR, start - 1, start);
        BUMP_ONE();
        EMIT(StmtEmpty);
        RETURN();
    case T_R_BRACE:
        if (in->kinds[pos - 1] == T_DOC_COMMENT)
            ERROR(DOC_COMMENT_ALONE, pos - 1, pos);
        ERROR(EXPECTED_STATEMENT_AFTER_ATTR, pos - 1, pos);
    case T_IDENT:
        if (PARSE_FAST && (PEEK(1) == T_DOT || PEEK(1) == T_L_PAREN || PEEK(1) == T_EQ))
            CALL_WITH(expr_operand, stmt_expr_end, PARSE_STMT, STMT_EXPR_AUX);
        if (PARSE_IS_IDENT(PEEK(1)) && TEXT_IS(pos, "var"))
            GOTO(stmt_not_let);
        break;
    case T_KW_SUPER:
        if (PEEK(1) == T_KW_LET) {
            BUMP_ONE();
            GOTO(stmt_let);
        }
        break;
    case T_KW_MUT:
        GOTO(stmt_not_let);
    case T_WEAK_AUTO:
        if (PARSE_IS_IDENT(PEEK(1)))
            GOTO(stmt_not_let);
        break;
    case T_KW_IF:
    case T_KW_MATCH:
    case T_KW_FOR:
    case T_KW_WHILE:
    case T_KW_LOOP:
    case T_KW_RETURN:
    case T_L_BRACE:
    case T_L_PAREN:
    case T_STAR:
        CALL_WITH(expr_operand, stmt_expr_end, PARSE_STMT, STMT_EXPR_AUX);
    case T_DOT_DOT:
    case T_DOT_DOT_EQ:
    case T_DOT_DOT_DOT:
        if (aux != 0)
            SOFT_ERROR(ATTRIBUTE_ON_RANGE, pos, pos + parse_kind_toks(k));
        break;
    default:
        break;
    }
    if (parse_item_ahead(in, pos, PARSE_ITEM_IN_BLOCK))
        CALL_WITH(item, stmt_item_end, 0, PARSE_ITEM_IN_BLOCK);
    if (PARSE_IS_PATH_SEGMENT(k) || k == T_PATH_SEP) {
        if (parse_macro_bang(in, pos))
            GOTO(stmt_macro_path);
        CALL_WITH(expr_operand, stmt_expr_end, PARSE_STMT | PARSE_STMT_HEAD, STMT_EXPR_AUX);
    }
    CALL_WITH(expr_operand, stmt_expr_end, PARSE_STMT, STMT_EXPR_AUX);

STATE(stmt_item_end)
    EMIT_AT(StmtItem, start, start, pos, mark);
    RETURN();

STATE(stmt_expr_end)
    if (ret == PARSE_EXPR_STMT_MAC) {
        EMIT_AT(StmtMacCall, in->partner[pos - 1] - 1, start, pos + (k == T_SEMI), mark);
        if (k == T_SEMI)
            BUMP_ONE();
        RETURN();
    }
    if ((aux & STMT_OPERATOR_HOLDS_ATTRS) && PARSE_EXPR_HAS_OPERATOR(ret))
        start = anchor;
    if (k == T_SEMI) {
        BUMP_ONE();
        EMIT_AT(StmtSemi, start, start, pos, mark);
        RETURN();
    }
    if (ret != PARSE_EXPR_COMPLETE && ret != PARSE_EXPR_BRACED_MAC && k != T_R_BRACE) {
        if (in->kinds[pos - 1] == T_QUESTION && parse_begins_expr(k) && parse_kind_ahead(in, pos, T_COLON))
            ERROR(TERNARY_OPERATOR, start, pos);
        if (aux != 0)
            ERROR(ATTRIBUTE_ON_NON_TAIL, pos, pos);
        WANT(T_R_BRACE);
        EXPECT(T_SEMI);
    }
    EMIT_AT(StmtExpr, start, start, pos, mark);
    RETURN();

/* At the path of a macro call. */
STATE(stmt_macro_path)
    while (k != T_BANG)
        BUMP();
    BUMP_ONE();
/* At the opening delimiter of a macro call. With braces the call is a statement unless `.` or `?` follow; with others
 * only before `;`. */
STATE(stmt_macro)
    if (!PARSE_IS_OPEN(k)) {
        WANT(T_L_PAREN);
        WANT(T_L_BRACKET);
        WANT(T_L_BRACE);
        UNEXPECTED();
    }
    EMIT_AT(TokenTree, pos, pos, in->partner[pos] + 1, MARK());
    if (k == T_L_BRACE) {
        SKIP_GROUP();
        GOTO(stmt_macro_braces);
    }
    SKIP_GROUP();
STATE(stmt_macro_end)
    if (k == T_SEMI) {
        EMIT_AT(StmtMacCall, in->partner[pos - 1] - 1, start, pos + 1, mark);
        BUMP_ONE();
        RETURN();
    }
    EMIT_AT(ExprMacCall, in->partner[pos - 1] - 1, start, pos, mark);
    ret = PARSE_EXPR_PLAIN;
    CALL_WITH(expr_postfix, stmt_expr_end, 0, 0);
STATE(stmt_macro_braces)
    if (k == T_SEMI || k == T_DOT || k == T_QUESTION)
        GOTO(stmt_macro_end);
    EMIT_AT(StmtMacCall, in->partner[pos - 1] - 1, start, pos, mark);
    RETURN();

/* At `mut x`, `auto x` or `var x`. */
STATE(stmt_not_let)
    anchor = pos;
    if (k == T_KW_MUT) {
        SOFT_ERROR(MISSING_LET, pos, pos + 1);
        CALL_WITH(pat, stmt_let_type, 0, 0);
    }
    if (k == T_WEAK_AUTO)
        SOFT_ERROR(LET_NOT_AUTO, pos, pos + 1);
    else
        SOFT_ERROR(LET_NOT_VAR, pos, pos + 1);

/* start is `let`, or `super` before it. */
STATE(stmt_let)
    anchor = pos;
    BUMP_ONE();
    if (k == T_KW_CONST && (PARSE_IS_IDENT(PEEK(1)) || PARSE_IS_RESERVED(PEEK(1))))
        ERROR(CONST_LET, pos - 1, pos + 1);
    if (k == T_OR)
        ERROR(TOP_LEVEL_OR_PATTERN, pos, pos + 1);
    CALL_WITH(pat, stmt_let_type, 0, 0);
STATE(stmt_let_type)
    if (k == T_OR || k == T_OR_OR)
        ERROR(TOP_LEVEL_OR_PATTERN, pos, pos + parse_kind_toks(k));
    WANT(T_OR);
    if (EAT(T_COLON))
        CALL_WITH(type, stmt_let_init, 0, 0);
STATE(stmt_let_init)
    if (PARSE_IS_ASSIGN_OP(k)) {
        SOFT_ERROR(ASSIGN_OP_IN_LET, pos, pos + parse_kind_toks(k));
        BUMP();
        CALL_WITH(expr, stmt_let_else, 0, 0);
    }
    if (EAT(T_EQ))
        CALL_WITH(expr, stmt_let_else, 0, 0);
    EXPECT(T_SEMI);
    EMIT(StmtLet);
    RETURN();
STATE(stmt_let_else)
    if (k == T_SEMI) {
        BUMP_ONE();
        EMIT(StmtLet);
        RETURN();
    }
    if (k != T_KW_ELSE) {
        if (in->kinds[pos - 1] == T_QUESTION && parse_begins_expr(k) && parse_kind_ahead(in, pos, T_COLON))
            ERROR(TERNARY_OPERATOR, pos - 1, pos);
        WANT(T_KW_ELSE);
        EXPECT(T_SEMI);
        EMIT(StmtLet);
        RETURN();
    }
    if (ret == PARSE_EXPR_LAZY)
        SOFT_ERROR(LET_ELSE_LAZY, pos, pos + 1);
    if (in->kinds[pos - 1] == T_R_BRACE)
        SOFT_ERROR(LET_ELSE_BRACE, pos - 1, pos);
    BUMP_ONE();
    if (k == T_KW_IF)
        ERROR(LET_ELSE_IF, pos, pos + 1);
    if (k != T_L_BRACE)
        ERROR(EXPECTED_BLOCK, pos, pos + parse_kind_toks(k));
    CALL_GROUP_WITH(block, stmt_let_end, PARSE_BLOCK_NO_ATTRS, 0);
STATE(stmt_let_end)
    EXPECT(T_SEMI);
    EMIT(StmtLet);
    RETURN();
