use rustg_std::prelude::*;

fn f() {
    let g = |a: u32| a;
    g(1, 2); //~ E0057 this function takes 1 argument but 2 arguments were supplied
}
