/* ptx_hopper.c: what only sm_90a has: barriers with phases, copies of tiles and products of warpgroups. A copy comes
 * when a thread waits for its barrier, the latest that PTX allows. Whoever reads or writes what a copy may still write,
 * or writes what a product may still read, is told, and so are barriers without a fence, waits that nothing ends, and
 * what a block leaves under way. Products are computed where they begin: that nobody touches their registers until they
 * are done, ptxas sees to. */
#include "ptx_number.h"
#include "ptx_reader.h"

enum {
    LEFT_ACROSS = 1,
    RIGHT_ACROSS = 2,
    FROM_ZERO = 4
}; /* ptx_op.what of a product, whose a is 0 if it is registers */
enum { WARPGROUP = 128, ROWS = 64, DEPTH = 16, MOST_COLUMNS = 256, LINE = 128, ATOM = 1024 };

/* An mbarrier's word: arrivals of a phase, those that are missing, the parity, bytes that are missing, and a mark. */
typedef struct phase {
    uint32_t count, missing, parity;
    int32_t bytes;
} phase;
#define PHASE_MARK (UINT64_C(1) << 63)
enum { MOST_BYTES = (1 << 20) - 1 };

static uint64_t pack_phase(const phase *p)
{
    return PHASE_MARK | p->count | (uint64_t)p->missing << 20 | (uint64_t)p->parity << 40 |
           (uint64_t)(uint32_t)(p->bytes + MOST_BYTES) << 41;
}

static uint8_t *phase_at(ptx_thread *t, const ptx_op *op, uint64_t address, phase *p)
{
    ptx_op own = *op;
    uint64_t word;
    own.type = (ptx_type){PTX_B, 8};
    own.space = PTX_SHARED;
    own.n = 1;
    uint8_t *at = ptx_reach(t, &own, (uint32_t)address, sizeof word, true);
    if (!at)
        return NULL;
    memcpy(&word, at, sizeof word);
    if (!(word & PHASE_MARK) && op->code != PTX_PHASE_INIT) {
        ptx_fail(t->m, op->line, "there is no mbarrier at %#x", (unsigned)address);
        return NULL;
    }
    *p = (phase){.count = word & 0xFFFFF,
                 .missing = word >> 20 & 0xFFFFF,
                 .parity = word >> 40 & 1,
                 .bytes = (int32_t)(word >> 41 & 0x1FFFFF) - MOST_BYTES};
    return at;
}

static void store_phase(uint8_t *at, phase *p)
{
    if (p->missing == 0 && p->bytes == 0) {
        p->missing = p->count;
        p->parity ^= 1;
    }
    const uint64_t word = pack_phase(p);
    memcpy(at, &word, sizeof word);
}

static bool overlaps(uint32_t at, uint32_t n, uint32_t other, uint32_t n_other)
{
    return at < other + n_other && other < at + n;
}

bool ptx_is_quiet(ptx_thread *t, const ptx_op *op, uint32_t at, uint32_t n_bytes, bool write)
{
    const ptx_machine *m = t->m;
    for (uint32_t i = 0; i < m->tiles.n; i++)
        if (overlaps(at, n_bytes, m->tiles.at[i].shared, m->tiles.at[i].n_bytes))
            return ptx_fail(t->m, op->line, "the copy of line %u may still write these bytes",
                            (unsigned)m->tiles.at[i].op->line);
    for (uint32_t i = 0; write && i < m->readings.n; i++)
        if (overlaps(at, n_bytes, m->readings.at[i].at, m->readings.at[i].n_bytes))
            return ptx_fail(t->m, op->line, "the product of line %u may still read these bytes",
                            (unsigned)m->readings.at[i].line);
    for (uint32_t i = 0; write && m->n_stores && i < m->n_threads; i++)
        for (uint32_t k = 0; k < m->threads[i].stores.n; k++)
            if (overlaps(at, n_bytes, m->threads[i].stores.at[k].shared, m->threads[i].stores.at[k].n_bytes))
                return ptx_fail(t->m, op->line, "the store of line %u may still read these bytes",
                                (unsigned)m->threads[i].stores.at[k].op->line);
    return true;
}

