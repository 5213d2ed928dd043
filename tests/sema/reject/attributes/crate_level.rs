// Attributes of a crate.
#![derive(Clone)] //~ - `derive` attribute cannot be used at crate level
#![crate_type(lib)] //~ E0539 malformed `crate_type` attribute input
#![windows_subsystem = "wrong"] //~ E0539 malformed `windows_subsystem` attribute input
pub struct S;
