/* lower_intrinsic.c: lowers the library's intrinsics, as lower_intrinsic.def maps them. */
#include "lower/lower_internal.h"

#include "base/hash.h"
#include "ir/char_escape.h"
#include "rustg/diagnostic_kind.h"

typedef enum lower_how { HOW_IR, HOW_BINARY, HOW_UNARY, HOW_ATOMIC, HOW_SPECIAL } lower_how;
typedef enum lower_special {
    SPECIAL_SIZE_OF,
    SPECIAL_ALIGN_OF,
    SPECIAL_ALIGN_OF_VAL,
    SPECIAL_SIZE_OF_VAL,
    SPECIAL_DISCRIMINANT_TYPE,
    SPECIAL_NEEDS_DROP,
    SPECIAL_TYPE_ID,
    SPECIAL_SHOW,
    SPECIAL_TYPE_NAME,
    SPECIAL_DROP_IN_PLACE,
    SPECIAL_IS_COPY,
    SPECIAL_IS_OF,
    SPECIAL_IN_CONSTANT,
    SPECIAL_HAS_SINKS,
    SPECIAL_ESCAPED_CHARS,
    SPECIAL_CALLER_LOCATION,
    SPECIAL_DISCRIMINANT,
    SPECIAL_TRANSMUTE,
    SPECIAL_ZEROED,
    SPECIAL_UNINIT,
    SPECIAL_FORGET,
    SPECIAL_IDENTITY,
    SPECIAL_SELECT,
    SPECIAL_PTR_OFFSET,
    SPECIAL_PTR_DIFF,
    SPECIAL_PTR_IS_NULL,
    SPECIAL_PTR_READ,
    SPECIAL_PTR_WRITE,
    SPECIAL_COPY,
    SPECIAL_SLICE_MAKE,
    SPECIAL_SLICE_LEN,
    SPECIAL_SLICE_PTR,
    SPECIAL_SHIFT,
    SPECIAL_OVERFLOWS,
    SPECIAL_WITH_OVERFLOW,
    SPECIAL_SATURATING,
    SPECIAL_ROTATE,
    SPECIAL_COUNT,
    SPECIAL_WIDE,
    SPECIAL_SHARED_ALLOC,
    SPECIAL_UNREACHABLE,
    SPECIAL_ASSUME,
    SPECIAL_REQUIRES,
    SPECIAL_ABORT,
    SPECIAL_PANIC_STR,
    SPECIAL_OVERFLOW_CHECKS,
    SPECIAL_FAST_MATH,
    SPECIAL_NEEDS_ARCH,
    SPECIAL_NEEDS_SM_90A
} lower_special;

enum { SHIFT_RIGHT = 1, SHIFT_UNCHECKED = 2 }; /* imm of SPECIAL_SHIFT */

typedef struct row {
    const char *name;
    uint8_t how;
    uint16_t what, imm;
} row;
#define WHAT_IR(what)      IR_IN_##what
#define WHAT_ATOMIC(what)  IR_IN_##what
#define WHAT_BINARY(what)  IR_##what
#define WHAT_UNARY(what)   IR_##what
#define WHAT_SPECIAL(what) SPECIAL_##what
static const row lower_intrinsic_rows[] = {
#define LOWER(name, how, what, imm, signature) {#name, HOW_##how, WHAT_##how(what), (imm)},
#include "lower/lower_intrinsic.def"
};
enum { N_ROWS = sizeof lower_intrinsic_rows / sizeof *lower_intrinsic_rows };

static const row *lower_intrinsic_row_of(lower *l, sema_symbol name)
{
    uint32_t *known = arena_map_at(l->s->memory, &l->intrinsic_map, name, 1);
    if (!*known) { /* a row's number and 1 */
        const char *text = sema_text(l->s, name);
        uint32_t i = 0;
        while (i < N_ROWS &&
               (lower_intrinsic_rows[i].name[0] != text[0] || strcmp(lower_intrinsic_rows[i].name, text) != 0))
            i++;
        *known = i + 1;
    }
    return *known <= N_ROWS ? &lower_intrinsic_rows[*known - 1] : NULL;
}

static const char *lower_size_text(lower *l, sema_ty ty, ir_type type)
{
    return arena_format(l->s->memory, "`%s` (%llu bits)", ty_print_short(l->s, ty),
                        type ? 8 * (unsigned long long)ir_size(l->m, type) : 0);
}

