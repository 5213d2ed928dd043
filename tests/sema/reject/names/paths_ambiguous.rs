// Two globs give one name.
mod a {
    pub fn call() {}
    pub struct Same;
}
mod b {
    pub fn call() {}
    pub struct Same;
}
use a::*;
use b::*;

pub fn f(s: Same) { //~ E0659 `Same` is ambiguous
    call(); //~ E0659 `call` is ambiguous
}
