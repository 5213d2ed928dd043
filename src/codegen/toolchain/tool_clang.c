/* tool_clang.c: see tool_clang.h. Bodies are skipped, so that only what stands in signatures must be known; a function
 * whose parameters are not understood is told of with the reason. The declarations are those of clang-c/Index.h, which
 * are the same in all versions from 7 on. */
#define _GNU_SOURCE
#include "codegen/toolchain/tool_clang.h"

#include <dlfcn.h>
#include <glob.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/dynamic_symbol.h"
#include "base/error.h"
#include "codegen/toolchain/tool_clang_text.h"

typedef struct clang_string {
    const void *data;
    unsigned flags;
} clang_string;
typedef struct clang_cursor {
    int kind, xdata;
    const void *data[3];
} clang_cursor;
typedef struct clang_type {
    int kind;
    void *data[2];
} clang_type;
typedef struct clang_location {
    const void *data[2];
    unsigned number;
} clang_location;
typedef struct clang_range {
    const void *data[2];
    unsigned begin, end;
} clang_range;
typedef struct clang_unsaved {
    const char *name, *text;
    unsigned long n_bytes;
} clang_unsaved;
typedef int clang_visitor(clang_cursor cursor, clang_cursor parent, void *user);

enum {
    CURSOR_FUNCTION = 8,
    CURSOR_FUNCTION_TEMPLATE = 30,
    CURSOR_GLOBAL_ATTR = 414,
    PARSE_SKIP_BODIES = 0x40,
    PARSE_KEEP_GOING = 0x200,
    VISIT_END = 0,
    VISIT_NEXT = 1,
    VISIT_INTO = 2,
    TYPE_VOID = 2,
    TYPE_POINTER = 101,
    TYPE_RECORD = 105,
    TYPE_ENUM = 106
};

#define CLANG_FUNCTIONS                                                                                                \
    FUNCTION(void *, createIndex, (int exclude, int display))                                                          \
    FUNCTION(void, disposeIndex, (void *index))                                                                        \
    FUNCTION(void, toggleCrashRecovery, (unsigned is_on))                                                              \
    FUNCTION(int, parseTranslationUnit2,                                                                               \
             (void *index, const char *name, const char *const *words, int n_words, clang_unsaved *unsaved,            \
              unsigned n_unsaved, unsigned options, void **unit))                                                      \
    FUNCTION(void, disposeTranslationUnit, (void *unit))                                                               \
    FUNCTION(clang_cursor, getTranslationUnitCursor, (void *unit))                                                     \
    FUNCTION(unsigned, visitChildren, (clang_cursor parent, clang_visitor * visitor, void *user))                      \
    FUNCTION(clang_string, getCursorSpelling, (clang_cursor cursor))                                                   \
    FUNCTION(clang_string, Cursor_getMangling, (clang_cursor cursor))                                                  \
    FUNCTION(int, Cursor_getNumArguments, (clang_cursor cursor))                                                       \
    FUNCTION(clang_cursor, Cursor_getArgument, (clang_cursor cursor, unsigned i))                                      \
    FUNCTION(unsigned, isInvalidDeclaration, (clang_cursor cursor))                                                    \
    FUNCTION(unsigned, isCursorDefinition, (clang_cursor cursor))                                                      \
    FUNCTION(clang_type, getCursorType, (clang_cursor cursor))                                                         \
    FUNCTION(clang_type, getCanonicalType, (clang_type type))                                                          \
    FUNCTION(clang_type, getArgType, (clang_type type, unsigned i))                                                    \
    FUNCTION(clang_cursor, getTypeDeclaration, (clang_type type))                                                      \
    FUNCTION(clang_type, getEnumDeclIntegerType, (clang_cursor cursor))                                                \
    FUNCTION(clang_type, getPointeeType, (clang_type type))                                                            \
    FUNCTION(clang_string, getTypeSpelling, (clang_type type))                                                         \
    FUNCTION(unsigned, isConstQualifiedType, (clang_type type))                                                        \
    FUNCTION(long long, Type_getSizeOf, (clang_type type))                                                             \
    FUNCTION(long long, Type_getAlignOf, (clang_type type))                                                            \
    FUNCTION(clang_location, getCursorLocation, (clang_cursor cursor))                                                 \
    FUNCTION(clang_range, getCursorExtent, (clang_cursor cursor))                                                      \
    FUNCTION(clang_location, getRangeStart, (clang_range range))                                                       \
    FUNCTION(clang_location, getRangeEnd, (clang_range range))                                                         \
    FUNCTION(int, Location_isFromMainFile, (clang_location location))                                                  \
    FUNCTION(void, getFileLocation,                                                                                    \
             (clang_location location, void **file, unsigned *line, unsigned *column, unsigned *offset))               \
    FUNCTION(void, getPresumedLocation,                                                                                \
             (clang_location location, clang_string * name, unsigned *line, unsigned *column))                         \
    FUNCTION(const char *, getCString, (clang_string string))                                                          \
    FUNCTION(void, disposeString, (clang_string string))

