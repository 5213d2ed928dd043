/* tool_cubin.c: reads what a cubin says of its kernels. A cubin is a 64-bit ELF file. Its `.nv.info` holds records of
 * registers and stacks by symbol. Its `.nv.shared.NAME` is as large as the kernel's shared memory and, from sm_90 on,
 * the 1 KiB that the driver uses. */
#include <stdlib.h>

#include "codegen/toolchain/toolchain.h"

enum {
    HEADER_BYTES = 64,
    SECTION_BYTES = 64,
    SYMBOL_BYTES = 24,
    NO_BYTES = 8,            /* SHT_NOBITS */
    RECORD_WITH_BYTES = 4,   /* EIFMT_SVAL: the record's length stands in its head */
    RECORD_REGISTERS = 0x2f, /* EIATTR_REGCOUNT: symbol, number */
    RECORD_STACK = 0x12,     /* EIATTR_MIN_STACK_SIZE: symbol, bytes, of all that it calls too */
    DRIVER_SHARED = 1024
};

typedef struct cubin {
    const uint8_t *bytes;
    size_t n;
    uint64_t sections, names; /* offset of the table; of the section names' table in it */
    uint32_t n_sections;
} cubin;

typedef struct section {
    uint64_t at, n;
    uint32_t name, type;
} section;

static uint64_t tool_cubin_number(const cubin *c, uint64_t at, uint32_t n_bytes)
{
    uint64_t value = 0;
    for (uint32_t i = n_bytes; i-- > 0;)
        value = value << 8 | c->bytes[at + i];
    return value;
}

static bool tool_has(const cubin *c, uint64_t at, uint64_t n)
{
    return at <= c->n && n <= c->n - at;
}

/* False: it lies outside of the file. */
static bool tool_section_at(const cubin *c, uint32_t index, section *out)
{
    uint64_t at = c->sections + (uint64_t)index * SECTION_BYTES;
    if (index >= c->n_sections || !tool_has(c, at, SECTION_BYTES))
        return false;
    *out = (section){.at = tool_cubin_number(c, at + 24, 8),
                     .n = tool_cubin_number(c, at + 32, 8),
                     .name = (uint32_t)tool_cubin_number(c, at, 4),
                     .type = (uint32_t)tool_cubin_number(c, at + 4, 4)};
    return out->type == NO_BYTES || tool_has(c, out->at, out->n);
}

/* Whether the text at an offset of a table of names is the two parts, one after the other. */
static bool tool_cubin_is_name(const cubin *c, const section *names, uint64_t offset, const char *first,
                               const char *second)
{
    size_t n_first = strlen(first), n = n_first + strlen(second) + 1;
    if (offset > names->n || n > names->n - offset)
        return false;
    const uint8_t *text = c->bytes + names->at + offset;
    return memcmp(text, first, n_first) == 0 && memcmp(text + n_first, second, n - n_first) == 0;
}

static bool tool_find_section(const cubin *c, const char *first, const char *second, section *out)
{
    section names;
    if (!tool_section_at(c, (uint32_t)c->names, &names) || names.type == NO_BYTES)
        return false;
    for (uint32_t i = 1; i < c->n_sections; i++)
        if (tool_section_at(c, i, out) && tool_cubin_is_name(c, &names, out->name, first, second))
            return true;
    return false;
}

static bool tool_find_symbol(const cubin *c, const char *name, uint32_t *index)
{
    section symbols, names;
    if (!tool_find_section(c, ".symtab", "", &symbols) || !tool_find_section(c, ".strtab", "", &names) ||
        symbols.type == NO_BYTES || names.type == NO_BYTES)
        return false;
    for (uint64_t i = 0; i < symbols.n / SYMBOL_BYTES; i++)
        if (tool_cubin_is_name(c, &names, tool_cubin_number(c, symbols.at + i * SYMBOL_BYTES, 4), name, "")) {
            *index = (uint32_t)i;
            return true;
        }
    return false;
}

tool_resources tool_cubin_resources(const uint8_t *bytes, size_t n, const char *arch, const char *kernel)
{
    tool_resources found = {UINT32_MAX, UINT32_MAX, UINT32_MAX};
    cubin c = {.bytes = bytes, .n = n};
    section info, shared;
    uint32_t symbol;
    if (n < HEADER_BYTES || memcmp(bytes, "\177ELF\2", 5) != 0)
        return found;
    c.sections = tool_cubin_number(&c, 40, 8);
    c.n_sections = (uint32_t)tool_cubin_number(&c, 60, 2);
    c.names = tool_cubin_number(&c, 62, 2);
    if (c.sections > n || !tool_find_section(&c, ".nv.info", "", &info) || info.type == NO_BYTES ||
        !tool_find_symbol(&c, kernel, &symbol))
        return found;
    for (uint64_t at = 0; at + 4 <= info.n;) {
        uint64_t size = tool_cubin_number(&c, info.at + at, 1) == RECORD_WITH_BYTES
                            ? tool_cubin_number(&c, info.at + at + 2, 2)
                            : 0;
        uint8_t what = bytes[info.at + at + 1];
        if (size > info.n - at - 4)
            break;
        if (size >= 8 && tool_cubin_number(&c, info.at + at + 4, 4) == symbol) {
            uint32_t value = (uint32_t)tool_cubin_number(&c, info.at + at + 8, 4);
            if (what == RECORD_REGISTERS)
                found.registers = value;
            else if (what == RECORD_STACK)
                found.local_bytes = value;
        }
        at += 4 + size;
    }
    found.shared_bytes = 0;
    if (tool_find_section(&c, ".nv.shared.", kernel, &shared)) {
        uint64_t own = atoi(arch + 3) >= 90 ? DRIVER_SHARED : 0;
        found.shared_bytes = (uint32_t)(shared.n > own ? shared.n - own : 0);
    }
    return found;
}
