/* gradient_programs_test.c: the derivatives of every program of tests/adjoint/programs are right.
 * gradient_programs_test [interpreter|cpu|cuda|ptx]... [FILE.rs...]   default: interpreter and cpu, all files.
 * ptx is CUDA with rustg's own PTX.
 *
 * A program has a kernel `f` with adjoint and tangent. Its parameters get numbers, the same in each run:
 *   // length: 6       elements of each slice (default 5)
 *   // threads: 4      of the launch (default: as many)
 *   // rows: 3         of threads in each block, which divides their number
 *   // columns: 8      of threads in each block, where the kernel asks for that shape
 *   // NAME: 7         of an integer parameter; slices of integers have i * i + 1 modulo 7
 *   // tolerance: 1e-5 between reverse and forward mode, of the summed magnitudes (default 1e-12)
 *   // central: 1e-3   between forward mode and central differences (default 1e-6)
 *   // tape: none      the adjoint takes no tape
 *   // text: none      f_adjoint has no form as Rust text; else what is compiled of that has the same bits
 *   // second: yes     f_adjoint_tangent is compared with central differences of f_adjoint
 *   // second_adjoint: yes   and f_adjoint_adjoint with both, as f_adjoint is with f_tangent and differences of f
 *   // order: any      in which threads of a device add to f's results, so that these differ by roundings there
 *   // zero: yes       the derivative is zero, by definition; `any`: it may be, or be too steep for any differences
 * With a direction t, weights w and the outputs' tangents, f_tangent gives sum w * t_out, and f_adjoint the same number
 * as sum d_in * t_in. Both must be what differences of f say. */
#include <glob.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rustg/rustg.h"

enum { MOST_PARAMS = 40, MOST_BYTES = 1 << 14, N_DIRECTIONS = 3, N_STEPS = 4 };

typedef struct program {
    const char *path;
    char text[1 << 15];
    size_t n_text;
    uint32_t length, threads, rows, columns;
    double tolerance, central;
    bool is_zero, may_be_zero;
    rustg_result *of_text; /* compiled from the gradients' text as Rust; NULL: not compared */
} program;

/* One parameter of a kernel and what it gets. */
typedef struct slot {
    rustg_kernel_param about;
    uint8_t bytes[MOST_BYTES];
    uint64_t n; /* elements */
} slot;
typedef struct call {
    const program *p;
    rustg_result *result;
    rustg_target target;
    char name[64];
    slot slots[MOST_PARAMS];
    size_t n_slots;
    uint32_t grid, block;
    uint64_t n_words, n_more; /* of the tape, and of the tape of a gradient's gradient, for each thread */
} call;

static unsigned n_passed, n_failed;

static bool fail(const program *p, const char *what, double x, double y)
{
    printf("FAIL %s: %s: %.17g, %.17g\n", p->path, what, x, y);
    return false;
}

static const char *header(const program *p, const char *key)
{
    char start[80];
    snprintf(start, sizeof start, "// %s: ", key);
    const char *at = strstr(p->text, start);
    return at && (at == p->text || at[-1] == '\n') ? at + strlen(start) : NULL;
}

static double number(const program *p, const char *key, double otherwise)
{
    const char *text = header(p, key);
    return text ? strtod(text, NULL) : otherwise;
}

static bool is_float(uint8_t element)
{
    return element == RUSTG_ELEMENT_F32 || element == RUSTG_ELEMENT_F64 || element == RUSTG_ELEMENT_STRUCT ||
           element == RUSTG_ELEMENT_COMPLEX_F64;
}

/* Structs of these programs are of f64. */
static uint64_t n_floats(const slot *s)
{
    return s->about.element == RUSTG_ELEMENT_F32 ? s->n : s->n * s->about.size / 8;
}

static double get(const slot *s, uint64_t i)
{
    float narrow;
    double wide;
    if (s->about.element == RUSTG_ELEMENT_F32) {
        memcpy(&narrow, s->bytes + 4 * i, 4);
        return (double)narrow;
    }
    memcpy(&wide, s->bytes + 8 * i, 8);
    return wide;
}

