/* profile_text.c: reports what was recorded as rows, as a table and as a trace. */
#include "runtime/profile_record.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "runtime/error_note.h"

static const char *const kind_names[RUSTG_N_PROFILE_KINDS] = {
    [RUSTG_PROFILE_KERNEL] = "kernel",     [RUSTG_PROFILE_COPY_TO] = "copy", [RUSTG_PROFILE_COPY_FROM] = "copy",
    [RUSTG_PROFILE_COPY_BETWEEN] = "copy", [RUSTG_PROFILE_FILL] = "fill",    [RUSTG_PROFILE_GRAPH] = "graph",
    [RUSTG_PROFILE_COMPILE] = "compile",   [RUSTG_PROFILE_RANGE] = "range",
};

static bool profile_is_of_host(rustg_profile_kind kind)
{
    return kind == RUSTG_PROFILE_COMPILE || kind == RUSTG_PROFILE_RANGE;
}

/* Sorts the longest first, and always in the same order. */
static int profile_by_total(const void *a, const void *b)
{
    const rustg_profile_row *x = a, *y = b;
    if (x->seconds_total != y->seconds_total)
        return x->seconds_total > y->seconds_total ? -1 : 1;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    return strcmp(x->name, y->name);
}

/* The caller holds the lock. Rows of names of which nothing was recorded are left out. */
static rustg_status profile_tell_rows(runtime_profile *profile, size_t *n_rows, rustg_error *error)
{
    rustg_profile_row *told = malloc((profile->n_rows + 1) * sizeof *told);
    size_t n = 0;
    if (!told)
        return error_fail(error, RUSTG_ERR_MEMORY, "out of memory for a profile");
    for (size_t i = 0; i < profile->n_rows; i++) {
        if (profile->rows[i].row.n == 0)
            continue;
        told[n] = profile->rows[i].row;
        told[n].occupancy /= (double)told[n].n;
        n++;
    }
    qsort(told, n, sizeof *told, profile_by_total);
    free(profile->told);
    profile->told = told;
    *n_rows = n;
    return RUSTG_OK;
}

rustg_status rustg_profile_rows(rustg_context *context, const rustg_profile_row **rows, size_t *n_rows,
                                rustg_error *error)
{
    if (!context || !rows || !n_rows)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "%s is NULL", !context ? "context" : rows ? "n_rows" : "rows");
    *rows = NULL;
    *n_rows = 0;
    runtime_profile *profile = context->profile;
    if (!profile)
        return RUSTG_OK;
    rustg_status status = profile_settle(context, error);
    if (status != RUSTG_OK)
        return status;
    pthread_mutex_lock(&profile->lock);
    status = profile_tell_rows(profile, n_rows, error);
    if (status == RUSTG_OK)
        *rows = profile->told;
    pthread_mutex_unlock(&profile->lock);
    return status;
}

/* ---- text; what does not fit is counted all the same ---- */

typedef struct text_out {
    char *buffer;
    size_t capacity, n;
} text_out;

static void profile_text_put_bytes(text_out *out, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n && out->n + i + 1 < out->capacity; i++)
        out->buffer[out->n + i] = bytes[i];
    out->n += n;
}

