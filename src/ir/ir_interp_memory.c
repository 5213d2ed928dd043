/* ir_interp_memory.c: keeps allocations, and words the error where a pointer reaches none. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "ir/ir_interp.h"

enum { BETWEEN = 64, MOST_FRESH = 1 << 16 };
#define FAR (UINT64_C(1) << 32)

static int ir_interp_memory_by_start(const void *a, const void *b)
{
    const interp_allocation *x = a, *y = b;
    return x->start < y->start ? -1 : x->start > y->start;
}

void interp_memory_begin(interp *in)
{
    const ir_launch *launch = &in->launch;
    in->callers = ARENA_ARRAY(&in->memory, interp_allocation, launch->n_memory);
    for (uint32_t i = 0; i < launch->n_memory; i++) {
        const uint64_t start = (uint64_t)(uintptr_t)launch->memory[i].start, size = launch->memory[i].n_bytes;
        if (size)
            in->callers[in->n_callers++] = (interp_allocation){.start = start,
                                                               .size = size,
                                                               .extent = size,
                                                               .bytes = (uint8_t *)(uintptr_t)start,
                                                               .what = i,
                                                               .is_read_only = launch->memory[i].is_read_only,
                                                               .kind = INTERP_IS_CALLERS};
    }
    for (uint32_t i = 0; i < in->n_callers; i++)
        if (!in->callers[i].is_read_only)
            interp_races_begin(in, &in->callers[i]);
    if (in->n_callers)
        qsort(in->callers, in->n_callers, sizeof *in->callers, ir_interp_memory_by_start);
    in->anything = (interp_allocation){.start = 4096, .kind = INTERP_IS_CALLERS, .what = UINT32_MAX};
    in->anything.bytes = (uint8_t *)(uintptr_t)in->anything.start;
    if (launch->is_open)
        in->anything.size = (UINT64_C(1) << 47) - in->anything.start;
}

interp_allocation *interp_callers(interp *in, uint64_t address)
{
    uint32_t low = 0, high = in->n_callers;
    if (in->last_caller < high && address - in->callers[in->last_caller].start < in->callers[in->last_caller].size)
        return &in->callers[in->last_caller];
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (in->callers[middle].start <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return &in->anything;
    interp_allocation *below = &in->callers[low - 1];
    if (address - below->start >= below->size && in->launch.is_open)
        return &in->anything;
    in->last_caller = low - 1;
    return below;
}

/* An address has the alignment that was asked for and no more, as it might on a machine. When memory is gone, only
 * the upper bits of its address are used again; the address never is. In a constant, whose pointers may move anywhere,
 * they are so for locals alone, and only once there have been many: a pointer into what is gone must reach nothing. */
uint64_t interp_allocate(interp *in, interp_allocation about)
{
    const uint64_t step = 2 * (uint64_t)about.align, mask = (UINT64_C(1) << INTERP_REGION) - 1;
    about.extent = about.size;
    if (about.size > INTERP_LARGEST)
        longjmp(in->out_of_memory, 1);
    if ((about.is_barred && !in->is_static) || about.is_unready)
        about.size = 0;
    if (about.kind != INTERP_IS_LOCAL && !about.is_read_only)
        interp_races_begin(in, &about);
    while (in->free_allocations.n &&
           (!in->is_constant || (about.kind == INTERP_IS_LOCAL && in->allocations.n >= MOST_FRESH))) {
        const uint32_t id = in->free_allocations.at[--in->free_allocations.n];
        const interp_allocation *old = &in->allocations.at[id];
        const uint64_t at = ((old->start & mask) + old->extent + BETWEEN + step - 1) / step * step + about.align;
        if (at + about.size > INTERP_LARGEST + step)
            continue;
        about.start = interp_region_of(id) | at;
        about.is_again = true;
        in->allocations.at[id] = about;
        return about.start;
    }
    if (in->allocations.n == INTERP_MOST_ALLOCATIONS)
        longjmp(in->out_of_memory, 1);
    about.start = interp_region_of(in->allocations.n) + step + about.align;
    vec_push(&in->memory, &in->allocations, about);
    return about.start;
}