/* What a copy or a product may use of shared memory was written before a fence of the thread that wrote it. */
static bool is_fenced(ptx_thread *t, const ptx_op *op, uint32_t at, uint32_t n_bytes)
{
    const char *what = op->code == PTX_WGMMA ? "product" : "copy";
    for (uint32_t i = 0; i < t->m->n_threads; i++)
        for (uint32_t k = 0; k < t->m->threads[i].unfenced.n; k++)
            if (overlaps(at, n_bytes, t->m->threads[i].unfenced.at[k].at, t->m->threads[i].unfenced.at[k].n_bytes))
                return ptx_fail(t->m, op->line, "no fence is behind a write to shared memory that the %s needs", what);
    return true;
}

/* 16 bytes at a time, whose places a swizzle of 128 bytes exchanges in eight lines. */
static uint32_t swizzled(uint32_t at)
{
    return at ^ (at >> 7 & 7) << 4;
}

static uint8_t *shared_at(ptx_thread *t, const ptx_op *op, uint32_t at, uint32_t n_bytes, bool write)
{
    ptx_op own = *op;
    own.type = (ptx_type){PTX_B, 1};
    own.space = PTX_SHARED;
    own.n = 1;
    return ptx_reach(t, &own, at, n_bytes, write);
}

static uint32_t elements_of(const ptx_tensor_map *map)
{
    uint32_t n = 1;
    for (uint32_t i = 0; i < map->rank; i++)
        n *= map->tile[i];
    return n;
}

static void round_tf32(uint8_t *at)
{
    uint32_t bits;
    memcpy(&bits, at, sizeof bits);
    if ((bits & 0x7F800000) != 0x7F800000)
        bits = (bits + 0x1000) & ~UINT32_C(0x1FFF);
    memcpy(at, &bits, sizeof bits);
}

/* Line number `line` of the tile, counted through all dimensions but the first. */
static bool move_line(ptx_thread *t, const ptx_tile *tile, uint32_t line)
{
    const ptx_tensor_map *map = &tile->map;
    const bool is_store = tile->op->code == PTX_TILE_STORE;
    ptx_op global = *tile->op;
    global.type = (ptx_type){PTX_B, (uint8_t)map->bytes};
    global.space = PTX_GLOBAL;
    global.n = 1;
    uint64_t address = map->address;
    uint32_t rest = line;
    bool is_inside = true;
    for (uint32_t i = 1; i < map->rank; i++) {
        const uint64_t at = (uint64_t)tile->at[i] + rest % map->tile[i];
        rest /= map->tile[i];
        is_inside &= at < map->sizes[i];
        address += at * map->strides[i - 1];
    }
    for (uint32_t x = 0; x < map->tile[0]; x++) {
        const uint64_t column = (uint64_t)tile->at[0] + x;
        const uint32_t at = tile->shared + (line * map->tile[0] + x) * map->bytes;
        uint8_t zeros[4] = {0}, *there = zeros;
        if (is_inside && column < map->sizes[0])
            there = ptx_reach(t, &global, address + column * map->bytes, map->bytes, is_store);
        uint8_t *const here = there ? shared_at(t, tile->op, swizzled(at), map->bytes, !is_store) : NULL;
        if (!here)
            return false;
        memcpy(is_store ? there : here, is_store ? here : there, map->bytes);
        if (map->bytes == 4 && !is_store)
            round_tf32(here);
    }
    return true;
}

static bool move_bytes(ptx_thread *t, const ptx_tile *tile)
{
    ptx_op global = *tile->op;
    global.type = (ptx_type){PTX_B, 1};
    global.space = PTX_GLOBAL;
    global.n = 1;
    const uint8_t *from = ptx_reach(t, &global, tile->map.address, tile->n_bytes, false);
    uint8_t *to = from ? shared_at(t, tile->op, tile->shared, tile->n_bytes, true) : NULL;
    if (to)
        memcpy(to, from, tile->n_bytes);
    return to != NULL;
}

static bool move_tile(ptx_thread *t, const ptx_tile *tile)
{
    if (tile->op->code == PTX_BYTES_COPY)
        return move_bytes(t, tile);
    const uint32_t n_lines = elements_of(&tile->map) / tile->map.tile[0];
    for (uint32_t line = 0; line < n_lines; line++)
        if (!move_line(t, tile, line))
            return false;
    return true;
}

