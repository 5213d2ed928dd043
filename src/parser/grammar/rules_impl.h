/* rules_impl.h: impl blocks and delegations, in the frame of an item (rules_item.h). */
/* clang-format off */

/* ITEM_BIT_A says that `const` was read, ITEM_BIT_B `unsafe`, and ITEM_BIT_C `!`. */
STATE(item_impl)
    if (k == T_KW_CONST) {
        flags |= ITEM_BIT_A;
        BUMP_ONE();
    }
    if (k == T_KW_UNSAFE) {
        flags |= ITEM_BIT_B;
        BUMP_ONE();
    }
    if (!(flags & ITEM_IS_REUSE))
        anchor = pos;
    EXPECT(T_KW_IMPL);
    if (k == T_LT &&
        (PEEK(1) == T_POUND || PEEK(1) == T_GT || PEEK(1) == T_KW_CONST ||
         ((PEEK(1) == T_LIFETIME || PARSE_IS_WORD(PEEK(1))) &&
          (PEEK(2) == T_GT || PEEK(2) == T_COMMA || PEEK(2) == T_COLON || PEEK(2) == T_EQ || PEEK(2) == T_QUESTION))))
        CALL_WITH(generics, item_impl_first, 0, 0);
STATE(item_impl_first)
    if (k == T_KW_CONST && !(flags & ITEM_BIT_A))
        BUMP_ONE();
    if (k == T_KW_ASYNC || (k == T_IDENT && PARSE_IS_IDENT(PEEK(1)) && TEXT_IS(pos, "async")))
        ERROR(ASYNC_IMPL, pos, pos + 1);
    if (k == T_BANG && PARSE_BEGINS_TYPE(PEEK(1))) {
        flags |= ITEM_BIT_C;
        BUMP_ONE();
    }
    if (k == T_KW_FOR && PEEK(1) != T_LT)
        ERROR(MISSING_TRAIT_IN_IMPL, pos, pos);
    CALL_WITH(impl_first_type, item_impl_for, 0, 0);
STATE(item_impl_for)
    if (k == T_KW_FOR) {
        if (!ret)
            ERROR(TYPE_FOR_TRAIT_IN_IMPL, pos - 1, pos);
        BUMP_ONE();
        if (k == T_DOT_DOT) {
            EMIT_AT(TyDummy, pos, pos, pos + 2, MARK());
            BUMP();
            GOTO(item_impl_where);
        }
        CALL_WITH(type, item_impl_where, 0, 0);
    }
    WANT(T_KW_FOR);
    if (k == T_DOT_DOT || PARSE_BEGINS_TYPE(k))
        CALL_WITH(impl_second_type, item_impl_where, 0, 0);
    if (flags & ITEM_BIT_B)
        SOFT_ERROR(INHERENT_UNSAFE_IMPL, start, pos);
    if (flags & ITEM_BIT_C)
        SOFT_ERROR(INHERENT_NEGATIVE_IMPL, start, pos);
    if (flags & ITEM_IS_DEFAULT)
        SOFT_ERROR(INHERENT_DEFAULT_IMPL, start, pos);
    if (flags & ITEM_IS_REUSE)
        ERROR(REUSE_INHERENT_IMPL, start, pos);
STATE(item_impl_where)
    if (k == T_KW_WHERE)
        CALL_WITH(where_clause, item_impl_body, 0, 0);
    WANT(T_KW_WHERE);
STATE(item_impl_body)
    if (flags & ITEM_IS_REUSE)
        CALL_WITH(reuse_impl_body, item_impl_end, 0, 0);
    if (k == T_SEMI)
        ERROR(SEMI_FOR_BODY, pos, pos + 1);
    if (!AT(T_L_BRACE))
        UNEXPECTED();
    CALL_GROUP_WITH(item_list, item_impl_end, 0, PARSE_ITEM_IN_IMPL);
