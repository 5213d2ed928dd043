/* faults_test.c: one call fails: an allocation, a call for a file or a thread (fault_call.def), or a call of the CUDA
 * driver, which the fake one stands for; for each call of whole uses of the library, alone, with all that follow, or as
 * a signal interrupts it. Each use with a fault is a process of its own, which must end in good order: with the right
 * results or with a status that is right for the fault, and words; with nothing left, neither memory (where the address
 * sanitizer looks), nor descriptors, nor temporary files, nor objects of the driver.
 *
 *   faults_test [USE [CLASS|driver function [NTH]]]   $RUSTG_FAULTS_EVERY: only every so manyth call, 17 by default */
#define _GNU_SOURCE
#include <dirent.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cache/cache_internal.h"
#include "codegen/codegen.h"
#include "codegen/toolchain/toolchain.h"
#include "faults/fault_shim.h"
#include "rustg/sources.h"
#include "runtime/fake_cuda/fake_check.h"

enum { N = 64, MOST_CALLS = 20000 };

static const char text[] = "use rustg_std::prelude::*;\n"
                           "const T: [u32; 4] = { let mut t = [0; 4]; let mut i = 0; while i < 4 { t[i] = 3 * i as u32;"
                           " i += 1; } t };\n"
                           "fn pick<F: Fn(u32) -> u32>(n: u32, f: F) -> u32 { f(n) + 1 }\n"
                           "#[kernel]\n"
                           "pub fn k(x: &[u32], mut y: GridMut<u32>) {\n"
                           "    let i = thread::index();\n"
                           "    if i < y.len() {\n"
                           "        y[i] = x.iter().map(|v| v + 1).sum::<u32>() + pick(i.get() as u32, |n| n + T[2]);\n"
                           "    }\n"
                           "}\n";

/* What the nth call did to a use. */
typedef struct fault {
    fault_class class;
    const char *driver_function; /* NULL: of the C library */
    long nth;
    fault_mode mode;
    int driver_result;
} fault;

static bool takes_ptx; /* the fake driver does */
static char folder[128], cache_folder[160], temp_folder[160], source_folder[160], cc[200];

/* In the place of the library's (--wrap): NVRTC would be most of the time, and its own allocations do not fail. */
rustg_status __wrap_tool_nvrtc(arena *memory, const char *cuda, const char *arch, bool cubin,
                               const codegen_options *options, tool_cuda_code *result, rustg_error *why);
rustg_status __wrap_tool_nvrtc(arena *memory, const char *cuda, const char *arch, bool cubin,
                               const codegen_options *options, tool_cuda_code *result, rustg_error *why)
{
    static const char ptx[] = ".version 7.0\n.entry k(.param .u64 a, .param .u64 b, .param .u64 c, .param .u64 d)\n";
    static const char elf[64] = "\177ELF\2\1\1";
    (void)cuda, (void)arch, (void)options, (void)why;
    cubin = cubin && !takes_ptx;
    const char *bytes = cubin ? elf : ptx;
    const size_t n = cubin ? sizeof elf : sizeof ptx - 1;
    *result =
        (tool_cuda_code){.bytes = (uint8_t *)arena_text(memory, bytes, n), .n = n, .log = arena_text(memory, "", 0)};
    return RUSTG_OK;
}

/* ---- uses ---- */

#define TRY(call)                                                                                                      \
    do {                                                                                                               \
        rustg_status tried = (call);                                                                                   \
        if (tried != RUSTG_OK) {                                                                                       \
            status = tried;                                                                                            \
            goto done;                                                                                                 \
        }                                                                                                              \
    } while (0)

