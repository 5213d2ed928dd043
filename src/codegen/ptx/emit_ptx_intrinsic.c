/* emit_ptx_intrinsic.c: intrinsics of threads, blocks and warps, of memory, integers and floats. */
#include "codegen/ptx/emit_ptx.h"

/* Writes lines in which $A is the value's register, $B and $C those of the operands, and $R to $Z new registers: R to T
 * of 32 bits, U to W of 64, P and Q predicates, H of 16 bits. */
static void emit_ptx_lines(emit *e, const char *form, emit_ptx_value to, const emit_ptx_value *args, uint32_t n_args)
{
    static const char fresh[] = "RSTUVWPQH";
    static const emit_ptx_class classes[] = {EMIT_PTX_32,        EMIT_PTX_32,        EMIT_PTX_32,
                                             EMIT_PTX_64,        EMIT_PTX_64,        EMIT_PTX_64,
                                             EMIT_PTX_PREDICATE, EMIT_PTX_PREDICATE, EMIT_PTX_16};
    const char *values[13] = {"", "", "", ""};
    if (to.form != EMIT_PTX_NOTHING)
        values[0] = emit_ptx_register(e, to);
    for (uint32_t k = 0; k < n_args && k < 3; k++)
        values[1 + k] = emit_ptx_register(e, args[k]);
    for (uint32_t k = 0; fresh[k]; k++) {
        const char *at = strchr(form, '$');
        while (at && at[1] != fresh[k])
            at = strchr(at + 1, '$');
        values[4 + k] = at ? emit_ptx_register(e, emit_ptx_new(e, classes[k])) : "";
    }
    emit_add(e, emit_fill(e, form, "ABCDRSTUVWPQH", values));
}

static emit_ptx_value emit_ptx_from(emit *e, const ir_instr *i, const char *form)
{
    emit_ptx_value args[3] = {0}, to = emit_ptx_new_of(e, i->type);
    for (uint32_t k = 0; k < i->n_args && k < 3; k++)
        args[k] = emit_ptx_arg(e, i, k);
    emit_ptx_lines(e, form, to, args, i->n_args);
    return to;
}

static emit_ptx_value emit_ptx_special(emit *e, const char *name)
{
    emit_ptx_value to = emit_ptx_new(e, EMIT_PTX_32);
    EMIT_PTX_LINE(e, "mov.u32 %s, %s", emit_ptx_register(e, to), name);
    return to;
}

static emit_ptx_value emit_ptx_axis(emit *e, const ir_instr *i, const char *name)
{
    return emit_ptx_special(e, emit_print(e, "%s.%c", name, "xyz"[i->imm < 3 ? i->imm : 2]));
}

/* Most launches have one dimension, and the numbers of one are soon told. */
static emit_ptx_value emit_ptx_thread_index(emit *e)
{
    emit_ptx_value to = emit_ptx_new(e, EMIT_PTX_64);
    const uint32_t all = emit_ptx_new_label(e), end = emit_ptx_new_label(e);
    emit_ptx_of(e)->uses_thread_index = true;
    const char *form = emit_print(e,
                                  "\tmov.u32 $R, %%nctaid.y;\n\tmov.u32 $S, %%nctaid.z;\n\tor.b32 $R, $R, $S;\n"
                                  "\tmov.u32 $S, %%ntid.y;\n\tor.b32 $R, $R, $S;\n"
                                  "\tmov.u32 $S, %%ntid.z;\n\tor.b32 $R, $R, $S;\n"
                                  "\tsetp.ne.u32 $P, $R, 1;\n\t@$P bra $L%u;\n"
                                  "\tmov.u32 $R, %%ctaid.x;\n\tmov.u32 $S, %%ntid.x;\n\tmov.u32 $T, %%tid.x;\n"
                                  "\tcvt.u64.u32 $U, $T;\n\tmad.wide.u32 $A, $R, $S, $U;\n\tbra $L%u;\n"
                                  "$L%u:\n\t{\n\t.param .b64 $ar;\n\tcall ($ar), $findex, ();\n"
                                  "\tld.param.b64 $A, [$ar];\n\t}\n$L%u:\n",
                                  all, end, all, end);
    emit_ptx_lines(e, form, to, NULL, 0);
    return to;
}