/* Are these fn pointers through which Rust may call the same fn, as Option<&T> is passed like &T, while the IR passes
 * other values? */
static bool lower_calls_differ(lower *l, sema_ty from, sema_ty to, sema_span at)
{
    uint32_t n_from, n_to;
    if (ty_kind_of(l->s, from) != TY_FN_PTR || ty_kind_of(l->s, to) != TY_FN_PTR)
        return false;
    const sema_ty *a = ty_fn_ptr_parts(l->s, from, &n_from), *b = ty_fn_ptr_parts(l->s, to, &n_to);
    bool differ = false;
    for (uint32_t i = 0; i < n_from && i < n_to; i++) {
        const ir_type x = lower_ir_type(l, a[i], at), y = lower_ir_type(l, b[i], at);
        if ((x ? ir_size(l->m, x) : 0) != (y ? ir_size(l->m, y) : 0))
            return false;
        differ = differ || x != y;
    }
    return differ && n_from == n_to;
}

static ir_value lower_transmute(lower_fn *f, ir_value v, sema_ty from_ty, sema_ty to_ty, sema_span at)
{
    ir_builder *b = &f->b;
    ir_module *m = b->m;
    lower *l = f->l;
    ir_type from = lower_ir_type(l, from_ty, at), to = lower_ir_type(l, to_ty, at);
    if (l->failed)
        return 0;
    if ((from ? ir_size(m, from) : 0) != (to ? ir_size(m, to) : 0)) {
        sema_report r = sema_error(l->s, RUSTG_DIAG_TRANSMUTE_SIZES, f->caller ? l->callers.at[f->caller].at : at);
        sema_note(&r, "source type: %s", lower_size_text(l, from_ty, from));
        sema_note(&r, "target type: %s", lower_size_text(l, to_ty, to));
        v = 0;
    }
    if (!v || !to)
        return to ? ir_emit(b, IR_UNDEF, to, NULL, 0, 0, 0) : 0;
    if (from == to) {
        if (lower_calls_differ(l, from_ty, to_ty, at))
            lower_not_yet(l, f->caller ? l->callers.at[f->caller].at : at,
                          "a transmute to a fn pointer that passes its values in another form",
                          "call the fn by its own type");
        return v;
    }
    uint8_t a = m->types.at[from].kind, z = m->types.at[to].kind;
    if (a <= IR_PTR && z <= IR_PTR && a != IR_BOOL && z != IR_BOOL) {
        if (ir_is_int(m, from) && ir_is_int(m, to))
            return ir_convert(b, to, v);
        return ir_emit(b, IR_BITCAST, to, &v, 1, 0, 0);
    }
    ir_type larger = ir_align(m, from) >= ir_align(m, to) ? from : to;
    ir_local both = ir_add_local(b, larger, NULL);
    ir_store(b, ir_local_addr(b, both), v);
    return ir_load(b, to, ir_local_addr(b, both));
}

static void lower_set_flags(lower_fn *f, uint8_t flags)
{
    ir_function *fn = &f->b.m->functions.at[f->b.f];
    fn->code.at[fn->code.n - 1].flags = flags;
}

static ir_value lower_saturating(lower_fn *f, ir_op op, sema_ty ty, ir_value x, ir_value y, sema_span at)
{
    ir_builder *b = &f->b;
    ir_type type = lower_value_type(f, x);
    uint64_t width = 8 * ir_size(b->m, type);
    const wide_u128 ones = WIDE_MAX >> (128 - width);
    ir_value over = lower_overflows(f, op, ty, x, y, at), limit;
    if (ty_is_signed(f->l->s, ty)) { /* towards the sign of x */
        ir_value sign = lower_operate(f, IR_SHR, ty, x, ir_const(b, IR_U32, width - 1), at);
        limit = lower_operate(f, IR_XOR, ty, sign, lower_number(f, ty, ones >> 1), at);
    } else {
        limit = lower_number(f, ty, op == IR_ADD ? ones : 0);
    }
    const ir_value plain = lower_operate(f, op, ty, x, y, at);
    if (lower_is_wide(f, x))
        return lower_wide_select(f, over, limit, plain);
    return ir_emit(b, IR_SELECT, type, (ir_value[]){over, limit, plain}, 3, 0, 0);
}

