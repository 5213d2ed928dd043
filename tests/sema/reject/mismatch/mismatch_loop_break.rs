use rustg_std::prelude::*;

fn f() -> u32 {
    loop {
        break true; //~ E0308 mismatched types
    }
}