/* The copies of this barrier come. */
static bool bring_all(ptx_thread *t, const ptx_op *op, uint32_t barrier)
{
    ptx_machine *m = t->m;
    for (uint32_t i = 0; i < m->tiles.n;) {
        const ptx_tile tile = m->tiles.at[i];
        phase p;
        if (tile.barrier != barrier) {
            i++;
            continue;
        }
        for (uint32_t k = i + 1; k < m->tiles.n; k++)
            m->tiles.at[k - 1] = m->tiles.at[k];
        m->tiles.n--;
        uint8_t *const at = move_tile(t, &tile) ? phase_at(t, op, barrier, &p) : NULL;
        if (!at)
            return false;
        p.bytes -= (int32_t)tile.n_bytes;
        store_phase(at, &p);
    }
    return true;
}

/* A map in a parameter of the kernel is seen. */
static bool is_seen(ptx_thread *t, const ptx_op *op, uint64_t map)
{
    if (map >> 44 == PTX_PARAM_WINDOW >> 44)
        return true;
    if (map >> 44 != PTX_GLOBAL_WINDOW >> 44)
        return ptx_fail(t->m, op->line, "the map at %#llx is neither in global memory nor a kernel's parameter",
                        (unsigned long long)map);
    for (uint32_t k = 0; k < t->maps.n; k++)
        if (t->maps.at[k] == map)
            return true;
    return ptx_fail(t->m, op->line, "no fence.proxy.tensormap of the thread is before a copy by the map at %#llx",
                    (unsigned long long)map);
}

static bool begin_copy(ptx_thread *t, const ptx_op *op, const uint64_t *r)
{
    const ptx_list *list = &t->frames.at[t->frames.n - 1].f->registers.at[op->imm];
    const bool is_store = op->code == PTX_TILE_STORE;
    ptx_tile tile = {
        .op = op, .shared = (uint32_t)r[op->a], .barrier = is_store ? 0 : (uint32_t)r[op->c], .group = t->store_groups};
    ptx_op from = *op;
    phase p;
    from.type = (ptx_type){PTX_B, 64};
    from.space = PTX_GENERIC;
    from.n = 1;
    const uint8_t *map = ptx_reach(t, &from, r[op->b], sizeof tile.map, false);
    if (!map || !is_seen(t, op, r[op->b]))
        return false;
    memcpy(&tile.map, map, sizeof tile.map);
    if (tile.map.magic != PTX_TENSOR_MAP || tile.map.rank != list->at.n)
        return ptx_fail(t->m, op->line, "there is no tensor map of %u dimensions", (unsigned)list->at.n);
    for (uint32_t i = 0; i < list->at.n; i++)
        tile.at[i] = (uint32_t)r[list->at.at[i]];
    tile.n_bytes = elements_of(&tile.map) * tile.map.bytes;
    if (tile.shared % LINE || tile.map.tile[0] * tile.map.bytes > LINE)
        return ptx_fail(t->m, op->line, "a tile at %#x whose lines have %u bytes", (unsigned)tile.shared,
                        (unsigned)(tile.map.tile[0] * tile.map.bytes));
    if (is_store) {
        if (!is_fenced(t, op, tile.shared, tile.n_bytes) || !shared_at(t, op, tile.shared, tile.n_bytes, false))
            return false;
        vec_push(&t->m->memory, &t->stores, tile);
        t->m->n_stores++;
        return true;
    }
    if (!is_fenced(t, op, tile.barrier, 8) || !phase_at(t, op, tile.barrier, &p) ||
        !shared_at(t, op, tile.shared, tile.n_bytes, true))
        return false;
    vec_push(&t->m->memory, &t->m->tiles, tile);
    return true;
}

static bool begin_bytes(ptx_thread *t, const ptx_op *op, const uint64_t *r)
{
    const ptx_tile tile = {.op = op,
                           .map.address = r[op->b],
                           .shared = (uint32_t)r[op->a],
                           .n_bytes = (uint32_t)r[op->c],
                           .barrier = (uint32_t)r[op->e]};
    phase p;
    if (tile.n_bytes == 0 || tile.n_bytes % 16 || tile.shared % 16 || tile.map.address % 16)
        return ptx_fail(t->m, op->line, "a copy of %u bytes from %#llx to %#x, which are no multiples of 16",
                        (unsigned)tile.n_bytes, (unsigned long long)tile.map.address, (unsigned)tile.shared);
    if (!is_fenced(t, op, tile.barrier, 8) || !phase_at(t, op, tile.barrier, &p) ||
        !shared_at(t, op, tile.shared, tile.n_bytes, true))
        return false;
    vec_push(&t->m->memory, &t->m->tiles, tile);
    return true;
}