static ir_type lower_unsigned_of(const ir_module *m, ir_type type)
{
    return ir_is_signed(m, type) ? type - IR_I8 + IR_U8 : type;
}

/* Shifts are modulo the width, so x << n | x >> -n needs no case for 0. */
static ir_value lower_intrinsic_rotate(lower_fn *f, bool right, ir_value x, ir_value n, sema_span at)
{
    ir_builder *b = &f->b;
    if (lower_is_wide(f, x)) {
        const ir_value rest = ir_unary(b, IR_NEG, IR_U32, n);
        const ir_value up = lower_wide_compute(f, IR_SHL, false, x, right ? rest : n, at);
        return lower_wide_compute(f, IR_OR, false, up, lower_wide_compute(f, IR_SHR, false, x, right ? n : rest, at),
                                  at);
    }
    ir_type type = lower_value_type(f, x), plain = lower_unsigned_of(b->m, type);
    ir_value v = ir_convert(b, plain, x), back = ir_unary(b, IR_NEG, IR_U32, n);
    ir_value left = ir_binary(b, IR_SHL, plain, v, right ? back : n);
    ir_value other = ir_binary(b, IR_SHR, plain, v, right ? n : back);
    return ir_convert(b, type, ir_binary(b, IR_OR, plain, left, other));
}

/* Bits of types narrower than 32 are counted in u32. */
static ir_value lower_count(lower_fn *f, ir_intrinsic what, ir_value x)
{
    ir_builder *b = &f->b;
    if (lower_is_wide(f, x))
        return lower_wide_bits(f, what, x);
    ir_type type = lower_value_type(f, x), plain = lower_unsigned_of(b->m, type);
    uint64_t width = 8 * ir_size(b->m, type);
    ir_value v = ir_convert(b, plain, x);
    if (width >= 32)
        return ir_intrinsic_call(b, what, IR_U32, &v, 1, 0);
    v = ir_convert(b, IR_U32, v);
    if (what == IR_IN_TRAILING_ZEROS)
        v = ir_binary(b, IR_OR, IR_U32, v, ir_const(b, IR_U32, UINT64_C(1) << width));
    v = ir_intrinsic_call(b, what, IR_U32, &v, 1, 0);
    if (what == IR_IN_LEADING_ZEROS)
        v = ir_binary(b, IR_SUB, IR_U32, v, ir_const(b, IR_U32, 32 - width));
    return v;
}

static ir_value lower_discriminant(lower_fn *f, sema_ty ty, ir_value reference, sema_span at)
{
    const lower_layout *layout = lower_layout_of(f->l, ty, at);
    if (!layout->tag)
        return ir_const(&f->b, IR_I64, 0);
    if (layout->shape == SHAPE_STRUCT)
        return ir_const(&f->b, IR_I64, lower_present(layout)->discriminant);
    lower_place p = lower_behind(f, reference, ty);
    return ir_convert(&f->b, IR_I64, lower_tag(f, &p));
}

/* What discriminant_type gives of types as wide as an address; of others 2 * bytes, and 1 more of signed ones. */
enum { DISCRIMINANT_ISIZE = 0, DISCRIMINANT_USIZE = 1, DISCRIMINANT_U8 = 2 };

static uint32_t lower_discriminant_type(lower *l, sema_ty ty)
{
    sema *s = l->s;
    if (ty_kind_of(s, ty) != TY_ADT || def_kind_of(s, ty_get(s, ty)->def) != DEF_ENUM)
        return DISCRIMINANT_U8;
    sema_ty tag = def_repr_of(s, ty_get(s, ty)->def).tag;
    if (!tag || tag == TY_ISIZE || tag == TY_USIZE)
        return tag == TY_USIZE ? DISCRIMINANT_USIZE : DISCRIMINANT_ISIZE;
    return ty_bits(s, tag) / 4 + ty_is_signed(s, tag);
}

enum { FIRST_WITH_FP8 = 89 };

