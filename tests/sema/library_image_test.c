/* library_image_test.c: the library that the build embeds is what its texts give: each file's tokens and tree, each
 * name and definition; and it is made with the same bytes again. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "sema/gen/library_collect.h"
#include "sema/gen/library_make.h"
#include "sema/items/def_table.h"
#include "sema/library/library_files.h"
#include "sema/library/library_image.h"

static void test_same_bytes(void)
{
    uint8_t *image;
    size_t n;
    const char *wrong = library_make_image(&image, &n);
    if (wrong)
        printf("FAIL %s\n", wrong);
    assert(!wrong && n > sizeof(library_image_head));
    library_image_head head;
    memcpy(&head, image, sizeof head);
    assert(n == LIBRARY_IMAGE_ALIGN + head.n_fixed + head.n_tables + 4 * head.n_pointers);
    assert(head.n_pointers > 1000 && memcmp(image, library_image_bytes, n) == 0);
    free(image);
}

static void test_files(sema *own, const sema *opened)
{
    uint32_t n_files = 0;
    const library_text *text;
    for (; (text = library_file(n_files)) != NULL; n_files++) {
        sema_file about = {.name = text->path, .bytes = (const uint8_t *)text->text, .edition = 2024};
        about.n_bytes = (uint32_t)text->n_bytes;
        uint32_t index = sema_add_file(own, about);
        const sema_file *a = own->files.at[index], *b = opened->files.at[n_files + 1];
        assert(strcmp(a->name, b->name) == 0 && b->origin == SEMA_FILE_LIBRARY && !b->bad_syntax);
        assert(a->n_bytes == b->n_bytes && memcmp(a->bytes, b->bytes, a->n_bytes) == 0);
        assert(a->toks.n_toks == b->toks.n_toks && a->ast.n_nodes == b->ast.n_nodes);
        const size_t n_toks = a->toks.n_toks, n_nodes = a->ast.n_nodes;
        assert(memcmp(a->toks.kind, b->toks.kind, n_toks) == 0 && memcmp(a->toks.flags, b->toks.flags, n_toks) == 0);
        assert(memcmp(a->toks.start, b->toks.start, 4 * n_toks) == 0);
        assert(memcmp(a->toks.end, b->toks.end, 4 * n_toks) == 0);
        assert(memcmp(a->ast.kind, b->ast.kind, n_nodes) == 0 && memcmp(a->ast.tok, b->ast.tok, 4 * n_nodes) == 0);
        assert(memcmp(a->ast.start, b->ast.start, 4 * n_nodes) == 0);
        assert(memcmp(a->ast.end, b->ast.end, 4 * n_nodes) == 0);
        assert(memcmp(a->ast.next, b->ast.next, 4 * n_nodes) == 0);
        assert(memcmp(a->ast.parent, b->ast.parent, 4 * n_nodes) == 0);
    }
    assert(n_files > 50);
}

static void test_definitions(const sema *made, const sema *opened)
{
    assert(def_count(made) == def_count(opened) && def_count(made) > 1000 && made->files.n == opened->files.n);
    for (sema_def d = 1; d < def_count(made); d++) {
        const def_record *a = def_rec(made, d), *b = def_rec(opened, d);
        assert(a->about.kind == b->about.kind && a->about.parent == b->about.parent && a->vis == b->vis);
        assert(a->about.node.file == b->about.node.file && a->about.node.node == b->about.node.node);
        assert(a->about.module == b->about.module && a->about.self_owner == b->about.self_owner && a->head == b->head);
        assert(a->about.index == b->about.index && a->about.is_unsafe == b->about.is_unsafe &&
               a->about.is_const == b->about.is_const && a->about.is_intrinsic == b->about.is_intrinsic);
        assert(b->about.is_library && strcmp(sema_text(made, a->about.name), sema_text(opened, b->about.name)) == 0);
        const def_module *in_a = def_module_in(made, d), *in_b = def_module_in(opened, d);
        assert(!in_a == !in_b && !a->answers && !b->answers);
        if (in_a) {
            assert(in_a->items.n == in_b->items.n && in_a->names.n == in_b->names.n);
            for (uint32_t i = 0; i < in_a->items.n; i++)
                assert(in_a->items.at[i] == in_b->items.at[i]);
        }
    }
    for (int i = 0; i < LANG_N; i++)
        assert(def_lang(made, (sema_lang_item)i) == def_lang(opened, (sema_lang_item)i));
}

int main(void)
{
    arena memory = {0};
    jmp_buf out_of_memory;
    memory.out_of_memory = &out_of_memory;
    if (setjmp(out_of_memory))
        return 2;
    sema_library *library = sema_library_open();
    assert(library && sema_library_open() == library);
    test_same_bytes();
    sema own = {.memory = &memory};
    test_files(&own, sema_library_tables(library));
    test_definitions(library_collect(&memory), sema_library_tables(library));
    sema_library_close(library);
    sema_library_close(library);
    sema_library_release();
    arena_free(&memory);
    arena_release_kept();
    return 0;
}