static void put(slot *s, uint64_t i, double x)
{
    const float narrow = (float)x;
    if (s->about.element == RUSTG_ELEMENT_F32)
        memcpy(s->bytes + 4 * i, &narrow, 4);
    else
        memcpy(s->bytes + 8 * i, &x, 8);
}

/* A number that the name and the place decide, in 0.25..1.75. */
static double some(const char *name, uint64_t i, unsigned salt)
{
    uint64_t hash = UINT64_C(0xCBF29CE484222325) + salt * UINT64_C(0x9E3779B97F4A7C15);
    for (; *name; name++)
        hash = (hash ^ (uint8_t)*name) * UINT64_C(0x100000001B3);
    hash = (hash ^ (i + 1)) * UINT64_C(0x9E3779B97F4A7C15);
    hash ^= hash >> 29;
    hash *= UINT64_C(0xBF58476D1CE4E5B9);
    return 0.25 + 1.5 * (double)(hash >> 40) / (double)(1 << 24);
}

static bool is_slice(const slot *s)
{
    return s->about.role == RUSTG_PARAM_SLICE || s->about.role == RUSTG_PARAM_GRID_MUT;
}

static slot *slot_of(call *c, const char *prefix, const char *name)
{
    char full[80];
    snprintf(full, sizeof full, "%s%s", prefix, name);
    for (size_t i = 0; i < c->n_slots; i++)
        if (strcmp(c->slots[i].about.name, full) == 0)
            return &c->slots[i];
    return NULL;
}

/* What a kernel has for the i-th slot of the kernel that it is the derivative of: it stands behind that one's own, in
 * their order. */
static slot *derivative_of(call *c, const call *plain, size_t i)
{
    size_t at = plain->n_slots;
    for (size_t k = 0; k < i; k++)
        at += is_float(plain->slots[k].about.element);
    return at < c->n_slots ? &c->slots[at] : NULL;
}

static void fill(const program *p, slot *s)
{
    s->n = is_slice(s) ? p->length : 1;
    memset(s->bytes, 0, sizeof s->bytes);
    if (is_float(s->about.element)) {
        for (uint64_t i = 0; i < n_floats(s); i++)
            put(s, i, some(s->about.name, i, 0));
        return;
    }
    for (uint64_t i = 0; i < s->n; i++) {
        const uint64_t value = is_slice(s) ? (i * i + 1) % 7 : (uint64_t)number(p, s->about.name, 3);
        memcpy(s->bytes + i * s->about.size, &value, s->about.size);
    }
}

static bool open_call(call *c, const program *p, rustg_result *result, const char *name)
{
    rustg_kernel kernel;
    c->p = p;
    c->result = result;
    snprintf(c->name, sizeof c->name, "%s", name);
    for (size_t k = 0; k < rustg_result_n_kernels(result); k++) {
        if (rustg_result_kernel(result, k, &kernel) != RUSTG_OK || strcmp(kernel.name, name) != 0)
            continue;
        c->n_slots = kernel.n_params;
        for (size_t i = 0; i < kernel.n_params && i < MOST_PARAMS; i++) {
            c->slots[i].about = kernel.params[i];
            fill(p, &c->slots[i]);
        }
        return true;
    }
    printf("FAIL %s: there is no kernel `%s`\n", p->path, name);
    return false;
}

static rustg_status run_quietly(call *c, rustg_error *error)
{
    const uint64_t n_threads = (uint64_t)c->grid * c->block, n_tape = c->n_words * n_threads;
    const uint64_t n_more = c->n_more * n_threads;
    uint64_t *tape = calloc(2 * n_tape + n_more + 1, sizeof *tape); /* and its gradient or tangent, and another */
    rustg_argument args[MOST_PARAMS];
    rustg_run_options options = {.struct_size = sizeof options, .target = c->target, .grid = {c->grid, 1, 1}};
    rustg_panic panic;
    options.block[0] = c->block / c->p->rows;
    options.block[1] = c->p->rows;
    options.block[2] = 1;
    for (size_t i = 0; i < c->n_slots; i++) {
        const char *name = c->slots[i].about.name;
        args[i] = strcmp(name, "tape") == 0        ? (rustg_argument){tape, n_tape}
                  : strcmp(name + 1, "_tape") == 0 ? (rustg_argument){tape + n_tape, n_tape}
                  : strcmp(name, "tape_") == 0     ? (rustg_argument){tape + 2 * n_tape, n_more}
                                                   : (rustg_argument){c->slots[i].bytes, c->slots[i].n};
    }
    const rustg_status status =
        tape ? rustg_result_run(c->result, c->name, &options, args, c->n_slots, &panic, error) : RUSTG_ERR_MEMORY;
    free(tape);
    return status;
}

