/* ir_text.h: declares the words of the text form that printer and reader share (docs/ir.md). */
#ifndef RUSTG_IR_TEXT_H
#define RUSTG_IR_TEXT_H

#include "ir/ir_table.h"

#define IR_TEXT_HEADER "rustg ir 1"

/* Writes floats in decimal if that reads back as the same bits, whatever the locale. room has 40 bytes. */
void ir_float_text(char *room, uint8_t kind, uint64_t bits);
bool ir_float_bits(const char *text, size_t n, uint8_t kind, uint64_t *bits);

#endif
