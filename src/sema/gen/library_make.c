/* library_make.c: turns the library's tables into bytes.
 *
 * Nobody lists where pointers lie in the tables. Instead the library is collected twice, at two addresses: a word that
 * differs by the distance of the two is a pointer. Nothing else may differ, be it an address of the program's own or
 * what a compiler left between the fields of a struct that was copied. What no pointer reaches is left out. */
#define _GNU_SOURCE
#include "sema/gen/library_make.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "sema/gen/library_collect.h"
#include "sema/library/library_image.h"

enum { ROOM_BYTES = 256 << 20 };

/* What the arena was asked for at once, and where it lies in the image. */
typedef struct make_piece {
    uint64_t start, end, to;
    uint32_t first_pointer; /* index into pointers, up to that of the next piece */
    bool is_wanted, is_fixed;
} make_piece;

typedef struct make_state {
    arena room; /* of the library; first, as make_more is given it */
    uint8_t *rooms[2];
    const sema *made[2];
    VEC(make_piece) pieces; /* by start, without gaps, and one behind the last */
    VEC(uint64_t) pointers; /* where they stand in the room */
    VEC(uint32_t) wanted;   /* pieces, to be looked through */
    VEC(uint32_t) words;    /* where pointers stand in the tables */
    uint64_t n_fixed, n_tables;
    arena memory;
} make_state;

static uint64_t make_up_to(uint64_t n, uint64_t step)
{
    return (n + step - 1) / step * step;
}

/* Each piece ends where it was asked to, so that the next one is told too. */
static void make_more(arena *room, size_t n_bytes)
{
    make_state *m = (make_state *)(void *)room;
    const int k = m->rooms[1] ? 1 : 0;
    const uint64_t start = room->next ? (uint64_t)(room->next - m->rooms[k]) : 0;
    if (start + n_bytes > ROOM_BYTES)
        longjmp(*room->out_of_memory, 1);
    room->next = m->rooms[k] + start;
    room->end = room->next + n_bytes;
    if (k == 0)
        vec_push(&m->memory, &m->pieces, (make_piece){.start = start, .end = start + n_bytes});
}