static bool run(call *c)
{
    rustg_error error = {0};
    const rustg_status status = run_quietly(c, &error);
    if (status == RUSTG_OK)
        return true;
    if (status == RUSTG_ERR_NO_NVRTC) {
        printf("skipped: %s\n", error.message);
        exit(77);
    }
    printf("FAIL %s: %s: %s\n", c->p->path, c->name, error.message);
    return false;
}

/* Moves the inputs by h times the direction. */
static void move(call *c, double h, unsigned salt)
{
    for (size_t i = 0; i < c->n_slots; i++)
        if (is_float(c->slots[i].about.element))
            for (uint64_t k = 0; k < n_floats(&c->slots[i]); k++)
                put(&c->slots[i], k, get(&c->slots[i], k) + h * (some(c->slots[i].about.name, k, 2 * salt + 1) - 1));
}

/* Sum of w * outputs, in long double since differences of it are taken. */
static long double weighed(const call *c, unsigned salt)
{
    long double sum = 0;
    for (size_t i = 0; i < c->n_slots; i++)
        if (c->slots[i].about.role == RUSTG_PARAM_GRID_MUT && is_float(c->slots[i].about.element))
            for (uint64_t k = 0; k < n_floats(&c->slots[i]); k++)
                sum += (long double)some(c->slots[i].about.name, k, 2 * salt + 2) * get(&c->slots[i], k);
    return sum;
}

/* *noise: what rounding of f's results may add to it. */
static bool difference(call *plain, unsigned salt, double h, double *slope, double *noise)
{
    long double sums[2];
    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < plain->n_slots; i++)
            fill(plain->p, &plain->slots[i]);
        move(plain, side ? h : -h, salt);
        if (!run(plain))
            return false;
        sums[side] = weighed(plain, salt);
    }
    *noise = 0;
    for (size_t i = 0; i < plain->n_slots; i++)
        for (uint64_t k = 0; is_float(plain->slots[i].about.element) && k < n_floats(&plain->slots[i]); k++)
            *noise += 4e-16 / h * fabs(get(&plain->slots[i], k));
    *slope = (double)((sums[1] - sums[0]) / (2 * (long double)h));
    return true;
}

static bool same_outputs(call *plain, call *other)
{
    for (size_t i = 0; i < plain->n_slots; i++)
        if (memcmp(plain->slots[i].bytes, other->slots[i].bytes, plain->slots[i].n * plain->slots[i].about.size) != 0) {
            printf("FAIL %s: %s leaves another `%s` than f\n", plain->p->path, other->name, plain->slots[i].about.name);
            return false;
        }
    return true;
}

/* As same_outputs, but for the order in which the threads of a device add to a float: each may differ by a part of the
 * largest of its slot. */
static bool alike_outputs(const program *p, call *plain, call *other)
{
    for (size_t i = 0; i < plain->n_slots; i++) {
        const slot *own = &plain->slots[i], *its = &other->slots[i];
        double largest = 0;
        if (!is_float(own->about.element)) {
            if (memcmp(own->bytes, its->bytes, own->n * own->about.size) != 0)
                return fail(p, "a result that is no float differs", (double)i, 0);
            continue;
        }
        for (uint64_t k = 0; k < n_floats(own); k++)
            largest = fmax(largest, fabs(get(own, k)));
        for (uint64_t k = 0; k < n_floats(own); k++)
            if (!(fabs(get(own, k) - get(its, k)) <= p->tolerance * largest))
                return fail(p, "the gradient's derivative leaves another gradient", get(own, k), get(its, k));
    }
    return true;
}

