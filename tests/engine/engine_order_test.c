/* engine_order_test.c: how compile.c drives the CUDA engine, shown with an engine of this test's own in its place: a
 * few batches under way at most on a device, each engine on one thread, failures answered, a batch run again alone
 * where the device had too little memory for several, the CPU taking over; the same result from any number of devices.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "diagnostics/same_diagnostics.h"
#include "compile/api_check.h"
#include "engine/batch.h"
#include "base/tuning.h"
#include "rustg/rustg.h"
#include "engine/engine_cuda.h"
#include "engine/token_memory.h"

/* What the engine shall do in the next compile. */
static struct {
    rustg_status open_fails, early_fails, late_fails;
    bool is_warm;           /* the device was used before */
    bool wants_two;         /* the first batch waits for another */
    bool has_little_memory; /* of which two batches at a time need more */
    int fails_at;           /* the first call, from 0, that fails */
    bool missing;
    size_t n_machine; /* devices of the machine */
    const int32_t *devices;
    uint32_t n_devices;
} plan = {.n_machine = 8};

/* What was seen of it. */
static struct {
    int n_open, n_opened, n_early, n_late, n_in_flight, n_short, n_most_in_flight, n_left_on_device, n_kept;
    int n_batches[8], n_on_device[8]; /* of each device */
    int n_threads;
} seen;
static pthread_mutex_t seen_lock = PTHREAD_MUTEX_INITIALIZER;

static int count(int *what, int by)
{
    pthread_mutex_lock(&seen_lock);
    int before = *what;
    *what += by;
    pthread_mutex_unlock(&seen_lock);
    return before;
}

static const char fault[] = "0b12 "; /* how sources with an error end */

struct engine_cuda {
    bool leave_on_device, failed, is_used;
    int32_t device;
    pthread_t thread;
};

const char *rustg_cuda_missing(void)
{
    return plan.missing ? "this test has none" : "";
}

size_t rustg_device_count(void)
{
    return 1 + plan.n_machine;
}

rustg_status rustg_device_info_get(size_t index, rustg_device_info *info, rustg_error *error)
{
    (void)index;
    (void)info;
    (void)error;
    return RUSTG_ERR_DEVICE;
}

void engine_cuda_trim(void) {}

void engine_cuda_keep(bool keep)
{
    seen.n_kept += keep ? 1 : -1;
    CHECK(seen.n_kept == (keep ? 1 : 0));
}

static rustg_status engine_fail(rustg_status status, rustg_error *error)
{
    if (error) {
        memset(error, 0, sizeof *error);
        error->status = status;
        strcpy(error->message, "the engine fails");
    }
    return status;
}

rustg_status engine_cuda_open(int32_t device, bool leave_on_device, uint32_t n_threads, engine_cuda **engine,
                              rustg_error *error)
{
    CHECK((device == 5 || plan.n_devices) && n_threads >= 1);
    if (plan.open_fails != RUSTG_OK && (plan.n_devices == 0 || count(&seen.n_opened, 0) == 1))
        return engine_fail(plan.open_fails, error);
    *engine = (engine_cuda *)calloc(1, sizeof **engine);
    (*engine)->leave_on_device = leave_on_device;
    (*engine)->device = device;
    count(&seen.n_open, 1);
    count(&seen.n_opened, 1);
    count(&seen.n_threads, (int)n_threads);
    return RUSTG_OK;
}

/* All on one thread, which is not the compile's where there are several. */
static void check_thread(engine_cuda *engine)
{
    CHECK(!engine->is_used || pthread_equal(engine->thread, pthread_self()));
    engine->thread = pthread_self();
    engine->is_used = true;
    if (plan.n_devices)
        usleep((unsigned)(7 - engine->device) * 300); /* the first device is the slowest */
}

/* Counts how many are under way; with by 0 only tells. */
static int in_flight(const engine_cuda *engine, int by)
{
    pthread_mutex_lock(&seen_lock);
    seen.n_in_flight += by;
    int n = seen.n_on_device[engine->device] += by;
    if (seen.n_in_flight > seen.n_most_in_flight)
        seen.n_most_in_flight = seen.n_in_flight;
    pthread_mutex_unlock(&seen_lock);
    return n;
}

static int seen_most(void)
{
    pthread_mutex_lock(&seen_lock);
    int n = seen.n_most_in_flight;
    pthread_mutex_unlock(&seen_lock);
    return n;
}

