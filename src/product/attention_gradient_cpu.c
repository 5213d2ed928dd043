/* attention_gradient_cpu.c: the gradient of attention of the CPU device. A task has 64 queries of a head and goes over
 * their keys by blocks of 64, then others have 64 keys and go over the queries that see them; both make the weights and
 * their gradients anew, as f32. Keys and values lie across, so that all loops are over neighbours. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/parallel.h"
#include "product/attention_cpu.h"

/* keys, values: a block's, across. rows: its keys as they lie. sums, other_sums: of q_gradient, or of k_gradient and
 * v_gradient. */
typedef struct gradient_task {
    float keys[MOST_SIZE][SIDE], values[MOST_SIZE][SIDE], rows[SIDE][MOST_SIZE];
    float sums[SIDE][MOST_SIZE], other_sums[SIDE][MOST_SIZE];
} gradient_task;

typedef struct gradient_run {
    const attention_gradient *g;
    gradient_task *tasks; /* of threads */
    size_t tall;          /* tasks of a head */
} gradient_run;

/* A query, the gradient of its result, the logarithm of its sum, and the mean of all gradients of its weights. */
typedef struct gradient_query {
    float q[MOST_SIZE], gradient[MOST_SIZE], log, mean;
} gradient_query;

static void gradient_narrow(const attention *a, const float *from, float scale, uint16_t *to)
{
    const bool is_f16 = a->element == RUSTG_ELEMENT_F16;
    for (size_t d = 0; d < a->head_size; d++)
        to[d] = is_f16 ? half_to_f16(from[d] * scale) : half_to_bf16(from[d] * scale);
}

static void gradient_read_query(const attention_gradient *g, size_t batch, size_t head, size_t i, gradient_query *query)
{
    float o[MOST_SIZE];
    const float *logs = (const float *)(uintptr_t)g->of.log_sums;
    attention_widen(&g->of, attention_vector(&g->of.q, batch, head, i), query->q);
    attention_widen(&g->of, attention_vector(&g->o_gradient, batch, head, i), query->gradient);
    attention_widen(&g->of, attention_vector(&g->of.o, batch, head, i), o);
    query->log = logs[(batch * g->of.n_heads + head) * g->of.n_queries + i];
    query->mean = 0;
    for (size_t d = 0; d < g->of.head_size; d++)
        query->mean += query->gradient[d] * o[d];
}

/* n keys and their values from `first` on. */
static void gradient_read_block(const attention_gradient *g, gradient_task *task, size_t batch, size_t head,
                                size_t first, size_t n)
{
    memset(task->keys, 0, sizeof task->keys);
    memset(task->values, 0, sizeof task->values);
    for (size_t j = 0; j < n; j++) {
        float value[MOST_SIZE];
        attention_widen(&g->of, attention_vector(&g->of.k, batch, head, first + j), task->rows[j]);
        attention_widen(&g->of, attention_vector(&g->of.v, batch, head, first + j), value);
        for (size_t d = 0; d < g->of.head_size; d++) {
            task->keys[d][j] = task->rows[j][d];
            task->values[d][j] = value[d];
        }
    }
}

/* Weights of the block's first n keys, and the gradients of their products with the query. */
static void gradient_weigh(const attention *a, const gradient_task *task, const gradient_query *query, size_t n,
                           float *weights, float *changes)
{
    float scores[SIDE] = {0}, slopes[SIDE] = {0};
    for (size_t d = 0; d < a->head_size; d++)
        for (size_t j = 0; j < SIDE; j++) {
            scores[j] += query->q[d] * task->keys[d][j];
            slopes[j] += query->gradient[d] * task->values[d][j];
        }
    for (size_t j = 0; j < n; j++) {
        weights[j] = expf(scores[j] * a->scale - query->log);
        changes[j] = weights[j] * (slopes[j] - query->mean);
    }
}

