/* library_make.c: turns the library's tables into bytes.
 *
 * Nobody lists where pointers lie in the tables. Instead the library is collected twice, at two addresses: a word that
 * differs by the distance of the two is a pointer, and nothing else may differ. A word that holds an address of the
 * program's own would mean something else in another process, so there may be none. */
#define _GNU_SOURCE
#include "sema/gen/library_make.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "sema/gen/library_collect.h"
#include "sema/library/library_image.h"

enum { ROOM_BYTES = 256 << 20 };

/* A stretch of a collected library, and where it lies in the image. */
typedef struct make_stretch {
    uint64_t start, end, to;
    bool is_fixed;
} make_stretch;

typedef struct make_state {
    uint8_t *rooms[2];
    const sema *made[2];
    uint64_t n_used;
    VEC(make_stretch) stretches; /* by start, without gaps */
    uint64_t n_fixed, n_tables;
    VEC(uint32_t) pointers;
    arena memory;
} make_state;

static uint64_t make_up_to(uint64_t n, uint64_t step)
{
    return (n + step - 1) / step * step;
}

static const char *make_collect(make_state *m)
{
    for (int k = 0; k < 2; k++) {
        void *room = mmap(NULL, ROOM_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (room == MAP_FAILED)
            return "out of memory";
        m->rooms[k] = room;
        arena memory = {.next = m->rooms[k], .end = m->rooms[k] + ROOM_BYTES};
        memory.out_of_memory = m->memory.out_of_memory;
        m->made[k] = library_collect(&memory);
        uint64_t n_used = (uint64_t)(memory.next - m->rooms[k]);
        if (memory.blocks)
            return "the library is too large";
        if (k && n_used != m->n_used)
            return "collected twice, the library has two sizes";
        m->n_used = n_used;
    }
    return NULL;
}

/* ---- What lies where ---- */

static void make_add_fixed(make_state *m, const void *at, uint64_t n)
{
    make_stretch stretch = {.start = (uint64_t)((const uint8_t *)at - m->rooms[0]), .is_fixed = true};
    stretch.end = stretch.start + make_up_to(n, 16); /* what an arena takes */
    if (at && n)
        vec_push(&m->memory, &m->stretches, stretch);
}

static int make_by_start(const void *a, const void *b)
{
    const make_stretch *x = a, *y = b;
    return x->start < y->start ? -1 : x->start > y->start;
}

static const char *make_find_stretches(make_state *m)
{
    const sema *s = m->made[0];
    for (uint32_t i = 1; i < s->files.n; i++) {
        const sema_file *f = &s->files.at[i];
        const uint64_t n_toks = f->toks.n_toks, n_nodes = f->ast.n_nodes;
        make_add_fixed(m, f->bytes, f->n_bytes);
        make_add_fixed(m, f->toks.kind, n_toks);
        make_add_fixed(m, f->toks.flags, n_toks);
        make_add_fixed(m, f->toks.start, 4 * n_toks);
        make_add_fixed(m, f->toks.end, 4 * n_toks);
        make_add_fixed(m, f->ast.kind, n_nodes);
        make_add_fixed(m, f->ast.tok, 4 * n_nodes);
        make_add_fixed(m, f->ast.start, 4 * n_nodes);
        make_add_fixed(m, f->ast.end, 4 * n_nodes);
        make_add_fixed(m, f->ast.next, 4 * n_nodes);
        make_add_fixed(m, f->ast.parent, 4 * n_nodes);
    }
    uint32_t n = m->stretches.n;
    uint64_t at = 0;
    qsort(m->stretches.at, n, sizeof *m->stretches.at, make_by_start);
    for (uint32_t i = 0; i <= n; i++) {
        uint64_t start = i < n ? m->stretches.at[i].start : m->n_used;
        if (start < at)
            return "two arrays of a file overlap";
        if (start > at)
            vec_push(&m->memory, &m->stretches, (make_stretch){.start = at, .end = start});
        at = i < n ? m->stretches.at[i].end : start;
    }
    qsort(m->stretches.at, m->stretches.n, sizeof *m->stretches.at, make_by_start);
    for (uint32_t i = 0; i < m->stretches.n; i++) {
        make_stretch *stretch = &m->stretches.at[i];
        uint64_t *to = stretch->is_fixed ? &m->n_fixed : &m->n_tables;
        stretch->to = *to;
        *to += stretch->end - stretch->start;
    }
    m->n_fixed = make_up_to(m->n_fixed, LIBRARY_IMAGE_ALIGN);
    m->n_tables = make_up_to(m->n_tables, LIBRARY_IMAGE_ALIGN);
    return NULL;
}

/* As a pointer is written. */
static uint64_t make_place(const make_state *m, uint64_t offset)
{
    uint32_t low = 0, high = m->stretches.n;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        *(m->stretches.at[middle].start <= offset ? &low : &high) = middle;
    }
    const make_stretch *in = &m->stretches.at[low];
    return (in->is_fixed ? 0 : m->n_fixed) + in->to + (offset - in->start);
}

