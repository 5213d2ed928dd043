/* rules_fn.h: functions and parameters.
 *
 *   item_fn    goes on in the frame of an item, at `fn` or what qualifies it
 *   fn_params  begins at `(` and makes Param nodes; aux is one of PARSE_PARAMS_ (parse_item_ahead.h) */
/* clang-format off */

STATE(item_fn)
    if (EAT(T_KW_FN))
        GOTO(item_fn_name);
    (void)EAT(T_KW_CONST);
    if (EAT(T_KW_ASYNC)) {
        (void)EAT(T_KW_GEN);
    } else if (k == T_IDENT && TEXT_IS(pos, "async")) {
        SOFT_ERROR(ASYNC_FN_2015, pos, pos + 1);
        BUMP_ONE();
    } else {
        (void)EAT(T_KW_GEN);
    }
    if (!EAT(T_KW_UNSAFE))
        (void)EAT(T_WEAK_SAFE);
    if (EAT(T_KW_EXTERN) && PARSE_IS_LIT(k)) {
        if ((k != T_STR && k != T_RAW_STR) || (in->tok_flags[pos] & RUSTG_TOKEN_SUFFIX))
            SOFT_ERROR(ABI_NOT_STRING, pos, pos + 1);
        BUMP_ONE();
    }
    EXPECT(T_KW_FN);
STATE(item_fn_name)
    anchor = pos - 1;
    if (!PARSE_IS_IDENT(k)) {
        UNEXPECTED_NAME();
    }
    BUMP_ONE();
    if (k != T_L_PAREN)
        CALL_WITH(generics, item_fn_params, 0, 0);
STATE(item_fn_params)
    if (k != T_L_PAREN) {
        if (k == T_KW_FOR)
            ERROR(FN_FOR_IMPL, anchor, anchor + 1);
        SOFT_ERROR(MISSING_FN_PARAMS, pos, pos);
        GOTO(item_fn_ret);
    }
    if (PEEK(1) == T_R_PAREN) {
        BUMP_ONE();
        BUMP_ONE();
        GOTO(item_fn_ret);
    }
    if (aux == PARSE_ITEM_IN_TRAIT && !EDITION_AT_LEAST(2018))
        CALL_GROUP_WITH(fn_params, item_fn_ret, 0, PARSE_PARAMS_TRAIT_2015);
    CALL_GROUP_WITH(fn_params, item_fn_ret, 0, PARSE_PARAMS_NAMED);
STATE(item_fn_ret)
    if (EAT(T_R_ARROW))
        CALL_WITH(type, item_fn_contract, 0, 0);
    if (!PARSE_FAST && (k == T_COLON || k == T_FAT_ARROW)) {
        SOFT_ERROR(FN_POINTER_RETURN_ARROW, pos, pos + (k == T_COLON ? 1 : 2));
        if (k == T_FAT_ARROW)
            BUMP_ONE();
        BUMP_ONE();
        CALL_WITH(type, item_fn_contract, 0, 0);
    }
STATE(item_fn_contract)
    if (k == T_IDENT && PEEK(1) == T_L_BRACE && TEXT_IS(pos, "contract_requires"))
        CALL_WITH(fn_requires, item_fn_ensures, 0, 0);
STATE(item_fn_ensures)
    if (k == T_IDENT && TEXT_IS(pos, "contract_ensures"))
        CALL_WITH(fn_ensures, item_fn_where, 0, 0);
STATE(item_fn_where)
    if (k == T_KW_WHERE)
        CALL_WITH(where_clause, item_fn_body, 0, 0);
    WANT(T_KW_WHERE);
STATE(item_fn_body)
    if (AT(T_L_BRACE))
        CALL_GROUP_WITH(block, item_fn_end, 0, 0);
    if (k == T_SEMI) {
        BUMP_ONE();
        GOTO(item_fn_end);
    }
    if (k == T_EQ)
        ERROR(FN_BODY_EQUALS, pos, pos + 1);
    if (aux == PARSE_ITEM_IN_TRAIT || aux == PARSE_ITEM_IN_FOREIGN)
        WANT(T_SEMI);
    UNEXPECTED();
STATE(item_fn_end)
    switch (aux) {
    case PARSE_ITEM_IN_TRAIT:
    case PARSE_ITEM_IN_IMPL:
        EMIT(AssocItemFn);
        break;
    case PARSE_ITEM_IN_FOREIGN:
        EMIT(ForeignItemFn);
        break;
    default:
        EMIT(ItemFn);
        break;
    }
    RETURN();

RULE(fn_requires)
    BEGIN();
    anchor = pos;
    BUMP_ONE();
    CALL_GROUP_WITH(block, fn_contract_end, PARSE_BLOCK_NO_ATTRS, 0);
RULE(fn_ensures)
    BEGIN();
    anchor = pos;
    BUMP_ONE();
    CALL_WITH(expr, fn_contract_end, 0, 0);
STATE(fn_contract_end)
    EMIT(Contract);
    RETURN();

/* flags is 0 or PARSE_BEHIND_FIRST_PARAM. */
RULE(fn_params)
    BUMP_ONE();
    flags = 0;
STATE(fn_params_next)
    if (AT(T_R_PAREN)) {
        BUMP_ONE();
        RETURN();
    }
    BEGIN();
    anchor = pos;
    if (k == T_POUND || k == T_DOC_COMMENT || k == T_INNER_DOC) {
        CALL_WITH(outer_attrs, fn_param, 0, 0);
    }
