# RustgInstall.cmake: headers, archive, librustg.so, rustgc with completions, man pages, documents, the CMake package rustg,
# rustg_core.pc and rustg.pc; the target uninstall; packages by cpack.
include(CMakePackageConfigHelpers)

install(DIRECTORY include/rustg DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS rustg_core EXPORT rustgTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(rustg_with_shared)
    install(TARGETS rustg_shared EXPORT rustgTargets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
install(TARGETS rustgc EXPORT rustgTargets RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
# The Rust crate's package has the library's sources and nothing to read.
if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/docs)
    install(FILES docs/rustgc.1 docs/cargo-rustg.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
    install(FILES README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE DESTINATION ${CMAKE_INSTALL_DOCDIR})
    install(DIRECTORY docs examples DESTINATION ${CMAKE_INSTALL_DOCDIR} PATTERN "*.1" EXCLUDE PATTERN rustytorch EXCLUDE)
endif()

# rustgc prints what shells complete.
if(NOT CMAKE_CROSSCOMPILING)
    set(completions ${CMAKE_CURRENT_BINARY_DIR}/completions)
    file(MAKE_DIRECTORY ${completions})
    set(outputs "")
    foreach(row "bash rustgc bash-completion/completions" "zsh _rustgc zsh/vendor-completions" "fish rustgc.fish fish/vendor_completions.d")
        separate_arguments(row)
        list(GET row 0 shell)
        list(GET row 1 name)
        list(GET row 2 folder)
        add_custom_command(OUTPUT ${completions}/${name}
            COMMAND sh -c "\"$1\" --completions=$2 >\"$3\"" sh $<TARGET_FILE:rustgc> ${shell} ${completions}/${name}
            DEPENDS rustgc VERBATIM
        )
        list(APPEND outputs ${completions}/${name})
        install(FILES ${completions}/${name} DESTINATION ${CMAKE_INSTALL_DATADIR}/${folder})
    endforeach()
    add_custom_target(rustg_completions ALL DEPENDS ${outputs})
endif()

set(rustg_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/rustg)
install(EXPORT rustgTargets NAMESPACE rustg:: DESTINATION ${rustg_package_dir})
configure_package_config_file(cmake/rustgConfig.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/rustgConfig.cmake
    INSTALL_DESTINATION ${rustg_package_dir}
)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/rustgConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/rustgConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/rustgConfigVersion.cmake
    cmake/RustgKernels.cmake
    DESTINATION ${rustg_package_dir}
)

# The prefix is found from where the .pc file lies, so that an installed tree can be moved.
file(RELATIVE_PATH rustg_pc_prefix
    ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX}
)
set(rustg_pc_private "-pthread -lm")
foreach(library ${CMAKE_DL_LIBS})
    string(APPEND rustg_pc_private " -l${library}")
endforeach()
set(rustg_pc_names rustg_core)
if(rustg_with_shared)
    list(APPEND rustg_pc_names rustg)
endif()
foreach(name ${rustg_pc_names})
    configure_file(cmake/${name}.pc.in ${CMAKE_CURRENT_BINARY_DIR}/${name}.pc @ONLY)
    install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()

# `cmake --build build/release --target rustg_wheel`: the Python package with librustg.so, in <build>/wheel.
find_package(Python3 COMPONENTS Interpreter QUIET)
if(rustg_with_shared AND Python3_FOUND)
    add_custom_target(rustg_wheel
        COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/bindings/python/make_wheel.py $<TARGET_FILE:rustg_shared>
            ${CMAKE_CURRENT_BINARY_DIR}/wheel
        DEPENDS rustg_shared VERBATIM
    )
endif()

if(NOT PROJECT_IS_TOP_LEVEL)
    return()
endif()

# Deletes what the last installation from this folder wrote.
add_custom_target(uninstall
    COMMAND ${CMAKE_COMMAND} -DMANIFEST=${CMAKE_CURRENT_BINARY_DIR}/install_manifest.txt
        -P ${CMAKE_CURRENT_SOURCE_DIR}/cmake/RustgUninstall.cmake
    VERBATIM
)

if(NOT EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/docs)
    return()
endif()

# `cpack --config <build>/CPackConfig.cmake`: .tar.gz and .deb of what is installed; with CPackSourceConfig.cmake the sources.
set(CPACK_GENERATOR TGZ)
find_program(rustg_dpkg NAMES dpkg NO_CACHE)
if(rustg_dpkg)
    list(APPEND CPACK_GENERATOR DEB)
endif()
set(CPACK_PACKAGE_NAME rustg)
set(CPACK_PACKAGE_VENDOR "The authors of rustg")
set(CPACK_PACKAGE_CONTACT "The authors of rustg <rustg@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_CURRENT_SOURCE_DIR}/LICENSE-MIT)
set(CPACK_STRIP_FILES OFF) # strip would take the archive's names
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
find_program(rustg_shlibdeps NAMES dpkg-shlibdeps NO_CACHE)
if(rustg_shlibdeps) # reads which libc the programs need
    set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
else()
    execute_process(COMMAND getconf GNU_LIBC_VERSION OUTPUT_VARIABLE rustg_libc OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    string(REGEX REPLACE "^glibc " "" rustg_libc "${rustg_libc}")
    set(CPACK_DEBIAN_PACKAGE_DEPENDS "libc6 (>= ${rustg_libc})")
endif()
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "gcc | c-compiler, libclang1-14 | libclang1")
set(CPACK_SOURCE_GENERATOR TGZ)
set(CPACK_SOURCE_PACKAGE_FILE_NAME rustg-${PROJECT_VERSION})
set(CPACK_SOURCE_IGNORE_FILES "^${CMAKE_CURRENT_SOURCE_DIR}/build/" "/\\\\.git/" "/\\\\.git$" "/target/" "/__pycache__/" "/\\\\.cache/")
include(CPack)
