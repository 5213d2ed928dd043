# RustgGrammar.cmake: the table of the grammar, which a program in C++ makes by running the rules on tokens of its own.
# The CUDA engine and the tests have it. It is C++, as nvcc's host compiler is.

set(rustg_with_table OFF)
if(rustg_with_cuda OR rustg_with_tests)
    include(CheckLanguage)
    check_language(CXX)
    if(CMAKE_CXX_COMPILER)
        enable_language(CXX)
        set(rustg_with_table ON)
    endif()
endif()
if(rustg_with_cuda AND NOT rustg_with_table)
    message(FATAL_ERROR "RUSTG_CUDA needs a C++ compiler (CMAKE_CXX_COMPILER), for the grammar's table")
endif()
if(rustg_with_table)
    add_executable(gen_parse_table ${CMAKE_CURRENT_SOURCE_DIR}/src/parser/gen/gen_parse_table.cpp)
    target_include_directories(gen_parse_table PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/include ${CMAKE_CURRENT_SOURCE_DIR}/src
        ${rustg_generated_dir})
    add_dependencies(gen_parse_table rustg_generated)
    target_compile_features(gen_parse_table PRIVATE cxx_std_17)
    target_compile_options(gen_parse_table PRIVATE -O1 -g0 -w) # it runs once: optimizing it more takes longer than it saves
    set(parse_table_bytes ${rustg_generated_dir}/parser/parse_table.bin)
    set(parse_table_profile ${CMAKE_CURRENT_SOURCE_DIR}/src/parser/gen/parse_table_profile.txt)
    set(parse_guesses ${CMAKE_CURRENT_SOURCE_DIR}/src/parser/gen/parse_guesses.txt)
    add_custom_command(OUTPUT ${parse_table_bytes}
        COMMAND gen_parse_table ${parse_table_bytes} ${parse_table_profile} ${parse_guesses}
        DEPENDS gen_parse_table ${parse_table_profile} ${parse_guesses}
        COMMENT "gen_parse_table parser/parse_table.bin"
        VERBATIM
    )
    set(parse_table_c ${CMAKE_CURRENT_SOURCE_DIR}/src/parser/table/parse_table.c)
    set_source_files_properties(${parse_table_c} PROPERTIES OBJECT_DEPENDS ${parse_table_bytes}
        COMPILE_DEFINITIONS "PARSE_TABLE_FILE=\"${parse_table_bytes}\"")
    add_library(rustg_parse_table OBJECT ${parse_table_c})
    if(rustg_with_cuda)
        set(rustg_stages ${rustg_stages} rustg_parse_table)
    endif()
    target_link_libraries(rustg_parse_table PRIVATE rustg_flags)
    get_target_property(view rustg_parser INCLUDE_DIRECTORIES)
    target_include_directories(rustg_parse_table PRIVATE ${view})
endif()
