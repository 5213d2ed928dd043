// A module has one file, and none that is its own.
mod parts {
    mod twice; //~ E0761 file for module `twice` found at both
}
