// Kinds of crates that there are not.
#![crate_type = "lib"]
#![crate_type = "statoclib"] //~ unknown_crate_types invalid `crate_type` value
#![crate_type = "LIB"] //~ unknown_crate_types invalid `crate_type` value
#![crate_type = "kernel"] //~ unknown_crate_types invalid `crate_type` value
#![crate_type = ""] //~ unknown_crate_types invalid `crate_type` value