static bool arrive(ptx_thread *t, const ptx_op *op, const uint64_t *r)
{
    phase p;
    uint8_t *at = phase_at(t, op, r[op->a], &p);
    if (!at)
        return false;
    if (p.missing == 0)
        return ptx_fail(t->m, op->line, "more threads arrive than the mbarrier was begun with");
    const uint32_t bytes = op->b ? (uint32_t)r[op->b] : 0;
    if (bytes > MOST_BYTES || p.bytes + (int32_t)bytes > MOST_BYTES)
        return ptx_fail(t->m, op->line, "an mbarrier of %u bytes", (unsigned)bytes);
    p.bytes += (int32_t)bytes;
    p.missing--;
    store_phase(at, &p);
    return true;
}

/* The thread's stores happen, but of the last groups. */
static bool end_stores(ptx_thread *t, uint32_t n_left)
{
    while (t->stores.n && t->stores.at[0].group + n_left < t->store_groups) {
        const ptx_tile tile = t->stores.at[0];
        t->stores.n--;
        t->m->n_stores--;
        for (uint32_t k = 0; k < t->stores.n; k++)
            t->stores.at[k] = t->stores.at[k + 1];
        if (!move_tile(t, &tile))
            return false;
    }
    return true;
}

bool ptx_hopper(ptx_thread *t, const ptx_op *op, const uint64_t *r)
{
    phase p;
    uint8_t *at;
    switch ((int)op->code) {
    case PTX_PROXY_FENCE: t->unfenced.n = 0; return true;
    case PTX_MAP_FENCE: vec_push(&t->m->memory, &t->maps, r[op->a]); return true;
    case PTX_STORE_GROUP: t->store_groups++; return true;
    case PTX_STORE_WAIT: return end_stores(t, (uint32_t)r[op->a]);
    case PTX_PHASE_ARRIVE: return arrive(t, op, r);
    case PTX_TILE_STORE:
    case PTX_TILE_COPY: return begin_copy(t, op, r);
    case PTX_BYTES_COPY: return begin_bytes(t, op, r);
    default: break;
    }
    at = phase_at(t, op, r[op->a], &p);
    if (!at)
        return false;
    if ((uint32_t)r[op->b] == 0 || (uint32_t)r[op->b] > 0xFFFFF)
        return ptx_fail(t->m, op->line, "an mbarrier of %u arrivals", (unsigned)r[op->b]);
    p = (phase){.count = (uint32_t)r[op->b], .missing = (uint32_t)r[op->b]};
    store_phase(at, &p);
    vec_push(&t->m->memory, &t->unfenced, (ptx_range){(uint32_t)r[op->a], 8});
    return true;
}

static uint64_t *slots_of(const ptx_thread *t)
{
    return t->slots + t->frames.at[t->frames.n - 1].slots;
}

bool ptx_release_phases(ptx_machine *m)
{
    bool any = false;
    for (uint32_t i = 0; i < m->n_threads && !m->failed; i++) {
        ptx_thread *t = &m->threads[i];
        phase p;
        if (t->state != PTX_AT_PHASE)
            continue;
        uint64_t *r = slots_of(t);
        const uint32_t barrier = (uint32_t)r[t->at->a], parity = (uint32_t)r[t->at->b];
        if (!phase_at(t, t->at, barrier, &p) || !bring_all(t, t->at, barrier) || !phase_at(t, t->at, barrier, &p))
            return false;
        if (p.parity == parity)
            continue;
        r[t->at->d] = 1;
        t->at++;
        t->state = PTX_READY;
        any = true;
    }
    return any;
}

bool ptx_release_parts(ptx_machine *m)
{
    bool any = false;
    for (uint32_t i = 0; i < m->n_threads; i++) {
        if (m->threads[i].state != PTX_AT_PART)
            continue;
        const uint64_t *own = slots_of(&m->threads[i]);
        const uint32_t number = (uint32_t)own[m->threads[i].at->a], n = (uint32_t)own[m->threads[i].at->b];
        uint32_t n_here = 0;
        for (uint32_t k = i; k < m->n_threads; k++)
            n_here += m->threads[k].state == PTX_AT_PART && slots_of(&m->threads[k])[m->threads[k].at->a] == number;
        n_here += m->passed[number % PTX_N_PARTS];
        if (n_here < n)
            continue;
        m->passed[number % PTX_N_PARTS] = 0;
        if (n_here > n || n % 32)
            return ptx_fail(m, m->threads[i].at->line, "%u threads are at a barrier of %u", (unsigned)n_here,
                            (unsigned)n);
        for (uint32_t k = i; k < m->n_threads; k++)
            if (m->threads[k].state == PTX_AT_PART && slots_of(&m->threads[k])[m->threads[k].at->a] == number) {
                m->threads[k].at++;
                m->threads[k].state = PTX_READY;
            }
        any = true;
    }
    return any;
}

