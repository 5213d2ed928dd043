/* lexer_on_host.cpp: the lexer's kernels on the host, all of them over whole batches, against lex_cpu_file; so that the
 * CUDA engine's way of lexing is tested where there is no device.
 *   lexer_on_host [N]  random batches; 12 */
#define HOST_LEXER
#include "kernels_on_host.cpp"

#include <algorithm>
#include <string>

extern "C" {
#include "../lexer/lexer_fragments.h"
#include "lexer/lexer.h"
}

enum { ON_HOST_LEAD = 256 };

struct host_file {
    std::string text;
    uint32_t edition;
};

static long n_batches, n_files, n_again, n_failures;
static long n_good, n_asked, n_doubted; /* files without an error: whose tokens were looked at, and doubted */

static void report(const char *what, const host_file &file, const char *detail)
{
    n_failures++;
    if (n_failures <= 10)
        printf("FAIL %s: edition %u: %s: [%.300s] of %zu bytes\n", what, file.edition, detail, file.text.c_str(),
               file.text.size());
}

template <typename T> static T *zeros(size_t n)
{
    void *memory = NULL;
    if (posix_memalign(&memory, 256, n * sizeof(T) + 256))
        abort();
    memset(memory, 0, n * sizeof(T) + 256);
    return (T *)memory;
}

static void launch(void (*kernel)(const lex_batch_view), const lex_batch_view &v, uint32_t n_blocks, uint32_t n_threads)
{
    host_launch launch = {[=] { kernel(v); }, n_threads, {n_blocks, 1}, {0}};
    host_launch_blocks(&launch);
}

static uint32_t blocks_of(uint32_t n, uint32_t a_block)
{
    return (n + a_block - 1) / a_block;
}

/* As engine_cuda.c does it. */
static void run_kernels(lex_batch_view v)
{
    const uint32_t n_groups = blocks_of(v.n_tiles, LEX_SCAN_THREADS);
    const uint32_t n_few = v.n_tiles < 3 ? v.n_tiles : 3;
    const uint32_t n_scan = std::min(32 * blocks_of(v.n_tiles, 32), (uint32_t)LEX_SCAN_THREADS);
    launch(lex_gather_kernel, v, n_few, LEX_GATHER_THREADS);
    launch(lex_map_kernel, v, v.n_tiles, LEX_TILE_CHUNKS / (1 + v.n_files % 2)); /* a chunk a thread, or two */
    launch(lex_tile_state_kernel, v, n_groups, n_scan);
    launch(lex_mark_kernel, v, v.n_tiles, LEX_TILE_CHUNKS);
    launch(lex_hard_kernel, v, n_few, LEX_TILE_CHUNKS);
    v.step = LEX_STEP_TRY;
    launch(lex_pieces_kernel, v, n_few, LEX_TILE_CHUNKS);
    v.step = LEX_STEP_REGION;
    if (v.d_region)
        launch(lex_pieces_kernel, v, blocks_of(v.n_chunks / LEX_REGION_CHUNKS + 1, LEX_RELEX_THREADS / 32),
               LEX_RELEX_THREADS);
    v.step = LEX_STEP_RELEX;
    launch(lex_pieces_kernel, v, blocks_of(v.n_files, LEX_RELEX_THREADS / 32), LEX_RELEX_THREADS);
    v.step = LEX_STEP_PIECE;
    launch(lex_pieces_kernel, v, n_few, LEX_TILE_CHUNKS);
    launch(lex_tile_base_kernel, v, n_groups, n_scan);
    const uint32_t n_parts = 1 + v.n_files % 3; /* blocks that share a tile */
    launch(lex_emit_kernel, v, n_parts * v.n_tiles, LEX_TILE_CHUNKS);
    launch(lex_again_kernel, v, n_few + blocks_of(v.n_tiles, LEX_TILE_CHUNKS), LEX_TILE_CHUNKS);
    launch(lex_doubt_kernel, v, n_few, LEX_TILE_CHUNKS);
}

