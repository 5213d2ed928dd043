/* status.c: has the texts and hints of statuses. */
#include "rustg/status.h"

const char *rustg_status_string(rustg_status status)
{
    switch (status) {
#define STATUS(name, value, text, hint)                                                                                \
    case RUSTG_##name: {                                                                                               \
        return text;                                                                                                   \
    }
#include "rustg/status.def"
    }
    return "unknown status";
}

const char *rustg_status_hint(rustg_status status)
{
    switch (status) {
#define STATUS(name, value, text, hint)                                                                                \
    case RUSTG_##name: {                                                                                               \
        return hint;                                                                                                   \
    }
#include "rustg/status.def"
    }
    return "";
}
