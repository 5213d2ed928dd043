/* rules_path.h: paths and their generic arguments.
 *
 *   path_expr       reads a path that has arguments only behind `::`
 *   path_type       reads one that has arguments with or without `::`
 *   path_mod        reads one that has none
 *   path_expr_rest, path_type_rest   go on from behind a segment; aux holds the bits so far
 *   path_type_next  goes on from behind arguments
 *   qpath_expr, qpath_type   read `<T as Trait>::rest`, from a token that begins with `<`
 *   generic_args    begins at `<` or `(`
 * Paths are no nodes, but QSelf and GenericArgs are. A path answers in ret with PARSE_PATH_LONG for more than one
 * segment or a leading `::`, and with PARSE_PATH_HAS_ARGS. A path ends before `::{` and `::*`. */
/* clang-format off */

RULE(path_mod)
    aux = 0;
    if (k == T_PATH_SEP) {
        aux = PARSE_PATH_LONG;
        BUMP();
    }
    for (;;) {
        if (k == T_COLON && in->kinds[pos - 1] == T_COLON) {
            SOFT_ERROR(TRIPLE_COLON, pos, pos + 1);
            BUMP_ONE();
        }
        if (!PARSE_IS_PATH_SEGMENT(k)) {
            UNEXPECTED_NAME();
        }
        BUMP_ONE();
        WANT(T_PATH_SEP);
        if (k != T_PATH_SEP || PEEK(2) == T_L_BRACE || PEEK(2) == T_STAR)
            break;
        aux = PARSE_PATH_LONG;
        BUMP();
    }
    ret = aux;
    RETURN();

RULE(path_type)
    aux = 0;
    if (k == T_PATH_SEP) {
        aux = PARSE_PATH_LONG;
        BUMP();
        if (k == T_COLON) {
            SOFT_ERROR(TRIPLE_COLON, pos, pos + 1);
            BUMP_ONE();
        }
    }
STATE(path_type_segment)
    if (!PARSE_IS_PATH_SEGMENT(k)) {
        UNEXPECTED_NAME();
    }
    BUMP_ONE();
RULE(path_type_rest)
    if (k == T_PATH_SEP && PARSE_BEGINS_ARGS(PEEK(2)))
        BUMP();
    if (PARSE_BEGINS_ARGS(k)) {
        aux |= PARSE_PATH_HAS_ARGS;
        CALL(generic_args, path_type_next);
    }
    WANT(T_LT);
    WANT(T_L_PAREN);
RULE(path_type_next)
    if (k == T_PATH_SEP && PEEK(2) != T_L_BRACE && PEEK(2) != T_STAR) {
        aux |= PARSE_PATH_LONG;
        BUMP();
        if (k == T_COLON) {
            SOFT_ERROR(TRIPLE_COLON, pos, pos + 1);
            BUMP_ONE();
        }
        GOTO(path_type_segment);
    }
    WANT(T_PATH_SEP);
    ret = aux;
    RETURN();

RULE(path_expr)
    aux = 0;
    if (k == T_PATH_SEP) {
        aux = PARSE_PATH_LONG;
        BUMP();
        if (k == T_COLON) {
            SOFT_ERROR(TRIPLE_COLON, pos, pos + 1);
            BUMP_ONE();
        }
    }
STATE(path_expr_segment)
    if (!PARSE_IS_PATH_SEGMENT(k)) {
        UNEXPECTED_NAME();
    }
    BUMP_ONE();
RULE(path_expr_rest)
    if (k == T_PATH_SEP && PARSE_BEGINS_ARGS(PEEK(2))) {
        aux |= PARSE_PATH_HAS_ARGS;
        BUMP();
        CALL(generic_args, path_expr_args_end);
    }
STATE(path_expr_next)
    if (k == T_PATH_SEP && PEEK(2) != T_L_BRACE && PEEK(2) != T_STAR) {
        aux |= PARSE_PATH_LONG;
        BUMP();
        if (k == T_COLON) {
            SOFT_ERROR(TRIPLE_COLON, pos, pos + 1);
            BUMP_ONE();
        }
        GOTO(path_expr_segment);
    }
    WANT(T_PATH_SEP);
    ret = aux;
    RETURN();
