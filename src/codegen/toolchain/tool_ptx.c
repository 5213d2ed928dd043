/* tool_ptx.c: sets the .version of a PTX text, and the names that NVRTC could not give. */
#include <stdio.h>
#include <stdlib.h>

#include "base/byte.h"
#include "codegen/toolchain/tool_internal.h"

static const struct {
    uint32_t number, version;
} targets[] = {
#define PTX_TARGET(number, version) {number, version},
#include "codegen/toolchain/tool_ptx.def"
};
static const struct {
    const char *name;
    uint32_t version;
    const char *modifiers;
} tool_ptx_rows[] = {
#define PTX_OP(name, version, modifiers) {name, version, modifiers},
#include "codegen/toolchain/tool_ptx.def"
};
static const struct {
    const char *name;
    uint32_t version;
} directives[] = {
#define PTX_DIRECTIVE(name, version) {name, version},
#include "codegen/toolchain/tool_ptx.def"
};
static const struct {
    const char *name;
    uint32_t version;
    bool is_hint;
} pragmas[] = {
#define PTX_PRAGMA(name, version, is_hint) {name, version, is_hint},
#include "codegen/toolchain/tool_ptx.def"
};
static const struct {
    const char *text;
    uint32_t number, version;
} texts[] = {
#define PTX_TEXT(text, number, version) {text, number, version},
#include "codegen/toolchain/tool_ptx.def"
};
enum {
    N_ROWS = sizeof tool_ptx_rows / sizeof tool_ptx_rows[0],
    N_DIRECTIVES = sizeof directives / sizeof directives[0],
    N_PRAGMAS = sizeof pragmas / sizeof pragmas[0],
    UNKNOWN = 100000
};

static bool tool_ptx_is_word(char c)
{
    return byte_is_word(c) || c == '$';
}

static size_t tool_word_length(const char *at)
{
    size_t n = 0;
    while (tool_ptx_is_word(at[n]))
        n++;
    return n;
}

static bool tool_has_word(const char *list, const char *word, size_t n)
{
    for (const char *at = list; *at; at += strspn(at, " ")) {
        size_t k = strcspn(at, " ");
        if (k == n && memcmp(at, word, n) == 0)
            return true;
        at += k;
    }
    return false;
}

/* The least version in which an opcode has one modifier. */
static uint32_t tool_modifier_version(const char *opcode, size_t n_opcode, const char *word, size_t n)
{
    uint32_t least = UNKNOWN;
    for (uint32_t i = 0; i < N_ROWS; i++)
        if ((!tool_ptx_rows[i].name[0] || byte_spells(opcode, n_opcode, tool_ptx_rows[i].name)) &&
            tool_has_word(tool_ptx_rows[i].modifiers, word, n) && tool_ptx_rows[i].version < least)
            least = tool_ptx_rows[i].version;
    return least;
}

static uint32_t tool_opcode_version(const char **at)
{
    const char *opcode = *at;
    size_t n_opcode = tool_word_length(opcode);
    uint32_t version = UNKNOWN;
    for (uint32_t i = 0; i < N_ROWS; i++)
        if (byte_spells(opcode, n_opcode, tool_ptx_rows[i].name) && tool_ptx_rows[i].version < version)
            version = tool_ptx_rows[i].version;
    *at += n_opcode;
    while (**at == '.') {
        const char *word = *at + 1;
        size_t n = tool_word_length(word);
        uint32_t of = tool_modifier_version(opcode, n_opcode, word, n);
        version = version > of ? version : of;
        *at = word + n;
    }
    return version;
}

static uint32_t tool_directive_version(const char *word, size_t n)
{
    for (uint32_t i = 0; i < N_DIRECTIVES; i++)
        if (byte_spells(word, n, directives[i].name))
            return directives[i].version;
    return UNKNOWN;
}