/* An operand: rows (or columns) of 16 k. PTX ISA, "Matrix Descriptor Format" and "Shared Memory Matrix Layout". */
typedef struct operand {
    ptx_thread *t;
    const ptx_op *op;
    uint32_t start, leading, stride;
    bool across;
} operand;

static bool operand_of(ptx_thread *t, const ptx_op *op, uint64_t descriptor, bool across, operand *o)
{
    *o = (operand){.t = t,
                   .op = op,
                   .start = (uint32_t)(descriptor & 0x3FFF) << 4,
                   .leading = (uint32_t)(descriptor >> 16 & 0x3FFF) << 4,
                   .stride = (uint32_t)(descriptor >> 32 & 0x3FFF) << 4,
                   .across = across};
    if (descriptor >> 62 != 1 || (descriptor >> 49 & 7) != 0)
        return ptx_fail(t->m, op->line, "a matrix descriptor without a swizzle of 128 bytes");
    return true;
}

static uint32_t place_of(const operand *o, uint32_t row, uint32_t k)
{
    return swizzled(o->across ? o->start + row / 64 * o->leading + k / 8 * o->stride + k % 8 * LINE + row % 64 * 2
                              : o->start + row / 8 * o->stride + row % 8 * LINE + k * o->op->from.bytes);
}

/* Of f32 the tensor cores take no more bits than tf32 has. */
static float number_of(ptx_type type, uint32_t bits)
{
    if (type.bytes == 4)
        return ptx_f32(bits & ~UINT32_C(0x1FFF));
    return ptx_f32(type.kind == PTX_BF ? bits << 16 : ptx_convert(bits, type, (ptx_type){PTX_F, 4}, 0, 4));
}

static uint32_t depth_of(const ptx_op *op)
{
    return 32 / op->from.bytes;
}

static bool read_operand(const operand *o, uint32_t n_rows, float *to)
{
    for (uint32_t row = 0; row < n_rows; row++)
        for (uint32_t k = 0; k < depth_of(o->op); k++) {
            uint32_t bits = 0;
            const uint8_t *from = shared_at(o->t, o->op, place_of(o, row, k), o->op->from.bytes, false);
            if (!from)
                return false;
            memcpy(&bits, from, o->op->from.bytes);
            to[row * DEPTH + k] = number_of(o->op->from, bits);
        }
    return true;
}

/* Atoms of the operand that nobody may write until the product is done. */
static bool note_reading(const operand *o, uint32_t n_rows, uint32_t warpgroup)
{
    ptx_machine *m = o->t->m;
    const uint32_t n = o->across ? n_rows / 64 * 2 : n_rows / 8;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t at = o->across ? o->start + i / 2 * o->leading + i % 2 * o->stride : o->start + i * o->stride;
        vec_push(&m->memory, &m->readings,
                 (ptx_reading){.at = at / ATOM * ATOM,
                               .n_bytes = ATOM,
                               .warpgroup = warpgroup,
                               .group = m->warpgroups[warpgroup].n_groups,
                               .line = o->op->line});
        if (!is_fenced(o->t, o->op, at / ATOM * ATOM, ATOM))
            return false;
    }
    return true;
}

/* The left operand from registers. PTX ISA, "Register Fragments for wgmma.mma_async.m64nNk16". */
static void take_operand(ptx_thread *threads, const ptx_list *list, float *to)
{
    for (uint32_t i = 0; i < WARPGROUP; i++)
        for (uint32_t e = 0; e < 8; e++) {
            const uint32_t row = i / 32 * 16 + i % 32 / 4 + e / 2 % 2 * 8, k = i % 4 * 2 + e / 4 * 8 + e % 2;
            const uint64_t bits = slots_of(&threads[i])[list->at.at[e / 2]] >> e % 2 * 16;
            to[row * DEPTH + k] = number_of(threads->at->from, (uint16_t)bits);
        }
}