/* Once is enough. */
static void lower_need_arch(lower_fn *f, uint32_t number, rustg_diagnostic_kind kind, sema_span at)
{
    lower *l = f->l;
    if (!l->options.oldest_arch || l->options.oldest_number >= number)
        return;
    sema_report report = sema_error(l->s, kind, f->caller ? l->callers.at[f->caller].at : at);
    sema_arg(&report, "%s", l->options.oldest_arch);
    sema_arg(&report, "sm_%u", (unsigned)number);
    sema_arg(&report, " or later");
    l->options.oldest_arch = NULL;
}

static void lower_need_own_arch(lower_fn *f, sema_span at)
{
    lower *l = f->l;
    if (!l->options.not_sm_90a)
        return;
    sema_report report = sema_error(l->s, RUSTG_DIAG_NEEDS_ARCH, f->caller ? l->callers.at[f->caller].at : at);
    sema_arg(&report, "%s", l->options.not_sm_90a);
    sema_arg(&report, "sm_90a");
    sema_arg(&report, "%s", "");
    l->options.not_sm_90a = NULL;
}

/* Of one thread, in bytes. Arrays that can hold what is accessed so are aligned to it. */
enum { WIDEST_ACCESS = 16 };

static ir_value lower_shared(lower_fn *f, sema_ty ty, sema_span at)
{
    lower *l = f->l;
    ir_type type = lower_ir_type(l, ty, at);
    if (!type)
        return ir_const(&f->b, l->ptr, 16);
    if (ir_size(l->m, type) % WIDEST_ACCESS == 0 && ir_align(l->m, type) < WIDEST_ACCESS)
        type = ir_struct(l->m, &type, 1, WIDEST_ACCESS, NULL);
    ir_global about = {.type = type, .space = IR_SPACE_SHARED};
    about.name = arena_format(l->s->memory, "shared_g%u", l->m->globals.n);
    return ir_global_addr(&f->b, ir_add_global(l->m, about));
}

static ir_value lower_escaped_chars(lower_fn *f)
{
    lower *l = f->l;
    const size_t n = char_escaped_ranges(NULL);
    uint32_t *ranges = ARENA_ARRAY(l->s->memory, uint32_t, 2 * n);
    char *bytes = ARENA_ARRAY(l->s->memory, char, 8 * n);
    char_escaped_ranges(ranges);
    for (size_t i = 0; i < 8 * n; i++)
        bytes[i] = (char)(ranges[i / 4] >> 8 * (i % 4) & 0xFF);
    return lower_make_fat(f, ir_global_addr(&f->b, lower_text(l, bytes, (uint32_t)(8 * n))),
                          ir_const(&f->b, IR_U64, 8 * n));
}

/* message: its value. value: shown behind it, or NULL. */
static void lower_panic_str(lower_fn *f, const thir_node *call, ir_value message, const lower_shown *value,
                            sema_span at)
{
    const thir_expr e = f->body->lists.at[call->first];
    lower_shown shown[2] = {0};
    const uint32_t n = value ? 2 : 1;
    if (value)
        shown[1] = *value;
    if (!lower_known_text(f, e, &shown[0]))
        shown[0].place = (lower_place){.kind = PLACE_VALUE, .ty = lower_ty(f, lower_node(f, e)->ty), .v = message};
    lower_show(f, IR_SITE_PANIC, value ? "{}: {?}" : "{}", "{}", shown, n, at);
}

/* A count that is not below the width is undefined. */
static void lower_check_shift(lower_fn *f, const row *r, const ir_value *args, sema_span at)
{
    const char *words = r->imm & SHIFT_RIGHT ? LOWER_UNDEFINED "overflowing shift by {} in `unchecked_shr`"
                                             : LOWER_UNDEFINED "overflowing shift by {} in `unchecked_shl`";
    const uint64_t width = 8 * ir_size(f->l->m, lower_value_type(f, args[0]));
    const ir_value count = ir_convert(&f->b, IR_U64, args[1]);
    const ir_undefined what = r->imm & SHIFT_RIGHT ? IR_UNDEFINED_SHR : IR_UNDEFINED_SHL;
    lower_expect(f, ir_binary(&f->b, IR_LT, IR_BOOL, count, ir_const(&f->b, IR_U64, width)),
                 (lower_undefined){what, words, &count, 1, count}, at);
}

