/* rules_item.h: items; their frames go on in rules_impl.h, rules_adt.h and rules_fn.h.
 *
 *   item      reads one item, behind its attributes; aux says where it stands (parse_item_ahead.h)
 *   use_tree  reads `a::b as c`, `a::*` and `{a, b}`
 * In the frame of an item flags holds ITEM_ bits, and anchor is the token that the node is found by. */
/* clang-format off */

/* Bits of flags. */
#define ITEM_HAS_VIS 1
#define ITEM_IS_DEFAULT 2
#define ITEM_IS_FINAL 4
/* What these mean depends on the kind of item. */
#define ITEM_BIT_A 8
#define ITEM_BIT_B 16
#define ITEM_BIT_C 32
#define ITEM_IS_REUSE 64

#define ITEM_IN_ASSOC(context) ((context) == PARSE_ITEM_IN_TRAIT || (context) == PARSE_ITEM_IN_IMPL)
/* For kinds of items that only modules and blocks hold. */
#define ITEM_WANTS_MODULE()                                                                                            \
    do {                                                                                                               \
        if (flags & ITEM_IS_DEFAULT)                                                                                   \
            SOFT_ERROR(ITEM_NOT_DEFAULT, start, anchor + 1);                                                           \
        if (flags & ITEM_IS_FINAL)                                                                                     \
            SOFT_ERROR(ITEM_NOT_FINAL, start, anchor + 1);                                                             \
        if (ITEM_IN_ASSOC(aux))                                                                                        \
            SOFT_ERROR(ITEM_IN_TRAIT_OR_IMPL, start, anchor + 1);                                                      \
        if (aux == PARSE_ITEM_IN_FOREIGN)                                                                              \
            SOFT_ERROR(ITEM_IN_EXTERN_BLOCK, start, anchor + 1);                                                       \
    } while (0)
#define ITEM_EXPECT_NAME()                                                                                             \
    do {                                                                                                               \
        if (!PARSE_IS_IDENT(k)) {                                                                                      \
            UNEXPECTED_NAME(); \
        }                                                                                                              \
        BUMP_ONE();                                                                                                    \
    } while (0)
/* A token tree, and `;` where it has no braces. */
#define ITEM_MACRO_ARGS()                                                                                              \
    do {                                                                                                               \
        if (!AT(T_L_PAREN) && !AT(T_L_BRACKET) && !AT(T_L_BRACE))                                                      \
            UNEXPECTED();                                                                                              \
        EMIT_AT(TokenTree, pos, pos, in->partner[pos] + 1, MARK());                                                    \
        if (k == T_L_BRACE) {                                                                                          \
            SKIP_GROUP();                                                                                              \
        } else {                                                                                                       \
            SKIP_GROUP();                                                                                              \
            if (!EAT(T_SEMI))                                                                                          \
                SOFT_ERROR(ITEM_MACRO_NO_SEMI, in->partner[pos - 1], pos);                                             \
        }                                                                                                              \
    } while (0)

RULE(item)
    start = pos;
    flags = 0;
    if (k == T_KW_PUB) {
        flags = ITEM_HAS_VIS;
        if (PEEK(1) == T_L_PAREN)
            CALL_WITH(visibility, item_kind, 0, 0);
        EMIT_AT(Vis, pos, pos, pos + 1, MARK());
        BUMP_ONE();
        WANT(T_L_PAREN);
    }