static void gradient_of_queries(void *context, size_t index, uint32_t thread)
{
    const gradient_run *run = context;
    const attention_gradient *g = run->g;
    const attention *a = &g->of;
    gradient_task *task = &run->tasks[thread];
    const size_t head = index / run->tall % a->n_heads, batch = index / run->tall / a->n_heads;
    const size_t row = index % run->tall * SIDE, rows = attention_least(SIDE, a->n_queries - row);
    const size_t seen = attention_seen(a, row + rows - 1);
    memset(task->sums, 0, sizeof task->sums);
    for (size_t first = 0; first < seen; first += SIDE) {
        gradient_read_block(g, task, batch, head / a->sharing, first, attention_least(SIDE, a->n_keys - first));
        for (size_t i = 0; i < rows; i++) {
            const size_t own = attention_seen(a, row + i), n = own > first ? attention_least(SIDE, own - first) : 0;
            gradient_query query;
            float weights[SIDE], changes[SIDE];
            if (n == 0)
                continue;
            gradient_read_query(g, batch, head, row + i, &query);
            gradient_weigh(a, task, &query, n, weights, changes);
            for (size_t j = 0; j < n; j++)
                for (size_t d = 0; d < a->head_size; d++)
                    task->sums[i][d] += changes[j] * task->rows[j][d];
        }
    }
    for (size_t i = 0; i < rows; i++)
        gradient_narrow(a, task->sums[i], a->scale, attention_vector(&g->q_gradient, batch, head, row + i));
}

static void gradient_of_keys(void *context, size_t index, uint32_t thread)
{
    const gradient_run *run = context;
    const attention_gradient *g = run->g;
    const attention *a = &g->of;
    gradient_task *task = &run->tasks[thread];
    const size_t kv_head = index / run->tall % a->n_kv_heads, batch = index / run->tall / a->n_kv_heads;
    const size_t first = index % run->tall * SIDE, n_keys = attention_least(SIDE, a->n_keys - first);
    memset(task->sums, 0, sizeof task->sums);
    memset(task->other_sums, 0, sizeof task->other_sums);
    gradient_read_block(g, task, batch, kv_head, first, n_keys);
    for (size_t head = kv_head * a->sharing; head < (kv_head + 1) * a->sharing; head++)
        for (size_t i = 0; i < a->n_queries; i++) {
            const size_t seen = attention_seen(a, i), n = seen > first ? attention_least(n_keys, seen - first) : 0;
            gradient_query query;
            float weights[SIDE], changes[SIDE];
            if (n == 0)
                continue;
            gradient_read_query(g, batch, head, i, &query);
            gradient_weigh(a, task, &query, n, weights, changes);
            for (size_t j = 0; j < n; j++)
                for (size_t d = 0; d < a->head_size; d++) {
                    task->sums[j][d] += changes[j] * query.q[d];
                    task->other_sums[j][d] += weights[j] * query.gradient[d];
                }
        }
    for (size_t j = 0; j < n_keys; j++) {
        gradient_narrow(a, task->sums[j], a->scale, attention_vector(&g->k_gradient, batch, kv_head, first + j));
        gradient_narrow(a, task->other_sums[j], 1, attention_vector(&g->v_gradient, batch, kv_head, first + j));
    }
}

rustg_status attention_gradient_on_cpu(const attention_gradient *g, uint32_t n_threads, rustg_error *error)
{
    const attention *a = &g->of;
    gradient_run run = {.g = g, .tall = (a->n_queries + SIDE - 1) / SIDE};
    n_threads = n_threads > PARALLEL_MAX_THREADS ? PARALLEL_MAX_THREADS : n_threads;
    run.tasks = malloc(n_threads * sizeof *run.tasks);
    if (!run.tasks)
        return error_set(error, RUSTG_ERR_MEMORY, "out of memory for the gradient of attention");
    parallel_for(run.tall * a->n_heads * a->n_batch, n_threads, gradient_of_queries, &run);
    run.tall = (a->n_keys + SIDE - 1) / SIDE;
    parallel_for(run.tall * a->n_kv_heads * a->n_batch, n_threads, gradient_of_keys, &run);
    free(run.tasks);
    return RUSTG_OK;
}