/* Without strspn, whose check under a sanitizer reads all the rest of the text at each word. */
static const char *tool_skip_space(const char *at)
{
    for (;;) {
        while (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n')
            at++;
        if (at[0] == '/' && at[1] == '/') {
            while (*at && *at != '\n')
                at++;
        } else if (at[0] == '/' && at[1] == '*') {
            const char *end = strstr(at, "*/");
            at = end ? end + 2 : at + strlen(at);
        } else {
            return at;
        }
    }
}

/* The row of a pragma's text, or N_PRAGMAS. */
static uint32_t tool_pragma_row(const char *text)
{
    uint32_t row = 0;
    while (row < N_PRAGMAS && !byte_spells(text, tool_word_length(text), pragmas[row].name))
        row++;
    return row;
}

/* Behind `.pragma`: texts, then a semicolon. */
static void tool_see_pragma(const char *at, uint32_t *version)
{
    for (at += strcspn(at, "\";"); *at == '"'; at += strcspn(at, "\";")) {
        uint32_t row = tool_pragma_row(at + 1), of = row == N_PRAGMAS ? UNKNOWN : pragmas[row].version;
        if (row == N_PRAGMAS || !pragmas[row].is_hint)
            *version = of > *version ? of : *version;
        at++;
        at += strcspn(at, "\"");
        at += *at == '"';
    }
}

/* Goes on to behind a statement or before a body. Directives on the way count, because they are types, spaces and
 * attributes. */
static const char *tool_rest_of_directive(const char *at, uint32_t *version)
{
    static const char *const lines[] = {"loc", "file", "version", "target", "address_size"};
    size_t first = tool_word_length(at + 1);
    bool in_list = false;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        if (byte_spells(at + 1, first, lines[i]))
            return at + strcspn(at, "\n");
    if (byte_spells(at + 1, first, "pragma"))
        tool_see_pragma(at, version);
    while (*at && *at != ';' && (in_list || (*at != '{' && *at != '}'))) {
        if (*at == '=')
            in_list = true; /* an initializer's braces */
        if (*at == '"') {
            at++;
            at += strcspn(at, "\"");
            at += *at == '"';
        } else if (*at == '.') {
            size_t n = tool_word_length(at + 1);
            uint32_t of = tool_directive_version(at + 1, n);
            *version = of > *version ? of : *version;
            at += n + 1;
        } else {
            at += tool_ptx_is_word(*at) ? tool_word_length(at) : 1;
        }
    }
    return *at == ';' ? at + 1 : at;
}

/* Whether a .reg names the register. It stands before the word, mostly in the lines above it, hence the direction. */
static bool tool_is_declared(const char *text, const char *word, size_t n)
{
    for (const char *at = word; at-- > text;) {
        if (*at != '.' || strncmp(at, ".reg ", strlen(".reg ")) != 0)
            continue;
        const char *name = at;
        for (const char *end = at + strcspn(at, ";"); name < end; name++)
            if (*name == '%' && tool_word_length(name + 1) == n && memcmp(name + 1, word, n) == 0)
                return true;
    }
    return false;
}

/* Operands: the special registers among them have versions too. */
static const char *tool_rest_of_instruction(const char *text, const char *at, uint32_t *version)
{
    static const char *const specials[] = {"tid", "ntid",   "ctaid", "nctaid",  "laneid",     "SP",
                                           "SPL", "warpid", "clock", "clock64", "lanemask_lt"};
    for (; *at && *at != ';'; at++) {
        if (*at != '%')
            continue;
        size_t n = tool_word_length(at + 1);
        bool known = n && at[n] >= '0' && at[n] <= '9';
        for (size_t i = 0; i < sizeof specials / sizeof specials[0]; i++)
            known |= byte_spells(at + 1, n, specials[i]);
        if (byte_spells(at + 1, n, "dynamic_smem_size"))
            *version = *version > 41 ? *version : 41;
        else if (!known && !tool_is_declared(text, at + 1, n))
            *version = UNKNOWN;
    }
    return at;
}

/* The lowest version that everything in the text allows, or UNKNOWN if something in it is in no row. */
static uint32_t tool_least_version(const char *text)
{
    uint32_t version = 10;
    const char *at = tool_skip_space(text);
    while (*at && version < UNKNOWN) {
        if (*at == '{' || *at == '}' || *at == ';' || *at == '(' || *at == ')') {
            at++;
        } else if (*at == '.') {
            at = tool_rest_of_directive(at, &version);
        } else if (*at == '@') {
            at += 1 + (at[1] == '!');
            at += *at == '%';
            at += tool_word_length(at);
        } else if (tool_ptx_is_word(*at)) {
            size_t n = tool_word_length(at);
            const char *after = at + n;
            while (*after == ' ' || *after == '\t')
                after++;
            if (*after == ':') {
                at = after + 1;
            } else {
                uint32_t of = tool_opcode_version(&at);
                version = of > version ? of : version;
                at = tool_rest_of_instruction(text, at, &version);
            }
        } else {
            return UNKNOWN;
        }
        at = tool_skip_space(at);
    }
    return version;
}

/* The bytes of the parameters in `(.param .u64 a, .param .align 8 .b8 b[24])`. */
static uint64_t tool_bytes_of_parameters(const char *at, const char *end)
{
    uint64_t n = 0;
    while ((at = strstr(at, ".param ")) != NULL && at < end) {
        const char *comma = at + strcspn(at, ",)"), *bits = at, *count = memchr(at, '[', (size_t)(comma - at));
        uint64_t size, align = 0;
        at += strlen(".param ");
        if (strncmp(at, ".align ", 7) == 0)
            align = strtoull(at + 7, NULL, 10);
        for (bits = at; bits < comma &&
                        !(bits[0] == '.' && bits[1] && strchr("busf", bits[1]) && bits[2] >= '0' && bits[2] <= '9');
             bits++)
            ;
        size = bits < comma ? strtoull(bits + 2, NULL, 10) / 8 : 8;
        align = align ? align : size ? size : 1;
        n = (n + align - 1) / align * align + size * (count ? strtoull(count + 1, NULL, 10) : 1);
    }
    return n;
}

/* Whether parameters take more than 4352 bytes: PTX ISA, "Kernel Function Parameters". */
static bool tool_has_large_parameters(const char *text)
{
    for (const char *at = strstr(text, ".entry "); at; at = strstr(at + 1, ".entry ")) {
        const char *open = strchr(at, '('), *end = open ? strchr(open, ')') : NULL;
        if (end && tool_bytes_of_parameters(open, end) > 4352)
            return true;
    }
    return false;
}

/* Hints that are younger than the version go, with their lines. */
static void tool_leave_out_hints(char *text, uint32_t version)
{
    static const char word[] = ".pragma \"";
    for (char *at = strstr(text, word); at; at = strstr(at, word)) {
        uint32_t row = tool_pragma_row(at + sizeof word - 1);
        char *end = strchr(at, ';');
        if (row == N_PRAGMAS || !pragmas[row].is_hint || pragmas[row].version <= version || !end) {
            at += sizeof word - 1;
            continue;
        }
        while (at > text && (at[-1] == '\t' || at[-1] == ' '))
            at--;
        end += end[1] == '\n' ? 2 : 1;
        memmove(at, end, strlen(end) + 1);
    }
}

bool tool_knows_target(const char *arch)
{
    char *end = NULL;
    const unsigned long number = strncmp(arch, "sm_", 3) == 0 ? strtoul(arch + 3, &end, 10) : 0;
    for (size_t i = 0; end && (!*end || (*end == 'a' && !end[1])) && i < sizeof targets / sizeof targets[0]; i++)
        if (targets[i].number == number)
            return true;
    return false;
}

const char *tool_targets(arena *memory)
{
    const char *text = "";
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++)
        text = arena_format(memory, "%s%ssm_%u", text, i ? ", " : "", (unsigned)targets[i].number);
    return text;
}

