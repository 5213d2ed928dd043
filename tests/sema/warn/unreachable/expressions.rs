//! What stands behind expressions that end, in every kind of expression.
#![allow(dead_code, unused_variables, unused_mut, unused_assignments, unused_parens, path_statements, unused_must_use)]
#![allow(unused_imports, unreachable_patterns, while_true)]
use rustg_std::prelude::*;

pub struct Pair {
    pub a: u32,
    pub b: u32,
}
pub fn two(a: u32, b: u32) -> u32 {
    a + b
}
pub fn closure<F: Fn()>(f: F, b: u32) {
    f()
}
pub fn never() -> ! {
    panic!()
}
pub struct Machine;
impl Machine {
    pub fn stop(&self) -> ! {
        loop {}
    }
    pub fn take(&self, x: u32) {}
}

pub fn statements() {
    return;
    let x = 1; //~ unreachable_code unreachable statement
    two(x, x);
}
pub fn statement_of_a_call() {
    return;
    two(1, 2); //~ unreachable_code unreachable statement
}
pub fn tail() -> u32 {
    return 1;
    2 //~ unreachable_code unreachable expression
}
pub fn first_argument() {
    two(return, 2); //~ unreachable_code unreachable expression
}
pub fn last_argument() {
    two(1, return); //~ unreachable_code unreachable call
}
pub fn closure_first() {
    closure(|| (), return); //~ unreachable_code unreachable expression
}
pub fn method(m: &Machine) {
    m.take(return); //~ unreachable_code unreachable call
}
pub fn receiver(m: &Machine) {
    { return; m }.take(1); //~ unreachable_code unreachable expression
}
pub fn ends_by_method(m: &Machine) {
    m.stop();
    two(1, 2); //~ unreachable_code unreachable statement
}
pub fn ends_by_call(m: &Machine) {
    (never());
    two(1, 2); //~ unreachable_code unreachable statement
}
pub fn clone_of_never() {
    never().clone(); //~ unreachable_code unreachable call
}
pub fn of_struct() {
    let x = Pair { a: return, b: 1 }; //~ unreachable_code unreachable expression
}
pub fn of_tuple() {
    let x = (1, return, 2); //~ unreachable_code unreachable expression
}
pub fn of_array() {
    let x = [1, return]; //~ unreachable_code unreachable expression
}
pub fn of_repeat() {
    let x = [{ return; 1 }; 3]; //~ unreachable_code unreachable expression
}
pub fn of_binary() {
    let x = 1 + { return; 2 }; //~ unreachable_code unreachable expression
}
pub fn of_lazy(b: bool) {
    let x = b && return;
    two(1, 2);
}
pub fn of_borrow() {
    let x = &return; //~ unreachable_code unreachable expression
}
pub fn of_not() {
    let x = !{ return; true }; //~ unreachable_code unreachable expression
}
pub fn of_cast() {
    let x = return as u32;
}
pub fn of_assignment() {
    let mut x = 1;
    x = return; //~ unreachable_code unreachable expression
}
pub fn of_assign_op() {
    let mut x = 1;
    x += { return; 1 }; //~ unreachable_code unreachable expression
}
pub fn of_range() {
    (return)..1; //~ unreachable_code unreachable expression
}
pub fn of_inclusive_range() {
    1..=return; //~ unreachable_code unreachable call
}
pub fn of_return() {
    return return; //~ unreachable_code unreachable expression
}
pub fn of_parens() {
    return (return); //~ unreachable_code unreachable expression
}
pub fn many_parens() {
    (((return)));
    two(1, 2); //~ unreachable_code unreachable statement
}
pub fn of_index(a: &[u32]) {
    a[{ return; 1 }]; //~ unreachable_code unreachable expression
}
pub fn of_question(x: Option<u32>) -> Option<u32> {
    let y = { return None; x }?; //~ unreachable_code unreachable expression
    Some(1)
}
pub fn of_const_block() -> u32 {
    const { 1 };
    2
}
pub fn of_macro_in_parens() {
    let x = Pair { a: (panic!("x")), b: 1 }; //~ unreachable_code unreachable expression
}
pub fn items() {
    return;
    fn inner() {}
    use std::mem;
    ;
}
pub fn many_lines() {
    return
    ;
    two(1, //~ unreachable_code unreachable statement
    2);
}
pub fn in_closure() {
    let c = || {
        return 1;
        two(1, 2) //~ unreachable_code unreachable expression
    };
    c();
}
pub const fn constant() -> u32 {
    return 1;
    2 //~ unreachable_code unreachable expression
}
pub const LIMIT: u32 = { loop { break; } 3 };
#[allow(unreachable_code)]
pub fn allowed() {
    return;
    two(1, 2);
}
pub trait Provided {
    fn provided(&self) -> u32 {
        return 1;
        2 //~ unreachable_code unreachable expression
    }
}