STATE(item_kind)
    if (k == T_WEAK_DEFAULT && parse_default_ahead(in, pos)) {
        flags |= ITEM_IS_DEFAULT;
        BUMP_ONE();
    } else if (k == T_KW_FINAL) {
        flags |= ITEM_IS_FINAL;
        BUMP_ONE();
    }
    anchor = pos;
    switch (k) {
    case T_KW_FN:
        GOTO(item_fn);
    case T_KW_USE:
        if (parse_use_closure_ahead(in, pos))
            break;
        BUMP_ONE();
        CALL_WITH(use_tree, item_use, 0, 0);
    case T_KW_EXTERN:
        if (parse_fn_front_ahead(in, pos))
            GOTO(item_fn);
        BUMP_ONE();
        if (AT(T_KW_CRATE))
            GOTO(item_extern_crate);
        GOTO(item_foreign_mod);
    case T_KW_STATIC:
        if (!parse_static_front_ahead(in, pos))
            break;
        GOTO(item_static);
    case T_KW_TRAIT:
        GOTO(item_trait);
    case T_WEAK_AUTO:
        if (PEEK(1) == T_KW_TRAIT)
            GOTO(item_trait);
        GOTO(item_mac);
    case T_KW_IMPL:
        GOTO(item_impl);
    case T_KW_CONST:
        if (parse_fn_front_ahead(in, pos))
            GOTO(item_fn);
        if (parse_trait_front_ahead(in, pos))
            GOTO(item_trait);
        if (parse_impl_front_ahead(in, pos, 0))
            GOTO(item_impl);
        BUMP_ONE();
        if (k == T_L_BRACE && aux != PARSE_ITEM_IN_BLOCK)
            CALL_GROUP_WITH(block, item_const_block, PARSE_BLOCK_NO_ATTRS, 0);
        GOTO(item_const);
    case T_KW_UNSAFE:
        if (parse_fn_front_ahead(in, pos))
            GOTO(item_fn);
        if (parse_trait_front_ahead(in, pos))
            GOTO(item_trait);
        if (parse_impl_front_ahead(in, pos, 0))
            GOTO(item_impl);
        if (PEEK(1) == T_KW_STATIC)
            GOTO(item_static);
        if (PEEK(1) == T_KW_MOD)
            GOTO(item_mod);
        if (!parse_unsafe_foreign_ahead(in, pos))
            break;
        BUMP_ONE();
        anchor = pos;
        BUMP_ONE();
        flags |= ITEM_BIT_A;
        GOTO(item_foreign_mod);
    case T_WEAK_SAFE:
        if (parse_fn_front_ahead(in, pos))
            GOTO(item_fn);
        if (PEEK(1) == T_KW_STATIC)
            GOTO(item_static);
        GOTO(item_mac);
    case T_KW_ASYNC:
    case T_KW_GEN:
        if (!parse_fn_front_ahead(in, pos))
            break;
        GOTO(item_fn);
    case T_WEAK_REUSE:
        if (!parse_reuse_ahead(in, pos))
            GOTO(item_mac);
        GOTO(item_reuse);
    case T_KW_MOD:
        GOTO(item_mod);
    case T_KW_TYPE:
        BUMP_ONE();
        if (k == T_KW_CONST && PEEK(1) != T_L_BRACE && PEEK(1) != T_OR && PEEK(1) != T_OR_OR &&
            PEEK(1) != T_KW_MOVE && PEEK(1) != T_KW_USE && PEEK(1) != T_KW_STATIC) {
            anchor = pos;
            BUMP_ONE();
            GOTO(item_const);
        }
        GOTO(item_type);
    case T_KW_ENUM:
        GOTO(item_enum);
    case T_KW_STRUCT:
        GOTO(item_struct);
    case T_WEAK_UNION:
        if (!PARSE_IS_IDENT(PEEK(1)))
            GOTO(item_mac);
        GOTO(item_union);
    case T_WEAK_BUILTIN:
        if (PEEK(1) == T_POUND)
            break;
        GOTO(item_mac);
    case T_KW_MACRO:
        GOTO(item_macro);
    case T_WEAK_MACRO_RULES:
        if (!parse_macro_rules_ahead(in, pos))
            GOTO(item_mac);
        GOTO(item_macro_rules);
    case T_IDENT:
        if (parse_fn_front_ahead(in, pos))
            GOTO(item_fn);
        GOTO(item_mac);
    default:
        break;
    }
    if (PARSE_IS_PATH_SEGMENT(k) || k == T_PATH_SEP || k == T_LT || k == T_SHL)
        GOTO(item_mac);
    GOTO(item_none);