static struct {
#define FUNCTION(result, name, params) result(*name) params;
    CLANG_FUNCTIONS
#undef FUNCTION
} clang;
static pthread_once_t clang_once = PTHREAD_ONCE_INIT;
static bool clang_is_usable;

/* Debian has one folder for each version. */
static void *clang_open_versions(void)
{
    glob_t found;
    void *handle = NULL;
    if (glob("/usr/lib/llvm-*/lib/libclang*.so.1", 0, NULL, &found) == 0)
        for (size_t i = found.gl_pathc; i-- > 0 && !handle;)
            handle = dlopen(found.gl_pathv[i], RTLD_NOW | RTLD_LOCAL);
    globfree(&found);
    return handle;
}

static void clang_open(void)
{
    static const char *const names[] = {"libclang.so.1", "libclang.so", "libclang-14.so.1"};
    const char *named = getenv("RUSTG_LIBCLANG");
    void *handle = named && *named ? dlopen(named, RTLD_NOW | RTLD_LOCAL) : NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names && !handle && !(named && *named); i++)
        handle = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    if (!handle && !(named && *named))
        handle = clang_open_versions();
    clang_is_usable = handle != NULL;
#define FUNCTION(result, name, params)                                                                                 \
    clang_is_usable = clang_is_usable && dynamic_symbol_find(handle, "clang_" #name, &clang.name);
    CLANG_FUNCTIONS
#undef FUNCTION
}

/* Takes string. */
static const char *clang_text(arena *memory, clang_string string)
{
    const char *text = clang.getCString(string);
    const char *copy = arena_format(memory, "%s", text ? text : "");
    clang.disposeString(string);
    return copy;
}

/* clang's kinds of types without a name; 0 where there is no such element. wchar_t is Linux's. */
static uint32_t clang_element(arena *memory, clang_type type)
{
    static const uint8_t elements[] = {
        [3] = RUSTG_ELEMENT_BOOL, [4] = RUSTG_ELEMENT_U8,   [5] = RUSTG_ELEMENT_U8,   [8] = RUSTG_ELEMENT_U16,
        [6] = RUSTG_ELEMENT_U16,  [7] = RUSTG_ELEMENT_U32,  [15] = RUSTG_ELEMENT_I32, [9] = RUSTG_ELEMENT_U32,
        [10] = RUSTG_ELEMENT_U64, [11] = RUSTG_ELEMENT_U64, [13] = RUSTG_ELEMENT_I8,  [14] = RUSTG_ELEMENT_I8,
        [16] = RUSTG_ELEMENT_I16, [17] = RUSTG_ELEMENT_I32, [18] = RUSTG_ELEMENT_I64, [19] = RUSTG_ELEMENT_I64,
        [21] = RUSTG_ELEMENT_F32, [22] = RUSTG_ELEMENT_F64, [32] = RUSTG_ELEMENT_F16};
    static const struct {
        const char *name;
        uint32_t element;
    } records[] = {{"__half", RUSTG_ELEMENT_F16},
                   {"__nv_bfloat16", RUSTG_ELEMENT_BF16},
                   {"__nv_fp8_e4m3", RUSTG_ELEMENT_F8_E4M3},
                   {"__nv_fp8_e5m2", RUSTG_ELEMENT_F8_E5M2}};
    if (type.kind >= 0 && type.kind < (int)sizeof elements && elements[type.kind])
        return elements[type.kind];
    if (type.kind == TYPE_ENUM)
        return clang_element(memory,
                             clang.getCanonicalType(clang.getEnumDeclIntegerType(clang.getTypeDeclaration(type))));
    if (type.kind != TYPE_RECORD)
        return RUSTG_ELEMENT_NONE;
    const char *name = clang_text(memory, clang.getTypeSpelling(type));
    for (size_t i = 0; i < sizeof records / sizeof *records; i++) {
        const size_t n = strlen(name), n_record = strlen(records[i].name);
        if (n >= n_record && strcmp(name + n - n_record, records[i].name) == 0)
            return records[i].element;
    }
    return RUSTG_ELEMENT_STRUCT;
}

typedef struct clang_reader {
    arena *memory;
    const char *whole; /* what clang read: the shim and the text */
    VEC(rustg_cuda_function) functions;
    bool is_global, no_memory;
} clang_reader;

