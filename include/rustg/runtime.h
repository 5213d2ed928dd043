/* runtime.h: devices, memory, streams, modules, launches, products, errors, profiles. */
#ifndef RUSTG_RUNTIME_H
#define RUSTG_RUNTIME_H

#include "attention.h"
#include "context.h"
#include "error_record.h"
#include "matmul.h"
#include "module.h"
#include "profile.h"
#include "split.h"

#endif