static rustg_status engine_stop(engine_cuda *engine, rustg_status status, rustg_error *error)
{
    engine->failed = true;
    in_flight(engine, -1);
    return engine_fail(status, error);
}

rustg_status engine_cuda_run(engine_cuda *engine, batch *work, rustg_error *error)
{
    CHECK(!engine->failed && work->n_bytes % LEX_FILE_ALIGN == 0);
    CHECK(!work->toks.kind && !work->on_device);
    check_thread(engine);
    in_flight(engine, 1);
    if (plan.early_fails != RUSTG_OK && count(&seen.n_early, 1) >= plan.fails_at)
        return engine_stop(engine, plan.early_fails, error);
    for (int i = 0; plan.wants_two && seen_most() < 2 && i < 5000; i++)
        usleep(1000);
    if (plan.has_little_memory) {
        usleep(2000);
        if (in_flight(engine, 0) > 1) {
            count(&seen.n_short, 1);
            return engine_stop(engine, RUSTG_ERR_DEVICE_MEMORY, error);
        }
    }
    size_t room = 1, n = 1;
    for (size_t i = 0; i < work->n_files; i++)
        room += lex_max_toks(work->files[i].n_bytes);
    token_memory tokens;
    CHECK(token_reserve(&tokens, room));
    lex_tokens toks = tokens.toks;
    toks.kind[0] = toks.flags[0] = 0;
    toks.start[0] = toks.end[0] = 0;
    for (size_t i = 0; i < work->n_files; i++) {
        batch_file *file = &work->files[i];
        bool suspicious;
        size_t n_file =
            lex_cpu_file(file->bytes, file->n_bytes, file->edition, file->base, token_at(toks, n), &suspicious);
        file->first_tok = (uint32_t)n;
        file->n_toks = (uint32_t)n_file - 1;
        file->suspicious = memcmp(file->bytes + file->n_bytes - strlen(fault), fault, strlen(fault)) == 0;
        file->relexed = i == 0;
        n += n_file;
    }
    work->n_toks = n;
    if (plan.late_fails != RUSTG_OK && count(&seen.n_late, 1) >= plan.fails_at) {
        token_free(&tokens);
        return engine_stop(engine, plan.late_fails, error);
    }
    if (engine->leave_on_device) {
        work->on_device = true;
        work->device.n_toks = work->n_toks;
        work->n_toks = 0;
        work->device_memory = malloc(1);
        work->device.device = engine->device;
        count(&seen.n_left_on_device, 1);
        token_free(&tokens);
    } else {
        work->toks = toks;
        work->toks_block = tokens.block;
    }
    count(&seen.n_batches[engine->device], 1);
    in_flight(engine, -1);
    return RUSTG_OK;
}

void engine_cuda_stats(const engine_cuda *engine, rustg_stats *stats)
{
    (void)engine;
    stats->scratch_bytes = 77;
    stats->seconds_copy += 0.5;
}

void engine_cuda_close(engine_cuda *engine)
{
    count(&seen.n_open, -1);
    free(engine);
}

bool engine_cuda_is_warm(int32_t device)
{
    CHECK(device == 5 || plan.n_devices);
    return plan.is_warm;
}

void engine_cuda_release(batch *work)
{
    if (!work->on_device)
        return;
    count(&seen.n_left_on_device, -1);
    free(work->device_memory);
    work->on_device = false;
}

#define N_SOURCES 50
static rustg_source sources[N_SOURCES];
static rustg_result *wanted; /* by the CPU engine */

static rustg_status compile(rustg_engine engine, uint32_t leave_on_device, rustg_result **result, rustg_error *error)
{
    rustg_compile_options options;
    memset(&options, 0, sizeof options);
    options.struct_size = sizeof options;
    options.engine = engine;
    options.device = 5;
    options.devices = plan.devices;
    options.n_devices = plan.n_devices;
    options.n_threads = plan.n_devices ? 6 : 2;
    options.batch_bytes = 512 << 10;
    options.leave_on_device = leave_on_device;
    options.stop_after = RUSTG_STAGE_TOKENS; /* the engine here only lexes */
    memset(&seen, 0, sizeof seen);
    seen.n_kept = 1;
    memset(error, 0, sizeof *error);
    return rustg_compile(sources, N_SOURCES, &options, result, error);
}

