/* opt_launch_version_test.c: a kernel's entry for launches that prove its checks does just what the kernel does in
 * every launch of which the proof holds, and the proof holds of launches that it should hold of. Both run on the
 * interpreter, for many lengths, scalars and grids. */
#include "launch/module_internal.h"

#include "base/error_check.h"
#include "ir/ir.h"
#include "opt/opt.h"

enum { MOST = 700, BLOCK = 32 };

/* The rest of a kernel `k(n: usize, m: usize, x: &[u32], mut y: GridMut<u32>)`. n_left: checks that the entry keeps.
 * holds: launches of the loops below of which the proof must hold, at least. */
typedef struct row {
    const char *name, *body;
    uint32_t n_left, holds;
} row;

#define OWN(value) "let i = thread::index();\nif i < y.len() {\n" value "\n}\n"
static const row rows[] = {
    {"element", OWN("y[i] = x[i.get()] + 1;"), 1, 60},
    {"last is guarded", "let i = thread::index();\nif i.get() + 1 < x.len() {\ny[i] = x[i.get() + 1];\n}\n", 0, 60},
    {"unguarded", "let i = thread::index();\ny[i] = x[i.get()];\n", 0, 30},
    {"early return", "let i = thread::index();\nif i.get() >= n {\nreturn;\n}\ny[i] = x[i.get()];\n", 0, 60},
    {"matrix", OWN("let (r, c) = (i.get() / n, i.get() % n);\ny[i] = x[r * n + c];"), 0, 30},
    {"neighbours", OWN("let i_ = i.get();\nif i_ > 0 {\ny[i] = x[i_ - 1] ^ x[i_ + 1];\n}"), 0, 60},
    {"row", OWN("let mut s = 0u32;\nfor k in 0..n {\ns ^= x[i.get() * n + k];\n}\ny[i] = s;"), 0, 10},
    {"slice", OWN("let mut s = 0u32;\nfor v in &x[i.get() * n..(i.get() + 1) * n] {\ns ^= *v;\n}\ny[i] = s;"), 0, 10},
    {"ring",
     OWN("let l = (i.get() as isize - 1).rem_euclid(n as isize) as usize;\nlet r = (i.get() + 1) % n;\ny[i] = x[l] ^ "
         "x[r];"),
     0, 50},
    {"halves", OWN("let mut h = n;\nlet mut s = 0u32;\nwhile h > 0 {\ns ^= x[h - 1];\nh /= 2;\n}\ny[i] = s;"), 0, 30},
    {"least", OWN("y[i] = x[i.get().min(n)];"), 0, 30},
    {"bits", OWN("y[i] = x[i.get() & 15] ^ x[i.get() >> 3 | 4];"), 0, 30},
    {"stride", "for i in thread::grid_stride(y.len()) {\ny[i] = x[i.get()];\n}\n", 0, 30},
    {"place", OWN("y[i] = x[thread::block_idx_x() as usize * 7 + thread::idx_x() as usize];"), 0, 30},
    {"narrow", OWN("y[i] = x[((i.get() as u32 + n as u32) / 3) as usize];"), 0, 30},
    {"two sizes", OWN("if n > 0 && m > n {\ny[i] = x[m - n] ^ x[(i.get() + m) % n];\n}"), 0, 30},
    {"data", OWN("y[i] = x[x[i.get()] as usize];"), 1, 30},
    {"plane", OWN("y[i] = x[i.get() & 15] ^ x[i.get() >> 3 | 4];"), 0, 30},
    {"line", "let i = thread::index();\nif y.len() > i.get() && i.get() <= n {\ny[i] = x[i.get()];\n}\n", 0, 30},
    {"turned", "let i = thread::index();\nif n > i.get() && i.get() < y.len() {\ny[i] = x[i.get()] ^ 1;\n}\n", 0, 30},
    {"up to", OWN("if i.get() <= n {\ny[i] = x[i.get()] ^ 2;\n}"), 0, 30},
    {"last one", OWN("y[i] = if n > 0 && i.get() == n - 1 { 7 } else { x[i.get()] };"), 0, 30},
    {"not up to", OWN("if !(m >= i.get()) {\ny[i] = x[i.get()] ^ 3;\n}"), 0, 30},
    {"both", "let i = thread::index();\nif i.get() >= m || n <= i.get() {\nreturn;\n}\ny[i] = x[i.get()];\n", 0, 30},
    {"narrow bound", OWN("if (i.get() as u32) < n as u32 {\ny[i] = x[i.get()] ^ 4;\n}"), 0, 30},
    {"signed bound", OWN("if (i.get() as i32) < n as i32 {\ny[i] = x[i.get()] ^ 5;\n}"), 0, 30},
    {"wide signed", OWN("if (i.get() as i64) < n as i64 {\ny[i] = x[i.get()] ^ 6;\n}"), 0, 30},
    {"in a loop",
     "let i = thread::index();\nlet mut s = 0u32;\nlet mut k = 0;\nwhile k < 3 && i.get() < n {\ns ^= k + "
     "1;\nk += 1;\n}\nif i < y.len() {\ny[i] = s ^ x[i.get()];\n}\n",
     0, 30},
};

