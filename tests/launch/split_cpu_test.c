/* split_cpu_test.c: launches split over several contexts of the CPU device, and a panic in one of the parts. */
#include "launch/split_check.h"

static void panic_in_a_part(rustg_context *const *contexts)
{
    static const char text[] = "use rustg_std::prelude::*;\n"
                               "#[kernel]\n"
                               "pub fn k(limit: u64, first: u64, mut out: GridMut<u64>) {\n"
                               "    let i = thread::index();\n"
                               "    if i < out.len() {\n"
                               "        out[i] = limit - (first + i.get() as u64);\n"
                               "    }\n"
                               "}\n";
    enum { N = 90 };
    rustg_source source = {.name = "p.rs", .bytes = (const uint8_t *)text, .n_bytes = sizeof text - 1};
    split_rig rig = {.n = 3};
    uint64_t out[N] = {0}, limit = 50;
    rustg_panic panic;
    GOOD(rustg_split_open(contexts, 3, &rig.split, &error));
    for (size_t i = 0; i < 3; i++)
        GOOD(rustg_module_from_rust(contexts[i], &source, 1, NULL, &rig.modules[i], &error));
    rustg_split_buffer *d_out = split_upload(&rig, N, 8, RUSTG_SPLIT_PARTS, out);
    rustg_split_argument args[] = {
        {.value = &limit, .n_bytes = 8}, {.role = RUSTG_SPLIT_FIRST, .n_bytes = 8}, split_buffer_arg(d_out)};
    GOOD(rustg_split_launch(rig.split, split_kernel(&rig, "k"), N, 1, args, 3, &error));
    CHECK(rustg_split_wait(rig.split, &error) == RUSTG_ERR_PANIC && strstr(error.message, "overflow"));
    CHECK(rustg_stream_panic(rustg_split_stream(rig.split, 0), &panic, NULL) == RUSTG_OK && !panic.happened);
    CHECK(rustg_stream_panic(rustg_split_stream(rig.split, 1), &panic, NULL) == RUSTG_OK && panic.happened);
    CHECK(rustg_stream_panic(rustg_split_stream(rig.split, 2), &panic, NULL) == RUSTG_OK && panic.happened);
    GOOD(rustg_split_buffer_read(out, d_out, &error));
    GOOD(rustg_split_wait(rig.split, &error));
    for (uint64_t i = 0; i <= limit; i++)
        CHECK(out[i] == limit - i);
    rustg_split_buffer_free(d_out);
    for (size_t i = 0; i < 3; i++)
        rustg_module_free(rig.modules[i]);
    rustg_split_close(rig.split);
}

int main(void)
{
    rustg_context *contexts[SPLIT_MOST], *twice[2];
    rustg_split *split;
    GOOD(rustg_initialize(NULL, &error));
    for (int i = 0; i < SPLIT_MOST; i++)
        GOOD(rustg_context_open(RUSTG_BACKEND_CPU, 0, NULL, &contexts[i], &error));
    CHECK(rustg_split_open(contexts, 0, &split, &error) == RUSTG_ERR_ARGUMENT);
    split_check(contexts, 1);
    split_check(contexts, 2);
    split_check(contexts, SPLIT_MOST);
    twice[0] = twice[1] = contexts[0];
    split_check(twice, 2);
    panic_in_a_part(contexts);
    for (int i = 0; i < SPLIT_MOST; i++) {
        rustg_memory_stats stats = {.struct_size = sizeof stats};
        GOOD(rustg_memory_stats_get(contexts[i], &stats));
        CHECK(stats.n_buffers == 0 && stats.current_bytes == 0 && stats.peak_bytes > 0);
        rustg_context_close(contexts[i]);
    }
    rustg_shutdown();
    return 0;
}
