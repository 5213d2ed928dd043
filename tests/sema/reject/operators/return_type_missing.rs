use rustg_std::prelude::*;

fn f() {
    return 1; //~ E0308 mismatched types
}
