/* lower_instance.c: makes the list of functions to lower, with their names and signatures, and finds places in the
 * source. */
#include "lower/lower_internal.h"

#include "base/hash.h"
#include "rustg/diagnostic.h"

/* A program has as many instances as it has calls; those that a recursion makes have deeper and deeper types. */
enum { DEEP_TYPE = 8, DEEPEST_CALLER = 32 };

void lower_begin(lower *l, sema *s, ir_module *m, const lower_options *options)
{
    memset(l, 0, sizeof *l);
    l->s = s;
    l->m = m;
    l->options = *options;
    l->ptr = ir_ptr(m, IR_SPACE_GENERIC);
    ir_type parts[2] = {l->ptr, IR_U64};
    l->fat = ir_struct(m, parts, 2, 0, "slice");
    vec_push(s->memory, &l->layouts, NULL);
    vec_push(s->memory, &l->instances, (lower_instance){0});
    vec_push(s->memory, &l->callers, (lower_caller){0});
    vec_push(s->memory, &l->scalars, 0);
    l->n_built = 1;
}

/* ---- places ---- */

static lower_lines *lower_read_lines(lower *l, uint32_t file)
{
    arena *memory = l->s->memory;
    const sema_file *f = l->s->files.at[file];
    if (l->lines.n <= file) {
        vec_reserve(memory, &l->lines, file + 1 - l->lines.n); /* what it takes is zeroed, and lines grows so alone */
        l->lines.n = file + 1;
    }
    lower_lines *lines = &l->lines.at[file];
    if (f->lines) {
        *lines = (lower_lines){f->lines, f->n_lines, 0};
        return lines;
    }
    VEC(uint32_t) starts = {0};
    vec_reserve(memory, &starts, 1 + f->n_bytes / 32);
    vec_push(memory, &starts, 0);
    const uint8_t *end = f->bytes + f->n_bytes;
    for (const uint8_t *at = f->bytes; (at = memchr(at, '\n', (size_t)(end - at))) != NULL; at++)
        vec_push(memory, &starts, (uint32_t)(at - f->bytes) + 1);
    *lines = (lower_lines){starts.at, starts.n, 0};
    return lines;
}

static lower_lines *lower_lines_of(lower *l, uint32_t file)
{
    if (file < l->lines.n && l->lines.at[file].starts)
        return &l->lines.at[file];
    return lower_read_lines(l, file);
}

/* From 0. */
static uint32_t lower_line_at(lower_lines *lines, uint32_t byte)
{
    uint32_t low = 0, high = lines->n;
    /* What is asked for mostly is in the line that was, or in the next. */
    for (uint32_t last = lines->last; last < high && last <= lines->last + 1 && lines->starts[last] <= byte; last++)
        if (last + 1 == high || byte < lines->starts[last + 1])
            return lines->last = last;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (lines->starts[middle] <= byte)
            low = middle;
        else
            high = middle;
    }
    return lines->last = low;
}

static bool lower_has_lines(const lower *l, sema_span at)
{
    return at.file != 0 && at.file < l->s->files.n;
}

lower_line lower_line_of(lower *l, sema_span at)
{
    sema_span origin = sema_origin(l->s, at);
    if (!lower_has_lines(l, origin))
        return (lower_line){"", 0, 0};
    lower_lines *lines = lower_lines_of(l, origin.file);
    const sema_file *file = l->s->files.at[origin.file];
    const uint32_t low = lower_line_at(lines, origin.start);
    lower_column *last = &l->last_column; /* what is asked for mostly follows what was */
    if (last->file != origin.file || last->line != low ||
        last->byte > origin.start + (origin.start - lines->starts[low]))
        *last = (lower_column){origin.file, low, lines->starts[low], 1};
    uint32_t column = last->column, i = last->byte;
    for (; i > origin.start; i--)
        column -= (file->bytes[i - 1] & 0xC0) != 0x80;
    for (; i < origin.start && i < file->n_bytes; i++)
        column += (file->bytes[i] & 0xC0) != 0x80;
    last->byte = i;
    last->column = column;
    return (lower_line){file->name ? file->name : "", low + 1, column};
}

