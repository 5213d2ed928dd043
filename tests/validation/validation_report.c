/* validation_report.c: see validation_report.h. */
#define _GNU_SOURCE
#include "validation/validation_report.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum basis { FIXED, BANDWIDTH, COPY, LOOP, THREADS };
enum sense { LEAST, MOST };

static const struct {
    const char *text, *unit;
    enum sense sense;
    double bound;
    enum basis basis;
    const char *why;
} expectations[] = {
#define EXPECT(id, text, unit, sense, bound, basis, why) {text, unit, sense, bound, basis, why},
#include "validation/validation.def"
};

static const char *const verdict_names[N_VERDICTS] = {"ok", "below", "wrong", "skipped"};

double report_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

int samples_want(const samples *s)
{
    double sum = 0;
    for (size_t i = 0; i < s->n; i++)
        sum += s->seconds[i];
    return s->n < 3 || (s->n < SAMPLES_MAX && sum < 0.15);
}

void samples_add(samples *s, double seconds)
{
    if (s->n < SAMPLES_MAX)
        s->seconds[s->n++] = seconds > 1e-9 ? seconds : 1e-9;
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double samples_least(const samples *s)
{
    double least = s->n > 0 ? s->seconds[0] : 0;
    for (size_t i = 1; i < s->n; i++)
        if (s->seconds[i] < least)
            least = s->seconds[i];
    return least;
}

static double samples_median(const samples *s)
{
    samples sorted = *s;
    if (s->n == 0)
        return 0;
    qsort(sorted.seconds, sorted.n, sizeof *sorted.seconds, compare_doubles);
    return sorted.seconds[sorted.n / 2];
}

static int usage(const char *program, FILE *to)
{
    fprintf(
        to,
        "usage: %s [--json] [--strict] [--device all|cpu|cuda]\n"
        "Checks this machine with rustg and prints a report.\n"
        "Exit status: 0 all is right, 1 something is wrong (with --strict also: below expectation), 2 a wrong call.\n",
        program);
    return to == stdout ? 1 : 3;
}

int report_begin(report *r, const char *program, int argc, char **argv)
{
    memset(r, 0, sizeof *r);
    r->program = program;
    r->with_cpu = r->with_cuda = 1;
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i];
        if (strcmp(word, "--json") == 0)
            r->as_json = 1;
        else if (strcmp(word, "--strict") == 0)
            r->is_strict = 1;
        else if (strcmp(word, "--help") == 0)
            return usage(program, stdout);
        else if (strcmp(word, "--device") == 0 && i + 1 < argc && strcmp(argv[i + 1], "all") == 0)
            i++;
        else if (strcmp(word, "--device") == 0 && i + 1 < argc && strcmp(argv[i + 1], "cpu") == 0)
            i++, r->with_cuda = 0;
        else if (strcmp(word, "--device") == 0 && i + 1 < argc && strcmp(argv[i + 1], "cuda") == 0)
            i++, r->with_cpu = 0;
        else
            return usage(program, stderr);
    }
    return 0;
}

static finding *add(report *r, const char *section, const char *device, const char *name)
{
    static finding lost;
    finding *f = r->n < REPORT_MAX ? &r->findings[r->n++] : &lost;
    r->n_lost += f == &lost;
    memset(f, 0, sizeof *f);
    f->section = section;
    snprintf(f->device, sizeof f->device, "%s", device);
    snprintf(f->name, sizeof f->name, "%s", name);
    return f;
}

/* What the figures themselves say of a value that misses. */
static void explain(finding *f, expectation what, const samples *s)
{
    double least = samples_least(s), median = samples_median(s), load = 0;
    int n = snprintf(f->why, sizeof f->why, "%s", expectations[what].why);
    if (n > 0 && median > 1.5 * least)
        n += snprintf(f->why + n, sizeof f->why - (size_t)n,
                      "; the median pass took %.1f times the best: something else is running", median / least);
    rustg_device_info host = {.struct_size = sizeof host};
    if (n > 0 && (size_t)n < sizeof f->why && getloadavg(&load, 1) == 1 &&
        rustg_device_info_get(0, &host, NULL) == RUSTG_OK && load > 0.5 * host.n_multiprocessors + 1)
        n += snprintf(f->why + n, sizeof f->why - (size_t)n,
                      "; the load average is %.1f on %" PRId32 " hardware threads", load, host.n_multiprocessors);
#ifndef __OPTIMIZE__
    if (n > 0 && (size_t)n < sizeof f->why)
        snprintf(f->why + n, sizeof f->why - (size_t)n, "; this build is not optimized");
#endif
}

