/* parse_untyped.h: what a parameter without a type was probably meant to be. */
#ifndef RUSTG_PARSE_UNTYPED_H
#define RUSTG_PARSE_UNTYPED_H

#include "parser/diagnose/parse_context.h"

/* Adds suggestions to the row of an error that the rule fn_params has found in the place of a parameter's colon. */
void untyped_suggest(const parse_context *way);

#endif
