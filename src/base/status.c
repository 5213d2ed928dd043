/* status.c: has the texts of statuses. */
#include "rustg/status.h"

const char *rustg_status_string(rustg_status status)
{
    switch (status) {
#define STATUS(name, value, text)                                                                                      \
    case RUSTG_##name: {                                                                                               \
        return text;                                                                                                   \
    }
#include "rustg/status.def"
    }
    return "unknown status";
}
