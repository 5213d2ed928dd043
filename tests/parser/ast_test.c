/* ast_test.c: ast.h over arrays made by hand and at random, against plain definitions; then over what rustg_compile
 * makes. */
#define _GNU_SOURCE
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/test_random.h"
#include "compile/api_check.h"
#include "rustg/rustg.h"

/* Arrays that may be written, and the depth that each node was made with: a File has 0. */
typedef struct tree {
    uint8_t *kind;
    uint32_t *tok, *start, *end, *next, *parent, *depth;
    uint32_t n_nodes;
    rustg_ast ast;
} tree;

/* A tree of n_nodes - 1 nodes below slot 0, by their depths in preorder. Spans are made up: node i is i .. next. */
static tree tree_make(const uint32_t *depth, uint32_t n_nodes)
{
    tree made = {0};
    made.n_nodes = n_nodes;
    made.kind = calloc(n_nodes, 1);
    made.tok = calloc(6 * (size_t)n_nodes, sizeof *made.tok);
    made.start = made.tok + n_nodes;
    made.end = made.start + n_nodes;
    made.next = made.end + n_nodes;
    made.parent = made.next + n_nodes;
    made.depth = made.parent + n_nodes;
    memcpy(made.depth, depth, n_nodes * sizeof *depth);
    made.next[0] = 1;
    uint32_t above = 0; /* the last node, then its ancestors */
    for (uint32_t i = 1; i < n_nodes; i++) {
        while (above != 0 && depth[above] >= depth[i]) {
            made.next[above] = i;
            above = made.parent[above];
        }
        made.kind[i] = depth[i] == 0 ? RUSTG_AST_File : (uint8_t)(RUSTG_AST_File + 1 + i % 100);
        made.tok[i] = made.start[i] = i;
        made.parent[i] = above;
        above = i;
    }
    for (; above != 0; above = made.parent[above])
        made.next[above] = n_nodes;
    for (uint32_t i = 1; i < n_nodes; i++)
        made.end[i] = made.next[i];
    made.ast = (rustg_ast){made.kind, made.tok, made.start, made.end, made.next, made.parent, n_nodes};
    return made;
}

static void tree_free(tree *made)
{
    free(made->kind);
    free(made->tok);
}

/* Plain definitions, by depth alone. */
static uint32_t end_of(const tree *made, uint32_t node)
{
    uint32_t at = node + 1;
    while (at < made->n_nodes && made->depth[at] > made->depth[node])
        at++;
    return at;
}

static uint32_t parent_of(const tree *made, uint32_t node)
{
    uint32_t at = node;
    if (made->depth[node] == 0)
        return 0;
    while (made->depth[at] >= made->depth[node])
        at--;
    return at;
}

static uint32_t first_child_of(const tree *made, uint32_t node)
{
    return end_of(made, node) > node + 1 ? node + 1 : 0;
}

static uint32_t next_sibling_of(const tree *made, uint32_t node)
{
    uint32_t at = end_of(made, node);
    return made->depth[node] > 0 && at < made->n_nodes && made->depth[at] == made->depth[node] ? at : 0;
}

static void check_no_node(const rustg_ast *ast, uint32_t node)
{
    static const uint8_t bytes[1] = {'x'};
    size_t n_bytes = 7;
    CHECK(rustg_ast_node_kind(ast, node) == RUSTG_AST_None);
    CHECK(rustg_ast_node_span(ast, node).start == 0 && rustg_ast_node_span(ast, node).end == 0);
    CHECK(rustg_ast_node_parent(ast, node) == 0);
    CHECK(rustg_ast_node_first_child(ast, node) == 0);
    CHECK(rustg_ast_node_next_sibling(ast, node) == 0);
    CHECK(rustg_ast_node_n_children(ast, node) == 0);
    CHECK(rustg_ast_node_text(ast, node, bytes, 0, &n_bytes) == NULL && n_bytes == 0);

    rustg_ast_cursor cursor;
    CHECK(!rustg_ast_cursor_begin(&cursor, ast, node) && cursor.node == 0);
    CHECK(!rustg_ast_cursor_first_child(&cursor) && !rustg_ast_cursor_next_sibling(&cursor));
    CHECK(!rustg_ast_cursor_parent(&cursor) && !rustg_ast_cursor_next(&cursor) && !rustg_ast_cursor_skip(&cursor));
    CHECK(cursor.node == 0 && cursor.depth == 0);
}

