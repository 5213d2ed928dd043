/* attention.c: implements rustg_attention and rustg_attention_backward: checks what is asked for and gives it to
 * whoever does it. */
#include "base/error.h"
#include "base/struct_size.h"
#include "compile/initialize.h"
#include "product/attention_checked.h"
#include "runtime/error_note.h"
#include "runtime/profile_record.h"
#include "runtime/runtime_objects.h"

enum { MOST_PARTS = 10 };

/* What a call is of: attention, or if is_backward its gradient, of which the former is a part. */
typedef struct attention_call {
    bool is_backward;
    attention_gradient what;
    attention_part parts[MOST_PARTS];
    size_t n_parts;
} attention_call;

typedef struct attention_work {
    bool is_backward;
    attention_gradient what;
} attention_work;

static rustg_status attention_cpu_work(rustg_stream *stream, void *payload, rustg_error *error)
{
    const attention_work *work = payload;
    uint32_t n_threads = 1;
    rustg_status status = library_threads(&n_threads, error);
    (void)stream;
    if (status != RUSTG_OK)
        return status;
    return work->is_backward ? attention_gradient_on_cpu(&work->what, n_threads, error)
                             : attention_on_cpu(&work->what.of, n_threads, error);
}

/* On the CPU device it is recorded as a kernel; those of CUDA are recorded by their launches. */
static rustg_status attention_cpu(rustg_stream *stream, const attention_call *call, rustg_error *error)
{
    profile_span span;
    const bool is_on = profile_is_on(stream->context);
    const attention *a = &call->what.of;
    const uint64_t n = a->n_batch * (2 * a->n_heads * a->n_queries + 2 * a->n_kv_heads * a->n_keys) * a->head_size;
    attention_work work = {.is_backward = call->is_backward, .what = call->what};
    if (is_on)
        profile_begin(stream, RUSTG_PROFILE_KERNEL, call->is_backward ? "attention_backward" : "attention",
                      n * rustg_element_size(a->element) * (call->is_backward ? 2 : 1), &span);
    rustg_status status = stream_run(stream, attention_cpu_work, &work, sizeof work, error);
    if (is_on)
        profile_end(stream, &span, status);
    return status;
}

static rustg_status attention_do(rustg_stream *stream, const attention_call *call, rustg_attention_info *info,
                                 rustg_error *error)
{
    rustg_status status = context_enter(stream->context, error);
    if (status != RUSTG_OK)
        return status;
    for (size_t i = 0; i < call->n_parts && status == RUSTG_OK; i++)
        status = buffer_note_use(call->parts[i].buffer, stream, call->parts[i].is_written, error);
    if (status == RUSTG_OK && !stream->context->driver) {
        info->kernel = "cpu";
        status = attention_cpu(stream, call, error);
    } else if (status == RUSTG_OK) {
        status = call->is_backward ? attention_gradient_by_kernels(stream, &call->what, &info->kernel, error)
                                   : attention_by_kernels(stream, &call->what.of, &info->kernel, error);
    }
    if (status == RUSTG_OK)
        runtime_submitted(stream);
    context_leave(stream->context);
    return status;
}

/* options has what the caller's have, and the call its sizes. */
static rustg_status attention_begin(const rustg_stream *stream, const rustg_attention_options *options,
                                    rustg_attention_info *info, rustg_attention_options *full, attention_call *call,
                                    rustg_error *error)
{
    rustg_error why;
    if (!stream || !options)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "%s is NULL", stream ? "options" : "stream");
    if ((info && struct_size_check(STRUCT_rustg_attention_info, info, "info", &why)) ||
        struct_size_read(STRUCT_rustg_attention_options, full, sizeof *full, options, "options", &why))
        return error_fail(error, RUSTG_ERR_ARGUMENT, "%s", why.message);
    *call = (attention_call){0};
    return attention_check_sizes(full, &call->what.of, error);
}

static rustg_status attention_end(rustg_stream *stream, const rustg_attention_options *options,
                                  const attention_call *call, bool is_empty, rustg_attention_info *info,
                                  rustg_error *error)
{
    rustg_attention_info done = {.backend = RUSTG_ATTENTION_OWN, .kernel = "none", .why = ""};
    if (options->backend == RUSTG_ATTENTION_LIBRARY) {
        error_fail(error, RUSTG_ERR_NO_LIBRARY, "no library of attention is opened");
        error_hint(error, "take RUSTG_ATTENTION_OWN or RUSTG_ATTENTION_AUTO");
        return RUSTG_ERR_NO_LIBRARY;
    }
    if (options->backend == RUSTG_ATTENTION_AUTO)
        done.why = "no library of attention is opened";
    rustg_status status = is_empty ? RUSTG_OK : attention_do(stream, call, &done, error);
    if (status == RUSTG_OK && info)
        struct_size_write(info, &done, sizeof done);
    return status;
}