STATE(item_impl_end)
    flags &= ~(uint32_t)(ITEM_IS_DEFAULT | ITEM_IS_FINAL);
    ITEM_WANTS_MODULE();
    EMIT(ItemImpl);
    RETURN();

/* Reads what stands behind `impl`: a TraitRef if it is a path before `for`, and then ret = 1; else a type. */
RULE(impl_first_type)
    BEGIN();
    anchor = pos;
    if ((PARSE_IS_PATH_SEGMENT(k) || k == T_PATH_SEP) && !parse_old_dyn_ahead(in, pos) &&
        !parse_fn_front_ahead(in, pos))
        CALL(path_type, impl_first_path);
    CALL(type, impl_first_is_type);
STATE(impl_first_path)
    if (k == T_KW_FOR) {
        EMIT(TraitRef);
        ret = 1;
        RETURN();
    }
    CALL(type_path_end, impl_first_is_type);
STATE(impl_first_is_type)
    ret = 0;
    RETURN();

/* A type before which `for` is missing. */
RULE(impl_second_type)
    start = pos;
    if (k == T_DOT_DOT) {
        BUMP();
        GOTO(impl_second_type_end);
    }
    CALL(type, impl_second_type_end);
STATE(impl_second_type_end)
    if (AT(T_KW_WHERE) || AT(T_L_BRACE) || k == T_SEMI)
        SOFT_ERROR(MISSING_FOR_IN_IMPL, start, start);
    RETURN();

/* ITEM_BIT_A says that `::{` or `::*` stands behind the path. */
STATE(item_reuse)
    BUMP_ONE();
    if (parse_reuse_ahead(in, pos - 1) == PARSE_REUSE_IMPL) {
        flags |= ITEM_IS_REUSE;
        GOTO(item_impl);
    }
    if (k == T_LT || k == T_SHL)
        CALL_WITH(qpath_expr, item_reuse_path, 0, 0);
    CALL_WITH(path_expr, item_reuse_path, 0, 0);
STATE(item_reuse_path)
    if (k == T_PATH_SEP) {
        BUMP();
        flags |= ITEM_BIT_A;
        if (!EAT(T_STAR)) {
            EXPECT(T_L_BRACE);
            while (!AT(T_R_BRACE)) {
                if (!PARSE_IS_PATH_SEGMENT(k)) {
                    UNEXPECTED_NAME();
                }
                BUMP_ONE();
                if (EAT(T_KW_AS))
                    ITEM_EXPECT_NAME();
                if (AT(T_R_BRACE))
                    break;
                EXPECT(T_COMMA);
            }
            BUMP_ONE();
        }
    } else {
        WANT(T_PATH_SEP);
        if (EAT(T_KW_AS))
            ITEM_EXPECT_NAME();
    }
    if (AT(T_L_BRACE))
        CALL_GROUP_WITH(block, item_reuse_end, PARSE_BLOCK_NO_ATTRS, 0);
    EXPECT(T_SEMI);
STATE(item_reuse_end)
    if (aux == PARSE_ITEM_IN_FOREIGN)
        SOFT_ERROR(ITEM_IN_EXTERN_BLOCK, start, anchor + 1);
    if (ITEM_IN_ASSOC(aux)) {
        if (flags & ITEM_BIT_A)
            EMIT(AssocItemDelegationMac);
        else
            EMIT(AssocItemDelegation);
    } else {
        if (flags & ITEM_BIT_A)
            EMIT(ItemDelegationMac);
        else
            EMIT(ItemDelegation);
    }
    RETURN();

/* `reuse impl`: the impl holds one delegation, which spans all from `reuse` on. */
RULE(reuse_impl_body)
    start = anchor;
    mark = MARK();
    if (AT(T_L_BRACE))
        CALL_GROUP_WITH(block, reuse_impl_body_end, PARSE_BLOCK_NO_ATTRS, 0);
    EXPECT(T_SEMI);
STATE(reuse_impl_body_end)
    EMIT(AssocItemDelegationMac);
    RETURN();