static rustg_status compile_text(uint32_t outputs, uint32_t n_threads, rustg_result **result)
{
    rustg_source source = {.name = "k.rs", .bytes = (const uint8_t *)text, .n_bytes = sizeof text - 1};
    rustg_kernel_options kernels = {.struct_size = sizeof kernels, .outputs = outputs};
    rustg_compile_options options = {.struct_size = sizeof options, .engine = RUSTG_ENGINE_CPU, .n_threads = n_threads};
    options.kernels = &kernels;
    rustg_status status = rustg_compile(&source, 1, &options, result, &error);
    if (status == RUSTG_OK && !rustg_result_success(*result)) {
        printf("a false error of the source: %s\n", rustg_result_message(*result));
        exit(1);
    }
    CHECK(status == RUSTG_OK || !*result);
    return status;
}

static rustg_status check_values(rustg_result *result, rustg_target target)
{
    uint32_t x[4] = {1, 2, 3, 4}, y[N] = {0};
    rustg_argument args[2] = {{x, 4}, {y, N}};
    rustg_run_options options = {.struct_size = sizeof options, .target = target, .n_threads = 1};
    for (int i = 0; i < 3; i++) {
        options.grid[i] = 1;
        options.block[i] = i ? 1 : N;
    }
    rustg_status status = rustg_result_run(result, "k", &options, args, 2, NULL, &error);
    for (uint32_t i = 0; i < N && status == RUSTG_OK; i++)
        CHECK(y[i] == 14 + i + 6 + 1);
    return status;
}

/* All texts; then the interpreter. */
static rustg_status use_compile(void)
{
    rustg_result *result = NULL;
    rustg_status status = RUSTG_OK;
    const uint8_t *bytes;
    size_t n;
    setenv("RUSTG_CACHE", "off", 1);
    TRY(rustg_initialize(NULL, &error));
    status = compile_text(1u << RUSTG_OUTPUT_CUDA | 1u << RUSTG_OUTPUT_C | 1u << RUSTG_OUTPUT_IR |
                              1u << RUSTG_OUTPUT_IR_OPT | 1u << RUSTG_OUTPUT_PTX | 1u << RUSTG_OUTPUT_CUBIN |
                              1u << RUSTG_OUTPUT_FATBIN | 1u << RUSTG_OUTPUT_KERNELS | 1u << RUSTG_OUTPUT_THIR,
                          1, &result);
    if (status == RUSTG_OK) {
        CHECK(rustg_result_output(result, RUSTG_OUTPUT_CUDA, 0, &bytes, &n) == RUSTG_OK && n > 100);
        CHECK(rustg_result_output(result, RUSTG_OUTPUT_IR_OPT, 0, &bytes, &n) == RUSTG_OK && n > 100);
        status = check_values(result, RUSTG_TARGET_INTERPRETER);
    }
    rustg_result_free(result);
    rustg_shutdown();
done:
    return status;
}

static rustg_status use_threads(void)
{
    rustg_result *result = NULL;
    rustg_status status = RUSTG_OK;
    setenv("RUSTG_CACHE", "off", 1);
    TRY(rustg_initialize(NULL, &error));
    status = compile_text(0, 4, &result);
    rustg_result_free(result);
    rustg_shutdown();
done:
    return status;
}

/* Made, found in memory, found on disk; then what is known of the cache, and it is emptied. */
static rustg_status use_cache(void)
{
    rustg_result *result = NULL;
    rustg_cache_info info = {.struct_size = sizeof info};
    rustg_status status = RUSTG_OK;
    setenv("RUSTG_CACHE", "on", 1);
    setenv("RUSTG_CACHE_DIR", cache_folder, 1);
    TRY(rustg_initialize(NULL, &error));
    for (int i = 0; i < 4 && status == RUSTG_OK; i++) {
        if (i >= 2)
            cache_memory_clear();
        status = compile_text(1u << RUSTG_OUTPUT_C | 1u << RUSTG_OUTPUT_PTX, 1, &result);
        if (status == RUSTG_OK && i == 2)
            status = check_values(result, RUSTG_TARGET_INTERPRETER);
        rustg_result_free(result);
    }
    if (status == RUSTG_OK)
        status = rustg_cache_info_get(&info, &error);
    if (status == RUSTG_OK)
        status = rustg_cache_clear(NULL, &error);
    rustg_shutdown();
done:
    return status;
}