static emit_ptx_value emit_ptx_range_number(emit *e, const ir_instr *i)
{
    return i->imm == IR_RANGE_GRID ? emit_ptx_thread_index(e)
                                   : emit_ptx_convert(e, emit_ptx_special(e, "%tid.x"), IR_U32, IR_U64);
}

static emit_ptx_value emit_ptx_range_end(emit *e, const ir_instr *i)
{
    emit_ptx_value to = emit_ptx_new(e, EMIT_PTX_64);
    const char *from = emit_ptx_register(e, emit_ptx_range_number(e, i));
    EMIT_PTX_LINE(e, "add.s64 %s, %s, 1", emit_ptx_register(e, to), from);
    return to;
}

/* The instruction, and in $S the lane that it takes from, of $R. */
static const struct {
    const char *shuffle, *lane;
} shuffles[] = {
    [IR_IN_SHUFFLE] = {"shfl.sync.idx.b32 $A, $B, $R, 31, -1", "\tmov.u32 $S, $R;\n"},
    [IR_IN_SHUFFLE_XOR] = {"shfl.sync.bfly.b32 $A, $B, $R, 31, -1", "\tmov.u32 $S, %laneid;\n\txor.b32 $S, $S, $R;\n"},
    [IR_IN_SHUFFLE_DOWN] = {"shfl.sync.down.b32 $A, $B, $R, 31, -1", "\tmov.u32 $S, %laneid;\n\tadd.u32 $S, $S, $R;\n"},
    [IR_IN_SHUFFLE_UP] = {"shfl.sync.up.b32 $A, $B, $R, 0, -1", "\tmov.u32 $S, %laneid;\n\tsub.u32 $S, $S, $R;\n"},
};

/* A lane that is not there, or has ended, gives nothing: then the own value stays. Where all lanes are there, the
 * instruction itself leaves the own value for one beyond the warp. */
static emit_ptx_value emit_ptx_shuffle(emit *e, const ir_instr *i)
{
    const ir_type t = i->type;
    emit_ptx_value own = emit_ptx_arg(e, i, 0), is_there = emit_ptx_new(e, EMIT_PTX_PREDICATE),
                   by = emit_ptx_new(e, EMIT_PTX_32);
    if (emit_ptx_kind(e, t) == IR_BOOL)
        own = emit_ptx_convert(e, own, IR_BOOL, IR_U32);
    emit_ptx_value got = emit_ptx_new(e, (emit_ptx_class)own.class);
    const emit_ptx_value lanes = emit_ptx_arg(e, i, 1);
    const char *mine = emit_ptx_register(e, own), *r = NULL, *shuffle = shuffles[i->aux].shuffle;
    if (lanes.form == EMIT_PTX_NUMBER) {
        r = emit_print(e, "%u", (unsigned)(lanes.bits & 31));
    } else {
        r = emit_ptx_register(e, by);
        EMIT_PTX_LINE(e, "and.b32 %s, %s, 31", r, emit_ptx_register(e, lanes));
    }
    if (got.class == EMIT_PTX_32) {
        emit_add(e, "\t");
        emit_add(e, emit_fill(e, shuffle, "ABR", (const char *const[]){emit_ptx_register(e, got), mine, r}));
        emit_add(e, ";\n");
    } else {
        const char *half[4];
        for (uint32_t k = 0; k < 4; k++)
            half[k] = emit_ptx_register(e, emit_ptx_new(e, EMIT_PTX_32));
        EMIT_PTX_LINE(e, "mov.b64 {%s, %s}, %s", half[0], half[1], mine);
        for (uint32_t k = 0; k < 2; k++) {
            emit_add(e, "\t");
            emit_add(e, emit_fill(e, shuffle, "ABR", (const char *const[]){half[2 + k], half[k], r}));
            emit_add(e, ";\n");
        }
        EMIT_PTX_LINE(e, "mov.b64 %s, {%s, %s}", emit_ptx_register(e, got), half[2], half[3]);
    }
    if (emit_has_full_warps(e, i))
        return emit_ptx_kind(e, t) == IR_BOOL ? emit_ptx_convert(e, got, IR_U32, IR_BOOL) : got;
    const char *lane = emit_ptx_register(e, emit_ptx_new(e, EMIT_PTX_32));
    emit_add(e, emit_fill(e, shuffles[i->aux].lane, "RS", (const char *const[]){r, lane}));
    const emit_ptx_value number = emit_ptx_new(e, EMIT_PTX_32);
    EMIT_PTX_LINE(e, "mov.b32 %s, %s", emit_ptx_register(e, number), lane);
    emit_ptx_lines(e,
                   "\tsetp.eq.u32 $P, 0, 0;\n\tvote.sync.ballot.b32 $R, $P, -1;\n\tshr.u32 $R, $R, $B;\n"
                   "\tand.b32 $R, $R, 1;\n\tsetp.ne.u32 $A, $R, 0;\n", /* shifts by 32 and more leave no bit */
                   is_there, &number, 1);
    const emit_ptx_value result = emit_ptx_select(e, is_there, got, own);
    return emit_ptx_kind(e, t) == IR_BOOL ? emit_ptx_convert(e, result, IR_U32, IR_BOOL) : result;
}

