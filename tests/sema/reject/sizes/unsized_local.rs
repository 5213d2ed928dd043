use rustg_std::prelude::*;

fn f(a: &[u32]) {
    let b = *a; //~ E0277 the size for values of type `[u32]` cannot be known at compilation time
}