static rustg_status sources_say(const char *message)
{
    error.status = RUSTG_ERR_IO;
    snprintf(error.message, sizeof error.message, "%s", message);
    return RUSTG_ERR_IO;
}

/* Sources that rustg finds and reads, one of them a `mod` file. What could not be looked into or read is told. A path
 * of which nothing is known is one source, as which it cannot be read. */
static rustg_status use_sources(void)
{
    const char *path = source_folder;
    rustg_found *found = NULL;
    rustg_result *result = NULL;
    rustg_kernel_options kernels = {.struct_size = sizeof kernels};
    rustg_compile_options options = {.struct_size = sizeof options, .engine = RUSTG_ENGINE_CPU, .n_threads = 1};
    rustg_status status = RUSTG_OK;
    size_t n_sources = 0, n_problems = 0;
    options.kernels = &kernels;
    setenv("RUSTG_CACHE", "off", 1);
    TRY(rustg_initialize(NULL, &error));
    status = rustg_find_sources(&path, 1, NULL, &found, &error);
    if (status == RUSTG_OK) {
        const rustg_source *sources = rustg_found_sources(found, &n_sources);
        const rustg_find_problem *problems = rustg_found_problems(found, &n_problems);
        CHECK(n_problems || n_sources == 1 || (n_sources == 2 && sources[0].edition == 2021));
        if (n_problems)
            status = sources_say(problems[0].message);
        else
            status = rustg_compile(sources, 1, &options, &result, &error);
    }
    if (status == RUSTG_OK && !rustg_result_success(result)) {
        CHECK(strstr(rustg_result_message(result), "couldn't read"));
        status = sources_say(rustg_result_message(result));
    } else if (status == RUSTG_OK) {
        status = check_values(result, RUSTG_TARGET_INTERPRETER);
    }
    rustg_result_free(result);
    rustg_found_free(found);
    rustg_shutdown();
done:
    return status;
}

static rustg_status use_saved(void)
{
    rustg_result *result = NULL, *loaded = NULL;
    char *bytes = NULL;
    size_t n = 0;
    rustg_status status = RUSTG_OK;
    setenv("RUSTG_CACHE", "off", 1);
    TRY(rustg_initialize(NULL, &error));
    status = compile_text(0, 1, &result);
    if (status == RUSTG_OK)
        status = rustg_kernels_save(result, &bytes, &n, &error);
    if (status == RUSTG_OK)
        status = rustg_kernels_load(bytes, n, NULL, 0, &loaded, &error);
    if (status == RUSTG_OK)
        status = check_values(loaded, RUSTG_TARGET_INTERPRETER);
    rustg_log_free(bytes);
    rustg_result_free(loaded);
    rustg_result_free(result);
    rustg_shutdown();
done:
    return status;
}

/* Native code by a compiler that gives what the first run of the real one gave. */
static rustg_status use_native(void)
{
    rustg_result *result = NULL;
    rustg_status status = RUSTG_OK;
    setenv("RUSTG_CACHE", "off", 1);
    setenv("CC", cc, 1);
    TRY(rustg_initialize(NULL, &error));
    status = compile_text(1u << RUSTG_OUTPUT_OBJ, 1, &result);
    if (status == RUSTG_OK)
        status = check_values(result, RUSTG_TARGET_CPU);
    rustg_result_free(result);
    rustg_shutdown();
done:
    return status;
}