static void compare(const std::vector<host_file> &files, const std::vector<lex_file_entry> &entries,
                    const lex_batch_view &v, const std::vector<uint32_t> &n_blank)
{
    char detail[200];
    uint32_t first = 1;
    for (size_t i = 0; i < files.size(); i++) {
        const host_file &file = files[i];
        const uint32_t n_bytes = entries[i].n_bytes, base = entries[i].base;
        const size_t capacity = lex_max_toks(n_bytes);
        std::vector<uint8_t> kind(capacity), flags(capacity);
        std::vector<uint32_t> start(capacity), end(capacity);
        bool suspicious;
        const uint8_t *bytes = (const uint8_t *)file.text.data();
        const size_t n = lex_cpu_file(bytes, n_bytes, file.edition, base,
                                      lex_tokens{kind.data(), flags.data(), start.data(), end.data()}, &suspicious);
        n_files++;
        n_again += v.d_file_flags[i] & LEX_WEIRD;
        if (v.d_file_first_tok[i] != first) {
            report("first token", file, "elsewhere");
            return;
        }
        for (size_t t = 0; t < n && first + t < *v.d_n_toks; t++) {
            const size_t k = first + t;
            if (v.d_kind[k] == kind[t] && v.d_flags[k] == flags[t] && v.d_tok_start[k] == start[t] &&
                v.d_tok_end[k] == end[t])
                continue;
            snprintf(detail, sizeof detail, "token %zu: cpu %u..%u %s %u, kernels %u..%u %s %u", t, start[t] - base,
                     end[t] - base, rustg_token_kind_name((rustg_token_kind)kind[t]), flags[t], v.d_tok_start[k] - base,
                     v.d_tok_end[k] - base, rustg_token_kind_name((rustg_token_kind)v.d_kind[k]), v.d_flags[k]);
            report("token", file, detail);
            return;
        }
        diag_list list;
        memset(&list, 0, sizeof list);
        lex_diagnose(bytes, n_bytes, file.edition, 0, &list);
        if (list.n > 0 && n_blank[i] == 0 && !(v.d_file_flags[i] & LEX_BAD))
            report("an error that no flag tells of", file, rustg_diagnostic_kind_name(list.data[0].kind));
        if (list.n == 0) {
            const bool is_asked = lex_flags_doubtful(v.d_file_flags[i] & ~(uint32_t)LEX_BAD);
            n_good++;
            n_asked += is_asked;
            n_doubted += is_asked && v.d_file_flags[i] & LEX_BAD;
        }
        diag_list_free(&list);
        first += (uint32_t)n;
    }
    if (*v.d_n_toks != first)
        report("count", files.back(), "other number of tokens in the batch");
}