void report_measured(report *r, const char *section, const char *device, expectation what, double value, double whole,
                     const samples *s)
{
    finding *f = add(r, section, device, expectations[what].text);
    f->unit = expectations[what].unit;
    f->value = value;
    f->is_most = expectations[what].sense == MOST;
    f->bound = expectations[what].bound * (expectations[what].basis == FIXED ? 1 : whole);
    if (f->bound > 0 && (f->is_most ? value > f->bound : value < f->bound)) {
        f->verdict = VERDICT_BELOW;
        explain(f, what, s);
    } else if (f->bound <= 0) {
        snprintf(f->why, sizeof f->why, "nothing is expected: the device does not tell its bandwidth");
    }
}

void report_verdict(report *r, const char *section, const char *device, const char *name, verdict v, const char *why)
{
    finding *f = add(r, section, device, name);
    f->verdict = v;
    snprintf(f->why, sizeof f->why, "%s", why);
}

void report_failed(report *r, const char *section, const char *device, const char *name, const rustg_error *error)
{
    rustg_status status = error->status;
    verdict v = status == RUSTG_ERR_NO_CUDA || status == RUSTG_ERR_NO_NVRTC || status == RUSTG_ERR_NO_CC
                    ? VERDICT_SKIPPED
                    : VERDICT_WRONG;
    finding *f = add(r, section, device, name);
    f->verdict = v;
    snprintf(f->why, sizeof f->why, "%s%s%s", error->message[0] ? error->message : rustg_status_string(status),
             error->hint[0] ? "; " : "", error->hint);
}

void device_text(const rustg_device_info *info, char text[32])
{
    if (info->backend == RUSTG_BACKEND_CUDA)
        snprintf(text, 32, "cuda:%" PRId32, info->ordinal);
    else
        snprintf(text, 32, "cpu");
}

int device_wanted(report *r, const rustg_device_info *info)
{
    int is_cuda = info->backend == RUSTG_BACKEND_CUDA;
    return is_cuda ? r->with_cuda : r->with_cpu;
}

static void json_string(const char *text)
{
    putchar('"');
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        if (*c == '"' || *c == '\\')
            printf("\\%c", *c);
        else if (*c < 0x20)
            printf("\\u%04x", *c);
        else
            putchar(*c);
    }
    putchar('"');
}

/* Every field of rustg_device_info, by one list: NUMBER for integers, TEXT for strings. */
#define DEVICE_FIELDS(NUMBER, TEXT)                                                                                    \
    NUMBER(ordinal, "ordinal")                                                                                         \
    TEXT(name, "name")                                                                                                 \
    NUMBER(compute_major, "compute capability, major")                                                                 \
    NUMBER(compute_minor, "compute capability, minor")                                                                 \
    NUMBER(n_multiprocessors, "multiprocessors or hardware threads")                                                   \
    NUMBER(l2_bytes, "L2 bytes")                                                                                       \
    NUMBER(memory_total, "memory bytes")                                                                               \
    NUMBER(memory_free, "memory bytes free")                                                                           \
    NUMBER(memory_bandwidth, "theoretical memory bandwidth, bytes/s")                                                  \
    NUMBER(usable, "usable by rustg's engine")                                                                         \
    TEXT(reason, "reason or instructions used") NUMBER(peers, "peers, a bit each")

