# RustgFlags.cmake: compiler flags of all host code, as the interface library rustg_flags.

add_library(rustg_flags INTERFACE)
target_compile_features(rustg_flags INTERFACE c_std_11)
target_compile_options(rustg_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Werror=switch -fno-strict-aliasing)
if(RUSTG_WERROR)
    target_compile_options(rustg_flags INTERFACE -Werror)
endif()
if(RUSTG_SANITIZE)
    target_compile_options(rustg_flags INTERFACE
        -fsanitize=${RUSTG_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer
    )
    target_link_options(rustg_flags INTERFACE -fsanitize=${RUSTG_SANITIZE})
endif()

set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)

# An older objcopy or another system's linker may not know how to keep inner names out of the archive.
find_program(RUSTG_OBJCOPY NAMES ${CMAKE_OBJCOPY} objcopy llvm-objcopy)
set(rustg_localize ON)
if(RUSTG_SANITIZE OR NOT RUSTG_OBJCOPY OR NOT CMAKE_LINKER)
    set(rustg_localize OFF) # sanitizers pair symbols across objects; see RustgCore.cmake
endif()
