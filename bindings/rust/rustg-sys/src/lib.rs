//! rustg's C interface, as bindgen reads it off `include/rustg/rustg.h`. What each item means stands there; the crate `rustg`
//! has the same in safe Rust.
//!
//! The build script finds the library (`RUSTG_DIR`, pkg-config) or builds it with CMake; it and the headers are told to build
//! scripts of dependents as `DEP_RUSTG_CORE_ROOT`, `DEP_RUSTG_CORE_INCLUDE` and `DEP_RUSTG_CORE_LIB`.

#![allow(missing_docs, non_camel_case_types, non_upper_case_globals)]

include!(env!("RUSTG_BINDINGS"));

/// Tells one build of the library that is linked from another.
pub const RUSTG_CORE_IDENTITY: &str = env!("RUSTG_CORE_IDENTITY");