static void check_at(const rustg_ast_cursor *cursor, uint32_t node, uint32_t depth)
{
    CHECK(cursor->node == node && cursor->depth == depth);
}

/* Each move from a place, and that a move that is not there leaves the cursor alone. */
static void check_moves(const tree *made, uint32_t root, const rustg_ast_cursor *at)
{
    uint32_t node = at->node, depth = made->depth[node] - made->depth[root], root_end = end_of(made, root);
    uint32_t child = first_child_of(made, node), sibling = node == root ? 0 : next_sibling_of(made, node);
    uint32_t behind = end_of(made, node);
    check_at(at, node, depth);

    rustg_ast_cursor cursor = *at;
    CHECK(rustg_ast_cursor_first_child(&cursor) == (child != 0));
    check_at(&cursor, child ? child : node, child ? depth + 1 : depth);
    cursor = *at;
    CHECK(rustg_ast_cursor_next_sibling(&cursor) == (sibling != 0));
    check_at(&cursor, sibling ? sibling : node, depth);
    cursor = *at;
    CHECK(rustg_ast_cursor_parent(&cursor) == (node != root));
    check_at(&cursor, node == root ? node : parent_of(made, node), node == root ? 0 : depth - 1);
    cursor = *at;
    CHECK(rustg_ast_cursor_skip(&cursor) == (behind < root_end));
    check_at(&cursor, behind < root_end ? behind : node,
             behind < root_end ? made->depth[behind] - made->depth[root] : depth);
}

static void check_tree(const tree *made)
{
    check_no_node(&made->ast, 0);
    check_no_node(&made->ast, made->n_nodes);
    check_no_node(&made->ast, UINT32_MAX);
    for (uint32_t node = 1; node < made->n_nodes; node++) {
        CHECK(rustg_ast_node_kind(&made->ast, node) == made->kind[node]);
        CHECK(rustg_ast_node_span(&made->ast, node).start == made->start[node]);
        CHECK(rustg_ast_node_span(&made->ast, node).end == made->end[node]);
        CHECK(rustg_ast_node_parent(&made->ast, node) == parent_of(made, node));
        CHECK(rustg_ast_node_first_child(&made->ast, node) == first_child_of(made, node));
        CHECK(rustg_ast_node_next_sibling(&made->ast, node) == next_sibling_of(made, node));
        uint32_t n_children = 0;
        for (uint32_t at = node + 1; at < end_of(made, node); at++)
            n_children += made->depth[at] == made->depth[node] + 1;
        CHECK(rustg_ast_node_n_children(&made->ast, node) == n_children);

        rustg_ast_cursor cursor;
        uint32_t wanted = node;
        int more = rustg_ast_cursor_begin(&cursor, &made->ast, node);
        CHECK(more);
        for (; more; more = rustg_ast_cursor_next(&cursor), wanted++) {
            check_moves(made, node, &cursor);
            CHECK(cursor.node == wanted);
        }
        CHECK(wanted == end_of(made, node));
        CHECK(cursor.node == wanted - 1 && !rustg_ast_cursor_next(&cursor)); /* it stays where it was */
    }
}