STATE(path_expr_args_end)
    /* In `a::<b> >::c` rustc takes the second `>` for one too many, though it might be a comparison. */
    if ((k == T_GT || k == T_SHR) && PARSE_IS_GT(in->kinds[pos - 1]) && parse_angles_ahead(in, pos))
        ERROR(UNMATCHED_ANGLE_BRACKETS, pos, parse_angles_ahead(in, pos));
    if (PARSE_IS_MISGLUED(pos))
        UNEXPECTED();
    GOTO(path_expr_next);

RULE(qpath_expr)
    aux = 1;
    GOTO(qpath);
RULE(qpath_type)
    aux = 0;
STATE(qpath)
    BEGIN();
    anchor = pos;
    BUMP_ONE();
    CALL_WITH(type, qpath_as, 0, 0);
STATE(qpath_as)
    if (EAT(T_KW_AS))
        CALL(path_type, qpath_close);
STATE(qpath_close)
    if (!PARSE_IS_GT(k)) {
        WANT(T_GT);
        UNEXPECTED();
    }
    BUMP_ONE();
    EMIT(QSelf);
    if (k == T_PATH_SEP && (PEEK(2) == T_L_BRACE || PEEK(2) == T_STAR)) {
        ret = PARSE_PATH_LONG;
        RETURN();
    }
    if (k == T_COLON && PARSE_IS_IDENT(PEEK(1))) {
        SOFT_ERROR(QPATH_SINGLE_COLON, pos, pos + 1);
        BUMP_ONE();
    } else {
        EXPECT(T_PATH_SEP);
    }
    if (aux) {
        aux = PARSE_PATH_LONG;
        GOTO(path_expr_segment);
    }
    aux = PARSE_PATH_LONG;
    GOTO(path_type_segment);

RULE(generic_args)
    BEGIN();
    anchor = pos;
    if (k == T_L_PAREN) {
        if (PEEK(1) != T_DOT_DOT)
            CALL_GROUP(generic_inputs, generic_output);
        BUMP_ONE();
        BUMP();
        EXPECT(T_R_PAREN);
        if (k == T_R_ARROW)
            ERROR(RETURN_TYPE_NOTATION_OUTPUT, pos, pos + 2);
        EMIT(GenericArgs);
        RETURN();
    }
    BUMP_ONE();
STATE(generic_arg)
    if (PARSE_IS_PATH_SEGMENT(k)) {
        switch (PEEK(1)) {
        case T_COMMA:
            EMIT_AT(TyPath, pos, pos, pos + 1, MARK());
            BUMP_ONE();
            BUMP_ONE();
            GOTO(generic_arg);
        case T_GT:
        case T_SHR:
            EMIT_AT(TyPath, pos, pos, pos + 1, MARK());
            BUMP_ONE();
            GOTO(generic_close);
        case T_EQ:
        case T_COLON:
            CALL(generic_assoc, generic_arg_end);
        case T_L_PAREN:
            if (parse_old_dyn_ahead(in, pos))
                CALL_WITH(type, generic_arg_end, 0, 0);
            CALL_WITH(generic_path, generic_arg_end, 0, 0);
        case T_LT:
        case T_SHL:
        case T_L_ARROW:
        case T_PATH_SEP:
            CALL_WITH(generic_path, generic_arg_end, 0, 0);
        default:
            CALL_WITH(type, generic_arg_end, 0, 0);
        }
    }
    if (k == T_LIFETIME && !PARSE_IS_PLUS(PEEK(1))) {
        if (parse_lifetime_is_reserved(in, pos))
            SOFT_ERROR(KEYWORD_LIFETIME, pos, pos + 1);
        EMIT_AT(Lifetime, pos, pos, pos + 1, MARK());
        BUMP_ONE();
        GOTO(generic_arg_end);
    }
    if (PARSE_IS_LITERAL(k) && (PEEK(1) == T_COMMA || PEEK(1) == T_GT)) {
        EMIT_AT(ExprLit, pos, pos, pos + 1, MARK());
        BUMP_ONE();
        GOTO(generic_arg_end);
    }
    if (PARSE_BEGINS_CONST_ARG(k))
        CALL_WITH(const_arg, generic_arg_end, 0, 0);
    if (k == T_KW_CONST && PEEK(1) == T_L_BRACE)
        CALL_WITH(const_arg, generic_arg_end, 0, 0);
    if (PARSE_BEGINS_TYPE(k))
        CALL_WITH(type, generic_arg_end, 0, 0);
    if (PARSE_IS_GT(k))
        GOTO(generic_close);
    if (k == T_KW_CONST)
        ERROR(CONST_IN_GENERIC_ARGS, pos, pos + 1);
    if (k == T_POUND && PEEK(1) == T_L_BRACKET)
        ERROR(ATTRIBUTE_ON_GENERIC_ARG, pos, in->partner[pos + 1] + 1);
    WANT(T_LIFETIME);
    WANT(W_CONST);
    WANT(W_TYPE);
    WANT(T_GT);
    UNEXPECTED();