/* No item stands here. */
STATE(item_none)
    if (aux == PARSE_ITEM_IN_BLOCK && (flags & ITEM_HAS_VIS))
        ERROR(VIS_WITHOUT_ITEM, start, pos - (flags & (ITEM_IS_DEFAULT | ITEM_IS_FINAL) ? 1 : 0));
    if (flags & ITEM_HAS_VIS)
        SOFT_ERROR(VIS_WITHOUT_ITEM, start, pos - (flags & (ITEM_IS_DEFAULT | ITEM_IS_FINAL) ? 1 : 0));
    if (flags & ITEM_IS_DEFAULT)
        SOFT_ERROR(DEFAULT_WITHOUT_ITEM, pos - 1, pos);
    if (flags & ITEM_IS_FINAL)
        SOFT_ERROR(FINAL_WITHOUT_ITEM, pos - 1, pos);
    if (start > in->first_tok && in->kinds[start - 1] == T_DOC_COMMENT)
        ERROR(DOC_COMMENT_WITHOUT_ITEM, start - 1, start);
    if (parse_is_behind_attr(in, start))
        ERROR(ATTR_WITHOUT_ITEM, in->partner[start - 1] - 1, start);
    if (k == T_SEMI && aux == PARSE_ITEM_IN_MODULE) {
        SOFT_ERROR(INCORRECT_SEMI, pos, pos + 1);
        BUMP_ONE();
        RETURN();
    }
    if (aux != PARSE_ITEM_IN_MODULE && aux != PARSE_ITEM_IN_BLOCK)
        ERROR(NON_ITEM_IN_LIST, pos, pos + parse_kind_toks(k));
    WANT(W_ITEM);
    UNEXPECTED();

STATE(item_use)
    ITEM_WANTS_MODULE();
    EXPECT(T_SEMI);
    EMIT(ItemUse);
    RETURN();

RULE(use_tree)
    BEGIN();
    if (k == T_PATH_SEP) {
        BUMP();
        if (k == T_STAR || k == T_L_BRACE)
            GOTO(use_tree_rest);
    } else if (AT(T_L_BRACE) || AT(T_STAR)) {
        GOTO(use_tree_rest);
    }
STATE(use_tree_segment)
    if (k == T_COLON && in->kinds[pos - 1] == T_COLON) {
        SOFT_ERROR(TRIPLE_COLON, pos, pos + 1);
        BUMP_ONE();
    }
    if (!PARSE_IS_PATH_SEGMENT(k)) {
        UNEXPECTED_NAME();
    }
    anchor = pos;
    BUMP_ONE();
    if (EAT(T_PATH_SEP)) {
        if (k == T_STAR || k == T_L_BRACE)
            GOTO(use_tree_rest);
        GOTO(use_tree_segment);
    }
    if (k == T_COLON)
        ERROR(SINGLE_COLON_IN_USE, pos, pos + 1);
    if (EAT(T_KW_AS)) {
        if (!PARSE_IS_IDENT(k) && k != T_UNDERSCORE) {
            UNEXPECTED_NAME();
        }
        BUMP_ONE();
    }
STATE(use_tree_end)
    EMIT(UseTree);
    RETURN();
STATE(use_tree_rest)
    anchor = pos;
    if (k == T_L_BRACE)
        CALL_GROUP_WITH(use_group, use_tree_end, 0, 0);
    BUMP_ONE();
    GOTO(use_tree_end);

RULE(use_group)
    BUMP_ONE();
STATE(use_group_next)
    if (PARSE_IS_PATH_SEGMENT(k) && (PEEK(1) == T_COMMA || PEEK(1) == T_R_BRACE)) {
        EMIT_AT(UseTree, pos, pos, pos + 1, MARK());
        BUMP_ONE();
        GOTO(use_group_after);
    }
    if (!AT(T_R_BRACE))
        CALL_WITH(use_tree, use_group_after, 0, 0);
    BUMP_ONE();
    RETURN();
STATE(use_group_after)
    if (EAT(T_COMMA))
        GOTO(use_group_next);
    if (!AT(T_R_BRACE))
        UNEXPECTED_BETWEEN(use_group_next);
    BUMP_ONE();
    RETURN();

STATE(item_extern_crate)
    anchor = pos;
    BUMP_ONE();
    ITEM_WANTS_MODULE();
    if (k == T_KW_SELF)
        BUMP_ONE();
    else
        ITEM_EXPECT_NAME();
    if (k == T_MINUS) {
        while (k == T_MINUS) {
            BUMP_ONE();
            ITEM_EXPECT_NAME();
        }
        SOFT_ERROR(CRATE_NAME_WITH_DASHES, anchor + 1, pos);
    }
    if (EAT(T_KW_AS)) {
        if (k == T_UNDERSCORE)
            BUMP_ONE();
        else
            ITEM_EXPECT_NAME();
    }
    EXPECT(T_SEMI);
    EMIT(ItemExternCrate);
    RETURN();

