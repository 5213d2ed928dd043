/* opt_strip_mine_test.c: loops of which four rounds' reads come first do what they did: steps of all widths, sums in
 * their order, writes to the counter's own element; and loops whose rounds are not each other's own business stay as
 * they are. */
#include "ir/ir_check.h"
#include "opt/opt.h"

enum { MOST = 3000, THREADS = 96 };
#define PARAMS "(%1 x: ptr read_only no_alias, %2 x_len: u64 length, %3 y: ptr no_alias, %4 y_len: u64 length, %5: u64)"

/* c = thread_index; loop { v = c; if v < y_len { c = next; body } else { break } } with the step %5, or a constant */
#define LOOP(next, body)                                                                                               \
    "local $1: u64\nlocal $2: u32\nlocal $3: u32\n%6: u64 = thread_index\nset $1, %6\n%7: u32 = const 1\nset $2, "     \
    "%7\nloop '1\n"                                                                                                    \
    "%8: u64 = get $1\n%9: bool = lt %8, %4\nif %9\n" next body "else\nbreak '1\nend\nend\n"
#define SATURATES                                                                                                      \
    "%10: bool = overflows add %8, %5\n%11: u64 = const -1\n%12: u64 = add %8, %5\n%13: u64 = select %10, %11, "       \
    "%12\nset $1, %13\n"
#define WRAPS "%10: u64 = const 32\n%11: u64 = add %8, %10\n%12: u64 = add %8, %10\n%13: u64 = const 5\nset $1, %12\n"
#define SUM                                                                                                            \
    "%14: ptr = element_addr u32, %1, %8\n%15: u32 = load %14\n%16: u32 = get $2\n%17: u32 = const 31\n%18: u32 = "    \
    "mul %16, %17\n%19: u32 = add %18, %15\nset $2, %19\n"
#define OWN                                                                                                            \
    "%14: ptr = element_addr u32, %3, %8\n%15: u32 = load %14\n%16: ptr = element_addr u32, %1, %8\n%17: u32 = load "  \
    "%16\n%18: u32 = mul %15, %17\n%19: u32 = get $2\n%20: u32 = add %18, %19\nset $2, %20\nstore %14, %20\n"
#define NEXT                                                                                                           \
    "%14: u64 = const 1\n%15: u64 = add %8, %14\n%16: ptr = element_addr u32, %3, %8\n%17: u32 = load %16\n%18: ptr "  \
    "= element_addr u32, %3, %15\nstore %18, %17\n"
#define CHOICE                                                                                                         \
    "%14: ptr = element_addr u32, %1, %8\n%15: u32 = load %14\n%16: u32 = const 1\n%17: u32 = and %15, %16\n%18: "     \
    "bool = eq %17, %16\nif %18\n"                                                                                     \
    "%19: u32 = get $2\n%20: u32 = add %19, %15\nset $2, %20\nelse\n%21: u32 = get $2\n%22: u32 = xor %21, %15\nset "  \
    "$2, %22\nend\n"
#define LEAVES                                                                                                         \
    "%14: ptr = element_addr u32, %1, %8\n%15: u32 = load %14\n%16: u32 = const 77\n%17: bool = eq %15, %16\nif "      \
    "%17\nbreak '1\nend\n%18: u32 = get $2\n%19: u32 = add %18, %15\nset $2, %19\n"

typedef struct row {
    const char *name, *body;
    bool streams;
    unsigned n;
} row; /* n: the body's last value */
static const row rows[] = {
    {"sum", LOOP(SATURATES, SUM), true, 19},        {"sum_by_32", LOOP(WRAPS, SUM), true, 19},
    {"own", LOOP(SATURATES, OWN), true, 20},        {"own_by_32", LOOP(WRAPS, OWN), true, 20},
    {"choice", LOOP(SATURATES, CHOICE), true, 22},  {"next", LOOP(SATURATES, NEXT), false, 18},
    {"leaves", LOOP(SATURATES, LEAVES), false, 19},
};

static uint32_t x[MOST + 1], y[MOST + 1], expected[MOST + 1];

static void fill(void)
{
    for (uint32_t i = 0; i <= MOST; i++) {
        x[i] = i * 2654435761u >> 7;
        y[i] = i * 40503u + 9;
    }
}

static ir_outcome run(ir_module *m, const char *name, uint64_t n, uint64_t step)
{
    const uint32_t *x_at = x, *y_at = y;
    const void *args[] = {&x_at, &n, &y_at, &n, &step};
    const ir_memory reached[] = {{x, sizeof x, "x", false}, {y, sizeof y, "y", false}};
    const ir_launch launch = {.grid = {3, 1, 1},
                              .block = {THREADS / 3, 1, 1},
                              .max_steps = 10000000,
                              .memory = reached,
                              .n_memory = 2,
                              .allows_races = true}; /* `next` is one */
    ir_panic panic;
    fill();
    return ir_run_kernel(m, function_of(m, name), &launch, args, &panic);
}

static uint32_t count(const ir_module *m, const char *name, ir_op op)
{
    const ir_function *f = &m->functions.at[function_of(m, name)];
    uint32_t n = 0;
    for (uint32_t i = 0; i < f->code.n; i++)
        n += f->code.at[i].op == op;
    return n;
}

int main(void)
{
    static const uint64_t steps[] = {
        1,         2, 3, 7, 96, 500, UINT64_C(1) << 59, (UINT64_C(1) << 60) + 1, UINT64_C(1) << 62, UINT64_C(1) << 63,
        UINT64_MAX};
    static const uint64_t lengths[] = {0, 1, 31, 97, 128, 129, 1000, MOST};
    check_begin();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const row *of = &rows[i];
        const char *text = arena_format(&memory, "rustg ir 1\nkernel \"%s\"%s {\n%s", of->name, PARAMS, of->body);
        unsigned n = of->n + 1;
        text = arena_format(&memory,
                            "%s%%%u: u32 = get $2\n%%%u: bool = lt %%6, %%4\nif %%%u\n%%%u: ptr = element_addr u32, "
                            "%%3, %%6\n%%%u: u32 = load %%%u\n"
                            "%%%u: u32 = add %%%u, %%%u\nstore %%%u, %%%u\nend\nreturn\n}\n",
                            text, n, n + 1, n + 1, n + 2, n + 3, n + 2, n + 4, n + 3, n, n + 2, n + 4);
        ir_module *m = module_of(text), *simpler = opt_optimize(m, &(opt_options){0});
        const char *wrong = ir_verify(simpler);
        CHECK(!wrong, "%s: %s", of->name, wrong);
        CHECK((count(simpler, of->name, IR_LOOP) > count(m, of->name, IR_LOOP)) == of->streams, "%s: %u loops",
              of->name, count(simpler, of->name, IR_LOOP));
        for (size_t s = 0; s < sizeof steps / sizeof steps[0]; s++)
            for (size_t k = 0; k < sizeof lengths / sizeof lengths[0]; k++) {
                ir_outcome first = run(m, of->name, lengths[k], steps[s]);
                memcpy(expected, y, sizeof y);
                ir_outcome second = run(simpler, of->name, lengths[k], steps[s]);
                CHECK(first == IR_RAN && second == IR_RAN && memcmp(y, expected, sizeof y) == 0,
                      "%s: %llu elements, steps of %llu: other results", of->name, (unsigned long long)lengths[k],
                      (unsigned long long)steps[s]);
            }
    }
    return check_end("opt_strip_mine_test");
}
