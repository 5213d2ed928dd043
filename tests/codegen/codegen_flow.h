/* codegen_flow.h: kernels for control flow, memory, calls, panics, and what threads of a block do together. */
#ifndef CODEGEN_FLOW_H
#define CODEGEN_FLOW_H

#include "codegen_rig.h"

enum { FLOW_THREADS = 64, FLOW_MOST = 64, FLOW_WORDS = 4096 };
typedef struct flow_case {
    ir_function_id f;
    uint32_t grid, block, dynamic;
} flow_case;
static flow_case flow_cases[FLOW_MOST];
static uint32_t flow_n;

/* How case i is launched; fills in what it reads. */
static inline ir_launch flow_launch(uint32_t i, uint32_t input[FLOW_WORDS])
{
    for (uint32_t k = 0; k < FLOW_WORDS; k++)
        input[k] = (k * 2654435761u) >> 7;
    return (ir_launch){.grid = {flow_cases[i].grid, 1, 1},
                       .block = {flow_cases[i].block, 1, 1},
                       .dynamic_shared = flow_cases[i].dynamic};
}

static ir_builder flow_begin(ir_module *m, const char *name, ir_value *index)
{
    ir_builder b = rig_kernel(m, name, 2);
    *index = rig_index(&b);
    return b;
}

static void flow_end(ir_builder *b, ir_value index, ir_value result, uint32_t grid, uint32_t block)
{
    rig_store(b, 2, index, result);
    ir_return(b, 0);
    flow_cases[flow_n++] = (flow_case){b->f, grid, block, 0};
}

static ir_value flow_u32(ir_builder *b, uint32_t v)
{
    return ir_const(b, IR_U32, v);
}

static ir_value flow_add(ir_builder *b, ir_value x, ir_value y)
{
    return ir_binary(b, IR_ADD, IR_U32, x, y);
}

/* Loops in loops, with jumps out of both and to the top of both, from within an if and a switch. */
static void flow_loops(ir_module *m)
{
    ir_value index;
    ir_builder b = flow_begin(m, "loops", &index);
    ir_local sum = ir_add_local(&b, IR_U32, "sum"), i = ir_add_local(&b, IR_U32, "i"),
             j = ir_add_local(&b, IR_U32, "for");
    ir_label outer = ir_new_label(&b), inner = ir_new_label(&b), block = ir_new_label(&b);
    ir_value x = rig_load(&b, IR_U32, 1, index);
    ir_set(&b, sum, flow_u32(&b, 0));
    ir_set(&b, i, flow_u32(&b, 0));
    ir_loop(&b, outer);
    ir_set(&b, i, flow_add(&b, ir_get(&b, i), flow_u32(&b, 1)));
    ir_if(&b, ir_binary(&b, IR_GT, IR_BOOL, ir_get(&b, i), flow_u32(&b, 20)));
    ir_break(&b, outer);
    ir_end(&b);
    ir_set(&b, j, flow_u32(&b, 0));
    ir_loop(&b, inner);
    ir_set(&b, j, flow_add(&b, ir_get(&b, j), flow_u32(&b, 1)));
    ir_if(&b, ir_binary(&b, IR_GT, IR_BOOL, ir_get(&b, j), flow_u32(&b, 9)));
    ir_break(&b, inner);
    ir_end(&b);
    ir_value mix =
        ir_binary(&b, IR_REM, IR_U32, flow_add(&b, flow_add(&b, ir_get(&b, i), ir_get(&b, j)), x), flow_u32(&b, 7));
    ir_switch(&b, mix);
    ir_case(&b, 0);
    ir_set(&b, sum, flow_add(&b, ir_get(&b, sum), flow_u32(&b, 1)));
    ir_case(&b, 1);
    ir_case(&b, 2);
    ir_continue(&b, inner);
    ir_case(&b, 3);
    ir_continue(&b, outer);
    ir_case(&b, 4);
    ir_break(&b, inner);
    ir_case(&b, 5);
    ir_if(&b, ir_binary(&b, IR_GT, IR_BOOL, ir_get(&b, sum), flow_u32(&b, 3000)));
    ir_break(&b, outer);
    ir_end(&b);
    ir_default(&b);
    ir_block(&b, block);
    ir_if(&b, ir_binary(&b, IR_EQ, IR_BOOL, ir_binary(&b, IR_AND, IR_U32, ir_get(&b, j), flow_u32(&b, 1)),
                        flow_u32(&b, 0)));
    ir_break(&b, block);
    ir_else(&b);
    ir_set(&b, sum, flow_add(&b, ir_get(&b, sum), flow_u32(&b, 1000)));
    ir_end(&b);
    ir_set(&b, sum, flow_add(&b, ir_get(&b, sum), flow_u32(&b, 10000)));
    ir_end(&b);
    ir_end(&b);
    ir_set(&b, sum, flow_add(&b, ir_get(&b, sum), mix));
    ir_end(&b);
    ir_set(&b, sum, flow_add(&b, ir_get(&b, sum), flow_u32(&b, 100000)));
    ir_end(&b);
    flow_end(&b, index, ir_get(&b, sum), 1, FLOW_THREADS);
}

