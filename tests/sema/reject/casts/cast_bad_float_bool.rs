use rustg_std::prelude::*;

fn f(x: f32) -> bool {
    x as bool //~ E0054 cannot cast `f32` as `bool`
}