static void test_by_hand(void)
{
    static const uint32_t depth[] = {0, 0, 1, 2, 2, 3, 4, 3, 1, 0, 0, 1, 1, 2};
    tree made = tree_make(depth, sizeof depth / sizeof depth[0]);
    check_tree(&made);
    CHECK(rustg_ast_node_next_sibling(&made.ast, 2) == 8 && rustg_ast_node_next_sibling(&made.ast, 8) == 0);
    CHECK(rustg_ast_node_next_sibling(&made.ast, 1) == 0); /* the next file */
    CHECK(rustg_ast_node_n_children(&made.ast, 4) == 2 && rustg_ast_node_n_children(&made.ast, 9) == 0);
    CHECK(rustg_ast_node_parent(&made.ast, 7) == 4 && rustg_ast_node_parent(&made.ast, 10) == 0);

    /* What lies below kinds the caller does not care for is left out. */
    rustg_ast_cursor cursor;
    uint32_t seen[8], n_seen = 0;
    int more = rustg_ast_cursor_begin(&cursor, &made.ast, 1);
    while (more && n_seen < 8) {
        seen[n_seen++] = cursor.node;
        more = cursor.node == 4 ? rustg_ast_cursor_skip(&cursor) : rustg_ast_cursor_next(&cursor);
    }
    static const uint32_t wanted[] = {1, 2, 3, 4, 8};
    CHECK(n_seen == 5 && memcmp(seen, wanted, sizeof wanted) == 0);

    static const uint8_t bytes[] = "0123456789";
    size_t n_bytes = 0;
    CHECK(rustg_ast_node_text(&made.ast, 4, bytes, 0, &n_bytes) == bytes + 4 && n_bytes == 4);
    CHECK(rustg_ast_node_text(&made.ast, 11, bytes, 9, &n_bytes) == bytes + 2 && n_bytes == 1);
    CHECK(rustg_ast_node_text(&made.ast, 11, bytes, 9, NULL) == bytes + 2);
    tree_free(&made);
}

static void test_at_random(void)
{
    uint64_t seed = 7;
    for (uint32_t round = 0; round < 300; round++) {
        uint32_t depth[64], n_nodes = 2 + round % 62;
        depth[0] = depth[1] = 0;
        for (uint32_t i = 2; i < n_nodes; i++) {
            test_random_mmix(&seed);
            uint32_t most = depth[i - 1] + 1;
            depth[i] = seed >> 62 == 0 ? most : (uint32_t)(seed >> 33) % (most + 1);
        }
        tree made = tree_make(depth, n_nodes);
        check_tree(&made);
        tree_free(&made);
    }
}

/* A million levels down and back up, with a leaf on each way back: no recursion, and a walk is linear. */
static void test_deep(void)
{
    const uint32_t n_levels = 1000000, n_nodes = 2 * n_levels + 1;
    uint32_t *depth = malloc(n_nodes * sizeof *depth);
    depth[0] = 0;
    for (uint32_t i = 0; i < n_levels; i++) {
        depth[1 + i] = i;
        depth[1 + n_levels + i] = n_levels - i;
    }
    tree made = tree_make(depth, n_nodes);
    rustg_ast_cursor cursor;
    uint32_t n_seen = 0, n_wrong = 0;
    for (int at = rustg_ast_cursor_begin(&cursor, &made.ast, 1); at; at = rustg_ast_cursor_next(&cursor)) {
        n_seen++;
        n_wrong += cursor.node != n_seen || cursor.depth != depth[n_seen];
    }
    CHECK(n_seen == n_nodes - 1 && n_wrong == 0);
    while (rustg_ast_cursor_parent(&cursor))
        n_seen--;
    check_at(&cursor, 1, 0);
    tree_free(&made);
    free(depth);
}

