/* ir_check.h: what the tests of the IR share: checks that count, modules out of text, one function run. */
#ifndef IR_CHECK_H
#define IR_CHECK_H

#include <stdio.h>
#include <stdlib.h>

#include "ir/ir.h"

static unsigned n_checks, n_failures;
static arena memory;
static jmp_buf out_of_memory;

#define CHECK(condition, ...)                                                                                          \
    do {                                                                                                               \
        n_checks++;                                                                                                    \
        if (!(condition)) {                                                                                            \
            n_failures++;                                                                                              \
            fprintf(stderr, "%s:%d: ", __FILE__, __LINE__);                                                            \
            fprintf(stderr, __VA_ARGS__);                                                                              \
            fprintf(stderr, "\n");                                                                                     \
        }                                                                                                              \
    } while (0)

static inline void check_begin(void)
{
    if (setjmp(out_of_memory)) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    memory.out_of_memory = &out_of_memory;
}

static inline int check_end(const char *name)
{
    arena_free(&memory);
    printf("%s: %u checks, %u failures\n", name, n_checks, n_failures);
    return n_failures != 0 || n_checks == 0;
}

/* What modules of a test hold. */
static uint8_t has_op[IR_N_OPS], has_intrinsic[IR_N_INTRINSICS];

static inline void note_module(const ir_module *m)
{
    for (ir_function_id id = 1; id < m->functions.n; id++)
        for (uint32_t k = 0; k < m->functions.at[id].code.n; k++) {
            const ir_instr *i = &m->functions.at[id].code.at[k];
            has_op[i->op] = 1;
            if (i->op == IR_INTRINSIC)
                has_intrinsic[i->aux] = 1;
        }
}

/* The module of a text, read and verified; ends the program where it is wrong. */
static inline ir_module *module_of(const char *text)
{
    ir_module *m = ARENA_NEW(&memory, ir_module);
    const char *message = NULL;
    ir_begin(m, &memory);
    if (!ir_read(m, text, strlen(text), &message)) {
        fprintf(stderr, "%s\n%s\n", message, text);
        exit(1);
    }
    message = ir_verify(m);
    if (message) {
        fprintf(stderr, "%s\n%s\n", message, text);
        exit(1);
    }
    note_module(m);
    return m;
}

static inline ir_function_id function_of(const ir_module *m, const char *name)
{
    for (ir_function_id i = 1; i < m->functions.n; i++)
        if (strcmp(m->functions.at[i].name, name) == 0)
            return i;
    fprintf(stderr, "there is no function %s\n", name);
    exit(1);
}

/* The bytes of a file; ends the program where there is none. */
static inline char *file_text(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        fprintf(stderr, "cannot read %s\n", path);
        exit(1);
    }
    char room[1 << 14];
    const size_t n = fread(room, 1, sizeof room, file);
    fclose(file);
    return arena_text(&memory, room, n);
}

static inline uint64_t f32_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline uint64_t f64_bits(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

#endif
