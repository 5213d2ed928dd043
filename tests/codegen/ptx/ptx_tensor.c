/* ptx_tensor.c: products by tensor cores, loads of their operands, and asynchronous copies. A copy happens when its
 * thread waits for it, the latest that PTX allows, so a kernel that does not wait reads what was there before. */
#include "ptx_number.h"
#include "ptx_reader.h"

enum { ROWS = 16, COLUMNS = 8, DEPTH = 16, WARP = 32 };

void ptx_registers(ptx_reader *r, ptx_list *list, uint32_t n, bool results)
{
    uint8_t width;
    ptx_expect(r, "{");
    for (uint32_t i = 0; i < n; i++) {
        if (i)
            ptx_expect(r, ",");
        vec_push(&r->m->memory, &list->at, results ? ptx_result(r, &width) : ptx_source(r));
    }
    ptx_expect(r, "}");
}

bool ptx_parts_are(const ptx_parts *parts, const char *const *words, uint32_t n)
{
    bool all = parts->n == n;
    for (uint32_t i = 0; all && i < n; i++)
        all = !words[i] || ptx_word_is(parts->at[i], words[i]);
    return all;
}

/* Operands of whole warps; imm: the list of their slots. */
static void decode_all_lanes(ptx_reader *r, ptx_op *op, ptx_list *list)
{
    op->f = ptx_constant(r, UINT32_MAX);
    op->imm = r->f->registers.n;
    vec_push(&r->m->memory, &r->f->registers, *list);
}

static bool decode_mma(ptx_reader *r, const ptx_parts *parts, ptx_op *op)
{
    static const char *const words[] = {"mma", "sync", "aligned", "m16n8k16", "row", "col", "f32", NULL, NULL, "f32"};
    static const char *const tf32[] = {"mma", "sync", "aligned", "m16n8k8", "row", "col", "f32", "tf32", "tf32", "f32"};
    static const uint32_t n_registers[] = {4, 4, 2, 4};
    ptx_list list = {0};
    op->what = ptx_parts_are(parts, tf32, sizeof tf32 / sizeof tf32[0]);
    if (op->what)
        op->from = (ptx_type){PTX_F, 4};
    else if (!ptx_parts_are(parts, words, sizeof words / sizeof words[0]) || !ptx_type_of(parts->at[7], &op->from) ||
             !(ptx_word_is(parts->at[7], "f16") || ptx_word_is(parts->at[7], "bf16")) ||
             parts->at[7].n != parts->at[8].n)
        return false;
    op->code = PTX_MMA;
    for (uint32_t i = 0; i < sizeof n_registers / sizeof n_registers[0]; i++) {
        if (i)
            ptx_expect(r, ",");
        ptx_registers(r, &list, n_registers[i], i == 0);
    }
    decode_all_lanes(r, op, &list);
    return true;
}

static bool decode_ldmatrix(ptx_reader *r, const ptx_parts *parts, ptx_op *op)
{
    static const char *const words[] = {"ldmatrix", "sync", "aligned", "m8n8", "x4", "b16"}, *const transposed[] = {
                                                                                                 "ldmatrix", "sync",
                                                                                                 "aligned",  "m8n8",
                                                                                                 "x4",       "trans",
                                                                                                 "b16"};
    ptx_list list = {0};
    op->what = ptx_parts_are(parts, transposed, sizeof transposed / sizeof transposed[0]);
    if (!op->what && !ptx_parts_are(parts, words, sizeof words / sizeof words[0]))
        return false;
    op->code = PTX_LDMATRIX;
    op->type = (ptx_type){PTX_B, 16};
    ptx_registers(r, &list, 4, true);
    ptx_expect(r, ",");
    ptx_expect(r, "[");
    op->a = ptx_source(r);
    ptx_expect(r, "]");
    decode_all_lanes(r, op, &list);
    return true;
}

static bool decode_stmatrix(ptx_reader *r, const ptx_parts *parts, ptx_op *op)
{
    static const char *const words[] = {"stmatrix", "sync", "aligned", "m8n8", "x4", "shared", "b16"};
    ptx_list list = {0};
    if (!ptx_parts_are(parts, words, sizeof words / sizeof words[0]))
        return false;
    op->code = PTX_STMATRIX;
    op->type = (ptx_type){PTX_B, 16};
    op->space = PTX_SHARED;
    ptx_expect(r, "[");
    op->a = ptx_source(r);
    ptx_expect(r, "]");
    ptx_expect(r, ",");
    ptx_registers(r, &list, 4, false);
    decode_all_lanes(r, op, &list);
    return true;
}