/* Threads add to the gradients in any order, and of some programs to the results. */
static bool leaves_same(call *plain, call *other)
{
    const bool in_any_order = plain->target == RUSTG_TARGET_CUDA && header(plain->p, "order");
    return strcmp(plain->name, "f") == 0 && !in_any_order ? same_outputs(plain, other)
                                                          : alike_outputs(plain->p, plain, other);
}

/* Asks f_tape, which leaves what f leaves, how much tape f_adjoint takes: with one word less it must panic. */
static bool count_words(call *plain, call *adjoint)
{
    static call count;
    rustg_error error = {0};
    const bool is_second = slot_of(plain, "", "tape") != NULL;
    uint64_t *n_words = is_second ? &adjoint->n_more : &adjoint->n_words;
    *n_words = 0;
    if (!slot_of(adjoint, "", is_second ? "tape_" : "tape"))
        return true;
    if (header(plain->p, "tape") && strcmp(plain->name, "f") == 0)
        return fail(plain->p, "f_adjoint takes a tape", 0, 0);
    char name[sizeof count.name];
    snprintf(name, sizeof name, "%.50s_tape", plain->name);
    if (!open_call(&count, plain->p, plain->result, name))
        return false;
    slot *words = slot_of(&count, "", "words");
    if (!words)
        return fail(plain->p, "what counts the tape has no parameter `words`", 0, 0);
    memset(words->bytes, 0, sizeof words->bytes);
    count.target = plain->target;
    count.grid = plain->grid;
    count.block = plain->block;
    count.n_words = plain->n_words;
    if (!run(&count) || !leaves_same(plain, &count))
        return false;
    memcpy(n_words, words->bytes, sizeof *n_words);
    if (*n_words == 0)
        return true;
    static call again;
    again = *adjoint;
    (*(is_second ? &again.n_more : &again.n_words))--;
    if (run_quietly(&again, &error) != RUSTG_ERR_PANIC || !strstr(error.message, "which is too few"))
        return fail(plain->p, "no panic for a tape that is too short", (double)again.n_words, 0);
    return true;
}

/* Runs the adjoint, and the one of its text as Rust, which leaves the same bits. */
static bool run_adjoint(call *adjoint)
{
    static call of_text;
    const program *p = adjoint->p;
    of_text = *adjoint;
    of_text.result = p->of_text;
    if (!run(adjoint))
        return false;
    if (!p->of_text || adjoint->target != RUSTG_TARGET_INTERPRETER)
        return true;
    if (!run(&of_text))
        return false;
    for (size_t i = 0; i < adjoint->n_slots; i++)
        if (memcmp(adjoint->slots[i].bytes, of_text.slots[i].bytes, MOST_BYTES) != 0)
            return fail(p, "the text of f_adjoint leaves another parameter of number", (double)i, 0);
    return true;
}

