use rustg_std::prelude::*;

fn f<T>(t: T) {
    fn g(x: T) {} //~ E0401 can't use generic parameters from outer item
}
