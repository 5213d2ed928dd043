# RustgCore.cmake: librustg_core.a, one object library a stage, librustg.so and rustgc.
#
# A stage sees only the folders it may depend on: each gets its own include path, <build>/rooms/<stage>, that holds
# links to the allowed folders of src. An include of another stage's header does not compile.

set(rustg_generated_dir ${CMAKE_CURRENT_BINARY_DIR}/generated)
set(rustg_stages "")

# rustg_view(result name rooms...): the folder of links.
function(rustg_view result name)
    set(view ${CMAKE_CURRENT_BINARY_DIR}/rooms/${name})
    file(REMOVE_RECURSE ${view})
    file(MAKE_DIRECTORY ${view})
    foreach(room ${ARGN})
        file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR}/src/${room} ${view}/${room} SYMBOLIC)
    endforeach()
    set(${result} ${view} PARENT_SCOPE)
endfunction()

# rustg_stage(name rooms...): the objects of src/<name> and its folders, which may include headers of these rooms. A
# folder `gen` holds programs of the build.
function(rustg_stage name)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/src/${name}/*.c)
    list(FILTER sources EXCLUDE REGEX "/gen/")
    list(FILTER sources EXCLUDE REGEX "/parser/table/") # RustgGrammar.cmake
    list(FILTER sources EXCLUDE REGEX "/sema/library/") # below
    if(rustg_with_cuda)
        list(FILTER sources EXCLUDE REGEX "/engine/engine_none\\.c$")
    else()
        list(FILTER sources EXCLUDE REGEX "/engine/[a-z_]*cuda[a-z_]*\\.c$")
    endif()
    if(NOT sources)
        return()
    endif()
    rustg_view(view ${name} ${ARGN})
    list(JOIN ARGN ", " shown)
    set_property(GLOBAL APPEND_STRING PROPERTY rustg_walls "| ${name} | ${shown} |\n")
    add_library(rustg_${name} OBJECT ${sources})
    target_link_libraries(rustg_${name} PRIVATE rustg_flags Threads::Threads)
    target_include_directories(rustg_${name} PRIVATE
        ${CMAKE_CURRENT_SOURCE_DIR}/include ${view} ${rustg_generated_dir}
    )
    target_compile_definitions(rustg_${name} PRIVATE $<$<BOOL:${rustg_with_cuda}>:RUSTG_WITH_CUDA>)
    add_dependencies(rustg_${name} rustg_generated)
    if(name IN_LIST rustg_cold_stages)
        target_compile_options(rustg_${name} PRIVATE "${rustg_cold_options}")
    else()
        target_compile_options(rustg_${name} PRIVATE $<$<CONFIG:Release>:-O2>)
    endif()
    set(rustg_stages ${rustg_stages} rustg_${name} PARENT_SCOPE)
endfunction()

# rustg_kernel_room(folder rooms...): kernels/<folder> may include headers of these rooms of src, its own and those that lie in
# kernels/ itself; RustgCuda.cmake compiles it with that view.
file(GLOB rustg_kernel_headers CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/kernels/*.cuh)
function(rustg_kernel_room folder)
    rustg_view(view kernels/${folder} ${ARGN})
    foreach(header ${rustg_kernel_headers})
        get_filename_component(name ${header} NAME)
        file(CREATE_LINK ${header} ${view}/${name} SYMBOLIC)
    endforeach()
    list(JOIN ARGN ", " shown)
    string(REPLACE "kernels/common" "`kernels/*.cuh`" name kernels/${folder})
    set_property(GLOBAL APPEND_STRING PROPERTY rustg_walls "| ${name} | ${shown}, `kernels/*.cuh` |\n")
endfunction()

# gcc needs less time for these at -O1. sema is not one of them: at -O1 it runs 3% more instructions from a kernel's text to its
# CUDA C++; nor is opt, which runs 0.4% more of them.
set(rustg_cold_stages diagnostics lower adjoint codegen cache sources compile)
set(rustg_cold_options "$<$<CONFIG:Release>:-O1;$<$<C_COMPILER_ID:GNU>:-finline-small-functions;-findirect-inlining>>")

# Tables made by small programs of ours, from the lists in include/rustg.
set(keyword_tool ${CMAKE_CURRENT_SOURCE_DIR}/src/lexer/gen/gen_keywords.c)
add_executable(gen_keywords ${keyword_tool})
target_include_directories(gen_keywords PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/include ${CMAKE_CURRENT_SOURCE_DIR}/src)
target_compile_features(gen_keywords PRIVATE c_std_11)
add_custom_command(OUTPUT ${rustg_generated_dir}/lexer/lex_keyword_table.h
    COMMAND ${CMAKE_COMMAND} -E make_directory ${rustg_generated_dir}/lexer
    COMMAND gen_keywords ${rustg_generated_dir}/lexer/lex_keyword_table.h
    DEPENDS gen_keywords
    COMMENT "gen_keywords lexer/lex_keyword_table.h"
    VERBATIM
)
# What errors mean, from texts that name each code of the lists once.
file(GLOB explain_texts CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/src/diagnostics/explain/*.txt)
file(GLOB explain_lists CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/include/rustg/diagnostic_*.def)
add_executable(gen_explain ${CMAKE_CURRENT_SOURCE_DIR}/src/diagnostics/gen/gen_explain.c)
target_include_directories(gen_explain PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/include)
target_compile_features(gen_explain PRIVATE c_std_11)
set(explain_table ${rustg_generated_dir}/diagnostics/diag_explain_table.inc)
add_custom_command(OUTPUT ${explain_table}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${rustg_generated_dir}/diagnostics
    COMMAND gen_explain ${explain_table} ${explain_texts}
    DEPENDS gen_explain ${explain_texts} ${explain_lists}
    COMMENT "gen_explain diagnostics/diag_explain_table.inc"
    VERBATIM
)
# The list of the grammar's states, read off the rules.
set(parse_states "")
file(GLOB parse_rules CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/src/parser/grammar/rules_*.h)
foreach(rules ${parse_rules})
    file(STRINGS ${rules} states REGEX "^ *(RULE|STATE)\\([a-z_0-9]+\\)")
    foreach(state ${states})
        string(REGEX REPLACE "^ *(RULE|STATE)\\(([a-z_0-9]+)\\).*" "PARSE_STATE(\\2)\n" state ${state})
        string(APPEND parse_states ${state})
    endforeach()
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${rules})
endforeach()
file(CONFIGURE OUTPUT ${rustg_generated_dir}/parser/parse_states.def
    CONTENT "/* Made from src/parser/grammar/rules_*.h. */\n${parse_states}PARSE_STATE(finished)\n" @ONLY)

