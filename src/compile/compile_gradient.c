/* compile_gradient.c: adds the kernels that `#[kernel(adjoint)]` and `#[kernel(tangent)]` ask for: it says which
 * parameters have gradients, lists the new kernels' parameters for who launches them, and reports what src/adjoint
 * refuses. */
#include <string.h>

#include "adjoint/adjoint.h"
#include "compile/compile_kernels.h"
#include "codegen/codegen.h"
#include "opt/opt.h"
#include "opt/opt_tree.h"
#include "rustg/diagnostic_kind.h"

typedef struct gradients {
    compile_kernels *kernels;
    lower *lowered;
    VEC(lower_kernel) all;
} gradients;

_Static_assert((int)LOWER_SIN_COS == (int)ADJOINT_SIN_COS && (int)LOWER_OTHER_MATH == (int)ADJOINT_NO_RULE,
               "src/adjoint is told what src/lower tells");
_Static_assert((uint32_t)LOWER_RULE_NONE == (uint32_t)ADJOINT_GIVES_NONE &&
                   (uint32_t)LOWER_RULE_WHOLE == (uint32_t)ADJOINT_GIVES_WHOLE,
               "src/adjoint is told what src/lower tells");

static uint16_t compile_gradient_math_of(void *user, ir_function_id f)
{
    return lower_math_of(((gradients *)user)->lowered, f);
}

static ir_function_id compile_gradient_math(void *user, ir_intrinsic what, ir_type type)
{
    return lower_math(((gradients *)user)->lowered, what, type);
}

static bool compile_gradient_has_rule(void *user, ir_function_id f)
{
    return lower_has_rule(((gradients *)user)->lowered, f);
}

static adjoint_given compile_gradient_rule(void *user, ir_function_id f)
{
    const lower_rule rule = lower_rule_of(((gradients *)user)->lowered, f);
    return (adjoint_given){rule.function, rule.fields};
}

/* A line of the file without the white space around it. */
static sema_span compile_gradient_line_span(const sema_file *file, uint32_t id, uint32_t line)
{
    uint32_t start = 0, end;
    for (uint32_t n = 1; n < line && start < file->n_bytes; start++)
        n += file->bytes[start] == '\n';
    for (end = start; end < file->n_bytes && file->bytes[end] != '\n';)
        end++;
    while (start < end && (file->bytes[start] == ' ' || file->bytes[start] == '\t'))
        start++;
    while (end > start && (file->bytes[end - 1] == ' ' || file->bytes[end - 1] == '\r'))
        end--;
    return (sema_span){id, start, end};
}

/* A line of the kernel's file. line 0: the kernel's name. */
static sema_span compile_gradient_span(const gradients *g, const lower_kernel *kernel, uint32_t line)
{
    sema *s = &g->kernels->checked;
    const sema_span name = syntax_name_span(s, def_get(s, kernel->kernel->fn)->node);
    const sema_span origin = sema_origin(s, name);
    if (!line)
        return name;
    const sema_span span = compile_gradient_line_span(s->files.at[origin.file], origin.file, line);
    return span.start < span.end ? span : name;
}

static void compile_gradient_refuse(gradients *g, const lower_kernel *kernel, uint32_t line, const char *reason)
{
    sema *s = &g->kernels->checked;
    sema_report r = sema_error(s, RUSTG_DIAG_NO_DERIVATIVE, compile_gradient_span(g, kernel, line));
    sema_arg(&r, "%s", kernel->kernel->name);
    sema_arg(&r, "%s", reason);
    sema_note(&r, "docs/gradients.md lists what is differentiated");
}

/* The roles of a kernel's parameters, one for each of its function's; NULL: refused. has_tape: the last one is a tape,
 * which is to have a gradient or tangent. */