/* A value read before a write keeps what it was. */
static void flow_order(ir_module *m)
{
    ir_value index;
    ir_builder b = flow_begin(m, "order", &index);
    ir_local x = ir_add_local(&b, IR_U32, NULL);
    ir_set(&b, x, rig_load(&b, IR_U32, 1, index));
    ir_value before = ir_get(&b, x);
    ir_set(&b, x, flow_add(&b, before, flow_u32(&b, 5)));
    ir_value after = ir_get(&b, x), doubled = ir_binary(&b, IR_MUL, IR_U32, after, flow_u32(&b, 2));
    ir_store(&b, ir_local_addr(&b, x), flow_u32(&b, 1));
    ir_value last = ir_get(&b, x);
    ir_if(&b, ir_binary(&b, IR_LT, IR_BOOL, before, flow_u32(&b, 1000)));
    ir_set(&b, x, flow_u32(&b, 3));
    ir_end(&b);
    flow_end(&b, index, flow_add(&b, flow_add(&b, doubled, last), ir_get(&b, x)), 1, FLOW_THREADS);
}

/* Structs, arrays, unions, fields of size 0, gaps, values and places. */
static void flow_aggregates(ir_module *m)
{
    ir_value index;
    ir_builder b = flow_begin(m, "aggregates", &index);
    ir_type empty = ir_struct(m, NULL, 0, 0, "Empty"), bytes = ir_array(m, IR_U8, 3), none = ir_array(m, IR_U64, 0);
    ir_type pair = ir_struct(m, (ir_type[]){IR_U8, empty, none, IR_U32, bytes}, 5, 0, "Pair<u8, f32>");
    ir_type choice = ir_union(m, (ir_type[]){IR_F32, IR_U32, bytes}, 3, 0),
            wide = ir_struct(m, (ir_type[]){pair, choice}, 2, 32, "Wide");
    ir_type row = ir_array(m, wide, 4), numbers = ir_array(m, IR_U32, 5);
    ir_local w = ir_add_local(&b, wide, "w"), rows = ir_add_local(&b, row, "rows"), z = ir_add_local(&b, empty, "z");
    ir_value x = rig_load(&b, IR_U32, 1, index), small = ir_convert(&b, IR_U8, x);
    ir_value nothing = ir_make(&b, empty, NULL, 0), zeros = ir_emit(&b, IR_ZERO, none, NULL, 0, 0, 0);
    ir_set(&b, z, nothing);
    ir_value three = ir_make(&b, bytes, (ir_value[]){small, ir_const(&b, IR_U8, 7), ir_const(&b, IR_U8, 200)}, 3);
    ir_value p = ir_make(&b, pair, (ir_value[]){small, nothing, zeros, x, three}, 5);
    ir_value u = ir_emit(&b, IR_MAKE, choice, (ir_value[]){ir_emit(&b, IR_BITCAST, IR_F32, &x, 1, 0, 0)}, 1, 0, 0);
    ir_set(&b, w, ir_make(&b, wide, (ir_value[]){p, u}, 2));
    ir_value undefined = ir_emit(&b, IR_UNDEF, row, NULL, 0, 0, 0);
    ir_set(&b, rows, undefined);
    ir_set(&b, rows, ir_emit(&b, IR_ZERO, row, NULL, 0, 0, 0));
    ir_value which = ir_binary(&b, IR_AND, IR_U64, index, ir_const(&b, IR_U64, 3));
    ir_value at = ir_element_addr(&b, wide, ir_local_addr(&b, rows), which);
    ir_store(&b, at, ir_get(&b, w));
    ir_value inside = ir_field_addr(&b, wide, at, 0);
    ir_store(&b, ir_field_addr(&b, pair, inside, 0), ir_const(&b, IR_U8, 77));
    ir_store(&b, ir_field_addr(&b, pair, inside, 1), nothing);
    ir_value sum = ir_convert(
        &b, IR_U32, ir_load(&b, IR_U8, ir_field_addr(&b, pair, ir_field_addr(&b, wide, ir_local_addr(&b, w), 0), 0)));
    ir_value whole = ir_load(&b, wide, at);
    sum = flow_add(&b, sum, ir_convert(&b, IR_U32, ir_field(&b, ir_field(&b, whole, 0), 0)));
    sum = flow_add(&b, sum, ir_field(&b, ir_field(&b, whole, 0), 3));
    sum = flow_add(&b, sum, ir_field(&b, ir_field(&b, whole, 1), 1));
    sum = flow_add(&b, sum, ir_convert(&b, IR_U32, ir_field(&b, ir_field(&b, ir_field(&b, whole, 0), 4), 2)));
    ir_value list = ir_make(&b, numbers, (ir_value[]){x, sum, flow_u32(&b, 3), x, flow_u32(&b, 9)}, 5);
    sum = flow_add(&b, sum, ir_field(&b, list, 1));
    ir_value zero = ir_load(&b, wide,
                            ir_element_addr(&b, wide, ir_local_addr(&b, rows),
                                            ir_binary(&b, IR_XOR, IR_U64, which, ir_const(&b, IR_U64, 1))));
    sum = flow_add(&b, sum, ir_field(&b, ir_field(&b, zero, 0), 3));
    flow_end(&b, index, sum, 1, FLOW_THREADS);
}

