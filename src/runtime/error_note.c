/* error_note.c: explains errors of the driver, and keeps the recent ones. */
#include "runtime/error_note.h"
#include "base/global_lock.h"

#include <pthread.h>
#include <string.h>

#include "runtime/cuda_driver.h"

enum { NOTE_KEPT = 64 };

static struct {
    rustg_error kept[NOTE_KEPT];
    uint64_t n; /* of all times; the newest is kept[(n - 1) % NOTE_KEPT] */
    uint64_t counts[RUSTG_N_CATEGORIES];
} notes;

enum { KIND_PASSING, KIND_STICKY };
typedef enum hint {
#define HINT(name, text) HINT_##name,
#define ERROR(code, category, kind, hint)
#include "runtime/cuda_error.def"
    N_HINTS
} hint;

static const char *const hints[N_HINTS] = {
#define HINT(name, text) text,
#define ERROR(code, category, kind, hint)
#include "runtime/cuda_error.def"
};

typedef struct meaning {
    int32_t code;
    uint8_t category, kind, hint;
} meaning;

static meaning error_meaning_of(int32_t code)
{
    static const meaning rows[] = {
#define HINT(name, text)
#define ERROR(code, category, kind, hint) {code, RUSTG_CATEGORY_##category, KIND_##kind, HINT_##hint},
#include "runtime/cuda_error.def"
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].code == code)
            return rows[i];
    return (meaning){code, RUSTG_CATEGORY_DEVICE, KIND_PASSING, HINT_RETRY};
}

const char *cuda_error_hint(int32_t code)
{
    return hints[error_meaning_of(code).hint];
}

bool cuda_is_sticky(cuda_result result)
{
    return error_meaning_of(result).kind == KIND_STICKY;
}

rustg_error_category rustg_error_category_of(const rustg_error *error)
{
    if (!error)
        return RUSTG_CATEGORY_NONE;
    if (error->cuda_result)
        return (rustg_error_category)error_meaning_of(error->cuda_result).category;
    switch (error->status) {
    case RUSTG_OK: return RUSTG_CATEGORY_NONE;
    case RUSTG_ERR_MEMORY:
    case RUSTG_ERR_DEVICE_MEMORY: return RUSTG_CATEGORY_MEMORY;
    case RUSTG_ERR_IO: return RUSTG_CATEGORY_IO;
    case RUSTG_ERR_CANCELLED: return RUSTG_CATEGORY_CANCELLED;
    case RUSTG_ERR_NO_CUDA:
    case RUSTG_ERR_NO_NVRTC:
    case RUSTG_ERR_NO_LIBRARY:
    case RUSTG_ERR_NO_CC: return RUSTG_CATEGORY_INITIALIZATION;
    case RUSTG_ERR_DEVICE:
    case RUSTG_ERR_CUDA:
    case RUSTG_ERR_CUDA_STICKY: return RUSTG_CATEGORY_DEVICE;
    case RUSTG_ERR_PANIC:
    case RUSTG_ERR_DEADLOCK: return RUSTG_CATEGORY_LAUNCH;
    case RUSTG_ERR_SOURCE: return RUSTG_CATEGORY_COMPILE;
    case RUSTG_ERR_INTERNAL: return RUSTG_CATEGORY_INTERNAL;
    case RUSTG_ERR_ARGUMENT:
    case RUSTG_ERR_NOT_INITIALIZED:
    case RUSTG_ERR_CAPACITY:
    case RUSTG_ERR_TOO_LONG: return RUSTG_CATEGORY_USAGE;
    }
    return RUSTG_CATEGORY_INTERNAL; /* no status of this library */
}

