/* opt_coarsen_test.c: a coarse entry does just what as many threads of its kernel do, and kernels whose threads see
 * more of the launch than their own number have none. */
#include "ir/ir_check.h"
#include "opt/opt.h"

enum { MOST = 5000, BLOCK = 64 };
#define PARAMS "(%1 x: ptr read_only no_alias, %2 x_len: u64 length, %3 y: ptr no_alias, %4 y_len: u64 length)"
#define SITES                                                                                                          \
    "rustg ir 1\nsite 1 \"k.rs\":1:1 \"index {} of {}\"\nsite 2 \"k.rs\":2:1 \"overflow\"\nglobal @1 global \"g\": "   \
    "u32\n"

typedef struct row {
    const char *name, *body;
    uint32_t n_lanes, size;
} row;

/* y[i] = x[i] + y[i], each index checked, the sum too where `sum` says */
#define ADD(type, sum)                                                                                                 \
    "%5: u64 = thread_index\n%6: bool = lt %5, %4\nif %6\n%7: bool = lt %5, %2\ncheck %7, site 1, %5, %2\n"            \
    "%8: ptr = element_addr " type ", %1, %5\n%9: " type " = load %8\n%10: ptr = element_addr " type                   \
    ", %3, %5\n%11: " type " = load %10\n" sum "%13: " type " = add %9, %11\nstore %10, %13\nend\nreturn\n"
