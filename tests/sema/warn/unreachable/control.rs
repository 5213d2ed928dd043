//! Branches, loops, blocks and macros that end.
#![allow(dead_code, unused_variables, unused_mut, unused_assignments, unused_parens, path_statements, unused_must_use)]
#![allow(unused_imports, unreachable_patterns, while_true)]
use rustg_std::prelude::*;

pub fn two(a: u32, b: u32) -> u32 {
    a + b
}
pub fn never() -> ! {
    panic!()
}
pub enum Void {}

pub fn condition() {
    if (return) { //~ unreachable_code unreachable block in `if` or `while` expression
        two(1, 2);
    } else {
        two(1, 2);
    }
}
pub fn condition_of_while() {
    while (return) {} //~ unreachable_code unreachable block in `if` or `while` expression
}
pub fn condition_of_lazy() {
    if true && (return) {}
}
pub fn condition_let() {
    if let 1 = (return) {} //~ unreachable_code unreachable block in `if` or `while` expression
}
pub fn both_branches(x: u32) {
    if x > 1 {
        return
    } else {
        never()
    };
    two(1, 2); //~ unreachable_code unreachable statement
}
pub fn all_branches(x: u32) {
    if x > 1 {
        return;
    } else if x > 2 {
        never();
    } else {
        panic!("{}", x);
    }
    two(1, 2); //~ unreachable_code unreachable statement
}
pub fn one_branch(x: u32) {
    if x > 1 {
        return;
    }
    if x > 3 {
        return;
    } else {
        two(1, 2);
    }
    two(1, 2);
}
pub fn scrutinee() {
    match (return) {
        1 => 2, //~ unreachable_code unreachable arm
        _ => 3,
    };
}
pub fn all_arms(x: u32) {
    match x {
        1 => return,
        2 => never(),
        _ => panic!(),
    };
    two(1, 2); //~ unreachable_code unreachable statement
}
pub fn all_arms_of_expression(x: u32) -> u32 {
    1 + match x { //~ unreachable_code unreachable expression
        1 => return 2,
        _ => return 3,
    }
}
pub fn some_arms(x: u32) {
    match x {
        1 => return,
        _ => (),
    };
    two(1, 2);
}
pub fn guard(x: u32) {
    match x {
        1 if never() => 2, //~ unreachable_code unreachable expression
        _ => 3,
    };
}
pub fn in_arm(x: u32) {
    match x {
        1 => {
            return;
            two(1, 2); //~ unreachable_code unreachable statement
        }
        _ => (),
    };
}
pub fn no_arms(x: Void) {
    match x {};
    two(1, 2); //~ unreachable_code unreachable statement
}
pub fn endless() {
    loop {}
    two(1, 2); //~ unreachable_code unreachable statement
}
pub fn ends_in_loop() {
    loop {
        return;
    }
    two(1, 2); //~ unreachable_code unreachable statement
}
pub fn left_loop() {
    loop {
        return;
        break; //~ unreachable_code unreachable statement
    }
    two(1, 2);
}
pub fn left_from_inside(x: u32) {
    'a: loop {
        loop {
            if x > 1 {
                break 'a;
            }
        }
        two(1, 2); //~ unreachable_code unreachable statement
    }
    two(1, 2);
}
pub fn break_that_ends() {
    loop {
        break return; //~ unreachable_code unreachable expression
    }
    two(1, 2);
}
pub fn continues() {
    for i in 0..3 {
        continue;
        two(1, 2); //~ unreachable_code unreachable statement
    }
    two(1, 2);
}
pub fn in_while(mut x: u32) {
    while x > 1 {
        x -= 1;
        break;
        two(1, 2); //~ unreachable_code unreachable statement
    }
    two(1, 2);
}
pub fn head_of_for() {
    for x in { return; [1] } {} //~ unreachable_code unreachable expression
    two(1, 2);
}
pub fn labelled() {
    'a: {
        return;
        break 'a; //~ unreachable_code unreachable statement
    };
    two(1, 2);
}
pub fn labelled_left(x: u32) -> u32 {
    let y = 'a: {
        if x > 1 {
            break 'a 2;
        }
        return 3;
    };
    two(y, 2)
}
pub fn labelled_not_left() -> u32 {
    'a: {
        return 3;
    }
    two(1, 2) //~ unreachable_code unreachable expression
}
pub fn block() {
    {
        return;
    }
    two(1, 2); //~ unreachable_code unreachable statement
}
pub fn block_with_semicolon() {
    {
        return;
    };
    two(1, 2); //~ unreachable_code unreachable statement
}
pub fn unsafe_block() {
    unsafe {
        return;
    }
    two(1, 2); //~ unreachable_code unreachable statement
}
pub fn value_of_block() {
    let x = { return; 1 }; //~ unreachable_code unreachable expression
    two(1, 2);
}
pub fn tail_block() -> u32 {
    return 1;
    { two(1, 2) } //~ unreachable_code unreachable expression
}
pub fn tail_loop() {
    return;
    loop { //~ unreachable_code unreachable expression
        two(1, 2);
    }
}
pub fn let_else(x: Option<u32>) {
    let Some(y) = x else {
        return;
        two(1, 2); //~ unreachable_code unreachable statement
    };
    two(1, 2);
}
pub fn panics() {
    panic!("words");
    two(1, 2); //~ unreachable_code unreachable statement
}
pub fn panics_in_tail() -> u32 {
    todo!();
    two(1, 2) //~ unreachable_code unreachable expression
}
pub fn panics_in_argument() {
    two(panic!("x"), 2); //~ unreachable_code unreachable expression
}
pub fn unreachable_ends() {
    unreachable!("x {}", 1);
    two(1, 2); //~ unreachable_code unreachable statement
}
pub fn macros_behind() {
    return;
    assert!(true); //~ unreachable_code unreachable statement
}
pub fn println_behind() {
    return;
    println!("x"); //~ unreachable_code unreachable statement
}
pub fn panic_behind() {
    return;
    panic!("x"); //~ unreachable_code unreachable statement
}
pub fn panic_tail() -> u32 {
    return 1;
    panic!("x") //~ unreachable_code unreachable expression
}
macro_rules! leave {
    () => {
        return
    };
}
macro_rules! leave_and_go {
    () => {
        return;
        two(1, 2); //~ unreachable_code unreachable statement
    };
}
macro_rules! call {
    ($a:expr, $b:expr) => {
        two($a, $b) //~ unreachable_code unreachable statement
    };
}
pub fn ends_by_macro() {
    leave!();
    two(1, 2); //~ unreachable_code unreachable statement
}
pub fn inside_of_macro() {
    leave_and_go!();
}
pub fn through_macro() {
    call!(1, 2);
    return;
    call!(1, 2);
}