const char *rustg_error_category_string(rustg_error_category category)
{
    static const char *const texts[RUSTG_N_CATEGORIES] = {
        [RUSTG_CATEGORY_NONE] = "none",
        [RUSTG_CATEGORY_USAGE] = "usage",
        [RUSTG_CATEGORY_INITIALIZATION] = "initialization",
        [RUSTG_CATEGORY_DEVICE] = "device",
        [RUSTG_CATEGORY_MEMORY] = "memory",
        [RUSTG_CATEGORY_LAUNCH] = "launch",
        [RUSTG_CATEGORY_COMPILE] = "compile",
        [RUSTG_CATEGORY_TRANSFER] = "transfer",
        [RUSTG_CATEGORY_STREAM] = "stream",
        [RUSTG_CATEGORY_IO] = "io",
        [RUSTG_CATEGORY_CANCELLED] = "cancelled",
        [RUSTG_CATEGORY_INTERNAL] = "internal",
    };
    return (unsigned)category < RUSTG_N_CATEGORIES ? texts[category] : "unknown";
}

int rustg_error_is_recoverable(const rustg_error *error)
{
    if (!error || error->status == RUSTG_OK)
        return 1;
    return error->status != RUSTG_ERR_CUDA_STICKY && error->status != RUSTG_ERR_INTERNAL;
}

int rustg_error_can_fallback(const rustg_error *error)
{
    switch (rustg_error_category_of(error)) {
    case RUSTG_CATEGORY_INITIALIZATION: return error->status != RUSTG_ERR_NO_CC;
    case RUSTG_CATEGORY_DEVICE:
    case RUSTG_CATEGORY_MEMORY: return error->status != RUSTG_ERR_MEMORY;
    case RUSTG_CATEGORY_LAUNCH: return error->cuda_result != 0;
    case RUSTG_CATEGORY_COMPILE:
    case RUSTG_CATEGORY_TRANSFER: return error->cuda_result != 0;
    case RUSTG_CATEGORY_NONE:
    case RUSTG_CATEGORY_USAGE:
    case RUSTG_CATEGORY_STREAM:
    case RUSTG_CATEGORY_IO:
    case RUSTG_CATEGORY_CANCELLED:
    case RUSTG_CATEGORY_INTERNAL:
    case RUSTG_N_CATEGORIES: break;
    }
    return 0;
}

void error_note(const rustg_error *error)
{
    if (!error || error->status == RUSTG_OK)
        return;
    global_lock(GLOBAL_LOCK_ERROR_NOTE);
    notes.kept[notes.n++ % NOTE_KEPT] = *error;
    notes.counts[rustg_error_category_of(error)]++;
    global_unlock(GLOBAL_LOCK_ERROR_NOTE);
}

rustg_status error_fail(rustg_error *error, rustg_status status, const char *format, ...)
{
    rustg_error own;
    va_list values;
    if (!error)
        error = &own;
    va_start(values, format);
    error_set_list(error, status, format, values);
    va_end(values);
    error_note(error);
    return status;
}

rustg_status error_refuse(rustg_error *error, const char *next, const char *format, ...)
{
    rustg_error own;
    va_list values;
    if (!error)
        error = &own;
    va_start(values, format);
    error_set_list(error, RUSTG_ERR_ARGUMENT, format, values);
    va_end(values);
    error_hint(error, "%s", next);
    error_note(error);
    return RUSTG_ERR_ARGUMENT;
}

size_t rustg_error_history(rustg_error *errors, size_t capacity)
{
    global_lock(GLOBAL_LOCK_ERROR_NOTE);
    size_t n = notes.n < NOTE_KEPT ? (size_t)notes.n : NOTE_KEPT;
    for (size_t i = 0; errors && i < n && i < capacity; i++)
        errors[i] = notes.kept[(notes.n - 1 - i) % NOTE_KEPT];
    global_unlock(GLOBAL_LOCK_ERROR_NOTE);
    return n;
}

void rustg_error_counts(uint64_t counts[RUSTG_N_CATEGORIES])
{
    global_lock(GLOBAL_LOCK_ERROR_NOTE);
    memcpy(counts, notes.counts, sizeof notes.counts);
    global_unlock(GLOBAL_LOCK_ERROR_NOTE);
}

void rustg_error_history_clear(void)
{
    global_lock(GLOBAL_LOCK_ERROR_NOTE);
    notes.n = 0;
    memset(notes.counts, 0, sizeof notes.counts);
    global_unlock(GLOBAL_LOCK_ERROR_NOTE);
}
