/* diagnostic_kind.h: the kinds of diagnostics. Apart from diagnostic.h, since a new one is of interest to whoever names
 * one and to nobody else. */
#ifndef RUSTG_DIAGNOSTIC_KIND_H
#define RUSTG_DIAGNOSTIC_KIND_H

/* The columns are explained in diagnostic_kind.def. Values are pinned, and each below the count. */
typedef enum rustg_diagnostic_kind {
#define DIAG(value, name, code, message, label, note, help) RUSTG_DIAG_##name = value,
#include "diagnostic_kind.def"
    RUSTG_N_DIAGNOSTIC_KINDS = 0
#define DIAG(value, name, code, message, label, note, help) +1
#include "diagnostic_kind.def"
} rustg_diagnostic_kind;

#endif