static adjoint_param *compile_gradient_roles(gradients *g, const lower_kernel *kernel, bool has_tape)
{
    const ir_module *m = &g->kernels->module;
    arena *memory = &g->kernels->memory;
    adjoint_param *roles = ARENA_ARRAY(memory, adjoint_param, m->functions.at[kernel->function].n_params);
    uint32_t n_gradients = 0;
    for (uint32_t i = 0; i < kernel->n_params; i++) {
        const lower_param *param = &kernel->params[i];
        adjoint_param *role = &roles[param->first_param];
        const bool is_slice = param->role == RUSTG_PARAM_SLICE || param->role == RUSTG_PARAM_GRID_MUT;
        role->half = !is_slice                              ? ADJOINT_NO_HALF
                     : param->element == RUSTG_ELEMENT_F16  ? ADJOINT_F16
                     : param->element == RUSTG_ELEMENT_BF16 ? ADJOINT_BF16
                                                            : ADJOINT_NO_HALF;
        role->is_tape = has_tape && i + 1 == kernel->n_params;
        if (!param->n_params || !param->type || param->role == RUSTG_PARAM_POINTER ||
            (!role->half && !role->is_tape && !adjoint_has_floats(m, param->type)))
            continue;
        role->name = param->name;
        role->type = param->type;
        role->role = param->role == RUSTG_PARAM_SCALAR  ? ADJOINT_SCALAR
                     : param->role == RUSTG_PARAM_SLICE ? ADJOINT_READ
                                                        : ADJOINT_WRITTEN;
        n_gradients++;
        if (adjoint_has_pointers(m, param->type)) {
            compile_gradient_refuse(g, kernel, 0, arena_format(memory, "`%s` holds floats and pointers", param->name));
            return NULL;
        }
    }
    if (n_gradients)
        return roles;
    compile_gradient_refuse(g, kernel, 0, "it has no parameter of floats");
    return NULL;
}

static void compile_gradient_add_param(gradients *g, lower_kernel *to, const ir_function *f, lower_param about,
                                       const char *element)
{
    lower_param *params = (lower_param *)to->params;
    about.first_param = to->n_params ? params[to->n_params - 1].first_param + params[to->n_params - 1].n_params : 0;
    about.name = f->param_names[about.first_param];
    about.rust_type = about.role == RUSTG_PARAM_SLICE      ? arena_format(&g->kernels->memory, "&[%s]", element)
                      : about.role == RUSTG_PARAM_GRID_MUT ? arena_format(&g->kernels->memory, "GridMut<%s>", element)
                                                           : element;
    about.n_params = about.role == RUSTG_PARAM_SCALAR ? 1 : 2;
    params[to->n_params++] = about;
}

/* The type of the elements of `&[T]` and `GridMut<T>`, as it is written there. */
static const char *compile_gradient_element(gradients *g, const lower_param *param)
{
    const char *type = param->rust_type, *open = strchr(type, param->role == RUSTG_PARAM_SLICE ? '[' : '<');
    if (param->role == RUSTG_PARAM_SCALAR || !open)
        return type;
    return arena_text(&g->kernels->memory, open + 1, strlen(open + 1) - 1);
}

static void compile_gradient_list(gradients *g, const lower_kernel *from, const adjoint_param *roles,
                                  const adjoint_answer *answer, adjoint_mode mode)
{
    const ir_function *f = &g->kernels->module.functions.at[answer->function];
    lower_kernel to = *from;
    lower_param *params = ARENA_ARRAY(&g->kernels->memory, lower_param, 2 * from->n_params + 1);
    memcpy(params, from->params, from->n_params * sizeof *params);
    to.function = answer->function;
    to.params = params;
    for (uint32_t i = 0; i < from->n_params; i++) {
        lower_param about = from->params[i];
        if (!about.n_params || roles[about.first_param].role == ADJOINT_NONE || mode == ADJOINT_COUNT)
            continue;
        const char *element = compile_gradient_element(g, &from->params[i]);
        if (roles[about.first_param].half) { /* its gradient is of f32 */
            element = "f32";
            about.element = RUSTG_ELEMENT_F32;
            about.type = IR_F32;
            about.size = about.align = 4;
        }
        if (mode == ADJOINT_REVERSE)
            about.role = RUSTG_PARAM_GRID_MUT;
        compile_gradient_add_param(g, &to, f, about, element);
    }
    if (answer->has_tape)
        compile_gradient_add_param(
            g, &to, f,
            (lower_param){
                .role = RUSTG_PARAM_GRID_MUT, .element = RUSTG_ELEMENT_U64, .type = IR_U64, .size = 8, .align = 8},
            "u64");
    vec_push(&g->kernels->memory, &g->all, to);
}

