/* optimized_text_test.c: what CUDA C++ and own PTX of a kernel hold, and what they no longer hold: checks that are
 * decided, volatile shared memory where no thread waits, and only there. Each pass of opt_pass.def changes some case.
 * Programs of tests/pipeline/run show that all of it means the same. */
#include <assert.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "opt/opt.h"
#include "rustg/rustg.h"

#define PRELUDE "use rustg_std::prelude::*;\n"
#define MOST    4

typedef struct text_case {
    const char *name, *source;
    const char *has[MOST], *lacks[MOST];
} text_case;

#define TWICE(written)                                                                                                 \
    PRELUDE "#[kernel] pub fn k(x: &[f32], mut y: GridMut<f32>) {\n    let mut sum = 0.0;\n"                           \
            "    for v in x { sum += v; }\n    for i in thread::grid_stride(y.len()) { " written " }\n}\n"

static const text_case cases[] = {
    {"an index that a condition proves",
     PRELUDE "#[kernel] pub fn k(x: &[u32], mut y: GridMut<u32>) {\n"
             "    let i = thread::index();\n    if i < y.len() && i < x.len() { y[i] = x[i]; }\n}\n",
     {"k("},
     {"rustg_fail"}},
    {"an index that is one too far",
     PRELUDE "#[kernel] pub fn k(x: &[u32], mut y: GridMut<u32>) {\n"
             "    let i = thread::index();\n    if i < y.len() && i < x.len() { y[i] = x[i.get() + 1]; }\n}\n",
     {"rustg_fail("},
     {"rustg_add_overflows"}},
    {"a rank is less than the block's threads, and the sums of 32-bit numbers fit 64",
     PRELUDE "#[kernel(block = 128)] pub fn k(n: u32, mut y: GridMut<u32>) {\n"
             "    let s = Shared::<u32, 128>::new();\n    let r = block::rank() as usize;\n"
             "    s.set(r, n);\n    block::sync();\n    let i = thread::index();\n"
             "    if i < y.len() { y[i] = s.get(127 - r) + (n as usize * 7 + r) as u32; }\n}\n",
     {"rustg_fail(kernel, 1u"},
     {"volatile", ">= 128", "mul_overflows_u64", "rustg_sub_overflows"}},
    {"a loop by the width of the grid, which C does in one round",
     PRELUDE "#[kernel] pub fn k(x: &[u32], mut y: GridMut<u32>) {\n"
             "    for i in thread::grid_stride(y.len()) { y[i] = x[i.get()]; }\n}\n",
     {"rustg_add_overflows"},
     {NULL}},
    {"what is written leaves the cache to what is read twice", TWICE("y[i] = x[i.get()] / sum;"), {"__stcs("}, {NULL}},
    {"but what is written over what was read stays there",
     TWICE("y[i] = y[i] + x[i.get()] / sum;"),
     {"k("},
     {"__stcs("}},
    {"and so it does where nothing is read twice", TWICE("y[i] = sum;"), {"k("}, {"__stcs("}},
    {"gradients of neighbours are summed in the warp",
     PRELUDE "#[kernel(adjoint)] pub fn k(x: &[f32], mut y: GridMut<f32>) {\n"
             "    let i = thread::index();\n    let at = i.get();\n"
             "    if i < y.len() && at >= 1 && at + 1 < x.len() { y[i] = x[at - 1] * x[at] * x[at + 1]; }\n}\n",
     {"__shfl_up_sync", "__shfl_down_sync", "__ballot_sync"},
     {NULL}},
    {"gradients of what a block reads in a loop are summed for 32 rounds",
     PRELUDE "#[kernel(adjoint)] pub fn k(n: u32, x: &[f32], mut y: GridMut<f32>) {\n"
             "    let i = thread::index();\n    let mut sum = 0.0;\n"
             "    for j in 0..n as usize { sum += x[j].sin(); }\n    if i < y.len() { y[i] = sum; }\n}\n",
     {"__shfl_xor_sync", "& 31u"},
     {"rustg_there"}},
    {"a loop that waits for another thread reads again",
     PRELUDE "#[kernel] pub fn k(mut y: GridMut<u32>) {\n"
             "    let s = Shared::<u32, 4>::new();\n    s.set(0, 1);\n    while s.get(1) == 0 {}\n"
             "    let i = thread::index();\n    if i < y.len() { y[i] = s.get(2); }\n}\n",
     {"*(volatile u32 *)"},
     {NULL}},
    {"one that meets at a barrier each round does not wait by reading",
     PRELUDE "#[kernel] pub fn k(mut y: GridMut<u32>) {\n"
             "    let s = Shared::<u32, 4>::new();\n    s.set(0, 1);\n    block::sync();\n"
             "    while s.get(0) < 9 { block::sync(); s.set(0, s.get(0) + 1); block::sync(); }\n"
             "    let i = thread::index();\n    if i < y.len() { y[i] = s.get(2); }\n}\n",
     {"__syncthreads"},
     {"*(volatile u32 *)"}},
    {"nor a kernel without loops, with memory as large as the launch says",
     PRELUDE "#[kernel] pub fn k(mut y: GridMut<u32>) {\n"
             "    let s = DynShared::<u32>::new();\n    s.set(0, 1);\n    block::sync();\n"
             "    let i = thread::index();\n    if i < y.len() { y[i] = s.get(2); }\n}\n",
     {"__syncthreads"},
     {"*(volatile u32 *)"}},
    {"nor does one that counts",
     PRELUDE "#[kernel] pub fn k(n: u32, mut y: GridMut<u32>) {\n"
             "    let s = Shared::<u32, 4>::new();\n    s.set(0, 1);\n    let mut sum = 0;\n"
             "    for j in 0..n { sum ^= s.get(0) + j; if s.get(1) > j { sum += 2; } }\n"
             "    let i = thread::index();\n    if i < y.len() { y[i] = sum; }\n}\n",
     {"for (;;)"},
     {"*(volatile u32 *)"}},
    {"whole warps shuffle as they are",
     PRELUDE "#[kernel(block = 64)] pub fn k(mut y: GridMut<u32>) {\n"
             "    let v = warp::shuffle_xor(thread::idx_x(), 1);\n"
             "    let i = thread::index();\n    if i < y.len() { y[i] = v; }\n}\n",
     {"__shfl_xor_sync"},
     {"rustg_there"}},
    {"warps of a block of any size ask which lanes are there",
     PRELUDE "#[kernel] pub fn k(mut y: GridMut<u32>) {\n"
             "    let v = warp::shuffle_xor(thread::idx_x(), 1);\n"
             "    let i = thread::index();\n    if i < y.len() { y[i] = v; }\n}\n",
     {"rustg_there"},
     {NULL}},
    {"and so do those of which lanes have returned",
     PRELUDE "#[kernel(block = 64)] pub fn k(mut y: GridMut<u32>) {\n"
             "    let i = thread::index();\n    if i >= y.len() { return; }\n    y[i] = "
             "warp::shuffle_xor(thread::idx_x(), 1);\n}\n",
     {"rustg_there"},
     {NULL}},
    {"three by three rounds, but one",
     PRELUDE "#[kernel] pub fn k(x: &[i32], mut y: GridMut<i32>) {\n"
             "    let i = thread::index();\n    let mut sum = 0i32;\n"
             "    for a in 0..=2 { for b in 0..=2 { if (a, b) == (1, 1) { continue; } sum ^= x[3 * a + b]; } }\n"
             "    if i < y.len() { y[i] = sum; }\n}\n",
     {"k("},
     {"for (;;)", "promoted"}},
    {"five sums of lanes' numbers of 32 bits do not overflow 64, so lanes stay to shuffle",
     PRELUDE "#[kernel(block = 128)] pub fn k(x: &[i32], mut y: GridMut<i64>) {\n"
             "    let i = thread::index();\n    let mut sum = if i < x.len() { x[i] as i64 } else { 0 };\n"
             "    let mut mask = 16;\n    while mask > 0 { sum += warp::shuffle_xor(sum, mask); mask >>= 1; }\n"
             "    if i < y.len() { y[i] = sum; }\n}\n",
     {"__shfl_xor_sync(0xFFFFFFFFu, "},
     {"rustg_add_overflows", "rustg_there", "for (;;)", "while"}},
    {"six sums of them may leave 32 bits",
     PRELUDE "#[kernel(block = 128)] pub fn k(x: &[i16], mut y: GridMut<i32>) {\n"
             "    let i = thread::index();\n    let mut sum = if i < x.len() { (x[i] as i32) << 11 } else { 0 };\n"
             "    let mut mask = 16;\n    while mask > 0 { sum += warp::shuffle_xor(sum, mask); mask >>= 1; }\n"
             "    if i < y.len() { y[i] = sum; }\n}\n",
     {"rustg_fail("},
     {NULL}},
    {"a signed sum that a branch and a remainder bound",
     PRELUDE "#[kernel] pub fn k(x: &[i32], mut y: GridMut<i32>) {\n"
             "    let i = thread::index();\n    if i < y.len() && i < x.len() {\n"
             "        let v = x[i];\n        y[i] = if v < -5 { v % 100 - 7 } else if v > 9 { v - 10 } else { v + 5 "
             "};\n    }\n}\n",
     {"k("},
     {"rustg_fail"}},
    {"a `?` in an inlined function leads to where its caller branches",
     PRELUDE "fn step(n: u32) -> Option<u32> {\n"
             "    match n % 2 { 0 => Some(n / 2), _ => n.checked_mul(3)?.checked_add(1) }\n}\n"
             "fn steps(mut n: u32) -> Option<u32> {\n    let mut count = 0u32;\n"
             "    while n > 1 { n = step(n)?; count = count.wrapping_add(1); }\n    Some(count)\n}\n"
             "#[kernel] pub fn k(mut y: GridMut<u32>) {\n"
             "    let i = thread::index();\n    if i < y.len() { y[i] = steps(i.get() as u32).unwrap_or(7); }\n}\n",
     {"for (;;)"},
     {"case 1", "_t0"}},
    {"sizes below 2^31 have a version without overflow",
     PRELUDE
     "#[kernel] pub fn k(w: usize, h: usize, x: &[u8], mut y: GridMut<u32>) {\n"
     "    for i in thread::grid_stride(w * h) {\n"
     "        let (c, r) = ((i.get() % w) as isize, (i.get() / w) as isize);\n        let mut sum = 0u32;\n"
     "        for a in -1..=1isize { for b in -1..=1isize {\n"
     "            let (column, row) = ((c + b).rem_euclid(w as isize), (r + a).rem_euclid(h as isize));\n"
     "            sum ^= x[row as usize * w + column as usize] as u32;\n        } }\n        y[i] = sum;\n    }\n}\n",
     {"<= 2147483647ull", "rustg_add_overflows_i64"},
     {NULL}},
    {"steps of a slice's iterator",
     PRELUDE "#[kernel] pub fn k(x: &[u32], mut y: GridMut<u32>) {\n"
             "    let i = thread::index();\n    let sum = x.iter().step_by(128).fold(0, |a: u32, v| a ^ v);\n"
             "    if i < y.len() { y[i] = sum; }\n}\n",
     {"+ 128ull"},
     {"127ull"}},
    {"two checks in a row are one branch",
     PRELUDE "#[kernel] pub fn k(p: usize, q: usize, x: &[u32], mut y: GridMut<u32>) {\n"
             "    let i = thread::index();\n    if i < y.len() { y[i] = x[p] ^ x[q]; }\n}\n",
     {"(q_p2 < x_len_p4)))"},
     {NULL}},
    {"a test before a loop stands for the checks in it",
     PRELUDE "#[kernel] pub fn k(n: usize, x: &[u32], mut y: GridMut<u32>) {\n"
             "    let i = thread::index();\n    let mut sum = 0;\n    for j in 0..n { sum ^= x[j]; }\n"
             "    if i < y.len() { y[i] = sum; }\n}\n",
     {"(n_p1 - 1ull) < x_len_p3"},
     {NULL}},
    {"a step that cannot overflow is a sum",
     PRELUDE "#[kernel] pub fn k(first: usize, n: usize, mut y: GridMut<u32>) {\n"
             "    let i = thread::index();\n    let mut sum = 0;\n"
             "    for j in (first..n).step_by(3) { sum ^= j as u32; }\n    if i < y.len() { y[i] = sum; }\n}\n",
     {"n_p2 <= 9223372036854775807ull"},
     {NULL}},
    {"a loop over grid_stride before a barrier",
     PRELUDE "#[kernel] pub fn k(x: &[u32], mut y: GridMut<u32>) {\n"
             "    let all = Shared::<u32, 1024>::new();\n    let r = block::rank() as usize;\n    let mut sum = 0;\n"
             "    for i in thread::grid_stride(x.len()) { sum ^= x[i]; }\n    all.set(r, sum);\n    block::sync();\n"
             "    let i = thread::index();\n    if i < y.len() { y[i] = all.get(r ^ 1); }\n}\n",
     {"k("},
     {NULL}},
};

