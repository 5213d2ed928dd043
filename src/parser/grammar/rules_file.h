/* rules_file.h: a whole file, and what stands between the braces of a module, trait, impl or extern block.
 *
 *   file       makes the File node
 *   item_list  begins at `{` and reads inner attributes and items up to behind `}`; aux says whose items they are. It
 *              makes no node of its own */
/* clang-format off */

RULE(file)
    BEGIN();
    aux = PARSE_ITEM_IN_MODULE;
    if (k == T_POUND || k == T_INNER_DOC)
        CALL(inner_attrs, file_next);
STATE(file_next)
    if (k == T_EOF) {
        EMIT_AT(File, start, start, pos + 1, mark);
        RETURN();
    }
    LIST_ELEMENT(ITEMS, file_next);
    CALL(item_with_attrs, file_next);

RULE(item_list)
    BUMP_ONE();
    if (k == T_POUND || k == T_INNER_DOC)
        CALL(inner_attrs, item_list_next);
STATE(item_list_next)
    if (k == T_R_BRACE) {
        BUMP_ONE();
        RETURN();
    }
    LIST_ELEMENT(ITEMS, item_list_next);
    CALL(item_with_attrs, item_list_next);

RULE(item_with_attrs)
    mark = MARK();
    if (k == T_POUND || k == T_DOC_COMMENT || k == T_INNER_DOC) {
        if (aux != PARSE_ITEM_IN_MODULE && k != T_POUND && PEEK(1) == T_R_BRACE)
            ERROR(DOC_COMMENT_AT_END, pos, pos + 1);
        CALL(outer_attrs, item);
    }
    GOTO(item);
