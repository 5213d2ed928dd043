use rustg_std::prelude::*;

fn f(o: Option<u32>) -> u32 {
    o? //~ E0277 the `?` operator can only be used in a function that returns `Result` or `Option` (or another type that implements `FromResidual`)
}
