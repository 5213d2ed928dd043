use rustg_std::prelude::*;

fn f() -> u32 {
    let r;
    {
        let x = 1;
        r = &x; //~ E0597 `x` does not live long enough
    }
    *r
}