static void test_kinds(void)
{
    for (unsigned kind = 0; kind < RUSTG_N_AST_KINDS; kind++) {
        CHECK(rustg_ast_kind_name((uint8_t)kind)[0] != 0);
        for (unsigned other = 0; other < kind; other++)
            CHECK(strcmp(rustg_ast_kind_name((uint8_t)kind), rustg_ast_kind_name((uint8_t)other)) != 0);
    }
    CHECK(strcmp(rustg_ast_kind_name(RUSTG_AST_ExprBinary), "ExprBinary") == 0);
    CHECK(strcmp(rustg_ast_kind_name(RUSTG_N_AST_KINDS), "?") == 0 && strcmp(rustg_ast_kind_name(255), "?") == 0);
    CHECK(rustg_ast_kind_class(RUSTG_N_AST_KINDS) == RUSTG_AST_CLASS_NONE);

    static const struct {
        rustg_ast_kind first, last;
        rustg_ast_class class_of;
    } runs[] = {
        {RUSTG_AST_None, RUSTG_AST_WherePredicate, RUSTG_AST_CLASS_NONE},
        {RUSTG_AST_ItemExternCrate, RUSTG_AST_ItemDelegationMac, RUSTG_AST_CLASS_ITEM},
        {RUSTG_AST_ForeignItemStatic, RUSTG_AST_ForeignItemMacCall, RUSTG_AST_CLASS_FOREIGN_ITEM},
        {RUSTG_AST_AssocItemConst, RUSTG_AST_AssocItemDelegationMac, RUSTG_AST_CLASS_ASSOC_ITEM},
        {RUSTG_AST_TraitRef, RUSTG_AST_Contract, RUSTG_AST_CLASS_NONE},
        {RUSTG_AST_Block, RUSTG_AST_Block, RUSTG_AST_CLASS_BLOCK},
        {RUSTG_AST_StmtLet, RUSTG_AST_StmtMacCall, RUSTG_AST_CLASS_STMT},
        {RUSTG_AST_ExprArray, RUSTG_AST_ExprUnsafeBinderCast, RUSTG_AST_CLASS_EXPR},
        {RUSTG_AST_Arm, RUSTG_AST_FieldInit, RUSTG_AST_CLASS_NONE},
        {RUSTG_AST_PatMissing, RUSTG_AST_PatMacCall, RUSTG_AST_CLASS_PAT},
        {RUSTG_AST_FieldPat, RUSTG_AST_FieldPat, RUSTG_AST_CLASS_NONE},
        {RUSTG_AST_TySlice, RUSTG_AST_TyFieldOf, RUSTG_AST_CLASS_TY},
    };
    unsigned next = 0;
    for (size_t run = 0; run < sizeof runs / sizeof runs[0]; run++) {
        CHECK(runs[run].first == next); /* the runs cover every kind */
        for (next = runs[run].first; next <= runs[run].last; next++)
            CHECK(rustg_ast_kind_class((uint8_t)next) == runs[run].class_of);
    }
    CHECK(next == RUSTG_N_AST_KINDS);
}

/* What ast.h says of any batch. */
static void check_batch(const rustg_result *result, size_t batch)
{
    rustg_ast ast;
    rustg_tokens toks;
    CHECK_STATUS(RUSTG_OK, rustg_result_ast(result, batch, &ast));
    CHECK_STATUS(RUSTG_OK, rustg_result_tokens(result, batch, &toks));
    CHECK(ast.n_nodes > 1 && ast.kind[0] == 0 && ast.tok[0] == 0 && ast.start[0] == 0 && ast.end[0] == 0);
    CHECK(ast.next[0] == 1 && ast.parent[0] == 0);
    uint32_t next_file = 1;
    for (size_t i = 0; i < rustg_result_n_files(result); i++) {
        rustg_file file;
        CHECK_STATUS(RUSTG_OK, rustg_result_file(result, i, &file));
        if (file.batch != batch)
            continue;
        CHECK(file.first_node == next_file && file.n_nodes > 0);
        next_file += file.n_nodes;
        CHECK(next_file <= ast.n_nodes && ast.next[file.first_node] == next_file);
        CHECK(ast.kind[file.first_node] == RUSTG_AST_File && ast.parent[file.first_node] == 0);
        CHECK(ast.end[file.first_node] == file.base + file.n_bytes);

        rustg_ast_cursor cursor;
        uint32_t wanted = file.first_node;
        for (int at = rustg_ast_cursor_begin(&cursor, &ast, file.first_node); at; at = rustg_ast_cursor_next(&cursor)) {
            uint32_t node = cursor.node, parent = ast.parent[node];
            CHECK(node == wanted++);
            CHECK(ast.kind[node] > RUSTG_AST_None && ast.kind[node] < RUSTG_N_AST_KINDS);
            CHECK(ast.tok[node] >= file.first_tok && ast.tok[node] <= file.first_tok + file.n_toks);
            CHECK(ast.start[node] <= ast.end[node] && ast.next[node] > node && ast.next[node] <= next_file);
            if (node == file.first_node)
                continue;
            CHECK(ast.kind[node] != RUSTG_AST_File && parent >= file.first_node && parent < node);
            CHECK(ast.next[node] <= ast.next[parent] && ast.end[node] <= ast.end[parent]);
            CHECK(ast.start[node] >= ast.start[parent] || ast.kind[node] == RUSTG_AST_Attr ||
                  ast.kind[node] == RUSTG_AST_DocComment);
            size_t n_bytes;
            const uint8_t *text = rustg_ast_node_text(&ast, node, file.bytes, file.base, &n_bytes);
            CHECK(text >= file.bytes && text + n_bytes <= file.bytes + file.n_bytes);
        }
        CHECK(wanted == next_file);
    }
    CHECK(next_file == ast.n_nodes);
}