/* The line of an instruction: of the source, or, in a module of constants, in line_spans. */
static uint32_t lower_line_for(lower *l, sema_span at)
{
    if (!l->constants) {
        const sema_span origin = sema_origin(l->s, at);
        return lower_has_lines(l, origin) ? lower_line_at(lower_lines_of(l, origin.file), origin.start) + 1 : 0;
    }
    l->at = at;
    vec_push(l->s->memory, &l->line_spans, at);
    return l->line_spans.n;
}

void lower_stand_at(lower_fn *f, sema_span at)
{
    if (f->l->options.lines && at.file)
        f->b.line = lower_line_for(f->l, at);
}

ir_site_id lower_site(lower_fn *f, sema_span at, const char *message)
{
    return lower_site_of(f, at, message, IR_SITE_PANIC);
}

ir_site_id lower_site_of(lower_fn *f, sema_span at, const char *message, ir_site_kind kind)
{
    lower *l = f->l;
    if (f->caller)
        at = l->callers.at[f->caller].at;
    if (!l->constants) {
        const lower_line line = lower_line_of(l, sema_place(l->s, at));
        return ir_add_site(
            l->m,
            (ir_site){.message = message, .file = line.file, .line = line.line, .column = line.column, .kind = kind});
    }
    const char *file = arena_format(l->s->memory, "%u", at.file); /* so that sites of other spans are others */
    const ir_site_id site = ir_add_site(
        l->m, (ir_site){.message = message, .file = file, .line = at.start, .column = at.end, .kind = kind});
    while (l->site_spans.n <= site)
        vec_push(l->s->memory, &l->site_spans, (sema_span){0, 0, 0});
    l->site_spans.at[site] = at;
    return site;
}

/* ---- callers ---- */

bool lower_has_attr(lower *l, sema_def fn, const char *attr)
{
    const def_info *info = def_get(l->s, fn);
    return info->node.node && syntax_is(syntax_attr(l->s, info->node, attr));
}

/* An impl's fn does where the trait's does. */
bool lower_tracks_caller(lower *l, sema_def fn)
{
    sema *s = l->s;
    const sema_def parent = def_get(s, fn)->parent;
    if (lower_has_attr(l, fn, "track_caller"))
        return true;
    const sema_def trait = def_kind_of(s, parent) == DEF_IMPL ? def_impl_trait(s, parent).trait : 0;
    const sema_def of = trait ? def_assoc_item(s, trait, def_get(s, fn)->name, DEF_FN) : 0;
    return of && lower_has_attr(l, of, "track_caller");
}

uint32_t lower_caller_of(lower_fn *f, sema_span at, const thir_node *call)
{
    lower *l = f->l;
    arena *memory = l->s->memory;
    const lower_caller *outer = &l->callers.at[f->caller];
    if (outer->depth >= DEEPEST_CALLER)
        return f->caller;
    uint32_t n = call && call->op == THIR_CALL ? call->n : 0;
    const char **texts = ARENA_ARRAY(memory, const char *, n);
    uint32_t *sizes = ARENA_ARRAY(memory, uint32_t, n);
    bool any = false;
    for (uint32_t i = 0; i < n; i++) {
        lower_shown shown = {0};
        any |= lower_known_text(f, f->body->lists.at[call->first + i], &shown);
        texts[i] = shown.text;
        sizes[i] = shown.n_text;
    }
    uint64_t key = hash_mix(hash_mix(hash_mix(1, f->instance), sema_start_key(at)), at.end) | 1;
    uint32_t *known = arena_map_at(memory, &l->caller_map, key, 1);
    if (*known)
        return *known;
    lower_caller caller = {.outer = f->caller, .depth = outer->depth + 1, .at = f->caller ? outer->at : at};
    if (any) {
        caller.texts = texts;
        caller.text_sizes = sizes;
        caller.n_texts = n;
    }
    vec_push(memory, &l->callers, caller);
    *arena_map_at(memory, &l->caller_map, key, 1) = l->callers.n - 1;
    return l->callers.n - 1;
}

/* ---- instances ---- */