static bool compile_gradient_is_new(gradients *g, const lower_kernel *kernel, const char *name)
{
    const ir_module *m = &g->kernels->module;
    for (ir_function_id id = 1; id < m->functions.n; id++)
        if (strcmp(m->functions.at[id].name, name) == 0) {
            sema_report r =
                sema_error(&g->kernels->checked, RUSTG_DIAG_KERNEL_FORM, compile_gradient_span(g, kernel, 0));
            sema_arg(&r, "two kernels have the entry name `%s`", name);
            return false;
        }
    return true;
}

/* The kernel, which is listed last; function 0: it was refused. */
static adjoint_answer compile_add_gradient(gradients *g, const lower_kernel *kernel, adjoint_mode mode, bool has_tape)
{
    ir_module *m = &g->kernels->module;
    sema *s = &g->kernels->checked;
    static const char *const endings[] = {
        [ADJOINT_REVERSE] = "adjoint", [ADJOINT_TANGENT] = "tangent", [ADJOINT_COUNT] = "tape"};
    const char *name =
        arena_format(&g->kernels->memory, "%s_%s", m->functions.at[kernel->function].name, endings[mode]);
    const adjoint_param *roles = compile_gradient_roles(g, kernel, has_tape);
    if (!roles || !compile_gradient_is_new(g, kernel, name))
        return (adjoint_answer){.function = 0};
    const sema_span origin = sema_origin(s, def_span(s, kernel->kernel->fn));
    adjoint_request request = {.mode = mode,
                               .kernel = kernel->function,
                               .name = name,
                               .params = roles,
                               .file = s->files.at[origin.file]->name,
                               .line = kernel->line,
                               .column = kernel->column,
                               .math_of = compile_gradient_math_of,
                               .math = compile_gradient_math,
                               .is_given = compile_gradient_has_rule,
                               .given = compile_gradient_rule,
                               .user = g};
    const adjoint_answer answer = adjoint_make(m, &request);
    if (answer.function)
        compile_gradient_list(g, kernel, roles, &answer, mode);
    else
        compile_gradient_refuse(g, kernel, answer.line, answer.reason);
    return answer;
}

/* The adjoint, what counts its tape, and the adjoint's derivatives. */
static void compile_add_adjoint(gradients *g, const lower_kernel *kernel)
{
    const adjoint_answer answer = compile_add_gradient(g, kernel, ADJOINT_REVERSE, false);
    if (!answer.function)
        return;
    const lower_kernel adjoint = g->all.at[g->all.n - 1];
    if (answer.has_tape)
        compile_add_gradient(g, kernel, ADJOINT_COUNT, false);
    if (!kernel->kernel->second && !kernel->kernel->second_adjoint)
        return;
    if (answer.has_shared) {
        compile_gradient_refuse(g, kernel, answer.line,
                                "a `Shared` array of floats, through which no second derivative goes yet");
        return;
    }
    if (kernel->kernel->second)
        compile_add_gradient(g, &adjoint, ADJOINT_TANGENT, answer.has_tape);
    if (kernel->kernel->second_adjoint && compile_add_gradient(g, &adjoint, ADJOINT_REVERSE, answer.has_tape).has_tape)
        compile_add_gradient(g, &adjoint, ADJOINT_COUNT, answer.has_tape);
}

/* ---- as Rust ---- */

