/* emit_rust_place.c: pointers. One that leads to an element of a parameter or a shared array, or into a local, is the
 * place that it leads to, where the types agree; any other is a `*mut u8`. */
#include "codegen/rust/emit_rust.h"

static const rust_place rust_no_place;

static rust_place emit_rust_field_place(emit_rust *r, rust_place of, ir_type type, uint32_t field)
{
    if (of.kind == RUST_PLACE_BASE && of.root == RUST_ROOT_SHARED && field == 0)
        return of;
    if ((of.kind != RUST_PLACE_ELEMENT && of.kind != RUST_PLACE_LOCAL) || of.type != type ||
        r->m->types.at[type].kind != IR_STRUCT)
        return rust_no_place;
    of.type = r->m->fields.at[r->m->types.at[type].first_field + field];
    of.inside = arena_format(r->a, "%s.f%u", of.inside, field);
    return of;
}

static rust_place emit_rust_element_place(emit_rust *r, const ir_instr *i, rust_place of)
{
    const ir_type element = (ir_type)i->imm;
    const ir_type_info *about = &r->m->types.at[of.type];
    if (of.kind == RUST_PLACE_BASE && of.type == element) {
        of.kind = RUST_PLACE_ELEMENT;
        of.index = emit_rust_index(r, emit_rust_arg(r, i, 1));
        of.inside = "";
        return of;
    }
    if ((of.kind == RUST_PLACE_ELEMENT || of.kind == RUST_PLACE_LOCAL) && about->kind == IR_ARRAY &&
        about->element == element) {
        of.type = element;
        of.inside = arena_format(r->a, "%s[%s]", of.inside, emit_rust_index(r, emit_rust_arg(r, i, 1)));
        return of;
    }
    return rust_no_place;
}

const ir_type_info *emit_rust_shared_array(const ir_module *m, const ir_global *g)
{
    const ir_type_info *about = &m->types.at[g->type];
    if (about->kind == IR_STRUCT && about->n_fields == 1)
        about = &m->types.at[m->fields.at[about->first_field]];
    return g->space == IR_SPACE_SHARED && about->kind == IR_ARRAY && !g->dynamic ? about : NULL;
}

static rust_place emit_rust_global_place(emit_rust *r, ir_global_id id)
{
    const ir_global *g = &r->m->globals.at[id];
    const ir_type_info *array = emit_rust_shared_array(r->m, g);
    if (array)
        return (rust_place){.kind = RUST_PLACE_BASE,
                            .root = RUST_ROOT_SHARED,
                            .type = array->element,
                            .name = arena_format(r->a, "shared_%u", id)};
    if (g->space != IR_SPACE_CONST || g->n_relocations) {
        emit_rust_refuse(r, "it reaches a static, or memory that the launch gives a size");
        return rust_no_place;
    }
    bool is_known = false;
    for (uint32_t k = 0; k < r->constants.n; k++)
        is_known |= r->constants.at[k] == id;
    if (!is_known)
        vec_push(r->a, &r->constants, id);
    return (rust_place){
        .kind = RUST_PLACE_LOCAL, .type = g->type, .name = arena_format(r->a, "CONSTANT_%u", id), .inside = ""};
}

rust_place emit_rust_place_of(emit_rust *r, const ir_instr *i)
{
    switch ((ir_op)i->op) {
    case IR_LOCAL_ADDR:
        return (rust_place){.kind = RUST_PLACE_LOCAL,
                            .type = r->f->locals.at[i->imm].type,
                            .name = emit_rust_local(r, (ir_local)i->imm),
                            .inside = ""};
    case IR_GLOBAL_ADDR: return emit_rust_global_place(r, (ir_global_id)i->imm);
    case IR_FIELD_ADDR:
        return emit_rust_field_place(r, r->values[emit_rust_arg(r, i, 0)].place, (ir_type)(i->imm >> 32),
                                     (uint32_t)i->imm);
    case IR_ELEMENT_ADDR: return emit_rust_element_place(r, i, r->values[emit_rust_arg(r, i, 0)].place);
    case IR_CASES_CONSTANT:
    case IR_CASES_COMPUTED:
    case IR_CASES_LOCAL:
    case IR_CASES_MEMORY:
    case IR_CASES_AGGREGATE:
    case IR_CASES_CALL:
    case IR_FUNCTION_ADDR:
    case IR_INTRINSIC:
    case IR_PTX:
    case IR_CASES_FLOW:
    case IR_N_OPS: break;
    }
    return rust_no_place;
}