/* Own PTX, after the passes that NVVM's take the place of elsewhere. */
static const text_case ptx_cases[] = {
    {"an array that a loop of known rounds indexes is registers",
     PRELUDE "#[kernel] pub fn k(x: &[u32], mut y: GridMut<u32>) {\n"
             "    let i = thread::index();\n    if i >= y.len() { return; }\n    let mut w = [0u32; 24];\n"
             "    for t in 0..8 { w[t] = x[t]; }\n    for t in 8..24 { w[t] = w[t - 8].rotate_left(3) ^ w[t - 1]; }\n"
             "    y[i] = w[23];\n}\n",
     {"ld.global.nc.b32"},
     {".local"}},
    {"one by a row of numbers, and a table of constants",
     PRELUDE "const T: [u32; 3] = [77001, 5, 9];\n#[kernel] pub fn k(mut y: GridMut<u32>) {\n"
             "    let i = thread::index();\n    let mut s = thread::idx_x();\n"
             "    for step in [1, 2, 4] { s = s.wrapping_mul(step + 1); }\n"
             "    for t in T { s ^= t; }\n    if i < y.len() { y[i] = s; }\n}\n",
     {"77001"},
     {".local", "$g"}},
    {"an enum that a loop keeps, and bytes of a number",
     PRELUDE "#[derive(Clone, Copy)] enum E { A(u32), B([u32; 2]) }\n"
             "#[kernel] pub fn k(x: &[u32], mut y: GridMut<u32>) {\n"
             "    let i = thread::index();\n    let mut e = None;\n"
             "    for v in x { e = Some(if *v & 1 == 0 { E::A(*v) } else { E::B([*v, 9]) }); }\n"
             "    let n = match e { Some(E::A(a)) => a, Some(E::B(b)) => b[0] ^ b[1], None => 1 };\n"
             "    let b = n.to_ne_bytes();\n"
             "    if i < y.len() { y[i] = u32::from_be_bytes([b[0], b[2], b[1], b[3]]); }\n}\n",
     {"k("},
     {".local"}},
    {"an array by an index that nobody knows stays in memory",
     PRELUDE "#[kernel] pub fn k(n: usize, mut y: GridMut<u32>) {\n"
             "    let i = thread::index();\n    let mut w = [1u32; 6];\n"
             "    for t in 1..6 { w[t] = w[t - 1] * 3; }\n    if i < y.len() { y[i] = w[n % 6]; }\n}\n",
     {".local .align 8 .b8 $v1[24]", "ld.local.b32"},
     {NULL}},
    {"a loop whose rounds nobody knows stays one",
     PRELUDE "#[kernel] pub fn k(n: u32, mut y: GridMut<u32>) {\n"
             "    let i = thread::index();\n    let mut s = 7u32;\n"
             "    for t in 0..n { s = s.wrapping_mul(99991) ^ t; }\n    if i < y.len() { y[i] = s; }\n}\n",
     {"99991"},
     {".local"}},
    {"a sum of products does four rounds at a time, which differ by offsets",
     PRELUDE "#[kernel] pub fn k(n: usize, r: usize, x: &[u32], mut y: GridMut<u32>) {\n"
             "    let i = thread::index();\n    let mut s = 0u32;\n"
             "    for l in 0..n { s = s.wrapping_add(x[r.wrapping_add(l)].wrapping_mul(31)); }\n"
             "    if i < y.len() { y[i] = s; }\n}\n",
     {"+4];", "+8];", "+12];"},
     {"strip"}},
    {"a column is stepped through by a pointer, with no product in the loop",
     PRELUDE "#[kernel] pub fn k(x: &[u32], mut y: GridMut<u32>) {\n"
             "    let i = thread::index();\n    let mut s = 0u32;\n"
             "    for l in 0..x.len() / 2000 { s ^= unsafe { *x.get_unchecked(l * 1999 + 5) }; }\n"
             "    if i < y.len() { y[i] = s; }\n}\n",
     {"+20];", "+8016];", "+24008];", ", 31984;"},
     {NULL}},
    {"whole warps shuffle as they are",
     PRELUDE "#[kernel(block = 64)] pub fn k(mut y: GridMut<u32>) {\n"
             "    let v = warp::shuffle_xor(thread::idx_x(), 4);\n"
             "    let i = thread::index();\n    if i < y.len() { y[i] = v; }\n}\n",
     {"shfl.sync.bfly.b32 %$r6, %$r4, 4, 31, -1"},
     {"vote.sync"}},
    {"warps of a block of any size ask which lanes are there",
     PRELUDE "#[kernel] pub fn k(mut y: GridMut<u32>) {\n"
             "    let v = warp::shuffle_xor(thread::idx_x(), 4);\n"
             "    let i = thread::index();\n    if i < y.len() { y[i] = v; }\n}\n",
     {"vote.sync.ballot"},
     {NULL}},
    {"an iterator over an argument stays in its memory",
     PRELUDE "#[kernel] pub fn k(x: &[u32], mut y: GridMut<u32>) {\n"
             "    let i = thread::index();\n    let mut s = 0u32;\n"
             "    for c in x.chunks_exact(2) { s = s.rotate_left(5) ^ (c[0] * 64 / 10 % 10 + c[1]); }\n"
             "    if i < y.len() { y[i] = s; }\n}\n",
     {"ld.global.nc.b32", "shf.l.wrap.b32", "shl.b32", "mul.hi.u32"},
     {"ld.relaxed", "div.u", "rem.u"}},
    {"one over either of two arguments too",
     PRELUDE "#[kernel] pub fn k(n: u32, a: &[u32], b: &[u32], mut y: GridMut<u32>) {\n"
             "    let i = thread::index();\n    let mut s = 0u32;\n"
             "    for v in if n > thread::idx_x() { a } else { b } { s ^= v; }\n"
             "    if i < y.len() { y[i] = s; }\n}\n",
     {"ld.global.nc.b32"},
     {"ld.relaxed"}},
    {"stores that leave the cache first", TWICE("y[i] = x[i.get()] / sum;"), {"st.global.cs.b32"}, {NULL}},
    {"a branch that only chooses, and a remainder beside its quotient",
     PRELUDE "#[kernel] pub fn k(n: u32, mut y: GridMut<u32>) {\n"
             "    let i = thread::index();\n    let mut s = thread::idx_x();\n"
             "    if s > 77 { s ^= 5; } else { s += 3; }\n"
             "    if i < y.len() && n > 0 { y[i] = (s % n) << 8 ^ s / n; }\n}\n",
     {"selp.b32", "div.u32"},
     {"rem.u32"}},
    {"a number of a local's bytes is one load, if nothing writes between",
     PRELUDE "#[kernel] pub fn k(n: usize, mut y: GridMut<u32>) {\n"
             "    let i = thread::index();\n    let mut b = [0u8; 8];\n    b[n % 8] = 9;\n"
             "    let s = u32::from_be_bytes([b[4], b[5], b[6], b[7]]);\n    if i < y.len() { y[i] = s; }\n}\n",
     {"ld.local.b32"},
     {"ld.local.u8"}},
    {"a long division asks whether the numbers are short",
     PRELUDE "#[kernel] pub fn k(n: u64, mut y: GridMut<u64>) {\n"
             "    let i = thread::index();\n    if i < y.len() && n > 0 { y[i] = i.get() as u64 / n; }\n}\n",
     {"div.u64", "div.u32"},
     {NULL}},
    {"PTX of the source, without the Rust that stands for it",
     PRELUDE "fn low(a: u32) -> u32 {\n    let by = [a, 5, 3];\n"
             "    unsafe { ptx!(\"brev.b32 {out}, {0};\", a, cpu = by[a as usize % 3]) }\n}\n#[kernel] pub fn k(mut y: "
             "GridMut<u32>) {\n"
             "    let i = thread::index();\n    if i < y.len() { y[i] = low(thread::idx_x()); }\n}\n",
     {"brev.b32"},
     {".local", "call ($ar), $f1"}},
};

