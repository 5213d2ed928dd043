# RustgCuda.cmake: finds nvcc and compiles each kernels/**/*.cu to a fatbin that becomes part of the library.
#   in   RUSTG_CUDA, RUSTG_CUDA_ARCHITECTURES, CUDA_PATH (environment or -D)
#   out  rustg_with_cuda, rustg_nvcc, rustg_cuda_archs, rustg_cuda_why (why it is off), rustg_cuda_include
#        rustg_fatbins: an object library; <build>/generated/fatbins.h declares its arrays
# CMake's own CUDA language is not used: configuring must work where no CUDA is.

set(rustg_all_archs 75 80 86 89 90 100 110 120)
set(rustg_with_cuda OFF)
set(rustg_nvcc "")
set(rustg_cuda_archs "")
set(rustg_cuda_include "")
set(rustg_cuda_why "RUSTG_CUDA is OFF")

function(rustg_find_nvcc result)
    set(nvcc NOTFOUND)
    foreach(root ${CUDA_PATH} $ENV{CUDA_PATH})
        find_program(nvcc_found nvcc PATHS ${root}/bin NO_DEFAULT_PATH NO_CACHE)
        if(nvcc_found)
            set(nvcc ${nvcc_found})
            break()
        endif()
    endforeach()
    if(NOT nvcc)
        find_program(nvcc_found nvcc NO_CACHE)
        if(NOT nvcc_found)
            file(GLOB roots LIST_DIRECTORIES true /usr/local/cuda /usr/local/cuda-* /opt/cuda /opt/cuda-*
                /usr/lib/nvidia-cuda-toolkit)
            list(SORT roots COMPARE NATURAL ORDER DESCENDING)
            list(TRANSFORM roots APPEND /bin)
            find_program(nvcc_found nvcc PATHS ${roots} NO_DEFAULT_PATH NO_CACHE)
        endif()
        set(nvcc ${nvcc_found})
    endif()
    set(${result} ${nvcc} PARENT_SCOPE)
endfunction()

# Sets rustg_cuda_archs, or rustg_cuda_why where nvcc cannot be used; rustg_cuda_named: whether the compiler behind nvcc takes a name for
# the source's path, of which it makes names of static functions.
function(rustg_probe_nvcc)
    set(rustg_cuda_archs "" PARENT_SCOPE)
    set(rustg_cuda_named OFF PARENT_SCOPE)
    execute_process(COMMAND ${rustg_nvcc} --list-gpu-code
        OUTPUT_VARIABLE codes ERROR_VARIABLE codes_error RESULT_VARIABLE failed
    )
    if(failed)
        set(rustg_cuda_why "${rustg_nvcc} --list-gpu-code failed" PARENT_SCOPE)
        return()
    endif()
    string(REGEX MATCHALL "sm_[0-9]+" known "${codes}")
    list(TRANSFORM known REPLACE "sm_" "")
    set(wanted ${rustg_all_archs})
    if(RUSTG_CUDA_ARCHITECTURES)
        string(REPLACE "," ";" wanted "${RUSTG_CUDA_ARCHITECTURES}")
        list(TRANSFORM wanted REPLACE "^sm_" "")
    endif()
    set(archs "")
    foreach(arch ${wanted})
        if(arch IN_LIST known)
            list(APPEND archs ${arch})
        endif()
    endforeach()
    if(NOT archs)
        set(rustg_cuda_why "${rustg_nvcc} knows none of the architectures ${wanted}" PARENT_SCOPE)
        return()
    endif()
    list(SORT archs COMPARE NATURAL)
    list(REMOVE_DUPLICATES archs)

    # nvcc wants a host C++ compiler of a version it accepts: one real compilation tells.
    set(probe ${CMAKE_CURRENT_BINARY_DIR}/cuda_probe)
    file(WRITE ${probe}.cu "extern \"C\" __global__ void probe(int *out) { out[threadIdx.x] = 1; }\n")
    list(GET archs 0 arch)
    execute_process(COMMAND ${rustg_nvcc} -fatbin --std=c++17 -arch=sm_${arch} -o ${probe}.fatbin ${probe}.cu
        OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE failed
    )
    if(failed)
        string(STRIP "${output}" output)
        string(REGEX REPLACE "\n.*" "" output "${output}")
        set(rustg_cuda_why "${rustg_nvcc} cannot compile here: ${output}" PARENT_SCOPE)
        return()
    endif()
    set(rustg_cuda_archs ${archs} PARENT_SCOPE)
    execute_process(COMMAND ${rustg_nvcc} -fatbin -arch=sm_${arch} -Xcicc --orig_src_path_name -Xcicc probe.cu -o ${probe}.fatbin ${probe}.cu
        OUTPUT_QUIET ERROR_QUIET RESULT_VARIABLE failed
    )
    if(NOT failed)
        set(rustg_cuda_named ON PARENT_SCOPE)
    endif()