static unsigned clang_offset(clang_location location)
{
    unsigned line, column, offset;
    void *file;
    clang.getFileLocation(location, &file, &line, &column, &offset);
    return offset;
}

/* What the text says of a cursor, for clang takes int where it does not know a type. NULL: it stands in a header. */
static const char *clang_written(const clang_reader *reader, clang_cursor cursor)
{
    const clang_range range = clang.getCursorExtent(cursor);
    const clang_location start = clang.getRangeStart(range);
    const unsigned begin = clang_offset(start), end = clang_offset(clang.getRangeEnd(range));
    if (!clang.Location_isFromMainFile(start) || end <= begin)
        return NULL;
    return tool_clang_spaced(reader->memory, reader->whole + begin, end - begin);
}

/* Its size is not to be trusted. */
static bool clang_is_broken(clang_type type)
{
    return type.kind == TYPE_RECORD && clang.isInvalidDeclaration(clang.getTypeDeclaration(type));
}

/* type: as the function has it, with a pointer for an array. False: it is none that an argument can have. */
static bool clang_read_param(arena *memory, clang_cursor cursor, clang_type type, rustg_kernel_param *param)
{
    *param = (rustg_kernel_param){.name = clang_text(memory, clang.getCursorSpelling(cursor)),
                                  .rust_type = clang_text(memory, clang.getTypeSpelling(clang.getCursorType(cursor)))};
    clang_type value = type;
    if (type.kind == TYPE_POINTER) {
        value = clang.getCanonicalType(clang.getPointeeType(type));
        param->element = clang.Type_getSizeOf(value) > 0 ? clang_element(memory, value) : RUSTG_ELEMENT_NONE;
        param->role = param->element == RUSTG_ELEMENT_NONE     ? RUSTG_PARAM_POINTER
                      : clang.isConstQualifiedType(value) != 0 ? RUSTG_PARAM_SLICE
                                                               : RUSTG_PARAM_GRID_MUT;
    } else {
        param->element = clang_element(memory, type);
        param->role = RUSTG_PARAM_SCALAR;
    }
    const bool is_broken = clang.isInvalidDeclaration(cursor) || clang_is_broken(value);
    if (param->role == RUSTG_PARAM_POINTER)
        value = type;
    const long long size = clang.Type_getSizeOf(value), align = clang.Type_getAlignOf(value);
    param->size = size > 0 && size < UINT32_MAX ? (uint32_t)size : 0;
    param->align = align > 0 ? (uint32_t)align : 0;
    return !is_broken && param->size > 0 &&
           (param->element != RUSTG_ELEMENT_NONE || param->role == RUSTG_PARAM_POINTER);
}

static int clang_see_child(clang_cursor cursor, clang_cursor parent, void *user)
{
    clang_reader *reader = user;
    (void)parent;
    reader->is_global |= cursor.kind == CURSOR_GLOBAL_ATTR;
    return VISIT_NEXT;
}

static void clang_read_params(const clang_reader *reader, clang_cursor cursor, rustg_cuda_function *function)
{
    arena *memory = reader->memory;
    const int n = clang.Cursor_getNumArguments(cursor);
    const clang_type type = clang.getCanonicalType(clang.getCursorType(cursor));
    rustg_kernel_param *params = ARENA_ARRAY(memory, rustg_kernel_param, (size_t)(n > 0 ? n : 0) + 1);
    for (int i = 0; i < n && !function->unread; i++) {
        const clang_cursor declared = clang.Cursor_getArgument(cursor, (unsigned)i);
        if (!clang_read_param(memory, declared, clang.getArgType(type, (unsigned)i), &params[i])) {
            const char *written = clang_written(reader, declared);
            if (!written)
                written = arena_format(memory, "%s %s", params[i].rust_type, params[i].name);
            function->unread =
                arena_format(memory, "its parameter %d, `%s`, is of a type that is not known here", i, written);
        } else if (!params[i].name[0])
            params[i].name = arena_format(memory, "argument_%d", i);
    }
    function->params = params;
    function->n_params = function->unread ? 0 : (size_t)n;
}

/* `scale<float>` of an explicit instantiation or specialization, else the name alone. */
static const char *clang_name(const clang_reader *reader, clang_cursor cursor)
{
    const char *name = clang_text(reader->memory, clang.getCursorSpelling(cursor));
    const clang_location location = clang.getCursorLocation(cursor);
    const char *at = reader->whole + clang_offset(location), *head;
    const size_t n = strlen(name);
    if (cursor.kind != CURSOR_FUNCTION || !clang.Location_isFromMainFile(location) || strncmp(at, name, n) != 0)
        return name;
    head = tool_clang_spaced(reader->memory, at + n, tool_clang_n_name(at) - n);
    return head[0] == '<' ? arena_format(reader->memory, "%s%s", name, head) : name;
}