/* ---- passes ---- */

static const char *const passes[] = {
#define OPT_PASS(NAME, text, ...) text,
#include "opt/opt_pass.def"
};
enum { N_PASSES = sizeof passes / sizeof *passes, MOST_FUNCTIONS = 512 };
static bool has_changed[N_PASSES]; /* something, in some case */
static uint64_t sums[MOST_FUNCTIONS];

/* A number that tells two versions of a function apart. */
static uint64_t sum_of(const ir_module *m, const ir_function *f)
{
    uint64_t sum[2] = {f->code.n, 0};
    for (uint32_t k = 0; k < f->code.n; k++) {
        const ir_instr *i = &f->code.at[k];
        const uint64_t words[] = {sum[0], i->op, i->flags, i->aux, i->type, i->result, i->imm};
        hash_128(words, sizeof words, sum);
        for (uint32_t n = 0; n < i->n_args; n++) {
            const uint64_t arg[] = {sum[0], m->args.at[i->first_arg + n]};
            hash_128(arg, sizeof arg, sum);
        }
    }
    return sum[0];
}

static void after_pass(void *user, const char *pass, ir_module *m, ir_function_id id)
{
    const uint64_t sum = sum_of(m, &m->functions.at[id]);
    (void)user;
    for (int n = 0; n < N_PASSES; n++)
        if (strcmp(pass, passes[n]) == 0)
            has_changed[n] |= sum != sums[id];
    sums[id] = sum;
}

