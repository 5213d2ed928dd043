/* ptx_decode.c: one instruction: its row by its spelling, operands by the row's form. */
#include "ptx_reader.h"

#include <stdlib.h>

typedef struct row {
    const char *words, *form;
} row;
static const row rows[] = {
    {"", ""},
#define PTX(name, words, form, ...) {words, form},
#include "ptx_instruction.def"
};
enum { N_ROWS = sizeof rows / sizeof rows[0] };

/* All spellings, sorted; made by the first decode. */
typedef struct spelling {
    const char *text;
    uint16_t code;
} spelling;
static arena table_memory;
static VEC(spelling) table;

static void expand(const char *words, uint16_t code)
{
    const char *open = strchr(words, '{'), *close = open ? strchr(open, '}') : NULL;
    if (!close) {
        vec_push(&table_memory, &table, (spelling){arena_text(&table_memory, words, strlen(words)), code});
        return;
    }
    for (const char *at = open + 1; at <= close;) {
        size_t n = strcspn(at, ",}");
        expand(arena_format(&table_memory, "%.*s%.*s%s", (int)(open - words), words, (int)n, at, close + 1), code);
        at += n + 1;
    }
}

static int by_text(const void *a, const void *b)
{
    const spelling *x = a, *y = b;
    int order = strcmp(x->text, y->text);
    return order ? order : (int)x->code - (int)y->code;
}

static const spelling *find_spelling(ptx_word word)
{
    jmp_buf out;
    if (table.n == 0) {
        table_memory.out_of_memory = &out;
        if (setjmp(out))
            abort();
        for (uint16_t code = 1; code < N_ROWS; code++)
            expand(rows[code].words, code);
        qsort(table.at, table.n, sizeof *table.at, by_text);
    }
    uint32_t low = 0, high = table.n;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        int order = strncmp(table.at[middle].text, word.at, word.n);
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < table.n && ptx_word_is(word, table.at[low].text) ? &table.at[low] : NULL;
}

uint32_t ptx_new_slot(ptx_reader *r, uint64_t value)
{
    vec_push(&r->m->memory, &r->f->slots, value);
    return r->f->slots.n - 1;
}

uint32_t ptx_constant(ptx_reader *r, uint64_t value)
{
    if (value == UINT64_MAX)
        return ptx_new_slot(r, value);
    uint32_t *slot = arena_map_at(&r->m->memory, &r->constants, value + 1, 1);
    if (!*slot)
        *slot = ptx_new_slot(r, value);
    return *slot;
}

static ptx_op *emit(ptx_reader *r, ptx_op op)
{
    vec_push(&r->m->memory, &r->f->code, op);
    return &r->f->code.at[r->f->code.n - 1];
}

void ptx_use_label(ptx_reader *r, uint32_t instruction, uint32_t targets, uint32_t index)
{
    uint32_t line = r->line;
    ptx_word word = ptx_take_word(r);
    vec_push(&r->m->memory, &r->uses, (ptx_use){word, r->scope, instruction, targets, index, line});
}

static ptx_name *find_name(ptx_reader *r, uint32_t *number)
{
    ptx_name *name = ptx_find(r, r->word, number);
    if (!name)
        ptx_wrong(r, "this name is not known");
    ptx_next(r);
    return name;
}

/* A register, a number, a variable's or function's address with or without an offset. A frame's variable has its
 * address only when the function runs: an instruction of its own computes it. */
uint32_t ptx_source(ptx_reader *r)
{
    uint32_t number, line = r->line;
    if (ptx_is_number(r))
        return ptx_constant(r, ptx_number(r));
    ptx_name *name = find_name(r, &number);
    uint64_t value = name->value;
    ptx_name_kind kind = name->kind;
    ptx_space space = name->space;
    if (kind == PTX_NAME_REGISTER)
        return (uint32_t)value + number;
    if (kind == PTX_NAME_PROTOTYPE || kind == PTX_NAME_TARGETS)
        ptx_wrong(r, "this name has no value");
    if (ptx_take(r, "+") || ptx_is(r, "-"))
        value += ptx_integer(r);
    if (kind != PTX_NAME_FRAME)
        return ptx_constant(r, value);
    uint32_t slot = ptx_new_slot(r, 0);
    emit(r, (ptx_op){.code = PTX_FRAME_ADDRESS, .line = line, .d = slot, .imm = value, .space = (uint8_t)space});
    return slot;
}

uint32_t ptx_result(ptx_reader *r, uint8_t *width)
{
    uint32_t number;
    *width = 8;
    if (ptx_take(r, "_"))
        return 0;
    ptx_name *name = find_name(r, &number);
    if (name->kind != PTX_NAME_REGISTER)
        ptx_wrong(r, "a result is no register");
    *width = name->width;
    return (uint32_t)name->value + number;
}

static void decode_form(ptx_reader *r, const char *form, ptx_op *op)
{
    uint8_t width;
    for (const char *at = form; *at; at++) {
        if (*at == '|') {
            if (ptx_take(r, "|"))
                op->e = ptx_result(r, &width);
            continue;
        }
        if (*at == '?') {
            op->b = ptx_take(r, ",") ? ptx_source(r) : 0;
            continue;
        }
        if (at > form)
            ptx_expect(r, ",");
        switch (*at) {
        case 'd': op->d = ptx_result(r, &op->width); break;
        case 'a': op->a = ptx_source(r); break;
        case 'b': op->b = ptx_source(r); break;
        case 'c': op->c = ptx_source(r); break;
        case 'e': op->e = ptx_source(r); break;
        case 'f': op->f = ptx_source(r); break;
        default:
            op->what = ptx_take(r, "!");
            op->a = ptx_source(r);
            break;
        }
    }
}