/* Behind `extern`. */
STATE(item_foreign_mod)
    ITEM_WANTS_MODULE();
    if (PARSE_IS_LIT(k)) {
        if ((k != T_STR && k != T_RAW_STR) || (in->tok_flags[pos] & RUSTG_TOKEN_SUFFIX))
            SOFT_ERROR(ABI_NOT_STRING, pos, pos + 1);
        BUMP_ONE();
    }
    if (k == T_SEMI)
        ERROR(SEMI_FOR_BODY, pos, pos + 1);
    if (!AT(T_L_BRACE))
        UNEXPECTED();
    CALL_GROUP_WITH(item_list, item_foreign_mod_end, 0, PARSE_ITEM_IN_FOREIGN);
STATE(item_foreign_mod_end)
    EMIT(ItemForeignMod);
    RETURN();

STATE(item_static)
    if (flags & ITEM_IS_DEFAULT)
        SOFT_ERROR(ITEM_NOT_DEFAULT, start, anchor + 1);
    if (flags & ITEM_IS_FINAL)
        SOFT_ERROR(ITEM_NOT_FINAL, start, anchor + 1);
    if (k != T_KW_STATIC)
        BUMP_ONE();
    anchor = pos;
    BUMP_ONE();
    (void)EAT(T_KW_MUT);
    ITEM_EXPECT_NAME();
    if (k == T_LT)
        ERROR(STATIC_GENERICS, pos, pos + 1);
    if (!EAT(T_COLON) || k == T_EQ || k == T_SEMI) {
        WANT(T_EQ);
        WANT(T_SEMI);
        SOFT_ERROR(MISSING_STATIC_TYPE, pos, pos);
        GOTO(item_static_type);
    }
    CALL_WITH(type, item_static_type, 0, 0);
STATE(item_static_type)
    if (EAT(T_EQ))
        CALL_WITH(expr, item_static_end, 0, 0);
STATE(item_static_end)
    EXPECT(T_SEMI);
    if (ITEM_IN_ASSOC(aux))
        SOFT_ERROR(STATIC_IN_TRAIT_OR_IMPL, start, pos);
    if (aux == PARSE_ITEM_IN_FOREIGN)
        EMIT(ForeignItemStatic);
    else
        EMIT(ItemStatic);
    RETURN();

STATE(item_const_block)
    ITEM_WANTS_MODULE();
    EMIT(ItemConstBlock);
    RETURN();

/* Behind `const`. ITEM_BIT_A says that a where clause stood before the value, and ITEM_BIT_B that there is a value. */
STATE(item_const)
    if (k == T_KW_MUT)
        ERROR(CONST_MUT, pos, pos + 1);
    if (k == T_KW_LET)
        ERROR(CONST_LET, pos - 1, pos + 1);
    if (k == T_UNDERSCORE)
        BUMP_ONE();
    else
        ITEM_EXPECT_NAME();
    if (k != T_COLON)
        CALL_WITH(generics, item_const_colon, 0, 0);
STATE(item_const_colon)
    if (!EAT(T_COLON) || k == T_EQ || k == T_SEMI || k == T_KW_WHERE) {
        WANT(T_EQ);
        WANT(T_SEMI);
        SOFT_ERROR(MISSING_CONST_TYPE, pos, pos);
        GOTO(item_const_type);
    }
    CALL_WITH(type, item_const_type, 0, 0);
STATE(item_const_type)
    if (k == T_KW_WHERE) {
        flags |= ITEM_BIT_A;
        CALL_WITH(where_clause, item_const_value, 0, 0);
    }
    WANT(T_KW_WHERE);
STATE(item_const_value)
    if (EAT(T_EQ)) {
        if (flags & ITEM_BIT_A)
            SOFT_ERROR(WHERE_BEFORE_CONST_VALUE, pos - 1, pos);
        CALL_WITH(expr, item_const_where, 0, 0);
    }
STATE(item_const_where)
    if (k == T_KW_WHERE)
        CALL_WITH(where_clause, item_const_end, 0, 0);
    WANT(T_KW_WHERE);
STATE(item_const_end)
    EXPECT(T_SEMI);
    if (aux == PARSE_ITEM_IN_FOREIGN)
        SOFT_ERROR(CONST_IN_EXTERN_BLOCK, anchor + 1, anchor + 2);
    if (ITEM_IN_ASSOC(aux))
        EMIT(AssocItemConst);
    else
        EMIT(ItemConst);
    RETURN();

