/* rules_attr.h: attributes, doc comments, visibility and token trees.
 *
 *   outer_attrs    reads any number of `#[...]` and outer doc comments; ret is 1 if there was one
 *   dropped_attrs  does the same and makes no nodes
 *   inner_attrs    reads `#![...]` and inner doc comments in the same way
 *   visibility     makes a Vis node or nothing; aux = 1 says that a type follows: `pub (A, B)` is `pub` and a tuple
 *   token_tree     begins at an opening delimiter and makes a TokenTree node */
/* clang-format off */

RULE(outer_attrs)
    aux = 0;
STATE(outer_attrs_next)
    if (k == T_POUND) {
        aux = 1;
        if (PEEK(1) == T_BANG)
            CALL_WITH(attr, outer_attrs_inner, 0, 0);
        CALL_WITH(attr, outer_attrs_next, 0, 0);
    }
    WANT(T_POUND);
    if (k == T_DOC_COMMENT || k == T_INNER_DOC) {
        if (k == T_INNER_DOC)
            SOFT_ERROR(EXPECTED_OUTER_DOC, pos, pos + 1);
        EMIT_AT(DocComment, pos, pos, pos + 1, MARK());
        BUMP_ONE();
        aux = 1;
        GOTO(outer_attrs_next);
    }
    ret = aux;
    RETURN();
STATE(outer_attrs_inner)
    {
        uint32_t pound = in->partner[pos - 1] - 2;
        if (pound > in->first_tok && in->kinds[pound - 1] == T_DOC_COMMENT)
            SOFT_ERROR(INNER_ATTR_AFTER_DOC, pound, pos);
        else if (parse_is_behind_attr(in, pound))
            SOFT_ERROR(INNER_ATTR_AFTER_OUTER, pound, pos);
        else
            SOFT_ERROR(INNER_ATTR_NOT_PERMITTED, pound, pos);
    }
    GOTO(outer_attrs_next);

RULE(dropped_attrs)
    if (k == T_POUND)
        CALL_WITH(attr, dropped_attrs, PARSE_ATTR_DROPPED, 0);
    if (k == T_DOC_COMMENT || k == T_INNER_DOC) {
        if (k == T_INNER_DOC)
            SOFT_ERROR(EXPECTED_OUTER_DOC, pos, pos + 1);
        BUMP_ONE();
        GOTO(dropped_attrs);
    }
    RETURN();

RULE(inner_attrs)
    aux = 0;
STATE(inner_attrs_next)
    if (k == T_POUND && PEEK(1) == T_BANG) {
        aux = 1;
        CALL_WITH(attr, inner_attrs_next, 0, 0);
    }
    WANT(T_POUND);
    if (k == T_INNER_DOC) {
        EMIT_AT(DocComment, pos, pos, pos + 1, MARK());
        BUMP_ONE();
        aux = 1;
        GOTO(inner_attrs_next);
    }
    ret = aux;
    RETURN();

/* Reads one attribute from `#` on, with aux = 0; behind `unsafe(` aux is 1. flags may be PARSE_ATTR_DROPPED. */
RULE(attr)
    BEGIN();
    anchor = pos;
    BUMP_ONE();
    if (k == T_BANG)
        BUMP_ONE();
    else
        WANT(T_BANG);
    EXPECT(T_L_BRACKET);
    if (PARSE_FAST && PARSE_IS_IDENT(k)) {
        if (PEEK(1) == T_R_BRACKET) {
            BUMP_ONE();
            GOTO(attr_close);
        }
        if (PEEK(1) == T_L_PAREN) {
            BUMP_ONE();
            SKIP_GROUP();
            GOTO(attr_close);
        }
    }
    if (EAT(T_KW_UNSAFE)) {
        EXPECT(T_L_PAREN);
        aux = 1;
    }
    CALL_WITH(path_mod, attr_args, 0, 0);
STATE(attr_args)
    if (AT(T_L_PAREN) || AT(T_L_BRACKET) || AT(T_L_BRACE)) {
        SKIP_GROUP();
    } else if (EAT(T_EQ)) {
        if ((PARSE_FAST || (flags & PARSE_ATTR_DROPPED)) && PARSE_IS_LITERAL(k) && PEEK(1) == T_R_BRACKET) {
            if (!(flags & PARSE_ATTR_DROPPED))
                EMIT_AT(ExprLit, pos, pos, pos + 1, MARK());
            BUMP_ONE();
        } else {
            CALL_WITH(expr, attr_end, 0, 0);
        }
    }
STATE(attr_end)
    if (aux)
        EXPECT(T_R_PAREN);
STATE(attr_close)
    EXPECT(T_R_BRACKET);
    if (!(flags & PARSE_ATTR_DROPPED))
        EMIT(Attr);
    RETURN();

RULE(visibility)
    if (!EAT(T_KW_PUB))
        RETURN();
    start = pos - 1;
    anchor = start;
    mark = MARK();
    if (!AT(T_L_PAREN))
        GOTO(visibility_end);
    if (PEEK(1) == T_KW_IN) {
        BUMP_ONE();
        BUMP_ONE();
        CALL_WITH(path_mod, visibility_close, 0, 0);
    }
    if (PEEK(2) == T_R_PAREN && (PEEK(1) == T_KW_CRATE || PEEK(1) == T_KW_SUPER || PEEK(1) == T_KW_SELF)) {
        SKIP_GROUP();
        GOTO(visibility_end);
    }
    if (aux)
        GOTO(visibility_end);
    BUMP_ONE();
    anchor = pos;
    CALL_WITH(path_mod, visibility_wrong, 0, 0);
STATE(visibility_wrong)
    if (k == T_R_PAREN)
        SOFT_ERROR(WRONG_VISIBILITY, anchor, pos);
    anchor = start;
STATE(visibility_close)
    EXPECT(T_R_PAREN);
STATE(visibility_end)
    EMIT(Vis);
    RETURN();

RULE(token_tree)
    EMIT_AT(TokenTree, pos, pos, in->partner[pos] + 1, MARK());
    SKIP_GROUP();
    RETURN();
