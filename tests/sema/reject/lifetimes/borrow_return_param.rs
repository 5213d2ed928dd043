use rustg_std::prelude::*;

fn f(x: u32) -> &'static u32 {
    &x //~ E0515 cannot return reference to function parameter `x`
}