/* Constant data, statics of which one holds addresses of others. */
static void flow_data(ir_module *m)
{
    static const uint8_t primes[16] = {2, 0, 0, 0, 3, 0, 0, 0, 5, 0, 0, 0, 7, 0, 0, 0},
                         text[] = "a \"quoted\" \\ text?";
    static const uint8_t table[24] = {9};
    ir_type words = ir_array(m, IR_U32, 4), letters = ir_array(m, IR_U8, sizeof text), three = ir_array(m, IR_U64, 3);
    ir_global_id p =
        ir_add_global(m, (ir_global){.name = "primes", .type = words, .space = IR_SPACE_CONST, .bytes = primes});
    ir_global_id t =
        ir_add_global(m, (ir_global){.name = "text", .type = letters, .space = IR_SPACE_CONST, .bytes = text});
    ir_relocation *to = ARENA_ARRAY(m->memory, ir_relocation, 2);
    to[0] = (ir_relocation){.offset = 8, .global = p, .addend = 4};
    to[1] = (ir_relocation){.offset = 16, .global = t, .addend = 3};
    ir_global_id both = ir_add_global(m, (ir_global){.name = "table",
                                                     .type = three,
                                                     .space = IR_SPACE_CONST,
                                                     .bytes = table,
                                                     .relocations = to,
                                                     .n_relocations = 2});
    ir_global_id zeros = ir_add_global(m, (ir_global){.name = "zeros", .type = words, .space = IR_SPACE_GLOBAL});
    ir_value index;
    ir_builder b = flow_begin(m, "data", &index);
    ir_value base = ir_global_addr(&b, both);
    ir_value word =
        ir_load(&b, ir_ptr(m, IR_SPACE_GENERIC), ir_element_addr(&b, IR_U64, base, ir_const(&b, IR_U64, 1)));
    ir_value letter =
        ir_load(&b, ir_ptr(m, IR_SPACE_GENERIC), ir_element_addr(&b, IR_U64, base, ir_const(&b, IR_U64, 2)));
    ir_value sum = flow_add(&b, ir_load(&b, IR_U32, word), ir_convert(&b, IR_U32, ir_load(&b, IR_U8, letter)));
    sum = flow_add(&b, sum, ir_convert(&b, IR_U32, ir_load(&b, IR_U64, base)));
    sum = flow_add(
        &b, sum,
        rig_load(&b, IR_U32, ir_global_addr(&b, p), ir_binary(&b, IR_AND, IR_U64, index, ir_const(&b, IR_U64, 3))));
    sum = flow_add(&b, sum, rig_load(&b, IR_U32, ir_global_addr(&b, zeros), ir_const(&b, IR_U64, 2)));
    flow_end(&b, index, sum, 1, FLOW_THREADS);
}

