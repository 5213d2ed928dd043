# RustgKernels.cmake: kernels in Rust as sources of a target. Installed with the package rustg.
#
# rustg_add_kernels(target [NAME name] [ARCHITECTURES sm_90 ...] [OPTIONS words...] a.rs ...)
#
# Each file is the root of a crate of kernels, compiled into the target: a source that says `#include "a.launch.h"` has a_load, a_free
# and a launch function for each kernel, with its parameters as types of C. A change of a.rs or of a module that it names compiles it
# again, as it does for a source of C.
#   target         a program or library of any kind; what links to an object library gets its kernels too
#   NAME           instead of the file's own, for one file
#   ARCHITECTURES  devices whose code is compiled now, which NVRTC does; for others, and without this, the program does it. Alone, native
#                  stands for the device that is here
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
    elseif(NOT TARGET ${target})
        message(FATAL_ERROR "rustg_add_kernels: there is no target ${target}")
    endif()
    get_target_property(type ${target} TYPE)
    list(TRANSFORM kernels_ARCHITECTURES REPLACE "^([0-9]+[a-z]?)$" "sm_\\1")
    list(REMOVE_DUPLICATES kernels_ARCHITECTURES)
    list(LENGTH kernels_ARCHITECTURES n_architectures)
    if(n_architectures GREATER 1 AND "native" IN_LIST kernels_ARCHITECTURES)
        message(FATAL_ERROR "rustg_add_kernels(${target}): native is for one architecture, and there are ${n_architectures}")
    endif()
    set(folder ${CMAKE_CURRENT_BINARY_DIR}/rustg_kernels/${target})
    file(MAKE_DIRECTORY ${folder})
    foreach(file ${kernels_UNPARSED_ARGUMENTS})
        get_filename_component(path ${file} ABSOLUTE)
        get_filename_component(name ${file} NAME_WE)
        if(kernels_NAME)
            set(name ${kernels_NAME})
        endif()
        get_property(names TARGET ${target} PROPERTY rustg_kernel_names)
        if(name IN_LIST names)
            message(FATAL_ERROR "rustg_add_kernels(${target}): two files make ${name}.launch.h; NAME gives one of them another name")
        elseif(file MATCHES "\\.cu$")
            message(FATAL_ERROR "rustg_add_kernels(${target}): ${file} is not Rust; of CUDA C++ rustgc --emit=launch-h,launch-c,ptx makes such files")
        endif()
        set_property(TARGET ${target} APPEND PROPERTY rustg_kernel_names ${name})
        set(stem ${folder}/${name})
        set(emit launch-h,launch-c,obj,dep-info)
        set(device "")
        set(images "")
        if(kernels_ARCHITECTURES)
            string(APPEND emit ,ptx,cubin)
            list(TRANSFORM kernels_ARCHITECTURES PREPEND --arch= OUTPUT_VARIABLE device)
            set(images ${stem})
            if(n_architectures GREATER 1)
                list(TRANSFORM kernels_ARCHITECTURES PREPEND ${stem}. OUTPUT_VARIABLE images)
            endif()
            list(TRANSFORM images APPEND .cubin OUTPUT_VARIABLE cubins)
            list(TRANSFORM images APPEND .ptx)
            list(APPEND images ${cubins})
        endif()
        # Ninja wants the first output to be that of the depfile's first rule.
        add_custom_command(OUTPUT ${stem}.d ${stem}.launch.h ${stem}.launch.c ${stem}.o BYPRODUCTS ${images}
            COMMAND rustg::rustgc ${path} --emit=${emit} -o ${stem}.o ${device} ${kernels_OPTIONS}
            DEPENDS ${path} rustg::rustgc
            DEPFILE ${stem}.d
            COMMENT "rustgc ${file}"
            VERBATIM COMMAND_EXPAND_LISTS
        )
        set_source_files_properties(${stem}.o PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
        target_sources(${target} PRIVATE ${stem}.launch.h ${stem}.launch.c ${stem}.o)
        if(type STREQUAL OBJECT_LIBRARY) # whose objects are those that it compiles
            set_property(TARGET ${target} APPEND PROPERTY INTERFACE_LINK_LIBRARIES ${stem}.o)
        endif()
    endforeach()
    # Whoever links to a library calls its launch functions. By properties, as target_link_libraries is either always called with
    # PUBLIC and PRIVATE for a target or never.
    target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${folder}>)
    set_property(TARGET ${target} APPEND PROPERTY LINK_LIBRARIES rustg::rustg)
    set_property(TARGET ${target} APPEND PROPERTY INTERFACE_LINK_LIBRARIES rustg::rustg)
endfunction()