void interp_forget(interp *in, uint64_t address)
{
    const uint32_t id = (uint32_t)(address >> INTERP_REGION) - INTERP_FIRST_REGION;
    interp_allocation *a = &in->allocations.at[id];
    a->size = 0;
    a->is_gone = true;
    a->bytes = a->set = NULL;
    vec_push(&in->memory, &in->free_allocations, id);
}

void interp_end_scope(interp *in, uint8_t *frame, uint64_t address)
{
    const interp_thread *t = in->thread;
    const interp_function *f = t->calls.at[t->calls.n - 1].function;
    const interp_allocation *a = interp_find(in, address);
    uint32_t low = 0, high = f->n_addressed;
    if (!a || a->kind != INTERP_IS_LOCAL || a->start != address)
        return;
    while (low < high) { /* they are in the order of their names */
        const uint32_t middle = low + (high - low) / 2;
        if (f->addressed[middle].name < a->what)
            low = middle + 1;
        else
            high = middle;
    }
    uint8_t *kept = frame + f->addresses + 8 * low;
    if (low == f->n_addressed || f->addressed[low].name != a->what || memcmp(kept, &address, sizeof address) != 0)
        return;
    memset(a->set, 0, a->size);
    memset(kept, 0, sizeof address);
    interp_forget(in, address);
}

const interp_allocation *interp_find(const interp *in, uint64_t address)
{
    uint64_t offset;
    const interp_allocation *a = interp_belongs_to(in, address, &offset);
    return a && !a->is_gone && offset <= a->extent ? a : NULL;
}

uint64_t interp_function_address(interp *in, ir_function_id id)
{
    uint32_t *kept = arena_map_at(&in->memory, &in->functions_at, (uint64_t)id + 1, 1);
    if (!*kept) {
        const interp_allocation about = {.kind = INTERP_IS_FUNCTION, .what = id, .align = 1, .is_read_only = true};
        const uint64_t address = interp_allocate(in, about);
        *kept = (uint32_t)((address >> INTERP_REGION) - INTERP_FIRST_REGION) + 1;
    }
    return in->allocations.at[*kept - 1].start;
}

ir_function_id interp_function_at(const interp *in, uint64_t address)
{
    uint64_t offset;
    const interp_allocation *a = interp_belongs_to(in, address, &offset);
    return a && a->kind == INTERP_IS_FUNCTION && offset == 0 ? a->what : 0;
}

/* ---- what is wrong ---- */

const char *interp_file_of(const interp *in, const interp_site *site)
{
    const ir_function *f = &in->m->functions.at[site->function];
    return f->file < in->m->files.n ? in->m->files.at[f->file] : "";
}

uint32_t interp_place_of(const interp *in, const interp_op *op)
{
    uint32_t site = op->site;
    const interp_thread *t = in->thread;
    for (uint32_t i = t ? t->calls.n : 0; i-- > 1 && in->sites.at[site].is_library;)
        site = t->calls.at[i].back[-1].site;
    return site;
}

void interp_trace(interp *in, const interp_op *op)
{
    const interp_thread *t = in->thread;
    if (!in->is_constant)
        return;
    ir_frame *frames = ARENA_ARRAY(in->m->memory, ir_frame, t->calls.n);
    for (uint32_t i = t->calls.n; i-- > 0;) {
        frames[in->panic.n_frames++] = (ir_frame){t->calls.at[i].function->id, in->sites.at[op->site].line};
        op = t->calls.at[i].back ? t->calls.at[i].back - 1 : op; /* NULL where the evaluation began */
    }
    in->panic.frames = frames;
}

bool interp_fail(interp *in, const interp_op *op, const char *format, ...)
{
    ir_panic *p = &in->panic;
    va_list args;
    if (p->words[0] || p->happened)
        return false;
    va_start(args, format);
    vsnprintf(p->words, sizeof p->words, format, args);
    va_end(args);
    const interp_site *site = &in->sites.at[interp_place_of(in, op)];
    p->line = site->line;
    p->file = interp_file_of(in, site);
    interp_trace(in, op);
    p->kernel = in->kernel;
    memcpy(p->block, in->block, sizeof p->block);
    memcpy(p->thread, in->thread->index, sizeof p->thread);
    return false;
}

