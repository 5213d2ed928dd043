/* ir_text_test.c: the builder, layout, the text form both ways, and the verifier, which refuses each kind of wrong
 * module. */
#include "base/test_random.h"
#include "ir/ir_check.h"
#include "ir/ir_table.h"

static void test_layout(void)
{
    ir_module m;
    ir_begin(&m, &memory);
    const ir_type mixed = ir_struct(&m, (ir_type[]){IR_U8, IR_U32, IR_U16}, 3, 0, "Mixed");
    CHECK(ir_size(&m, mixed) == 12 && ir_align(&m, mixed) == 4, "size %u", (unsigned)ir_size(&m, mixed));
    CHECK(ir_field_offset(&m, mixed, 1) == 4 && ir_field_offset(&m, mixed, 2) == 8, "offsets");
    CHECK(ir_struct(&m, (ir_type[]){IR_U8, IR_U32, IR_U16}, 3, 0, "Other") == mixed, "equal structs are one type");
    CHECK(strcmp(m.types.at[mixed].name, "Mixed") == 0, "the first name stays");
    const ir_type wide = ir_struct(&m, (ir_type[]){IR_U8}, 1, 16, NULL);
    CHECK(ir_size(&m, wide) == 16 && ir_align(&m, wide) == 16 && wide != ir_struct(&m, (ir_type[]){IR_U8}, 1, 0, NULL),
          "min_align");
    CHECK(ir_struct(&m, (ir_type[]){IR_U8}, 1, 1, NULL) == ir_struct(&m, (ir_type[]){IR_U8}, 1, 0, NULL),
          "an alignment of 1 says nothing");
    const ir_type array = ir_array(&m, mixed, 5);
    CHECK(ir_size(&m, array) == 60 && ir_field_offset(&m, array, 2) == 24 && array == ir_array(&m, mixed, 5), "array");
    CHECK(ir_size(&m, ir_array(&m, IR_F64, 0)) == 0 && ir_align(&m, ir_array(&m, IR_F64, 0)) == 8, "empty array");
    const ir_type any = ir_union(&m, (ir_type[]){IR_U8, mixed, IR_F64}, 3, 0);
    CHECK(ir_size(&m, any) == 16 && ir_align(&m, any) == 8 && ir_field_offset(&m, any, 2) == 0, "union");
    const ir_type wide_union = ir_union(&m, (ir_type[]){IR_U8, mixed, IR_F64}, 3, 32);
    CHECK(ir_size(&m, wide_union) == 32 && ir_align(&m, wide_union) == 32 && wide_union != any, "a union's min_align");
    CHECK(ir_size(&m, ir_struct(&m, NULL, 0, 0, NULL)) == 0, "no fields: size 0");
    CHECK(ir_ptr(&m, IR_SPACE_SHARED) != ir_ptr(&m, IR_SPACE_GENERIC) && ir_size(&m, ir_ptr(&m, IR_SPACE_SHARED)) == 8,
          "pointers");
    static const uint8_t sizes[] = {0, 1, 1, 2, 4, 8, 1, 2, 4, 8, 4, 8};
    for (ir_type t = 0; t <= IR_F64; t++)
        CHECK(ir_size(&m, t) == sizes[t] && m.types.at[t].kind == t, "scalar %u", t);
    CHECK(ir_is_int(&m, IR_I8) && ir_is_int(&m, IR_U64) && !ir_is_int(&m, IR_BOOL) && !ir_is_int(&m, IR_F32), "ints");
    CHECK(ir_is_signed(&m, IR_I64) && !ir_is_signed(&m, IR_U8) && ir_is_float(&m, IR_F64) && !ir_is_float(&m, IR_I64),
          "kinds");
    const ir_site site = {.message = "m", .file = "f", .line = 1, .column = 2};
    const ir_site_id first = ir_add_site(&m, site);
    ir_site other = site;
    other.line = 2;
    CHECK(first == 1 && ir_add_site(&m, site) == first && ir_add_site(&m, other) == 2, "equal sites are one");
    for (uint32_t i = 0; i < 3000; i++) {
        const ir_type t = ir_array(&m, IR_U8, i + 10);
        CHECK(t == ir_array(&m, IR_U8, i + 10) && m.types.at[t].n == i + 10, "array of %u", i);
    }
}