const char *lower_symbol(lower *l, const char *path)
{
    size_t n = strlen(path);
    char *out = arena_alloc(l->s->memory, 2 * n + 2);
    size_t k = 0;
    for (size_t i = 0; i < n; i++) {
        char c = path[i];
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
        if (c == ':' && path[i + 1] == ':') {
            out[k++] = '_';
            out[k++] = '_';
            i++;
        } else if (plain) {
            out[k++] = c;
        } else if (k && out[k - 1] != '_') {
            out[k++] = '_';
        }
    }
    if (k == 0 || (out[0] >= '0' && out[0] <= '9')) {
        memmove(out + 1, out, k);
        out[0] = '_';
        k++;
    }
    out[k] = 0;
    return out;
}

static const char *lower_instance_name_of(lower *l, sema_def def)
{
    const def_info *info = def_get(l->s, def);
    const char *name = info->kind == DEF_CLOSURE ? "closure" : info->name ? sema_text(l->s, info->name) : "constant";
    char digits[12], *digit = digits + sizeof digits;
    *--digit = 0;
    for (uint32_t number = l->instances.n; number; number /= 10)
        *--digit = (char)('0' + number % 10);
    name = arena_join(l->s->memory, (const char *const[]){lower_symbol(l, name), "_", digit}, 3);
    bool is_taken = arena_map_at(l->s->memory, &l->kernel_names, sema_intern_text(l->s, name), 0) != NULL;
    return is_taken ? arena_format(l->s->memory, "%s_fn", name) : name;
}

uint32_t lower_file_of(lower *l, sema_span at)
{
    sema_span origin = sema_origin(l->s, at);
    if (origin.file == 0 || origin.file >= l->s->files.n)
        return 0;
    uint32_t *known = arena_map_at(l->s->memory, &l->file_map, (uint64_t)origin.file + 1, 1);
    if (!*known) {
        const char *name = l->s->files.at[origin.file]->name;
        vec_push(l->m->memory, &l->m->files, name ? name : "");
        *known = l->m->files.n;
    }
    return *known - 1;
}

static uint32_t lower_instance_add(lower *l, lower_instance about, const ir_type *params, uint32_t n, ir_type result,
                                   sema_def def, uint64_t key)
{
    about.function = ir_declare(l->m, lower_instance_name_of(l, def), params, n, result);
    l->m->functions.at[about.function].file = lower_file_of(l, def_span(l->s, def));
    l->m->functions.at[about.function].cold = lower_has_attr(l, def, "cold");
    vec_push(l->s->memory, &l->instances, about);
    *arena_map_at(l->s->memory, &l->instance_map, key, 1) = l->instances.n - 1;
    return l->instances.n - 1;
}

/* Makes a function with the parameters of a fn pointer, which makes a value or runs an intrinsic. */
static uint32_t lower_add_shim(lower *l, lower_instance about, sema_def def, const ty_subst *subst, uint64_t key,
                               sema_span at)
{
    sema *s = l->s;
    def_sig sig = def_fn_sig(s, def);
    ir_type *params = ARENA_ARRAY(s->memory, ir_type, sig.n_inputs);
    uint32_t n = 0;
    for (uint32_t i = 0; i < sig.n_inputs; i++) {
        ir_type type = lower_ir_type(l, trait_concrete(s, ty_substitute(s, sig.inputs[i], subst)), at);
        if (type)
            params[n++] = type;
    }
    ir_type result = lower_ir_type(l, trait_concrete(s, ty_substitute(s, sig.output, subst)), at);
    about.is_shim = true;
    return lower_instance_add(l, about, params, n, result, def, key);
}

/* The signature of a closure as it was when its body began may still hold variables of the checker. */
void lower_settle_closures(sema *s, const thir_body *body)
{
    for (uint32_t i = 0; i < body->closures.n; i++) {
        sema_def closure = body->closures.at[i];
        const infer_closure *known = infer_closure_of(s, closure);
        const thir_body *inner = sema_body(s, closure);
        if (!known || !inner || inner->failed)
            continue;
        bool open = ty_has(s, known->output, TY_HAS_INFER);
        for (uint32_t k = 0; k < known->n_inputs; k++)
            open |= ty_has(s, known->inputs[k], TY_HAS_INFER);
        if (open && known->n_inputs == inner->params.n) {
            sema_ty *inputs = ARENA_ARRAY(s->memory, sema_ty, known->n_inputs);
            infer_closure about = *known;
            for (uint32_t k = 0; k < about.n_inputs; k++)
                inputs[k] = inner->params.at[k].ty;
            about.inputs = inputs;
            about.output = inner->result;
            infer_set_closure(s, closure, about);
        }
        lower_settle_closures(s, inner);
    }
}