static void attention_add_part(attention_call *call, const char *name, const rustg_heads *given,
                               attention_tensor *tensor, bool is_of_keys, bool is_written)
{
    const attention *a = &call->what.of;
    call->parts[call->n_parts++] = (attention_part){
        .name = name,
        .given = given,
        .tensor = tensor,
        .n = {a->n_batch, is_of_keys ? a->n_kv_heads : a->n_heads, is_of_keys ? a->n_keys : a->n_queries},
        .is_written = is_written};
}

static rustg_status attention_check(const rustg_stream *stream, const rustg_attention_options *options,
                                    attention_call *call, rustg_error *error)
{
    rustg_status status = RUSTG_OK;
    if (options->log_sums) {
        attention_part *part = &call->parts[call->n_parts++];
        part->is_written = !call->is_backward;
        status = attention_check_log_sums(stream->context, options, &call->what.of, part, error);
    }
    if (status == RUSTG_OK && call->is_backward && options->workspace)
        status = attention_check_workspace(stream->context, options, &call->what, &call->parts[call->n_parts++], error);
    return status == RUSTG_OK
               ? attention_check_parts(stream->context, &call->what.of, call->parts, call->n_parts, error)
               : status;
}

rustg_status rustg_attention(rustg_stream *stream, const rustg_attention_options *options, const rustg_heads *q,
                             const rustg_heads *k, const rustg_heads *v, const rustg_heads *o,
                             rustg_attention_info *info, rustg_error *error)
{
    attention_call call;
    rustg_attention_options full;
    rustg_status status = attention_begin(stream, options, info, &full, &call, error);
    if (status != RUSTG_OK)
        return status;
    attention *a = &call.what.of;
    attention_add_part(&call, "q", q, &a->q, false, false);
    attention_add_part(&call, "k", k, &a->k, true, false);
    attention_add_part(&call, "v", v, &a->v, true, false);
    attention_add_part(&call, "o", o, &a->o, false, true);
    status = attention_check(stream, &full, &call, error);
    if (status != RUSTG_OK)
        return status;
    return attention_end(stream, &full, &call, a->n_heads == 0 || a->n_queries == 0, info, error);
}

rustg_status rustg_attention_backward(rustg_stream *stream, const rustg_attention_options *options,
                                      const rustg_attention_gradients *tensors, rustg_attention_info *info,
                                      rustg_error *error)
{
    attention_call call;
    rustg_attention_options full;
    rustg_attention_gradients given;
    rustg_error why;
    rustg_status status = attention_begin(stream, options, info, &full, &call, error);
    if (status != RUSTG_OK)
        return status;
    if (!tensors)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "tensors is NULL");
    if (struct_size_read(STRUCT_rustg_attention_gradients, &given, sizeof given, tensors, "tensors", &why))
        return error_fail(error, RUSTG_ERR_ARGUMENT, "%s", why.message);
    if (!full.log_sums)
        return error_fail(error, RUSTG_ERR_ARGUMENT,
                          "options->log_sums is NULL; the gradient wants those that rustg_attention wrote");
    attention_gradient *g = &call.what;
    call.is_backward = true;
    attention_add_part(&call, "q", &given.q, &g->of.q, false, false);
    attention_add_part(&call, "k", &given.k, &g->of.k, true, false);
    attention_add_part(&call, "v", &given.v, &g->of.v, true, false);
    attention_add_part(&call, "o", &given.o, &g->of.o, false, false);
    attention_add_part(&call, "o_gradient", &given.o_gradient, &g->o_gradient, false, false);
    attention_add_part(&call, "q_gradient", &given.q_gradient, &g->q_gradient, false, true);
    attention_add_part(&call, "k_gradient", &given.k_gradient, &g->k_gradient, true, true);
    attention_add_part(&call, "v_gradient", &given.v_gradient, &g->v_gradient, true, true);
    status = attention_check(stream, &full, &call, error);
    if (status != RUSTG_OK)
        return status;
    const bool is_empty = g->of.n_heads == 0 || (g->of.n_queries == 0 && g->of.n_keys == 0);
    return attention_end(stream, &full, &call, is_empty, info, error);
}

uint64_t rustg_attention_backward_bytes(const rustg_attention_options *options)
{
    rustg_attention_options full;
    rustg_error why;
    attention a;
    if (!options || struct_size_read(STRUCT_rustg_attention_options, &full, sizeof full, options, "options", &why) ||
        attention_check_sizes(&full, &a, NULL) != RUSTG_OK)
        return 0;
    return attention_workspace_bytes(&a);
}
