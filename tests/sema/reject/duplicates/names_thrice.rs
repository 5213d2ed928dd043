// What a name stands for again is compared with the first item of that name, or with the first import where there is no item.
#![allow(dead_code, unused_imports, non_snake_case)]

mod m {
    pub fn h() {}
    pub fn i() {}
}
fn f() {
    fn g() {}
    fn g() {} //~ E0428 the name `g` is defined multiple times
    fn g() {} //~ E0428 the name `g` is defined multiple times
}
struct A;
fn A() {} //~ E0428 the name `A` is defined multiple times
use m::h;
use m::h;
fn h() {} //~ E0255 the name `h` is defined multiple times
use m::h; //~ E0255 the name `h` is defined multiple times
use m::i;
use m::i; //~ E0252 the name `i` is defined multiple times
use m::i; //~ E0252 the name `i` is defined multiple times
