/* ir_random_test.c: random functions of the IR: what is built is valid, prints and reads back the same, and the
 * interpreter and the C target agree on it, as it is and as opt_optimize makes it, panics included. Exits 77 without a
 * C compiler.
 *   RUSTG_IR_ROUNDS   how many modules; 3
 *   RUSTG_IR_SEED     the first one's seed; 1 */
#include "base/test_random.h"
#include "codegen/codegen_rig.h"
#include "ir/ir_table.h"
#include "opt/opt.h"

enum { KERNELS = 24, THREADS = 32, MOST_VALUES = 4000, MOST_LOCALS = 64, DEEPEST = 4, MOST_TIMES = 600 };

typedef struct known {
    ir_value value;
    ir_type type;
} known;

typedef struct writer {
    ir_builder b;
    known values[MOST_VALUES]; /* usable here */
    uint32_t n_values;
    ir_local locals[MOST_LOCALS];
    ir_type local_types[MOST_LOCALS];
    uint32_t n_locals, n_fixed; /* the first are never written by random code */
    ir_label labels[16];        /* open ones that may be left */
    uint32_t n_labels, times;
} writer;

static ir_module m;
static uint64_t state;
static ir_type pair, mixed, words, either;
static ir_function_id helpers[8];
static uint32_t n_helpers;
static bool has_op[IR_N_OPS];

static uint32_t below(uint32_t n)
{
    return test_random_below(&state, n);
}

static ir_type any_scalar(void)
{
    return (ir_type)(IR_BOOL + below(IR_F64 - IR_BOOL + 1));
}

static ir_type any_int(void)
{
    return (ir_type)(IR_I8 + below(8));
}

static ir_value keep(writer *w, ir_value v, ir_type type)
{
    if (w->n_values < MOST_VALUES)
        w->values[w->n_values++] = (known){v, type};
    return v;
}

static ir_value constant(writer *w, ir_type type)
{
    static const int64_t ints[] = {0,   1,   2,     3,     7,         -1,        -2,        127,
                                   255, 256, 32768, 65535, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN};
    static const double floats[] = {0, -0.0, 1, -1, 0.5, 1e10, 3.75, -2.25e-3, 1e300, 16777217, 0.1};
    uint64_t bits = (uint64_t)ints[below(sizeof ints / sizeof *ints)] + (below(3) == 0 ? below(100) : 0);
    if (type == IR_BOOL)
        bits &= 1;
    if (ir_is_float(&m, type)) {
        const double wide = floats[below(sizeof floats / sizeof *floats)];
        const float narrow = wide > 1e38 ? 1e30f : (float)wide;
        bits = 0;
        if (type == IR_F32)
            memcpy(&bits, &narrow, sizeof narrow);
        else
            memcpy(&bits, &wide, sizeof wide);
    }
    return ir_const(&w->b, type, bits);
}

static ir_value expression(writer *w, ir_type type, uint32_t depth);

static ir_value index_below(writer *w, uint32_t n, uint32_t depth)
{
    const ir_value i = expression(w, IR_U64, depth + 1);
    return ir_binary(&w->b, IR_REM, IR_U64, i, ir_const(&w->b, IR_U64, n));
}

static ir_value arithmetic(writer *w, ir_type type, uint32_t depth)
{
    static const ir_op on_ints[] = {IR_ADD, IR_SUB, IR_MUL, IR_AND, IR_OR, IR_XOR, IR_SHL, IR_SHR, IR_DIV, IR_REM},
                       on_floats[] = {IR_ADD, IR_SUB, IR_MUL, IR_DIV};
    const bool is_int = ir_is_int(&m, type);
    const ir_op op = is_int            ? on_ints[below(sizeof on_ints / sizeof *on_ints)]
                     : type == IR_BOOL ? on_ints[3 + below(3)]
                                       : on_floats[below(4)];
    ir_value x = expression(w, type, depth + 1);
    ir_value y = expression(w, op == IR_SHL || op == IR_SHR ? any_int() : type, depth + 1);
    if (is_int && (op == IR_DIV || op == IR_REM)) {
        const ir_value one = ir_const(&w->b, type, 1);
        y = ir_binary(&w->b, IR_OR, type, y, one);
        x = ir_is_signed(&m, type) ? ir_binary(&w->b, IR_SHR, type, x, one) : x;
    }
    return ir_binary(&w->b, op, type, x, y);
}