static void test_builder(void)
{
    ir_module m;
    ir_begin(&m, &memory);
    const ir_function_id f = ir_declare(&m, "count", (ir_type[]){IR_U32}, 1, IR_U32);
    ir_builder b = {.m = &m, .f = f, .line = 3};
    const ir_local n = ir_add_local(&b, IR_U32, "n");
    const ir_label again = ir_new_label(&b);
    ir_set(&b, n, ir_const(&b, IR_U32, 0));
    ir_loop(&b, again);
    ir_if(&b, ir_binary(&b, IR_GE, IR_BOOL, ir_get(&b, n), 1));
    CHECK(!ir_ends_here(&b), "an if does not end");
    ir_break(&b, again);
    CHECK(ir_ends_here(&b), "a break ends");
    ir_end(&b);
    CHECK(!ir_ends_here(&b), "an end does not end");
    b.line = 4;
    const ir_value now = ir_get(&b, n);
    ir_set(&b, n, ir_binary(&b, IR_ADD, IR_U32, now, ir_const(&b, IR_U32, UINT64_C(0x100000001))));
    ir_end(&b);
    ir_return(&b, ir_convert(&b, IR_U32, ir_get(&b, n)));
    CHECK(ir_verify(&m) == NULL, "%s", ir_verify(&m));
    static const char expected[] = "rustg ir 1\n"
                                   "\n"
                                   "fn \"count\"(%1: u32) -> u32 {\n"
                                   "    local $1 n: u32\n"
                                   "    %2: u32 = const 0 !3\n"
                                   "    set $1, %2 !3\n"
                                   "    loop '1 !3\n"
                                   "        %3: u32 = get $1 !3\n"
                                   "        %4: bool = ge %3, %1 !3\n"
                                   "        if %4 !3\n"
                                   "            break '1 !3\n"
                                   "        end !3\n"
                                   "        %5: u32 = get $1 !4\n"
                                   "        %6: u32 = const 1 !4\n"
                                   "        %7: u32 = add %5, %6 !4\n"
                                   "        set $1, %7 !4\n"
                                   "    end !4\n"
                                   "    %8: u32 = get $1 !4\n"
                                   "    return %8 !4\n"
                                   "}\n";
    CHECK(strcmp(ir_print(&m), expected) == 0, "printed:\n%s", ir_print(&m));
    const uint32_t seven = 7;
    uint32_t result = 0;
    const void *args[] = {&seven};
    CHECK(ir_run_function(&m, f, &(ir_launch){0}, args, &result, NULL) == IR_RAN && result == 7, "counted to %u",
          result);
}

static void test_round_trip(void)
{
    static const char *const files[] = {"tests/ir/saxpy.ir", "tests/ir/block_sum.ir", "tests/ir/everything.ir"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        const char *text = file_text(files[i]);
        ir_module *m = module_of(text);
        const char *printed = ir_print(m);
        CHECK(strcmp(printed, text) == 0, "%s prints as\n%s", files[i], printed);
        ir_module *again = module_of(printed);
        CHECK(strcmp(ir_print(again), text) == 0, "%s: the second round differs", files[i]);
        CHECK(again->types.n == m->types.n && again->functions.n == m->functions.n && again->args.n == m->args.n,
              "%s: tables", files[i]);
        /* every prefix is refused or read, never more */
        const size_t n = strlen(text);
        for (size_t cut = 0; cut < n; cut += 7) {
            ir_module part;
            const char *message;
            ir_begin(&part, &memory);
            if (ir_read(&part, text, cut, &message))
                CHECK(message == NULL, "a message without a mistake");
            else
                CHECK(strncmp(message, "line ", 5) == 0, "%s", message);
        }
    }
    ir_module *m =
        module_of("\n// a comment\n  rustg ir 1   // and one here\n\nfn \"f\" ( %1 a:u8 )->u8{ // odd spaces\n"
                  "\n   return   %1\n}");
    CHECK(strcmp(ir_print(m), "rustg ir 1\n\nfn \"f\"(%1 a: u8) -> u8 {\n    return %1\n}\n") == 0,
          "spaces and comments: %s", ir_print(m));
}