static const row rows[] = {
    {"plain", ADD("f32", "%12: u64 = const 0\n"), 4, 4},
    {"bytes", ADD("u8", "%12: u64 = const 0\n"), 8, 1},
    {"halves", ADD("u16", "%12: u64 = const 0\n"), 8, 2},
    {"wide", ADD("f64", "%12: u64 = const 0\n"), 2, 8},
    {"checked", ADD("i32", "%12: bool = overflows add %9, %11\nif %12\ntrap site 2\nend\n"), 4, 4},
    {"unguarded",
     "%5: u64 = thread_index\n%6: bool = lt %5, %2\ncheck %6, site 1, %5, %2\n%7: bool = lt %5, %4\ncheck %7, site 1, "
     "%5, %4\n"
     "%8: ptr = element_addr u32, %1, %5\n%9: u32 = load %8\n%10: ptr = element_addr u32, %3, %5\nstore %10, "
     "%9\nreturn\n",
     4, 4},
    {"early",
     "%5: u64 = thread_index\n%6: bool = ge %5, %4\nif %6\nelse\n%7: ptr = element_addr u32, %3, %5\n%8: u32 = convert "
     "%5\nstore %7, %8\nend\nreturn\n",
     4, 4},
    {"constant",
     "%5: u64 = thread_index\n%6: u64 = const 300\n%7: bool = lt %5, %6\n%8: bool = lt %5, %4\n%9: bool = and %7, "
     "%8\nif %9\n"
     "%10: ptr = element_addr u32, %3, %5\n%11: u32 = const 7\nstore %10, %11\nend\nreturn\n",
     4, 4},
    {"sum_of_lengths",
     "%5: u64 = thread_index\n%6: u64 = add %2, %2\n%7: bool = gt %6, %5\nif %7\n%8: bool = lt %5, %4\nif %8\n"
     "%9: ptr = element_addr u32, %3, %5\n%10: u32 = convert %5\nstore %9, %10\nend\nend\nreturn\n",
     4, 4},
    {"choice",
     "local $1: u32\n%5: u64 = thread_index\n%6: bool = lt %5, %4\nif %6\n%7: bool = lt %5, %2\ncheck %7, site 1, %5, "
     "%2\n"
     "%8: ptr = element_addr u32, %1, %5\n%9: u32 = load %8\n%10: u32 = const 3\n%11: u32 = rem %9, %10\nswitch "
     "%11\ncase 0\nset $1, %9\ncase 1\n"
     "%12: u32 = const 100\nset $1, %12\ndefault\n%13: u32 = not %9\nset $1, %13\nend\n%14: u32 = get $1\n%15: ptr = "
     "element_addr u32, %3, %5\n"
     "store %15, %14\nend\nreturn\n",
     4, 4},
    {"skips",
     "%5: u64 = thread_index\n%6: bool = lt %5, %4\nif %6\nblock '1\n%7: u64 = const 1\n%8: u64 = and %5, %7\n%9: u64 "
     "= const 0\n%10: bool = eq %8, %9\n"
     "if %10\nbreak '1\nend\n%11: ptr = element_addr u32, %3, %5\n%12: u32 = convert %5\nstore %11, "
     "%12\nend\nend\nreturn\n",
     4, 4},
    /* what has none */
    {"store_first",
     "%5: u64 = thread_index\n%6: bool = lt %5, %4\nif %6\n%7: ptr = element_addr u32, %3, %5\n%8: u32 = convert "
     "%5\nstore %7, %8\n"
     "%9: u32 = const 5\n%10: bool = lt %8, %9\ncheck %10, site 2\nend\nreturn\n",
     0, 4},
    {"block",
     "%5: u64 = thread_index\n%6: bool = lt %5, %4\nif %6\n%7: ptr = element_addr u32, %3, %5\n%8: u32 = "
     "block_idx.x\nstore %7, %8\nend\nreturn\n",
     0, 4},
    {"lane",
     "%5: u64 = thread_index\n%6: bool = lt %5, %4\nif %6\n%7: ptr = element_addr u32, %3, %5\n%8: u32 = lane\nstore "
     "%7, %8\nend\nreturn\n",
     0, 4},
    {"meets",
     "%5: u64 = thread_index\nbarrier\n%6: bool = lt %5, %4\nif %6\n%7: ptr = element_addr u32, %3, %5\n%8: u32 = "
     "convert %5\nstore %7, %8\nend\nreturn\n",
     0, 4},
    {"global",
     "%5: u64 = thread_index\n%6: bool = lt %5, %4\nif %6\n%7: ptr = global_addr @1\n%8: u32 = convert %5\nstore %7, "
     "%8\nend\nreturn\n",
     0, 4},
    {"no_limit",
     "%5: u64 = thread_index\n%6: u64 = const 15\n%7: u64 = and %5, %6\n%8: ptr = element_addr u32, %3, %7\n%9: u32 = "
     "const 1\nstore %8, %9\nreturn\n",
     0, 4},
    {"loops",
     "%5: u64 = thread_index\n%6: bool = lt %5, %4\nif %6\n%7: ptr = element_addr u32, %3, %5\nloop '1\n%8: u32 = load "
     "%7\n%9: u32 = const 9\n%10: u32 = add %8, %9\n"
     "store %7, %10\n%11: bool = lt %9, %10\nif %11\nbreak '1\nend\nend\nend\nreturn\n",
     0, 4},
};

static uint8_t x[MOST * 8], y[MOST * 8], expected[MOST * 8], before[MOST * 8];

static ir_outcome run(ir_module *m, ir_function_id f, uint32_t n_blocks, uint64_t x_len, uint64_t y_len,
                      const uint64_t *n_threads, ir_panic *panic)
{
    const uint8_t *x_at = x, *y_at = y;
    const void *args[] = {&x_at, &x_len, &y_at, &y_len, n_threads};
    const ir_memory reached[] = {{x, sizeof x, "x", false}, {y, sizeof y, "y", false}};
    const ir_launch launch = {.grid = {n_blocks, 1, 1}, .block = {BLOCK, 1, 1}, .memory = reached, .n_memory = 2};
    return ir_run_kernel(m, f, &launch, args, panic);
}