/* The fake driver runs no kernels: what is looked at is what the copies, the fill and the counts say. */
static rustg_status launch_on(rustg_context *context, rustg_module *module, rustg_stream *stream)
{
    rustg_function *function;
    rustg_buffer *x = NULL, *y = NULL;
    rustg_event *begun = NULL, *ended = NULL;
    rustg_graph *graph = NULL;
    rustg_pinned *pinned = NULL;
    double seconds;
    uint32_t back[N] = {0}, numbers[4] = {1, 2, 3, 4};
    rustg_launch_config config = {.struct_size = sizeof config, .n_elements = N};
    rustg_status status = RUSTG_OK;
    TRY(rustg_module_function(module, "k", &function, &error));
    TRY(rustg_buffer_allocate(context, sizeof numbers, stream, &x, &error));
    TRY(rustg_buffer_allocate(context, sizeof back, stream, &y, &error));
    TRY(rustg_pinned_allocate(context, 64, &pinned, &error));
    TRY(rustg_event_create(context, &begun, &error));
    TRY(rustg_event_create(context, &ended, &error));
    TRY(rustg_event_record(begun, stream, &error));
    TRY(rustg_copy_to_buffer(x, 0, numbers, sizeof numbers, stream, &error));
    TRY(rustg_fill_buffer(y, 0, 7, 4, sizeof back, stream, &error));
    const rustg_launch_argument args[2] = {{.buffer = x, .length = 4}, {.buffer = y, .length = N}};
    TRY(rustg_launch(function, stream, &config, args, 2, &error));
    TRY(rustg_event_record(ended, stream, &error));
    TRY(rustg_stream_wait(stream, &error));
    TRY(rustg_event_elapsed(begun, ended, &seconds, &error));
    TRY(rustg_graph_begin(stream, &error));
    status = rustg_launch(function, stream, &config, args, 2, &error);
    rustg_error own = {0};
    rustg_status ended_graph = rustg_graph_end(stream, &graph, status == RUSTG_OK ? &error : &own);
    status = status == RUSTG_OK ? ended_graph : status;
    if (status == RUSTG_OK)
        TRY(rustg_graph_launch(graph, stream, &error));
    TRY(status);
    TRY(rustg_copy_from_buffer(back, y, 0, sizeof back, stream, &error));
    CHECK(back[0] == 7 && back[N - 1] == 7);
done:
    rustg_graph_free(graph);
    rustg_event_destroy(begun);
    rustg_event_destroy(ended);
    rustg_pinned_free(pinned);
    rustg_buffer_free(x);
    rustg_buffer_free(y);
    return status;
}

static rustg_status use_device(void)
{
    rustg_source source = {.name = "k.rs", .bytes = (const uint8_t *)text, .n_bytes = sizeof text - 1};
    rustg_context *context = NULL;
    rustg_stream *stream = NULL;
    rustg_module *module = NULL;
    rustg_status status = RUSTG_OK;
    takes_ptx = true;
    setenv("RUSTG_CACHE", "off", 1);
    TRY(rustg_initialize(NULL, &error));
    status = rustg_context_open(RUSTG_BACKEND_CUDA, 0, NULL, &context, &error);
    if (status == RUSTG_OK)
        status = rustg_stream_create(context, &stream, &error);
    if (status == RUSTG_OK)
        status = rustg_module_from_rust(context, &source, 1, NULL, &module, &error);
    if (status == RUSTG_OK)
        status = launch_on(context, module, stream);
    rustg_module_free(module);
    rustg_stream_destroy(stream);
    rustg_context_close(context);
    rustg_shutdown();
done:
    return status;
}

static const struct use {
    const char *name;
    rustg_status (*run)(void);
    bool on_device, is_file, is_thread; /* what may fail beside allocations */
} uses[] = {
    {"compile", use_compile, false, false, false}, {"threads", use_threads, false, false, true},
    {"cache", use_cache, false, true, false},      {"saved", use_saved, false, false, false},
    {"native", use_native, false, true, false},    {"device", use_device, true, false, false},
    {"sources", use_sources, false, true, false},
};

/* ---- one use with one fault ---- */

static int n_entries(const char *path)
{
    int n = 0;
    DIR *all = opendir(path);
    for (struct dirent *at = all ? readdir(all) : NULL; at; at = readdir(all))
        n += strcmp(at->d_name, ".") != 0 && strcmp(at->d_name, "..") != 0;
    if (all)
        closedir(all);
    return n;
}