static bool compare(call *plain, call *tangent, call *adjoint, unsigned salt)
{
    const program *p = plain->p;
    double forward = 0, reverse = 0, size = 0, slope = 0, noise = 0;
    for (size_t i = 0; i < plain->n_slots; i++) {
        const slot *own = &plain->slots[i];
        slot *t = derivative_of(tangent, plain, i), *d = derivative_of(adjoint, plain, i);
        if (!is_float(own->about.element))
            continue;
        if (!t || !d)
            return fail(p, "a parameter has no gradient", (double)i, 0);
        t->n = d->n = own->n;
        for (uint64_t k = 0; k < n_floats(own); k++) {
            put(t, k, some(own->about.name, k, 2 * salt + 1) - 1);
            put(d, k, own->about.role == RUSTG_PARAM_GRID_MUT ? some(own->about.name, k, 2 * salt + 2) : 0);
        }
    }
    if (!run(tangent) || !run(plain) || !count_words(plain, adjoint) || !run_adjoint(adjoint) ||
        !leaves_same(plain, tangent) || !leaves_same(plain, adjoint))
        return false;
    for (size_t i = 0; i < plain->n_slots; i++) {
        const slot *own = &plain->slots[i];
        const slot *t = derivative_of(tangent, plain, i), *d = derivative_of(adjoint, plain, i);
        for (uint64_t k = 0; is_float(own->about.element) && k < n_floats(own); k++) {
            const double along = some(own->about.name, k, 2 * salt + 1) - 1;
            const double weight = some(own->about.name, k, 2 * salt + 2);
            if (own->about.role == RUSTG_PARAM_GRID_MUT)
                forward += weight * get(t, k);
            reverse += get(d, k) * (double)(own->about.element == RUSTG_ELEMENT_F32 ? (float)along : along);
            size += fabs(get(d, k) * along);
        }
    }
    if (!isfinite(size) || !(fabs(forward - reverse) <= p->tolerance * size))
        return fail(p, "forward and reverse differ", forward, reverse);
    bool is_near = false, narrow = false;
    for (size_t i = 0; i < plain->n_slots; i++)
        narrow |= plain->slots[i].about.element == RUSTG_ELEMENT_F32;
    double h = narrow ? 1e-2 : 1e-5; /* smaller ones where f bends too much, or a branch is near */
    for (int step = 0; step < N_STEPS && !is_near; step++, h /= 16) {
        if (!difference(plain, salt, h, &slope, &noise))
            return false;
        is_near = fabs(forward - slope) <= p->central * (size + fabs(forward)) + noise;
    }
    const bool is_steep = p->may_be_zero && size * h > 1e-3;
    if (!is_near && !is_steep)
        return fail(p, "forward mode and central differences differ", forward, slope);
    if ((size == 0) != p->is_zero && !p->may_be_zero)
        return fail(p, p->is_zero ? "the derivative is not zero" : "the derivative is zero", size, 0);
    return true;
}

static void launch_by(call *c, rustg_target target, uint32_t grid, uint32_t block)
{
    c->target = target;
    c->grid = grid;
    c->block = block;
}

/* f_adjoint_tangent beside central differences of f_adjoint. */
static bool compare_second(const program *p, rustg_result *result, rustg_target target, unsigned salt)
{
    static call function, plain, tangent;
    double forward = 0, size = 0, slope = 0, noise = 0, h = 1e-4;
    if (!open_call(&function, p, result, "f") || !open_call(&plain, p, result, "f_adjoint") ||
        !open_call(&tangent, p, result, "f_adjoint_tangent"))
        return false;
    const uint32_t block = p->columns ? p->columns * p->rows : (p->threads + salt) / (1 + salt);
    launch_by(&function, target, 1 + salt, block);
    launch_by(&plain, target, 1 + salt, block);
    launch_by(&tangent, target, 1 + salt, block);
    if (!run(&function) || !count_words(&function, &plain))
        return false;
    tangent.n_words = plain.n_words;
    for (size_t i = 0; i < plain.n_slots; i++) {
        slot *t = slot_of(&tangent, "t_", plain.slots[i].about.name);
        if (!is_float(plain.slots[i].about.element))
            continue;
        if (!t)
            return fail(p, "a gradient has no tangent", (double)i, 0);
        t->n = plain.slots[i].n;
        for (uint64_t k = 0; k < n_floats(t); k++)
            put(t, k, some(plain.slots[i].about.name, k, 2 * salt + 1) - 1);
    }
    if (!run(&tangent) || !run(&plain) || !alike_outputs(p, &plain, &tangent))
        return false;
    for (size_t i = 0; i < plain.n_slots; i++) {
        const slot *own = &plain.slots[i], *t = slot_of(&tangent, "t_", own->about.name);
        for (uint64_t k = 0; t && own->about.role == RUSTG_PARAM_GRID_MUT && k < n_floats(own); k++) {
            const double more = some(own->about.name, k, 2 * salt + 2) * get(t, k);
            forward += more;
            size += fabs(more);
        }
    }
    bool is_near = false;
    for (int step = 0; step < N_STEPS && !is_near; step++, h /= 8) {
        if (!difference(&plain, salt, h, &slope, &noise))
            return false;
        is_near = size > 0 && fabs(forward - slope) <= p->central * size + noise;
    }
    return is_near || fail(p, "the gradient's tangent and central differences differ", forward, slope);
}