static void check_result(const rustg_result *result, rustg_engine engine)
{
    size_t n_diags, n_wanted;
    const rustg_diagnostic *diags = rustg_result_diagnostics(result, &n_diags);
    const rustg_diagnostic *diags_wanted = rustg_result_diagnostics(wanted, &n_wanted);
    rustg_stats stats = {.struct_size = sizeof stats};
    CHECK(rustg_result_engine(result) == engine);
    CHECK(n_diags == n_wanted && n_diags > 0 && same_diagnostics(diags, diags_wanted, n_diags));
    CHECK(rustg_result_n_batches(result) == rustg_result_n_batches(wanted));
    for (size_t b = 0; b < rustg_result_n_batches(result); b++) {
        rustg_tokens x, y;
        CHECK_STATUS(RUSTG_OK, rustg_result_tokens(result, b, &x));
        CHECK_STATUS(RUSTG_OK, rustg_result_tokens(wanted, b, &y));
        CHECK(x.n_toks == y.n_toks && memcmp(x.kind, y.kind, x.n_toks) == 0);
        CHECK(memcmp(x.flags, y.flags, x.n_toks) == 0 && memcmp(x.start, y.start, x.n_toks * 4) == 0);
        CHECK(memcmp(x.end, y.end, x.n_toks * 4) == 0);
    }
    CHECK_STATUS(RUSTG_OK, rustg_result_stats(result, &stats));
    CHECK(stats.n_diagnosed == (engine == RUSTG_ENGINE_CUDA ? (uint64_t)N_SOURCES - 1 : 0));
    CHECK(stats.n_relexed == (engine == RUSTG_ENGINE_CUDA ? (uint64_t)rustg_result_n_batches(result) : 0));
    CHECK((stats.scratch_bytes == 77) == (engine == RUSTG_ENGINE_CUDA));
    CHECK(seen.n_open == 0 && seen.n_in_flight == 0);
}

static void test_success(void)
{
    rustg_result *result = NULL;
    rustg_error error;
    plan.wants_two = true;
    CHECK_STATUS(RUSTG_OK, compile(RUSTG_ENGINE_CUDA, 0, &result, &error));
    plan.wants_two = false;
    check_result(result, RUSTG_ENGINE_CUDA);
    CHECK(rustg_result_n_batches(result) > 3 && seen.n_most_in_flight <= (int)TUNING_DEVICE_LANES);
    CHECK(seen.n_most_in_flight > 1 && seen.n_opened == (int)TUNING_DEVICE_LANES);
    rustg_result_free(result);

    plan.has_little_memory = plan.wants_two = true;
    CHECK_STATUS(RUSTG_OK, compile(RUSTG_ENGINE_CUDA, 0, &result, &error));
    check_result(result, RUSTG_ENGINE_CUDA);
    CHECK(seen.n_short > 0);
    rustg_result_free(result);
    plan.has_little_memory = plan.wants_two = false;

    CHECK_STATUS(RUSTG_OK, compile(RUSTG_ENGINE_AUTO, 1, &result, &error));
    CHECK(rustg_result_engine(result) == RUSTG_ENGINE_CUDA && seen.n_left_on_device > 3);
    rustg_result_free(result);

    CHECK_STATUS(RUSTG_OK, compile(RUSTG_ENGINE_AUTO, 0, &result, &error));
    check_result(result, RUSTG_ENGINE_CPU);
    CHECK(seen.n_most_in_flight == 0);
    rustg_result_free(result);

    plan.missing = true;
    CHECK_STATUS(RUSTG_OK, compile(RUSTG_ENGINE_AUTO, 1, &result, &error));
    check_result(result, RUSTG_ENGINE_CPU);
    CHECK(seen.n_most_in_flight == 0);
    rustg_result_free(result);
    plan.missing = false;

    rustg_tokens tokens;
    rustg_device_tokens device;
    CHECK_STATUS(RUSTG_OK, compile(RUSTG_ENGINE_CUDA, 1, &result, &error));
    CHECK_STATUS(RUSTG_ERR_DEVICE, rustg_result_tokens(result, 0, &tokens));
    CHECK_STATUS(RUSTG_OK, rustg_result_device_tokens(result, 0, &device));
    CHECK(device.n_toks > 1 && seen.n_left_on_device > 3);
    rustg_result_free(result);
    CHECK(seen.n_left_on_device == 0);
}