static rustg_source source_of(const char *name, const char *text)
{
    rustg_source source = {name, (const uint8_t *)text, strlen(text), 0};
    return source;
}

/* "File(ItemFn(Block))" and the like. */
static void print_tree(const rustg_ast *ast, uint32_t root, char *text, size_t room)
{
    rustg_ast_cursor cursor;
    uint32_t depth = 0;
    size_t n = 0;
    for (int at = rustg_ast_cursor_begin(&cursor, ast, root); at; at = rustg_ast_cursor_next(&cursor)) {
        bool down = cursor.depth > depth;
        for (; cursor.depth < depth && n < room; depth--)
            n += (size_t)snprintf(text + n, room - n, ")");
        if (cursor.node != root && n < room)
            n += (size_t)snprintf(text + n, room - n, down ? "(" : " ");
        depth = cursor.depth;
        if (n < room)
            n += (size_t)snprintf(text + n, room - n, "%s", rustg_ast_kind_name(rustg_ast_node_kind(ast, cursor.node)));
    }
    for (; depth > 0 && n < room; depth--)
        n += (size_t)snprintf(text + n, room - n, ")");
}

static void test_compiled(void)
{
    static const char *const texts[] = {
        "fn f() { g(1 + 2); }\n", "", "#[a] struct S { /// d\n x: u8 }\n", "\xEF\xBB\xBF// nothing but a comment\n",
        "const C: u8 = 1;",
    };
    static const char *const wanted[] = {
        "File(ItemFn(Block(StmtSemi(ExprCall(ExprPath ExprBinary(ExprLit ExprLit))))))",
        "File",
        "File(ItemStruct(Attr FieldDef(DocComment TyPath)))",
        "File",
        "File(ItemConst(TyPath ExprLit))",
    };
    enum { N_TEXTS = sizeof texts / sizeof texts[0] };
    rustg_source sources[N_TEXTS];
    rustg_result *result = NULL;
    rustg_ast ast;
    for (size_t i = 0; i < N_TEXTS; i++)
        sources[i] = source_of("a.rs", texts[i]);

    CHECK_STATUS(RUSTG_OK, rustg_compile(sources, N_TEXTS, NULL, &result, NULL));
    CHECK(rustg_result_success(result));
    check_batch(result, 0);
    CHECK_STATUS(RUSTG_OK, rustg_result_ast(result, 0, &ast));
    for (size_t i = 0; i < N_TEXTS; i++) {
        char text[512];
        rustg_file file;
        rustg_result_file(result, i, &file);
        print_tree(&ast, file.first_node, text, sizeof text);
        if (strcmp(text, wanted[i]) != 0)
            fprintf(stderr, "%s\n  gave %s\n", texts[i], text);
        CHECK(strcmp(text, wanted[i]) == 0);
    }
    CHECK_STATUS(RUSTG_ERR_ARGUMENT, rustg_result_ast(result, 1, &ast));
    CHECK_STATUS(RUSTG_ERR_ARGUMENT, rustg_result_ast(result, 0, NULL));
    CHECK_STATUS(RUSTG_ERR_ARGUMENT, rustg_result_ast(NULL, 0, &ast));
    rustg_result_free(result);
}