static bool decode_copy(ptx_reader *r, const ptx_parts *parts, ptx_op *op)
{
    static const char *const copy[] = {"cp", "async", "cg", "shared", "global"};
    static const char *const commit[] = {"cp", "async", "commit_group"}, *const wait[] = {"cp", "async", "wait_group"};
    op->code = PTX_COPY_GROUP;
    if (ptx_parts_are(parts, commit, 3))
        return true;
    op->code = PTX_COPY_WAIT;
    op->a = ptx_parts_are(parts, wait, 3) ? ptx_source(r) : 0;
    if (op->a)
        return true;
    if (!ptx_parts_are(parts, copy, 5))
        return false;
    op->code = PTX_COPY;
    ptx_expect(r, "[");
    op->a = ptx_source(r);
    ptx_expect(r, "]");
    ptx_expect(r, ",");
    ptx_expect(r, "[");
    op->b = ptx_source(r);
    ptx_expect(r, "]");
    ptx_expect(r, ",");
    if (ptx_integer(r) != 16)
        ptx_wrong(r, "a copy of another size than 16");
    op->c = ptx_take(r, ",") ? ptx_source(r) : ptx_constant(r, 16);
    return true;
}

bool ptx_decode_tensor(ptx_reader *r, const ptx_parts *parts, ptx_op *op)
{
    return decode_mma(r, parts, op) || decode_ldmatrix(r, parts, op) || decode_stmatrix(r, parts, op) ||
           decode_copy(r, parts, op);
}

static uint64_t *slots_of(ptx_thread *t)
{
    return t->slots + t->frames.at[t->frames.n - 1].slots;
}

static const uint32_t *registers_of(const ptx_thread *t)
{
    return t->frames.at[t->frames.n - 1].f->registers.at[t->at->imm].at.at;
}

static float half_of(const ptx_op *op, uint64_t pair, uint32_t upper)
{
    const uint64_t bits = pair >> (16 * upper) & 0xFFFF;
    if (op->from.kind == PTX_BF)
        return ptx_f32(bits << 16);
    return ptx_f32(ptx_convert(bits, op->from, (ptx_type){PTX_F, 4}, 0, 4));
}

/* A number of tf32 has the upper 19 bits. */
static float tf32_of(uint64_t bits)
{
    return ptx_f32(bits & 0xFFFFE000);
}

/* PTX ISA, "Matrix Fragments for mma.m16n8k16 with floating point type", and for mma.m16n8k8. The sum starts with C and
 * goes on by k. */
static void multiply(ptx_thread *lanes)
{
    static float a[ROWS][DEPTH], b[DEPTH][COLUMNS], c[ROWS][COLUMNS];
    const bool is_tf32 = lanes->at->what;
    for (uint32_t lane = 0; lane < WARP && is_tf32; lane++) {
        const uint64_t *r = slots_of(&lanes[lane]);
        const uint32_t *at = registers_of(&lanes[lane]), group = lane / 4;
        for (uint32_t i = 0; i < 4; i++) {
            a[group + i % 2 * 8][lane % 4 + i / 2 * 4] = tf32_of(r[at[4 + i]]);
            b[lane % 4 + i % 2 * 4][group] = tf32_of(r[at[8 + i % 2]]);
            c[group + i / 2 * 8][lane % 4 * 2 + i % 2] = ptx_f32(r[at[10 + i]]);
        }
    }
    for (uint32_t lane = 0; lane < WARP && !is_tf32; lane++) {
        const uint64_t *r = slots_of(&lanes[lane]);
        const uint32_t *at = registers_of(&lanes[lane]), group = lane / 4, two = lane % 4 * 2;
        for (uint32_t i = 0; i < 8; i++)
            a[group + i / 2 % 2 * 8][two + i % 2 + i / 4 * 8] = half_of(lanes[lane].at, r[at[4 + i / 2]], i % 2);
        for (uint32_t i = 0; i < 4; i++) {
            b[two + i % 2 + i / 2 * 8][group] = half_of(lanes[lane].at, r[at[8 + i / 2]], i % 2);
            c[group + i / 2 * 8][two + i % 2] = ptx_f32(r[at[10 + i]]);
        }
    }
    for (uint32_t row = 0; row < ROWS; row++)
        for (uint32_t column = 0; column < COLUMNS; column++)
            for (uint32_t k = 0; k < (is_tf32 ? DEPTH / 2 : DEPTH); k++)
                c[row][column] += a[row][k] * b[k][column];
    for (uint32_t lane = 0; lane < WARP; lane++)
        for (uint32_t i = 0; i < 4; i++)
            slots_of(&lanes[lane])[registers_of(&lanes[lane])[i]] =
                ptx_bits32(c[lane / 4 + i / 2 * 8][lane % 4 * 2 + i % 2]);
}