static void test_names(void)
{
    for (uint32_t op = 0; op < IR_N_OPS; op++)
        for (uint32_t what = 0; what < IR_N_INTRINSICS; what++)
            CHECK(strcmp(ir_op_rows[op].text, ir_intrinsic_rows[what].text) != 0, "%s is an op and an intrinsic",
                  ir_op_rows[op].text);
}

static void test_floats(void)
{
    static const double values[] = {0.1, 1e-310, 1.7976931348623157e308, 123456789.0, -2.5e-7, 0.0, 5e-324};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        for (int narrow = 0; narrow < 2; narrow++) {
            ir_module m, back;
            const char *message;
            ir_begin(&m, &memory);
            ir_begin(&back, &memory);
            ir_builder b = {.m = &m, .f = ir_declare(&m, "f", NULL, 0, narrow ? IR_F32 : IR_F64)};
            const uint64_t bits =
                narrow ? f32_bits(values[i] > 1e38 ? 3.4028235e38f : (float)values[i]) : f64_bits(values[i]);
            ir_return(&b, ir_const(&b, narrow ? IR_F32 : IR_F64, bits));
            const char *text = ir_print(&m);
            CHECK(ir_read(&back, text, strlen(text), &message), "%s", message);
            CHECK(back.functions.at[1].code.at[0].imm == bits, "%g: %s", values[i], text);
        }
    }
}