/* The text of each node is found where the file is not the batch's first, and batches do not mix. */
static void test_batches(void)
{
    enum { N_SOURCES = 60 };
    static char texts[N_SOURCES][64];
    rustg_source sources[N_SOURCES];
    rustg_result *result = NULL;
    for (int i = 0; i < N_SOURCES; i++) {
        snprintf(texts[i], sizeof texts[i], "const C%d: u%d = %d;%*s", i, i, i, i % 7, "");
        sources[i] = source_of("a.rs", texts[i]);
    }
    rustg_compile_options options;
    memset(&options, 0, sizeof options);
    options.struct_size = sizeof options;
    options.batch_bytes = 2048;
    CHECK_STATUS(RUSTG_OK, rustg_compile(sources, N_SOURCES, &options, &result, NULL));
    CHECK(rustg_result_n_batches(result) > 1);
    for (size_t batch = 0; batch < rustg_result_n_batches(result); batch++)
        check_batch(result, batch);
    for (size_t i = 0; i < N_SOURCES; i++) {
        rustg_file file;
        rustg_ast ast;
        char number[16];
        size_t n_bytes = 0;
        rustg_result_file(result, i, &file);
        CHECK_STATUS(RUSTG_OK, rustg_result_ast(result, file.batch, &ast));
        uint32_t item = rustg_ast_node_first_child(&ast, file.first_node);
        uint32_t value = rustg_ast_node_next_sibling(&ast, rustg_ast_node_first_child(&ast, item));
        CHECK(rustg_ast_node_kind(&ast, value) == RUSTG_AST_ExprLit);
        const uint8_t *text = rustg_ast_node_text(&ast, value, file.bytes, file.base, &n_bytes);
        snprintf(number, sizeof number, "%zu", i);
        CHECK(text != NULL && n_bytes == strlen(number) && memcmp(text, number, n_bytes) == 0);
    }
    rustg_result_free(result);
}

/* Names of the nodes in order, those without one left out, in two files of one batch. */
static void test_names(void)
{
    static const char text[] =
        "extern crate a; extern crate self as b; static mut c: u8 = 0; const _: u8 = 1; macro_rules! d { () => {} }\n"
        "impl e { fn r#match(&self) {} const f: u8 = 2; } struct g<'h, i, const j: u8>(u8, pub u8);\n"
        "enum k { l, m { n: u8 } } mod o {} fn p() { let q = g { r: 1, 0: s.t().u }; let _ = (); } trait v = w;";
    static const char *const names[] = {"a", "b", "c", "d", "match", "self", "f", "g", "'h", "i", "j", "k",
                                        "l", "m", "n", "o", "p",     "q",    "r", "0", "u",  "t", "v"};
    enum { N_NAMES = sizeof names / sizeof *names };
    const rustg_source sources[] = {source_of("a.rs", text), source_of("b.rs", text)};
    rustg_result *result = NULL;
    CHECK_STATUS(RUSTG_OK, rustg_compile(sources, 2, NULL, &result, NULL));
    for (size_t i = 0; i < 2; i++) {
        rustg_file file;
        rustg_ast ast;
        rustg_tokens tokens;
        size_t n = 0, n_bytes;
        rustg_result_file(result, i, &file);
        CHECK_STATUS(RUSTG_OK, rustg_result_ast(result, file.batch, &ast));
        CHECK_STATUS(RUSTG_OK, rustg_result_tokens(result, file.batch, &tokens));
        for (uint32_t node = file.first_node; node < file.first_node + file.n_nodes; node++) {
            const uint8_t *name = rustg_ast_name(&ast, &tokens, node, file.bytes, file.base, &n_bytes);
            CHECK((name == NULL) == (n_bytes == 0) && (name == NULL) == (rustg_ast_name_tok(&ast, &tokens, node) == 0));
            if (!name)
                continue;
            CHECK(n < N_NAMES && n_bytes == strlen(names[n]) && memcmp(name, names[n], n_bytes) == 0);
            n++;
        }
        CHECK(n == N_NAMES);
        CHECK(rustg_ast_name_tok(&ast, &tokens, 0) == 0);
        CHECK(rustg_ast_name(&ast, &tokens, (uint32_t)ast.n_nodes, file.bytes, file.base, NULL) == NULL);
    }
    rustg_result_free(result);
}

/* Text n times, between before and after; the caller frees it. */
static char *repeated(const char *before, const char *text, size_t n, const char *after)
{
    char *all = malloc(strlen(before) + n * strlen(text) + strlen(after) + 1), *at = all;
    if (!all)
        abort();
    at += sprintf(at, "%s", before);
    for (size_t i = 0; i < n; i++)
        at += sprintf(at, "%s", text);
    sprintf(at, "%s", after);
    return all;
}

/* A batch whose nodes are written where they stay, until there are more than were reckoned with: a file's tree is the
 * same as alone. */
