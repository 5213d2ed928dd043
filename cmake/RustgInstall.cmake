# RustgInstall.cmake: headers, archive, rustgc, man page, the CMake package rustg and rustg_core.pc.
include(CMakePackageConfigHelpers)

install(DIRECTORY include/rustg DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS rustg_core EXPORT rustgTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS rustgc RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES docs/rustgc.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)

set(rustg_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/rustg)
install(EXPORT rustgTargets NAMESPACE rustg:: DESTINATION ${rustg_package_dir})
configure_package_config_file(cmake/rustgConfig.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/rustgConfig.cmake
    INSTALL_DESTINATION ${rustg_package_dir}
)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/rustgConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/rustgConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/rustgConfigVersion.cmake
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
configure_file(cmake/rustg_core.pc.in ${CMAKE_CURRENT_BINARY_DIR}/rustg_core.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/rustg_core.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