STATE(item_type)
    ITEM_EXPECT_NAME();
    if (k != T_EQ)
        CALL_WITH(generics, item_type_colon, 0, 0);
STATE(item_type_colon)
    if (EAT(T_COLON))
        CALL_WITH(bounds, item_type_where, 0, 0);
STATE(item_type_where)
    if (k == T_KW_WHERE)
        CALL_WITH(where_clause, item_type_value, 0, 0);
    WANT(T_KW_WHERE);
STATE(item_type_value)
    if (EAT(T_EQ))
        CALL_WITH(type, item_type_last_where, 0, 0);
STATE(item_type_last_where)
    if (k == T_KW_WHERE)
        CALL_WITH(where_clause, item_type_end, 0, 0);
    WANT(T_KW_WHERE);
STATE(item_type_end)
    EXPECT(T_SEMI);
    if (ITEM_IN_ASSOC(aux))
        EMIT(AssocItemType);
    else if (aux == PARSE_ITEM_IN_FOREIGN)
        EMIT(ForeignItemTyAlias);
    else
        EMIT(ItemTyAlias);
    RETURN();

STATE(item_mod)
    if (k == T_KW_UNSAFE)
        BUMP_ONE();
    anchor = pos;
    BUMP_ONE();
    ITEM_WANTS_MODULE();
    ITEM_EXPECT_NAME();
    if (!EAT(T_SEMI)) {
        if (!AT(T_L_BRACE))
            UNEXPECTED();
        CALL_GROUP_WITH(item_list, item_mod_end, 0, PARSE_ITEM_IN_MODULE);
    }
STATE(item_mod_end)
    EMIT(ItemMod);
    RETURN();

/* ITEM_BIT_A says `auto`, ITEM_BIT_B `unsafe`, and ITEM_BIT_C that there are bounds. */
STATE(item_trait)
    if (k == T_KW_CONST)
        BUMP_ONE();
    if (k == T_KW_UNSAFE) {
        flags |= ITEM_BIT_B;
        BUMP_ONE();
    }
    if (k == T_WEAK_AUTO) {
        flags |= ITEM_BIT_A;
        BUMP_ONE();
    }
    anchor = pos;
    EXPECT(T_KW_TRAIT);
    ITEM_WANTS_MODULE();
    ITEM_EXPECT_NAME();
    CALL_WITH(generics, item_trait_colon, 0, 0);
STATE(item_trait_colon)
    if (EAT(T_COLON)) {
        flags |= ITEM_BIT_C;
        CALL_WITH(bounds, item_trait_bounds, 0, 0);
    }
STATE(item_trait_bounds)
    if (EAT(T_EQ)) {
        if (flags & ITEM_BIT_C)
            SOFT_ERROR(TRAIT_ALIAS_BOUNDS, anchor, pos - 1);
        CALL_WITH(bounds, item_trait_alias_where, 0, 0);
    }
    WANT(T_KW_WHERE);
    if (k == T_KW_WHERE)
        CALL_WITH(where_clause, item_trait_body, 0, 0);
STATE(item_trait_body)
    if (k == T_SEMI)
        ERROR(SEMI_FOR_BODY, pos, pos + 1);
    if (!AT(T_L_BRACE))
        UNEXPECTED();
    CALL_GROUP_WITH(item_list, item_trait_end, 0, PARSE_ITEM_IN_TRAIT);
STATE(item_trait_end)
    EMIT(ItemTrait);
    RETURN();
STATE(item_trait_alias_where)
    if (k == T_KW_WHERE)
        CALL_WITH(where_clause, item_trait_alias_end, 0, 0);
    WANT(T_KW_WHERE);
STATE(item_trait_alias_end)
    EXPECT(T_SEMI);
    if (flags & ITEM_BIT_A)
        SOFT_ERROR(TRAIT_ALIAS_AUTO, start, pos);
    if (flags & ITEM_BIT_B)
        SOFT_ERROR(TRAIT_ALIAS_UNSAFE, start, pos);
    EMIT(ItemTraitAlias);
    RETURN();