static bool is_right(const fault *f, rustg_status status)
{
    if (f->mode == FAULT_INTERRUPTED)
        return status == RUSTG_OK;
    if (f->driver_function)
        return status == RUSTG_OK || status == RUSTG_ERR_CUDA || status == RUSTG_ERR_NO_CUDA ||
               (f->driver_result == 2 &&
                status == (strstr(f->driver_function, "Host") ? RUSTG_ERR_MEMORY : RUSTG_ERR_DEVICE_MEMORY)) ||
               (status == RUSTG_ERR_CUDA_STICKY && f->driver_result == 719);
    switch (f->class) {
    case FAULT_MEMORY: return status == RUSTG_OK || status == RUSTG_ERR_MEMORY;
    case FAULT_FILE: return status == RUSTG_OK || status == RUSTG_ERR_IO || status == RUSTG_ERR_NO_CC;
    default: return status == RUSTG_OK || status == RUSTG_ERR_MEMORY;
    }
}

/* What a failed call of the driver cannot have given back. */
static bool gives_back(const char *function)
{
    return function && (strstr(function, "Free") || strstr(function, "Destroy") || strstr(function, "Unload") ||
                        strstr(function, "Release") || strstr(function, "Pop") || strstr(function, "Push") ||
                        strstr(function, "Synchronize"));
}

/* What is in a folder cannot be deleted without. */
static bool looks_into_folders(const char *function)
{
    return strcmp(function, "fdopendir") == 0 || strcmp(function, "readdir") == 0;
}

/* In a process of its own. *n_calls: of the function or class. Returns the exit status. */
static int run_one(const struct use *use, const fault *f, long *n_calls)
{
    fake_cuda_fail_fn fail = NULL;
    fake_cuda_calls_fn calls = NULL;
    fake_cuda_live_fn live = NULL;
    void *library = use->on_device ? dlopen("libcuda.so.1", RTLD_NOW) : NULL;
    CHECK(!use->on_device || library);
    if (library) {
        fake_find("rustg_fake_fail", &fail);
        fake_find("rustg_fake_calls", &calls);
        fake_find("rustg_fake_live", &live);
    }
    const int n_files = n_entries("/proc/self/fd");
    if (fail && f->driver_function && f->nth)
        fail(f->driver_function, (unsigned)f->nth, f->driver_result);
    fault_begin(f->class, f->driver_function ? 0 : f->nth, f->mode);
    const rustg_status status = use->run();
    *n_calls = fault_end();
    const char *name = f->driver_function ? f->driver_function : fault_name();
    if (calls && f->driver_function)
        *n_calls = (long)calls(f->driver_function);
    int wrong = 0;
    if (!is_right(f, status) || (f->nth == 0 && status != RUSTG_OK)) {
        printf("%s, %s %ld: status %d: %s\n", use->name, name, f->nth, (int)status, error.message);
        wrong = 1;
    }
    if (status != RUSTG_OK && (error.status != status || !error.message[0])) {
        printf("%s, %s %ld: no words of status %d\n", use->name, name, f->nth, (int)status);
        wrong = 1;
    }
    if (library && !gives_back(f->driver_function) && !(f->driver_function && f->driver_result == 719) && live()) {
        printf("%s, %s %ld: %u objects of the driver are left\n", use->name, name, f->nth, live());
        wrong = 1;
    }
    if (!library && n_entries("/proc/self/fd") != n_files) {
        printf("%s, %s %ld: descriptors are left\n", use->name, name, f->nth);
        wrong = 1;
    }
    if (f->mode != FAULT_LASTING && !looks_into_folders(name) && n_entries(temp_folder)) {
        printf("%s, %s %ld: temporary files are left\n", use->name, name, f->nth);
        wrong = 1;
    }
    fflush(stdout);
    return wrong;
}

