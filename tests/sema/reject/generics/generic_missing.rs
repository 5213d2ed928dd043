use rustg_std::prelude::*;

struct S<T> {
    x: T,
}
fn f(s: S) {} //~ E0107 missing generics for struct `S`
fn g() -> usize {
    size_of::<(u8, S)>() //~ E0107 missing generics for struct `S`
}