endfunction()

if(NOT RUSTG_CUDA STREQUAL "OFF")
    rustg_find_nvcc(rustg_nvcc)
    if(rustg_nvcc)
        # The probe takes a second or two; its answer is kept while nvcc and the wish stay the same.
        set(probe_key "${rustg_nvcc}|${RUSTG_CUDA_ARCHITECTURES}|named")
        if(NOT RUSTG_CUDA_PROBE_KEY STREQUAL probe_key OR NOT RUSTG_CUDA_PROBE_ARCHS)
            rustg_probe_nvcc()
            set(RUSTG_CUDA_PROBE_KEY "${probe_key}" CACHE INTERNAL "")
            set(RUSTG_CUDA_PROBE_ARCHS "${rustg_cuda_archs}" CACHE INTERNAL "")
            set(RUSTG_CUDA_PROBE_NAMED "${rustg_cuda_named}" CACHE INTERNAL "")
        endif()
        set(rustg_cuda_archs ${RUSTG_CUDA_PROBE_ARCHS})
    else()
        set(rustg_cuda_why "nvcc was not found (CUDA_PATH, PATH, /usr/local/cuda*)")
    endif()
    if(rustg_cuda_archs)
        set(rustg_with_cuda ON)
    elseif(RUSTG_CUDA STREQUAL "ON")
        message(FATAL_ERROR "RUSTG_CUDA is ON, but ${rustg_cuda_why}")
    endif()
endif()