static void compare(const row *of, ir_module *m, ir_function_id own, ir_function_id coarse)
{
    static const uint32_t blocks[] = {1, 3, 4, 5, 16, 21, 37};
    static const uint32_t lengths[] = {0, 1, BLOCK, 4 * BLOCK, 4 * BLOCK + 1, 8 * BLOCK - 1, 999, 2300};
    for (size_t b = 0; b < sizeof blocks / sizeof blocks[0]; b++)
        for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++)
            for (size_t k = 0; k < sizeof lengths / sizeof lengths[0]; k++) {
                const uint64_t n_threads = (uint64_t)blocks[b] * BLOCK;
                ir_panic panic, again;
                memcpy(y, before, sizeof y);
                ir_outcome first = run(m, own, blocks[b], lengths[i], lengths[k], NULL, &panic);
                memcpy(expected, y, sizeof y);
                memcpy(y, before, sizeof y);
                ir_outcome second = run(m, coarse, (blocks[b] + of->n_lanes - 1) / of->n_lanes, lengths[i], lengths[k],
                                        &n_threads, &again);
                CHECK(first == second && panic.happened == again.happened, "%s: outcome %d, then %d", of->name, first,
                      second);
                /* a panic ends a thread of the interpreter with all its lanes; what is emitted goes on with the next
                 * (tests/codegen/ptx) */
                CHECK(panic.happened || memcmp(y, expected, sizeof y) == 0,
                      "%s: %u blocks, lengths %u and %u: other results", of->name, blocks[b], lengths[i], lengths[k]);
            }
}

/* Functions that coarsening made: an entry and what does its elements one by one, where there is one. */
static uint32_t n_coarse(const ir_module *m)
{
    uint32_t n = 0;
    for (ir_function_id id = 1; id < m->functions.n; id++)
        n += m->functions.at[id].coarse_of && !m->functions.at[id].proof;
    return n;
}

static void test_rows(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const row *of = &rows[i];
        ir_module *m =
            module_of(arena_format(&memory, "%skernel \"%s\"%s {\n%s}\n", SITES, of->name, PARAMS, of->body));
        ir_module *simpler = opt_optimize(m, &(opt_options){.coarsen = true});
        const char *wrong = ir_verify(simpler);
        CHECK(!wrong, "%s: %s", of->name, wrong);
        ir_function_id coarse =
            of->n_lanes ? function_of(simpler, arena_format(&memory, "rustg_x%u_%s", (unsigned)of->n_lanes, of->name))
                        : 0;
        if (of->n_lanes == 0)
            CHECK(n_coarse(simpler) == 0, "%s has a coarse entry", of->name);
        else
            CHECK(simpler->functions.at[coarse].coarse_of == 1 && simpler->functions.at[coarse].n_lanes == of->n_lanes,
                  "%s has none", of->name);
        if (coarse)
            compare(of, simpler, 1, coarse);
        CHECK(opt_optimize(m, &(opt_options){0})->functions.n == m->functions.n, "%s: coarse unasked", of->name);
    }
}

/* Another kernel has the name, or blocks have two dimensions. */
static void test_refused(void)
{
    const char *body = rows[0].body;
    ir_module *m = module_of(
        arena_format(&memory, "%skernel \"k\"%s {\n%s}\nkernel \"rustg_x4_k\"() {\nreturn\n}\n", SITES, PARAMS, body));
    CHECK(n_coarse(opt_optimize(m, &(opt_options){.coarsen = true})) == 0, "a name is taken");
    m = module_of(arena_format(&memory, "%skernel \"k\"%s block 8 8 1 {\n%s}\n", SITES, PARAMS, body));
    CHECK(n_coarse(opt_optimize(m, &(opt_options){.coarsen = true})) == 0, "a block of two dimensions");
    m = module_of(arena_format(&memory, "%skernel \"k\"%s block 64 1 1 {\n%s}\n", SITES, PARAMS, body));
    CHECK(n_coarse(opt_optimize(m, &(opt_options){.coarsen = true})) == 2, "a block of one");
}

int main(void)
{
    check_begin();
    for (size_t i = 0; i < sizeof x; i++) {
        x[i] = (uint8_t)(i * 37 + (i >> 8));
        before[i] = (uint8_t)(i * 91 + (i >> 7));
    }
    for (size_t i = 3; i < sizeof x; i += 4) /* sums of i32 that overflow now and then */
        x[i] = (uint8_t)(i % 1204 == 3 ? 0x7F : 1);
    test_rows();
    test_refused();
    return check_end("opt_coarsen_test");
}