/* Calls: recursive, by pointer, with structs and with nothing; a panic in one of them. */
static void flow_calls(ir_module *m, ir_site_id site)
{
    ir_type empty = ir_struct(m, NULL, 0, 0, NULL),
            pair = ir_struct(m, (ir_type[]){IR_U32, IR_F64}, 2, 0, "(u32, f64)");
    ir_function_id fib = ir_declare(m, "fib", (ir_type[]){IR_U32}, 1, IR_U32);
    ir_function_id swap = ir_declare(m, "core::mem::swap::<(u32, f64)>", (ir_type[]){pair, empty}, 2, pair);
    ir_function_id check = ir_declare(m, "check", (ir_type[]){IR_U32}, 1, IR_VOID);
    ir_builder b = {.m = m, .f = fib};
    ir_if(&b, ir_binary(&b, IR_LT, IR_BOOL, 1, flow_u32(&b, 2)));
    ir_return(&b, 1);
    ir_end(&b);
    ir_value one = ir_call(&b, fib, (ir_value[]){ir_binary(&b, IR_SUB, IR_U32, 1, flow_u32(&b, 1))}, 1);
    ir_value two = ir_call(&b, fib, (ir_value[]){ir_binary(&b, IR_SUB, IR_U32, 1, flow_u32(&b, 2))}, 1);
    ir_return(&b, flow_add(&b, one, two));
    b = (ir_builder){.m = m, .f = swap};
    ir_value first = ir_field(&b, 1, 0), second = ir_field(&b, 1, 1);
    ir_return(&b, ir_make(&b, pair, (ir_value[]){ir_convert(&b, IR_U32, second), ir_convert(&b, IR_F64, first)}, 2));
    b = (ir_builder){.m = m, .f = check};
    ir_check(&b, ir_binary(&b, IR_LT, IR_BOOL, 1, flow_u32(&b, 1000)), site, (ir_value[]){ir_convert(&b, IR_U64, 1)},
             1);
    ir_return(&b, 0);

    ir_value index;
    b = flow_begin(m, "calls", &index);
    ir_value x = ir_binary(&b, IR_AND, IR_U32, rig_load(&b, IR_U32, 1, index), flow_u32(&b, 15));
    ir_call(&b, check, &x, 1);
    ir_value nothing = ir_emit(&b, IR_ZERO, empty, NULL, 0, 0, 0);
    ir_value p = ir_make(&b, pair, (ir_value[]){x, ir_convert(&b, IR_F64, x)}, 2);
    ir_value q = ir_call(&b, swap, (ir_value[]){p, nothing}, 2);
    ir_value target = ir_emit(&b, IR_FUNCTION_ADDR, ir_ptr(m, IR_SPACE_GENERIC), NULL, 0, 0, fib);
    ir_value by = ir_emit(&b, IR_CALL_PTR, IR_U32, (ir_value[]){target, x}, 2, 0, 1 + (uint64_t)fib);
    ir_value sum = flow_add(&b, flow_add(&b, ir_call(&b, fib, &x, 1), by), ir_field(&b, q, 0));
    flow_end(&b, index, sum, 1, 32);

    b = flow_begin(m, "panics", &index);
    x = rig_load(&b, IR_U32, 1, ir_binary(&b, IR_ADD, IR_U64, index, ir_const(&b, IR_U64, 40)));
    ir_if(&b, ir_binary(&b, IR_EQ, IR_BOOL, index, ir_const(&b, IR_U64, 9)));
    x = flow_u32(&b, 5000);
    ir_call(&b, check, &x, 1);
    ir_end(&b);
    flow_end(&b, index, flow_u32(&b, 4), 1, 32);

    b = flow_begin(m, "traps", &index);
    ir_if(&b, ir_binary(&b, IR_EQ, IR_BOOL, index, ir_const(&b, IR_U64, 30)));
    ir_trap(&b, site, (ir_value[]){index, ir_const(&b, IR_U64, 12)}, 2);
    ir_end(&b);
    flow_end(&b, index, flow_u32(&b, 6), 1, 32);
}