add_custom_target(rustg_generated DEPENDS ${rustg_generated_dir}/lexer/lex_keyword_table.h ${explain_table})

# The files of the kernels' library: what kernels are compiled against, and what of it rustg-std lends, with a file's modules.
file(GLOB_RECURSE library_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/kernels/library/*.rs)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/kernels/library/lib.rs)
file(STRINGS ${CMAKE_CURRENT_SOURCE_DIR}/kernels/library/lib.rs lent REGEX "^#.path = \"../../bindings/")
foreach(line IN LISTS lent)
    string(REGEX REPLACE ".*\"../../(.*)\".*" "\\1" name "${line}")
    list(APPEND library_sources ${CMAKE_CURRENT_SOURCE_DIR}/${name})
    string(REGEX REPLACE "[.]rs$" "" name "${name}")
    file(GLOB modules CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.rs)
    list(APPEND library_sources ${modules})
endforeach()

set(rustg_tvm_runtime cpu_run.c fiber.c)
# A digest of all that decides what a compile makes: part of every key of the cache.
file(GLOB_RECURSE build_id_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/src/*.[ch] ${CMAKE_CURRENT_SOURCE_DIR}/src/*.def
    ${CMAKE_CURRENT_SOURCE_DIR}/src/*.inc     ${CMAKE_CURRENT_SOURCE_DIR}/include/rustg/*.h ${CMAKE_CURRENT_SOURCE_DIR}/include/rustg/*.def)
list(FILTER build_id_sources EXCLUDE REGEX "/src/(cli|runtime|engine|sources)/")
# A shared object for tvm-ffi holds these.
list(TRANSFORM rustg_tvm_runtime PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/src/runtime/ OUTPUT_VARIABLE tvm_runtime_sources)
list(APPEND build_id_sources ${tvm_runtime_sources})
add_executable(gen_build_id ${CMAKE_CURRENT_SOURCE_DIR}/src/cache/gen/gen_build_id.c ${CMAKE_CURRENT_SOURCE_DIR}/src/base/sha256.c)
target_include_directories(gen_build_id PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/src)
target_compile_features(gen_build_id PRIVATE c_std_11)
add_custom_command(OUTPUT ${rustg_generated_dir}/cache/cache_build_id.c
    COMMAND ${CMAKE_COMMAND} -E make_directory ${rustg_generated_dir}/cache
    COMMAND gen_build_id ${rustg_generated_dir}/cache/cache_build_id.c ${build_id_sources} ${library_sources}
    DEPENDS gen_build_id ${build_id_sources} ${library_sources}
    COMMENT "gen_build_id cache/cache_build_id.c"
    VERBATIM
)

rustg_stage(base base)
rustg_stage(lexer base lexer)
# -O3 takes a sixth of the lexer's instructions away, and nothing elsewhere. Where there is AVX2, lex_cpu_portable.c is not run.
file(GLOB lex_cpu_c CONFIGURE_DEPENDS src/lexer/cpu/*.c)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    list(FILTER lex_cpu_c EXCLUDE REGEX "/lex_cpu_portable\\.c$")
endif()
set_property(SOURCE ${lex_cpu_c} APPEND PROPERTY COMPILE_OPTIONS $<$<CONFIG:Release>:-O3>)
# These are run for files with errors, or for the first bytes of a file.
file(GLOB lex_cold_c CONFIGURE_DEPENDS src/lexer/diagnose/*.c)
list(APPEND lex_cold_c src/lexer/lex_frontmatter.c src/lexer/lex_prologue.c)
set_property(SOURCE ${lex_cold_c} APPEND PROPERTY COMPILE_OPTIONS ${rustg_cold_options})
rustg_stage(diagnostics base diagnostics)
rustg_stage(parser base lexer parser)
file(GLOB parse_cold_c CONFIGURE_DEPENDS src/parser/diagnose/*.c)
list(FILTER parse_cold_c EXCLUDE REGEX "/parse_diagnose\\.c$")
set_property(SOURCE ${parse_cold_c} APPEND PROPERTY COMPILE_OPTIONS ${rustg_cold_options})
# The whole grammar once more, for files with errors only: built small and soon, and tested as it is released. With a
# fuzzer's counters clang needs minutes to optimize either of the two large functions.
set(parse_diagnose_c src/parser/diagnose/parse_diagnose.c)
set_source_files_properties(${parse_diagnose_c} PROPERTIES COMPILE_OPTIONS
    "$<$<CONFIG:Release,RelWithDebInfo>:$<IF:$<C_COMPILER_ID:GNU>,-Og;-fno-forward-propagate,-O1>>")
# One function of 8,000 lines that returns by computed gotos: gcc's global subexpressions, -O3 and what these leave out
# double the time to build it and gain nothing (460 files of the corpus: -O3 7.8 ms, -O2 7.5; without partial redundancies
# it runs 23% fewer instructions, and without the last four 2% fewer).
set(parse_cpu_c src/parser/cpu/parse_cpu.c)
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
    set_source_files_properties(${parse_cpu_c} PROPERTIES COMPILE_OPTIONS
        "-fno-gcse;-fno-tree-pre;-fno-tree-vectorize;-fno-tree-pta;-fno-tree-vrp;-fno-ree;-fno-move-loop-invariants")
endif()
# It switches stacks, which a shadow stack would take for an attack: the object must not say that it goes with one.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    set_source_files_properties(src/runtime/fiber.c PROPERTIES COMPILE_OPTIONS -fcf-protection=none)
endif()
if(RUSTG_SANITIZE MATCHES "fuzzer")
    set_source_files_properties(${parse_cpu_c} ${parse_diagnose_c} PROPERTIES COMPILE_OPTIONS -O0)
endif()
rustg_stage(runtime base lexer runtime)
rustg_stage(engine base lexer parser runtime engine)
rustg_stage(sema base lexer parser sema)

# The kernels' library: sema itself expands its macros, parses it and collects its definitions. The tools are linked from the
# objects of the stages, so they run where the library would: a cross build wants CMAKE_CROSSCOMPILING_EMULATOR.
set(sema_gen ${CMAKE_CURRENT_SOURCE_DIR}/src/sema/gen)
get_target_property(view rustg_sema INCLUDE_DIRECTORIES)
add_library(rustg_library_collect OBJECT ${sema_gen}/library_answer.c ${sema_gen}/library_collect.c ${sema_gen}/library_make.c
    ${sema_gen}/library_pack.c)
target_include_directories(rustg_library_collect PRIVATE ${view})
target_link_libraries(rustg_library_collect PRIVATE rustg_flags)
set(library_tool_objects $<TARGET_OBJECTS:rustg_library_collect> $<TARGET_OBJECTS:rustg_base> $<TARGET_OBJECTS:rustg_lexer>
    $<TARGET_OBJECTS:rustg_parser> $<TARGET_OBJECTS:rustg_diagnostics> $<TARGET_OBJECTS:rustg_sema>)
set(library_files_c ${rustg_generated_dir}/sema/library_files.c)
set(library_image ${rustg_generated_dir}/sema/library_image.bin)
add_library(rustg_library_files OBJECT ${library_files_c})
target_include_directories(rustg_library_files PRIVATE ${view})
target_link_libraries(rustg_library_files PRIVATE rustg_flags)
add_executable(expand_library ${sema_gen}/expand_library.c ${library_tool_objects})
add_executable(gen_library_image ${sema_gen}/gen_library_image.c $<TARGET_OBJECTS:rustg_library_files> ${library_tool_objects})
foreach(tool expand_library gen_library_image)
    target_include_directories(${tool} PRIVATE ${view})
    target_link_libraries(${tool} PRIVATE rustg_flags Threads::Threads m)
endforeach()
add_custom_command(OUTPUT ${library_files_c}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${rustg_generated_dir}/sema
    COMMAND expand_library ${CMAKE_CURRENT_SOURCE_DIR}/kernels/library/lib.rs ${library_files_c}
    DEPENDS expand_library ${library_sources}
    COMMENT "expand_library sema/library_files.c"
    VERBATIM
)
add_custom_command(OUTPUT ${library_image}
    COMMAND gen_library_image ${library_image}
    DEPENDS gen_library_image
    COMMENT "gen_library_image sema/library_image.bin"
    VERBATIM
)
set(library_image_c src/sema/library/library_image.c)
set_source_files_properties(${library_image_c} PROPERTIES OBJECT_DEPENDS ${library_image}
    COMPILE_DEFINITIONS "LIBRARY_IMAGE_FILE=\"${library_image}\"")
add_library(rustg_library OBJECT ${library_image_c})
target_link_libraries(rustg_library PRIVATE rustg_flags)
target_include_directories(rustg_library PRIVATE ${view})
list(APPEND rustg_stages rustg_library)
include(RustgGrammar)
rustg_stage(ir base ir)
rustg_stage(lower base sema ir lower)
rustg_stage(opt base ir opt)
rustg_stage(adjoint base ir opt adjoint)
rustg_stage(codegen base ir codegen)
# What a shared object for tvm-ffi (compile_tvm.c) brings along in the library's place: one object, which the library holds as bytes.
# Nothing of it is checked by sanitizers or counted by coverage, because the programs that load it need not have their runtime.
rustg_view(view tvm base ir runtime tvm)
set_property(GLOBAL APPEND_STRING PROPERTY rustg_walls "| tvm | base, ir, runtime, tvm |\n")
file(GLOB tvm_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/src/tvm/*.c)
foreach(source parallel clock error c_number global_lock status element)
    list(APPEND tvm_sources ${CMAKE_CURRENT_SOURCE_DIR}/src/base/${source}.c)
endforeach()
add_library(rustg_tvm OBJECT ${tvm_sources} ${tvm_runtime_sources} ${CMAKE_CURRENT_SOURCE_DIR}/src/ir/ir_site.c
    ${CMAKE_CURRENT_SOURCE_DIR}/src/ir/char_escape.c)
target_include_directories(rustg_tvm PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/include ${view})
target_compile_features(rustg_tvm PRIVATE c_std_11)
target_compile_options(rustg_tvm PRIVATE -O2 -g0 -fPIC -fvisibility=hidden -fno-strict-aliasing -Wall -Wextra -Wpedantic -Wshadow)
if(CMAKE_C_COMPILER_ID STREQUAL "GNU" AND CMAKE_C_FLAGS MATCHES "coverage")
    target_compile_options(rustg_tvm PRIVATE -fprofile-exclude-files=.*)
endif()
if(RUSTG_WERROR)
    target_compile_options(rustg_tvm PRIVATE -Werror)
endif()
set(tvm_object ${rustg_generated_dir}/tvm_runtime.o)
add_custom_command(OUTPUT ${tvm_object}
    COMMAND ${CMAKE_LINKER} -r -o ${tvm_object} $<TARGET_OBJECTS:rustg_tvm>
    DEPENDS rustg_tvm $<TARGET_OBJECTS:rustg_tvm>
    COMMAND_EXPAND_LISTS VERBATIM
    COMMENT "Combining tvm_runtime.o"
)
set(tvm_header ${CMAKE_CURRENT_SOURCE_DIR}/src/tvm/tvm_module.h)
set_source_files_properties(src/compile/compile_tvm_parts.c PROPERTIES OBJECT_DEPENDS "${tvm_object};${tvm_header}"
    COMPILE_DEFINITIONS "TVM_OBJECT_FILE=\"${tvm_object}\";TVM_HEADER_FILE=\"${tvm_header}\"")
rustg_stage(cache base cache)
rustg_stage(sources base sources)
target_sources(rustg_cache PRIVATE ${rustg_generated_dir}/cache/cache_build_id.c)
rustg_stage(compile base lexer parser engine sema ir lower opt adjoint codegen runtime cache diagnostics compile)
rustg_stage(launch base lexer parser engine sema ir lower opt codegen runtime cache compile launch)
rustg_stage(product base cache compile runtime product)
# The kernels of products and attention, which are compiled where they are used.
file(GLOB product_kernels CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/kernels/product/*.rs
    ${CMAKE_CURRENT_SOURCE_DIR}/kernels/attention/*.rs)
set(product_texts "")
foreach(source ${product_kernels})
    file(READ ${source} text)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
    get_filename_component(name ${source} NAME)
    string(REGEX REPLACE "([\\\"])" "\\\\\\1" text "${text}")
    string(REPLACE "\n" "\\n\"\n    \"" text "${text}")
    string(APPEND product_texts "{\"${name}\",\n    \"${text}\"},\n")
endforeach()
file(CONFIGURE OUTPUT ${rustg_generated_dir}/product/product_texts.c @ONLY CONTENT
"/* Made from kernels/product and kernels/attention. */
#include \"product/product_kernels.h\"
const product_text product_texts[] = {
@product_texts@{0, 0}};
")
target_sources(rustg_product PRIVATE ${rustg_generated_dir}/product/product_texts.c)
set_source_files_properties(${rustg_generated_dir}/product/product_texts.c PROPERTIES COMPILE_OPTIONS -Wno-overlength-strings)
# What the compiler makes of products' loops is their speed.
file(GLOB product_cpu CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/src/product/product_cpu_*.c
    ${CMAKE_CURRENT_SOURCE_DIR}/src/product/attention_cpu.c
    ${CMAKE_CURRENT_SOURCE_DIR}/src/product/attention_gradient_cpu.c)
set_source_files_properties(${product_cpu} PROPERTIES COMPILE_OPTIONS "$<$<NOT:$<CONFIG:Debug>>:-O3>;-ffp-contract=fast")

# common: what lies in kernels/ itself.
rustg_kernel_room(common base)
rustg_kernel_room(lexer base lexer)
rustg_kernel_room(parser base lexer parser)

# The table of docs/building.md, which tests/build/walls_test.py compares with this one.
get_property(walls GLOBAL PROPERTY rustg_walls)
file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/rooms/walls.md CONTENT "@walls@| cli | `include/` alone |\n" @ONLY)