/* Columns of the text before tool_clang_text. */
static uint32_t clang_column(const clang_reader *reader, clang_location location, uint32_t column)
{
    const char *at = reader->whole + clang_offset(location), *line = at;
    const size_t n = sizeof CLANG_TEXT_ADDED - 1;
    if (!clang.Location_isFromMainFile(location))
        return column;
    while (line > reader->whole && line[-1] != '\n')
        line--;
    for (; line < at; line++)
        if (strncmp(line, CLANG_TEXT_ADDED, n) == 0)
            column -= (uint32_t)n;
    return column;
}

static int clang_read_function(clang_reader *reader, clang_cursor cursor)
{
    arena *memory = reader->memory;
    if (cursor.kind != CURSOR_FUNCTION && cursor.kind != CURSOR_FUNCTION_TEMPLATE)
        return VISIT_INTO; /* namespaces, extern "C" */
    reader->is_global = false;
    clang.visitChildren(cursor, clang_see_child, reader);
    if (!reader->is_global)
        return VISIT_NEXT;
    clang_string in_file;
    const clang_location location = clang.getCursorLocation(cursor);
    rustg_cuda_function function = {.name = clang_name(reader, cursor), .symbol = ""};
    clang.getPresumedLocation(location, &in_file, &function.line, &function.column);
    clang.disposeString(in_file);
    function.column = clang_column(reader, location, function.column);
    for (uint32_t i = 0; i < reader->functions.n; i++) /* declared before */
        if (cursor.kind == CURSOR_FUNCTION && !reader->functions.at[i].unread &&
            strcmp(reader->functions.at[i].symbol, clang_text(memory, clang.Cursor_getMangling(cursor))) == 0)
            return VISIT_NEXT;
    if (cursor.kind == CURSOR_FUNCTION_TEMPLATE)
        function.unread = arena_format(
            memory,
            "it is a template; what it takes is known of instantiations such as `template __global__ void %s<..>(..);`",
            function.name);
    else
        clang_read_params(reader, cursor, &function);
    if (cursor.kind == CURSOR_FUNCTION)
        function.symbol = clang_text(memory, clang.Cursor_getMangling(cursor));
    vec_push(memory, &reader->functions, function);
    return VISIT_NEXT;
}

/* No jump leaves libclang, whose frames are C++. */
static int clang_see_function(clang_cursor cursor, clang_cursor parent, void *user)
{
    clang_reader *reader = user;
    jmp_buf out_of_memory;
    (void)parent;
    reader->memory->out_of_memory = &out_of_memory;
    if (setjmp(out_of_memory)) {
        reader->no_memory = true;
        return VISIT_END;
    }
    return clang_read_function(reader, cursor);
}

/* Of that name, whatever template arguments it has. */
static bool clang_is_named(const rustg_cuda_function *function, const char *name, size_t n)
{
    return strncmp(function->name, name, n) == 0 && (function->name[n] == 0 || function->name[n] == '<');
}

/* What clang could not even see as a function stands in the text all the same. */
static void clang_add_unseen(clang_reader *reader, const char *text)
{
    arena *memory = reader->memory;
    uint32_t line = 1;
    clang_declared declared;
    for (const char *at = text; tool_clang_next(&at, &line, &declared);) {
        bool is_known = false;
        for (uint32_t i = 0; i < reader->functions.n && !is_known; i++)
            is_known = clang_is_named(&reader->functions.at[i], declared.name, declared.n_name);
        if (!is_known)
            vec_push(memory, &reader->functions,
                     (rustg_cuda_function){.name = arena_text(memory, declared.name, declared.n_name),
                                           .symbol = "",
                                           .unread = arena_format(memory, "its declaration, `%s`, could not be read",
                                                                  tool_clang_head(memory, declared.name)),
                                           .line = line,
                                           .column = 1});
    }
}

/* A template of which an instantiation was seen is no function that is missed. */
static void clang_drop_templates(clang_reader *reader)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < reader->functions.n; i++) {
        const rustg_cuda_function *function = &reader->functions.at[i];
        bool is_seen = false;
        for (uint32_t j = 0; j < reader->functions.n && !function->symbol[0] && !is_seen; j++)
            is_seen = strchr(reader->functions.at[j].name, '<') &&
                      clang_is_named(&reader->functions.at[j], function->name, strlen(function->name));
        if (!is_seen)
            reader->functions.at[n++] = *function;
    }
    reader->functions.n = n;
}