/* A tree sum in shared memory, static and dynamic; one that deadlocks. */
static void flow_barriers(ir_module *m)
{
    ir_type sums = ir_array(m, IR_U32, FLOW_THREADS);
    ir_global_id s = ir_add_global(m, (ir_global){.name = "sums", .type = sums, .space = IR_SPACE_SHARED});
    ir_global_id odd =
        ir_add_global(m, (ir_global){.name = "odd", .type = ir_array(m, IR_U8, 3), .space = IR_SPACE_SHARED});
    for (int dynamic = 0; dynamic < 2; dynamic++) {
        ir_value index;
        ir_builder b = flow_begin(m, dynamic ? "sum_dynamic" : "sum_static", &index);
        ir_value thread = ir_convert(&b, IR_U64, ir_intrinsic_call(&b, IR_IN_THREAD_IDX, IR_U32, NULL, 0, 0));
        ir_value base = dynamic ? ir_intrinsic_call(&b, IR_IN_DYN_SHARED, ir_ptr(m, IR_SPACE_GENERIC), NULL, 0, 0)
                                : ir_global_addr(&b, s);
        ir_value own = ir_element_addr(&b, IR_U32, base, thread);
        ir_local step = ir_add_local(&b, IR_U64, "step");
        ir_label top = ir_new_label(&b);
        ir_store(&b, own, rig_load(&b, IR_U32, 1, index));
        ir_if(&b, ir_binary(&b, IR_EQ, IR_BOOL, thread, ir_const(&b, IR_U64, 0)));
        ir_store(&b, ir_element_addr(&b, IR_U8, ir_global_addr(&b, odd), ir_const(&b, IR_U64, 1)),
                 ir_const(&b, IR_U8, 1));
        ir_end(&b);
        ir_set(&b, step, ir_const(&b, IR_U64, FLOW_THREADS / 2));
        ir_intrinsic_call(&b, IR_IN_BARRIER, IR_VOID, NULL, 0, 0);
        ir_loop(&b, top);
        ir_if(&b, ir_binary(&b, IR_EQ, IR_BOOL, ir_get(&b, step), ir_const(&b, IR_U64, 0)));
        ir_break(&b, top);
        ir_end(&b);
        ir_if(&b, ir_binary(&b, IR_LT, IR_BOOL, thread, ir_get(&b, step)));
        ir_value other = ir_load(
            &b, IR_U32, ir_element_addr(&b, IR_U32, base, ir_binary(&b, IR_ADD, IR_U64, thread, ir_get(&b, step))));
        ir_store(&b, own, flow_add(&b, ir_load(&b, IR_U32, own), other));
        ir_end(&b);
        ir_intrinsic_call(&b, IR_IN_BARRIER, IR_VOID, NULL, 0, 0);
        ir_set(&b, step, ir_binary(&b, IR_SHR, IR_U64, ir_get(&b, step), ir_const(&b, IR_U32, 1)));
        ir_end(&b);
        ir_value sum = ir_load(&b, IR_U32, base);
        sum =
            flow_add(&b, sum,
                     ir_convert(&b, IR_U32,
                                ir_load(&b, IR_U8,
                                        ir_element_addr(&b, IR_U8, ir_global_addr(&b, odd), ir_const(&b, IR_U64, 1)))));
        if (dynamic)
            sum = flow_add(&b, sum, ir_intrinsic_call(&b, IR_IN_DYN_SHARED_BYTES, IR_U32, NULL, 0, 0));
        flow_end(&b, index, sum, 3, FLOW_THREADS);
        flow_cases[flow_n - 1].dynamic = dynamic ? 4 * FLOW_THREADS : 0;
    }
    ir_value index;
    ir_builder b = flow_begin(m, "ended_threads", &index);
    ir_if(&b, ir_binary(&b, IR_GT, IR_BOOL, index, ir_const(&b, IR_U64, 20)));
    ir_return(&b, 0);
    ir_end(&b);
    ir_intrinsic_call(&b, IR_IN_BARRIER, IR_VOID, NULL, 0, 0);
    flow_end(&b, index, flow_u32(&b, 8), 1, FLOW_THREADS);
}

