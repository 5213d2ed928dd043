# RustgKernels.cmake: kernels in Rust as sources of a target. Installed with the package rustg.
#
# rustg_add_kernels(target [NAME name] [ARCHITECTURES sm_90 ...] [OPTIONS words...] a.rs ...)
#
# Each file is the root of a crate of kernels, compiled into the target: a source that says `#include "a.launch.h"` has a_load, a_free
# and a launch function for each kernel, with its parameters as types of C. A change of a.rs or of a module that it names compiles it
# again, as it does for a source of C.
#   NAME           instead of the file's own, for one file
#   ARCHITECTURES  devices whose code is compiled now, which NVRTC does; for others, and without this, the program does it
#   OPTIONS        of rustgc, such as --fast-math
function(rustg_add_kernels target)
    cmake_parse_arguments(PARSE_ARGV 1 kernels "" NAME "ARCHITECTURES;OPTIONS")
    get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
    list(LENGTH kernels_UNPARSED_ARGUMENTS n_files)
    if(NOT "C" IN_LIST languages)
        message(FATAL_ERROR "rustg_add_kernels: the project must have C among its languages")
    elseif(n_files EQUAL 0)
        message(FATAL_ERROR "rustg_add_kernels(${target}): no file")
    elseif(kernels_NAME AND n_files GREATER 1)
        message(FATAL_ERROR "rustg_add_kernels(${target}): NAME is for one file")
    endif()
    set(folder ${CMAKE_CURRENT_BINARY_DIR}/rustg_kernels/${target})
    file(MAKE_DIRECTORY ${folder})
    foreach(file ${kernels_UNPARSED_ARGUMENTS})
        get_filename_component(path ${file} ABSOLUTE)
        get_filename_component(name ${file} NAME_WE)
        if(kernels_NAME)
            set(name ${kernels_NAME})
        endif()
        set(stem ${folder}/${name})
        set(emit launch-h,launch-c,obj,dep-info)
        set(device "")
        if(kernels_ARCHITECTURES)
            string(APPEND emit ,ptx,cubin)
            list(TRANSFORM kernels_ARCHITECTURES PREPEND --arch= OUTPUT_VARIABLE device)
        endif()
        # Ninja wants the first output to be that of the depfile's first rule.
        add_custom_command(OUTPUT ${stem}.d ${stem}.launch.h ${stem}.launch.c ${stem}.o
            COMMAND rustg::rustgc ${path} --emit=${emit} -o ${stem}.o ${device} ${kernels_OPTIONS}
            DEPENDS ${path} rustg::rustgc
            DEPFILE ${stem}.d
            COMMENT "rustgc ${file}"
            VERBATIM COMMAND_EXPAND_LISTS
        )
        set_source_files_properties(${stem}.o PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
        target_sources(${target} PRIVATE ${stem}.launch.h ${stem}.launch.c ${stem}.o)
    endforeach()
    target_include_directories(${target} PRIVATE ${folder})
    target_link_libraries(${target} PRIVATE rustg::rustg)
endfunction()