/* The words for clang: ours, and of those for NVRTC what names folders and macros. */
static const char **clang_words(arena *memory, const char *text, const rustg_cuda_options *options, int *n_words)
{
    static const char *const own[] = {"-xcuda",     "--cuda-device-only", "-nocudainc",      "-nocudalib",
                                      "-std=c++17", "-nostdinc",          "-ferror-limit=0", "-w"};
    /* The shim has their types; a text may define such itself. */
    static const struct {
        const char *name, *word;
    } known[] = {{"<cuda.h>", "-DRUSTG_HAS_CUDA_H"},
                 {"\"cuda.h\"", "-DRUSTG_HAS_CUDA_H"},
                 {"curand_kernel.h", "-DRUSTG_HAS_CURAND_H"}};
    enum { N_OWN = sizeof own / sizeof *own, N_KNOWN = sizeof known / sizeof *known };
    const size_t n_defines = options ? options->n_defines : 0, n_options = options ? options->n_options : 0;
    const char **words = ARENA_ARRAY(memory, const char *, N_OWN + N_KNOWN + 2 + n_defines + n_options);
    memcpy(words, own, sizeof own);
    int n = N_OWN;
    for (size_t i = 0; i < N_KNOWN; i++)
        if (strstr(text, known[i].name))
            words[n++] = known[i].word;
    const char *digits = options && options->arch ? options->arch + strcspn(options->arch, "0123456789") : "75";
    words[n++] = "-U__CUDA_ARCH__";
    words[n++] = arena_format(memory, "-D__CUDA_ARCH__=%ld0", strtol(digits, NULL, 10));
    for (size_t i = 0; i < n_defines; i++)
        words[n++] = arena_format(memory, "-D%s", options->defines[i]);
    for (size_t i = 0; i < n_options; i++) {
        const char *word = options->options[i], *equals = strchr(word, '=');
        const bool is_folder = strncmp(word, "--include-path", 14) == 0,
                   is_macro = strncmp(word, "--define-macro", 14) == 0;
        const char *value = equals ? equals + 1 : i + 1 < n_options ? options->options[i + 1] : "";
        if (strncmp(word, "-I", 2) == 0 || strncmp(word, "-D", 2) == 0)
            words[n++] = word;
        else if (is_folder || is_macro)
            words[n++] = arena_format(memory, "%s%s", is_folder ? "-I" : "-D", value);
    }
    *n_words = n;
    return words;
}

rustg_status tool_clang_read(arena *memory, const char *text, const char *name, const rustg_cuda_options *options,
                             rustg_cuda_function **functions, size_t *n_functions, rustg_error *error)
{
    static const char *const shim[] = {
#include "codegen/toolchain/tool_clang_shim.inc"
    };
    pthread_once(&clang_once, clang_open);
    if (!clang_is_usable) {
        rustg_status status =
            error_set(error, RUSTG_ERR_NO_CC, "libclang, which reads what CUDA C++ kernels take, was not found");
        error_hint(error, "install it (Debian: libclang-14-dev), or name it in RUSTG_LIBCLANG");
        return status;
    }
    int n_words;
    const char **words = clang_words(memory, text, options, &n_words);
    const char *whole =
        arena_format(memory, "%s%s#line 1 \"%s\"\n%s", shim[0], shim[1], name, tool_clang_text(memory, text));
    clang_reader reader = {.memory = memory, .whole = whole};
    clang_unsaved unsaved = {"rustg-source.cu", whole, strlen(whole)};
    void *unit = NULL, *index = clang.createIndex(0, 0);
    clang.toggleCrashRecovery(0); /* signals are the program's */
    const int failure = !index ? 1
                               : clang.parseTranslationUnit2(index, unsaved.name, words, n_words, &unsaved, 1,
                                                             PARSE_SKIP_BODIES | PARSE_KEEP_GOING, &unit);
    jmp_buf *outer = memory->out_of_memory;
    if (!failure)
        clang.visitChildren(clang.getTranslationUnitCursor(unit), clang_see_function, &reader);
    if (unit)
        clang.disposeTranslationUnit(unit);
    if (index)
        clang.disposeIndex(index);
    memory->out_of_memory = outer;
    if (reader.no_memory)
        longjmp(*outer, 1);
    if (!failure) {
        clang_add_unseen(&reader, text);
        clang_drop_templates(&reader);
    }
    *functions = reader.functions.at;
    *n_functions = reader.functions.n;
    return failure ? error_set(error, RUSTG_ERR_INTERNAL, "libclang failed to read `%s` (%d)", name, failure)
                   : RUSTG_OK;
}