static inline void flow_deadlock(ir_module *m)
{
    ir_value index;
    ir_builder b = flow_begin(m, "deadlock", &index);
    ir_if(&b, ir_binary(&b, IR_LT, IR_BOOL, index, ir_const(&b, IR_U64, 20)));
    ir_intrinsic_call(&b, IR_IN_BARRIER, IR_VOID, NULL, 0, 0);
    ir_else(&b);
    ir_intrinsic_call(&b, IR_IN_WARP_SYNC, IR_VOID, NULL, 0, 0);
    ir_end(&b);
    flow_end(&b, index, flow_u32(&b, 8), 1, 32);
}

/* Warps, whole and in part; all types that are shuffled. */
static void flow_warps(ir_module *m)
{
    static const ir_intrinsic shuffles[] = {IR_IN_SHUFFLE, IR_IN_SHUFFLE_XOR, IR_IN_SHUFFLE_DOWN, IR_IN_SHUFFLE_UP};
    static const ir_type types[] = {IR_U32, IR_I32, IR_F32, IR_U64, IR_I64, IR_F64};
    static const uint32_t blocks[] = {64, 40};
    for (int part = 0; part < 2; part++) {
        ir_value index;
        ir_builder b = flow_begin(m, part ? "warps_in_part" : "warps", &index);
        ir_value x = rig_load(&b, IR_U32, 1, index), sum = flow_u32(&b, 0);
        for (unsigned k = 0; k < 4; k++)
            for (unsigned t = 0; t < 6; t++) {
                ir_value by = k == 0 ? ir_binary(&b, IR_AND, IR_U32, x, flow_u32(&b, part ? 7 : 31))
                                     : flow_u32(&b, k == 1 && part ? 4 : t + 1);
                ir_value got =
                    ir_intrinsic_call(&b, shuffles[k], types[t], (ir_value[]){ir_convert(&b, types[t], x), by}, 2, 0);
                sum = ir_binary(&b, IR_ADD, IR_U32, ir_binary(&b, IR_MUL, IR_U32, sum, flow_u32(&b, 31)),
                                ir_convert(&b, IR_U32, got));
            }
        ir_value even =
            ir_binary(&b, IR_EQ, IR_BOOL, ir_binary(&b, IR_AND, IR_U32, x, flow_u32(&b, 1)), flow_u32(&b, 0));
        sum = flow_add(&b, sum, ir_intrinsic_call(&b, IR_IN_BALLOT, IR_U32, &even, 1, 0));
        sum = flow_add(&b, sum, ir_convert(&b, IR_U32, ir_intrinsic_call(&b, IR_IN_ANY, IR_BOOL, &even, 1, 0)));
        sum = flow_add(&b, sum, ir_convert(&b, IR_U32, ir_intrinsic_call(&b, IR_IN_ALL, IR_BOOL, &even, 1, 0)));
        ir_intrinsic_call(&b, IR_IN_WARP_SYNC, IR_VOID, NULL, 0, 0);
        sum = flow_add(&b, sum, ir_intrinsic_call(&b, IR_IN_LANE, IR_U32, NULL, 0, 0));
        flow_end(&b, index, sum, 2, blocks[part]);
    }
}