/* ---- Addresses of the program ---- */

typedef struct make_range {
    uint64_t start, end;
} make_range;
typedef VEC(make_range) make_ranges;

static void make_read_ranges(make_state *m, make_ranges *ranges)
{
    char line[4096];
    unsigned long long start, end;
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps && fgets(line, sizeof line, maps))
        if (sscanf(line, "%llx-%llx", &start, &end) == 2)
            vec_push(&m->memory, ranges, (make_range){start, end});
    if (maps)
        fclose(maps);
}

static bool make_is_address(const make_ranges *ranges, uint64_t word)
{
    for (uint32_t i = 0; i < ranges->n; i++)
        if (word >= ranges->at[i].start && word < ranges->at[i].end)
            return true;
    return false;
}

/* ---- The image ---- */

static const char *make_write_stretch(make_state *m, const make_stretch *stretch, const make_ranges *ranges,
                                      uint8_t *to)
{
    const uint8_t *first = m->rooms[0] + stretch->start, *second = m->rooms[1] + stretch->start;
    const uint64_t n = stretch->end - stretch->start, distance = (uint64_t)(m->rooms[1] - m->rooms[0]);
    memcpy(to, first, n);
    for (uint64_t i = 0; i < n; i += 8) {
        uint64_t a, b;
        memcpy(&a, first + i, sizeof a);
        memcpy(&b, second + i, sizeof b);
        if (a == b && (stretch->is_fixed || !make_is_address(ranges, a)))
            continue;
        uint64_t offset = a - (uint64_t)(uintptr_t)m->rooms[0];
        if (stretch->is_fixed || b - a != distance || offset >= m->n_used)
            return arena_format(&m->memory, "byte %llu of the library is of this process alone: %llx, %llx",
                                (unsigned long long)(stretch->start + i), (unsigned long long)a, (unsigned long long)b);
        uint64_t place = make_place(m, offset);
        memcpy(to + i, &place, sizeof place);
        vec_push(&m->memory, &m->pointers, (uint32_t)((stretch->to + i) / 8));
    }
    return NULL;
}

static const char *make_write(make_state *m, uint8_t **image, size_t *n)
{
    const uint64_t before = LIBRARY_IMAGE_ALIGN + m->n_fixed + m->n_tables;
    make_ranges ranges = {0};
    make_read_ranges(m, &ranges);
    uint8_t *parts = arena_alloc(&m->memory, before);
    for (uint32_t i = 0; i < m->stretches.n; i++) {
        const make_stretch *stretch = &m->stretches.at[i];
        uint8_t *to = parts + LIBRARY_IMAGE_ALIGN + (stretch->is_fixed ? 0 : m->n_fixed) + stretch->to;
        const char *wrong = make_write_stretch(m, stretch, &ranges, to);
        if (wrong)
            return wrong;
    }
    library_image_head head = {m->n_fixed, m->n_tables, m->pointers.n, 0};
    head.root = make_place(m, (uint64_t)((const uint8_t *)m->made[0] - m->rooms[0]));
    memcpy(parts, &head, sizeof head);
    *n = before + 4 * (size_t)m->pointers.n;
    *image = malloc(*n);
    if (!*image)
        return "out of memory";
    memcpy(*image, parts, before);
    memcpy(*image + before, m->pointers.at, 4 * (size_t)m->pointers.n);
    return NULL;
}

static const char *make_all(make_state *m, uint8_t **image, size_t *n)
{
    const char *wrong = make_collect(m);
    wrong = wrong ? wrong : make_find_stretches(m);
    return wrong ? wrong : make_write(m, image, n);
}

const char *library_make_image(uint8_t **image, size_t *n)
{
    static char words[256];
    jmp_buf out_of_memory;
    make_state *m = calloc(1, sizeof *m);
    *image = NULL;
    if (!m)
        return "out of memory";
    m->memory.out_of_memory = &out_of_memory;
    const char *volatile wrong = "out of memory";
    if (!setjmp(out_of_memory))
        wrong = make_all(m, image, n);
    if (wrong)
        wrong = memcpy(words, wrong, strnlen(wrong, sizeof words - 1));
    for (int k = 0; k < 2; k++)
        if (m->rooms[k])
            munmap(m->rooms[k], ROOM_BYTES);
    arena_free(&m->memory);
    free(m);
    return wrong;
}
