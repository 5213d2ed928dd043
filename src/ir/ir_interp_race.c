/* ir_interp_race.c: finds data races: two threads access one place, at least one of them writes, and nothing orders
 * the accesses.
 *
 * A slice is what a thread does until it waits for others or releases. Slices are numbered as they begin, so a number
 * tells what is ordered before a thread: in its block all slices before the last barrier, in its warp all before the
 * last warp_sync, and all before what it has acquired. The last takes more for ordered than is, so that no race is
 * reported that is none. */
#include <stdio.h>

#include "ir/ir_interp.h"

enum { PAGE_SHIFT = 8, PAGE = 1 << PAGE_SHIFT, COARSEST = 3, MOST_SLICES = 1 << 22 };

typedef struct access {
    uint32_t slice, site; /* slice 0: none */
} access;
typedef struct cell {
    access write, read, other_read, atomic_write,
        atomic_read; /* the last ones; other_read: by another thread than read */
} cell;
struct interp_cells {
    uint32_t shift; /* bytes of a cell */
    cell **pages;
};

void interp_slice_begin(interp *in)
{
    const interp_slice slice = {in->block_number, (uint32_t)(in->thread - in->threads)};
    if (in->slices.n == MOST_SLICES) { /* who was where so long ago is forgotten */
        in->first_slice += in->slices.n;
        in->slices.n = 0;
    }
    vec_push(&in->memory, &in->slices, slice);
    in->slice = in->first_slice + in->slices.n - 1;
    in->finds_races &= in->slice != UINT32_MAX;
}

static const interp_slice *ir_slice_of(const interp *in, uint32_t slice)
{
    static const interp_slice none;
    return slice < in->first_slice ? &none : &in->slices.at[slice - in->first_slice];
}

static cell *ir_cell_at(interp *in, struct interp_cells *cells, uint64_t i)
{
    cell **page = &cells->pages[i >> PAGE_SHIFT];
    if (!*page)
        *page = ARENA_ARRAY(&in->memory, cell, PAGE);
    return &(*page)[i & (PAGE - 1)];
}

static uint64_t ir_n_pages(const interp_allocation *a, uint32_t shift)
{
    return ((a->extent >> shift) >> PAGE_SHIFT) + 1;
}

static void ir_refine(interp *in, interp_allocation *a, uint32_t shift)
{
    struct interp_cells *cells = a->cells, old = *cells;
    const uint32_t by = old.shift - shift;
    cells->pages = ARENA_ARRAY(&in->memory, cell *, ir_n_pages(a, shift));
    cells->shift = shift;
    for (uint64_t p = 0; p < ir_n_pages(a, old.shift); p++)
        for (uint64_t i = 0; old.pages[p] && i < PAGE; i++)
            for (uint64_t k = 0; k < UINT64_C(1) << by; k++)
                if ((((p << PAGE_SHIFT) + i) << by) + k <= a->extent >> shift)
                    *ir_cell_at(in, cells, (((p << PAGE_SHIFT) + i) << by) + k) = old.pages[p][i];
}

static bool ir_is_ordered(const interp *in, const interp_allocation *a, uint32_t slice)
{
    const interp_thread *t = in->thread;
    if (slice < in->first_slice || slice <= t->known)
        return true;
    const interp_slice *s = ir_slice_of(in, slice);
    if (s->block != in->block_number)
        return a->kind == INTERP_IS_SHARED;
    const uint32_t own = (uint32_t)(t - in->threads);
    return s->thread == own || slice < in->barrier_slice || (s->thread / 32 == own / 32 && slice < t->warp_slice);
}

static bool ir_interp_race_report(interp *in, const interp_allocation *a, const interp_op *op, uint64_t offset,
                                  uint64_t n, bool writes, const access *other, bool other_writes)
{
    const interp_slice *s = ir_slice_of(in, other->slice);
    const uint32_t *block = in->launch.block, *grid = in->launch.grid, number = s->block - 1;
    const interp_site *site = &in->sites.at[other->site];
    char where[160];
    snprintf(where, sizeof where, "%s at %s:%u (block %u,%u,%u thread %u,%u,%u)", other_writes ? "write" : "read",
             interp_file_of(in, site), (unsigned)site->line, (unsigned)(number % grid[0]),
             (unsigned)(number / grid[0] % grid[1]), (unsigned)(number / grid[0] / grid[1]),
             (unsigned)(s->thread % block[0]), (unsigned)(s->thread / block[0] % block[1]),
             (unsigned)(s->thread / block[0] / block[1]));
    return interp_fail(in, op,
                       "a data race: this %s of %llu %s at byte %llu of %s and a %s, with nothing that orders them",
                       writes ? "write" : "read", (unsigned long long)n, n == 1 ? "byte" : "bytes",
                       (unsigned long long)offset, interp_name_of(in, a).text, where);
}

