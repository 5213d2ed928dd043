# RustgTests.cmake: test programs. tests/<room>/<name>_test.c is one program and one test, label unit.
# Tests see inner headers and link the stages' objects, whose names the archive hides.

find_program(rustg_pkg_config NAMES pkg-config NO_CACHE)
add_library(rustg_inner STATIC ${rustg_objects})
set_target_properties(rustg_inner PROPERTIES LINKER_LANGUAGE C)
target_include_directories(rustg_inner INTERFACE
    ${CMAKE_CURRENT_SOURCE_DIR}/include ${CMAKE_CURRENT_SOURCE_DIR}/src ${CMAKE_CURRENT_SOURCE_DIR}/tests
    ${rustg_generated_dir}
)
target_compile_definitions(rustg_inner INTERFACE $<$<BOOL:${rustg_with_cuda}>:RUSTG_WITH_CUDA>)
if(rustg_cuda_include)
    target_include_directories(rustg_inner SYSTEM INTERFACE ${rustg_cuda_include})
endif()
# -UNDEBUG: a test's assert() counts in every build type.
target_compile_options(rustg_inner INTERFACE -UNDEBUG)
target_link_libraries(rustg_inner INTERFACE rustg_flags Threads::Threads ${CMAKE_DL_LIBS} m)

# rustg_program(name source): a program of tests/, built into <build>/tests.
function(rustg_program name)
    add_executable(${name} ${ARGN})
    target_link_libraries(${name} PRIVATE rustg_inner)
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/tests)
    add_dependencies(${name} rustg_generated)
endfunction()

