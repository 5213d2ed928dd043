use rustg_std::prelude::*;

fn f(n: u32) {
    match n {
        5..=1 => {} //~ E0030 lower bound for range pattern must be less than or equal to upper bound
        _ => {}
    }
}