static emit_ptx_value emit_ptx_fence(emit *e, const ir_instr *i)
{
    const ir_ordering ordering = ir_ordering_of(i->imm);
    if (ordering != IR_RELAXED)
        EMIT_PTX_LINE(e, "fence.%s.%s", ordering == IR_SEQ_CST ? "sc" : "acq_rel",
                      emit_ptx_scopes[ir_scope_of(i->imm)]);
    return (emit_ptx_value){0};
}

/* Byte by byte, from the end that overlapping bytes are read at before they are written. */
static const char move_loop[] = "\tsetp.eq.u64 $P, $D, 0;\n\t@$P bra $L%u;\n"
                                "\tsetp.gt.u64 $Q, $B, $C;\n"
                                "\tmov.u64 $U, 0;\n\t@$Q sub.s64 $U, $D, 1;\n"
                                "$L%u:\n"
                                "\tadd.s64 $V, $C, $U;\n\tld.relaxed.cta.u8 $R, [$V];\n"
                                "\tadd.s64 $V, $B, $U;\n\tst.u8 [$V], $R;\n"
                                "\tmov.u64 $W, 1;\n\t@$Q mov.u64 $W, -1;\n\tadd.s64 $U, $U, $W;\n"
                                "\tsetp.lt.u64 $P, $U, $D;\n\t@$P bra $L%u;\n"
                                "$L%u:\n";

static emit_ptx_value emit_ptx_memory_copy(emit *e, const ir_instr *i)
{
    const emit_ptx_value n = emit_ptx_arg(e, i, 2);
    const uint32_t align = 1u << (i->imm >> 1 < 4 ? i->imm >> 1 : 4), unit = align < 8 ? align : 8;
    if (n.form == EMIT_PTX_NUMBER && n.bits / unit <= 56) {
        emit_ptx_copy(e, emit_ptx_arg(e, i, 0), emit_ptx_arg(e, i, 1), n.bits, align);
        return (emit_ptx_value){0};
    }
    const emit_ptx_value args[] = {emit_ptx_arg(e, i, 0), emit_ptx_arg(e, i, 1), n};
    const uint32_t again = emit_ptx_new_label(e), end = emit_ptx_new_label(e);
    emit_ptx_lines(e, emit_print(e, move_loop, end, again, again, end), (emit_ptx_value){0}, args, 3);
    return (emit_ptx_value){0};
}

static emit_ptx_value emit_ptx_print(emit *e, const ir_instr *i)
{
    emit_ptx_value shown = emit_ptx_number(EMIT_PTX_64, 0);
    if (i->n_args) {
        shown = emit_ptx_address(e, emit_ptx_room(e, 8 * (uint64_t)i->n_args, 8));
        for (uint32_t k = 0; k < i->n_args; k++)
            emit_ptx_store(e, IR_U64, emit_ptx_moved(shown, 8 * (int64_t)k), emit_ptx_arg(e, i, k), "");
    }
    const char *place = emit_ptx_register(e, shown), *site = emit_ptx_register(e, emit_ptx_number(EMIT_PTX_32, i->imm)),
               *n = emit_ptx_register(e, emit_ptx_number(EMIT_PTX_32, i->n_args));
    emit_format(e,
                "\t{\n\t.param .b32 $a0;\n\t.param .b32 $a1;\n\t.param .b64 $a2;\n\tst.param.b32 [$a0], %s;\n"
                "\tst.param.b32 [$a1], %s;\n\tst.param.b64 [$a2], %s;\n\tcall $fprint, ($a0, $a1, $a2);\n\t}\n",
                site, n, place);
    return (emit_ptx_value){0};
}