interp_words interp_name_of(const interp *in, const interp_allocation *a)
{
    interp_words w;
    const char *name = NULL;
    if (a->kind == INTERP_IS_CALLERS && a->what < in->launch.n_memory)
        name = in->launch.memory[a->what].name;
    else if (a->kind == INTERP_IS_GLOBAL)
        name = in->m->globals.at[a->what].name;
    else if (a->kind == INTERP_IS_LOCAL)
        name = in->m->functions.at[a->owner].locals.at[a->what].name;
    if (name)
        snprintf(w.text, sizeof w.text, "`%.100s`", name);
    else
        snprintf(w.text, sizeof w.text, "%s",
                 a->kind == INTERP_IS_SHARED     ? "a shared array"
                 : a->kind == INTERP_IS_LOCAL    ? "a local"
                 : a->kind == INTERP_IS_FUNCTION ? "a function"
                                                 : "a buffer");
    return w;
}

static const char *ir_bytes_text(uint64_t n)
{
    return n == 1 ? "byte" : "bytes";
}

static uint32_t ir_interp_memory_number_of(const interp *in, const interp_allocation *a)
{
    return (uint32_t)(a - in->allocations.at) + 1;
}

/* As rustc names a pointer: alloc3, alloc3+0x4, alloc3-0x2. */
static interp_words ir_pointer_text(const interp *in, const interp_allocation *a, uint64_t offset)
{
    interp_words w;
    int n = snprintf(w.text, sizeof w.text, "alloc%u", (unsigned)ir_interp_memory_number_of(in, a));
    if ((int64_t)offset < 0)
        snprintf(w.text + n, sizeof w.text - (size_t)n, "-0x%llx", 0 - (unsigned long long)offset);
    else if (offset)
        snprintf(w.text + n, sizeof w.text - (size_t)n, "+0x%llx", (unsigned long long)offset);
    return w;
}

bool interp_is_aligned(interp *in, const interp_op *op, uint64_t address, uint64_t align)
{
    uint64_t offset;
    const interp_allocation *a = interp_belongs_to(in, address, &offset);
    const uint64_t bits = a ? offset | a->align : offset, has = bits & (0 - bits);
    if (!in->is_constant || !bits || has >= align)
        return true;
    return interp_fail(in, op, "accessing memory %swith alignment %llu, but alignment %llu is required",
                       op->code == INTERP_INTRINSIC && op->aux != IR_IN_ALIGNED_AROUND ? "" : "based on pointer ",
                       (unsigned long long)has, (unsigned long long)align);
}

static bool ir_refuse_in_constant(interp *in, const interp_op *op, uint64_t address, uint64_t n, uint64_t align,
                                  bool writes)
{
    const bool is_shared = interp_bare(in, address) != address;
    uint64_t offset;
    const interp_allocation *a = interp_belongs_to(in, address, &offset);
    char start[96];
    snprintf(start, sizeof start, "memory access failed: attempting to access %llu %s, but got", (unsigned long long)n,
             ir_bytes_text(n));
    if (address == 0)
        return interp_fail(in, op, "%s null pointer", start);
    if (!a)
        return interp_fail(in, op, "%s 0x%llx[noalloc] which is a dangling pointer (it has no provenance)", start,
                           (unsigned long long)offset);
    const uint64_t size = a->extent;
    if (a->is_gone || (a->is_again && (int64_t)offset < -BETWEEN))
        return interp_fail(in, op, "memory access failed: alloc%u has been freed, so this pointer is dangling",
                           (unsigned)ir_interp_memory_number_of(in, a));
    const interp_words pointer = ir_pointer_text(in, a, offset);
    if ((int64_t)offset < 0)
        return interp_fail(in, op, "%s %s which points to before the beginning of the allocation", start, pointer.text);
    if (offset >= size)
        return interp_fail(in, op, "%s %s which is at or beyond the end of the allocation of size %llu %s", start,
                           pointer.text, (unsigned long long)size, ir_bytes_text(size));
    if (size - offset < n)
        return interp_fail(in, op, "%s %s which is only %llu %s from the end of the allocation", start, pointer.text,
                           (unsigned long long)(size - offset), ir_bytes_text(size - offset));
    if (a->is_unready) {
        in->panic.unready = a->what;
        return interp_fail(in, op, IR_READS_ITSELF);
    }
    if (a->is_barred && !writes)
        return interp_fail(in, op, "constant accesses mutable global memory");
    if (a->is_barred)
        return interp_fail(in, op, "modifying a static's initial value from another static's initializer");
    if (writes && a->is_read_only)
        return interp_fail(in, op, "writing to alloc%u which is read-only",
                           (unsigned)ir_interp_memory_number_of(in, a));
    if (writes && is_shared)
        return interp_fail(in, op, "writing through a pointer that was derived from a shared (immutable) reference");
    return interp_is_aligned(in, op, address, align); /* what rustc asks last */
}

