// Arguments where none are taken.
mod inner {
    pub fn call() {}
}

trait Shape {
    type Unit;
}

fn a(x: u32<u8>) {} //~ E0109 type arguments are not allowed on builtin type `u32`

fn b<T>(x: T<u8>) {} //~ E0109 type arguments are not allowed on type parameter `T`

fn c(x: Option<Item = u32>) {} //~ E0107 enum takes 1 generic argument but 0 generic arguments were supplied //~ E0229 associated item constraints are not allowed here

fn e(x: bool<'static>) {} //~ E0109 lifetime arguments are not allowed on builtin type `bool`
