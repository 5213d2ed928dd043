use rustg_std::prelude::*;

fn f() -> u32 {
    nowhere::g() //~ E0433 cannot find module or crate `nowhere` in this scope
}