bool interp_is_aligned_around(interp *in, const interp_op *op, uint64_t place, uint64_t part, uint64_t imm)
{
    const uint64_t align = ir_around_align(imm), n = ir_around_bytes(imm), at = interp_bare(in, place);
    const interp_allocation *a = interp_told_by(in, at);
    const uint64_t offset = interp_bare(in, part) - a->start;
    if (((in->is_constant ? (at - a->start) | a->align : at) & (align - 1)) == 0 || offset > a->size ||
        a->size - offset < n)
        return true;
    if (in->is_constant)
        return interp_is_aligned(in, op, place, align);
    return interp_fail(in, op,
                       "%s of %llu %s in a place that is not aligned: at byte %lld of %s, where alignment %llu is "
                       "required",
                       ir_around_writes(imm) ? "a write" : "a read", (unsigned long long)n, ir_bytes_text(n),
                       (long long)(at - a->start), interp_name_of(in, a).text, (unsigned long long)align);
}

/* The part of the caller's memory that a pointer was most likely meant to reach; NULL if there is none. */
static const interp_allocation *ir_nearest_caller(const interp *in, uint64_t address)
{
    const interp_allocation *nearest = NULL;
    uint64_t least = UINT64_MAX;
    for (uint32_t i = 0; i < in->n_callers; i++) {
        const interp_allocation *a = &in->callers[i];
        const uint64_t by = address < a->start             ? a->start - address
                            : address - a->start < a->size ? 0
                                                           : address - a->start - a->size;
        if (by <= least) {
            least = by;
            nearest = a;
        }
    }
    return nearest;
}

bool interp_stays_within(interp *in, const interp_op *op, uint64_t address, int64_t count, uint64_t size)
{
    uint64_t offset;
    const interp_allocation *a = interp_belongs_to(in, address, &offset);
    char start[160];
    int64_t by;
    if (__builtin_mul_overflow(count, (int64_t)size, &by))
        return interp_fail(in, op,
                           "overflowing pointer arithmetic: the total offset in bytes does not fit in an `isize`");
    if (by == 0 || (a && offset <= a->extent && offset + (uint64_t)by <= a->extent))
        return true;
    if (a && (a->is_gone || (a->is_again && (int64_t)offset < 0)))
        return true; /* told where it is used */
    snprintf(start, sizeof start,
             "in-bounds pointer arithmetic failed: attempting to offset pointer by %lld %s, but got", (long long)by,
             by == 1 ? "byte" : "bytes");
    if (!a && address == 0)
        return interp_fail(in, op, "%s null pointer", start);
    if (!a)
        return interp_fail(in, op, "%s 0x%llx[noalloc] which is a dangling pointer (it has no provenance)", start,
                           (unsigned long long)offset);
    const interp_words pointer = ir_pointer_text(in, a, offset);
    if ((int64_t)offset < 0)
        return interp_fail(in, op, "%s %s which points to before the beginning of the allocation", start, pointer.text);
    if (by < 0 && offset == 0)
        return interp_fail(in, op, "%s %s which is at the beginning of the allocation", start, pointer.text);
    if (by < 0)
        return interp_fail(in, op, "%s %s which is only %llu %s from the beginning of the allocation", start,
                           pointer.text, (unsigned long long)offset, ir_bytes_text(offset));
    if (offset >= a->extent)
        return interp_fail(in, op, "%s %s which is at or beyond the end of the allocation of size %llu %s", start,
                           pointer.text, (unsigned long long)a->extent, ir_bytes_text(a->extent));
    return interp_fail(in, op, "%s %s which is only %llu %s from the end of the allocation", start, pointer.text,
                       (unsigned long long)(a->extent - offset), ir_bytes_text(a->extent - offset));
}

