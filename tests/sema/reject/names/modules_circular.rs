// A module is not inside of itself.
#[path = "modules_circular.rs"]
mod inner; //~ - circular modules: 