/* Every atomic on every type with every ordering and scope, on the thread's own element; and sums that all add to. */
static void flow_atomics(ir_module *m)
{
    static const ir_type types[] = {IR_I32, IR_U32, IR_I64, IR_U64, IR_F32, IR_F64};
    for (unsigned t = 0; t < 6; t++) {
        ir_value index;
        ir_builder b = flow_begin(m, arena_format(m->memory, "atomics_%u", types[t]), &index);
        ir_local cell = ir_add_local(&b, ir_array(m, types[t], 2), "cell");
        ir_value x = ir_convert(&b, types[t], rig_load(&b, IR_U32, 1, index)), sum = flow_u32(&b, 0);
        ir_value shared =
            ir_element_addr(&b, types[t], 1, ir_binary(&b, IR_ADD, IR_U64, ir_const(&b, IR_U64, 512), index));
        (void)cell;
        for (unsigned in = IR_IN_ATOMIC_LOAD; in <= IR_IN_ATOMIC_MAX; in++) {
            if (t >= 4 && in != IR_IN_ATOMIC_LOAD && in != IR_IN_ATOMIC_STORE && in != IR_IN_ATOMIC_EXCHANGE &&
                in != IR_IN_ATOMIC_ADD)
                continue;
            for (uint64_t order = 0; order < 5; order++)
                for (uint64_t scope = 0; scope < 3; scope++) {
                    bool store = in == IR_IN_ATOMIC_STORE, load = in == IR_IN_ATOMIC_LOAD;
                    if ((load && (order == 2 || order == 3)) || (store && (order == 1 || order == 3)))
                        continue;
                    uint32_t n = load ? 1 : in == IR_IN_ATOMIC_COMPARE_EXCHANGE ? 3 : 2;
                    ir_value got = ir_intrinsic_call(&b, (ir_intrinsic)in, store ? IR_VOID : types[t],
                                                     (ir_value[]){shared, x, x}, n, scope << 8 | order);
                    if (!store)
                        sum = ir_binary(&b, IR_XOR, IR_U32, ir_binary(&b, IR_MUL, IR_U32, sum, flow_u32(&b, 3)),
                                        ir_convert(&b, IR_U32, got));
                }
        }
        for (uint64_t order = 0; order < 5; order++)
            ir_intrinsic_call(&b, IR_IN_FENCE, IR_VOID, NULL, 0, order | (order % 3) << 8);
        flow_end(&b, index, sum, 1, 32);
    }
    ir_value index;
    ir_builder b = flow_begin(m, "histogram", &index);
    ir_value x = rig_load(&b, IR_U32, 1, index);
    ir_value at =
        ir_element_addr(&b, IR_U32, 2, ir_convert(&b, IR_U64, ir_binary(&b, IR_AND, IR_U32, x, flow_u32(&b, 7))));
    ir_intrinsic_call(&b, IR_IN_ATOMIC_ADD, IR_U32, (ir_value[]){at, flow_u32(&b, 1)}, 2, 1 << 8);
    ir_return(&b, 0);
    flow_cases[flow_n++] = (flow_case){b.f, 4, FLOW_THREADS, 0};
}