/* Optimizes a case's IR once more, and watches the passes. A pass that adds functions has changed something too. */
static void watch(const char *ir, size_t n_ir, bool for_cpu, bool for_ptx)
{
    const opt_options options = {.coarsen = true, .for_cpu = for_cpu, .for_ptx = for_ptx, .after_pass = after_pass};
    const char *message = NULL;
    jmp_buf out_of_memory;
    arena memory = {.out_of_memory = &out_of_memory};
    ir_module m;
    assert(setjmp(out_of_memory) == 0);
    ir_begin(&m, &memory);
    assert(ir_read(&m, ir, n_ir, &message) && m.functions.n <= MOST_FUNCTIONS);
    for (ir_function_id id = 1; id < m.functions.n; id++)
        sums[id] = sum_of(&m, &m.functions.at[id]);
    const ir_module *made = opt_optimize(&m, &options);
    for (ir_function_id id = 1; id < made->functions.n; id++)
        for (int n = 0; n < N_PASSES; n++)
            has_changed[n] |= (made->functions.at[id].n_lanes && strcmp(passes[n], "coarsen") == 0) ||
                              (made->functions.at[id].proof && strcmp(passes[n], "launch-version") == 0);
    arena_free(&memory);
}

static bool check(const text_case *c, bool is_ptx)
{
    const rustg_output output = is_ptx ? RUSTG_OUTPUT_PTX : RUSTG_OUTPUT_CUDA;
    static const char *const arch[] = {"sm_90"};
    rustg_source source = {.name = "k.rs", .bytes = (const uint8_t *)c->source, .n_bytes = strlen(c->source)};
    rustg_kernel_options kernels = {.struct_size = sizeof kernels,
                                    .archs = arch,
                                    .n_archs = 1,
                                    .backend = is_ptx ? RUSTG_KERNEL_BACKEND_PTX : RUSTG_KERNEL_BACKEND_NVRTC,
                                    .outputs = 1u << output | 1u << RUSTG_OUTPUT_IR};
    rustg_compile_options options = {.struct_size = sizeof options, .engine = RUSTG_ENGINE_CPU, .kernels = &kernels};
    rustg_result *result;
    rustg_error error = {0};
    const uint8_t *bytes;
    size_t n;
    bool good = true;
    assert(rustg_compile(&source, 1, &options, &result, &error) == RUSTG_OK);
    if (rustg_result_output(result, output, 0, &bytes, &n) != RUSTG_OK) {
        fprintf(stderr, "%s: %s\n", c->name, rustg_result_message(result));
        rustg_result_free(result);
        return false;
    }
    const char *kernel = strstr((const char *)bytes, is_ptx ? ".entry k(" : "extern \"C\" __global__ void ");
    for (int k = 0; kernel && k < MOST; k++) {
        if (c->has[k] && !strstr(kernel, c->has[k])) {
            fprintf(stderr, "%s: no `%s` in\n%s\n", c->name, c->has[k], kernel);
            good = false;
        }
        if (c->lacks[k] && strstr(kernel, c->lacks[k])) {
            fprintf(stderr, "%s: `%s` in\n%s\n", c->name, c->lacks[k], kernel);
            good = false;
        }
    }
    if (rustg_result_output(result, RUSTG_OUTPUT_IR, 0, &bytes, &n) == RUSTG_OK)
        for (int for_cpu = 0; for_cpu < 2; for_cpu++)
            watch((const char *)bytes, n, for_cpu, is_ptx && !for_cpu);
    rustg_result_free(result);
    return good && kernel;
}

int main(void)
{
    bool good = true;
    assert(rustg_initialize(NULL, NULL) == RUSTG_OK);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        good &= check(&cases[i], false);
    for (size_t i = 0; i < sizeof ptx_cases / sizeof ptx_cases[0]; i++)
        good &= check(&ptx_cases[i], true);
    assert(opt_n_unmet() == 0);
    for (int n = 0; n < N_PASSES; n++)
        if (!has_changed[n]) {
            fprintf(stderr, "no case shows what the pass %s does\n", passes[n]);
            good = false;
        }
    return good ? 0 : 1;
}