# rustg_test(name label command...): runs a command; exit code 77 means skipped. The source folder is its own.
function(rustg_test name label)
    add_test(NAME ${name} COMMAND ${ARGN} WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
    set_tests_properties(${name} PROPERTIES LABELS ${label} SKIP_RETURN_CODE 77 TIMEOUT 900
        ENVIRONMENT "${rustg_test_environment}"
    )
    if(label STREQUAL "gpu" OR label STREQUAL "corpus") # the corpus tests build into one folder
        set_tests_properties(${name} PROPERTIES RESOURCE_LOCK ${label})
    endif()
endfunction()

# tests/codegen/ptx: a PTX interpreter, also in the place of the runtime's CUDA (ptx_engine.c): programs named _ptx are rustgc
# and programs of tests whose `cuda` is that.
file(GLOB rustg_ptx_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/tests/codegen/ptx/ptx_*.c)
list(FILTER rustg_ptx_sources EXCLUDE REGEX "_test\\.c$|/ptx_engine\\.c$")
add_library(rustg_ptx STATIC ${rustg_ptx_sources})
target_link_libraries(rustg_ptx PUBLIC rustg_inner)
function(rustg_ptx_program name)
    rustg_program(${name} ${ARGN} ${CMAKE_CURRENT_SOURCE_DIR}/tests/codegen/ptx/ptx_engine.c)
    target_link_libraries(${name} PRIVATE rustg_ptx)
    target_link_options(${name} PRIVATE -Wl,--wrap=tool_nvrtc,--wrap=rustg_result_run)
endfunction()
rustg_ptx_program(rustgc_ptx ${rustg_cli_sources})
rustg_ptx_program(run_programs_ptx ${CMAKE_CURRENT_SOURCE_DIR}/tests/pipeline/run_programs_test.c)
rustg_ptx_program(gradient_programs_ptx ${CMAKE_CURRENT_SOURCE_DIR}/tests/adjoint/gradient_programs_test.c)

# What scripts are told: the command line, the programs of tests/, the source folder.
set(rustg_test_environment
    "RUSTGC=$<TARGET_FILE:rustgc>"
    "RUSTG_TEST_PROGRAMS=${CMAKE_CURRENT_BINARY_DIR}/tests"
    "RUSTG_SOURCE_DIR=${CMAKE_CURRENT_SOURCE_DIR}"
    "RUSTG_CORPUS_WORK=${CMAKE_CURRENT_BINARY_DIR}/corpus"
    "RUSTG_BUILD_DIR=${CMAKE_CURRENT_BINARY_DIR}"
    "CMAKE=${CMAKE_COMMAND}"
    "RUSTG_C_COMPILER=${CMAKE_C_COMPILER}"
    "RUSTG_SANITIZE=${RUSTG_SANITIZE}"
    "RUSTG_CACHE=off" # tests/cache has folders of its own in the build
)

if(RUSTG_SANITIZE) # the programs that a plain build compares would only be compared again, slowly
    list(APPEND rustg_test_environment "RUSTG_LOOPS_N=60" "RUSTG_RUN_EVERY=8" "RUSTG_FAULTS_EVERY=97"
        "RUSTG_SUITES_EVERY=512" "RUSTG_RANDOM_NVRTC=5")
endif()

if(rustg_with_shared)
    list(APPEND rustg_test_environment "RUSTG_LIBRARY=$<TARGET_FILE:rustg_shared>")
endif()

find_package(Python3 COMPONENTS Interpreter QUIET)
# The tests of bindings/python take a Python that has numpy: the system's has that of its packages.
set(rustg_python_numpy "")
foreach(python "${Python3_EXECUTABLE}" /usr/bin/python3)
    if(python AND NOT rustg_python_numpy)
        execute_process(COMMAND ${python} -c "import numpy" RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
        if(NOT failed)
            set(rustg_python_numpy ${python})
        endif()
    endif()
endforeach()
find_program(rustg_sh NAMES bash sh NO_CACHE REQUIRED)
set(rustg_test_globs "")
foreach(folder tests/* tests/*/*)
    foreach(extension c py sh)
        list(APPEND rustg_test_globs ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*_test.${extension})
    endforeach()
endforeach()
file(GLOB rustg_test_sources CONFIGURE_DEPENDS ${rustg_test_globs})
foreach(source ${rustg_test_sources})
    get_filename_component(name ${source} NAME_WE)
    get_filename_component(extension ${source} EXT)
    get_filename_component(folder ${source} DIRECTORY)
    get_filename_component(folder ${folder} NAME)
    if(RUSTG_SANITIZE AND name STREQUAL "ptx_ops_test") # of a tool of the tests, and nearly all of its time is NVRTC's
        continue()
    endif()
    set(label unit)
    if(folder STREQUAL "gpu" OR folder STREQUAL "corpus")
        set(label ${folder})
    elseif(name MATCHES "^(worst|parse_worst|mistakes)_test$")
        set(label long)
    endif()
    if(label STREQUAL "gpu" AND NOT rustg_with_cuda)
        continue()
    endif()
    if(extension STREQUAL ".c")
        rustg_program(${name} ${source})
        if(folder STREQUAL "ptx")
            target_link_libraries(${name} PRIVATE rustg_ptx)
        endif()
        rustg_test(${name} ${label} ${name})
    elseif(extension STREQUAL ".sh")
        rustg_test(${name} ${label} ${rustg_sh} ${source} $<TARGET_FILE:rustgc>)
    elseif(name MATCHES "^python_" AND rustg_python_numpy)
        rustg_test(${name} ${label} ${rustg_python_numpy} ${source})
    elseif(Python3_FOUND)
        rustg_test(${name} ${label} ${Python3_EXECUTABLE} ${source} $<TARGET_FILE:rustgc>)
    endif()
endforeach()

if(rustg_with_table)
    foreach(name parse_table_on_host parse_units_on_host)
        rustg_program(${name} ${CMAKE_CURRENT_SOURCE_DIR}/tests/parser/table/${name}.c $<TARGET_OBJECTS:rustg_parse_table>)
    endforeach()
endif()

# A driver for machines without a GPU, whole and without what old drivers lack; the runtime's tests find it as libcuda.so.1.
file(GLOB fake_cuda_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/tests/runtime/fake_cuda/*.c)
foreach(kind fake_cuda fake_cuda_old)
    add_library(${kind} SHARED ${fake_cuda_sources})
    target_include_directories(${kind} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/include ${CMAKE_CURRENT_SOURCE_DIR}/src)
    target_link_libraries(${kind} PRIVATE rustg_flags Threads::Threads)
    set_target_properties(${kind} PROPERTIES OUTPUT_NAME cuda SOVERSION 1
        LIBRARY_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/tests/${kind}
    )
endforeach()
target_compile_definitions(fake_cuda_old PRIVATE FAKE_CUDA_OLD)
rustg_test(context_fake_old_test unit context_fake_test old)
target_link_options(split_fake_test PRIVATE -Wl,--wrap=tool_nvrtc)
target_link_options(launch_proof_fake_test PRIVATE -Wl,--wrap=tool_nvrtc)
target_link_options(old_driver_test PRIVATE -Wl,--wrap=tool_nvrtc)
target_link_options(ahead_fake_test PRIVATE -Wl,--wrap=tool_nvrtc)
target_link_options(no_nvrtc_fake_test PRIVATE -Wl,--wrap=tool_nvrtc)
target_link_options(cache_changes_test PRIVATE -Wl,--wrap=read)
target_link_options(cache_faults_test PRIVATE -Wl,--wrap=tool_identity_library,--wrap=tool_nvrtc,--wrap=unlinkat)

# Products of which the result is known.
foreach(name matmul_cpu_test matmul_fake_test product_kernels_cpu_test product_ptx_test matmul_gpu_test)
    if(NOT TARGET ${name})
        continue()
    endif()
    target_sources(${name} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/tests/product/matmul_reference.c)
endforeach()
target_link_options(product_kernels_cpu_test PRIVATE -Wl,--wrap=product_on_cpu)
target_link_options(product_ptx_test PRIVATE -Wl,--wrap=product_on_cpu)
target_link_options(attention_kernels_cpu_test PRIVATE -Wl,--wrap=attention_on_cpu,--wrap=attention_gradient_on_cpu)
target_link_options(attention_ptx_test PRIVATE -Wl,--wrap=attention_on_cpu,--wrap=attention_gradient_on_cpu)
foreach(name product_ptx_test attention_ptx_test)
    target_sources(${name} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/tests/product/ptx_device.c)
    target_link_libraries(${name} PRIVATE rustg_ptx)
    foreach(function rustg_compile rustg_module_from_result rustg_module_from_rust rustg_module_function
            rustg_module_free rustg_buffer_free rustg_buffer_pointer rustg_buffer_allocate rustg_copy_to_buffer
            rustg_launch)
        target_link_options(${name} PRIVATE -Wl,--wrap=${function})
    endforeach()
endforeach()
foreach(name attention_cpu_test attention_kernels_cpu_test attention_ptx_test attention_gpu_test)
    if(TARGET ${name})
        target_sources(${name} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/tests/product/attention_reference.c)
    endif()
endforeach()
target_link_options(matmul_fake_test PRIVATE -Wl,--wrap=tool_nvrtc,--wrap=dlopen)
add_library(fake_blas SHARED ${CMAKE_CURRENT_SOURCE_DIR}/tests/product/fake_blas/fake_blas.c)
target_include_directories(fake_blas PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/include ${CMAKE_CURRENT_SOURCE_DIR}/src)
target_link_libraries(fake_blas PRIVATE rustg_flags ${CMAKE_DL_LIBS})
set_target_properties(fake_blas PROPERTIES OUTPUT_NAME cublasLt SOVERSION 13
    LIBRARY_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/tests/fake_blas)
add_dependencies(matmul_fake_test fake_blas fake_cuda)
set_property(TEST matmul_fake_test APPEND PROPERTY ENVIRONMENT
    "LD_LIBRARY_PATH=${CMAKE_CURRENT_BINARY_DIR}/tests/fake_cuda:${CMAKE_CURRENT_BINARY_DIR}/tests/fake_blas")

# tests/faults: fault_shim.c stands before the functions of fault_call.def.
target_sources(library_image_test PRIVATE $<TARGET_OBJECTS:rustg_library_collect> $<TARGET_OBJECTS:rustg_library_files>)
target_sources(faults_test PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/tests/faults/fault_shim.c)
file(STRINGS ${CMAKE_CURRENT_SOURCE_DIR}/tests/faults/fault_call.def fault_rows REGEX "^CALL\\(")
foreach(row ${fault_rows})
    string(REGEX REPLACE "^CALL\\([A-Z]+, [^,]+, ([a-z0-9_]+),.*" "\\1" function "${row}")
    target_link_options(faults_test PRIVATE -Wl,--wrap=${function})
endforeach()
target_link_options(faults_test PRIVATE -Wl,--wrap=tool_nvrtc)

foreach(name faults_test context_fake_test context_fake_old_test split_fake_test image_fake_test panic_fake_test print_fake_test old_driver_test
    ahead_fake_test launch_proof_fake_test no_nvrtc_fake_test)
    set(kind fake_cuda)
    if(name MATCHES "_old_test")
        set(kind fake_cuda_old)
    endif()
    string(REPLACE "_old_test" "_test" program ${name})
    add_dependencies(${program} ${kind})
    set_property(TEST ${name} APPEND PROPERTY ENVIRONMENT "LD_LIBRARY_PATH=${CMAKE_CURRENT_BINARY_DIR}/tests/${kind}")
endforeach()

# The NVRTC of CUDA 12, which the test finds as a toolkit; its companion is never asked for anything.
set(fake_toolkit ${CMAKE_CURRENT_BINARY_DIR}/tests/fake_toolkit)
add_library(fake_nvrtc SHARED ${CMAKE_CURRENT_SOURCE_DIR}/tests/codegen/fake_nvrtc.c)
target_link_libraries(fake_nvrtc PRIVATE rustg_flags)
set_target_properties(fake_nvrtc PROPERTIES OUTPUT_NAME nvrtc SOVERSION 12 LIBRARY_OUTPUT_DIRECTORY ${fake_toolkit}/lib64)
foreach(version 12.0 12.4)
    add_custom_command(TARGET fake_nvrtc POST_BUILD COMMAND ${CMAKE_COMMAND} -E create_symlink libnvrtc.so.12
        ${fake_toolkit}/lib64/libnvrtc-builtins.so.${version})
endforeach()
add_library(fake_jitlink SHARED ${CMAKE_CURRENT_SOURCE_DIR}/tests/codegen/fake_jitlink.c)
target_link_libraries(fake_jitlink PRIVATE rustg_flags)
set_target_properties(fake_jitlink PROPERTIES OUTPUT_NAME nvJitLink SOVERSION 12 LIBRARY_OUTPUT_DIRECTORY ${fake_toolkit}/lib64)
add_dependencies(jitlink_fake_test fake_jitlink)
add_dependencies(cuda12_fake_test fake_nvrtc fake_cuda)
set(fake_cuda12 "LD_LIBRARY_PATH=${CMAKE_CURRENT_BINARY_DIR}/tests/fake_cuda" "CUDA_PATH=${fake_toolkit}")
foreach(name cuda12_fake_test jitlink_fake_test)
    set_property(TEST ${name} APPEND PROPERTY ENVIRONMENT ${fake_cuda12})
endforeach()
if(TEST run_cuda_test)
    set_property(TEST run_cuda_test APPEND PROPERTY ENVIRONMENT "RUSTG_FAKE_CUDA=${CMAKE_CURRENT_BINARY_DIR}/tests/fake_cuda"
        "RUSTG_FAKE_TOOLKIT=${fake_toolkit}")
endif()
if(TEST python_cuda_fake_test)
    set_property(TEST python_cuda_fake_test APPEND PROPERTY ENVIRONMENT ${fake_cuda12} "FAKE_CUDA_DEVICES=2"
        "FAKE_CUDA_VERSION=12000" "FAKE_NVRTC_VERSION=12.4")
endif()
if(TEST tvm_ffi_test AND NOT RUSTG_SANITIZE) # Python does not load what a sanitizer must come before
    rustg_test(tvm_ffi_fake_test unit ${Python3_EXECUTABLE} tests/tvm/tvm_ffi_test.py $<TARGET_FILE:rustgc>)
    set_property(TEST tvm_ffi_fake_test APPEND PROPERTY ENVIRONMENT ${fake_cuda12} "FAKE_CUDA_DEVICES=2" "FAKE_CUDA_VERSION=12040"
        "FAKE_NVRTC_VERSION=12.4" "FAKE_NVRTC_PTX=1")
endif()

# Tests of the runtime on a GPU, here in front of the fake driver with two devices.
foreach(name share runtime)
    if(NOT rustg_with_cuda)
        rustg_program(${name}_gpu_test ${CMAKE_CURRENT_SOURCE_DIR}/tests/gpu/${name}_gpu_test.c)
    endif()
    add_dependencies(${name}_gpu_test fake_cuda)
    rustg_test(${name}_fake_test unit ${name}_gpu_test)
    set_property(TEST ${name}_fake_test APPEND PROPERTY ENVIRONMENT
        "LD_LIBRARY_PATH=${CMAKE_CURRENT_BINARY_DIR}/tests/fake_cuda" "FAKE_CUDA_DEVICES=2")
endforeach()

# A tool that listens to NVTX, found both ways.
add_library(fake_nvtx SHARED ${CMAKE_CURRENT_SOURCE_DIR}/tests/runtime/fake_nvtx.c)
target_link_libraries(fake_nvtx PRIVATE rustg_flags Threads::Threads)
set(fake_nvtx_dir ${CMAKE_CURRENT_BINARY_DIR}/tests/fake_nvtx)
set_target_properties(fake_nvtx PROPERTIES OUTPUT_NAME nvToolsExt SOVERSION 1 LIBRARY_OUTPUT_DIRECTORY ${fake_nvtx_dir})
add_dependencies(profile_test fake_cuda fake_nvtx)
rustg_test(profile_cuda_test unit profile_test cuda nvtx3)
set_property(TEST profile_cuda_test APPEND PROPERTY ENVIRONMENT
    "LD_LIBRARY_PATH=${CMAKE_CURRENT_BINARY_DIR}/tests/fake_cuda" "NVTX_INJECTION64_PATH=${fake_nvtx_dir}/libnvToolsExt.so.1")
rustg_test(profile_nvtx_test unit profile_test nvtx2)
set_property(TEST profile_nvtx_test APPEND PROPERTY ENVIRONMENT "LD_LIBRARY_PATH=${fake_nvtx_dir}")

# What site_text_test.py compares with rustc.
rustg_program(site_texts ${CMAKE_CURRENT_SOURCE_DIR}/tests/ir/site_texts.c)

# Runs what tests/pipeline/random writes.
rustg_program(run_random ${CMAKE_CURRENT_SOURCE_DIR}/tests/pipeline/random/run_random.c)

rustg_ptx_program(run_random_ptx ${CMAKE_CURRENT_SOURCE_DIR}/tests/pipeline/random/run_random.c)
rustg_test(run_programs_ptx unit run_programs_ptx cuda -O3)
rustg_test(run_programs_own_ptx unit run_programs_ptx ptx -O2)
rustg_test(run_programs_own_ptx_plain unit run_programs_ptx ptx -O0)
rustg_test(gradient_programs_ptx unit gradient_programs_ptx cuda)
if(NOT RUSTG_SANITIZE) # scripts/nightly.sh runs what this leaves out
    set_property(TEST run_programs_test run_programs_ptx gradient_programs_ptx APPEND PROPERTY ENVIRONMENT
        "RUSTG_RUN_EVERY=4" "RUSTG_RUN_CPU_EVERY=4")
endif()

# The example of gradients, small, on the CPU device.
rustg_program(membrane ${CMAKE_CURRENT_SOURCE_DIR}/examples/membrane/membrane.c)
rustg_test(membrane_example unit membrane --cpu --side 24 --steps 2000 --rounds 30 ${CMAKE_CURRENT_BINARY_DIR}/tests/membrane.png)

# Benchmarks: programs that people and scripts/gpu_check.sh run. Files without a main are shared by all of them, but parts of one; those
# named *gpu* need the CUDA engine (RUSTG_WITH_CUDA).
file(GLOB rustg_bench_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/tests/bench/*.c)
if(NOT rustg_with_cuda)
    list(FILTER rustg_bench_sources EXCLUDE REGEX "/[a-z_]*gpu[a-z_]*\\.c$")
endif()
set(rustg_bench_programs "")
set(rustg_bench_shared "")
foreach(source ${rustg_bench_sources})
    file(STRINGS ${source} main_line REGEX "^int main\\(")
    if(main_line)
        list(APPEND rustg_bench_programs ${source})
    else()
        list(APPEND rustg_bench_shared ${source})
    endif()
endforeach()
foreach(source ${rustg_bench_programs})
    get_filename_component(name ${source} NAME_WE)
    set(sources ${source})
    foreach(other ${rustg_bench_shared}) # NAME_part.c is a part of the program NAME alone
        set(is_shared TRUE)
        foreach(program ${rustg_bench_programs})
            get_filename_component(program_name ${program} NAME_WE)
            if(other MATCHES "/${program_name}_[a-z_]*\\.c$" AND NOT program_name STREQUAL name)
                set(is_shared FALSE)
            endif()
        endforeach()
        if(is_shared)
            list(APPEND sources ${other})
        endif()
    endforeach()
    rustg_program(${name} ${sources})
endforeach()

# device_validation and performance_validation: what people run on a machine of theirs, built as users build: the archive and the
# public headers. They carry the kernels that they check.
set(validation_kernels "")
foreach(name vector_add matmul matmul_tiled elementwise)
    file(READ ${CMAKE_CURRENT_SOURCE_DIR}/examples/kernels/${name}.rs text)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/examples/kernels/${name}.rs)
    string(REGEX REPLACE "([\\\"])" "\\\\\\1" text "${text}")
    string(REPLACE "\n" "\\n\"\n    \"" text "${text}")
    string(APPEND validation_kernels "{\"${name}.rs\",\n    \"${text}\"},\n")
endforeach()
file(CONFIGURE OUTPUT ${rustg_generated_dir}/validation/validation_texts.c @ONLY CONTENT
"/* Made from examples/kernels. */
#include \"validation/validation_rig.h\"
const kernel_text kernel_texts[] = {
@validation_kernels@{NULL, NULL}};
")
file(GLOB validation_shared CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/tests/validation/validation_*.c)
foreach(name device_validation performance_validation)
    add_executable(${name} ${CMAKE_CURRENT_SOURCE_DIR}/tests/validation/${name}.c ${validation_shared}
        ${rustg_generated_dir}/validation/validation_texts.c)
    target_include_directories(${name} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/tests)
    target_compile_options(${name} PRIVATE -ffp-contract=off -Wno-overlength-strings)
    target_link_libraries(${name} PRIVATE rustg_flags rustg::core)
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/tests)
endforeach()

# Targets of tests/fuzz: libFuzzer's in scripts/fuzz.sh, which configures a build of its own; elsewhere each is a test that replays
# tests/fuzz/seeds/<name> (the lexer has a replay of its own, and what it replays is input of fuzz_compile and fuzz_kernels too).
set(fuzz_npy_more src/cli/cli_array.c)
set(fuzz_kernels_wraps tool_nvrtc)
set(fuzz_image_wraps ir_run_kernel)
file(GLOB rustg_fuzz_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/tests/fuzz/fuzz_*.c)
list(FILTER rustg_fuzz_sources EXCLUDE REGEX "/fuzz_(replay|limit)")
foreach(source ${rustg_fuzz_sources})
    get_filename_component(name ${source} NAME_WE)
    list(TRANSFORM ${name}_more PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
    set(programs "")
    if(RUSTG_SANITIZE MATCHES "fuzzer")
        rustg_program(${name} ${source} ${${name}_more} ${CMAKE_CURRENT_SOURCE_DIR}/tests/fuzz/fuzz_limit.c)
        target_link_options(${name} PRIVATE -fsanitize=fuzzer -Wl,--wrap=LLVMFuzzerTestOneInput)
        list(APPEND programs ${name})
    endif()
    set(seeds ${CMAKE_CURRENT_SOURCE_DIR}/tests/fuzz/seeds/${name})
    if(EXISTS ${seeds})
        rustg_program(${name}_replay ${source} ${${name}_more} ${CMAKE_CURRENT_SOURCE_DIR}/tests/fuzz/fuzz_replay.c)
        rustg_test(${name}_replay unit ${name}_replay ${seeds})
        list(APPEND programs ${name}_replay)
    endif()
    foreach(program ${programs})
        foreach(wrap ${${name}_wraps})
            target_link_options(${program} PRIVATE -Wl,--wrap=${wrap})
        endforeach()
    endforeach()
endforeach()
find_program(rustg_clang NAMES clang NO_CACHE)
set(rustg_fuzz_clang "")
if(rustg_clang)
    set(probe ${CMAKE_CURRENT_BINARY_DIR}/fuzz_probe)
    file(WRITE ${probe}.c "int LLVMFuzzerTestOneInput(const char *b, long n);\n"
        "int LLVMFuzzerTestOneInput(const char *b, long n) { return n < 0 && b[0]; }\n")
    execute_process(COMMAND ${rustg_clang} -fsanitize=fuzzer,address -o ${probe} ${probe}.c
        RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET
    )
    if(NOT failed)
        set(rustg_fuzz_clang ${rustg_clang})
    endif()
endif()

# The archive and what is installed.
if(rustg_localize)
    rustg_test(archive_symbols unit ${rustg_sh} tests/build/archive_symbols.sh ${CMAKE_NM} $<TARGET_FILE:rustg_core>)
    rustg_test(public_symbols unit ${rustg_sh} tests/build/public_symbols.sh ${CMAKE_NM} $<TARGET_FILE:rustg_core>
        ${CMAKE_CURRENT_SOURCE_DIR}/include)
endif()
if(rustg_with_shared)
    rustg_test(shared_symbols unit ${rustg_sh} tests/build/public_symbols.sh ${CMAKE_NM} $<TARGET_FILE:rustg_shared>
        ${CMAKE_CURRENT_SOURCE_DIR}/include)
    rustg_test(shared_library unit ${rustg_sh} tests/build/shared_library.sh ${CMAKE_READELF} $<TARGET_FILE:rustg_shared>
        ${CMAKE_C_COMPILER} ${CMAKE_CURRENT_SOURCE_DIR}/include)
endif()
if(NOT RUSTG_SANITIZE)
    set(install_kinds cmake pkgconfig)
    if(rustg_with_shared)
        list(APPEND install_kinds cmake_shared pkgconfig_shared)
    endif()
    rustg_test(install_packages unit ${rustg_sh} tests/build/packages.sh ${CMAKE_COMMAND} ${CMAKE_CPACK_COMMAND}
        ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_BINARY_DIR})
    rustg_test(install_subproject unit ${rustg_sh} tests/build/subproject.sh ${CMAKE_COMMAND}
        ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_C_COMPILER})
    rustg_test(install_embedded unit ${rustg_sh} tests/build/embedded_kernels.sh ${CMAKE_COMMAND}
        ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_BINARY_DIR} ${CMAKE_C_COMPILER})
    foreach(kind ${install_kinds})
        if(kind MATCHES "pkgconfig" AND NOT rustg_pkg_config)
            continue()
        endif()
        rustg_test(install_${kind} unit ${rustg_sh} tests/build/install_consumers.sh ${kind} ${CMAKE_COMMAND}
            ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_BINARY_DIR} ${CMAKE_C_COMPILER} ${CMAKE_GENERATOR})
        set_tests_properties(install_${kind} PROPERTIES RESOURCE_LOCK install)
    endforeach()
    # The manifest of an installation is one file of the build.
    set_tests_properties(install_embedded install_packages PROPERTIES RESOURCE_LOCK install)
endif()

# Those of ten seconds of a processor and more, the corpus among them, which scripts/test.sh leaves to `ctest -L slow`, the second half of
# what .ci/run tests.
set(rustg_slow_tests attention_ptx_test const_rustc_test corpus_ast_test corpus_test engine_host_test gradient_programs_ptx install_embedded
    install_packages lex_kernels_host_test must_use_test parse_kernels_host_test parse_worst_test product_ptx_test ptx_archs_test random_kernels_test
    run_programs_ptx rust_project_test rust_workspace_test rustytorch_test scale_test)
if(RUSTG_SANITIZE) # these take as long with it, or run little of what it instruments
    list(APPEND rustg_slow_tests attention_kernels_cpu_test cache_ir_test coarse_test const_limits_test explain_test gradient_programs_test
        guide_test kernels_test product_kernels_cpu_test run_programs_own_ptx_plain rust_memory_test shard_test thread_loop_test walls_test
        words_test)
endif()
foreach(name IN LISTS rustg_slow_tests)
    if(TEST ${name})
        set_property(TEST ${name} APPEND PROPERTY LABELS slow)
    endif()
endforeach()