/* Bytes that overlap, in both directions; PTX beside what stands for it elsewhere. */
static void flow_rest(ir_module *m)
{
    ir_value index;
    ir_builder b = flow_begin(m, "moves", &index);
    ir_type bytes = ir_array(m, IR_U32, 8);
    ir_local l = ir_add_local(&b, bytes, "bytes");
    ir_value at = ir_local_addr(&b, l), x = rig_load(&b, IR_U32, 1, index), sum = flow_u32(&b, 0);
    for (uint64_t i = 0; i < 8; i++)
        rig_store(&b, at, ir_const(&b, IR_U64, i), flow_add(&b, x, flow_u32(&b, (uint32_t)i * 7919)));
    ir_value up = ir_element_addr(&b, IR_U8, at, ir_const(&b, IR_U64, 5)), n = ir_const(&b, IR_U64, 20);
    ir_intrinsic_call(&b, IR_IN_MEMCPY, IR_VOID, (ir_value[]){up, at, n}, 3, 0);
    ir_intrinsic_call(&b, IR_IN_MEMCPY, IR_VOID,
                      (ir_value[]){ir_element_addr(&b, IR_U8, at, ir_const(&b, IR_U64, 2)), up, n}, 3, 0);
    for (uint64_t i = 0; i < 8; i++)
        sum = flow_add(&b, ir_binary(&b, IR_MUL, IR_U32, sum, flow_u32(&b, 31)),
                       rig_load(&b, IR_U32, at, ir_const(&b, IR_U64, i)));
    flow_end(&b, index, sum, 1, FLOW_THREADS);

    b = flow_begin(m, "exp", &index);
    ir_local out = ir_add_local(&b, IR_U32, "out");
    x = rig_load(&b, IR_U32, 1, index);
    vec_push(m->memory, &m->files, "{ mad.lo.u32 {out.0}, {0}, {1}, 7; }");
    ir_value y = flow_u32(&b, 3);
    ir_emit(&b, IR_PTX, IR_VOID, (ir_value[]){x, y}, 2, (uint16_t)out, m->files.n - 1);
    ir_set(&b, out, flow_add(&b, ir_binary(&b, IR_MUL, IR_U32, x, y), flow_u32(&b, 7)));
    ir_end(&b);
    flow_end(&b, index, ir_get(&b, out), 1, FLOW_THREADS);

    b = flow_begin(m, "int", &index);
    sum = flow_u32(&b, 0);
    for (uint64_t axis = 0; axis < 3; axis++)
        for (unsigned in = IR_IN_THREAD_IDX; in <= IR_IN_GRID_DIM; in++)
            sum = flow_add(&b, ir_binary(&b, IR_MUL, IR_U32, sum, flow_u32(&b, 5)),
                           ir_intrinsic_call(&b, (ir_intrinsic)in, IR_U32, NULL, 0, axis));
    flow_end(&b, index, sum, 2, 32);

    /* names that CUDA C++ has for itself, pointers as numbers, volatile and invariant loads */
    b = flow_begin(m, "abs", &index);
    ir_value pointer = ir_element_addr(&b, IR_U32, 1, index);
    ir_value number = ir_emit(&b, IR_BITCAST, IR_U64, &pointer, 1, 0, 0),
             back = ir_emit(&b, IR_BITCAST, ir_ptr(m, IR_SPACE_GENERIC), &number, 1, 0, 0);
    x = ir_load(&b, IR_U32, back);
    m->functions.at[b.f].code.at[m->functions.at[b.f].code.n - 1].flags = 1;
    y = ir_load(&b, IR_U32, pointer);
    m->functions.at[b.f].code.at[m->functions.at[b.f].code.n - 1].flags = 2;
    flow_end(&b, index, flow_add(&b, x, y), 1, FLOW_THREADS);

    b = flow_begin(m, "fast", &index);
    m->functions.at[b.f].fast_math = true;
    ir_value real =
        ir_convert(&b, IR_F32, ir_binary(&b, IR_AND, IR_U32, rig_load(&b, IR_U32, 1, index), flow_u32(&b, 255)));
    ir_value product = ir_binary(&b, IR_MUL, IR_F32, real, real);
    flow_end(&b, index,
             ir_convert(&b, IR_U32,
                        ir_binary(&b, IR_ADD, IR_F32,
                                  ir_binary(&b, IR_DIV, IR_F32, real, ir_const(&b, IR_F32, 0x40000000)), product)),
             1, FLOW_THREADS);
}

static void flow_all(ir_module *m)
{
    static const uint8_t promises[] = {IR_PARAM_READ_ONLY | IR_PARAM_NO_ALIAS, IR_PARAM_NO_ALIAS};
    vec_push(m->memory, &m->files, "kernels/flow.rs");
    ir_site_id site = ir_add_site(
        m, (ir_site){.message = "index out of bounds: {} of {}", .file = "kernels/flow.rs", .line = 3, .column = 9});
    flow_loops(m);
    flow_order(m);
    flow_aggregates(m);
    flow_data(m);
    flow_calls(m, site);
    flow_barriers(m);
    flow_warps(m);
    flow_atomics(m);
    flow_rest(m);
    for (uint32_t i = 0; i < flow_n; i++)
        if (strncmp(m->functions.at[flow_cases[i].f].name, "atomics", 7) != 0)
            m->functions.at[flow_cases[i].f].param_flags = promises;
    m->functions.at[flow_cases[0].f].max_threads = 256;
    m->functions.at[flow_cases[0].f].min_blocks = 2;
    m->functions.at[flow_cases[1].f].block[0] = FLOW_THREADS;
    m->functions.at[flow_cases[1].f].fast_math = true;
    for (uint32_t i = 0; i < flow_n; i++) {
        ir_function *f = &m->functions.at[flow_cases[i].f];
        f->file = 0;
        for (uint32_t k = 0; k < f->code.n; k++)
            f->code.at[k].line = 1 + k / 3;
    }
}

#endif