static ir_value to_bool(writer *w, uint32_t depth)
{
    if (below(5) == 0) {
        const ir_type type = any_int();
        const ir_value args[] = {expression(w, type, depth + 1), expression(w, type, depth + 1)};
        return ir_emit(&w->b, IR_OVERFLOWS, IR_BOOL, args, 2, (uint16_t)(IR_ADD + below(3)), 0);
    }
    const ir_type type = any_scalar();
    const ir_value x = expression(w, type, depth + 1), y = expression(w, type, depth + 1);
    return ir_binary(&w->b, (ir_op)(IR_EQ + below(6)), IR_BOOL, x, y);
}

static ir_value from_memory(writer *w, ir_type type, uint32_t depth)
{
    ir_builder *b = &w->b;
    for (uint32_t tries = 0; tries < 6; tries++) {
        const uint32_t l = below(w->n_locals);
        const ir_type at = w->local_types[l];
        if (at == type && below(3) == 0)
            return ir_load(b, type, ir_local_addr(b, w->locals[l]));
        if (at == words && type == IR_U16)
            return below(2)
                       ? ir_field(b, ir_get(b, w->locals[l]), below(5))
                       : ir_load(b, IR_U16,
                                 ir_element_addr(b, IR_U16, ir_local_addr(b, w->locals[l]), index_below(w, 5, depth)));
        if (at == pair && (type == IR_F32 || type == IR_I64)) {
            const uint32_t field = type == IR_F32 ? 0 : 1;
            return below(2) ? ir_field(b, ir_get(b, w->locals[l]), field)
                            : ir_load(b, type, ir_field_addr(b, pair, ir_local_addr(b, w->locals[l]), field));
        }
        if (at == mixed && type == IR_I64)
            return ir_field(b, ir_field(b, ir_get(b, w->locals[l]), 1), 1);
        if (at == either && (type == IR_U32 || type == IR_I32))
            return ir_field(b, ir_get(b, w->locals[l]), type == IR_U32 ? 0 : 1);
    }
    return constant(w, type);
}

static ir_value from_call(writer *w, ir_type type, uint32_t depth)
{
    for (uint32_t i = 0; i < n_helpers && w->times < 20; i++) {
        const ir_function *f = &m.functions.at[helpers[i]];
        const uint32_t n = f->n_params;
        ir_type params[4];
        ir_value args[4];
        if (f->result != type || below(2))
            continue;
        memcpy(params, f->params, n * sizeof *params);
        for (uint32_t k = 0; k < n; k++)
            args[k] = expression(w, params[k], depth + 1);
        return ir_call(&w->b, helpers[i], args, n);
    }
    return from_memory(w, type, depth);
}

static ir_value numeric_intrinsic(writer *w, ir_type type, uint32_t depth)
{
    static const ir_intrinsic on_floats[] = {IR_IN_SQRT,  IR_IN_FABS,  IR_IN_FLOOR,     IR_IN_CEIL,
                                             IR_IN_TRUNC, IR_IN_ROUND, IR_IN_ROUND_EVEN};
    const ir_value x = expression(w, type, depth + 1);
    if (ir_is_float(&m, type)) {
        if (below(3) == 0) {
            const ir_value args[] = {x, expression(w, type, depth + 1), expression(w, type, depth + 1)};
            return below(2) ? ir_intrinsic_call(&w->b, IR_IN_FMA, type, args, 3, 0)
                            : ir_intrinsic_call(&w->b, below(2) ? IR_IN_FMIN : IR_IN_FMAX, type, args, 2, 0);
        }
        return ir_intrinsic_call(&w->b, on_floats[below(7)], type, &x, 1, 0);
    }
    if (type == IR_U32 && below(2)) {
        const ir_value y = expression(w, any_int(), depth + 1);
        return ir_intrinsic_call(&w->b, (ir_intrinsic)(IR_IN_COUNT_ONES + below(3)), IR_U32, &y, 1, 0);
    }
    if (ir_size(&m, type) >= 4 && below(2)) {
        const ir_value args[] = {x, expression(w, type, depth + 1)};
        return ir_intrinsic_call(&w->b, IR_IN_MUL_HIGH, type, args, 2, 0);
    }
    return ir_intrinsic_call(&w->b, below(2) ? IR_IN_SWAP_BYTES : IR_IN_REVERSE_BITS, type, &x, 1, 0);
}

