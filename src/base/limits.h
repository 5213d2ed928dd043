/* limits.h: the values of limits.def, as constants LIMIT_NAME. */
#ifndef RUSTG_LIMITS_H
#define RUSTG_LIMITS_H

#include <stdint.h>

enum {
#define LIMIT(name, value, kind, shown, option, text) LIMIT_##name = (value),
#include "rustg/limits.def"
};

#endif
