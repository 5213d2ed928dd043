use rustg_std::prelude::*;

fn g<T>(t: T) {}
fn f() {
    g::<u32, u32>(1); //~ E0107 function takes 1 generic argument but 2 generic arguments were supplied
}