static void check(const std::vector<host_file> &files)
{
    std::vector<lex_file_entry> entries;
    std::vector<uint32_t> n_blank;
    uint32_t n_bytes = 0;
    for (const host_file &file : files) {
        const uint32_t n = (uint32_t)file.text.size();
        entries.push_back(lex_file_entry{n_bytes, n, file.edition, 0});
        n_bytes += (n + LEX_FILE_GAP + LEX_FILE_ALIGN - 1) / LEX_FILE_ALIGN * LEX_FILE_ALIGN;
    }
    lex_batch_view v;
    memset(&v, 0, sizeof v);
    v.n_chunks = n_bytes / LEX_CHUNK_BYTES;
    v.n_tiles = blocks_of(v.n_chunks, LEX_TILE_CHUNKS);
    v.n_files = (uint32_t)files.size();
    v.capacity = n_bytes + v.n_files + 64;
    const uint32_t n_groups = blocks_of(v.n_tiles, LEX_SCAN_THREADS);
    /* The kernel must write all but the lead, and read nothing around the files, which begin anywhere. */
    const size_t n_batch_bytes = (size_t)(v.n_tiles + 1) * LEX_TILE_BYTES;
    uint8_t *source = zeros<uint8_t>(ON_HOST_LEAD + n_batch_bytes), *expected = zeros<uint8_t>(n_batch_bytes);
    uint32_t *tile_file = zeros<uint32_t>(v.n_tiles + 1);
    uint64_t *from = zeros<uint64_t>(files.size());
    std::vector<void *> all = {source, expected, tile_file, from};
    memset(source + ON_HOST_LEAD, 0xEE, n_batch_bytes);
    for (size_t i = 0; i < files.size(); i++) {
        const size_t skip = random_next() % 16;
        uint8_t *to = expected + entries[i].base, *own = (uint8_t *)malloc(skip + entries[i].n_bytes);
        memcpy(own + skip, files[i].text.data(), entries[i].n_bytes);
        all.push_back(own);
        from[i] = (uint64_t)(uintptr_t)(own + skip);
        memcpy(to, files[i].text.data(), entries[i].n_bytes);
        n_blank.push_back(lex_prologue((const uint8_t *)files[i].text.data(), entries[i].n_bytes));
        memset(to, ' ', n_blank.back());
        entries[i].n_blank = n_blank.back();
    }
    for (uint32_t t = 0, f = 0; t <= v.n_tiles; t++) {
        while (f + 1 < v.n_files && entries[f + 1].base <= (uint64_t)t * LEX_TILE_BYTES)
            f++;
        tile_file[t] = f;
    }
    v.d_source = v.d_gathered = source + ON_HOST_LEAD;
    v.d_from = from;
    v.d_files = entries.data();
    v.d_tile_file = tile_file;
    auto words = [&](size_t n) {
        all.push_back(zeros<uint32_t>(n));
        return (uint32_t *)all.back();
    };
    auto longs = [&](size_t n) {
        all.push_back(zeros<uint64_t>(n));
        return (uint64_t *)all.back();
    };
    auto bytes = [&](size_t n) {
        all.push_back(zeros<uint8_t>(n));
        return (uint8_t *)all.back();
    };
    v.d_prefix = longs(v.n_chunks);
    v.d_start = longs(v.n_chunks);
    v.d_last = longs(v.n_chunks);
    v.d_tile_map = longs(v.n_tiles);
    v.d_tile_state = bytes(lex_whole_words(v.n_tiles));
    v.d_tile_starts = words(v.n_tiles);
    v.d_tile_lasts = words(v.n_tiles);
    v.d_tile_start_base = words(v.n_tiles);
    v.d_tile_last_base = words(v.n_tiles);
    v.d_group_own = longs(n_groups);
    v.d_group_upto = longs(n_groups);
    v.d_tickets = words(2);
    v.d_state_flags = words(n_groups);
    v.d_base_flags = words(n_groups);
    v.d_hard = words(v.n_chunks);
    v.d_n_hard = words(1);
    v.d_unsettled = words(v.n_tiles);
    v.d_n_unsettled = words(1);
    v.d_n_kept = words(1);
    v.d_doubtful = words(v.n_files);
    const bool has_long = std::any_of(entries.begin(), entries.end(),
                                      [](const lex_file_entry &f) { return f.n_bytes > LEX_REGIONS_BYTES; });
    v.d_region = has_long ? words(v.n_chunks / LEX_REGION_CHUNKS + 1) : nullptr;
    v.d_n_doubtful = words(1);
    v.d_again = words(v.n_chunks / 32 + 1);
    v.d_file_flags = words(v.n_files);
    v.d_file_first_tok = words(v.n_files);
    v.d_n_toks = words(1);
    v.d_kind = bytes(v.capacity);
    v.d_flags = bytes(v.capacity);
    v.d_tok_start = words(v.capacity);
    v.d_tok_end = words(v.capacity);
    run_kernels(v);
    n_batches++;
    if (memcmp(v.d_source, expected, n_batch_bytes) != 0)
        report("gathered sources", files.back(), "other bytes in the batch");
    compare(files, entries, v, n_blank);
    for (void *memory : all)
        free(memory);
}

/* What a warp looks through together, and what stands in its way. */
static const char *const runs[] = {"a",  "0",  "_",  "#",  " ",      "\n",   "/",  "*", "\"", "\\",  "'", "\xc3\xa9",
                                   "1.", "x ", "/*", "*/", "lorem ", "\\\"", "1_", "f", "\r", "\"#", "9a"};
