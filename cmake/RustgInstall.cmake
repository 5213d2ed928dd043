# RustgInstall.cmake: headers, archive, librustg.so, rustgc, man page, the CMake package rustg, rustg_core.pc and rustg.pc.
include(CMakePackageConfigHelpers)

install(DIRECTORY include/rustg DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS rustg_core EXPORT rustgTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(rustg_with_shared)
    install(TARGETS rustg_shared EXPORT rustgTargets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
install(TARGETS rustgc EXPORT rustgTargets RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES docs/rustgc.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)

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