/* start is the first token of its attributes, and anchor the token behind them. */
STATE(fn_param)
    anchor = pos;
    switch (k) {
    case T_KW_SELF:
        if (PEEK(1) != T_PATH_SEP)
            GOTO(fn_param_self);
        break;
    case T_KW_MUT:
        if (parse_self_ahead(in, pos)) {
            BUMP_ONE();
            GOTO(fn_param_self);
        }
        break;
    case T_AND:
        if (parse_self_ahead(in, pos))
            GOTO(fn_param_ref_self);
        break;
    case T_STAR:
        if (parse_self_ahead(in, pos))
            ERROR(SELF_BY_RAW_POINTER, pos, pos + 1);
        break;
    default:
        break;
    }
    if (PARSE_FAST && PARSE_IS_IDENT(k) && PEEK(1) == T_COLON) {
        EMIT_AT(PatIdent, pos, pos, pos + 1, MARK());
        BUMP_ONE();
        BUMP_ONE();
        GOTO(fn_param_type);
    }
    if (k == T_DOT_DOT_DOT)
        GOTO(fn_param_nameless);
    if (aux != PARSE_PARAMS_NAMED && !parse_param_is_named(in, pos))
        GOTO(fn_param_nameless);
    if (k == T_OR_OR)
        ERROR(VERT_VERT_BEFORE_PARAM, pos, pos + 2);
    if (k == T_OR)
        ERROR(PARAM_TOP_OR_PATTERN, pos, pos + 1);
    CALL_WITH(pat, fn_param_colon, 0, 0);
STATE(fn_param_colon)
    if (k == T_OR || k == T_OR_OR)
        ERROR(PARAM_TOP_OR_PATTERN, anchor, pos);
    WANT(T_OR);
    EXPECT(T_COLON);
STATE(fn_param_type)
    if (k == T_DOT_DOT_DOT) {
        EMIT_AT(TyCVarArgs, pos, pos, pos + 3, MARK());
        BUMP();
        GOTO(fn_param_end);
    }
    if (k == T_DOC_COMMENT || k == T_INNER_DOC)
        ERROR(DOC_ON_PARAM_TYPE, pos, pos + 1);
    if (k == T_POUND && PEEK(1) == T_L_BRACKET)
        ERROR(ATTR_ON_PARAM_TYPE, pos, in->partner[pos + 1] + 1);
    CALL_WITH(type, fn_param_end, 0, 0);
STATE(fn_param_end)
    EMIT(Param);
STATE(fn_params_after)
    flags = PARSE_BEHIND_FIRST_PARAM;
    if (EAT(T_COMMA))
        GOTO(fn_params_next);
    if (!AT(T_R_PAREN))
        UNEXPECTED_BETWEEN(fn_params_next);
    BUMP_ONE();
    RETURN();

/* A type alone; its pattern is missing and spans what the type does. */
STATE(fn_param_nameless)
    if (k == T_DOT_DOT_DOT) {
        EMIT_AT(TyCVarArgs, pos, pos, pos + 3, MARK());
        BUMP();
        GOTO(fn_param_missing);
    }
    if (!PARSE_FAST && !PARSE_BEGINS_TYPE(k) && !PARSE_IS_RESERVED(k) && !PARSE_IS_LIT(k) && k != T_DOT_DOT)
        ERROR(EXPECTED_ARG_NAME, pos, pos + parse_kind_toks(k));
    CALL_WITH(type, fn_param_missing, 0, 0);
STATE(fn_param_missing)
    EMIT_AT(PatMissing, anchor, anchor, pos, MARK());
    GOTO(fn_param_end);

/* `self` is at hand, perhaps behind `mut`. */
STATE(fn_param_self)
    if (flags)
        SOFT_ERROR(SELF_NOT_FIRST, anchor, pos + 1);
    EMIT_AT(PatIdent, pos, anchor, pos + 1, MARK());
    start = anchor;
    anchor = pos;
    if (PEEK(1) != T_COLON)
        EMIT_AT(TyImplicitSelf, pos, pos, pos + 1, MARK());
    BUMP_ONE();
    if (EAT(T_COLON))
        CALL_WITH(type, fn_param_self_end, 0, 0);
/* As in rustc, a parameter `self` spans neither its attributes nor its type. start is `mut` or `self`, and anchor is
 * `self`. */
STATE(fn_param_self_end)
    EMIT_AT(Param, start, start, anchor + 1, mark);
    GOTO(fn_params_after);

/* ret has the bits PARSE_SELF_LIFETIME and PARSE_SELF_PIN. */
STATE(fn_param_ref_self)
    start = pos;
    BUMP_ONE();
    ret = 0;
    if (k == T_LIFETIME) {
        if (parse_lifetime_is_reserved(in, pos))
            SOFT_ERROR(KEYWORD_LIFETIME, pos, pos + 1);
        ret = PARSE_SELF_LIFETIME;
        BUMP_ONE();
    }
    if (k == T_IDENT) {
        ret |= PARSE_SELF_PIN;
        BUMP_ONE();
        BUMP_ONE();
    } else if (k == T_KW_MUT) {
        BUMP_ONE();
    }
    {
        if (flags)
            SOFT_ERROR(SELF_NOT_FIRST, start, pos + 1);
        EMIT_AT(PatIdent, pos, start, pos + 1, MARK());
        uint32_t type_mark = MARK();
        if (ret & PARSE_SELF_LIFETIME)
            EMIT_AT(Lifetime, start + 1, start + 1, start + 2, MARK());
        EMIT_AT(TyImplicitSelf, pos, pos, pos + 1, MARK());
        if (ret & PARSE_SELF_PIN)
            EMIT_AT(TyPinnedRef, start, start, pos + 1, type_mark);
        else
            EMIT_AT(TyRef, start, start, pos + 1, type_mark);
        BUMP_ONE();
    }
    if (k == T_COLON)
        ERROR(TYPE_ON_SHORT_SELF, start, pos);
    GOTO(fn_param_end);
