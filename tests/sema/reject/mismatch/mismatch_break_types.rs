use rustg_std::prelude::*;

fn f(c: bool) {
    let x = loop {
        if c {
            break 1;
        }
        break true; //~ E0308 mismatched types
    };
}