static bool load_matrices(ptx_thread *lanes)
{
    uint8_t rows[WARP][16];
    for (uint32_t lane = 0; lane < WARP; lane++) {
        const uint64_t address = slots_of(&lanes[lane])[lanes[lane].at->a];
        const uint8_t *row = ptx_reach(&lanes[lane], lanes[lane].at, address, sizeof rows[lane], false);
        if (!row)
            return false;
        memcpy(rows[lane], row, sizeof rows[lane]);
    }
    for (uint32_t lane = 0; lane < WARP; lane++)
        for (uint32_t matrix = 0; matrix < 4; matrix++) {
            uint32_t two;
            uint8_t(*const of)[16] = &rows[8 * matrix];
            uint16_t upper = 0, lower = 0;
            if (lanes[lane].at->what) {
                memcpy(&lower, of[lane % 4 * 2] + 2 * (lane / 4), sizeof lower);
                memcpy(&upper, of[lane % 4 * 2 + 1] + 2 * (lane / 4), sizeof upper);
            } else {
                memcpy(&lower, of[lane / 4] + 4 * (lane % 4), sizeof lower);
                memcpy(&upper, of[lane / 4] + 4 * (lane % 4) + 2, sizeof upper);
            }
            two = lower | (uint32_t)upper << 16;
            slots_of(&lanes[lane])[registers_of(&lanes[lane])[matrix]] = two;
        }
    return true;
}

bool ptx_store_matrices(ptx_thread *lanes)
{
    uint8_t *rows[WARP];
    for (uint32_t lane = 0; lane < WARP; lane++) {
        const uint32_t address = (uint32_t)slots_of(&lanes[lane])[lanes[lane].at->a];
        rows[lane] = ptx_reach(&lanes[lane], lanes[lane].at, address, 16, true);
        if (!rows[lane])
            return false;
        vec_push(&lanes->m->memory, &lanes[lane].unfenced, (ptx_range){address, 16});
    }
    for (uint32_t lane = 0; lane < WARP; lane++)
        for (uint32_t matrix = 0; matrix < 4; matrix++) {
            const uint32_t two = (uint32_t)slots_of(&lanes[lane])[registers_of(&lanes[lane])[matrix]];
            memcpy(rows[8 * matrix + lane / 4] + 4 * (lane % 4), &two, sizeof two);
        }
    return true;
}

void ptx_serve_tensor(ptx_thread *lanes, uint32_t mask)
{
    const ptx_op *op = lanes->at;
    if (mask != UINT32_MAX) {
        ptx_fail(lanes->m, op->line, "not all lanes of the warp are at this instruction");
        return;
    }
    if (op->code == PTX_MMA)
        multiply(lanes);
    else if (op->code == PTX_STMATRIX ? !ptx_store_matrices(lanes) : !load_matrices(lanes))
        return;
    for (uint32_t lane = 0; lane < WARP; lane++) {
        lanes[lane].at++;
        lanes[lane].state = PTX_READY;
    }
}

/* Copies of the groups up to this one. */
static bool finish(ptx_thread *t, uint32_t group)
{
    uint32_t left = 0;
    for (uint32_t i = 0; i < t->copies.n; i++) {
        const ptx_copy copy = t->copies.at[i];
        ptx_op to = *copy.op, from = *copy.op;
        if (copy.group > group) {
            t->copies.at[left++] = copy;
            continue;
        }
        to.type = from.type = (ptx_type){PTX_B, 16};
        to.space = PTX_SHARED;
        from.space = PTX_GLOBAL;
        uint8_t *const at = ptx_reach(t, &to, copy.to, 16, true);
        const uint8_t *const bytes = at && copy.n ? ptx_reach(t, &from, copy.from, copy.n, false) : at;
        if (!bytes)
            return false;
        memset(at, 0, 16);
        if (copy.n)
            memcpy(at, bytes, copy.n);
    }
    t->copies.n = left;
    return true;
}

bool ptx_copy_later(ptx_thread *t, const ptx_op *op, const uint64_t *r)
{
    switch ((int)op->code) {
    case PTX_COPY_GROUP: t->copy_groups++; return true;
    case PTX_COPY_WAIT: return r[op->a] >= t->copy_groups || finish(t, t->copy_groups - (uint32_t)r[op->a] - 1);
    default: break;
    }
    if ((uint32_t)r[op->c] > 16)
        return ptx_fail(t->m, op->line, "a copy of %u bytes", (unsigned)r[op->c]);
    vec_push(&t->m->memory, &t->copies, (ptx_copy){op, r[op->a], r[op->b], (uint32_t)r[op->c], t->copy_groups});
    return true;
}