static ir_value aggregate(writer *w, ir_type type, uint32_t depth)
{
    for (uint32_t tries = 0; tries < 8; tries++) {
        const uint32_t l = below(w->n_locals);
        if (w->local_types[l] == type)
            return below(2) ? ir_get(&w->b, w->locals[l]) : ir_load(&w->b, type, ir_local_addr(&w->b, w->locals[l]));
    }
    ir_value parts[5];
    if (type == pair) {
        parts[0] = expression(w, IR_F32, depth + 1);
        parts[1] = expression(w, IR_I64, depth + 1);
        return ir_make(&w->b, pair, parts, 2);
    }
    if (type == mixed) {
        parts[0] = expression(w, IR_U8, depth + 1);
        parts[1] = expression(w, pair, depth + 1);
        parts[2] = expression(w, words, depth + 1);
        return ir_make(&w->b, mixed, parts, 3);
    }
    if (type == words) {
        for (uint32_t i = 0; i < 5; i++)
            parts[i] = expression(w, IR_U16, depth + 2);
        return ir_make(&w->b, words, parts, 5);
    }
    const uint32_t field = below(2);
    parts[0] = expression(w, field ? IR_I32 : IR_U32, depth + 1);
    return ir_emit(&w->b, IR_MAKE, either, parts, 1, 0, field);
}

static ir_value expression(writer *w, ir_type type, uint32_t depth)
{
    ir_builder *b = &w->b;
    for (uint32_t tries = 0; tries < (depth < DEEPEST ? 4 : 40) && w->n_values; tries++) {
        const known *one = &w->values[below(w->n_values)];
        if (one->type == type)
            return one->value;
    }
    for (uint32_t tries = 0; tries < (depth < DEEPEST ? 3 : 12); tries++) {
        const uint32_t l = below(w->n_locals);
        if (w->local_types[l] == type)
            return keep(w, ir_get(b, w->locals[l]), type);
    }
    if (type > IR_F64)
        return depth < DEEPEST + 3 ? keep(w, aggregate(w, type, depth), type)
                                   : ir_emit(b, IR_ZERO, type, NULL, 0, 0, 0);
    if (depth >= DEEPEST)
        return constant(w, type);
    ir_value v;
    switch (below(10)) {
    case 0: v = constant(w, type); break;
    case 1: v = from_memory(w, type, depth); break;
    case 2: v = from_call(w, type, depth); break;
    case 3: {
        const ir_value args[] = {expression(w, IR_BOOL, depth + 1), expression(w, type, depth + 1),
                                 expression(w, type, depth + 1)};
        v = ir_emit(b, IR_SELECT, type, args, 3, 0, 0);
        break;
    }
    case 4:
    case 5:
        if (type != IR_BOOL) {
            ir_type from = any_scalar();
            if (from == IR_BOOL && ir_is_float(&m, type))
                from = IR_I32;
            v = ir_convert(b, type, expression(w, from, depth + 1));
            break;
        }
        v = to_bool(w, depth);
        break;
    case 6: v = type == IR_BOOL ? to_bool(w, depth) : numeric_intrinsic(w, type, depth); break;
    case 7:
        v = ir_unary(b, type == IR_BOOL || (ir_is_int(&m, type) && below(2)) ? IR_NOT : IR_NEG, type,
                     expression(w, type, depth + 1));
        break;
    default: v = arithmetic(w, type, depth); break;
    }
    return keep(w, v, type);
}

static void statements(writer *w, uint32_t depth);

static void write_part(writer *w)
{
    ir_builder *b = &w->b;
    const uint32_t l = w->n_fixed + below(w->n_locals - w->n_fixed);
    const ir_type type = w->local_types[l];
    if (type == words) {
        const ir_value v = expression(w, IR_U16, 1), at = index_below(w, 5, 2);
        ir_store(b, ir_element_addr(b, IR_U16, ir_local_addr(b, w->locals[l]), at), v);
    } else if (type == pair) {
        const uint32_t field = below(2);
        const ir_value v = expression(w, field ? IR_I64 : IR_F32, 1);
        ir_store(b, ir_field_addr(b, pair, ir_local_addr(b, w->locals[l]), field), v);
    } else if (type == mixed) {
        const ir_value v = expression(w, IR_I64, 1), inner = ir_field_addr(b, mixed, ir_local_addr(b, w->locals[l]), 1);
        ir_store(b, ir_field_addr(b, pair, inner, 1), v);
    } else {
        const ir_value v = expression(w, type, 1);
        ir_store(b, ir_local_addr(b, w->locals[l]), v);
    }
}