static void test_failures(void)
{
    static const struct {
        rustg_status status;
        bool curable;
    } rows[] = {{RUSTG_ERR_CUDA, true},   {RUSTG_ERR_DEVICE_MEMORY, true}, {RUSTG_ERR_NO_CUDA, true},
                {RUSTG_ERR_DEVICE, true}, {RUSTG_ERR_CUDA_STICKY, false},  {RUSTG_ERR_MEMORY, false}};
    const size_t n_rows = plan.n_devices ? 1 : sizeof rows / sizeof rows[0];
    for (size_t row = 0; row < n_rows; row++) {
        for (int at = 3; at < 12; at += 2) {
            for (uint32_t left = 0; left <= 1; left++) {
                rustg_result *result = NULL;
                rustg_error error;
                plan.open_fails = plan.early_fails = plan.late_fails = RUSTG_OK;
                plan.fails_at = at % 4;
                *(at < 4 ? &plan.open_fails : at < 8 ? &plan.early_fails : &plan.late_fails) = rows[row].status;
                CHECK_STATUS(rows[row].status, compile(RUSTG_ENGINE_CUDA, left, &result, &error));
                CHECK(result == NULL && strcmp(error.message, "the engine fails") == 0);
                CHECK(seen.n_open == 0 && seen.n_left_on_device == 0);
                const bool runs = rows[row].curable || !left; /* without left, auto is the CPU */
                rustg_status answer = runs ? RUSTG_OK : rows[row].status;
                CHECK_STATUS(answer, compile(RUSTG_ENGINE_AUTO, left, &result, &error));
                CHECK(seen.n_open == 0 && seen.n_left_on_device == 0);
                if (runs) {
                    check_result(result, RUSTG_ENGINE_CPU);
                    CHECK(error.message[0] == 0);
                }
                rustg_result_free(result);
            }
        }
    }
    plan.open_fails = plan.early_fails = plan.late_fails = RUSTG_OK;
}

/* The bytes of one device, from each number of them; batch i on device i % n. */
static void test_devices(void)
{
    static const int32_t mixed[] = {6, 2, 6, 0};
    static const struct {
        const int32_t *devices;
        uint32_t n;
        int n_opened;
    } rows[] = {{NULL, 1, 1}, {NULL, 2, 2}, {NULL, 4, 4}, {mixed, 4, 4}, {NULL, RUSTG_ALL_DEVICES, 8}};
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row++) {
        rustg_result *result = NULL;
        rustg_error error;
        plan.devices = rows[row].devices;
        plan.n_devices = rows[row].n;
        CHECK_STATUS(RUSTG_OK, compile(RUSTG_ENGINE_CUDA, 0, &result, &error));
        check_result(result, RUSTG_ENGINE_CUDA);
        int n_batches = (int)rustg_result_n_batches(result), n = rows[row].n_opened;
        CHECK(seen.n_opened % n == 0 && seen.n_opened <= n * (int)TUNING_DEVICE_LANES && (n_batches > n || n == 8));
        CHECK(seen.n_threads == seen.n_opened * (n < 6 ? 6 / n : 1));
        for (int d = 0; d < n && d < 4; d++) {
            int at = plan.devices ? plan.devices[d] : d, want = 0;
            for (int b = 0; b < n_batches; b++)
                want += (plan.devices ? plan.devices[b % n] : b % n) == at;
            CHECK(seen.n_batches[at] == want);
        }
        CHECK(seen.n_most_in_flight <= seen.n_opened);
        rustg_result_free(result);

        CHECK_STATUS(RUSTG_OK, compile(RUSTG_ENGINE_CUDA, 1, &result, &error));
        for (int b = 0; b < n_batches; b++) {
            rustg_device_tokens tokens;
            CHECK_STATUS(RUSTG_OK, rustg_result_device_tokens(result, (size_t)b, &tokens));
            CHECK(tokens.device == (plan.devices ? plan.devices[b % n] : b % n));
        }
        rustg_result_free(result);
        if (plan.n_devices == 2)
            test_failures();
    }
    plan.devices = mixed;
    plan.n_devices = RUSTG_ALL_DEVICES;
    rustg_result *none;
    rustg_error error;
    CHECK_STATUS(RUSTG_ERR_ARGUMENT, compile(RUSTG_ENGINE_CUDA, 0, &none, &error));
    plan.devices = (const int32_t[]){0, -1};
    plan.n_devices = 2;
    CHECK_STATUS(RUSTG_ERR_ARGUMENT, compile(RUSTG_ENGINE_CUDA, 0, &none, &error));
    plan.n_devices = RUSTG_MAX_DEVICES + 1;
    CHECK_STATUS(RUSTG_ERR_ARGUMENT, compile(RUSTG_ENGINE_CUDA, 0, &none, &error));
    plan.devices = NULL; /* all of a machine that has none: the engine says what is missing */
    plan.n_devices = RUSTG_ALL_DEVICES;
    plan.n_machine = 0;
    CHECK_STATUS(RUSTG_OK, compile(RUSTG_ENGINE_CUDA, 0, &none, &error));
    CHECK(seen.n_opened == (int)TUNING_DEVICE_LANES && seen.n_batches[0] > 1);
    rustg_result_free(none);
}