static void clear_folders(void)
{
    char command[500];
    snprintf(command, sizeof command, "rm -rf '%s' '%s'; mkdir '%s'", cache_folder, temp_folder, temp_folder);
    CHECK(system(command) == 0);
}

static unsigned n_run, n_wrong;

/* Its calls; MOST_CALLS where it did not end in good order. */
static long run_apart(const struct use *use, const fault *f)
{
    int ends[2], state;
    long n_calls = MOST_CALLS;
    CHECK(pipe(ends) == 0);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        alarm(120);
        int wrong = run_one(use, f, &n_calls);
        CHECK(write(ends[1], &n_calls, sizeof n_calls) == (ssize_t)sizeof n_calls);
        close(ends[1]);
        exit(wrong); /* where the leak sanitizer looks */
    }
    close(ends[1]);
    if (read(ends[0], &n_calls, sizeof n_calls) != (ssize_t)sizeof n_calls)
        n_calls = MOST_CALLS;
    close(ends[0]);
    CHECK(waitpid(child, &state, 0) == child);
    n_run++;
    if (!WIFEXITED(state) || WEXITSTATUS(state)) {
        n_wrong++;
        printf("%s, %s %ld: ends with %s %d\n", use->name,
               f->driver_function         ? f->driver_function
               : f->class == FAULT_FILE   ? "file"
               : f->class == FAULT_MEMORY ? "memory"
                                          : "thread",
               f->nth, WIFEXITED(state) ? "exit status" : "signal",
               WIFEXITED(state) ? WEXITSTATUS(state) : WTERMSIG(state));
    }
    if (use->run == use_cache || n_entries(temp_folder))
        clear_folders();
    return n_calls;
}

static void run_all_of(const struct use *use, fault f, long every, long only)
{
    static const char *const modes[] = {"once", "for good", "by a signal"};
    f.nth = 0;
    const long n_calls = run_apart(use, &f);
    const unsigned n_before = n_run, n_wrong_before = n_wrong;
    if (n_calls == 0 || n_calls >= MOST_CALLS)
        return;
    /* where few are asked for, others each time that there is a call more or less */
    const long first = n_calls < every ? 1 : 1 + n_calls % every;
    for (f.nth = only ? only : first; f.nth <= (only ? only : n_calls); f.nth += every)
        run_apart(use, &f);
    printf("%s, %s: %u of %ld calls failed %s, %u wrongly\n", use->name,
           f.driver_function         ? f.driver_function
           : f.class == FAULT_FILE   ? "file"
           : f.class == FAULT_MEMORY ? "memory"
                                     : "thread",
           n_run - n_before, n_calls, modes[f.mode], n_wrong - n_wrong_before);
}

/* The compiler that use_native has: it copies what the real one made of the same text. */
static void make_cc(void)
{
    rustg_result *result;
    const uint8_t *bytes;
    size_t n;
    char path[200];
    FILE *out;
    setenv("RUSTG_CACHE", "off", 1);
    GOOD(rustg_initialize(NULL, &error));
    GOOD(compile_text(1u << RUSTG_OUTPUT_SO, 1, &result));
    GOOD(rustg_result_output(result, RUSTG_OUTPUT_SO, 0, &bytes, &n));
    snprintf(path, sizeof path, "%s/made", folder);
    out = fopen(path, "wb");
    CHECK(out && fwrite(bytes, 1, n, out) == n && fclose(out) == 0);
    rustg_result_free(result);
    rustg_shutdown();
    snprintf(cc, sizeof cc, "%s/cc", folder);
    out = fopen(cc, "wb");
    CHECK(out);
    fprintf(out, "#!/bin/sh\nwhile [ $# -gt 0 ]; do [ \"$1\" = -o ] && exec cp '%s' \"$2\"; shift; done\n", path);
    CHECK(fclose(out) == 0 && chmod(cc, 0700) == 0);
}