static void nested(writer *w, uint32_t depth)
{
    const uint32_t n = w->n_values, n_labels = w->n_labels;
    statements(w, depth + 1);
    w->n_values = n;
    w->n_labels = n_labels;
}

static void write_loop(writer *w, uint32_t depth)
{
    ir_builder *b = &w->b;
    const uint32_t n = 1 + below(5), times = w->times;
    const ir_local count = ir_add_local(b, IR_U32, "count");
    const ir_label label = ir_new_label(b);
    ir_set(b, count, ir_const(b, IR_U32, 0));
    ir_loop(b, label);
    const ir_value now = ir_get(b, count);
    ir_if(b, ir_binary(b, IR_GE, IR_BOOL, now, ir_const(b, IR_U32, n)));
    ir_break(b, label);
    ir_end(b);
    ir_set(b, count, ir_binary(b, IR_ADD, IR_U32, now, ir_const(b, IR_U32, 1)));
    w->times *= n;
    if (w->n_labels < 16)
        w->labels[w->n_labels++] = label;
    const uint32_t n_values = w->n_values;
    keep(w, now, IR_U32);
    nested(w, depth);
    w->n_values = n_values;
    w->n_labels -= w->n_labels > 0 && w->labels[w->n_labels - 1] == label;
    w->times = times;
    ir_end(b);
}

static void write_switch(writer *w, uint32_t depth)
{
    ir_builder *b = &w->b;
    const ir_type type = any_int();
    const ir_value v = expression(w, type, 1);
    const uint32_t n = 1 + below(4), has_default = below(2);
    ir_switch(b, ir_binary(b, IR_AND, type, v, ir_const(b, type, below(2) ? 3 : UINT64_MAX)));
    for (uint32_t i = 0; i < n; i++) {
        ir_case(b, i == 3 ? ir_is_signed(&m, type) ? UINT64_MAX : 100 : i);
        if (below(4))
            nested(w, depth);
    }
    if (has_default) {
        ir_default(b);
        nested(w, depth);
    }
    ir_end(b);
}

static void statement(writer *w, uint32_t depth)
{
    ir_builder *b = &w->b;
    const uint32_t k = below(20);
    if (k < 7 || depth > 3) {
        const uint32_t l = w->n_fixed + below(w->n_locals - w->n_fixed);
        ir_set(b, w->locals[l], expression(w, w->local_types[l], 0));
    } else if (k < 11) {
        write_part(w);
    } else if (k < 14) {
        ir_if(b, expression(w, IR_BOOL, 1));
        nested(w, depth);
        if (below(2)) {
            ir_else(b);
            nested(w, depth);
        }
        ir_end(b);
    } else if (k < 16 && w->times < MOST_TIMES) {
        write_loop(w, depth);
    } else if (k == 16) {
        const ir_label label = ir_new_label(b);
        ir_block(b, label);
        if (w->n_labels < 16)
            w->labels[w->n_labels++] = label;
        nested(w, depth);
        w->n_labels -= w->n_labels > 0 && w->labels[w->n_labels - 1] == label;
        ir_end(b);
    } else if (k == 17) {
        write_switch(w, depth);
    } else if (k == 18 && w->n_labels) {
        const ir_label label = w->labels[below(w->n_labels)];
        ir_if(b, expression(w, IR_BOOL, 1));
        ir_break(b, label);
        ir_end(b);
    } else {
        const ir_value v = expression(w, IR_U64, 1),
                       rest = ir_binary(b, IR_REM, IR_U64, v, ir_const(b, IR_U64, 50 + below(200)));
        const ir_site site = {
            .message = "a number: {} of {}", .file = "random.rs", .line = b->line, .column = below(9)};
        ir_check(b, ir_binary(b, IR_NE, IR_BOOL, rest, ir_const(b, IR_U64, 7)), ir_add_site(&m, site),
                 (ir_value[]){v, rest}, 2);
    }
    b->line++;
}

