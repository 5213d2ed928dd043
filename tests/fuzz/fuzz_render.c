/* fuzz_render.c: libFuzzer's entry for drawn diagnostics. The first byte says which: of a compile of the rest; of one
 * with kernels; or made of the next bytes, places and parts anywhere in the rest. Checked: the same text with the lines
 * kept or looked for again, in a room that is too small a beginning of it; UTF-8 without control characters; JSON that
 * is JSON. */
#include "fuzz/fuzz_rig.h"

#include <stdbool.h>

#include "rustg/rustg.h"
#include "runtime/json_check.h"

unsigned long fuzz_n_taken;

enum { MOST_DRAWN = 6, ROOM = 1 << 16, MOST_PARTS = 4 };

/* Every diagnostic of result is of a source; those of other files, a library's, are drawn without text. */
typedef struct drawing {
    const uint8_t *bytes;
    size_t n_bytes;
    rustg_lines *lines;
} drawing;

static bool is_utf8(const char *text, size_t n)
{
    for (size_t at = 0; at < n;) {
        const uint8_t lead = (uint8_t)text[at];
        const size_t length = lead < 0x80   ? 1
                              : lead < 0xC2 ? 0
                              : lead < 0xE0 ? 2
                              : lead < 0xF0 ? 3
                              : lead < 0xF5 ? 4
                                            : 0;
        if (length == 0 || length > n - at)
            return false;
        for (size_t i = 1; i < length; i++)
            if (((uint8_t)text[at + i] & 0xC0) != 0x80)
                return false;
        if ((lead == 0xE0 && (uint8_t)text[at + 1] < 0xA0) || (lead == 0xED && (uint8_t)text[at + 1] > 0x9F) ||
            (lead == 0xF0 && (uint8_t)text[at + 1] < 0x90) || (lead == 0xF4 && (uint8_t)text[at + 1] > 0x8F))
            return false;
        at += length;
    }
    return true;
}

static void draw(const drawing *d, const rustg_diagnostic *diag, rustg_error_format format, int color)
{
    static char text[ROOM], again[ROOM], part[64];
    const size_t n = rustg_diagnostic_render(diag, "fuzz \xff.rs", d->bytes, d->n_bytes, format, color, text, ROOM);
    const size_t n_again = rustg_lines_render(d->lines, diag, "fuzz \xff.rs", format, color, again, ROOM);
    const size_t n_part =
        rustg_diagnostic_render(diag, "fuzz \xff.rs", d->bytes, d->n_bytes, format, color, part, sizeof part);
    const size_t n_kept = n < ROOM ? n : ROOM - 1;
    if (n == 0)
        fuzz_fail("nothing is drawn", rustg_diagnostic_kind_name(diag->kind));
    if (n != n_again || n != n_part || memcmp(text, again, n_kept) != 0 || text[n_kept] != 0)
        fuzz_fail("drawn twice, drawn differently", text);
    if (strncmp(part, text, sizeof part - 1) != 0)
        fuzz_fail("the beginning is none", part);
    if (n < ROOM && format == RUSTG_FORMAT_JSON) {
        const char *end = json_value(text, 0);
        if (!is_utf8(text, n) || !end || strlen(text) != n || (strcmp(end, "\n") != 0 && *end != 0))
            fuzz_fail("no JSON", text);
    }
    for (size_t i = 0; i < n_kept && format != RUSTG_FORMAT_JSON; i++)
        if ((uint8_t)text[i] < ' ' && text[i] != '\n' && !(color && text[i] == 0x1B))
            fuzz_fail("a control character is drawn", text);
}

static void draw_all_ways(const drawing *d, const rustg_diagnostic *diag)
{
    char message[256];
    for (int format = RUSTG_FORMAT_HUMAN; format <= RUSTG_FORMAT_JSON; format++)
        for (int color = 0; color <= 1; color++)
            draw(d, diag, (rustg_error_format)format, color);
    fuzz_n_taken++;
    rustg_diagnostic_message(diag, d->bytes, d->n_bytes, message, sizeof message);
}