/* More bytes than an object may have cannot be copied. */
static void lower_check_size(lower_fn *f, const row *r, ir_value count, uint64_t size, sema_span at)
{
    const char *words = arena_format(f->l->s->memory, LOWER_UNDEFINED "overflow computing total size of `%s`", r->name);
    const ir_value most = ir_const(&f->b, IR_U64, INT64_MAX / size);
    lower_expect(f, ir_binary(&f->b, IR_LE, IR_BOOL, count, most),
                 (lower_undefined){.what = IR_UNDEFINED_COPY_SIZE, .of_constant = words, .number = count}, at);
}

/* What rustc's library says of itself where a constant breaks a rule of an unsafe fn. */
static void lower_requires(lower_fn *f, ir_value holds, const thir_node *call, sema_span at)
{
    lower_shown what = {0};
    lower_known_text(f, f->body->lists.at[call->first + 1], &what);
    const char *words =
        arena_format(f->l->s->memory,
                     LOWER_SAID "unsafe precondition(s) violated: %.*s\n\nThis indicates a bug in the "
                                "program. This Undefined Behavior check is optional, and cannot be relied "
                                "on for safety.",
                     (int)what.n_text, what.text ? what.text : "");
    lower_expect(f, holds, (lower_undefined){.what = IR_UNDEFINED_PRECONDITION, .of_constant = words}, at);
}

/* Never holds: a constant fails with those words, an interpreted kernel with its own. */
static void lower_refuse(lower_fn *f, ir_undefined what, const char *of_constant, sema_span at)
{
    if (f->l->constants)
        lower_trap(f, at, of_constant);
    else if (lower_finds_undefined(f))
        lower_expect(f, ir_const(&f->b, IR_BOOL, 0), (lower_undefined){.what = what}, at);
}

/* Fails where zeros are no value of the type. */
static void lower_check_zeroed(lower_fn *f, sema_ty ty, sema_span at)
{
    lower *l = f->l;
    const lower_layout *layout = lower_layout_of(l, ty, at);
    const uint64_t size = layout->ir ? ir_size(l->m, layout->ir) : 0;
    uint8_t *set = arena_alloc(l->s->memory, size + 1);
    memset(set, 1, size);
    const ir_constant zeros = {
        .bytes = arena_alloc(l->s->memory, size + 1), .set = set, .words = arena_alloc(l->s->memory, size + 1)};
    if (lower_invalid(l, ty, &zeros, false, false, at))
        lower_refuse(f, IR_UNDEFINED_ZEROED,
                     arena_format(l->s->memory,
                                  layout->is_empty
                                      ? LOWER_SAID "aborted execution: attempted to instantiate uninhabited type `%s`"
                                      : LOWER_SAID "aborted execution: attempted to zero-initialize type `%s`, which "
                                                   "is invalid",
                                  ty_print_short(l->s, ty)),
                     at);
}

static ir_value lower_type_name(lower_fn *f, sema_ty ty, sema_span at)
{
    lower *l = f->l;
    const char *name = ty_name(l->s, ty);
    if (!name) {
        lower_not_yet(l, f->caller ? l->callers.at[f->caller].at : at,
                      arena_format(l->s->memory, "the name of the type `%s`", ty_print(l->s, ty)), "write the text");
        return 0;
    }
    const uint32_t n = (uint32_t)strlen(name);
    return lower_make_fat(f, ir_global_addr(&f->b, lower_text(l, name, n)), ir_const(&f->b, IR_U64, n));
}