/* Counts and orders of bits, of the type's own width. */
static emit_ptx_value emit_ptx_of_bits(emit *e, const ir_instr *i)
{
    const ir_type t = emit_type_of(e, emit_arg(e, i, 0));
    const uint32_t bits = 8 * (uint32_t)ir_size(e->m, t), width = emit_ptx_width(e, t);
    emit_ptx_value v = emit_ptx_plain(e, t, emit_ptx_arg(e, i, 0)), to = emit_ptx_new_of(e, i->type);
    const char *form = "";
    switch (i->aux) {
    case IR_IN_COUNT_ONES: form = emit_print(e, "\tpopc.b%u $A, $B;\n", width); break;
    case IR_IN_LEADING_ZEROS:
        form = emit_print(e, "\tclz.b%u $A, $B;\n\tsub.u32 $A, $A, %u;\n", width, width - bits);
        break;
    case IR_IN_TRAILING_ZEROS:
        form = width == 64 ? "\tbrev.b64 $U, $B;\n\tclz.b64 $A, $U;\n"
               : bits == 32
                   ? "\tbrev.b32 $R, $B;\n\tclz.b32 $A, $R;\n"
                   : emit_print(e, "\tor.b32 $R, $B, %u;\n\tbrev.b32 $R, $R;\n\tclz.b32 $A, $R;\n", 1u << bits);
        break;
    case IR_IN_REVERSE_BITS:
        form = emit_print(e, "\tbrev.b%u $A, $B;\n%s", width,
                          bits < 32 ? emit_print(e, "\tshr.u32 $A, $A, %u;\n", 32 - bits) : "");
        break;
    case IR_IN_SWAP_BYTES:
        form = width == 64 ? "\tmov.b64 {$R, $S}, $B;\n\tprmt.b32 $R, $R, 0, 291;\n\tprmt.b32 $S, $S, 0, 291;\n"
                             "\tmov.b64 $A, {$S, $R};\n"
                           : emit_print(e, "\tprmt.b32 $A, $B, 0, 291;\n%s",
                                        bits < 32 ? emit_print(e, "\tshr.u32 $A, $A, %u;\n", 32 - bits) : "");
        break;
    default: emit_ptx_refuse(e, "an intrinsic of integers"); break;
    }
    emit_ptx_lines(e, form, to, &v, 1);
    return i->aux == IR_IN_REVERSE_BITS || i->aux == IR_IN_SWAP_BYTES ? emit_ptx_wrap(e, i->type, to) : to;
}

/* Half away from zero: the whole part of half of one more in size, rounded to zero. The sign of a zero stays. */
static const char round_32[] = "\tcopysign.f32 $R, $B, 0f3F000000;\n\tadd.rz.f32 $R, $B, $R;\n"
                               "\tcvt.rzi.f32.f32 $A, $R;\n";
static const char round_64[] = "\tcopysign.f64 $U, $B, 0d3FE0000000000000;\n\tadd.rz.f64 $U, $B, $U;\n"
                               "\tcvt.rzi.f64.f64 $A, $U;\n";

static emit_ptx_value emit_ptx_float(emit *e, const ir_instr *i, const char *word, const char *rest)
{
    return emit_ptx_from(e, i, emit_print(e, "\t%s.f%u%s;\n", word, emit_ptx_width(e, i->type), rest));
}

static emit_ptx_value emit_ptx_whole(emit *e, const ir_instr *i, const char *how)
{
    const unsigned width = emit_ptx_width(e, i->type);
    return emit_ptx_from(e, i, emit_print(e, "\tcvt.%s.f%u.f%u $A, $B;\n", how, width, width));
}

static const char *emit_ptx_fast_form(uint32_t intrinsic)
{
    switch (intrinsic) {
    case IR_IN_SIN:
    case IR_IN_FAST_SIN: return "\tsin.approx.f32 $A, $B;\n";
    case IR_IN_COS:
    case IR_IN_FAST_COS: return "\tcos.approx.f32 $A, $B;\n";
    case IR_IN_TAN: return "\tsin.approx.f32 $R, $B;\n\tcos.approx.f32 $S, $B;\n\tdiv.approx.f32 $A, $R, $S;\n";
    case IR_IN_EXP:
    case IR_IN_FAST_EXP: return "\tmul.rn.f32 $R, $B, 0f3FB8AA3B;\n\tex2.approx.f32 $A, $R;\n";
    case IR_IN_EXP2: return "\tex2.approx.f32 $A, $B;\n";
    case IR_IN_LN:
    case IR_IN_FAST_LN: return "\tlg2.approx.f32 $R, $B;\n\tmul.rn.f32 $A, $R, 0f3F317218;\n";
    case IR_IN_LOG2: return "\tlg2.approx.f32 $A, $B;\n";
    case IR_IN_LOG10: return "\tlg2.approx.f32 $R, $B;\n\tmul.rn.f32 $A, $R, 0f3E9A209B;\n";
    case IR_IN_POW: return "\tlg2.approx.f32 $R, $B;\n\tmul.rn.f32 $R, $R, $C;\n\tex2.approx.f32 $A, $R;\n";
    default: return NULL; /* emit_ptx_math refuses it */
    }
}

