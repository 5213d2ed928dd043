/* rules_adt.h: structs, enums and unions.
 *
 *   item_struct, item_enum, item_union   go on in the frame of an item, at its keyword
 *   fields_named   begins at `{` and makes FieldDef nodes
 *   fields_tuple   begins at `(` and makes FieldDef nodes
 *   variants       begins at `{` and makes Variant nodes */
/* clang-format off */

STATE(item_struct)
    ITEM_WANTS_MODULE();
    BUMP_ONE();
    ITEM_EXPECT_NAME();
    if (k != T_L_BRACE)
        CALL_WITH(generics, item_struct_body, 0, 0);
STATE(item_struct_body)
    if (k == T_KW_WHERE)
        CALL_WITH(where_clause, item_struct_behind_where, 0, 0);
    if (k == T_L_BRACE)
        CALL_GROUP_WITH(fields_named, item_struct_end, 0, 0);
    if (k == T_L_PAREN)
        CALL_GROUP_WITH(fields_tuple, item_struct_last_where, 0, 0);
    if (k == T_SEMI) {
        BUMP_ONE();
        GOTO(item_struct_end);
    }
    ERROR(AFTER_STRUCT_NAME, pos, pos + parse_kind_toks(k));
STATE(item_struct_behind_where)
    if (EAT(T_SEMI))
        GOTO(item_struct_end);
    if (k != T_L_BRACE)
        ERROR(EXPECTED_STRUCT_BODY, pos, pos + parse_kind_toks(k));
    CALL_GROUP_WITH(fields_named, item_struct_end, 0, 0);
STATE(item_struct_last_where)
    if (k == T_KW_WHERE)
        CALL_WITH(where_clause, item_struct_semi, 0, 0);
    WANT(T_KW_WHERE);
STATE(item_struct_semi)
    EXPECT(T_SEMI);
STATE(item_struct_end)
    EMIT(ItemStruct);
    RETURN();

STATE(item_union)
    ITEM_WANTS_MODULE();
    BUMP_ONE();
    ITEM_EXPECT_NAME();
    if (k != T_L_BRACE)
        CALL_WITH(generics, item_union_where, 0, 0);
STATE(item_union_where)
    if (k == T_KW_WHERE)
        CALL_WITH(where_clause, item_union_body, 0, 0);
    if (k != T_L_BRACE)
        ERROR(AFTER_UNION_NAME, pos, pos + parse_kind_toks(k));
STATE(item_union_body)
    if (k != T_L_BRACE)
        ERROR(EXPECTED_STRUCT_BODY, pos, pos + parse_kind_toks(k));
    CALL_GROUP_WITH(fields_named, item_union_end, 0, 0);
STATE(item_union_end)
    EMIT(ItemUnion);
    RETURN();

STATE(item_enum)
    ITEM_WANTS_MODULE();
    BUMP_ONE();
    if (k == T_KW_STRUCT)
        ERROR(ENUM_STRUCT, anchor, pos + 1);
    ITEM_EXPECT_NAME();
    if (k != T_L_BRACE)
        CALL_WITH(generics, item_enum_where, 0, 0);
STATE(item_enum_where)
    if (k == T_KW_WHERE)
        CALL_WITH(where_clause, item_enum_body, 0, 0);
    WANT(T_KW_WHERE);
STATE(item_enum_body)
    if (k == T_SEMI)
        ERROR(SEMI_FOR_BODY, pos, pos + 1);
    if (!AT(T_L_BRACE))
        UNEXPECTED();
    CALL_GROUP_WITH(variants, item_enum_end, 0, 0);
STATE(item_enum_end)
    EMIT(ItemEnum);
    RETURN();

RULE(variants)
    BUMP_ONE();
STATE(variants_next)
    if (AT(T_R_BRACE)) {
        BUMP_ONE();
        RETURN();
    }
    LIST_ELEMENT(VARIANTS, variants_next);
    mark = MARK();
    if (PARSE_FAST && PARSE_IS_IDENT(k) && (PEEK(1) == T_COMMA || PEEK(1) == T_R_BRACE)) {
        EMIT_AT(Variant, pos, pos, pos + 1, mark);
        BUMP_ONE();
        GOTO(variants_after);
    }
    if (k == T_POUND || k == T_DOC_COMMENT || k == T_INNER_DOC)
        CALL_WITH(outer_attrs, variant, 0, 0);
STATE(variant)
    start = pos;
    if (AT(T_KW_PUB))
        CALL_WITH(visibility, variant_name, 0, 0);