static const char *compile_gradient_line(void *user, const ir_function *f, uint32_t line)
{
    const gradients *g = user;
    const ir_module *m = &g->kernels->module;
    const char *name = f->file < m->files.n ? m->files.at[f->file] : "";
    const sema *s = &g->kernels->checked;
    for (uint32_t i = 1; i < s->files.n; i++) {
        const sema_file *file = s->files.at[i];
        if (file->origin != SEMA_FILE_SOURCE || !file->name || strcmp(file->name, name) != 0)
            continue;
        const sema_span span = compile_gradient_line_span(file, i, line);
        return arena_text(&g->kernels->memory, (const char *)file->bytes + span.start, span.end - span.start);
    }
    return NULL;
}

static bool compile_gradient_keeps(void *user, ir_function_id f)
{
    return compile_gradient_math_of(user, f) || compile_gradient_has_rule(user, f);
}

static const ir_function *compile_gradient_body(void *user, ir_function_id f)
{
    gradients *g = user;
    opt_tree *tree = opt_flatten(&g->kernels->module, f, compile_gradient_keeps, g);
    if (tree)
        opt_tree_write(tree);
    return tree ? tree->f : NULL;
}

static void compile_gradient_text(gradients *g, uint32_t n_given)
{
    arena *memory = &g->kernels->memory;
    codegen_rust_kernel *kernels = ARENA_ARRAY(memory, codegen_rust_kernel, g->all.n + 1);
    codegen_rust_request request = {.kernels = kernels,
                                    .math_of = compile_gradient_math_of,
                                    .body_of = compile_gradient_body,
                                    .line_of = compile_gradient_line,
                                    .user = g};
    for (uint32_t i = n_given; i < g->all.n; i++) {
        const lower_kernel *kernel = &g->all.at[i];
        codegen_rust_param *params = ARENA_ARRAY(memory, codegen_rust_param, kernel->n_params + 1);
        for (uint32_t k = 0; k < kernel->n_params; k++) {
            const lower_param *param = &kernel->params[k];
            params[k] = (codegen_rust_param){.name = param->name,
                                             .type = param->rust_type,
                                             .role = param->role,
                                             .element = param->type,
                                             .first_param = param->first_param,
                                             .n_params = param->n_params};
        }
        kernels[request.n_kernels++] = (codegen_rust_kernel){kernel->function, params, kernel->n_params};
    }
    if (request.n_kernels == 0) {
        compile_keep_text(g->kernels, RUSTG_OUTPUT_ADJOINT, "", 0);
        return;
    }
    const ir_module *module = &g->kernels->module;
    request.source = module->files.n ? module->files.at[module->functions.at[kernels[0].function].file] : "a file";
    const codegen_rust_answer answer = codegen_rust(&g->kernels->module, &request);
    if (!answer.refused) {
        compile_keep_text(g->kernels, RUSTG_OUTPUT_ADJOINT, answer.text.text, answer.text.n);
        return;
    }
    const lower_kernel *kernel = &g->all.at[n_given + answer.which];
    sema_report r = sema_error(&g->kernels->checked, RUSTG_DIAG_ADJOINT_TEXT, compile_gradient_span(g, kernel, 0));
    sema_arg(&r, "%s", g->kernels->module.functions.at[kernel->function].name);
    sema_arg(&r, "%s", answer.refused);
}

void compile_add_gradients(compile_kernels *kernels, lower *lowered)
{
    gradients g = {.kernels = kernels, .lowered = lowered};
    for (uint32_t i = 0; i < kernels->n_lowered; i++)
        vec_push(&kernels->memory, &g.all, kernels->lowered[i]);
    for (uint32_t i = 0; i < kernels->n_lowered; i++) {
        const lower_kernel *kernel = &kernels->lowered[i];
        if (kernel->kernel->adjoint || kernel->kernel->second || kernel->kernel->second_adjoint)
            compile_add_adjoint(&g, kernel);
        if (kernel->kernel->tangent)
            compile_add_gradient(&g, kernel, ADJOINT_TANGENT, false);
    }
    if (kernels->options.outputs & 1u << RUSTG_OUTPUT_ADJOINT)
        compile_gradient_text(&g, kernels->n_lowered);
    kernels->lowered = g.all.at;
    kernels->n_lowered = g.all.n;
}
