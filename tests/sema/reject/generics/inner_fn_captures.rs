use rustg_std::prelude::*;

fn f() {
    let x = 1;
    fn g() -> u32 {
        x //~ E0434 can't capture dynamic environment in a fn item
    }
    g();
}
