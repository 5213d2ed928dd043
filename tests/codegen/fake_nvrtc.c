/* fake_nvrtc.c: libnvrtc.so.12 for machines that have another, with the functions, architectures and options of
 * CUDA 12. What it makes of a text is PTX, or an ELF header, with the entries whose names the text declares and nothing
 * in them. Environment, read at each call:
 *   FAKE_NVRTC_VERSION  "12.0" by default; it decides the PTX's .version and whether --minimal is known (12.4)
 *   FAKE_NVRTC_FAIL     what nvrtcCompileProgram answers
 *   FAKE_NVRTC_PTX=1    a cubin is the PTX too, which the fake driver loads
 *   FAKE_NVRTC_GLOBALS  lines of PTX before the entries: variables, which the fake driver finds */
#define _GNU_SOURCE
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#pragma GCC visibility push(default)

typedef struct program {
    char *text, *made;
    size_t n_made;
    bool is_cubin; /* beside PTX, as NVRTC has both for a real architecture */
    char log[256];
} program;

static void version(int *major, int *minor)
{
    const char *own = getenv("FAKE_NVRTC_VERSION");
    *major = 12;
    *minor = 0;
    if (own)
        sscanf(own, "%d.%d", major, minor);
}

int nvrtcVersion(int *major, int *minor);
int nvrtcVersion(int *major, int *minor)
{
    version(major, minor);
    return 0;
}

static const int known_archs[] = {50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 89, 90};
enum { N_ARCHS = sizeof known_archs / sizeof known_archs[0] };

int nvrtcGetNumSupportedArchs(int *n);
int nvrtcGetNumSupportedArchs(int *n)
{
    *n = N_ARCHS;
    return 0;
}

int nvrtcGetSupportedArchs(int *archs);
int nvrtcGetSupportedArchs(int *archs)
{
    memcpy(archs, known_archs, sizeof known_archs);
    return 0;
}

int nvrtcCreateProgram(program **made, const char *text, const char *name, int n_headers, const char *const *headers,
                       const char *const *names);
int nvrtcCreateProgram(program **made, const char *text, const char *name, int n_headers, const char *const *headers,
                       const char *const *names)
{
    (void)name, (void)n_headers, (void)headers, (void)names;
    *made = calloc(1, sizeof **made);
    (*made)->text = strdup(text);
    return 0;
}

int nvrtcDestroyProgram(program **of);
int nvrtcDestroyProgram(program **of)
{
    free((*of)->text);
    free((*of)->made);
    free(*of);
    *of = NULL;
    return 0;
}

/* 5: NVRTC_ERROR_INVALID_OPTION, as for an architecture that is not known. */
static int check_option(program *p, const char *option, int minor, int *arch, bool *is_cubin)
{
    static const char *const known[] = {
        "--std=c++17",     "--disable-warnings", "--fmad=false",     "--generate-line-info",
        "--use_fast_math", "--maxrregcount=",    "--ptxas-options=", "--define-macro="};
    if (sscanf(option, "--gpu-architecture=sm_%d", arch) == 1 ||
        sscanf(option, "--gpu-architecture=compute_%d", arch) == 1) {
        *is_cubin = strstr(option, "=sm_") != NULL;
        for (int i = 0; i < N_ARCHS; i++)
            if (known_archs[i] == *arch)
                return 0;
    }
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strncmp(option, known[i], strlen(known[i])) == 0)
            return 0;
    if (minor >= 4 && strcmp(option, "--minimal") == 0)
        return 0;
    snprintf(p->log, sizeof p->log, "nvrtc: error: unrecognized option %s found\n", option);
    return 5;
}

/* What rustg writes: `__global__ void __launch_bounds__(64, 2) NAME(u8 *__restrict__ a, u32 n)`; C++ by hand may be so
 * too. */
static void write_entry(FILE *out, const char *at)
{
    static const char bounds[] = " void __launch_bounds__(";
    if (strncmp(at, bounds, strlen(bounds)) == 0)
        at = strchr(at, ')') + 1;
    const char *open = strchr(at, '('), *name = open, *close = strchr(open, ')');
    while (name[-1] != ' ')
        name--;
    fprintf(out, ".visible .entry %.*s(", (int)(open - name), name);
    for (const char *param = open + 1, *end; param < close; param = end + 1) {
        end = param + strcspn(param, ",)");
        const bool is_wide =
            memchr(param, '*', (size_t)(end - param)) || memmem(param, (size_t)(end - param), "64 ", 3);
        fprintf(out, "%s.param .u%d p%d", param > open + 1 ? ", " : "", is_wide ? 64 : 32, (int)(param - open));
    }
    fputs(")\n{ ret; }\n", out);
}

static void write_ptx(program *p, int minor, int arch)
{
    FILE *out = open_memstream(&p->made, &p->n_made);
    fprintf(out, ".version 8.%d\n.target sm_%d\n.address_size 64\n", minor, arch);
    if (getenv("FAKE_NVRTC_GLOBALS"))
        fprintf(out, "%s\n", getenv("FAKE_NVRTC_GLOBALS"));
    for (const char *at = strstr(p->text, "__global__"); at; at = strstr(at + 1, "__global__"))
        write_entry(out, at + strlen("__global__"));
    fputc(0, out);
    fclose(out);
}

int nvrtcCompileProgram(program *p, int n_options, const char *const *options);
int nvrtcCompileProgram(program *p, int n_options, const char *const *options)
{
    int major, minor, arch = 52;
    bool is_cubin = false;
    version(&major, &minor);
    if (getenv("FAKE_NVRTC_FAIL"))
        return atoi(getenv("FAKE_NVRTC_FAIL"));
    for (int i = 0; i < n_options; i++) {
        if (strcmp(options[i], "--include-path") == 0) { /* the folder is the next word */
            i++;
            continue;
        }
        int wrong = check_option(p, options[i], minor, &arch, &is_cubin);
        if (wrong)
            return wrong;
    }
    write_ptx(p, minor, arch);
    p->is_cubin = is_cubin && !getenv("FAKE_NVRTC_PTX");
    return 0;
}

static const char cubin[64] = "\177ELF\2\1\1";

int nvrtcGetPTXSize(program *p, size_t *n);
int nvrtcGetPTXSize(program *p, size_t *n)
{
    *n = p->n_made;
    return 0;
}

int nvrtcGetPTX(program *p, char *text);
int nvrtcGetPTX(program *p, char *text)
{
    memcpy(text, p->made, p->n_made);
    return 0;
}

int nvrtcGetCUBINSize(program *p, size_t *n);
int nvrtcGetCUBINSize(program *p, size_t *n)
{
    *n = p->is_cubin ? sizeof cubin : p->n_made;
    return 0;
}

int nvrtcGetCUBIN(program *p, char *bytes);
int nvrtcGetCUBIN(program *p, char *bytes)
{
    memcpy(bytes, p->is_cubin ? cubin : p->made, p->is_cubin ? sizeof cubin : p->n_made);
    return 0;
}

int nvrtcGetProgramLogSize(program *p, size_t *n);
int nvrtcGetProgramLogSize(program *p, size_t *n)
{
    *n = strlen(p->log) + 1;
    return 0;
}

int nvrtcGetProgramLog(program *p, char *text);
int nvrtcGetProgramLog(program *p, char *text)
{
    memcpy(text, p->log, strlen(p->log) + 1);
    return 0;
}