/* As above. The sum starts with D, or zero, and goes on by k. */
static bool multiply(ptx_thread *threads, uint32_t warpgroup)
{
    static float a[ROWS * DEPTH], b[MOST_COLUMNS * DEPTH];
    const ptx_op *op = threads->at;
    const ptx_list *list = &threads->frames.at[threads->frames.n - 1].f->registers.at[op->imm];
    const uint64_t *first = slots_of(threads);
    const uint32_t n_columns = list->at.n * 2;
    operand left, right;
    for (uint32_t i = 1; i < WARPGROUP; i++)
        if (threads[i].at != op || (op->a && slots_of(&threads[i])[op->a] != first[op->a]) ||
            slots_of(&threads[i])[op->b] != first[op->b])
            return ptx_fail(threads->m, op->line, "the threads of a warpgroup have products of other operands");
    if (!threads->m->warpgroups[warpgroup].is_fenced)
        return ptx_fail(threads->m, op->line, "no wgmma.fence is before the product");
    if (op->a &&
        (!operand_of(threads, op, first[op->a], op->what & LEFT_ACROSS, &left) || !read_operand(&left, ROWS, a)))
        return false;
    if (!operand_of(threads, op, first[op->b], op->what & RIGHT_ACROSS, &right) || !read_operand(&right, n_columns, b))
        return false;
    if (!op->a)
        take_operand(threads, list + 1, a);
    if ((op->a && !note_reading(&left, ROWS, warpgroup)) || !note_reading(&right, n_columns, warpgroup))
        return false;
    for (uint32_t i = 0; i < WARPGROUP; i++)
        for (uint32_t e = 0; e < list->at.n; e++) {
            const uint32_t row = i / 32 * 16 + i % 32 / 4 + e / 2 % 2 * 8, column = e / 4 * 8 + i % 4 * 2 + e % 2;
            uint64_t *const slot = &slots_of(&threads[i])[list->at.at[e]];
            float sum = op->what & FROM_ZERO ? 0 : ptx_f32(*slot);
            for (uint32_t k = 0; k < depth_of(op); k++)
                sum += a[row * DEPTH + k] * b[column * DEPTH + k];
            *slot = ptx_bits32(sum);
        }
    return true;
}

static void wait_groups(ptx_machine *m, uint32_t warpgroup, uint32_t n_left)
{
    ptx_warpgroup *group = &m->warpgroups[warpgroup];
    const uint32_t n_done = group->n_groups > n_left ? group->n_groups - n_left : 0;
    uint32_t n = 0;
    for (uint32_t i = 0; i < m->readings.n; i++)
        if (m->readings.at[i].warpgroup != warpgroup || m->readings.at[i].group >= n_done)
            m->readings.at[n++] = m->readings.at[i];
    m->readings.n = n;
    group->is_fenced = false;
}

bool ptx_release_warpgroups(ptx_machine *m)
{
    bool any = false;
    for (uint32_t first = 0; first + WARPGROUP <= m->n_threads; first += WARPGROUP) {
        ptx_thread *threads = m->threads + first;
        ptx_warpgroup *group = &m->warpgroups[first / WARPGROUP];
        uint32_t n_here = 0;
        while (n_here < WARPGROUP && threads[n_here].state == PTX_AT_WARPGROUP && threads[n_here].at == threads->at)
            n_here++;
        if (n_here != WARPGROUP)
            continue;
        switch ((int)threads->at->code) {
        case PTX_WGMMA_FENCE: group->is_fenced = true; break;
        case PTX_WGMMA_COMMIT: group->n_groups++; break;
        case PTX_WGMMA_WAIT: wait_groups(m, first / WARPGROUP, (uint32_t)slots_of(threads)[threads->at->a]); break;
        default:
            if (!multiply(threads, first / WARPGROUP))
                return false;
        }
        for (uint32_t i = 0; i < WARPGROUP; i++) {
            threads[i].at++;
            threads[i].state = PTX_READY;
        }
        any = true;
    }
    return any;
}

void ptx_set_registers(ptx_thread *t, uint32_t n)
{
    t->m->warpgroups[(size_t)(t - t->m->threads) / WARPGROUP].registers = n;
}