/* Instances and their functions were made in one order. */
const lower_instance *lower_instance_with(const lower *l, ir_function_id function)
{
    uint32_t low = 1, high = l->instances.n;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (l->instances.at[middle].function < function)
            low = middle + 1;
        else
            high = middle;
    }
    return low < l->instances.n && l->instances.at[low].function == function ? &l->instances.at[low] : NULL;
}

uint32_t lower_instance_of(lower *l, sema_ty ty, uint32_t caller, thir_expr part, sema_span at)
{
    sema *s = l->s;
    uint64_t key = hash_mix(hash_mix(hash_mix(1, ty), caller), part) | 1;
    uint32_t first = 0, *known = arena_map_at(s->memory, &l->instance_map, key, 0);
    if (known)
        for (first = *known; first; first = l->instances.at[first].next) {
            const lower_instance *one = &l->instances.at[first];
            if (one->ty == ty && one->caller == caller && one->part == part && !one->kernel)
                return first;
        }
    const uint32_t depth = lower_type_depth(l, ty);
    l->n_deep += depth > DEEP_TYPE;
    if (l->instances.n >= LIMIT_INSTANCES || l->n_deep >= LIMIT_DEEP_INSTANCES || depth > LIMIT_TYPE_DEPTH) {
        if (!l->failed)
            lower_not_yet(l, at, "a generic fn that needs itself for ever more types",
                          "end the recursion at compile time");
        vec_push(s->memory, &l->instances, (lower_instance){0});
        return 0;
    }
    ty_info info = *ty_get(s, ty);
    uint32_t n_args;
    const sema_ty *args = ty_args(s, ty, &n_args);
    lower_instance about = {.ty = ty, .caller = caller, .part = part, .next = known ? *known : 0};
    ty_subst subst = {info.def, args, n_args};
    if (part == LOWER_DROP_GLUE) {
        const ir_type pointer = lower_pointer_type(l, ty);
        return lower_instance_add(l, about, &pointer, 1, 0, info.kind == TY_ADT ? info.def : 0, key);
    }
    def_kind kind = def_kind_of(s, info.def);
    if (kind == DEF_STRUCT || kind == DEF_VARIANT || (kind == DEF_FN && def_get(s, info.def)->is_intrinsic) ||
        lower_is_object_method(s, ty)) {
        subst.owner = kind == DEF_VARIANT ? def_enum_of(s, info.def) : info.def;
        return lower_add_shim(l, about, info.def, &subst, key, at);
    }
    if (lower_is_call_method(s, ty)) {
        uint32_t n_shim;
        ir_type of_shim;
        const ir_type *shim = lower_call_method_params(l, ty, &n_shim, &of_shim, at);
        about.is_shim = true;
        return lower_instance_add(l, about, shim, n_shim, of_shim, info.def, key);
    }
    about.body = sema_body(s, info.def);
    if (!about.body && lower_tells_begun(l, info.def))
        return 0;
    if (!about.body) {
        lower_not_yet(l, at, arena_format(s->memory, "the fn `%s`, which has no body,", def_path(s, info.def)),
                      "give it a body");
        return 0;
    }
    if (about.body->failed) {
        l->failed = true;
        return 0;
    }
    lower_settle_closures(s, about.body);
    subst.owner = about.body->generics_of;
    uint32_t n_params = part ? 0 : about.body->params.n, n = 0;
    ir_type *params = ARENA_ARRAY(s->memory, ir_type, n_params + 1);
    if (info.kind == TY_CLOSURE && !part && lower_ir_type(l, ty, at))
        params[n++] = l->ptr;
    for (uint32_t i = 0; i < n_params; i++) {
        ir_type type = lower_ir_type(l, trait_concrete(s, ty_substitute(s, about.body->params.at[i].ty, &subst)), at);
        if (type)
            params[n++] = type;
    }
    sema_ty result = part ? about.body->exprs.at[part].ty : about.body->result;
    ir_type result_type = lower_ir_type(l, trait_concrete(s, ty_substitute(s, result, &subst)), at);
    return lower_instance_add(l, about, params, n, result_type, info.def, key);
}