/* The kernel of the name, its tangent and its adjoint. */
static bool run_three(const program *p, rustg_result *result, rustg_target target, const char *name, unsigned salt)
{
    static call function, plain, tangent, adjoint;
    call *all[] = {&plain, &tangent, &adjoint};
    static const char *const endings[] = {"", "_tangent", "_adjoint"};
    uint32_t grid = salt == 0 ? 1 : salt == 1 ? p->threads / p->rows : 3;
    uint32_t block = salt == 0 ? p->threads : salt == 1 ? p->rows : (p->threads + 2) / 3;
    if (p->columns) {
        grid = salt + 1;
        block = p->columns * p->rows;
    }
    for (int i = 0; i < 3; i++) {
        char full[64];
        snprintf(full, sizeof full, "%s%s", name, endings[i]);
        if (!open_call(all[i], p, result, full))
            return false;
        launch_by(all[i], target, grid, block);
    }
    if (strcmp(name, "f") != 0) {
        if (!open_call(&function, p, result, "f"))
            return false;
        launch_by(&function, target, grid, block);
        if (!run(&function) || !count_words(&function, &plain))
            return false;
        tangent.n_words = adjoint.n_words = plain.n_words;
    }
    return compare(&plain, &tangent, &adjoint, salt);
}

/* All in one block, one in each, and some too many. */
static bool run_on(const program *p, rustg_result *result, rustg_target target)
{
    for (unsigned salt = 0; salt < N_DIRECTIONS; salt++) {
        if (!run_three(p, result, target, "f", salt) ||
            (header(p, "second") && !compare_second(p, result, target, salt)) ||
            (header(p, "second_adjoint") && !run_three(p, result, target, "f_adjoint", salt)))
            return false;
    }
    return true;
}

/* The kernels as a program has them that was built with them, whose IR is read from its text form. */
static bool save_and_load(const char *path, rustg_result **result)
{
    char *bytes = NULL;
    size_t n = 0;
    rustg_result *loaded = NULL;
    rustg_error error = {0};
    const bool fine = rustg_kernels_save(*result, &bytes, &n, &error) == RUSTG_OK &&
                      rustg_kernels_load(bytes, n, NULL, 0, &loaded, &error) == RUSTG_OK;
    if (!fine)
        printf("FAIL %s: saved and loaded: %s\n", path, error.message);
    rustg_log_free(bytes);
    rustg_result_free(*result);
    *result = loaded;
    return fine;
}

/* Compiles the text of the gradients' kernels. */
static rustg_result *compile_text(const program *p, const rustg_result *of)
{
    const uint8_t *bytes;
    size_t n;
    rustg_result *result = NULL;
    rustg_error error = {0};
    if (rustg_result_output(of, RUSTG_OUTPUT_ADJOINT, 0, &bytes, &n) != RUSTG_OK)
        return NULL;
    rustg_source source = {.name = "adjoint.rs", .bytes = bytes, .n_bytes = n};
    rustg_kernel_options kernels = {.struct_size = sizeof kernels, .no_opt_level = 2};
    rustg_compile_options options = {.struct_size = sizeof options, .engine = RUSTG_ENGINE_CPU, .kernels = &kernels};
    if (rustg_compile(&source, 1, &options, &result, &error) == RUSTG_OK && rustg_result_success(result))
        return result;
    printf("FAIL %s: its text: %s\n", p->path, result ? rustg_result_message(result) : error.message);
    rustg_result_free(result);
    return NULL;
}