/* Its kernel says that the blocks are of 8 x 4 threads. */
static bool is_plane(const row *of)
{
    return strcmp(of->name, "plane") == 0;
}

/* Of 32 threads in a line, which may be asked for by their numbers. */
static bool is_line(const row *of)
{
    return strcmp(of->name, "line") == 0;
}

static const char *kernel_text(const row *of)
{
    static char text[1024];
    snprintf(text, sizeof text,
             "use rustg_std::prelude::*;\n#[kernel%s]\npub fn k(n: usize, m: usize, x: &[u32], mut y: GridMut<u32>) "
             "{\nlet _ = (n, m);\n%s}\n",
             is_plane(of)  ? "(block = (8, 4))"
             : is_line(of) ? "(block = 32)"
                           : "",
             of->body);
    return text;
}

static unsigned n_failed;
static uint32_t x[MOST], y[MOST], before[MOST], expected[MOST];

typedef struct numbers {
    uint32_t grid[3], block[3];
    uint64_t n, m, x_len, y_len;
} numbers;

static ir_outcome run(ir_module *m, ir_function_id f, const numbers *l, ir_panic *panic)
{
    const uint32_t *x_at = x, *y_at = y;
    const void *args[] = {&l->n, &l->m, &x_at, &l->x_len, &y_at, &l->y_len};
    const ir_memory reached[] = {{x, sizeof x, "x", false}, {y, sizeof y, "y", false}};
    ir_launch launch = {.memory = reached, .n_memory = 2, .max_steps = 1 << 20};
    memcpy(launch.grid, l->grid, sizeof launch.grid);
    memcpy(launch.block, l->block, sizeof launch.block);
    memcpy(y, before, sizeof y);
    return ir_run_kernel(m, f, &launch, args, panic);
}

/* Whether the launch may take the entry; then both must do the same. */
static bool compare(const row *of, ir_module *m, ir_function_id own, ir_function_id proved, const numbers *l)
{
    const ir_function *f = &m->functions.at[proved];
    uint64_t pointer = 0;
    void *params[] = {(void *)&l->n, (void *)&l->m, &pointer, (void *)&l->x_len, &pointer, (void *)&l->y_len};
    ir_panic panic = {0}, again = {0};
    if (!launch_proof_holds(f->proof, f->n_proof, l->grid, l->block, params))
        return false;
    ir_outcome first = run(m, own, l, &panic);
    memcpy(expected, y, sizeof y);
    ir_outcome second = run(m, proved, l, &again);
    if (first != second || memcmp(expected, y, sizeof y) != 0 ||
        (first == IR_PANICKED && (panic.site != again.site || memcmp(panic.thread, again.thread, sizeof panic.thread))))
        printf("%s: %u x %u blocks, n %llu, m %llu, lengths %llu and %llu: outcome %d, then %d\n", of->name, l->grid[0],
               l->grid[1], (unsigned long long)l->n, (unsigned long long)l->m, (unsigned long long)l->x_len,
               (unsigned long long)l->y_len, (int)first, (int)second);
    CHECK(first == second && memcmp(expected, y, sizeof y) == 0);
    return true;
}