static ir_value lower_intrinsic_special(lower_fn *f, const row *r, const sema_ty *types, uint32_t n_types,
                                        const ir_value *args, const thir_node *call, sema_ty result, sema_span at)
{
    ir_builder *b = &f->b;
    lower *l = f->l;
    sema_ty t = lower_type_arg(l->s, types, n_types, 0);
    ir_type result_type = lower_ir_type(l, result, at);
    ir_type of = t == (sema_ty)TY_ERROR ? 0 : lower_ir_type(l, t, at);
    switch ((lower_special)r->what) {
    case SPECIAL_SIZE_OF: return ir_const(b, IR_U64, of ? ir_size(l->m, of) : 0);
    case SPECIAL_SIZE_OF_VAL: return lower_size_of_value(f, t, lower_behind(f, args[0], t).len);
    case SPECIAL_ALIGN_OF_VAL: return lower_align_of_value(f, t, lower_behind(f, args[0], t).len);
    case SPECIAL_ALIGN_OF: return ir_const(b, IR_U64, lower_layout_of(l, t, at)->align);
    case SPECIAL_CALLER_LOCATION:
        return ir_global_addr(b, lower_location(l, f->caller ? l->callers.at[f->caller].at : at));
    case SPECIAL_IS_COPY: return ir_const(b, IR_BOOL, trait_is_copy(l->s, t));
    case SPECIAL_IS_OF: return ir_const(b, IR_BOOL, trait_holds(l->s, def_lang(l->s, (sema_lang_item)r->imm), &t, 1));
    case SPECIAL_SHOW: return lower_format_body(f, t, args[0], args[1], r->imm, at);
    case SPECIAL_TYPE_ID: return ir_const(b, IR_U64, hash_mix(1, t));
    case SPECIAL_TYPE_NAME: return lower_type_name(f, t, at);
    case SPECIAL_IN_CONSTANT: return ir_const(b, IR_BOOL, l->constants);
    case SPECIAL_HAS_SINKS: return ir_const(b, IR_BOOL, 1); /* else lower_body.c leaves it out */
    case SPECIAL_ESCAPED_CHARS: return lower_escaped_chars(f);
    case SPECIAL_DISCRIMINANT_TYPE: return ir_const(b, IR_U32, lower_discriminant_type(l, t));
    case SPECIAL_NEEDS_DROP: return ir_const(b, IR_BOOL, lower_needs_drop(l, t));
    case SPECIAL_DROP_IN_PLACE: {
        const lower_place p = lower_behind(f, args[0], t);
        lower_drop_value(f, &p, at);
        return 0;
    }
    case SPECIAL_DISCRIMINANT: return lower_discriminant(f, t, args[0], at);
    case SPECIAL_TRANSMUTE:
        if (lower_layout_of(l, result, at)->is_empty)
            lower_refuse(f, IR_UNDEFINED_NO_VALUE,
                         arena_format(l->s->memory,
                                      LOWER_UNDEFINED "constructing invalid value: encountered a value of %s `%s`",
                                      ty_kind_of(l->s, result) == TY_NEVER ? "the never type" : "uninhabited type",
                                      ty_print_short(l->s, result)),
                         at);
        return lower_transmute(f, args[0], t, result, at);
    case SPECIAL_ZEROED:
        if (r->imm && lower_finds_undefined(f))
            lower_check_zeroed(f, t, at);
        return result_type ? ir_emit(b, IR_ZERO, result_type, NULL, 0, 0, 0) : 0;
    case SPECIAL_UNINIT: return result_type ? ir_emit(b, IR_UNDEF, result_type, NULL, 0, 0, 0) : 0;
    case SPECIAL_FORGET: return 0;
    case SPECIAL_IDENTITY: return args[0];
    case SPECIAL_SELECT:
        if (args[1] && l->m->types.at[of].kind > IR_PTR) {
            ir_local v = ir_add_local(b, of, NULL);
            ir_set(b, v, args[2]);
            ir_if(b, args[0]);
            ir_set(b, v, args[1]);
            ir_end(b);
            return ir_get(b, v);
        }
        return args[1] ? ir_emit(b, IR_SELECT, of, args, 3, 0, 0) : 0;
    case SPECIAL_PTR_OFFSET:
        if (of && l->constants && !r->imm)
            return ir_emit(b, IR_ELEMENT_ADDR, l->ptr, args, 2, IR_WITHIN_ALLOCATION, of);
        return of ? ir_element_addr(b, of, args[0], args[1]) : args[0];
    case SPECIAL_PTR_DIFF: {
        const uint16_t counts = l->constants ? IR_COMPARED : 0;
        ir_value x = ir_emit(b, IR_BITCAST, IR_U64, &args[0], 1, counts, 0),
                 y = ir_emit(b, IR_BITCAST, IR_U64, &args[1], 1, counts, 0);
        if (lower_finds_undefined(f))
            ir_intrinsic_call(b, IR_IN_OF_ONE_ALLOCATION, IR_VOID, args, 2, 0);
        ir_value d = ir_convert(b, IR_I64, ir_binary(b, IR_SUB, IR_U64, x, y));
        uint64_t size = of ? ir_size(l->m, of) : 1;
        if (lower_finds_undefined(f) && size > 1) {
            const ir_value by = ir_const(b, IR_I64, size);
            lower_expect(f, ir_binary(b, IR_EQ, IR_BOOL, ir_binary(b, IR_REM, IR_I64, d, by), ir_const(b, IR_I64, 0)),
                         (lower_undefined){IR_UNDEFINED_DISTANCE,
                                           LOWER_UNDEFINED "exact_div: {i64}_isize cannot be divided by {i64}_isize "
                                                           "without remainder",
                                           (ir_value[]){d, by}, 2, 0},
                         at);
        }
        return size == 1 ? d : ir_binary(b, IR_DIV, IR_I64, d, ir_const(b, IR_I64, size));
    }
    case SPECIAL_PTR_IS_NULL: {
        const ir_value number =
            ir_emit(b, IR_BITCAST, IR_U64, &args[0], 1, l->constants ? IR_COMPARED_WITH_NULL : 0, 0);
        return ir_binary(b, IR_EQ, IR_BOOL, number, ir_const(b, IR_U64, 0));
    }
    case SPECIAL_PTR_READ: {
        if (!of)
            return 0;
        lower_expect_scalars(f, t, args[0]);
        ir_value v = ir_load(b, of, args[0]);
        lower_set_flags(f, (uint8_t)r->imm);
        return v;
    }
    case SPECIAL_PTR_WRITE:
        if (args[1]) {
            ir_store(b, args[0], args[1]);
            lower_set_flags(f, (uint8_t)r->imm);
        }
        return 0;
    case SPECIAL_COPY:
        if (of) {
            if (lower_finds_undefined(f))
                lower_check_size(f, r, args[2], ir_size(l->m, of), at);
            ir_value bytes = ir_binary(b, IR_MUL, IR_U64, args[2], ir_const(b, IR_U64, ir_size(l->m, of)));
            const uint64_t imm = r->imm | (uint64_t)__builtin_ctz(lower_layout_of(l, t, at)->align) << 1;
            ir_intrinsic_call(b, IR_IN_MEMCPY, 0, (ir_value[]){args[1], args[0], bytes}, 3, imm);
        }
        return 0;
    case SPECIAL_SLICE_MAKE: return lower_make_fat(f, args[0], args[1]);
    case SPECIAL_SLICE_LEN: return ir_field(b, args[0], 1);
    case SPECIAL_SLICE_PTR: return ir_field(b, args[0], 0);
    case SPECIAL_SHIFT:
        if (lower_finds_undefined(f) && r->imm & SHIFT_UNCHECKED)
            lower_check_shift(f, r, args, at);
        return lower_operate(f, r->imm & SHIFT_RIGHT ? IR_SHR : IR_SHL, t, args[0], args[1], at);
    case SPECIAL_OVERFLOWS: return lower_overflows(f, (ir_op)r->imm, t, args[0], args[1], at);
    case SPECIAL_WITH_OVERFLOW: {
        ir_value over = lower_overflows(f, (ir_op)r->imm, t, args[0], args[1], at);
        const lower_layout *pair = lower_layout_of(l, result, at);
        ir_value plain = lower_operate(f, (ir_op)r->imm, t, args[0], args[1], at);
        return lower_make_variant(f, pair, pair->variants, (ir_value[]){plain, over});
    }
    case SPECIAL_SATURATING: return lower_saturating(f, (ir_op)r->imm, t, args[0], args[1], at);
    case SPECIAL_ROTATE: return lower_intrinsic_rotate(f, r->imm != 0, args[0], args[1], at);
    case SPECIAL_COUNT: return lower_count(f, (ir_intrinsic)r->imm, args[0]);
    case SPECIAL_WIDE: return ir_make(b, result_type, args, 2);
    case SPECIAL_SHARED_ALLOC: return lower_shared(f, t, at);
    case SPECIAL_UNREACHABLE:
        if (!l->constants)
            lower_refuse(f, IR_UNDEFINED_UNREACHABLE, NULL, at);
        lower_trap(f, at,
                   l->constants ? LOWER_UNDEFINED "entering unreachable code"
                                : "internal error: entered unreachable code");
        return 0;
    case SPECIAL_ASSUME:
        lower_expect(f, args[0],
                     (lower_undefined){.what = r->imm ? IR_UNDEFINED_UNREACHABLE : IR_UNDEFINED_ASSUMED,
                                       .of_constant = r->imm ? LOWER_UNDEFINED "entering unreachable code"
                                                             : LOWER_UNDEFINED "`assume` called with `false`"},
                     at);
        return 0;
    case SPECIAL_REQUIRES:
        if (lower_finds_undefined(f))
            lower_requires(f, args[0], call, at);
        return 0;
    case SPECIAL_ABORT: lower_trap(f, at, "aborted"); return 0;
    case SPECIAL_PANIC_STR: {
        lower_shown value = {.place = r->imm ? lower_behind(f, args[1], t) : (lower_place){0}};
        lower_panic_str(f, call, args[0], r->imm ? &value : NULL, at);
        return 0;
    }
    case SPECIAL_FAST_MATH: return ir_const(b, IR_BOOL, l->options.fast_math);
    case SPECIAL_OVERFLOW_CHECKS: return ir_const(b, IR_BOOL, l->options.checks);
    case SPECIAL_NEEDS_ARCH: lower_need_arch(f, r->imm, RUSTG_DIAG_NEEDS_ARCH, at); return 0;
    case SPECIAL_NEEDS_SM_90A: lower_need_own_arch(f, at); return 0;
    }
    return 0;
}

