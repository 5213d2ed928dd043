/* arrow_test.c: tables of a result by Arrow's C data interface: what they hold, that numbers are not copied, and that
 * every part may be moved out and released, in any order, before and after the result is freed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error_check.h"
#include "rustg/arrow.h"
#include "rustg/rustg.h"

static rustg_result *compile_two(uint64_t batch_bytes)
{
    static const rustg_source sources[2] = {
        {.name = "a.rs", .bytes = (const uint8_t *)"fn main() {}", .n_bytes = 12},
        {.name = "b\xFF.rs", .bytes = (const uint8_t *)"struct B(u8);", .n_bytes = 13, .edition = 2018}};
    rustg_compile_options options = {.struct_size = sizeof options, .batch_bytes = batch_bytes};
    rustg_result *result;
    GOOD(rustg_compile(sources, 2, &options, &result, &error));
    return result;
}

static const struct ArrowArray *column(const struct ArrowSchema *schema, const struct ArrowArray *array,
                                       const char *name, const char *format)
{
    for (int64_t i = 0; i < schema->n_children; i++)
        if (strcmp(schema->children[i]->name, name) == 0) {
            CHECK(strcmp(schema->children[i]->format, format) == 0);
            CHECK(schema->children[i]->flags == 0 && array->children[i]->null_count == 0);
            CHECK(array->children[i]->length == array->length && !array->children[i]->buffers[0]);
            return array->children[i];
        }
    CHECK(!"there is such a column");
    return NULL;
}

/* Row `at` of a column of text is the word. */
static void check_text(const struct ArrowArray *texts, int64_t at, const char *word)
{
    const int32_t *starts = texts->buffers[1];
    const char *text = (const char *)texts->buffers[2] + starts[at];
    CHECK(texts->n_buffers == 3 && (size_t)(starts[at + 1] - starts[at]) == strlen(word));
    CHECK(memcmp(text, word, strlen(word)) == 0);
}

static void tables(void)
{
    rustg_result *result = compile_two(0);
    struct ArrowSchema schema;
    struct ArrowArray array;
    rustg_tokens tokens;
    rustg_ast ast;
    GOOD(rustg_result_tokens(result, 0, &tokens));
    GOOD(rustg_result_ast(result, 0, &ast));

    GOOD(rustg_result_arrow(result, RUSTG_ARROW_TOKENS, 0, &schema, &array, &error));
    CHECK(strcmp(schema.format, "+s") == 0 && schema.n_children == 4 && array.n_children == 4);
    CHECK(array.length == (int64_t)tokens.n_toks && array.n_buffers == 1 && !array.buffers[0]);
    CHECK(column(&schema, &array, "flags", "C")->buffers[1] == tokens.flags);
    CHECK(column(&schema, &array, "start", "I")->buffers[1] == tokens.start);
    CHECK(column(&schema, &array, "end", "I")->buffers[1] == tokens.end);
    const struct ArrowArray *kinds = column(&schema, &array, "kind", "C");
    CHECK(kinds->buffers[1] == tokens.kind && kinds->dictionary && kinds->dictionary->length == RUSTG_N_TOKEN_KINDS);
    CHECK(strcmp(schema.children[0]->dictionary->format, "u") == 0);
    check_text(kinds->dictionary, RUSTG_TOK_KW_FN, "KW_FN");
    schema.release(&schema);
    array.release(&array);
    CHECK(!schema.release && !array.release);

    GOOD(rustg_result_arrow(result, RUSTG_ARROW_AST, 0, &schema, &array, &error));
    CHECK(array.n_children == 6 && array.length == (int64_t)ast.n_nodes);
    CHECK(column(&schema, &array, "token", "I")->buffers[1] == ast.tok);
    CHECK(column(&schema, &array, "next", "I")->buffers[1] == ast.next);
    CHECK(column(&schema, &array, "parent", "I")->buffers[1] == ast.parent);
    check_text(column(&schema, &array, "kind", "C")->dictionary, RUSTG_AST_ItemFn, "ItemFn");
    schema.release(&schema);
    array.release(&array);

    GOOD(rustg_result_arrow(result, RUSTG_ARROW_FILES, 0, &schema, &array, &error));
    CHECK(array.length == 2);
    check_text(column(&schema, &array, "path", "u"), 0, "a.rs");
    check_text(column(&schema, &array, "path", "u"), 1, "b\xEF\xBF\xBD.rs");
    CHECK(((const uint64_t *)column(&schema, &array, "n_bytes", "L")->buffers[1])[1] == 13);
    CHECK(((const uint32_t *)column(&schema, &array, "edition", "I")->buffers[1])[1] == 2018);
    CHECK(((const uint32_t *)column(&schema, &array, "n_tokens", "I")->buffers[1])[0] == 6);
    schema.release(&schema);
    array.release(&array);
    rustg_result_free(result);
}