/* What comes back to the host is worth a device that is open from some megabytes on; to open one, a gigabyte of trees.
 */
static void test_warm(void)
{
    enum { N_TIMES = 4 };
    static rustg_source many[N_TIMES * N_SOURCES];
    rustg_compile_options options = {.struct_size = sizeof options, .device = 5};
    uint64_t n_bytes = 0;
    for (size_t i = 0; i < N_TIMES * N_SOURCES; i++) {
        many[i] = sources[i % N_SOURCES];
        n_bytes += many[i].n_bytes;
    }
    CHECK(n_bytes > TUNING_HOST_CROSSOVER_BYTES && n_bytes < TUNING_COLD_CROSSOVER_BYTES);
    for (int i = 0; i < 4; i++) {
        rustg_result *result = NULL;
        rustg_error error = {0};
        options.stop_after = i < 2 ? RUSTG_STAGE_AST : RUSTG_STAGE_TOKENS;
        plan.is_warm = i % 2;
        CHECK_STATUS(RUSTG_OK, rustg_compile(many, N_TIMES * N_SOURCES, &options, &result, &error));
        CHECK(rustg_result_engine(result) == (plan.is_warm ? RUSTG_ENGINE_CUDA : RUSTG_ENGINE_CPU));
        rustg_result_free(result);
    }
    plan.is_warm = false;
}

static int stop(void *user, uint64_t n_done, uint64_t n_total)
{
    (void)n_total;
    return n_done > *(uint64_t *)user;
}

/* Cancelled with batches under way on all devices. */
static void test_cancelled(void)
{
    uint64_t after = 1 << 20;
    rustg_result *result = NULL;
    rustg_error error;
    rustg_compile_options options = {.struct_size = sizeof options,
                                     .engine = RUSTG_ENGINE_CUDA,
                                     .batch_bytes = 256 << 10,
                                     .n_devices = 3,
                                     .progress = stop,
                                     .user = &after,
                                     .stop_after = RUSTG_STAGE_TOKENS};
    memset(&seen, 0, sizeof seen);
    plan.n_devices = 3;
    CHECK_STATUS(RUSTG_ERR_CANCELLED, rustg_compile(sources, N_SOURCES, &options, &result, &error));
    CHECK(!result && seen.n_open == 0 && seen.n_opened >= 3);
    seen.n_kept = 1;
    plan.n_devices = 0;
}

int main(void)
{
    rustg_error error;
    for (size_t i = 0; i < N_SOURCES; i++) {
        static const char piece[] = "fn f<'a>(x: &'a str) -> u32 { x.len() as u32 + 12 }\n/* c */ \"s\\n\" ";
        size_t n_pieces = 200 + i * 20;
        size_t n_bytes = (i == 0 ? TUNING_CROSSOVER_BYTES : 0) + n_pieces * (sizeof piece - 1) + sizeof fault - 1;
        char *text = malloc(n_bytes);
        memset(text, ' ', n_bytes);
        for (size_t p = 0; p < n_pieces; p++)
            memcpy(text + p * (sizeof piece - 1), piece, sizeof piece - 1);
        if (i > 0)
            memcpy(text + n_bytes - (sizeof fault - 1), fault, sizeof fault - 1);
        sources[i].name = "made.rs";
        sources[i].bytes = (const uint8_t *)text;
        sources[i].n_bytes = n_bytes;
    }
    CHECK_STATUS(RUSTG_OK, rustg_initialize(NULL, &error));
    CHECK(seen.n_kept == 1);
    CHECK_STATUS(RUSTG_OK, compile(RUSTG_ENGINE_CPU, 0, &wanted, &error));
    test_success();
    test_failures();
    test_cancelled();
    test_devices();
    plan.n_devices = 0;
    plan.n_machine = 8;
    test_warm();
    rustg_result_free(wanted);
    rustg_shutdown();
    CHECK(seen.n_kept == 0);
    for (size_t i = 0; i < N_SOURCES; i++)
        free((void *)(uintptr_t)sources[i].bytes);
    return check_exit();
}
