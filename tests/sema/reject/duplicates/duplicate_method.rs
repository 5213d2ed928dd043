use rustg_std::prelude::*;

struct S;
impl S {
    fn a(&self) {}
    fn a(&self) {} //~ E0592 duplicate definitions with name `a`
}

// Which lifetimes a fn pointer leaves to each call does not tell impls of no trait apart.
struct Holds<T>(T);
impl Holds<for<'a, 'b> fn(&'a u8, &'b u8) -> &'a u8> {
    fn held(&self) {} //~ E0592 duplicate definitions with name `held`
}
impl Holds<for<'a> fn(&'a u8, &'a u8) -> &'a u8> {
    fn held(&self) {}
}
