/* ptx_memory.c: spaces of memory, their bounds, and atomics. */
#include "ptx_number.h"

#include <math.h>

uint64_t ptx_map(ptx_machine *m, const char *name, void *bytes, uint64_t n_bytes, bool writable)
{
    enum { GAP = 4096 }; /* what runs over a buffer's end does not reach the next one */
    uint64_t address = m->next_address;
    vec_push(&m->memory, &m->segments,
             (ptx_segment){.address = address, .n_bytes = n_bytes, .bytes = bytes, .name = name, .writable = writable});
    m->next_address = (address + n_bytes + 2 * GAP - 1) & ~(uint64_t)(GAP - 1);
    return address;
}

ptx_segment *ptx_find_variable(ptx_machine *m, const char *name)
{
    for (uint32_t i = 0; i < m->segments.n; i++)
        if (strcmp(m->segments.at[i].name, name) == 0)
            return &m->segments.at[i];
    return NULL;
}

static ptx_segment *segment_of(ptx_machine *m, uint64_t address)
{
    uint32_t low = 0, high = m->segments.n;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (m->segments.at[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? &m->segments.at[low - 1] : NULL;
}

static uint8_t *bad(ptx_thread *t, const ptx_op *op, const char *what, uint64_t address, uint32_t n_bytes, bool write)
{
    const uint32_t *block = t->m->block_index;
    ptx_fail(t->m, op->line, "%s: %s of %u bytes at %#llx (block %u,%u,%u thread %u,%u,%u)", what,
             write ? "a write" : "a read", (unsigned)n_bytes, (unsigned long long)address, (unsigned)block[0],
             (unsigned)block[1], (unsigned)block[2], (unsigned)t->index[0], (unsigned)t->index[1],
             (unsigned)t->index[2]);
    return NULL;
}

static uint8_t *in_global(ptx_thread *t, const ptx_op *op, uint64_t address, uint32_t n_bytes, bool write)
{
    ptx_segment *s = segment_of(t->m, address);
    if (!s || address - s->address > s->n_bytes || n_bytes > s->n_bytes - (address - s->address))
        return bad(t, op, "outside of every buffer", address, n_bytes, write);
    if (write && !s->writable)
        return bad(t, op, "in a buffer that is only read", address, n_bytes, write);
    s->written |= write;
    s->read_only_read |= op->nc;
    if (s->written && s->read_only_read)
        return bad(t, op, "ld.global.nc of a buffer that the launch writes", address, n_bytes, write);
    return s->bytes + (address - s->address);
}

static uint8_t *in_shared(ptx_thread *t, const ptx_op *op, uint64_t at, uint32_t n_bytes, bool write)
{
    ptx_machine *m = t->m;
    if (at >= PTX_SHARED_DYNAMIC && at - PTX_SHARED_DYNAMIC <= m->dynamic_shared &&
        n_bytes <= m->dynamic_shared - (at - PTX_SHARED_DYNAMIC))
        return !ptx_is_quiet(t, op, (uint32_t)at, n_bytes, write)
                   ? NULL
                   : m->shared + m->static_shared + (at - PTX_SHARED_DYNAMIC);
    if (at >= PTX_SHARED_START && at - PTX_SHARED_START <= m->static_shared &&
        n_bytes <= m->static_shared - (at - PTX_SHARED_START))
        return !ptx_is_quiet(t, op, (uint32_t)at, n_bytes, write) ? NULL : m->shared + (at - PTX_SHARED_START);
    return bad(t, op, "outside of shared memory", at, n_bytes, write);
}

static uint8_t *in_frames(ptx_thread *t, const ptx_op *op, uint64_t at, uint32_t n_bytes, bool write)
{
    const ptx_frame *frame = &t->frames.at[t->frames.n - 1];
    uint64_t end = (uint64_t)frame->bytes + frame->f->frame_bytes;
    if (at < PTX_LOCAL_START || at > end || n_bytes > end - at)
        return bad(t, op, "outside of the thread's memory", at, n_bytes, write);
    return t->bytes + at;
}

/* Parameters of the kernel. */
static uint8_t *in_params(ptx_thread *t, const ptx_op *op, uint64_t at, uint32_t n_bytes, bool write)
{
    const ptx_frame *frame = &t->frames.at[0];
    const uint64_t end = (uint64_t)frame->bytes + frame->f->frame_bytes;
    if (write || at < PTX_LOCAL_START || at > end || n_bytes > end - at)
        return bad(t, op, write ? "in a parameter" : "outside of the kernel's parameters", at, n_bytes, write);
    return t->bytes + at;
}

uint8_t *ptx_reach(ptx_thread *t, const ptx_op *op, uint64_t address, uint32_t n_bytes, bool write)
{
    uint32_t size = op->type.bytes * (op->n ? op->n : 1u);
    if (address % size)
        return bad(t, op, "misaligned", address, n_bytes, write);
    switch (op->space) {
    case PTX_GLOBAL:
    case PTX_CONST: return in_global(t, op, address, n_bytes, write);
    case PTX_SHARED: return in_shared(t, op, (uint32_t)address, n_bytes, write);
    case PTX_LOCAL:
    case PTX_PARAM: return in_frames(t, op, (uint32_t)address, n_bytes, write);
    default: break;
    }
    uint64_t window = address >> 44;
    if (window == PTX_SHARED_WINDOW >> 44)
        return in_shared(t, op, address - PTX_SHARED_WINDOW, n_bytes, write);
    if (window == PTX_LOCAL_WINDOW >> 44)
        return in_frames(t, op, address - PTX_LOCAL_WINDOW, n_bytes, write);
    if (window == PTX_PARAM_WINDOW >> 44)
        return in_params(t, op, address - PTX_PARAM_WINDOW, n_bytes, write);
    return in_global(t, op, address, n_bytes, write);
}

uint64_t ptx_load_value(const uint8_t *from, ptx_type type, uint32_t width)
{
    uint64_t bits = 0;
    memcpy(&bits, from, type.bytes);
    if (type.kind == PTX_S && width > type.bytes && bits >> (8 * type.bytes - 1) & 1)
        bits |= ~UINT64_C(0) << (8 * type.bytes - 1);
    return width < 8 ? bits & ((UINT64_C(1) << (8 * width)) - 1) : bits;
}

void ptx_store_value(uint8_t *to, ptx_type type, uint64_t value)
{
    memcpy(to, &value, type.bytes);
}

static uint64_t combined(const ptx_op *op, uint64_t old, uint64_t b, uint64_t c)
{
    uint32_t n_bits = 8u * op->type.bytes;
    uint64_t mask = n_bits == 64 ? ~UINT64_C(0) : (UINT64_C(1) << n_bits) - 1;
    bool is_signed = op->type.kind == PTX_S, less;
    b &= mask;
    if (op->type.kind == PTX_F && op->what == 0)
        return n_bits == 32 ? ptx_do_f32(PTX_DO_ADD, old, b, 0, 0) : ptx_do_f64(PTX_DO_ADD, old, b, 0, 0);
    uint64_t high = is_signed ? UINT64_C(1) << (n_bits - 1) : 0; /* turns a signed order into an unsigned one */
    less = (old ^ high) < (b ^ high);
    switch (op->what) {
    case 0: return (old + b) & mask;
    case 1: return less ? old : b;
    case 2: return less ? b : old;
    case 3: return old & b;
    case 4: return old | b;
    case 5: return old ^ b;
    case 6: return b;
    case 7: return old == b ? c & mask : old;
    case 8: return old >= b ? 0 : old + 1;
    default: return old == 0 || old > b ? b : old - 1;
    }
}

bool ptx_atomic(ptx_thread *t, const ptx_op *op, uint64_t *r)
{
    static const char operations_of_floats[] = {1, 0, 0, 0, 0, 0, 1, 1};
    uint64_t address = (op->is_frame ? t->frames.at[t->frames.n - 1].bytes : r[op->a]) + op->imm;
    if (op->type.bytes == 1 ||
        (op->type.kind == PTX_F && (op->type.bytes == 2 || op->what > 7 || !operations_of_floats[op->what])))
        return ptx_fail(t->m, op->line, "an atomic operation that PTX does not have");
    const uint32_t slots[] = {op->d, op->b, op->c, op->e};
    uint8_t *at = ptx_reach(t, op, address, op->type.bytes * (op->n ? op->n : 1u), true);
    if (!at)
        return false;
    for (uint32_t i = 0; op->n > 1 && i < op->n; i++, at += op->type.bytes)
        ptx_store_value(at, op->type,
                        combined(op, ptx_load_value(at, (ptx_type){PTX_U, op->type.bytes}, 8), r[slots[i]], 0));
    if (op->n > 1)
        return true;
    uint64_t old = ptx_load_value(at, (ptx_type){PTX_U, op->type.bytes}, 8);
    ptx_store_value(at, op->type, combined(op, old, r[op->b], r[op->c]));
    if (op->d)
        r[op->d] = old;
    return true;
}
