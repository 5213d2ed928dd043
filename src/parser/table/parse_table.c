/* parse_table.c: the bytes of the grammar's table; PARSE_TABLE_FILE is what gen_parse_table wrote. */
#include "parser/table/parse_table.h"

__asm__(".pushsection .rodata\n"
        ".balign 64\n"
        ".globl parse_table_bytes\n"
        "parse_table_bytes:\n"
        ".incbin \"" PARSE_TABLE_FILE "\"\n"
        ".popsection\n");