static const char *const openings[] = {"",        "\"", "/* /* /* /*", "//",  "///",  "r#####\"", "br####\"",
                                       "'",       "1.", "0x",          "x",   "####", "c\"",      "/** /* /* /*",
                                       "r######", "'a", "\"\\",        "1e+", "b'",   "0b",       "x.0."};
static const char *const closings[] = {"", "\"", "*/", "*/ */ */ */", "\"#####", "\"####", "'", "\n", " x", "\" y"};

template <size_t N> static const char *any(const char *const (&of)[N])
{
    return of[random_next() % N];
}

static std::string random_text()
{
    std::string text;
    const uint32_t kind = random_next() % 8, plain = random_next() % 4;
    const size_t limit = kind == 0 ? 8100 + random_next() % 300 : random_next() % 400;
    while (text.size() < limit)
        text += plain && random_next() % (1 + 3 * plain) ? "ab cd " : any(fragments);
    if (kind < 3) {
        text += any(openings);
        const char *run = any(runs);
        const size_t n = random_next() % 4 ? random_next() % 700 : random_next() % 20000;
        for (size_t i = 0; i < n / strlen(run); i++)
            text += run;
        text += any(closings);
        for (uint32_t i = random_next() % 30; i > 0; i--)
            text += i % 3 ? "ab (c) " : any(fragments);
    }
    return text;
}

/* Behind what a chunk cannot settle, a raw identifier in the next chunk: where the marks go on from its start, the
 * character before it must not be taken for a part of its word. Then ordinary code, and what cannot be settled again. */
static std::string text_behind_unsettled(const char *before, size_t n_blanks)
{
    std::string text = "r####\"a\"### b\"####;";
    text += std::string(n_blanks, ' ') + before + "r#x 'a' b'\\n' 1.5e3";
    for (int i = 10; i < 90; i++)
        text += i % 30 ? " ab.c(1..2) /* d */ \"e\"" : " br####\"\"###\"####";
    return text;
}

/* A raw string whose opening hashes fill chunks of their own, from any byte of a chunk on. */
static std::string text_with_hashes(const char *prefix, size_t n_hashes, size_t n_blanks)
{
    const std::string hashes(n_hashes, '#');
    return std::string(n_blanks, ' ') + prefix + hashes + "\"a\"b\"" + hashes + "; c";
}

int main(int argc, char **argv)
{
    static const uint32_t editions[] = {2015, 2018, 2021, 2024};
    const int n = argc > 1 ? atoi(argv[1]) : 12;
    std::vector<host_file> all;
    for (const char *opening : openings)
        for (const char *run : runs)
            for (size_t length : {(size_t)70, (size_t)700}) {
                std::string text = opening;
                while (text.size() < length)
                    text += run;
                all.push_back(host_file{text + any(closings) + " y", editions[random_next() % 4]});
            }
    for (const char *before : {"\xE2\x82\xAC", "'b", "1.", "#"})
        for (size_t n_blanks = 41; n_blanks < 46; n_blanks++)
            all.push_back(host_file{text_behind_unsettled(before, n_blanks), 2021});
    for (const char *prefix : {"r", "br", "cr", ""})
        for (size_t n_hashes = 60; n_hashes < 260; n_hashes++)
            all.push_back(host_file{text_with_hashes(prefix, n_hashes, n_hashes * 11 % 64), editions[n_hashes % 4]});
    check(all);
    for (int i = 0; i < n; i++) {
        std::vector<host_file> files;
        const uint32_t n_texts = 1 + random_next() % 150;
        for (uint32_t k = 0; k < n_texts; k++)
            files.push_back(host_file{random_text(), editions[random_next() % 4]});
        check(files);
    }
    printf("%ld batches, %ld files, %ld of them lexed again in part\n", n_batches, n_files, n_again);
    printf("%ld files without an error: %ld might have had one, %ld are doubted\n", n_good, n_asked, n_doubted);
    if (n_asked < 20 || n_doubted * 5 > n_asked * 4)
        report("doubts", host_file{"", 0}, "too few files without an error, or too many of them doubted");
    printf("%ld failed\n", n_failures);
    return n_failures != 0 || n_again == 0;
}