/* A block has what its threads were launched with: setmaxnreg.inc waits for ever for more. */
static bool has_registers(ptx_machine *m)
{
    enum { OF_A_MULTIPROCESSOR = 65536, MOST = 255 };
    const uint32_t least = OF_A_MULTIPROCESSOR / m->n_threads / 8 * 8, each = least < MOST ? least : MOST;
    uint32_t sum = 0;
    bool any = false;
    for (uint32_t i = 0; i < m->n_threads / WARPGROUP; i++) {
        any |= m->warpgroups[i].registers != 0;
        sum += WARPGROUP * (m->warpgroups[i].registers ? m->warpgroups[i].registers : each);
    }
    return !any || sum <= each * m->n_threads ||
           ptx_fail(m, 0, "setmaxnreg gives %u registers, and the block was launched with %u", (unsigned)sum,
                    (unsigned)(each * m->n_threads));
}

bool ptx_end_hopper(ptx_machine *m)
{
    if (!has_registers(m))
        return false;
    if (m->tiles.n)
        return ptx_fail(m, m->tiles.at[0].op->line, "the block ends before this copy has come");
    for (uint32_t i = 0; i < m->n_threads; i++)
        if (m->threads[i].stores.n)
            return ptx_fail(m, m->threads[i].stores.at[0].op->line, "the block ends before this store is done");
    if (m->readings.n)
        return ptx_fail(m, m->readings.at[0].line, "the block ends before this product is done");
    return true;
}

static bool decode_wgmma(ptx_reader *r, const ptx_parts *parts, ptx_op *op)
{
    static const char *const words[] = {"wgmma", "mma_async", "sync", "aligned", NULL, "f32", NULL, NULL};
    static const char *const fence[] = {"wgmma", "fence", "sync", "aligned"},
                             *const commit[] = {"wgmma", "commit_group", "sync", "aligned"},
                             *const wait[] = {"wgmma", "wait_group", "sync", "aligned"};
    ptx_list list = {0}, left = {0};
    uint32_t n = 0;
    op->code = PTX_WGMMA_FENCE;
    if (ptx_parts_are(parts, fence, 4))
        return true;
    op->code = PTX_WGMMA_COMMIT;
    if (ptx_parts_are(parts, commit, 4))
        return true;
    op->code = PTX_WGMMA_WAIT;
    op->a = ptx_parts_are(parts, wait, 4) ? ptx_source(r) : 0;
    if (op->a)
        return true;
    const bool is_tf32 = parts->n > 7 && ptx_word_is(parts->at[6], "tf32");
    op->from = (ptx_type){PTX_F, 4};
    if (!ptx_parts_are(parts, words, 8) || (!is_tf32 && !ptx_type_of(parts->at[6], &op->from)) || parts->at[4].n < 7 ||
        parts->at[6].n != parts->at[7].n || memcmp(parts->at[4].at, "m64n", 4) != 0)
        return false;
    for (const char *at = parts->at[4].at + 4; *at >= '0' && *at <= '9'; at++)
        n = n * 10 + (uint32_t)(*at - '0');
    if (n == 0 || n > MOST_COLUMNS || n % 8)
        return false;
    op->code = PTX_WGMMA;
    ptx_registers(r, &list, n / 2, true);
    ptx_expect(r, ",");
    if (ptx_is(r, "{") && !is_tf32)
        ptx_registers(r, &left, 4, false);
    else
        op->a = ptx_source(r);
    ptx_expect(r, ",");
    op->b = ptx_source(r);
    ptx_expect(r, ",");
    op->what = ptx_integer(r) ? 0 : FROM_ZERO;
    for (uint32_t i = 0; i < 2; i++) {
        ptx_expect(r, ",");
        if (ptx_integer(r) != 1)
            ptx_wrong(r, "a product of another scale than 1");
    }
    for (uint32_t across = op->a ? LEFT_ACROSS : RIGHT_ACROSS; !is_tf32 && across <= RIGHT_ACROSS; across *= 2) {
        ptx_expect(r, ",");
        op->what |= ptx_integer(r) ? (uint8_t)across : 0;
    }
    op->imm = r->f->registers.n;
    vec_push(&r->m->memory, &r->f->registers, list);
    vec_push(&r->m->memory, &r->f->registers, left);
    return true;
}

static uint32_t read_address(ptx_reader *r)
{
    ptx_expect(r, "[");
    const uint32_t slot = ptx_source(r);
    ptx_expect(r, "]");
    return slot;
}