static const char *make_collect(make_state *m)
{
    for (int k = 0; k < 2; k++) {
        void *room = mmap(NULL, ROOM_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (room == MAP_FAILED)
            return "out of memory";
        m->rooms[k] = room;
        m->room = (arena){.more = make_more, .out_of_memory = m->memory.out_of_memory};
        m->made[k] = library_collect(&m->room);
        if (!m->made[k])
            return "the library has errors, or a signature in it needs the value of a constant";
    }
    const uint64_t n = m->pieces.at[m->pieces.n - 1].end;
    if ((uint64_t)(m->room.next - m->rooms[1]) != n)
        return "collected twice, the library has two sizes";
    vec_push(&m->memory, &m->pieces, (make_piece){.start = n, .end = n});
    return NULL;
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
        if (strpbrk(line, "/[") && sscanf(line, "%llx-%llx", &start, &end) == 2) /* of a file, the stack, the heap */
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

/* ---- Pointers ---- */

static uint64_t make_word(const make_state *m, int k, uint64_t at)
{
    uint64_t word;
    memcpy(&word, m->rooms[k] + at, sizeof word);
    return word;
}

static uint32_t make_piece_at(const make_state *m, uint64_t at)
{
    uint32_t low = 0, high = m->pieces.n - 1;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        *(m->pieces.at[middle].start <= at ? &low : &high) = middle;
    }
    return low;
}

static uint64_t make_offset(const make_state *m, const void *at)
{
    return (uint64_t)((const uint8_t *)at - m->rooms[0]);
}

static const char *make_find_pointers(make_state *m)
{
    const uint64_t distance = (uint64_t)(m->rooms[1] - m->rooms[0]), n_room = m->pieces.at[m->pieces.n - 1].start;
    for (uint32_t i = 0; i < m->pieces.n; i++) {
        make_piece *piece = &m->pieces.at[i];
        piece->first_pointer = m->pointers.n;
        for (uint64_t at = piece->start; at < piece->end; at += 8) {
            const uint64_t a = make_word(m, 0, at), b = make_word(m, 1, at);
            if (a == b)
                continue;
            if (b - a != distance || a - (uint64_t)(uintptr_t)m->rooms[0] >= n_room)
                return arena_format(&m->memory, "byte %llu of the library is of this process alone: %llx, %llx",
                                    (unsigned long long)at, (unsigned long long)a, (unsigned long long)b);
            vec_push(&m->memory, &m->pointers, at);
        }
    }
    return NULL;
}

static void make_want(make_state *m, uint64_t at)
{
    const uint32_t piece = make_piece_at(m, at);
    if (m->pieces.at[piece].is_wanted)
        return;
    m->pieces.at[piece].is_wanted = true;
    vec_push(&m->memory, &m->wanted, piece);
}

static void make_want_all(make_state *m)
{
    make_want(m, make_offset(m, m->made[0]));
    while (m->wanted.n) {
        const uint32_t piece = m->wanted.at[--m->wanted.n];
        for (uint32_t i = m->pieces.at[piece].first_pointer; i < m->pieces.at[piece + 1].first_pointer; i++)
            make_want(m, make_word(m, 0, m->pointers.at[i]) - (uint64_t)(uintptr_t)m->rooms[0]);
    }
}

/* ---- The image ---- */

static void make_give_places(make_state *m)
{
    for (uint32_t i = 0; i + 1 < m->pieces.n; i++) {
        make_piece *piece = &m->pieces.at[i];
        if (!piece->is_wanted)
            continue;
        piece->is_fixed = piece->first_pointer == piece[1].first_pointer;
        uint64_t *to = piece->is_fixed ? &m->n_fixed : &m->n_tables;
        piece->to = *to;
        *to += piece->end - piece->start;
    }
    m->n_fixed = make_up_to(m->n_fixed, LIBRARY_IMAGE_ALIGN);
    m->n_tables = make_up_to(m->n_tables, LIBRARY_IMAGE_ALIGN);
}

/* As a pointer is written. */
static uint64_t make_place(const make_state *m, uint64_t at)
{
    const make_piece *piece = &m->pieces.at[make_piece_at(m, at)];
    return (piece->is_fixed ? 0 : m->n_fixed) + piece->to + (at - piece->start);
}

static const char *make_write_piece(make_state *m, const make_piece *piece, const make_ranges *ranges, uint8_t *to)
{
    memcpy(to, m->rooms[0] + piece->start, piece->end - piece->start);
    for (uint32_t i = piece->first_pointer; i < piece[1].first_pointer; i++) {
        const uint64_t at = m->pointers.at[i] - piece->start;
        const uint64_t place = make_place(m, make_word(m, 0, m->pointers.at[i]) - (uint64_t)(uintptr_t)m->rooms[0]);
        memcpy(to + at, &place, sizeof place);
        vec_push(&m->memory, &m->words, (uint32_t)((piece->to + at) / 8));
    }
    for (uint64_t i = 0; !piece->is_fixed && i < piece->end - piece->start; i += 8) {
        uint64_t word;
        memcpy(&word, to + i, sizeof word);
        if (make_is_address(ranges, word))
            return arena_format(&m->memory, "byte %llu of the library is an address of the program: %llx",
                                (unsigned long long)(piece->start + i), (unsigned long long)word);
    }
    return NULL;
}

static const char *make_write(make_state *m, uint8_t **image, size_t *n)
{
    const uint64_t before = LIBRARY_IMAGE_ALIGN + m->n_fixed + m->n_tables;
    make_ranges ranges = {0};
    make_read_ranges(m, &ranges);
    uint8_t *parts = arena_alloc(&m->memory, before);
    for (uint32_t i = 0; i + 1 < m->pieces.n; i++) {
        const make_piece *piece = &m->pieces.at[i];
        uint8_t *to = parts + LIBRARY_IMAGE_ALIGN + (piece->is_fixed ? 0 : m->n_fixed) + piece->to;
        const char *wrong = piece->is_wanted ? make_write_piece(m, piece, &ranges, to) : NULL;
        if (wrong)
            return wrong;
    }
    library_image_head head = {m->n_fixed, m->n_tables, m->words.n, make_place(m, make_offset(m, m->made[0]))};
    memcpy(parts, &head, sizeof head);
    *n = before + 4 * (size_t)m->words.n;
    *image = malloc(*n);
    if (!*image)
        return "out of memory";
    memcpy(*image, parts, before);
    memcpy(*image + before, m->words.at, 4 * (size_t)m->words.n);
    return NULL;
}

static const char *make_all(make_state *m, uint8_t **image, size_t *n)
{
    const char *wrong = make_collect(m);
    wrong = wrong ? wrong : make_find_pointers(m);
    if (wrong)
        return wrong;
    make_want_all(m);
    make_give_places(m);
    return make_write(m, image, n);
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
