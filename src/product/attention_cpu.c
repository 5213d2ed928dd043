/* attention_cpu.c: attention of the CPU device. A task has 64 queries of a head and takes keys and values by blocks of
 * 64, as f32; the keys lie across, so that all loops are over neighbours. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/parallel.h"
#include "product/attention_cpu.h"

typedef struct attention_task {
    float q[SIDE][MOST_SIZE], keys[MOST_SIZE][SIDE], values[SIDE][MOST_SIZE], sums[SIDE][MOST_SIZE];
    float greatest[SIDE], totals[SIDE];
} attention_task;

typedef struct attention_run {
    const attention *a;
    attention_task *tasks; /* of threads */
    size_t tall;           /* tasks of a head */
} attention_run;

/* Keys and values from `first` on. */
static void attention_read_block(const attention *a, attention_task *task, size_t batch, size_t head, size_t first,
                                 size_t n)
{
    for (size_t j = 0; j < n; j++) {
        float key[MOST_SIZE];
        attention_widen(a, attention_vector(&a->k, batch, head, first + j), key);
        attention_widen(a, attention_vector(&a->v, batch, head, first + j), task->values[j]);
        for (size_t d = 0; d < a->head_size; d++)
            task->keys[d][j] = key[d];
    }
}

/* Query i of the task sees n keys of the block. */
static void attention_add_block(const attention *a, attention_task *task, size_t i, size_t n)
{
    float scores[SIDE] = {0}, greatest = task->greatest[i], *sums = task->sums[i];
    for (size_t d = 0; d < a->head_size; d++)
        for (size_t j = 0; j < SIDE; j++)
            scores[j] += task->q[i][d] * task->keys[d][j];
    for (size_t j = 0; j < n; j++)
        greatest = scores[j] > greatest ? scores[j] : greatest;
    const float from = greatest == -INFINITY ? 0 : greatest * a->scale;
    const float worth = expf(task->greatest[i] * a->scale - from);
    task->greatest[i] = greatest;
    task->totals[i] *= worth;
    for (size_t d = 0; d < a->head_size; d++)
        sums[d] *= worth;
    for (size_t j = 0; j < n; j++) {
        const float weight = expf(scores[j] * a->scale - from);
        task->totals[i] += weight;
        for (size_t d = 0; d < a->head_size; d++)
            sums[d] += weight * task->values[j][d];
    }
}

static void attention_do_task(void *context, size_t index, uint32_t thread)
{
    const attention_run *run = context;
    const attention *a = run->a;
    attention_task *task = &run->tasks[thread];
    const size_t head = index / run->tall % a->n_heads, batch = index / run->tall / a->n_heads;
    const size_t row = index % run->tall * SIDE, rows = attention_least(SIDE, a->n_queries - row);
    memset(task->keys, 0, sizeof task->keys);
    memset(task->sums, 0, sizeof task->sums);
    for (size_t i = 0; i < rows; i++) {
        attention_widen(a, attention_vector(&a->q, batch, head, row + i), task->q[i]);
        task->greatest[i] = -INFINITY;
        task->totals[i] = 0;
    }
    const size_t seen = attention_seen(a, row + rows - 1);
    for (size_t first = 0; first < seen; first += SIDE) {
        attention_read_block(a, task, batch, head / a->sharing, first, attention_least(SIDE, a->n_keys - first));
        for (size_t i = 0; i < rows; i++) {
            const size_t own = attention_seen(a, row + i);
            if (own > first)
                attention_add_block(a, task, i, attention_least(SIDE, own - first));
        }
    }
    for (size_t i = 0; i < rows; i++) {
        uint16_t *to = (uint16_t *)(uintptr_t)attention_vector(&a->o, batch, head, row + i);
        const float share = task->totals[i] == 0 ? 0 : 1 / task->totals[i];
        if (a->log_sums)
            ((float *)(uintptr_t)a->log_sums)[(batch * a->n_heads + head) * a->n_queries + row + i] =
                task->totals[i] == 0 ? -INFINITY : task->greatest[i] * a->scale + logf(task->totals[i]);
        for (size_t d = 0; d < a->head_size; d++)
            to[d] = a->element == RUSTG_ELEMENT_F16 ? half_to_f16(task->sums[i][d] * share)
                                                    : half_to_bf16(task->sums[i][d] * share);
    }
}

rustg_status attention_on_cpu(const attention *a, uint32_t n_threads, rustg_error *error)
{
    attention_run run = {.a = a, .tall = (a->n_queries + SIDE - 1) / SIDE};
    n_threads = n_threads > PARALLEL_MAX_THREADS ? PARALLEL_MAX_THREADS : n_threads;
    run.tasks = malloc(n_threads * sizeof *run.tasks);
    if (!run.tasks)
        return error_set(error, RUSTG_ERR_MEMORY, "out of memory for attention");
    parallel_for(run.tall * a->n_heads * a->n_batch, n_threads, attention_do_task, &run);
    free(run.tasks);
    return RUSTG_OK;
}
