use rustg_std::prelude::*;

fn f<'a>() -> &'a u32 {
    let x = 1;
    &x //~ E0515 cannot return reference to local variable `x`
}

pub fn through_closure(x: &i32) -> &i32 {
    let z = 4;
    let f = &|y| y;
    let _k = f(&z);
    f(x) //~ E0515 cannot return value referencing local variable `z`
}
pub fn through_own_closure(x: &i32) -> &i32 {
    let z = 4;
    let f = |y| y;
    let _k = f(&z);
    f(x) //~ E0515 cannot return value referencing local variable `z`
}
