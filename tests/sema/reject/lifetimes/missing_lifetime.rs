use rustg_std::prelude::*;

struct S {
    r: &u32, //~ E0106 missing lifetime specifier
}