/* The device's own approximations; other functions of MATH have none of their own here yet. */
static emit_ptx_value emit_ptx_math(emit *e, const ir_instr *i)
{
    const bool is_fast =
        i->type == IR_F32 && (e->f->fast_math || e->o->fast_math || ir_group_of(i->aux) == IR_GROUP_FAST);
    const char *form = is_fast ? emit_ptx_fast_form(i->aux) : NULL;
    if (form)
        return emit_ptx_from(e, i, form);
    emit_ptx_refuse(e, "a function of floats that is not exact");
    return emit_ptx_number(emit_ptx_class_of(e, i->type), 0);
}

/* FP8 numbers by integers, which every architecture has: sign, and then the size as a subnormal or a normal number. */
static const char from_e4m3[] = "\tand.b32 $R, $B, 128;\n\tshl.b32 $R, $R, 24;\n\tand.b32 $S, $B, 127;\n"
                                "\tcvt.rn.f32.u32 $T, $S;\n\tmul.rn.f32 $T, $T, 0f3B000000;\n"
                                "\tshl.b32 $A, $S, 20;\n\tadd.u32 $A, $A, 0x3C000000;\n"
                                "\tsetp.lt.u32 $P, $S, 8;\n\tselp.b32 $A, $T, $A, $P;\n\tor.b32 $A, $A, $R;\n"
                                "\tsetp.eq.u32 $Q, $S, 127;\n\tselp.b32 $A, 0x7FC00000, $A, $Q;\n";
static const char from_e5m2[] = "\tand.b32 $R, $B, 128;\n\tshl.b32 $R, $R, 24;\n\tand.b32 $S, $B, 127;\n"
                                "\tcvt.rn.f32.u32 $T, $S;\n\tmul.rn.f32 $T, $T, 0f37800000;\n"
                                "\tshl.b32 $A, $S, 21;\n\tadd.u32 $A, $A, 0x38000000;\n"
                                "\tsetp.lt.u32 $P, $S, 4;\n\tselp.b32 $A, $T, $A, $P;\n"
                                "\tsetp.eq.u32 $Q, $S, 124;\n\tselp.b32 $A, 0x7F800000, $A, $Q;\n"
                                "\tor.b32 $A, $A, $R;\n"
                                "\tsetp.gt.u32 $Q, $S, 124;\n\tselp.b32 $A, 0x7FC00000, $A, $Q;\n";
/* What is beyond the greatest becomes it; halves go to the even neighbour. */
static const char to_e4m3[] = "\tshr.u32 $R, $B, 24;\n\tand.b32 $R, $R, 128;\n\tand.b32 $S, $B, 0x7FFFFFFF;\n"
                              "\tadd.rn.f32 $T, $S, 0f46800000;\n\tsub.u32 $T, $T, 0x46800000;\n"
                              "\tshr.u32 $A, $S, 20;\n\tand.b32 $A, $A, 1;\n\tadd.u32 $A, $A, 0x7FFFF;\n"
                              "\tadd.u32 $A, $A, $S;\n\tsub.u32 $A, $A, 0x3C000000;\n\tshr.u32 $A, $A, 20;\n"
                              "\tsetp.lt.u32 $P, $S, 0x3C800000;\n\tselp.b32 $A, $T, $A, $P;\n"
                              "\tsetp.gt.u32 $Q, $S, 0x43E00000;\n\tselp.b32 $A, 126, $A, $Q;\n"
                              "\tor.b32 $A, $A, $R;\n"
                              "\tsetp.gt.u32 $Q, $S, 0x7F800000;\n\tselp.b32 $A, 127, $A, $Q;\n";