set(rustg_objects "")
foreach(stage ${rustg_stages})
    list(APPEND rustg_objects $<TARGET_OBJECTS:${stage}>)
endforeach()
if(rustg_with_cuda)
    list(APPEND rustg_objects $<TARGET_OBJECTS:rustg_fatbins>)
endif()

# The archive holds one object whose only global names begin with rustg_. Under sanitizers it holds the stages'
# objects as they are.
if(rustg_localize)
    set(combined ${CMAKE_CURRENT_BINARY_DIR}/rustg_core_all.o)
    set(rustg_core_object ${CMAKE_CURRENT_BINARY_DIR}/rustg_core.o)
    add_custom_command(OUTPUT ${rustg_core_object}
        COMMAND ${CMAKE_LINKER} -r -o ${combined} ${rustg_objects}
        COMMAND ${RUSTG_OBJCOPY} --wildcard --keep-global-symbol=rustg_* --localize-symbol=rustg_fatbin_*
            ${combined} ${rustg_core_object}
        DEPENDS ${rustg_objects}
        COMMAND_EXPAND_LISTS VERBATIM
        COMMENT "Combining the stages into rustg_core.o"
    )
    set_source_files_properties(${rustg_core_object} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
    add_library(rustg_core STATIC ${rustg_core_object})
else()
    add_library(rustg_core STATIC ${rustg_objects})
endif()
add_dependencies(rustg_core ${rustg_stages}) # make knows no objects of targets that it was not told of
if(rustg_with_cuda)
    add_dependencies(rustg_core rustg_fatbins)
endif()
set_target_properties(rustg_core PROPERTIES LINKER_LANGUAGE C EXPORT_NAME core)
target_include_directories(rustg_core INTERFACE
    $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
)
target_link_libraries(rustg_core INTERFACE Threads::Threads ${CMAKE_DL_LIBS} m)
if(RUSTG_SANITIZE)
    target_link_options(rustg_core INTERFACE -fsanitize=${RUSTG_SANITIZE})
endif()
add_library(rustg::core ALIAS rustg_core)

# The same as a shared library, under the name of its ABI. It shows what the archive shows.
if(rustg_with_shared)
    set(rustg_shared_map ${CMAKE_CURRENT_SOURCE_DIR}/cmake/librustg.map)
    if(rustg_localize)
        add_library(rustg_shared SHARED ${rustg_core_object})
    else()
        add_library(rustg_shared SHARED ${rustg_objects})
    endif()
    add_dependencies(rustg_shared rustg_core) # one of them makes rustg_core.o, not both at once
    set_target_properties(rustg_shared PROPERTIES LINKER_LANGUAGE C OUTPUT_NAME rustg EXPORT_NAME shared
        VERSION ${PROJECT_VERSION} SOVERSION ${rustg_abi_version} LINK_DEPENDS ${rustg_shared_map}
    )
    target_include_directories(rustg_shared INTERFACE
        $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
    )
    target_link_libraries(rustg_shared PRIVATE Threads::Threads ${CMAKE_DL_LIBS} m)
    target_link_options(rustg_shared PRIVATE -Wl,--version-script=${rustg_shared_map} -Wl,-z,defs)
    add_library(rustg::shared ALIAS rustg_shared)
endif()
if(BUILD_SHARED_LIBS AND rustg_with_shared)
    add_library(rustg::rustg ALIAS rustg_shared)
else()
    add_library(rustg::rustg ALIAS rustg_core)
endif()

# The command line knows the public headers and its own folder, nothing else.
file(GLOB rustg_cli_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/src/cli/*.c)
rustg_view(view cli cli)
add_executable(rustgc ${rustg_cli_sources})
target_compile_options(rustgc PRIVATE "${rustg_cold_options}")
target_include_directories(rustgc PRIVATE ${view})
target_link_libraries(rustgc PRIVATE rustg_flags rustg::core)
add_executable(rustg::rustgc ALIAS rustgc)
include(RustgKernels) # for projects that have this tree as a folder of theirs