static void profile_text_put(text_out *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void profile_text_put(text_out *out, const char *format, ...)
{
    char line[320];
    va_list values;
    va_start(values, format);
    int n = vsnprintf(line, sizeof line, format, values);
    va_end(values);
    if (n > 0)
        profile_text_put_bytes(out, line, (size_t)n < sizeof line ? (size_t)n : sizeof line - 1);
}

static size_t profile_text_finish(text_out *out)
{
    if (out->capacity > 0)
        out->buffer[out->n < out->capacity ? out->n : out->capacity - 1] = 0;
    return out->n;
}

static void profile_put_device(text_out *out, const rustg_context *context)
{
    if (context->backend == RUSTG_BACKEND_CPU)
        profile_text_put(out, "the CPU device");
    else
        profile_text_put(out, "CUDA device %d", (int)context->ordinal);
}

enum { PROFILE_NAME_LEAST = 32, PROFILE_NAME_MOST = 200 };

/* The column of names is as wide as the longest. */
static int profile_name_width(const rustg_profile_row *rows, size_t n_rows)
{
    size_t width = PROFILE_NAME_LEAST;
    for (size_t i = 0; i < n_rows; i++) {
        const size_t n = strnlen(rows[i].name, PROFILE_NAME_MOST);
        width = n > width ? n : width;
    }
    return (int)width;
}

static void profile_put_row(text_out *out, const rustg_profile_row *row, int width)
{
    profile_text_put(out, "%-8s %-*.*s %9" PRIu64 " %12.3f %11.2f %11.2f %11.2f", kind_names[row->kind], width,
                     PROFILE_NAME_MOST, row->name, row->n, 1e3 * row->seconds_total, 1e6 * row->seconds_min,
                     1e6 * row->seconds_total / (double)row->n, 1e6 * row->seconds_max);
    if (row->n_bytes > 0 && row->seconds_total > 0)
        profile_text_put(out, " %9.2f", 1e-9 * (double)row->n_bytes / row->seconds_total);
    else if (row->occupancy > 0)
        profile_text_put(out, " %9s", "");
    if (row->occupancy > 0)
        profile_text_put(out, " %8.0f%%", 100 * row->occupancy);
    profile_text_put_bytes(out, "\n", 1);
}

size_t rustg_profile_text(rustg_context *context, char *buffer, size_t capacity)
{
    text_out out = {buffer, capacity, 0};
    runtime_profile *profile = context ? context->profile : NULL;
    size_t n_rows = 0;
    if (!profile)
        return profile_text_finish(&out);
    profile_settle(context, NULL);
    pthread_mutex_lock(&profile->lock);
    profile_text_put(&out, "profile of ");
    profile_put_device(&out, context);
    const bool is_told = profile_tell_rows(profile, &n_rows, NULL) == RUSTG_OK;
    const int width = profile_name_width(profile->told, n_rows);
    profile_text_put(&out, "\n%-8s %-*s %9s %12s %11s %11s %11s %9s %9s\n", "kind", width, "name", "n", "total ms",
                     "min us", "mean us", "max us", "GB/s", "occupancy");
    if (!is_told)
        profile_text_put(&out, "out of memory for the rows\n");
    for (size_t i = 0; i < n_rows; i++)
        profile_put_row(&out, &profile->told[i], width);
    if (n_rows == 0)
        profile_text_put(&out, "nothing was recorded\n");
    if (profile->n_lost > 0)
        profile_text_put(&out, "%" PRIu64 " pieces of work could not be recorded\n", profile->n_lost);
    if (profile->n_pending > 0)
        profile_text_put(&out, "%zu pieces of work are not done\n", profile->n_pending);
    pthread_mutex_unlock(&profile->lock);
    return profile_text_finish(&out);
}

/* ---- the trace ---- */

static void profile_put_json(text_out *out, const char *text)
{
    profile_text_put_bytes(out, "\"", 1);
    const uint32_t n_bytes = (uint32_t)strlen(text);
    for (uint32_t at = 0, length; at < n_bytes; at += length) {
        const uint32_t c = utf8_decode((const uint8_t *)text, n_bytes, at, &length);
        if (c < 0x20)
            profile_text_put(out, "\\u%04x", c);
        else if (c == '"' || c == '\\')
            profile_text_put(out, "\\%c", (char)c);
        else if (c == UTF8_INVALID)
            profile_text_put(out, "\\ufffd");
        else
            profile_text_put_bytes(out, text + at, length);
    }
    profile_text_put_bytes(out, "\"", 1);
}

/* Writes three decimals behind a point, in every locale. */
static void profile_put_decimal(text_out *out, const char *key, double value)
{
    int64_t thousandths = (int64_t)(value * 1000 + (value < 0 ? -0.5 : 0.5));
    uint64_t size = thousandths < 0 ? 0 - (uint64_t)thousandths : (uint64_t)thousandths;
    profile_text_put(out, "\"%s\":%s%" PRIu64 ".%03" PRIu64, key, thousandths < 0 ? "-" : "", size / 1000, size % 1000);
}

/* Times in microseconds. */
static void profile_put_record(text_out *out, const runtime_profile *profile, const profile_record *record)
{
    const rustg_profile_row *row = &profile->rows[record->row].row;
    profile_text_put(out, ",\n{\"ph\":\"X\",\"pid\":%d,\"tid\":%" PRIu64 ",", !profile_is_of_host(row->kind),
                     record->track);
    profile_put_decimal(out, "ts", 1e6 * record->begin);
    profile_text_put_bytes(out, ",", 1);
    profile_put_decimal(out, "dur", 1e6 * (record->end - record->begin));
    profile_text_put(out, ",\"cat\":\"%s\",\"name\":", kind_names[row->kind]);
    profile_put_json(out, row->name);
    profile_text_put(out, ",\"args\":{");
    if (record->n_bytes > 0)
        profile_text_put(out, "\"bytes\":%" PRIu64 "%s", record->n_bytes, record->occupancy > 0 ? "," : "");
    if (record->occupancy > 0)
        profile_put_decimal(out, "occupancy", (double)record->occupancy);
    profile_text_put_bytes(out, "}}", 2);
}

/* Names of the tracks, as far as they are few. */
static void profile_put_tracks(text_out *out, const runtime_profile *profile)
{
    enum { MOST_TRACKS = 64 };
    uint64_t told[MOST_TRACKS];
    size_t n = 0;
    for (size_t i = 0; i < profile->n_records && n < MOST_TRACKS; i++) {
        const profile_record *record = &profile->records[i];
        bool is_host = profile_is_of_host(profile->rows[record->row].row.kind);
        uint64_t track = 2 * record->track + is_host;
        size_t k = 0;
        while (k < n && told[k] != track)
            k++;
        if (k < n)
            continue;
        told[n++] = track;
        profile_text_put(out,
                         ",\n{\"ph\":\"M\",\"pid\":%d,\"tid\":%" PRIu64
                         ",\"name\":\"thread_name\",\"args\":{\"name\":\"%s %" PRIu64 "\"}}",
                         !is_host, record->track, is_host ? "thread" : "stream", record->track);
    }
}

size_t rustg_profile_trace(rustg_context *context, char *buffer, size_t capacity)
{
    text_out out = {buffer, capacity, 0};
    runtime_profile *profile = context ? context->profile : NULL;
    if (!context)
        return profile_text_finish(&out);
    profile_text_put(&out, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n"
                           "{\"ph\":\"M\",\"pid\":0,\"name\":\"process_name\",\"args\":{\"name\":\"host\"}},\n"
                           "{\"ph\":\"M\",\"pid\":1,\"name\":\"process_name\",\"args\":{\"name\":\"");
    profile_put_device(&out, context);
    profile_text_put(&out, "\"}}");
    if (profile) {
        profile_settle(context, NULL);
        pthread_mutex_lock(&profile->lock);
        profile_put_tracks(&out, profile);
        for (size_t i = 0; i < profile->n_records; i++)
            profile_put_record(&out, profile, &profile->records[i]);
        profile_text_put(&out, "\n],\"otherData\":{\"lost\":%" PRIu64 ",\"untraced\":%" PRIu64 "}}\n", profile->n_lost,
                         profile->n_untraced);
        pthread_mutex_unlock(&profile->lock);
    } else {
        profile_text_put(&out, "\n]}\n");
    }
    return profile_text_finish(&out);
}