file(GLOB_RECURSE rustg_kernels CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/kernels/*.cu)
if(rustg_with_cuda AND NOT rustg_kernels)
    set(rustg_with_cuda OFF)
    set(rustg_cuda_why "there are no kernels")
endif()

if(rustg_with_cuda)
    get_filename_component(rustg_cuda_root ${rustg_nvcc} REALPATH)
    get_filename_component(rustg_cuda_root ${rustg_cuda_root} DIRECTORY)
    unset(rustg_cuda_include) # find_path looks for nothing that is set
    find_path(rustg_cuda_include cuda.h PATHS ${rustg_cuda_root}/../include
        ${rustg_cuda_root}/../targets/x86_64-linux/include ${rustg_cuda_root}/../targets/sbsa-linux/include
        ${CUDA_PATH}/include $ENV{CUDA_PATH}/include /usr/local/cuda/include
        NO_DEFAULT_PATH NO_CACHE)

    if(NOT rustg_cuda_include)
        set(rustg_cuda_include "")
    endif()

    list(JOIN rustg_cuda_archs " " shown_archs)
    # Front end and optimizer take as long as ptxas, and what they make of these kernels is the same PTX for all but a few
    # lines: they run for the oldest and the newest architecture, and for the first from 90 on, whose kernels are launched
    # early (grid_await.cuh) and copy beside the walk; ptxas runs for each.
    set(gencode "")
    list(GET rustg_cuda_archs 0 oldest)
    list(GET rustg_cuda_archs -1 newest)
    set(early "")
    foreach(arch ${rustg_cuda_archs})
        if(NOT early AND arch GREATER_EQUAL 90)
            set(early ${arch})
        endif()
        if(arch STREQUAL newest)
            set(base ${newest})
        elseif(early)
            set(base ${early})
        else()
            set(base ${oldest})
        endif()
        list(APPEND gencode -gencode arch=compute_${base},code=sm_${arch})
    endforeach()
    list(APPEND gencode -gencode arch=compute_${newest},code=compute_${newest})

    # Line tables triple the size of the kernels: only where host code has its symbols too.
    set(lineinfo "")
    if(CMAKE_BUILD_TYPE MATCHES "Deb")
        set(lineinfo -lineinfo)
    endif()

    # ptxas -O2 makes the same code of them as -O3, in less time.
    set(fatbin_declarations "")
    set(fatbin_objects "")
    foreach(kernel ${rustg_kernels})
        get_filename_component(name ${kernel} NAME_WE)
        file(RELATIVE_PATH shown ${CMAKE_CURRENT_SOURCE_DIR} ${kernel})
        get_filename_component(folder ${shown} DIRECTORY)
        set(fatbin ${CMAKE_CURRENT_BINARY_DIR}/fatbins/${name}.fatbin)
        set(named "") # the same bytes from any folder
        if(RUSTG_CUDA_PROBE_NAMED)
            set(named -Xcicc --orig_src_path_name -Xcicc ${shown})
        endif()
        add_custom_command(OUTPUT ${fatbin}
            COMMAND ${rustg_nvcc} -fatbin ${gencode} --threads 2 --std=c++17 -O3 -Xptxas -O2 -diag-suppress 128
                ${lineinfo} ${named}
                -I ${CMAKE_CURRENT_SOURCE_DIR}/include -I ${CMAKE_CURRENT_BINARY_DIR}/rooms/${folder}
                -I ${CMAKE_CURRENT_BINARY_DIR}/generated
                -MD -MF ${fatbin}.d -o ${fatbin} ${kernel}
            DEPENDS ${kernel} rustg_generated
            DEPFILE ${fatbin}.d
            COMMENT "nvcc ${shown} (${shown_archs})"
            VERBATIM
        )
        file(CONFIGURE OUTPUT fatbins/${name}.S @ONLY CONTENT [[
/* @name@.S: the fatbin of @name@.cu as data of the library. */
    .section .rodata
    .balign 64
    .globl rustg_fatbin_@name@
rustg_fatbin_@name@:
    .incbin "@fatbin@"
rustg_fatbin_@name@_end:
    .balign 8
    .globl rustg_fatbin_@name@_size
rustg_fatbin_@name@_size:
    .quad rustg_fatbin_@name@_end - rustg_fatbin_@name@
    .section .note.GNU-stack,"",%progbits
]])
        set_source_files_properties(${CMAKE_CURRENT_BINARY_DIR}/fatbins/${name}.S PROPERTIES
            LANGUAGE C OBJECT_DEPENDS ${fatbin} COMPILE_OPTIONS "-xassembler-with-cpp"
        )
        list(APPEND fatbin_objects ${CMAKE_CURRENT_BINARY_DIR}/fatbins/${name}.S)
        string(APPEND fatbin_declarations
            "extern const unsigned char rustg_fatbin_${name}[];\nextern const size_t rustg_fatbin_${name}_size;\n")
    endforeach()
    file(CONFIGURE OUTPUT generated/fatbins.h @ONLY CONTENT [[
/* fatbins.h: the compiled kernels inside the library. Generated by cmake/RustgCuda.cmake. */
#ifndef RUSTG_FATBINS_H
#define RUSTG_FATBINS_H

#include <stddef.h>

#define RUSTG_CUDA_ARCHITECTURES "@rustg_cuda_archs@"

@fatbin_declarations@
#endif
]])
    add_library(rustg_fatbins OBJECT ${fatbin_objects})
endif()
