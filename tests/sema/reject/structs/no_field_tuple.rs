use rustg_std::prelude::*;

fn f(t: (u32, u32)) -> u32 {
    t.2 //~ E0609 no field `2` on type `(u32, u32)`
}
