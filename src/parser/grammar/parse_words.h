/* parse_words.h: the words of parse_machine.h that all backends share. Before the rules a backend defines PARSE_LABEL,
 * GOTO, RETURN, PARSE_PUSH or CALL and CALL_WITH, MARK, CALL_GROUP, CALL_GROUP_WITH, EMIT_AT, EMIT_SPLIT, PARSE_MOVED
 * (an expression), WANT, UNEXPECTED, ERROR and SOFT_ERROR. In its function `in` is the parse_input. */
/* A short cut that notes nothing as expected stands behind `PARSE_FAST &&`. */
#ifndef PARSE_FAST
#define PARSE_FAST 1
#endif
/* Whether what may not stand here is read on for the sake of a message, as rustc does in files. A macro's fragment ends
 * before it. */
#ifndef PARSE_RECOVERS
#define PARSE_RECOVERS true
#endif
/* Whether the rule that has called this one goes on at a state; known where errors are explained. */
#ifndef PARSE_RETURNS_TO
#define PARSE_RETURNS_TO(state) false
#endif
/* This word stands where the table of the grammar (parse_table.h) does not follow the rules. */
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
#define EMIT(kind)     EMIT_AT(kind, anchor, start, pos, mark)
#define PARSE_MOVE(to) (pos = (to), k = in->kinds[pos], PARSE_MOVED())
#define BUMP()         PARSE_MOVE(pos + parse_kind_toks(k))
#define BUMP_ONE()     PARSE_MOVE(pos + 1)
#define SKIP_GROUP()   PARSE_MOVE(in->partner[pos] + 1)
#define PEEK(n)        (in->kinds[pos + (n)])
#define PEEK_PAST()    (in->kinds[pos + parse_kind_toks(k)])
#define AT(kind)       (k == (kind) || (WANT(kind), false))
#define EAT(kind)      (AT(kind) && (BUMP(), true))
/* An error between two elements of a list, whose next element would be read at state. */
#ifndef UNEXPECTED_BETWEEN
#define UNEXPECTED_BETWEEN(state) UNEXPECTED()
#endif
/* An error where a name is missing. */
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
#ifndef LIST_ELEMENT
#define LIST_ELEMENT(what, state) ((void)0)
#endif
#define EDITION_AT_LEAST(year) (in->edition >= (year))
#define TEXT_IS(tok, text)     parse_text_is(in, tok, text, (uint32_t)sizeof(text) - 1)
