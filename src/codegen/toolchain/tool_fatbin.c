/* tool_fatbin.c: puts several cubins and PTX texts into one container, as NVIDIA's fatbinary writes it without
 * compression: a header of 16 bytes, then for each image 64 bytes and the image, padded to 8 bytes. For PTX the 64
 * bytes also say where the options for ptxas are, and that there are none. */
#include "codegen/toolchain/tool_internal.h"

#define MAGIC 0xBA55ED50u
enum { KIND_PTX = 1, KIND_ELF = 2, ENTRY = 64, PTX_ENTRY = 80, FLAGS_64_LINUX = 0x11, FLAG_ARCH_SPECIFIC = 0x100000 };

static void tool_fatbin_put(uint8_t *at, uint64_t value, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        at[i] = (uint8_t)(value >> (8 * i));
}

/* The version of an image: for PTX its own, for a cubin 1 and the cubin's ABI. */
static uint32_t tool_image_version(const tool_image *image)
{
    uint32_t major = 0, minor = 0;
    if (!image->ptx)
        return 1u << 16 | (image->n > 8 ? image->bytes[8] : 0);
    static const char word[] = ".version ";
    for (size_t i = 0; i + sizeof word < image->n; i++)
        if (memcmp(image->bytes + i, word, sizeof word - 1) == 0) {
            for (i += sizeof word - 1; i < image->n && image->bytes[i] >= '0' && image->bytes[i] <= '9' && major < 1000;
                 i++)
                major = major * 10 + (uint32_t)(image->bytes[i] - '0');
            for (i++; i < image->n && image->bytes[i] >= '0' && image->bytes[i] <= '9' && minor < 1000; i++)
                minor = minor * 10 + (uint32_t)(image->bytes[i] - '0');
            break;
        }
    return major << 16 | minor;
}

static uint32_t tool_entry_bytes(const tool_image *image)
{
    return image->ptx ? PTX_ENTRY : ENTRY;
}

codegen_text tool_fatbin(arena *memory, const tool_image *images, uint32_t n)
{
    size_t size = 16;
    for (uint32_t i = 0; i < n; i++)
        size += tool_entry_bytes(&images[i]) + (images[i].n + (images[i].ptx ? 1 : 0) + 7) / 8 * 8;
    uint8_t *bytes = arena_alloc(memory, size + 1), *at = bytes + 16;
    tool_fatbin_put(bytes, MAGIC, 4);
    tool_fatbin_put(bytes + 4, 1, 2);
    tool_fatbin_put(bytes + 6, 16, 2);
    tool_fatbin_put(bytes + 8, size - 16, 8);
    for (uint32_t i = 0; i < n; i++) {
        const tool_image *image = &images[i];
        const char *rest;
        uint64_t padded = (image->n + (image->ptx ? 1 : 0) + 7) / 8 * 8;
        tool_fatbin_put(at, image->ptx ? KIND_PTX : KIND_ELF, 2);
        tool_fatbin_put(at + 2, 0x0101, 2);
        tool_fatbin_put(at + 4, tool_entry_bytes(image), 4);
        tool_fatbin_put(at + 8, padded, 8);
        tool_fatbin_put(at + 24, tool_image_version(image), 4);
        tool_fatbin_put(at + 28, tool_arch_number(image->arch, &rest), 4);
        tool_fatbin_put(at + 40, *rest ? FLAGS_64_LINUX | FLAG_ARCH_SPECIFIC : FLAGS_64_LINUX, 8);
        if (image->ptx) {
            tool_fatbin_put(at + 20, ENTRY, 4);
            tool_fatbin_put(at + ENTRY, ENTRY + 8, 4);
        }
        if (image->n)
            memcpy(at + tool_entry_bytes(image), image->bytes, image->n);
        at += tool_entry_bytes(image) + padded;
    }
    return (codegen_text){.text = (char *)bytes, .n = size};
}