bool tool_lower_ptx(char *text, size_t *n)
{
    static const char version_word[] = ".version ", target_word[] = ".target sm_";
    char *at = strstr(text, version_word), *target = strstr(text, target_word), *end;
    if (!at || !target)
        return false;
    uint32_t number = (uint32_t)strtoul(target + sizeof target_word - 1, &end, 10), least = 0;
    if (tool_ptx_is_word(*end)) /* architecture-specific targets keep the toolkit's */
        return false;
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++)
        if (targets[i].number == number)
            least = targets[i].version;
    at += sizeof version_word - 1;
    unsigned long major = strtoul(at, &end, 10), minor = *end == '.' ? strtoul(end + 1, &end, 10) : 0;
    uint32_t needed = least ? tool_least_version(text) : UNKNOWN;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (needed < texts[i].version && (!texts[i].number || texts[i].number == number) && strstr(text, texts[i].text))
            needed = texts[i].version;
    if (needed < 81 && tool_has_large_parameters(text))
        needed = 81;
    needed = needed > least ? needed : least;
    if (needed >= UNKNOWN || needed >= major * 10 + minor)
        return false;
    char lowered[16];
    size_t n_lowered = (size_t)snprintf(lowered, sizeof lowered, "%u.%u", needed / 10, needed % 10);
    if (n_lowered > (size_t)(end - at))
        return false;
    memcpy(at, lowered, n_lowered);
    memmove(at + n_lowered, end, strlen(end) + 1);
    tool_leave_out_hints(text, needed);
    *n = strlen(text);
    return true;
}