/* The place as it is read or written; NULL: it has no name as that type. */
static const char *emit_rust_named(emit_rust *r, const rust_place *p, ir_type t, bool is_written)
{
    if ((p->kind != RUST_PLACE_ELEMENT && p->kind != RUST_PLACE_LOCAL) || p->type != t)
        return NULL;
    if (p->kind == RUST_PLACE_LOCAL)
        return arena_format(r->a, "%s%s", p->name, p->inside);
    if (p->root == RUST_ROOT_SLICE)
        return is_written ? NULL : arena_format(r->a, "%s[%s]%s", p->name, p->index, p->inside);
    const bool is_whole = !*p->inside;
    if (p->root == RUST_ROOT_GRID)
        return arena_format(r->a, "%s*%s.get_unchecked%s(%s)%s%s", is_whole ? "" : "(", p->name,
                            is_written ? "_mut" : "", p->index, is_whole ? "" : ")", p->inside);
    return arena_format(r->a, "%s*%s.as_ptr().add(%s)%s%s", is_whole ? "" : "(", p->name, p->index, is_whole ? "" : ")",
                        p->inside);
}

static bool emit_rust_is_shared_number(const ir_instr *i, const rust_place *p, ir_type t)
{
    return (i->flags & IR_VOLATILE) && p->kind == RUST_PLACE_ELEMENT && p->root == RUST_ROOT_SHARED && p->type == t &&
           !*p->inside;
}

const char *emit_rust_address(emit_rust *r, ir_value pointer)
{
    const rust_place *p = &r->values[pointer].place;
    if (p->kind == RUST_PLACE_NONE)
        return emit_rust_use(r, pointer);
    if (p->kind == RUST_PLACE_LOCAL)
        return arena_format(r->a, "(&raw %s %s%s as *mut u8)", strncmp(p->name, "CONSTANT_", 9) == 0 ? "const" : "mut",
                            p->name, p->inside);
    const char *base = p->root == RUST_ROOT_GRID ? "as_mut_ptr" : "as_ptr";
    const char *cast = p->root == RUST_ROOT_SLICE ? ".cast_mut()" : "";
    if (p->kind == RUST_PLACE_BASE)
        return arena_format(r->a, "(%s.%s()%s as *mut u8)", p->name, base, cast);
    if (*p->inside)
        return arena_format(r->a, "(&raw mut (*%s.%s()%s.add(%s))%s as *mut u8)", p->name, base, cast, p->index,
                            p->inside);
    return arena_format(r->a, "(%s.%s()%s.wrapping_add(%s) as *mut u8)", p->name, base, cast, p->index);
}

const char *emit_rust_load(emit_rust *r, const ir_instr *i)
{
    const ir_value pointer = emit_rust_arg(r, i, 0);
    const rust_place *p = &r->values[pointer].place;
    if (emit_rust_is_shared_number(i, p, i->type))
        return arena_format(r->a, "%s.get(%s)", p->name, p->index);
    const char *named = emit_rust_named(r, p, i->type, false);
    return named ? named
                 : arena_format(r->a, "*(%s as *const %s)", emit_rust_address(r, pointer), emit_rust_type(r, i->type));
}

void emit_rust_store(emit_rust *r, const ir_instr *i)
{
    const ir_value pointer = emit_rust_arg(r, i, 0), v = emit_rust_arg(r, i, 1);
    const ir_type t = emit_rust_type_of(r, v);
    const rust_place *p = &r->values[pointer].place;
    if (emit_rust_is_shared_number(i, p, t)) {
        const char *value = emit_rust_whole(r, v);
        emit_rust_flush(r);
        emit_rust_line(r, "%s.set(%s, %s);", p->name, p->index, value);
        return;
    }
    const char *named = emit_rust_named(r, p, t, true);
    const char *to =
        named ? named : arena_format(r->a, "*(%s as *mut %s)", emit_rust_address(r, pointer), emit_rust_type(r, t));
    const char *value = emit_rust_bare(r, emit_rust_whole(r, v));
    emit_rust_flush(r);
    emit_rust_line(r, "%s = %s;", to, value);
}

const char *emit_rust_atomic_at(emit_rust *r, ir_value pointer, ir_type t)
{
    const rust_place *p = &r->values[pointer].place;
    r->has_atomics = true;
    if (p->kind == RUST_PLACE_BASE && p->type == t && p->root == RUST_ROOT_GRID)
        return arena_format(r->a, "atomic(%s.as_mut_ptr())", p->name);
    if (p->kind == RUST_PLACE_ELEMENT && p->type == t && p->root != RUST_ROOT_SLICE && !*p->inside)
        return arena_format(r->a, "atomic(%s.as_%sptr().add(%s))", p->name, p->root == RUST_ROOT_GRID ? "mut_" : "",
                            p->index);
    return arena_format(r->a, "atomic(%s as *mut %s)", emit_rust_address(r, pointer), emit_rust_type(r, t));
}
