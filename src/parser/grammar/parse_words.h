/* parse_words.h: the words of parse_machine.h that all backends share. A backend defines before the rules:
 * PARSE_LABEL, GOTO, RETURN, PARSE_PUSH, MARK, CALL_GROUP, CALL_GROUP_WITH, EMIT_AT, EMIT_SPLIT, PARSE_MOVED, WANT,
 * UNEXPECTED, ERROR and SOFT_ERROR; PARSE_MOVED is an expression. Its `in` is the parse_input; it may say where kinds
 * and partners are read from (PARSE_KINDS, PARSE_PARTNER). */
/* Short cuts that note nothing as expected stand behind `PARSE_FAST &&`. */
#ifndef PARSE_FAST
#define PARSE_FAST 1
#endif
/* Stands where the table of the grammar (parse_table.h) does not follow the rules. */
#ifndef PARSE_TABLE_LEAVES
#define PARSE_TABLE_LEAVES() ((void)0)
#endif
#define RULE(name)  PARSE_LABEL(name)
#define STATE(name) PARSE_LABEL(name)
#ifndef CALL
#define CALL(rule, state)                                                                                              \
    do {                                                                                                               \
        PARSE_PUSH(S_##state);                                                                                         \
        GOTO(rule);                                                                                                    \
    } while (0)
#define CALL_WITH(rule, state, new_flags, new_aux)                                                                     \
    do {                                                                                                               \
        PARSE_PUSH(S_##state);                                                                                         \
        flags = (new_flags);                                                                                           \
        aux = (new_aux);                                                                                               \
        GOTO(rule);                                                                                                    \
    } while (0)
#endif
#define BEGIN()                                                                                                        \
    do {                                                                                                               \
        start = pos;                                                                                                   \
        mark = MARK();                                                                                                 \
    } while (0)
#ifndef MARK_NOW
#define MARK_NOW() MARK()
#endif
#define EMIT(kind) EMIT_AT(kind, anchor, start, pos, mark)
#ifndef PARSE_KINDS
#define PARSE_KINDS   in->kinds
#define PARSE_PARTNER in->partner
#endif
#define PARSE_MOVE(to) (pos = (to), k = PARSE_KINDS[pos], PARSE_MOVED())
#define BUMP()         PARSE_MOVE(pos + parse_kind_toks(k))
#define BUMP_ONE()     PARSE_MOVE(pos + 1)
#define SKIP_GROUP()   PARSE_MOVE(PARSE_PARTNER[pos] + 1)
#define PEEK(n)        (PARSE_KINDS[pos + (n)])
#define PEEK_PAST()    (PARSE_KINDS[pos + parse_kind_toks(k)])
#define AT(kind)       (k == (kind) || (WANT(kind), false))
#define EAT(kind)      (AT(kind) && (BUMP(), true))
/* Between two elements of a list: an error. The list's next element would be read at state. */
#ifndef UNEXPECTED_BETWEEN
#define UNEXPECTED_BETWEEN(state) UNEXPECTED()
#endif
/* Stands where a name is missing. */
#ifndef UNEXPECTED_NAME
#define UNEXPECTED_NAME()                                                                                              \
    do {                                                                                                               \
        WANT(W_IDENT);                                                                                                 \
        UNEXPECTED();                                                                                                  \
    } while (0)
#endif
#define EXPECT(kind)                                                                                                   \
    do {                                                                                                               \
        if (!AT(kind))                                                                                                 \
            UNEXPECTED();                                                                                              \
        BUMP();                                                                                                        \
    } while (0)
#ifndef DIVIDE
#define DIVIDE(what, state)      ((void)0)
#define DIVIDE_BLOCK(state)      ((void)0)
#define DIVIDE_LOOP(what, state) ((void)0)
#endif
#define EDITION_AT_LEAST(year) (in->edition >= (year))
#define TEXT_IS(tok, text)     parse_text_is(in, tok, text, (uint32_t)sizeof(text) - 1)
