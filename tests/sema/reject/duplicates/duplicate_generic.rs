use rustg_std::prelude::*;

fn f<T, T>(a: T) {} //~ E0403 the name `T` is already used for a generic parameter in this item's generic parameters
