/* site_texts.c: what panic messages say of floats and characters, for site_text_test.py. Lines `f32 BITS`, `f64 BITS`,
 * `char CODE` come in; the text of {} and {:?}, separated by a tab, goes out for each. */
#include <inttypes.h>
#include <stdio.h>

#include "ir/ir.h"

int main(void)
{
    char kind[8], message[64], text[2048];
    uint64_t operands[IR_MOST_OPERANDS] = {0};
    while (scanf("%7s %" SCNu64, kind, &operands[0]) == 2) {
        operands[1] = operands[0];
        snprintf(message, sizeof message, "{%s}\t{%s?}", kind, kind);
        const ir_site site = {.message = message};
        ir_site_text(&site, operands, text, sizeof text);
        puts(text);
    }
    return 0;
}
