/* validation_report.h: what a validation finds, told as text or as JSON. Uses rustg's public headers alone. */
#ifndef VALIDATION_REPORT_H
#define VALIDATION_REPORT_H

#include <stddef.h>

#include "rustg/rustg.h"

typedef enum expectation {
#define EXPECT(id, text, unit, sense, bound, basis, why) EXPECT_##id,
#include "validation/validation.def"
    N_EXPECTATIONS
} expectation;

typedef enum verdict { VERDICT_OK, VERDICT_BELOW, VERDICT_WRONG, VERDICT_SKIPPED, N_VERDICTS } verdict;

/* One finding.
 *   device     "cpu", "cuda:0"; "host" for what no device does
 *   value      measured; bound: what is expected of it, 0 where nothing is
 *   unit       NULL where nothing was measured: then verdict and why are all there is
 *   is_most    the bound is an upper one */
typedef struct finding {
    char device[32], name[96], why[800];
    const char *section, *unit;
    double value, bound;
    int is_most;
    verdict verdict;
} finding;

enum { REPORT_MAX = 256, SAMPLES_MAX = 64 };

typedef struct report {
    const char *program;
    int as_json, is_strict, with_cpu, with_cuda;
    size_t n;
    finding findings[REPORT_MAX];
    size_t n_lost; /* findings past REPORT_MAX */
} report;

/* Times of one thing, in seconds. */
typedef struct samples {
    double seconds[SAMPLES_MAX];
    size_t n;
} samples;

double report_now(void);
/* Nonzero while more times are wanted: at least three, then until 0.15 s are measured. */
int samples_want(const samples *s);
void samples_add(samples *s, double seconds);
double samples_least(const samples *s);

/* --json, --strict, --device; answers 0 to go on, else the exit status plus 1. */
int report_begin(report *r, const char *program, int argc, char **argv);

/* A value: amount / least time, or for units of time the least time itself in them.
 * whole: what basis names, 0 where it is not known: then nothing is expected */
void report_measured(report *r, const char *section, const char *device, expectation what, double value, double whole,
                     const samples *s);
void report_verdict(report *r, const char *section, const char *device, const char *name, verdict v, const char *why);
/* As report_verdict with VERDICT_WRONG, or with _SKIPPED where the status says that something is not on this machine.
 */
void report_failed(report *r, const char *section, const char *device, const char *name, const rustg_error *error);

/* Prints all of it. Returns the exit status: 0; 1 where something is wrong, or with --strict below expectation. */
int report_end(report *r);

/* "cpu", "cuda:0" */
void device_text(const rustg_device_info *info, char text[32]);
/* Nonzero where the device is to be validated: --device allows it and it can run kernels. Else a reason is reported. */
int device_wanted(report *r, const rustg_device_info *info);

#endif