STATE(item_macro)
    ITEM_WANTS_MODULE();
    BUMP_ONE();
    ITEM_EXPECT_NAME();
    if (AT(T_L_PAREN)) {
        EMIT_AT(TokenTree, pos, pos, in->partner[pos] + 1, MARK());
        SKIP_GROUP();
    }
    if (!AT(T_L_BRACE))
        UNEXPECTED();
    EMIT_AT(TokenTree, pos, pos, in->partner[pos] + 1, MARK());
    SKIP_GROUP();
    EMIT(ItemMacroDef);
    RETURN();

STATE(item_macro_rules)
    ITEM_WANTS_MODULE();
    BUMP_ONE();
    if (k != T_BANG)
        ERROR(MACRO_RULES_NO_BANG, pos - 1, pos);
    BUMP_ONE();
    ITEM_EXPECT_NAME();
    if (k == T_BANG)
        ERROR(MACRO_NAME_BANG, pos, pos + 1);
    ITEM_MACRO_ARGS();
    if (flags & ITEM_HAS_VIS)
        SOFT_ERROR(MACRO_RULES_VIS, start, start + 1);
    EMIT(ItemMacroDef);
    RETURN();

/* A macro call, or an item whose keyword is missing. */
STATE(item_mac)
    if (aux == PARSE_ITEM_IN_BLOCK)
        GOTO(item_none);
    if (PARSE_IS_WORD(k) && PEEK(1) != T_BANG && PEEK(1) != T_PATH_SEP)
        GOTO(item_missing_keyword);
    if (PARSE_FAST && PARSE_IS_PATH_SEGMENT(k) && PEEK(1) == T_BANG) {
        BUMP_ONE();
        GOTO(item_mac_bang);
    }
    CALL_WITH(path_mod, item_mac_bang, 0, 0);
STATE(item_mac_bang)
    if (k == T_BANG)
        anchor = pos;
    EXPECT(T_BANG);
    ITEM_MACRO_ARGS();
    if (flags & ITEM_HAS_VIS)
        SOFT_ERROR(MACRO_CALL_VIS, start, start + 1);
    if (flags & ITEM_IS_DEFAULT)
        SOFT_ERROR(ITEM_NOT_DEFAULT, start, anchor + 1);
    if (flags & ITEM_IS_FINAL)
        SOFT_ERROR(ITEM_NOT_FINAL, start, anchor + 1);
    if (ITEM_IN_ASSOC(aux))
        EMIT(AssocItemMacCall);
    else if (aux == PARSE_ITEM_IN_FOREIGN)
        EMIT(ForeignItemMacCall);
    else
        EMIT(ItemMacCall);
    RETURN();

STATE(item_missing_keyword)
    if (k == T_IDENT && (TEXT_IS(pos, "import") || TEXT_IS(pos, "using") || TEXT_IS(pos, "include") ||
                         TEXT_IS(pos, "require"))) {
        WANT(W_ITEM);
        UNEXPECTED();
    }
    ret = (flags & ITEM_HAS_VIS) && in->kinds[pos - 1] == T_KW_PUB; /* rustc underlines it too */
    if (PEEK(1) == T_L_BRACE) {
        if (PEEK(2) == T_R_BRACE)
            ERROR(MISSING_STRUCT_OR_ENUM, pos - ret, pos + 1);
        if (PEEK(3) == T_COLON || PEEK(4) == T_COLON)
            ERROR(MISSING_STRUCT, pos - ret, pos + 1);
        ERROR(MISSING_ENUM, pos - ret, pos + 1);
    }
    if (PEEK(1) == T_L_PAREN) {
        uint32_t behind = in->kinds[in->partner[pos + 1] + 1];
        if (behind == T_R_ARROW || behind == T_L_BRACE) {
            if (parse_self_ahead(in, pos + 2))
                ERROR(MISSING_FN_FOR_METHOD, pos - ret, pos + 1);
            ERROR(MISSING_FN, pos - ret, pos + 1);
        }
        if (behind == T_SEMI && (flags & ITEM_HAS_VIS) && pos == start + 1)
            ERROR(MISSING_STRUCT, pos - ret, pos + 1);
        ERROR(MISSING_FN_OR_STRUCT, pos - ret, pos + 1);
    }
    if (PEEK(1) == T_LT)
        ERROR(MISSING_FN_OR_STRUCT, pos - ret, pos + 1);
    if (flags & ITEM_HAS_VIS)
        GOTO(item_none);
    BUMP_ONE();
    WANT(T_PATH_SEP);
    WANT(T_BANG);
    UNEXPECTED();
