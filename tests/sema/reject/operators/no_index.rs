use rustg_std::prelude::*;

fn f(a: u32) -> u32 {
    a[0] //~ E0608 cannot index into a value of type `u32`
}