/* An unchecked_add that overflows is undefined. */
static void lower_check_unchecked(lower_fn *f, const row *r, sema_ty ty, const ir_value *args, sema_span at)
{
    const char *words = r->what == IR_ADD   ? LOWER_UNDEFINED "arithmetic overflow in `unchecked_add`"
                        : r->what == IR_SUB ? LOWER_UNDEFINED "arithmetic overflow in `unchecked_sub`"
                                            : LOWER_UNDEFINED "arithmetic overflow in `unchecked_mul`";
    const ir_value over = lower_overflows(f, (ir_op)r->what, ty, args[0], args[1], at);
    const ir_undefined what = r->what == IR_ADD   ? IR_UNDEFINED_ADD
                              : r->what == IR_SUB ? IR_UNDEFINED_SUB
                                                  : IR_UNDEFINED_MUL;
    lower_expect(f, lower_not(f, over), (lower_undefined){.what = what, .of_constant = words}, at);
}

ir_value lower_intrinsic(lower_fn *f, sema_def fn, const sema_ty *type_args, uint32_t n_type_args, const ir_value *args,
                         uint32_t n, const thir_node *call, sema_ty result, sema_span at)
{
    lower *l = f->l;
    sema *s = l->s;
    const row *r = lower_intrinsic_row_of(l, def_get(s, fn)->name);
    if (!r) {
        lower_not_yet(l, at, arena_format(s->memory, "the intrinsic `%s`", sema_text(s, def_get(s, fn)->name)),
                      "use the library's fns");
        return 0;
    }
    if (r->how == HOW_SPECIAL)
        return lower_intrinsic_special(f, r, type_args, n_type_args, args, call, result, at);
    ir_type type = lower_ir_type(l, result, at);
    if (l->failed)
        return 0;
    if (r->how == HOW_BINARY) {
        if (r->imm && lower_finds_undefined(f))
            lower_check_unchecked(f, r, result, args, at);
        return lower_operate(f, (ir_op)r->what, result, args[0], args[1], at);
    }
    if (r->how == HOW_UNARY)
        return lower_operate(f, (ir_op)r->what, result, args[0], 0, at);
    if (r->how == HOW_IR && n == 1 && lower_is_wide(f, args[0]))
        return lower_wide_bits(f, (ir_intrinsic)r->what, args[0]);
    if (r->how == HOW_IR && ir_is_fp8(r->what))
        lower_need_arch(f, FIRST_WITH_FP8, RUSTG_DIAG_FP8_NEEDS_ARCH, at);
    uint64_t imm = r->imm;
    if (r->how == HOW_ATOMIC) {
        uint64_t last[2] = {0, 0};
        for (uint32_t i = 0; i < n_type_args; i++)
            if (ty_kind_of(s, type_args[i]) == TY_CONST) {
                last[0] = last[1];
                last[1] = ty_get(s, type_args[i])->value;
            }
        imm = last[1] << 8 | last[0];
    }
    return ir_intrinsic_call(&f->b, (ir_intrinsic)r->what, type, args, n, imm);
}