static void run_program(const char *path, const rustg_target *targets, size_t n_targets, bool own_ptx)
{
    static program p;
    FILE *file = fopen(path, "rb");
    memset(&p, 0, sizeof p);
    p.path = path;
    p.n_text = file ? fread(p.text, 1, sizeof p.text - 1, file) : 0;
    if (file)
        fclose(file);
    p.length = (uint32_t)number(&p, "length", 5);
    p.threads = (uint32_t)number(&p, "threads", p.length);
    p.rows = (uint32_t)number(&p, "rows", 1);
    p.columns = (uint32_t)number(&p, "columns", 0);
    p.tolerance = number(&p, "tolerance", 1e-12);
    p.central = number(&p, "central", 1e-6);
    const char *zero = header(&p, "zero");
    p.is_zero = zero && strncmp(zero, "yes", 3) == 0;
    p.may_be_zero = zero && !p.is_zero;
    rustg_source source = {.name = path, .bytes = (const uint8_t *)p.text, .n_bytes = p.n_text};
    rustg_kernel_options kernels = {.struct_size = sizeof kernels, .no_opt_level = 2};
    const bool has_text = targets[0] == RUSTG_TARGET_INTERPRETER && !header(&p, "text");
    kernels.outputs = has_text ? 1u << RUSTG_OUTPUT_ADJOINT : 0;
    kernels.backend = own_ptx ? RUSTG_KERNEL_BACKEND_PTX : RUSTG_KERNEL_BACKEND_NVRTC;
    rustg_compile_options options = {.struct_size = sizeof options, .engine = RUSTG_ENGINE_CPU, .kernels = &kernels};
    rustg_result *result = NULL;
    rustg_error error = {0};
    bool fine = rustg_compile(&source, 1, &options, &result, &error) == RUSTG_OK && rustg_result_success(result);
    if (!fine)
        printf("FAIL %s: %s\n", path, result ? rustg_result_message(result) : error.message);
    p.of_text = fine && has_text ? compile_text(&p, result) : NULL;
    fine = fine && !has_text == !p.of_text;
    for (size_t t = 0; fine && t < n_targets; t++) {
        if (targets[t] == RUSTG_TARGET_INTERPRETER)
            fine = save_and_load(path, &result);
        fine = fine && run_on(&p, result, targets[t]);
    }
    rustg_result_free(p.of_text);
    rustg_result_free(result);
    n_passed += fine;
    n_failed += !fine;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        rustg_target target;
    } known[] = {{"interpreter", RUSTG_TARGET_INTERPRETER},
                 {"cpu", RUSTG_TARGET_CPU},
                 {"cuda", RUSTG_TARGET_CUDA},
                 {"ptx", RUSTG_TARGET_CUDA}};
    rustg_target targets[8] = {RUSTG_TARGET_INTERPRETER, RUSTG_TARGET_CPU};
    size_t n_targets = 0;
    const char *root = getenv("RUSTG_SOURCE_DIR");
    char pattern[1024];
    bool named = false, own_ptx = false;
    if (rustg_initialize(NULL, NULL) != RUSTG_OK)
        return 1;
    for (int i = 1; i < argc && n_targets < 8; i++)
        for (size_t t = 0; t < sizeof known / sizeof *known; t++)
            if (argv[i] && strcmp(argv[i], known[t].name) == 0) {
                own_ptx |= strcmp(argv[i], "ptx") == 0;
                targets[n_targets++] = known[t].target;
                argv[i] = NULL;
            }
    n_targets = n_targets ? n_targets : 2;
    for (int i = 1; i < argc; i++)
        if (argv[i]) {
            named = true;
            run_program(argv[i], targets, n_targets, own_ptx);
        }
    /* RUSTG_RUN_EVERY=N: every N-th program only where NVRTC compiles, whose time is most of a sanitizer's. */
    const char *every = getenv("RUSTG_RUN_EVERY");
    size_t step = !own_ptx && targets[0] == RUSTG_TARGET_CUDA && every && atoi(every) > 0 ? (size_t)atoi(every) : 1;
    snprintf(pattern, sizeof pattern, "%s/tests/adjoint/programs/*/*.rs", root ? root : ".");
    glob_t programs = {0};
    if (!named && glob(pattern, 0, NULL, &programs) == 0)
        for (size_t i = 0; i < programs.gl_pathc; i += step)
            run_program(programs.gl_pathv[i], targets, n_targets, own_ptx);
    globfree(&programs);
    rustg_shutdown();
    printf("%u passed, %u failed\n", n_passed, n_failed);
    return n_failed > 0 || n_passed == 0;
}