static void statements(writer *w, uint32_t depth)
{
    for (uint32_t n = 1 + below(depth ? 3 : 8); n > 0; n--)
        statement(w, depth);
}

/* Locals of all types, set; the values so far are usable. */
static void begin_body(writer *w, ir_function_id f)
{
    *w = (writer){.b = {.m = &m, .f = f, .line = 1}, .times = 1};
    for (uint32_t i = 1; i <= m.functions.at[f].n_params; i++)
        if (m.types.at[m.functions.at[f].params[i - 1]].kind != IR_PTR)
            keep(w, i, m.functions.at[f].params[i - 1]);
    const ir_type aggregates[] = {pair, mixed, words, either};
    for (uint32_t i = 0; i < 14; i++) {
        const ir_type type = i < 4 ? aggregates[i] : i < 6 ? IR_U64 : any_scalar();
        w->locals[w->n_locals] = ir_add_local(&w->b, type, NULL);
        w->local_types[w->n_locals] = type;
        ir_set(&w->b, w->locals[w->n_locals++], ir_emit(&w->b, IR_ZERO, type, NULL, 0, 0, 0));
    }
}

/* A scalar as u64; all NaNs are one. */
static ir_value as_u64(writer *w, ir_value v, ir_type type)
{
    ir_builder *b = &w->b;
    if (ir_is_float(&m, type)) {
        const ir_type whole = type == IR_F32 ? IR_U32 : IR_U64;
        const ir_value args[] = {ir_binary(b, IR_EQ, IR_BOOL, v, v), ir_unary(b, IR_BITCAST, whole, v),
                                 ir_const(b, whole, 1)};
        return ir_convert(b, IR_U64, ir_emit(b, IR_SELECT, whole, args, 3, 0, 0));
    }
    return ir_convert(b, IR_U64, v);
}

static void write_helper(void)
{
    const ir_type result = below(3) ? any_scalar() : (ir_type[]){pair, mixed, words, either}[below(4)];
    const ir_type params[] = {any_scalar(), below(2) ? any_scalar() : pair, any_scalar()};
    const ir_function_id f =
        ir_declare(&m, arena_format(&rig_arena, "helper::<%u>", n_helpers), params, 1 + below(3), result);
    static writer w;
    begin_body(&w, f);
    w.times = 10;
    statements(&w, 1);
    ir_return(&w.b, expression(&w, result, 1));
    helpers[n_helpers++] = f;
}

static ir_function_id write_kernel(uint32_t number)
{
    ir_builder b = rig_kernel(&m, arena_format(&rig_arena, "random_%u", number), 2);
    static writer w;
    begin_body(&w, b.f);
    const ir_value index = rig_index(&w.b), given = rig_load(&w.b, IR_U64, 1, index);
    keep(&w, index, IR_U64);
    keep(&w, given, IR_U64);
    w.n_fixed = 1;
    statements(&w, 0);
    statements(&w, 0);
    ir_value hash = ir_const(&w.b, IR_U64, 1);
    for (uint32_t i = 0; i < w.n_locals; i++) {
        const ir_type type = w.local_types[i];
        ir_value v = ir_get(&w.b, w.locals[i]);
        if (type == pair)
            v = ir_field(&w.b, v, 1);
        else if (type == words)
            v = ir_field(&w.b, v, 4);
        else if (type == either)
            v = ir_field(&w.b, v, 0);
        else if (type == mixed)
            v = ir_field(&w.b, ir_field(&w.b, v, 1), 1);
        v = as_u64(&w, v, m.functions.at[b.f].values.at[v]);
        hash =
            ir_binary(&w.b, IR_XOR, IR_U64,
                      ir_binary(&w.b, IR_MUL, IR_U64, hash, ir_const(&w.b, IR_U64, UINT64_C(0x9E3779B97F4A7C15))), v);
    }
    rig_store(&w.b, 2, index, hash);
    ir_return(&w.b, 0);
    return b.f;
}