STATE(variant_name)
    anchor = pos;
    if ((k == T_KW_ENUM || k == T_KW_STRUCT || k == T_WEAK_UNION) && PARSE_IS_WORD(PEEK(1)))
        ERROR(NESTED_ADT_IN_ENUM, pos, pos + 1);
    if (!PARSE_IS_IDENT(k)) {
        WANT(W_IDENT);
        UNEXPECTED();
    }
    BUMP_ONE();
    if (k == T_BANG)
        UNEXPECTED();
    if (AT(T_L_BRACE))
        CALL_GROUP_WITH(fields_named, variant_value, 0, 0);
    if (AT(T_L_PAREN))
        CALL_GROUP_WITH(fields_tuple, variant_value, 0, 0);
STATE(variant_value)
    if (EAT(T_EQ))
        CALL_WITH(expr, variant_end, 0, 0);
STATE(variant_end)
    EMIT(Variant);
STATE(variants_after)
    if (EAT(T_COMMA))
        GOTO(variants_next);
    if (!AT(T_R_BRACE))
        UNEXPECTED_BETWEEN(variants_next);
    BUMP_ONE();
    RETURN();

RULE(fields_named)
    BUMP_ONE();
STATE(fields_named_next)
    if (k == T_R_BRACE) {
        BUMP_ONE();
        RETURN();
    }
    LIST_ELEMENT(FIELD_DEFS, fields_named_next);
    mark = MARK();
    if (k == T_POUND || k == T_DOC_COMMENT || k == T_INNER_DOC)
        CALL_WITH(outer_attrs, field_named, 0, 0);
STATE(field_named)
    start = pos;
    if (AT(T_KW_PUB)) {
        if (PEEK(1) == T_L_PAREN)
            CALL_WITH(visibility, field_named_name, 0, 0);
        EMIT_AT(Vis, pos, pos, pos + 1, MARK());
        BUMP_ONE();
    }
STATE(field_named_name)
    (void)EAT(T_KW_UNSAFE);
    anchor = pos;
    if (!PARSE_IS_IDENT(k)) {
        if (parse_fn_front_ahead(in, pos))
            ERROR(FN_IN_FIELDS, start, pos + 1);
        if (k == T_KW_STRUCT && PARSE_IS_IDENT(PEEK(1)))
            ERROR(STRUCT_IN_FIELDS, start, pos + 2);
        WANT(W_IDENT);
        UNEXPECTED();
    }
    BUMP_ONE();
    if (k == T_BANG)
        UNEXPECTED();
    EXPECT(T_COLON);
    CALL_WITH(type, field_named_default, 0, 0);
STATE(field_named_default)
    if (k == T_COLON)
        ERROR(SINGLE_COLON_IN_FIELD, pos, pos + 1);
    if (k == T_EQ) {
        BUMP_ONE();
        CALL_WITH(expr, field_named_end, 0, 0);
    }
STATE(field_named_end)
    EMIT(FieldDef);
    if (k == T_COMMA) {
        BUMP_ONE();
        GOTO(fields_named_next);
    }
    if (k == T_R_BRACE)
        GOTO(fields_named_next);
    if (k == T_SEMI)
        ERROR(FIELDS_WITH_SEMI, pos, pos + 1);
    if (k == T_DOC_COMMENT || k == T_INNER_DOC)
        ERROR(DOC_COMMENT_ALONE, pos, pos + 1);
    if (PARSE_IS_IDENT(k) || PARSE_IS_RESERVED(k) || (k == T_POUND && PEEK(1) == T_L_BRACKET)) {
        SOFT_ERROR(EXPECTED_COMMA_BEHIND_FIELD, pos, pos); /* another field */
        GOTO(fields_named_next);
    }
    ERROR(EXPECTED_COMMA_BEHIND_FIELD, pos, pos);

RULE(fields_tuple)
    BUMP_ONE();
STATE(fields_tuple_next)
    if (AT(T_R_PAREN)) {
        BUMP_ONE();
        RETURN();
    }
    mark = MARK();
    if (k == T_POUND || k == T_DOC_COMMENT || k == T_INNER_DOC)
        CALL_WITH(outer_attrs, field_tuple, 0, 0);
STATE(field_tuple)
    start = pos;
    if (AT(T_KW_PUB)) {
        if (PEEK(1) == T_L_PAREN)
            CALL_WITH(visibility, field_tuple_type, 0, 1);
        EMIT_AT(Vis, pos, pos, pos + 1, MARK());
        BUMP_ONE();
    }
STATE(field_tuple_type)
    anchor = pos;
    CALL_WITH(type, field_tuple_default, 0, 0);
STATE(field_tuple_default)
    if (k == T_EQ) {
        BUMP_ONE();
        CALL_WITH(expr, field_tuple_end, 0, 0);
    }
STATE(field_tuple_end)
    EMIT(FieldDef);
    if (EAT(T_COMMA))
        GOTO(fields_tuple_next);
    if (!AT(T_R_PAREN))
        UNEXPECTED_BETWEEN(fields_tuple_next);
    BUMP_ONE();
    RETURN();