static void draw_compile(const drawing *d, bool has_kernels)
{
    rustg_source source = {.name = "fuzz.rs", .bytes = d->bytes, .n_bytes = d->n_bytes};
    rustg_kernel_options kernels = {.struct_size = sizeof kernels};
    rustg_compile_options options = {.struct_size = sizeof options, .engine = RUSTG_ENGINE_CPU, .n_threads = 1};
    rustg_result *result;
    rustg_error error = {0};
    size_t n;
    options.kernels = has_kernels ? &kernels : NULL;
    if (rustg_compile(&source, 1, &options, &result, &error))
        fuzz_fail("the call failed", error.message);
    const rustg_diagnostic *diags = rustg_result_diagnostics(result, &n);
    for (size_t i = 0; i < n && i < MOST_DRAWN; i++)
        if (diags[i].file == 0)
            draw_all_ways(d, &diags[i]);
    rustg_result_free(result);
}

/* Of the first bytes, which are left out of the source. */
typedef struct made {
    const uint8_t *at, *end;
} made;

static uint32_t make_number(made *from, uint32_t below)
{
    const uint32_t number = from->end - from->at >= 2 ? from->at[0] | (uint32_t)from->at[1] << 8 : 0;
    from->at += from->end - from->at >= 2 ? 2 : 0;
    return below ? number % below : 0;
}

static void make_span(made *from, size_t n_bytes, uint32_t *start, uint32_t *end)
{
    *start = make_number(from, (uint32_t)n_bytes + 1);
    *end = *start + make_number(from, (uint32_t)n_bytes - *start + 1);
}

static void draw_made(drawing *d, made *from)
{
    static const char *const texts[] = {"", "text", "two\nlines", "\xC0\x80", "{0}", "`{1}`", "\xE6\xBC\xA2"};
    enum { N_TEXTS = sizeof texts / sizeof texts[0] };
    rustg_diagnostic diag = {.kind = 1 + make_number(from, RUSTG_N_DIAGNOSTIC_KINDS - 1)};
    rustg_diagnostic_part parts[MOST_PARTS] = {{0}};
    const uint8_t *rest = from->at + (from->end - from->at < 64 ? from->end - from->at : 64);
    d->bytes = rest;
    d->n_bytes = (size_t)(from->end - rest);
    d->lines = rustg_lines_make(d->bytes, d->n_bytes);
    make_span(from, d->n_bytes, &diag.start, &diag.end);
    make_span(from, d->n_bytes, &diag.argument_start, &diag.argument_end);
    diag.argument = make_number(from, 65536);
    diag.expected[make_number(from, RUSTG_EXPECTED_WORDS)] = make_number(from, 65536);
    diag.n_parts = make_number(from, MOST_PARTS + 1);
    diag.parts = diag.n_parts ? parts : NULL;
    for (uint32_t i = 0; i < diag.n_parts; i++) {
        parts[i].kind = make_number(from, RUSTG_PART_IS_WARNING + 1);
        make_span(from, d->n_bytes, &parts[i].start, &parts[i].end);
        parts[i].text = texts[make_number(from, N_TEXTS)];
        parts[i].patch = texts[make_number(from, N_TEXTS)];
    }
    draw_all_ways(d, &diag);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n_data)
{
    static int is_ready;
    if (!is_ready && rustg_initialize(NULL, NULL))
        fuzz_fail("fuzz_render", "no library");
    is_ready = 1;
    if (n_data < 2)
        return 0;
    drawing d = {.bytes = data + 1, .n_bytes = n_data - 1};
    if (data[0] % 4 == 1) {
        made from = {data + 1, data + n_data};
        draw_made(&d, &from);
    } else {
        d.lines = rustg_lines_make(d.bytes, d.n_bytes);
        draw_compile(&d, data[0] % 4 == 2);
    }
    rustg_lines_free(d.lines);
    return 0;
}
