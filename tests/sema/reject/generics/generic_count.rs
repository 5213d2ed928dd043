use rustg_std::prelude::*;

struct S<T> {
    x: T,
}
fn f(s: S<u32, f32>) {} //~ E0107 struct takes 1 generic argument but 2 generic arguments were supplied
