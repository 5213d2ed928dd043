/* element.c: what element.def tells. */
#include "rustg/kernel.h"

typedef struct element_row {
    const char *name;
    uint32_t n_bytes;
    uint8_t dlpack;
    char numpy;
} element_row;

static const element_row element_rows[RUSTG_N_ELEMENTS] = {
#define ELEMENT(name, value, text, n_bytes, dlpack, numpy) [value] = {text, n_bytes, dlpack, numpy},
#include "rustg/element.def"
};

static const element_row *element_row_of(uint32_t element)
{
    return &element_rows[element < RUSTG_N_ELEMENTS ? element : RUSTG_ELEMENT_NONE];
}

const char *rustg_element_name(uint32_t element)
{
    return element_row_of(element)->name;
}

uint32_t rustg_element_size(uint32_t element)
{
    return element_row_of(element)->n_bytes;
}

void rustg_element_dlpack(uint32_t element, uint8_t *code, uint8_t *bits)
{
    *code = element_row_of(element)->dlpack;
    *bits = (uint8_t)(8 * element_row_of(element)->n_bytes);
}

char rustg_element_numpy(uint32_t element)
{
    return element_row_of(element)->numpy;
}