static bool ir_interp_race_visit(interp *in, const interp_allocation *a, const interp_op *op, cell *c, uint64_t offset,
                                 uint64_t n, bool writes, bool is_atomic, access now)
{
    const access *against[] = {&c->write, is_atomic ? NULL : &c->atomic_write, writes ? &c->read : NULL,
                               writes ? &c->other_read : NULL, writes && !is_atomic ? &c->atomic_read : NULL};
    for (uint32_t i = 0; i < sizeof against / sizeof against[0]; i++)
        if (against[i] && against[i]->slice != now.slice && !ir_is_ordered(in, a, against[i]->slice))
            return ir_interp_race_report(in, a, op, offset, n, writes, against[i], i < 2);
    if (is_atomic) {
        *(writes ? &c->atomic_write : &c->atomic_read) = now;
    } else if (writes) {
        memset(c, 0, sizeof *c);
        c->write = now;
    } else {
        const interp_slice *last = ir_slice_of(in, c->read.slice), *own = ir_slice_of(in, now.slice);
        if (c->read.slice && (last->thread != own->thread || last->block != own->block))
            c->other_read = c->read;
        c->read = now;
    }
    return true;
}

static bool ir_is_relaxed(const interp_op *op)
{
    if (op->code == INTERP_INTRINSIC)
        return ir_is_atomic((ir_intrinsic)op->aux);
    return op->aux >> 8 & IR_VOLATILE;
}

bool interp_race(interp *in, const interp_op *op, interp_allocation *a, uint64_t offset, uint64_t n, bool writes)
{
    const bool is_atomic = ir_is_relaxed(op);
    uint32_t shift = (uint32_t)__builtin_ctzll(offset | n);
    shift = shift > COARSEST ? COARSEST : shift;
    if (!in->finds_races || (op->code != INTERP_INTRINSIC && (op->aux >> 8 & IR_INVARIANT)))
        return true; /* nothing writes there during the launch */
    if (!a->cells->pages) {
        a->cells->shift = shift;
        a->cells->pages = ARENA_ARRAY(&in->memory, cell *, ir_n_pages(a, shift));
    } else if (shift < a->cells->shift) {
        ir_refine(in, a, shift);
    }
    const access now = {in->slice, interp_place_of(in, op)};
    if (is_atomic && op->code != INTERP_INTRINSIC)
        interp_meet(in, a->start + offset, !writes, writes, 0);
    for (uint64_t i = offset >> a->cells->shift; i <= (offset + n - 1) >> a->cells->shift; i++)
        if (!ir_interp_race_visit(in, a, op, ir_cell_at(in, a->cells, i), offset, n, writes, is_atomic, now))
            return false;
    return true;
}

/* ---- release and acquire ---- */

static bool ir_releases(ir_ordering ordering)
{
    return ordering == IR_RELEASE || ordering == IR_ACQ_REL || ordering == IR_SEQ_CST;
}

static bool ir_acquires(ir_ordering ordering)
{
    return ordering == IR_ACQUIRE || ordering == IR_ACQ_REL || ordering == IR_SEQ_CST;
}

void interp_meet(interp *in, uint64_t address, bool reads, bool writes, ir_ordering ordering)
{
    interp_thread *t = in->thread;
    if (!in->finds_races || (!in->releases.n && !t->fence_slice && !(writes && ir_releases(ordering))))
        return;
    uint32_t *at = arena_map_at(&in->memory, &in->releases, address, 1);
    const uint32_t own = writes && ir_releases(ordering) ? in->slice : t->fence_slice, before = *at;
    if (writes)
        *at = reads && before > own ? before : own;
    if (reads) {
        uint32_t *to = ir_acquires(ordering) ? &t->known : &t->seen;
        *to = before > *to ? before : *to;
    }
    if (writes && ir_releases(ordering))
        interp_slice_begin(in);
}

void interp_fence(interp *in, ir_ordering ordering)
{
    interp_thread *t = in->thread;
    if (!in->finds_races)
        return;
    if (ir_acquires(ordering) && t->seen > t->known)
        t->known = t->seen;
    if (ir_releases(ordering)) {
        t->fence_slice = in->slice;
        interp_slice_begin(in);
    }
}

void interp_races_begin(interp *in, interp_allocation *a)
{
    if (in->finds_races)
        a->cells = ARENA_NEW(&in->memory, struct interp_cells);
}