STATE(generic_arg_end)
    if (EAT(T_COMMA))
        GOTO(generic_arg);
STATE(generic_close)
    if (!PARSE_IS_GT(k)) {
        if (k == T_COLON && PARSE_IS_IDENT(PEEK(1)))
            ERROR(SINGLE_COLON_IN_PATH, pos, pos + 1);
        if (PARSE_IS_WORD(in->kinds[pos - 1]) && k != T_EOF && (PARSE_IS_WORD(k) || PARSE_IS_WORD(PEEK_PAST()))) {
            WANT(T_COLON);
            WANT(T_EQ);
        }
        WANT(T_GT);
        UNEXPECTED();
    }
    BUMP_ONE();
    EMIT(GenericArgs);
    RETURN();

/* An argument that begins as a path does is the name of an associated item, or a type. */
RULE(generic_path)
    BEGIN();
    anchor = pos;
    BUMP_ONE();
    if (PARSE_BEGINS_ARGS(k))
        CALL(generic_args, generic_path_args);
    if (PARSE_IS_PATH_SEGMENT(PEEK(2)))
        GOTO(type_segment);
    CALL_WITH(path_type_rest, generic_path_end, 0, 0);
STATE(generic_path_end)
    if (ret == PARSE_PATH_HAS_ARGS && (k == T_EQ || k == T_COLON))
        GOTO(generic_assoc_term);
    GOTO(type_path_end);
STATE(generic_path_args)
    if (k != T_EQ && k != T_COLON)
        GOTO(type_args_end);
    GOTO(generic_assoc_term);
RULE(generic_assoc)
    BEGIN();
    anchor = pos;
    BUMP_ONE();
STATE(generic_assoc_term)
    if (k == T_COLON) {
        BUMP_ONE();
        CALL(bounds, generic_assoc_end);
    }
    BUMP_ONE();
    if (k == T_LIFETIME && !PARSE_IS_PLUS(PEEK(1)))
        ERROR(LIFETIME_IN_EQ_CONSTRAINT, pos, pos + 1);
    if (PARSE_BEGINS_CONST_ARG(k))
        CALL_WITH(const_arg, generic_assoc_end, 0, 0);
    if (k == T_KW_CONST && PEEK(1) == T_L_BRACE)
        CALL_WITH(const_arg, generic_assoc_end, 0, 0);
    if (!PARSE_BEGINS_TYPE(k))
        ERROR(MISSING_ASSOC_TYPE, pos, pos);
    CALL_WITH(type, generic_assoc_end, 0, 0);
STATE(generic_assoc_end)
    EMIT(AssocArg);
    RETURN();

/* `(A, B) -> C` holds types only, whatever a parameter list may hold elsewhere. */
RULE(generic_inputs)
    BUMP_ONE();
STATE(generic_input)
    if (k == T_R_PAREN) {
        BUMP_ONE();
        RETURN();
    }
    if (parse_self_ahead(in, pos))
        ERROR(SELF_IN_FN_PATH, pos, pos + 1);
    if ((PARSE_IS_IDENT(k) || k == T_UNDERSCORE) && PEEK(1) == T_COLON)
        ERROR(NAMED_PARAMS_IN_FN_PATH, pos, pos + 1);
    if (k == T_DOT_DOT_DOT)
        ERROR(C_VARIADIC_IN_FN_PATH, pos, pos + 3);
    CALL_WITH(type, generic_input_end, 0, 0);
STATE(generic_input_end)
    if (EAT(T_COMMA))
        GOTO(generic_input);
    if (!AT(T_R_PAREN))
        UNEXPECTED_BETWEEN(generic_input);
    BUMP_ONE();
    RETURN();
STATE(generic_output)
    if (EAT(T_R_ARROW))
        CALL_WITH(type, generic_output_end, PARSE_NO_PLUS | PARSE_TYPE_IN_PATH, 0);
STATE(generic_output_end)
    EMIT(GenericArgs);
    RETURN();
