/* adjoint_refused_test.c: what no source comes to today is refused as well, and gets no gradient that is zero without a
 * word: an operation without a rule, memory of a block that is no array, a function of the library without a rule, and
 * a rule that could not be lowered. Their kernels are texts of IR. */
#include "adjoint/adjoint.h"
#include "ir/ir_check.h"

enum { N_PARAMS = 4 };

/* result: the number of the body's last value. instead: what the kernel's multiplication becomes behind the verifier,
 * which takes no other such operation of floats. */
typedef struct row {
    const char *type, *body, *reason;
    unsigned result;
    ir_op instead;
    bool has_rule;
} row;

static const row rows[] = {
    {"", "%8: f32 = mul %6, %7\n", NULL, 8, IR_MUL, false},
    {"", "%8: f32 = mul %6, %7\n", "this operation has no rule", 8, IR_AND, false},
    {"type #0 = struct { f32, f32 }\nglobal @1 shared \"pair\": #0\n",
     "%8: ptr = global_addr @1\n%9: ptr = field_addr #0 1, %8\nstore %9, %6\nbarrier\n%10: f32 = load %9\n",
     "memory of a block that is no array", 10, IR_MUL, false},
    {"", "%8: f32 = call \"other\"(%6)\n", "the library's function `other` has no rule", 8, IR_MUL, false},
    {"", "%8: f32 = call \"other\"(%6)\n", "the rule of `other` cannot be compiled", 8, IR_MUL, true},
};

static uint16_t refused_math_of(void *user, ir_function_id f)
{
    const ir_module *m = user;
    return strcmp(m->functions.at[f].name, "other") == 0 ? ADJOINT_NO_RULE : 0;
}

static bool refused_is_given(void *user, ir_function_id f)
{
    const ir_module *m = user;
    return strcmp(m->functions.at[f].name, "other") == 0;
}

static adjoint_given refused_rule(void *user, ir_function_id f)
{
    (void)user;
    (void)f;
    return (adjoint_given){0};
}

static void check_row(const row *of)
{
    static const adjoint_param params[N_PARAMS] = {[0] = {.role = ADJOINT_READ, .type = IR_F32, .name = "x"},
                                                   [2] = {.role = ADJOINT_WRITTEN, .type = IR_F32, .name = "y"}};
    ir_module *m = module_of(
        arena_format(&memory,
                     "rustg ir 1\n%sfn \"other\"(%%1: f32) -> f32 {\n%%2: f32 = mul %%1, %%1\nreturn %%2\n}\n"
                     "kernel \"f\"(%%1 x: ptr read_only no_alias of 4 align 4, %%2 x_len: u64 length, %%3 y: ptr "
                     "no_alias of 4 align 4, %%4 y_len: u64 length) {\n%%5: u64 = thread_index\n%%6: f32 = load %%1\n"
                     "%%7: f32 = load %%3\n%sstore %%3, %%%u\nreturn\n}\n",
                     of->type, of->body, of->result));
    const ir_function_id kernel = function_of(m, "f");
    for (uint32_t i = 0; i < m->functions.at[kernel].code.n; i++)
        if (m->functions.at[kernel].code.at[i].op == IR_MUL)
            m->functions.at[kernel].code.at[i].op = (uint8_t)of->instead;
    const adjoint_request request = {.mode = ADJOINT_REVERSE,
                                     .kernel = kernel,
                                     .name = "f_adjoint",
                                     .params = params,
                                     .math_of = of->has_rule ? NULL : refused_math_of,
                                     .is_given = of->has_rule ? refused_is_given : NULL,
                                     .given = refused_rule,
                                     .user = m};
    const adjoint_answer answer = adjoint_make(m, &request);
    const char *reason = answer.function ? NULL : answer.reason;
    CHECK(reason == of->reason || (reason && of->reason && strcmp(reason, of->reason) == 0), "%s, and not %s",
          reason ? reason : "accepted", of->reason ? of->reason : "accepted");
}

int main(void)
{
    check_begin();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        check_row(&rows[i]);
    return check_end("adjoint_refused_test");
}