static void run_round(uint64_t seed)
{
    ir_function_id kernels[KERNELS];
    uint64_t given[THREADS], out[THREADS] = {0};
    const ir_launch launch = {.grid = {1, 1, 1}, .block = {THREADS, 1, 1}};
    const char *text, *message;
    state = seed * UINT64_C(0x9E3779B97F4A7C15) + 1;
    n_helpers = 0;
    rig_begin(&m);
    pair = ir_struct(&m, (ir_type[]){IR_F32, IR_I64}, 2, 0, "Pair");
    words = ir_array(&m, IR_U16, 5);
    mixed = ir_struct(&m, (ir_type[]){IR_U8, pair, words}, 3, 16, "Mixed<u8>");
    either = ir_union(&m, (ir_type[]){IR_U32, IR_I32}, 2, 0);
    for (int i = 0; i < 6; i++)
        write_helper();
    for (uint32_t i = 0; i < KERNELS; i++)
        kernels[i] = write_kernel(i);
    for (uint32_t i = 0; i < THREADS; i++)
        given[i] = i * UINT64_C(0xD1342543DE82EF95) >> (i % 3 ? 0 : 40);
    for (uint32_t f = 1; f < m.functions.n; f++)
        for (uint32_t i = 0; i < m.functions.at[f].code.n; i++)
            has_op[m.functions.at[f].code.at[i].op] = true;
    const char *wrong = ir_verify(&m), *printed = ir_print(&m);
    if (wrong) {
        fprintf(stderr, "seed %llu: %s\n%s", (unsigned long long)seed, wrong, printed);
        rig_n_failed++;
        return;
    }
    ir_module back;
    ir_begin(&back, &rig_arena);
    const bool again = ir_read(&back, printed, strlen(printed), &message);
    CHECK(again && ir_verify(&back) == NULL && strcmp(ir_print(&back), printed) == 0);
    void *library = rig_open(&m, &text);
    ir_module *simpler = opt_optimize(&m, &(opt_options){0});
    wrong = ir_verify(simpler);
    CHECK(!wrong && strcmp(ir_print(&m), printed) == 0);
    void *of_simpler = wrong ? library : rig_open(simpler, &text);
    for (uint32_t i = 0; i < KERNELS; i++) {
        const rig_buffer buffers[] = {{given, sizeof given}, {out, sizeof out}};
        if (!rig_compare(&m, library, kernels[i], &launch, buffers, 2, 0, 0) ||
            !rig_compare(&m, of_simpler, kernels[i], &launch, buffers, 2, 0, 0)) {
            const char *folder = getenv("RUSTG_KEEP");
            fprintf(stderr, "seed %llu, kernel random_%u\n", (unsigned long long)seed, i);
            FILE *file = folder
                             ? fopen(arena_format(&rig_arena, "%s/seed%llu.ir", folder, (unsigned long long)seed), "w")
                             : NULL;
            if (file) {
                fputs(printed, file);
                fclose(file);
            }
        }
    }
    if (of_simpler != library)
        dlclose(of_simpler);
    dlclose(library);
    arena_free(&rig_arena);
}

/* What random functions do not have: a value that may be any, addresses of globals and functions, PTX, and ends that
 * leave what is behind them dead. */
static const bool is_left_out[IR_N_OPS] = {
    [IR_UNDEF] = true, [IR_GLOBAL_ADDR] = true, [IR_FUNCTION_ADDR] = true, [IR_CALL_PTR] = true,
    [IR_PTX] = true,   [IR_CONTINUE] = true,    [IR_TRAP] = true};

static void check_all_are_here(void)
{
    for (uint32_t op = 0; op < IR_N_OPS; op++)
        if (has_op[op] == is_left_out[op]) {
            fprintf(stderr, "%s: in %s random function\n", ir_op_rows[op].text, has_op[op] ? "a" : "no");
            rig_n_failed++;
        }
}

int main(void)
{
    const char *rounds = getenv("RUSTG_IR_ROUNDS"), *first = getenv("RUSTG_IR_SEED");
    const uint64_t n = rounds ? strtoull(rounds, NULL, 10) : 3, start = first ? strtoull(first, NULL, 10) : 1;
    if (setjmp(rig_out)) {
        fprintf(stderr, "out of memory\n");
        return 1;
    }
    for (uint64_t seed = start; seed < start + n; seed++)
        run_round(seed);
    if (n >= 3)
        check_all_are_here();
    printf("%llu kernels of random operations, %d failed\n", (unsigned long long)(n * KERNELS), rig_n_failed);
    return rig_n_failed != 0;
}