static void test_placed(void)
{
    enum { N_SOURCES = 4 };
    char *texts[N_SOURCES] = {repeated("", "const A: u8 = 1 + 2;\n", 15000, ""),
                              repeated("fn f() {", "{}", 450000, "}"),
                              repeated("", "fn g(a: A) -> B { a.b(c) }\n", 8000, ""), repeated("", ";", 10, "")};
    rustg_source sources[N_SOURCES];
    for (int i = 0; i < N_SOURCES; i++)
        sources[i] = source_of("a.rs", texts[i]);
    for (uint32_t n_threads = 1; n_threads <= 3; n_threads += 2) {
        rustg_compile_options options = {
            .struct_size = sizeof options, .engine = RUSTG_ENGINE_CPU, .n_threads = n_threads};
        rustg_result *result = NULL;
        rustg_ast ast;
        CHECK_STATUS(RUSTG_OK, rustg_compile(sources, N_SOURCES, &options, &result, NULL));
        CHECK_STATUS(RUSTG_OK, rustg_result_ast(result, 0, &ast));
        for (size_t i = 0; i < N_SOURCES; i++) {
            rustg_file file, own_file;
            rustg_ast own;
            rustg_result *alone = NULL;
            size_t n_unlike = 0;
            CHECK_STATUS(RUSTG_OK, rustg_compile(&sources[i], 1, &options, &alone, NULL));
            CHECK_STATUS(RUSTG_OK, rustg_result_ast(alone, 0, &own));
            rustg_result_file(result, i, &file);
            rustg_result_file(alone, 0, &own_file);
            CHECK(file.n_nodes == own_file.n_nodes);
            for (uint32_t n = 0; n < file.n_nodes && n < own_file.n_nodes; n++) {
                uint32_t a = file.first_node + n, b = own_file.first_node + n;
                n_unlike += ast.kind[a] != own.kind[b] || ast.start[a] - file.base != own.start[b] - own_file.base ||
                            ast.end[a] - file.base != own.end[b] - own_file.base ||
                            ast.tok[a] - file.first_tok != own.tok[b] - own_file.first_tok ||
                            ast.next[a] - a != own.next[b] - b || (n > 0 && ast.parent[a] - a != own.parent[b] - b);
            }
            CHECK(n_unlike == 0);
            rustg_result_free(alone);
        }
        rustg_result_free(result);
    }
    for (int i = 0; i < N_SOURCES; i++)
        free(texts[i]);
}

static void test_stop_after(void)
{
    rustg_source source = source_of("a.rs", "fn f( {");
    rustg_compile_options options;
    rustg_result *result = NULL;
    rustg_ast ast;
    rustg_file file;
    memset(&options, 0, sizeof options);
    options.struct_size = sizeof options;
    options.stop_after = RUSTG_STAGE_TOKENS;
    CHECK_STATUS(RUSTG_OK, rustg_compile(&source, 1, &options, &result, NULL));
    CHECK(rustg_result_success(result));
    memset(&ast, 0x5A, sizeof ast);
    CHECK_STATUS(RUSTG_OK, rustg_result_ast(result, 0, &ast));
    CHECK(!ast.kind && !ast.tok && !ast.start && !ast.end && !ast.next && !ast.parent && ast.n_nodes == 0);
    check_no_node(&ast, 0);
    check_no_node(&ast, 1);
    CHECK_STATUS(RUSTG_OK, rustg_result_file(result, 0, &file));
    CHECK(file.first_node == 0 && file.n_nodes == 0 && file.n_toks == 4);
    rustg_result_free(result);

    options.stop_after = RUSTG_STAGE_AST;
    CHECK_STATUS(RUSTG_OK, rustg_compile(&source, 1, &options, &result, NULL));
    CHECK(!rustg_result_success(result));
    check_batch(result, 0); /* bad source leaves a tree too */
    rustg_result_free(result);

    options.stop_after = (rustg_stage)3;
    CHECK_STATUS(RUSTG_ERR_ARGUMENT, rustg_compile(&source, 1, &options, &result, NULL));
}

int main(void)
{
    test_kinds();
    test_by_hand();
    test_at_random();
    test_deep();
    CHECK_STATUS(RUSTG_OK, rustg_initialize(NULL, NULL));
    test_compiled();
    test_batches();
    test_names();
    test_placed();
    test_stop_after();
    rustg_shutdown();
    return check_exit();
}