static uint32_t count_checks(const ir_function *f)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < f->code.n; i++)
        n += f->code.at[i].op == IR_CHECK || f->code.at[i].op == IR_TRAP;
    return n;
}

static void check_row(const row *of)
{
    static const uint64_t sizes[] = {0, 1, 3, 9, 64, 200, UINT64_C(1) << 32, UINT64_MAX};
    /* The last one is y's alone: its low 32 bits are fewer than the threads, which all may write. */
    static const uint64_t lengths[] = {0, 1, 32, 65, 200, MOST, (UINT64_C(1) << 32) + 5};
    enum { N_LENGTHS = sizeof lengths / sizeof *lengths };
    static const uint32_t grids[][2] = {{1, 1}, {6, 1}, {2, 3}};
    const char *source = kernel_text(of);
    rustg_source from = {.name = "k.rs", .bytes = (const uint8_t *)source, .n_bytes = strlen(source)};
    rustg_kernel_options kernels = {.struct_size = sizeof kernels, .outputs = 1u << RUSTG_OUTPUT_IR};
    rustg_compile_options options = {.struct_size = sizeof options, .engine = RUSTG_ENGINE_CPU, .kernels = &kernels};
    rustg_result *result;
    const uint8_t *bytes;
    size_t n;
    const char *message = NULL;
    jmp_buf out_of_memory;
    arena memory = {.out_of_memory = &out_of_memory};
    ir_module m;
    CHECK(rustg_compile(&from, 1, &options, &result, &error) == RUSTG_OK &&
          rustg_result_output(result, RUSTG_OUTPUT_IR, 0, &bytes, &n) == RUSTG_OK);
    CHECK(setjmp(out_of_memory) == 0);
    ir_begin(&m, &memory);
    CHECK(ir_read(&m, (const char *)bytes, n, &message));
    ir_module *o = opt_optimize(&m, &(opt_options){.coarsen = true});
    ir_function_id own = 0, proved = 0;
    for (ir_function_id id = 1; id < o->functions.n; id++) {
        own = strcmp(o->functions.at[id].name, "k") == 0 ? id : own;
        proved = strcmp(o->functions.at[id].name, "rustg_proved_k") == 0 ? id : proved;
    }
    const uint32_t n_left = proved ? count_checks(&o->functions.at[proved]) : UINT32_MAX;
    uint32_t n_held = 0, n_launches = 0;
    CHECK(!ir_verify(o));
    if (n_left != of->n_left) {
        printf("%s: %u checks are left, not %u\n", of->name, n_left, of->n_left);
        n_failed++;
    }
    for (size_t g = 0; g < 3; g++)
        for (size_t a = 0; a < sizeof sizes / sizeof *sizes; a++)
            for (size_t b = 0; b < sizeof sizes / sizeof *sizes; b++)
                for (size_t i = 0; i < N_LENGTHS - 1; i++)
                    for (size_t j = 0; j < N_LENGTHS; j++) {
                        const uint32_t height = is_plane(of) ? 4 : 1;
                        const numbers l = {{grids[g][0], grids[g][1], 1},
                                           {BLOCK / height, height, 1},
                                           sizes[a],
                                           sizes[b],
                                           lengths[i],
                                           lengths[j]};
                        n_launches++;
                        n_held += proved && compare(of, o, own, proved, &l);
                    }
    if (n_held < of->holds || n_held == n_launches) {
        printf("%s: the proof holds of %u of %u launches\n", of->name, n_held, n_launches);
        n_failed++;
    }
    rustg_result_free(result);
    arena_free(&memory);
}

int main(void)
{
    GOOD(rustg_initialize(NULL, &error));
    for (uint32_t i = 0; i < MOST; i++) {
        x[i] = i * 7 % 640;
        before[i] = 1000 + i;
    }
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
        check_row(&rows[r]);
    rustg_shutdown();
    return n_failed != 0;
}