/* What use_sources reads: the text in two files, of which the second is no source by itself. */
static void make_sources(void)
{
    const char *end = strstr(text, "#[kernel]");
    char command[800], path[200];
    snprintf(source_folder, sizeof source_folder, "%s/sources", folder);
    snprintf(command, sizeof command,
             "mkdir -p '%s' && echo '[package]\nedition = \"2021\"' >'%s/Cargo.toml' && echo /out >'%s/.gitignore'",
             source_folder, source_folder, source_folder);
    CHECK(system(command) == 0);
    snprintf(path, sizeof path, "%s/k.rs", source_folder);
    FILE *out = fopen(path, "wb");
    CHECK(out && fprintf(out, "use rustg_std::prelude::*;\nmod part;\nuse part::{pick, T};\n%s", end) > 0 &&
          fclose(out) == 0);
    snprintf(path, sizeof path, "%s/part.rs", source_folder);
    out = fopen(path, "wb");
    CHECK(out &&
          fputs("pub const T: [u32; 4] = [0, 3, 6, 9];\n"
                "pub fn pick<F: Fn(u32) -> u32>(n: u32, f: F) -> u32 { f(n) + 1 }\n",
                out) >= 0 &&
          fclose(out) == 0);
}

static const char *const driver_functions[] = {
#define FN(name, symbol, parameters)  #name,
#define OPT(name, symbol, parameters) #name,
#include "runtime/cuda_driver.def"
};

static void run_use(const struct use *use, const char *what, long every, long only)
{
    static const struct {
        const char *name;
        fault_class class;
    } classes[] = {{"memory", FAULT_MEMORY}, {"file", FAULT_FILE}, {"thread", FAULT_THREAD}};
    for (size_t i = 0; i < 3; i++) {
        bool has = classes[i].class == FAULT_MEMORY || (classes[i].class == FAULT_FILE ? use->is_file : use->is_thread);
        const int n_modes = classes[i].class == FAULT_FILE ? 3 : 2;
        for (int mode = 0; mode < n_modes && has && (!what || strcmp(what, classes[i].name) == 0); mode++)
            run_all_of(use, (fault){.class = classes[i].class, .mode = (fault_mode)mode}, every, only);
    }
    static const int results[] = {2, 719, 999}; /* out of memory; a launch that failed, which sticks; unknown */
    for (size_t i = 0; use->on_device && i < sizeof driver_functions / sizeof driver_functions[0]; i++)
        for (size_t r = 0; r < 3; r++)
            if (!what || strcmp(what, driver_functions[i]) == 0)
                run_all_of(use, (fault){.driver_function = driver_functions[i], .driver_result = results[r]}, every,
                           only);
}

int main(int argc, char **argv)
{
    const char *own = getenv("RUSTG_FAULTS_EVERY");
    const long every = own && atol(own) > 0 ? atol(own) : 17;
    snprintf(folder, sizeof folder, "/tmp/rustg-faults-XXXXXX");
    CHECK(mkdtemp(folder));
    snprintf(cache_folder, sizeof cache_folder, "%s/cache", folder);
    snprintf(temp_folder, sizeof temp_folder, "%s/temp", folder);
    clear_folders();
    make_sources();
    setenv("TMPDIR", temp_folder, 1);
    pid_t child = fork(); /* the library is used in children only */
    snprintf(cc, sizeof cc, "%s/cc", folder);
    if (child == 0) {
        make_cc();
        exit(0);
    }
    int state;
    CHECK(waitpid(child, &state, 0) == child && WIFEXITED(state) && WEXITSTATUS(state) == 0);
    for (size_t i = 0; i < sizeof uses / sizeof uses[0]; i++)
        if (argc < 2 || strcmp(argv[1], uses[i].name) == 0)
            run_use(&uses[i], argc > 2 ? argv[2] : NULL, every, argc > 3 ? atol(argv[3]) : 0);
    char command[300];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    CHECK(system(command) == 0);
    printf("%u uses with a fault, %u wrong\n", n_run, n_wrong);
    return n_wrong != 0 || n_run == 0;
}