uint8_t *interp_refuse(interp *in, const interp_op *op, uint64_t address, uint64_t n, uint64_t align, bool writes)
{
    const uint64_t id = (interp_bare(in, address) >> INTERP_REGION) - INTERP_FIRST_REGION;
    const interp_allocation *a = id < in->allocations.n ? &in->allocations.at[id] : NULL;
    const unsigned long long size = n;
    const char *does = writes ? "a write" : "a read", *bytes = ir_bytes_text(n);
    if (in->is_constant) {
        ir_refuse_in_constant(in, op, address, n, align, writes);
        return NULL;
    }
    if (!a && address >= 4096 && address >> 47 == 0)
        a = ir_nearest_caller(in, address);
    if (a && a->kind == INTERP_IS_CALLERS && address - a->start + FAR > a->extent + 2 * FAR)
        a = NULL; /* it has nothing to do with that buffer, whose address is nobody's business */
    if (address < 4096) {
        interp_fail(in, op, "%s of %llu %s through %s pointer", does, size, bytes, address ? "an invented" : "a null");
    } else if (!a) {
        interp_fail(in, op, "%s of %llu %s at address 0x%llx, where there is no memory", does, size, bytes,
                    (unsigned long long)address);
    } else if (a->is_gone || (a->is_again && (int64_t)(address - a->start) < -BETWEEN)) {
        interp_fail(in, op, "%s of %llu %s in a local that is gone: its scope has ended", does, size, bytes);
    } else if (address - a->start > a->size || a->size - (address - a->start) < n) {
        const int64_t offset = (int64_t)(address - a->start);
        interp_fail(in, op, "%s out of bounds: %llu %s at byte %lld of %s, which has %llu %s", does, size, bytes,
                    (long long)offset, interp_name_of(in, a).text, (unsigned long long)a->size, ir_bytes_text(a->size));
    } else if (address & (align - 1)) {
        interp_fail(in, op, "%s of %llu %s that is not aligned: at byte %llu of %s, where alignment %llu is required",
                    does, size, bytes, (unsigned long long)(address - a->start), interp_name_of(in, a).text,
                    (unsigned long long)align);
    } else {
        interp_fail(in, op, "a write of %llu %s to %s, which is read-only", size, bytes, interp_name_of(in, a).text);
    }
    return NULL;
}

bool interp_unset(interp *in, const interp_op *op, uint64_t address, const uint8_t *set, uint64_t n)
{
    const interp_allocation *a = interp_find(in, address);
    const uint64_t at = a ? interp_bare(in, address) - a->start : 0;
    uint64_t first = 0, end;
    if (!memchr(set, INTERP_UNSET, n))
        return interp_fail(in, op, "unable to turn pointer into integer");
    while (first < n && set[first])
        first++;
    for (end = first; end < n && !set[end];)
        end++;
    if (in->is_constant && a && a->bytes && a->set && !in->panic.words[0] && !in->panic.happened) {
        in->panic.memory = (ir_constant){.bytes = arena_copy(in->m->memory, a->bytes, a->size)};
        in->panic.n_memory = a->size;
        in->panic.memory_align = a->align;
        interp_describe(in, in->kernel, a->set, a->size, &in->panic.memory);
    }
    if (in->is_constant)
        return interp_fail(
            in, op,
            "reading memory at alloc%u[0x%llx..0x%llx], but memory is uninitialized at [0x%llx..0x%llx], "
            "and this operation requires initialized memory",
            a ? (unsigned)ir_interp_memory_number_of(in, a) : 0, (unsigned long long)at, (unsigned long long)(at + n),
            (unsigned long long)(at + first), (unsigned long long)(at + end));
    if (!a)
        return interp_fail(in, op, "a read of %llu %s that were never written", (unsigned long long)n,
                           ir_bytes_text(n));
    return interp_fail(in, op, "a read of %llu %s that were never written: at byte %llu of %s", (unsigned long long)n,
                       ir_bytes_text(n), (unsigned long long)(at + first), interp_name_of(in, a).text);
}

/* ---- values ---- */

bool interp_check_bool(interp *in, const interp_op *op, uint8_t value)
{
    return value <= 1 || in->is_constant || interp_fail(in, op, "a bool that is 0x%02x, neither false nor true", value);
}
