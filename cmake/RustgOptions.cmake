# RustgOptions.cmake: what a user may set.

# A project that has this tree as a folder of its own keeps its build type, tests, packages and `uninstall` to itself.
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release)
    if(PROJECT_IS_TOP_LEVEL)
        set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, RelWithDebInfo or Debug" FORCE)
    endif()
endif()
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

set(RUSTG_CUDA AUTO CACHE STRING "Build the CUDA engine: AUTO (where a working nvcc is found), ON or OFF")
set_property(CACHE RUSTG_CUDA PROPERTY STRINGS AUTO ON OFF)
set(RUSTG_CUDA_ARCHITECTURES "" CACHE STRING "CUDA architectures, as in 90;120. Empty: all that rustg supports")
set(RUSTG_SANITIZE "" CACHE STRING "Sanitizers for all host code, as in address,undefined")
option(RUSTG_WERROR "Warnings are errors" OFF)
option(RUSTG_INSTALL "Rules to install the library, rustgc and documents" ${PROJECT_IS_TOP_LEVEL})

# The archive is always built, and librustg.so beside it unless BUILD_SHARED_LIBS=OFF is said; ON makes rustg::rustg the latter.
# An archive with sanitizers shows inner names, and a program would have to bring their runtime along for the shared library.
set(rustg_with_shared ON)
if(RUSTG_SANITIZE OR (DEFINED BUILD_SHARED_LIBS AND NOT BUILD_SHARED_LIBS))
    set(rustg_with_shared OFF)
endif()

# RUSTG_BUILD_TESTS, or its alias BUILD_TESTS: the CMake option first, then the environment. It is kept out of the
# cache where nobody set it, so that the environment is read anew each time.
set(rustg_with_tests OFF)
set(names RUSTG_BUILD_TESTS)
if(PROJECT_IS_TOP_LEVEL)
    list(APPEND names BUILD_TESTS)
endif()
foreach(name ${names})
    if(DEFINED ${name})
        set(rustg_with_tests ${${name}})
        break()
    elseif(DEFINED ENV{${name}})
        set(rustg_with_tests $ENV{${name}})
        break()
    endif()
endforeach()
if(rustg_with_tests)
    set(rustg_with_tests ON)
else()
    set(rustg_with_tests OFF)
endif()