/* Moved as Arrow says: the struct is copied, and the old one marked as released. */
static struct ArrowArray moved(struct ArrowArray *from)
{
    struct ArrowArray to = *from;
    from->release = NULL;
    return to;
}

/* The sanitizer, or valgrind, sees a use after the last release and what is not freed. */
static void lifetimes(void)
{
    for (int order = 0; order < 4; order++) {
        rustg_result *result = compile_two(0);
        struct ArrowSchema schema;
        struct ArrowArray array, twice;
        GOOD(rustg_result_arrow(result, RUSTG_ARROW_TOKENS, 0, &schema, &array, &error));
        GOOD(rustg_result_arrow(result, RUSTG_ARROW_TOKENS, 0, NULL, &twice, &error));
        struct ArrowArray kinds = moved(array.children[0]), names = moved(kinds.dictionary);
        struct ArrowSchema start = *schema.children[2];
        schema.children[2]->release = NULL;
        schema.release(&schema);
        CHECK(strcmp(start.name, "start") == 0);
        start.release(&start);
        twice.release(&twice);
        if (order & 1)
            rustg_result_free(result);
        array.release(&array);
        CHECK(((const uint8_t *)kinds.buffers[1])[1] == RUSTG_TOK_KW_FN);
        if (order & 2)
            kinds.release(&kinds);
        check_text(&names, RUSTG_TOK_EOF, "EOF");
        names.release(&names);
        if (!(order & 2)) {
            CHECK(((const uint8_t *)kinds.buffers[1])[2] == RUSTG_TOK_IDENT);
            kinds.release(&kinds);
        }
        if (!(order & 1))
            rustg_result_free(result);
    }
}

static void wrong_calls(void)
{
    rustg_result *result = compile_two(1);
    struct ArrowSchema schema = {.release = NULL};
    CHECK(rustg_result_n_batches(result) == 2);
    CHECK(rustg_result_arrow(NULL, RUSTG_ARROW_AST, 0, &schema, NULL, &error) == RUSTG_ERR_ARGUMENT);
    CHECK(rustg_result_arrow(result, RUSTG_ARROW_AST, 2, &schema, NULL, &error) == RUSTG_ERR_ARGUMENT);
    CHECK(strstr(error.message, "batch is 2; the result has 2"));
    CHECK(rustg_result_arrow(result, RUSTG_ARROW_FILES, 1, &schema, NULL, &error) == RUSTG_ERR_ARGUMENT);
    CHECK(rustg_result_arrow(result, (rustg_arrow_table)3, 0, &schema, NULL, &error) == RUSTG_ERR_ARGUMENT);
    CHECK(!schema.release);
    CHECK(rustg_result_arrow_file(result, RUSTG_ARROW_AST, "/nonexistent/a.arrow", &error) == RUSTG_ERR_IO);
    CHECK(strstr(error.message, "/nonexistent/a.arrow: No such file"));
    CHECK(rustg_result_arrow_file(result, RUSTG_ARROW_AST, "/dev/full", &error) == RUSTG_ERR_IO);
    CHECK(rustg_result_arrow_file(result, RUSTG_ARROW_AST, NULL, &error) == RUSTG_ERR_ARGUMENT);
    rustg_result_free(result);
}

int main(void)
{
    GOOD(rustg_initialize(NULL, &error));
    tables();
    lifetimes();
    wrong_calls();
    rustg_shutdown();
    return 0;
}