static bool decode_phase(ptx_reader *r, const ptx_parts *parts, ptx_op *op)
{
    static const char *const init[] = {"mbarrier", "init", "shared", "b64"},
                             *const arrives[] = {"mbarrier", "arrive", "shared", "b64"},
                             *const expects[] = {"mbarrier", "arrive", "expect_tx", "shared", "b64"},
                             *const waits[] = {"mbarrier", "try_wait", "parity", "shared", "b64"},
                             *const fence[] = {"fence", "proxy", "async", "shared::cta"},
                             *const seen[] = {"fence", "proxy", "tensormap::generic", "acquire", "sys"};
    const bool is_arrival = ptx_parts_are(parts, arrives, 4) || ptx_parts_are(parts, expects, 5);
    const bool is_wait = ptx_parts_are(parts, waits, 5), is_init = ptx_parts_are(parts, init, 4);
    op->code = PTX_PROXY_FENCE;
    if (ptx_parts_are(parts, fence, 4))
        return true;
    const bool is_seen = ptx_parts_are(parts, seen, 5);
    if (!is_arrival && !is_wait && !is_init && !is_seen)
        return false;
    op->code = is_seen ? PTX_MAP_FENCE : is_arrival ? PTX_PHASE_ARRIVE : is_wait ? PTX_PHASE_WAIT : PTX_PHASE_INIT;
    if (is_arrival || is_wait) {
        op->d = ptx_result(r, &op->width);
        if (is_arrival != (op->d == 0))
            ptx_wrong(r, "an arrival has no result here, and a wait has one");
        ptx_expect(r, ",");
    }
    op->a = read_address(r);
    if (ptx_take(r, ","))
        op->b = ptx_source(r);
    return true;
}

static bool decode_tile(ptx_reader *r, const ptx_parts *parts, ptx_op *op)
{
    static const char *const words[] = {
        "cp", "async", "bulk", "tensor", NULL, "shared::cluster", "global", "tile", "mbarrier::complete_tx::bytes"};
    static const char *const stores[] = {"cp",     "async",       "bulk", "tensor",    NULL,
                                         "global", "shared::cta", "tile", "bulk_group"};
    static const char *const commit[] = {"cp", "async", "bulk", "commit_group"}, *const wait[] = {"cp", "async", "bulk",
                                                                                                  "wait_group", "read"};
    static const char *const bytes[] = {
        "cp", "async", "bulk", "shared::cluster", "global", "mbarrier::complete_tx::bytes"};
    ptx_list list = {0};
    const bool is_store = ptx_parts_are(parts, stores, 9);
    op->code = PTX_BYTES_COPY;
    if (ptx_parts_are(parts, bytes, 6)) {
        op->a = read_address(r);
        ptx_expect(r, ",");
        op->b = read_address(r);
        ptx_expect(r, ",");
        op->c = ptx_source(r);
        ptx_expect(r, ",");
        op->e = read_address(r);
        return true;
    }
    op->code = PTX_STORE_GROUP;
    if (ptx_parts_are(parts, commit, 4))
        return true;
    op->code = PTX_STORE_WAIT;
    op->a = ptx_parts_are(parts, wait, 5) ? ptx_source(r) : 0;
    if (op->a)
        return true;
    if ((!is_store && !ptx_parts_are(parts, words, 9)) ||
        (!ptx_word_is(parts->at[4], "2d") && !ptx_word_is(parts->at[4], "3d") && !ptx_word_is(parts->at[4], "4d")))
        return false;
    op->code = is_store ? PTX_TILE_STORE : PTX_TILE_COPY;
    if (!is_store) {
        op->a = read_address(r);
        ptx_expect(r, ",");
    }
    ptx_expect(r, "[");
    op->b = ptx_source(r);
    ptx_expect(r, ",");
    ptx_registers(r, &list, (uint32_t)(parts->at[4].at[0] - '0'), false);
    ptx_expect(r, "]");
    ptx_expect(r, ",");
    if (is_store)
        op->a = read_address(r);
    else
        op->c = read_address(r);
    op->imm = r->f->registers.n;
    vec_push(&r->m->memory, &r->f->registers, list);
    return true;
}

bool ptx_decode_hopper(ptx_reader *r, const ptx_parts *parts, ptx_op *op)
{
    return decode_wgmma(r, parts, op) || decode_phase(r, parts, op) || decode_tile(r, parts, op);
}