static void tool_rename_in_text(char *text, const char *from, const char *to, size_t n)
{
    for (char *at = strstr(text, from); at; at = strstr(at + n, from))
        if ((at == text || !tool_ptx_is_word(at[-1])) && !tool_ptx_is_word(at[n]))
            memcpy(at, to, n);
}

static uint64_t tool_ptx_number_at(const uint8_t *at, uint32_t n)
{
    uint64_t value = 0;
    for (uint32_t i = 0; i < n; i++)
        value |= (uint64_t)at[i] << (8 * i);
    return value;
}

/* In ELF's string tables a name ends with 0. It begins behind a 0 or, in a section's name, behind a dot. */
static void tool_rename_in_cubin(uint8_t *bytes, size_t size, const char *from, const char *to, size_t n)
{
    if (size < 64)
        return;
    uint64_t headers = tool_ptx_number_at(bytes + 0x28, 8), entry = tool_ptx_number_at(bytes + 0x3A, 2),
             n_headers = tool_ptx_number_at(bytes + 0x3C, 2);
    for (uint64_t i = 0; i < n_headers && entry >= 64; i++) {
        if (headers > size || (i + 1) * entry > size - headers)
            return;
        const uint8_t *header = bytes + headers + i * entry;
        uint64_t at = tool_ptx_number_at(header + 0x18, 8), length = tool_ptx_number_at(header + 0x20, 8);
        if (tool_ptx_number_at(header + 4, 4) != 3 || at > size || length > size - at)
            continue;
        for (uint64_t k = 1; k + n < length; k++) {
            uint8_t *name = bytes + at + k;
            if ((name[-1] == 0 || name[-1] == '.') && memcmp(name, from, n) == 0 && name[n] == 0)
                memcpy(name, to, n);
        }
    }
}

void tool_restore_names(const char *cuda, bool cubin, tool_cuda_code *result)
{
    static const char mark[] = "// rustg-name: ";
    while (strncmp(cuda, mark, sizeof mark - 1) == 0) {
        char from[256], to[256];
        const char *at = cuda + sizeof mark - 1;
        size_t n = strcspn(at, " "), k = strcspn(at + n + 1, "\n");
        if (n == k && n < sizeof from) {
            memcpy(from, at, n);
            memcpy(to, at + n + 1, k);
            from[n] = to[k] = 0;
            if (cubin)
                tool_rename_in_cubin(result->bytes, result->n, from, to, n);
            else
                tool_rename_in_text((char *)result->bytes, from, to, n);
        }
        cuda = at + n + 1 + k;
        cuda += *cuda == '\n';
    }
}