static void print_device(const report *r, const rustg_device_info *info, size_t index)
{
    char device[32];
    device_text(info, device);
    if (r->as_json) {
        printf("%s\n  {\"device\": \"%s\"", index == 0 ? "" : ",", device);
#define NUMBER(field, text) printf(", \"" #field "\": %" PRIi64, (int64_t)info->field);
#define TEXT(field, text)   fputs(", \"" #field "\": ", stdout), json_string(info->field);
        DEVICE_FIELDS(NUMBER, TEXT)
#undef NUMBER
#undef TEXT
#define ATTRIBUTE(field, cuda, number, text) printf(", \"" #field "\": %" PRId32, info->field);
#include "rustg/device_attribute.def"
        fputs(", \"uuid\": \"", stdout);
        for (int i = 0; i < 16; i++)
            printf("%02x", info->uuid[i]);
        fputs("\"}", stdout);
        return;
    }
    printf("device %s\n", device);
#define NUMBER(field, text) printf("  %-44s %" PRIi64 "\n", text, (int64_t)info->field);
#define TEXT(field, text)   printf("  %-44s %s\n", text, info->field);
    DEVICE_FIELDS(NUMBER, TEXT)
#undef NUMBER
#undef TEXT
#define ATTRIBUTE(field, cuda, number, text) printf("  %-44s %" PRId32 "\n", text, info->field);
#include "rustg/device_attribute.def"
    printf("  %-44s ", "uuid");
    for (int i = 0; i < 16; i++)
        printf("%02x", info->uuid[i]);
    putchar('\n');
}

static void print_finding_json(const finding *f, size_t index)
{
    printf("%s\n  {\"section\": \"%s\", \"device\": \"%s\", \"name\": ", index == 0 ? "" : ",", f->section, f->device);
    json_string(f->name);
    if (f->unit)
        printf(", \"value\": %.6g, \"unit\": \"%s\"", f->value, f->unit);
    if (f->unit && f->bound > 0)
        printf(", \"expected\": %.6g, \"sense\": \"%s\"", f->bound, f->is_most ? "most" : "least");
    printf(", \"verdict\": \"%s\", \"why\": ", verdict_names[f->verdict]);
    json_string(f->why);
    putchar('}');
}

static void print_finding_text(const finding *f)
{
    printf("%-11s %-8s %-52s %-8s", f->section, f->device, f->name, verdict_names[f->verdict]);
    if (f->unit)
        printf(" %10.4g %s", f->value, f->unit);
    if (f->unit && f->bound > 0)
        printf(" (at %s %.4g)", f->is_most ? "most" : "least", f->bound);
    putchar('\n');
    if (f->why[0] && (f->verdict != VERDICT_OK || f->unit))
        printf("%20s %s\n", "", f->why);
}

int report_end(report *r)
{
    size_t counts[N_VERDICTS] = {0}, n_devices = rustg_device_count();
    if (r->with_cuda && n_devices <= 1)
        report_verdict(r, "devices", "cuda", "a CUDA device", VERDICT_SKIPPED, rustg_driver_missing());
    if (r->n_lost > 0)
        report_verdict(r, "report", "host", "all findings fit", VERDICT_WRONG, "");
    for (size_t i = 0; i < r->n; i++)
        counts[r->findings[i].verdict]++;
    counts[VERDICT_WRONG] += r->n_lost > 0;
    if (r->as_json)
        printf("{\"program\": \"%s\", \"rustg\": \"%s\",\n\"devices\": [", r->program, rustg_version());
    else
        printf("%s, rustg %s\n", r->program, rustg_version());
    for (size_t i = 0; i < n_devices; i++) {
        rustg_device_info info = {.struct_size = sizeof info};
        if (rustg_device_info_get(i, &info, NULL) == RUSTG_OK)
            print_device(r, &info, i);
    }
    if (r->as_json) {
        fputs("],\n\"cuda_missing\": ", stdout);
        json_string(rustg_cuda_missing());
        fputs(",\n\"driver_missing\": ", stdout);
        json_string(rustg_driver_missing());
        fputs(",\n\"findings\": [", stdout);
    }
    for (size_t i = 0; i < r->n; i++)
        if (r->as_json)
            print_finding_json(&r->findings[i], i);
        else
            print_finding_text(&r->findings[i]);
    if (r->as_json)
        printf("],\n\"ok\": %zu, \"below\": %zu, \"wrong\": %zu, \"skipped\": %zu}\n", counts[VERDICT_OK],
               counts[VERDICT_BELOW], counts[VERDICT_WRONG], counts[VERDICT_SKIPPED]);
    else
        printf("%zu ok, %zu below expectation, %zu wrong, %zu skipped\n", counts[VERDICT_OK], counts[VERDICT_BELOW],
               counts[VERDICT_WRONG], counts[VERDICT_SKIPPED]);
    return counts[VERDICT_WRONG] > 0 || (r->is_strict && counts[VERDICT_BELOW] > 0);
}