static uint8_t flags_of(const ptx_parts *parts)
{
    static const struct {
        const char *word;
        uint8_t flags;
    } known[] = {{"rn", PTX_NEAREST}, {"rz", PTX_ZERO}, {"rm", PTX_DOWN},
                 {"rp", PTX_UP},      {"ftz", PTX_FTZ}, {"sat", PTX_SAT}};
    uint8_t flags = 0;
    for (uint32_t i = 1; i < parts->n; i++)
        for (size_t k = 0; k < sizeof known / sizeof known[0]; k++)
            if (ptx_word_is(parts->at[i], known[k].word))
                flags |= known[k].flags;
    return flags;
}

/* (param0, param1): offsets in the frame */
static void read_arguments(ptx_reader *r, ptx_list *list)
{
    uint32_t number;
    ptx_expect(r, "(");
    while (!ptx_take(r, ")")) {
        ptx_name *name = find_name(r, &number);
        if (name->kind != PTX_NAME_FRAME || name->space != PTX_PARAM)
            ptx_wrong(r, "an argument is no parameter variable");
        vec_push(&r->m->memory, &list->at, (uint32_t)name->value);
        ptx_take(r, ",");
    }
}

static void decode_call(ptx_reader *r, ptx_op *op)
{
    ptx_call call = {0};
    uint32_t number;
    op->code = PTX_CALL;
    if (ptx_is(r, "(")) {
        read_arguments(r, &call.results);
        ptx_expect(r, ",");
    }
    ptx_name *name = find_name(r, &number);
    call.through_register = name->kind == PTX_NAME_REGISTER;
    if (call.through_register)
        op->a = (uint32_t)name->value + number;
    else if (name->kind == PTX_NAME_FUNCTION)
        call.function = (uint32_t)(name->value - PTX_CODE_WINDOW) / 16;
    else
        ptx_wrong(r, "what is called is no function");
    if (ptx_take(r, ",")) {
        if (ptx_is(r, "("))
            read_arguments(r, &call.args);
        if (ptx_take(r, ",") && find_name(r, &number)->kind != PTX_NAME_PROTOTYPE)
            ptx_wrong(r, "a prototype is missing");
    }
    op->imm = r->f->calls.n;
    vec_push(&r->m->memory, &r->f->calls, call);
}

static bool decode_flow(ptx_reader *r, const ptx_parts *parts, ptx_op *op)
{
    if (ptx_word_is(parts->at[0], "bra")) {
        op->code = PTX_BRANCH;
        ptx_use_label(r, r->f->code.n, 0, 0);
    } else if (ptx_word_is(parts->at[0], "brx")) {
        uint32_t number;
        op->code = PTX_BRANCH_INDEX;
        op->a = ptx_source(r);
        ptx_expect(r, ",");
        ptx_name *name = find_name(r, &number);
        if (name->kind != PTX_NAME_TARGETS)
            ptx_wrong(r, "a list of targets is missing");
        op->imm = name->value - 1;
    } else if (ptx_word_is(parts->at[0], "call")) {
        decode_call(r, op);
    } else {
        return false;
    }
    return true;
}

static void split(ptx_word word, ptx_parts *parts)
{
    parts->n = 0;
    for (uint32_t at = 0; at <= word.n && parts->n < sizeof parts->at / sizeof parts->at[0];) {
        uint32_t end = at;
        while (end < word.n && word.at[end] != '.')
            end++;
        parts->at[parts->n++] = (ptx_word){word.at + at, end - at};
        at = end + 1;
    }
}

static void decode_guard(ptx_reader *r, ptx_op *op)
{
    uint32_t number;
    op->guard = ptx_take(r, "!") ? 2 : 1;
    ptx_name *name = find_name(r, &number);
    if (name->kind != PTX_NAME_REGISTER || name->width != 1)
        ptx_wrong(r, "a guard is no predicate");
    op->p = (uint32_t)name->value + number;
}

void ptx_decode(ptx_reader *r)
{
    ptx_op op = {.line = r->line};
    ptx_parts parts;
    if (ptx_take(r, "@"))
        decode_guard(r, &op);
    op.line = r->line;
    ptx_word word = r->word;
    const spelling *known = find_spelling(word);
    split(word, &parts);
    ptx_reader before = *r;
    ptx_take_word(r);
    if (known) {
        op.code = known->code;
        op.aux = flags_of(&parts);
        decode_form(r, rows[known->code].form, &op);
    } else if (!decode_flow(r, &parts, &op) && !ptx_decode_memory(r, &parts, &op) &&
               !ptx_decode_convert(r, &parts, &op) && !ptx_decode_move(r, &parts, &op) &&
               !ptx_decode_tensor(r, &parts, &op) && !ptx_decode_hopper(r, &parts, &op)) {
        r->word = before.word;
        r->line = before.line;
        ptx_wrong(r, "this instruction is not known");
    }
    ptx_expect(r, ";");
    emit(r, op);
}