static const char to_e5m2[] = "\tshr.u32 $R, $B, 24;\n\tand.b32 $R, $R, 128;\n\tand.b32 $S, $B, 0x7FFFFFFF;\n"
                              "\tadd.rn.f32 $T, $S, 0f43000000;\n\tsub.u32 $T, $T, 0x43000000;\n"
                              "\tshr.u32 $A, $S, 21;\n\tand.b32 $A, $A, 1;\n\tadd.u32 $A, $A, 0xFFFFF;\n"
                              "\tadd.u32 $A, $A, $S;\n\tsub.u32 $A, $A, 0x38000000;\n\tshr.u32 $A, $A, 21;\n"
                              "\tsetp.lt.u32 $P, $S, 0x38800000;\n\tselp.b32 $A, $T, $A, $P;\n"
                              "\tsetp.gt.u32 $Q, $S, 0x47600000;\n\tselp.b32 $A, 123, $A, $Q;\n"
                              "\tor.b32 $A, $A, $R;\n"
                              "\tsetp.gt.u32 $Q, $S, 0x7F800000;\n\tselp.b32 $A, 127, $A, $Q;\n";

static emit_ptx_value emit_ptx_nothing(void)
{
    return (emit_ptx_value){0};
}

emit_ptx_value emit_ptx_intrinsic(emit *e, const ir_instr *i)
{
    const bool is_f32 = i->type == IR_F32;
    switch ((ir_intrinsic)i->aux) {
    case IR_IN_THREAD_IDX: return emit_ptx_axis(e, i, "%tid");
    case IR_IN_BLOCK_IDX: return emit_ptx_axis(e, i, "%ctaid");
    case IR_IN_BLOCK_DIM: return emit_ptx_axis(e, i, "%ntid");
    case IR_IN_GRID_DIM: return emit_ptx_axis(e, i, "%nctaid");
    case IR_IN_THREAD_INDEX: return emit_ptx_thread_index(e);
    case IR_IN_RANGE_FIRST: return emit_ptx_range_number(e, i);
    case IR_IN_RANGE_END: return emit_ptx_range_end(e, i);
    case IR_IN_RANGE_AT:
    case IR_IN_PREFETCH:
    case IR_IN_LOCAL_GONE:
    case IR_IN_ALIGNED_AROUND:
    case IR_IN_OF_ONE_ALLOCATION:
    case IR_IN_SCALARS_AT:
    case IR_IN_UNDEFINED_UNLESS: return emit_ptx_nothing();
    case IR_IN_LANE: return emit_ptx_special(e, "%laneid");
    case IR_IN_DYN_SHARED:
        emit_ptx_of(e)->uses_dyn_shared = true;
        return (emit_ptx_value){
            .form = EMIT_PTX_ADDRESS, .class = EMIT_PTX_64, .space = IR_SPACE_SHARED, .symbol = "$dyn"};
    case IR_IN_DYN_SHARED_BYTES: return emit_ptx_special(e, "%dynamic_smem_size");
    case IR_IN_BARRIER: EMIT_PTX_LINE(e, "bar.sync 0"); return emit_ptx_nothing();
    case IR_IN_FENCE: return emit_ptx_fence(e, i);
    case IR_IN_SHUFFLE:
    case IR_IN_SHUFFLE_XOR:
    case IR_IN_SHUFFLE_DOWN:
    case IR_IN_SHUFFLE_UP: return emit_ptx_shuffle(e, i);
    case IR_IN_BALLOT: return emit_ptx_from(e, i, "\tvote.sync.ballot.b32 $A, $B, -1;\n");
    case IR_IN_ANY: return emit_ptx_from(e, i, "\tvote.sync.any.pred $A, $B, -1;\n");
    case IR_IN_ALL: return emit_ptx_from(e, i, "\tvote.sync.all.pred $A, $B, -1;\n");
    case IR_IN_WARP_SYNC: EMIT_PTX_LINE(e, "bar.warp.sync -1"); return emit_ptx_nothing();
    case IR_IN_MEMCPY: return emit_ptx_memory_copy(e, i);
    case IR_IN_PRINT: return emit_ptx_print(e, i);
    case IR_IN_COUNT_ONES:
    case IR_IN_LEADING_ZEROS:
    case IR_IN_TRAILING_ZEROS:
    case IR_IN_SWAP_BYTES:
    case IR_IN_REVERSE_BITS: return emit_ptx_of_bits(e, i);
    case IR_IN_MUL_HIGH:
        return emit_ptx_from(e, i,
                             emit_print(e, "\tmul.hi.%c%u $A, $B, $C;\n", emit_ptx_is_signed(e, i->type) ? 's' : 'u',
                                        emit_ptx_width(e, i->type)));
    case IR_IN_FMA: return emit_ptx_float(e, i, "fma.rn", " $A, $B, $C, $D");
    case IR_IN_SQRT: return emit_ptx_float(e, i, "sqrt.rn", " $A, $B");
    case IR_IN_FABS: return emit_ptx_float(e, i, "abs", " $A, $B");
    case IR_IN_COPYSIGN: return emit_ptx_float(e, i, "copysign", " $A, $C, $B");
    case IR_IN_FLOOR: return emit_ptx_whole(e, i, "rmi");
    case IR_IN_CEIL: return emit_ptx_whole(e, i, "rpi");
    case IR_IN_TRUNC: return emit_ptx_whole(e, i, "rzi");
    case IR_IN_ROUND_EVEN: return emit_ptx_whole(e, i, "rni");
    case IR_IN_ROUND: return emit_ptx_from(e, i, is_f32 ? round_32 : round_64);
    case IR_IN_FMIN: return emit_ptx_float(e, i, "min", " $A, $B, $C");
    case IR_IN_FMAX: return emit_ptx_float(e, i, "max", " $A, $B, $C");
    case IR_IN_FAST_DIV:
        return emit_ptx_from(e, i, is_f32 ? "\tdiv.approx.f32 $A, $B, $C;\n" : "\tdiv.rn.f64 $A, $B, $C;\n");
    case IR_IN_RSQRT:
        return emit_ptx_from(e, i,
                             is_f32 ? "\trsqrt.approx.f32 $A, $B;\n" : "\tsqrt.rn.f64 $U, $B;\n\trcp.rn.f64 $A, $U;\n");
    case IR_IN_F16_TO_F32: return emit_ptx_from(e, i, "\tcvt.u16.u32 $H, $B;\n\tcvt.f32.f16 $A, $H;\n");
    case IR_IN_F32_TO_F16: return emit_ptx_from(e, i, "\tcvt.rn.f16.f32 $H, $B;\n\tcvt.u32.u16 $A, $H;\n");
    case IR_IN_BF16_TO_F32: return emit_ptx_from(e, i, "\tshl.b32 $A, $B, 16;\n");
    case IR_IN_F32_TO_BF16:
        if (emit_ptx_of(e)->architecture >= 80)
            return emit_ptx_from(e, i, "\tcvt.rn.bf16.f32 $H, $B;\n\tcvt.u32.u16 $A, $H;\n");
        return emit_ptx_from(e, i,
                             "\tshr.u32 $R, $B, 16;\n\tor.b32 $S, $R, 64;\n\tand.b32 $R, $R, 1;\n"
                             "\tadd.u32 $R, $R, 32767;\n\tadd.u32 $R, $R, $B;\n\tshr.u32 $R, $R, 16;\n"
                             "\tsetp.neu.f32 $P, $B, $B;\n\tselp.b32 $A, $S, $R, $P;\n");
    case IR_IN_F8E4M3_TO_F32: return emit_ptx_from(e, i, from_e4m3);
    case IR_IN_F32_TO_F8E4M3: return emit_ptx_from(e, i, to_e4m3);
    case IR_IN_F8E5M2_TO_F32: return emit_ptx_from(e, i, from_e5m2);
    case IR_IN_F32_TO_F8E5M2: return emit_ptx_from(e, i, to_e5m2);
#define IR_INTRINSIC(name, ...)
#define IR_FLOAT(name, ...)
#define EMIT_PTX_EXACT(name)
#define EMIT_PTX_MATH(name)                                  case IR_IN_##name:
#define EMIT_PTX_FAST(name)                                  case IR_IN_##name:
#define IR_MATH(name, n_args, group, function, f, rust, txt) EMIT_PTX_##group(name)
#include "ir/ir_intrinsic.def"
        return emit_ptx_math(e, i);
#define IR_INTRINSIC(name, ...)
#define IR_ATOMIC(name, ...) case IR_IN_##name:
#include "ir/ir_intrinsic.def"
        return emit_ptx_atomic(e, i);
    case IR_N_INTRINSICS: break;
    }
    return emit_ptx_nothing();
}