/* Scans the body, or takes what the constants before this one in it left. */
static void lower_instance_take_slots(lower_fn *f)
{
    arena *memory = f->l->s->memory;
    const uint64_t key = (uint64_t)(uintptr_t)f->body;
    const uint32_t *known = f->is_part ? arena_map_at(memory, &f->l->parts_map, key, 0) : NULL;
    if (known) {
        f->slots = f->l->parts.at[*known]->slots;
        f->exits = f->l->parts.at[*known]->exits;
        return;
    }
    f->slots = ARENA_ARRAY(memory, lower_slot, f->body->locals.n + 1);
    f->exits = ARENA_ARRAY(memory, lower_exit, f->body->labels.n + 1);
    lower_scan(f);
    if (!f->is_part)
        return;
    lower_parts *parts = ARENA_NEW(memory, lower_parts);
    *parts = (lower_parts){f->slots, f->exits};
    vec_push(memory, &f->l->parts, parts);
    *arena_map_at(memory, &f->l->parts_map, key, 1) = f->l->parts.n - 1;
}

static void lower_instance_build(lower *l, uint32_t index)
{
    sema *s = l->s;
    lower_instance instance = l->instances.at[index];
    if (!instance.function)
        return;
    ty_info info = *ty_get(s, instance.ty);
    uint32_t n_args;
    const sema_ty *args = ty_args(s, instance.ty, &n_args);
    lower_fn f = {
        .l = l, .b = {l->m, instance.function, 0}, .body = instance.body, .caller = instance.caller, .instance = index};
    if (instance.part == LOWER_DROP_GLUE) {
        f.is_library = true;
        lower_drop_glue(&f, instance.ty);
        return;
    }
    f.is_library = def_get(s, info.def)->is_library;
    f.subst = (ty_subst){info.def, args, n_args};
    if (instance.is_shim) {
        lower_shim(&f, instance.ty, def_span(s, info.def));
        return;
    }
    f.subst.owner = instance.body->generics_of;
    sema_def owner = def_kind_of(s, info.def) == DEF_CLOSURE ? instance.body->generics_of : info.def;
    f.bounds_checks = l->options.checks;
    f.overflow_checks = l->options.checks;
    if (f.is_library) {
        const def_info *about = def_get(s, owner);
        f.overflow_checks &=
            about->node.node && syntax_is(syntax_attr(s, about->node, "rustc_inherit_overflow_checks"));
    }
    if (instance.part &&
        (info.kind == TY_CLOSURE || def_kind_of(s, info.def) == DEF_FN)) /* promoted, or of a const block */
        f.overflow_checks = !f.is_library && instance.body->has_const_block &&
                            def_is_in_const_block(s, owner, lower_node(&f, instance.part)->span);
    f.is_part = instance.part != 0;
    lower_instance_take_slots(&f);
    lower_find_move_paths(&f, instance.ty);
    lower_drop_open(&f, false);
    if (instance.kernel) {
        lower_entry(&f, &instance);
    } else {
        ir_value *values = ARENA_ARRAY(s->memory, ir_value, f.body->params.n);
        ir_value next = 1;
        if (info.kind == TY_CLOSURE && !instance.part) {
            f.env_layout = lower_layout_of(l, instance.ty, def_span(s, info.def));
            if (f.env_layout->ir)
                f.env = next++;
        }
        for (uint32_t i = 0; i < f.body->params.n && !instance.part; i++)
            values[i] = lower_ir_type(l, lower_ty(&f, f.body->params.at[i].ty), f.body->params.at[i].span) ? next++ : 0;
        if (!instance.part) {
            lower_drop_upvars(&f);
            lower_params(&f, values);
        }
    }
    lower_body_part(&f, instance.part ? instance.part : f.body->value);
    lower_order_drops(&f);
    for (uint32_t i = 0; i < f.locals_set.n; i++)
        f.slots[f.locals_set.at[i]].kind = SLOT_UNSET;
}

void lower_build_all(lower *l)
{
    while (l->n_built < l->instances.n && !l->failed)
        lower_instance_build(l, l->n_built++);
}