/* Texts that the reader refuses, and a piece of what it says. */
static void test_reader_refuses(void)
{
    static const struct {
        const char *text, *message;
    } rows[] = {
        {"", "expected `rustg ir 1`"},
        {"rustg ir 2", "expected `rustg ir 1`"},
        {"rustg ir 1\nfoo", "line 2: expected file"},
        {"rustg ir 1\nfile 1 \"x\"", "files are numbered"},
        {"rustg ir 1\ntype #0 = struct { u8, #0 }", "type #0 is not declared above"},
        {"rustg ir 1\ntype #0 = struct { u8 }\ntype #1 = struct { u8 }", "line 3: there is an equal type"},
        {"rustg ir 1\ntype #0 = struct { u8 } align 3", "power of two"},
        {"rustg ir 1\nglobal @2 const \"a\": u8", "globals are numbered"},
        {"rustg ir 1\nglobal @1 const \"a\": u8 = x\"0011\"", "as many bytes"},
        {"rustg ir 1\nglobal @1 const \"a\": u8 = x\"0g\"", "digits of bytes"},
        {"rustg ir 1\nglobal @1 const \"a: u8", "not closed"},
        {"rustg ir 1\nfn \"f\"() {\n    %2: u8 = const 1\n}", "line 3: the next value is %1"},
        {"rustg ir 1\nfn \"f\"() {\n    %1: u8 = const 256\n}", "too large for its type"},
        {"rustg ir 1\nfn \"f\"() {\n    %1: u8 = konst 1\n}", "no operation `konst`"},
        {"rustg ir 1\nfn \"f\"() {\n    %1: f32 = const x\n}", "expected a float"},
        {"rustg ir 1\nfn \"f\"() {\n    const 1\n}", "has a result"},
        {"rustg ir 1\nfn \"f\"() {\n    %1: u8 = return\n}", "has no result"},
        {"rustg ir 1\nfn \"f\"() {\n    end\n}", "END of nothing"},
        {"rustg ir 1\nfn \"f\"() {\n    loop '1\n}", "not closed by `end`"},
        {"rustg ir 1\nfn \"f\"() {\n    case 1\n}", "outside of a switch"},
        {"rustg ir 1\nfn \"f\"() {\n    return return\n}", "unexpected `return"},
        {"rustg ir 1\nfn \"f\"() {\n    call \"g\"()\n}", "line 3: there is no function \"g\""},
        {"rustg ir 1\nfn \"f\"() {\n}\nfn \"f\"() {\n}", "two functions have one name"},
        {"rustg ir 1\nfn \"f\"() {\n    return", "not closed"},
        {"rustg ir 1\nfn \"f\"(%1: what) {\n}", "expected a type"},
        {"rustg ir 1\nfn \"f\"(%1: u8) {\n    %2: u32 = atomic_add.weird.device %1, %1\n}", "ordering"},
        {"rustg ir 1\nfn \"f\"() {\n    break '99999999999\n}", "too large"},
        {"rustg ir 1\nsite 1 \"\":1:1 \"\"\nsite 2 \"\":1:1 \"\"", "equal site"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ir_module m;
        const char *message = NULL;
        ir_begin(&m, &memory);
        const bool ok = ir_read(&m, rows[i].text, strlen(rows[i].text), &message);
        CHECK(!ok && message && strstr(message, rows[i].message), "%s\n-> %s, wanted %s", rows[i].text,
              ok ? "read" : message, rows[i].message);
    }
    char deep[3000] = "rustg ir 1\nfn \"f\"(%1: ";
    memset(deep + strlen(deep), '[', 1000);
    ir_module m;
    const char *message;
    ir_begin(&m, &memory);
    CHECK(!ir_read(&m, deep, strlen(deep), &message) && strstr(message, "too deeply"), "deep types");
}

/* Bodies of fn "f"(%1 a: i32, %2 b: f32, %3 c: bool, %4 p: ptr, %5 q: u64) -> i32 that the verifier refuses. */
static void test_verifier_refuses(void)
{
    static const struct {
        const char *body, *message;
    } rows[] = {
        {"return %9", "there is no value %9"},
        {"return %2", "types i32 and f32 differ"},
        {"return", "returns nothing"},
        {"%6: i32 = add %1, %1", "reaches the end without a RETURN"},
        {"if %3\nreturn %1\nend", "reaches the end without a RETURN"},
        {"loop '1\nbreak '1\nend", "reaches the end without a RETURN"},
        {"switch %1\ncase 1\nreturn %1\nend", "reaches the end without a RETURN"},
        {"block '1\nif %3\nbreak '1\nend\nreturn %1\nend", "reaches the end without a RETURN"},
        {"%6: i32 = add %1, %2\nreturn %6", "differ"},
        {"%6: bool = add %3, %3\nreturn %1", "wants numbers"},
        {"%6: f32 = and %2, %2\nreturn %1", "wants integers or bool"},
        {"%6: f32 = shl %2, %1\nreturn %1", "wants an integer"},
        {"%6: i32 = shl %1, %2\nreturn %1", "wants an integer on the right"},
        {"%6: bool = neg %3\nreturn %1", "wants a number"},
        {"%6: f32 = not %2\nreturn %1", "wants an integer or bool"},
        {"%6: i32 = lt %1, %1\nreturn %1", "wants a bool result"},
        {"%6: bool = lt %1, %2\nreturn %1", "differ"},
        {"%6: bool = overflows add %2, %2\nreturn %1", "wants integers"},
        {"%6: bool = convert %1\nreturn %1", "i32 as bool"},
        {"%6: ptr = convert %2\nreturn %1", "f32 as ptr"},
        {"%6: f32 = convert %3\nreturn %1", "bool as f32"},
        {"%6: i64 = bitcast %1\nreturn %1", "i32 to i64"},
        {"%6: i32 = select %1, %1, %1\nreturn %1", "wants a bool"},
        {"%6: i32 = get $2\nreturn %1", "there is no local $2"},
        {"%6: f32 = get $1\nreturn %1", "differ"},
        {"set $1, %2\nreturn %1", "differ"},
        {"%6: ptr = global_addr @7\nreturn %1", "there is no global @7"},
        {"%6: i32 = load %1\nreturn %1", "wants a pointer"},
        {"store %1, %1\nreturn %1", "wants a pointer"},
        {"store volatile streaming %4, %1\nreturn %1", "streaming is said of plain stores"},
        {"store streaming %4, %3\nreturn %1", "streaming is said of plain stores"},
        {"%6: i32 = load streaming %4\nreturn %1", "streaming is said of plain stores"},
        {"%6: ptr = field_addr #0 2, %4\nreturn %1", "#0 has no field 2"},
        {"%6: ptr = field_addr i32 0, %4\nreturn %1", "i32 has no field 0"},
        {"%6: ptr.shared = field_addr #0 0, %4\nreturn %1", "differ"},
        {"%6: ptr = element_addr i32, %4, %1\nreturn %1", "u64 or i64 index"},
        {"%6: i32 = field 0, %1\nreturn %1", "i32 has no field 0"},
        {"%6: #0 = make %1\nreturn %1", "1 of 2 fields"},
        {"%6: #0 = make %2, %1\nreturn %1", "field 0: types"},
        {"%6: i32 = make %1\nreturn %1", "wants a struct, array or union"},
        {"%6: i32 = call \"f\"(%1)\nreturn %1", "1 arguments for 5 parameters"},
        {"%6: i32 = call \"g\"(%1)\nreturn %1", "argument 0 of \"g\": types f32 and i32 differ"},
        {"call \"f\"(%1, %2, %3, %4, %5)\nreturn %1", "differ"},
        {"call \"k\"()\nreturn %1", "a kernel is not called"},
        {"%6: i32 = call_ptr %1(%2) like \"g\"\nreturn %1", "calls a pointer"},
        {"%6: u32 = shuffle %3, %1\nreturn %1", "a scalar of 32 or 64 bits"},
        {"%6: i32 = shuffle %1, %1\nreturn %1", "wants a u32 lane"},
        {"%6: u32 = ballot %1\nreturn %1", "wants a bool"},
        {"%6: i32 = atomic_add.relaxed.device %1, %1\nreturn %1", "wants a pointer"},
        {"%6: f32 = atomic_min.relaxed.device %4, %2\nreturn %1", "wants a type that has it"},
        {"%6: f32 = atomic_add.relaxed.device %4, %1\nreturn %1", "differ"},
        {"%6: i32 = atomic_add.relaxed.device.together %4, %1\nreturn %1", "together add to a float"},
        {"%6: i32 = atomic_add.relaxed.device.unread.y %4, %1\nreturn %1", "together add to a float"},
        {"%6: i32 = sqrt %1\nreturn %1", "wants floats"},
        {"%6: f32 = fma %2, %2\nreturn %1", "2 operands for fma"},
        {"%6: f32 = atan2 %2, %1\nreturn %1", "differ"},
        {"sqrt %2\nreturn %1", "sqrt has a result"},
        {"%6: u32 = barrier\nreturn %1", "barrier has no result"},
        {"%6: i32 = count_ones %1\nreturn %1", "wants a u32 result"},
        {"%6: i32 = thread_idx.x\nreturn %1", "wants a u32 result"},
        {"memcpy %4, %4, %1\nreturn %1", "two pointers and a u64"},
        {"%6: f32 = f16_to_f32 %1\nreturn %1", "u16 bits"},
        {"if %1\nend\nreturn %1", "wants a bool"},
        {"if %3\n%6: i32 = const 1\nend\nreturn %6", "outside of the block that defines it"},
        {"if %3\n%6: i32 = const 1\nelse\nreturn %6\nend\nreturn %1", "outside of the block that defines it"},
        {"loop '1\n%6: i32 = const 1\nbreak '1\nend\nreturn %6", "outside of the block that defines it"},
        {"switch %1\ncase 1\n%6: i32 = const 1\ncase 2\nreturn %6\nend\nreturn %1",
         "outside of the block that defines it"},
        {"switch %1\nset $1, %1\nend\nreturn %1", "between SWITCH and its first case"},
        {"switch %1\ncase 1\nset $1, %1\ncase 1\nend\nreturn %1", "has a case already"},
        {"switch %1\ndefault\nset $1, %1\ndefault\nend\nreturn %1", "two defaults"},
        {"else\nreturn %1", "ELSE without IF"},
        {"if %3\nelse\nelse\nend\nreturn %1", "ELSE without IF"},
        {"break '1\nreturn %1", "no open bracket has label '1"},
        {"loop '1\nbreak '1\nend\nbreak '1\nreturn %1", "no open bracket has label '1"},
        {"block '1\ncontinue '1\nend\nreturn %1", "CONTINUE of a BLOCK"},
        {"block '1\nend\nblock '1\nend\nreturn %1", "is used twice"},
        {"trap site 3", "there is no site 3"},
        {"check %1, site 1\nreturn %1", "wants a bool first"},
        {"check %3, site 1, %1\nreturn %1", "wants 64-bit integers"},
        {"trap site 1, %5, %5, %5, %5, %5, %5, %5, %5, %5, %5, %5, %5, %5, %5, %5, %5, %5",
         "more operands than a panic keeps"},
        {"ptx 5 $0\nend\nreturn %1", "there is no template"},
        {"ptx 0 $1 tied 1\nend\nreturn %1", "wants a local with all fields that are tied"},
        {"local $2: #1\nptx 0 $2\nend\nreturn %1", "wants a local of scalars"},
        {"%6: #0 = zero\nptx 0 $0, %6\nend\nreturn %1", "wants scalar operands"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ir_module m;
        const char *
            message = NULL,
           *text = arena_format(
               &memory,
               "rustg ir 1\nfile 0 \"t\"\ntype #0 = struct { i32, f32 }\ntype #1 = union { i32, f32 }\nsite 1 "
               "\"a.rs\":1:1 \"m\"\nfn \"g\"(%%1: f32) -> i32 {\n%%2: i32 = const 1\nreturn %%2\n}\nkernel \"k\"() "
               "{\n}\n"
               "fn \"f\"(%%1 a: i32, %%2 b: f32, %%3 c: bool, %%4 p: ptr, %%5 q: u64) -> i32 {\nlocal $1: i32\n%s\n}\n",
               rows[i].body);
        ir_begin(&m, &memory);
        if (!ir_read(&m, text, strlen(text), &message)) {
            CHECK(false, "%s\n-> not read: %s", rows[i].body, message);
            continue;
        }
        message = ir_verify(&m);
        CHECK(message && strstr(message, rows[i].message), "%s\n-> %s, wanted %s", rows[i].body,
              message ? message : "accepted", rows[i].message);
    }
}

/* What only a builder gets wrong. */
static void test_verifier_of_modules(void)
{
    for (int what = 0; what < 15; what++) {
        ir_module m;
        ir_begin(&m, &memory);
        const ir_type pair = ir_struct(&m, (ir_type[]){IR_U64, IR_U32}, 2, 0, NULL);
        const ir_function_id f =
            ir_declare(&m, what == 0 ? "" : "f", (ir_type[]){IR_U64, IR_BOOL}, 2, what == 1 ? IR_U8 : 0);
        ir_builder b = {.m = &m, .f = f};
        const ir_relocation outside = {.offset = 1, .global = 1}, unknown = {.offset = 0, .global = 9},
                            no_function = {.offset = 0, .function = 9};
        const char *wanted = NULL;
        switch (what) {
        case 0: wanted = "function without a name"; break;
        case 1:
            m.functions.at[f].is_kernel = true;
            wanted = "a kernel has no result";
            break;
        case 2:
            ir_declare(&m, "f", NULL, 0, 0);
            wanted = "two functions are named \"f\"";
            break;
        case 3:
            ir_add_global(
                &m,
                (ir_global){
                    .name = "g", .type = IR_U64, .space = IR_SPACE_CONST, .relocations = &outside, .n_relocations = 1});
            wanted = "relocation at 1 is outside";
            break;
        case 4:
            ir_add_global(
                &m,
                (ir_global){
                    .name = "g", .type = IR_U64, .space = IR_SPACE_CONST, .relocations = &unknown, .n_relocations = 1});
            wanted = "relocation to global 9";
            break;
        case 14:
            ir_add_global(&m, (ir_global){.name = "g",
                                          .type = IR_U64,
                                          .space = IR_SPACE_CONST,
                                          .relocations = &no_function,
                                          .n_relocations = 1});
            wanted = "relocation to function 9";
            break;
        case 5:
            ir_add_global(
                &m, (ir_global){
                        .name = "g", .type = IR_U64, .space = IR_SPACE_SHARED, .bytes = (const uint8_t *)"12345678"});
            wanted = "no initial bytes";
            break;
        case 6:
            ir_add_global(&m, (ir_global){.name = "g", .type = IR_U64, .space = IR_SPACE_LOCAL});
            wanted = "space 4";
            break;
        case 7:
            ir_add_global(&m, (ir_global){.name = "g", .type = IR_U64, .space = IR_SPACE_CONST, .dynamic = true});
            wanted = "only shared memory is dynamic";
            break;
        case 8:
            ir_if(&b, 2);
            wanted = "no END";
            break;
        case 9:
            ir_end(&b);
            wanted = "END of nothing";
            break;
        case 10:
            ir_const(&b, IR_U8, 1);
            m.functions.at[f].code.at[0].result = 1;
            wanted = "defined twice";
            break;
        case 11:
            ir_emit(&b, IR_CONST, pair, NULL, 0, 0, 0);
            wanted = "wants a scalar";
            break;
        case 12:
            ir_const(&b, IR_U8, 1);
            m.functions.at[f].code.at[0].op = 200;
            wanted = "there is no op 200";
            break;
        default:
            ir_array(&m, ir_array(&m, IR_U64, UINT64_C(1) << 32), UINT64_C(1) << 32);
            wanted = "2^47 bytes or more";
            break;
        }
        const char *message = ir_verify(&m);
        CHECK(message && strstr(message, wanted), "%d: %s, wanted %s", what, message ? message : "accepted", wanted);
    }
}

/* Lines and words of the files changed at random: refused with a message, or a module that prints, reads back and
 * prints the same. */
static void test_mutations(void)
{
    static const char *const files[] = {"tests/ir/saxpy.ir", "tests/ir/block_sum.ir", "tests/ir/everything.ir"};
    static const char pieces[][12] = {"%1",  "%9",   "$1",  "'1",    "@1",     "#0", "0", "-1", "ptr", "u64",     "f32",
                                      "end", "else", "add", "const", "site 1", ",",  "(", ")",  "\"",  "[u8; 3]", "\n"};
    uint64_t state = 7;
    unsigned n_read = 0, n_good = 0;
    for (uint32_t round = 0; round < 6000; round++) {
        arena scratch = {.out_of_memory = &out_of_memory};
        ir_module m, back;
        const char *text = file_text(files[round % 3]), *message;
        const size_t n = strlen(text);
        test_random_mmix(&state);
        const size_t at = (size_t)(state >> 33) % n, gone = (size_t)(state >> 20) % 8;
        const char *piece = pieces[(state >> 40) % (sizeof pieces / sizeof *pieces)];
        const char *changed =
            arena_format(&scratch, "%.*s%s%s", (int)at, text, piece, text + (at + gone < n ? at + gone : n));
        ir_begin(&m, &scratch);
        if (ir_read(&m, changed, strlen(changed), &message)) {
            n_read++;
            if (!ir_verify(&m)) {
                n_good++;
                const char *printed = ir_print(&m);
                ir_begin(&back, &scratch);
                const bool again = ir_read(&back, printed, strlen(printed), &message);
                CHECK(again && !ir_verify(&back) && strcmp(ir_print(&back), printed) == 0, "round %u: %s\n%s", round,
                      again ? "differs" : message, printed);
            }
        } else {
            CHECK(message && strncmp(message, "line ", 5) == 0, "round %u: no message", round);
        }
        arena_free(&scratch);
    }
    CHECK(n_read > 200 && n_good > 50 && n_read > n_good, "%u texts read, %u good: the mutations say little", n_read,
          n_good);
}

int main(void)
{
    check_begin();
    test_layout();
    test_builder();
    test_round_trip();
    test_names();
    test_floats();
    test_reader_refuses();
    test_verifier_refuses();
    test_verifier_of_modules();
    test_mutations();
    return check_end("ir_text_test");
}
