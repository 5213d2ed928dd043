// What builtin macros are given is checked as all other syntax is.
use rustg_std::prelude::*;
#[kernel]
pub fn k(mut y: GridMut<u32>, n: u32) {
    let i = thread::index();
    assert!(match n { 0...9 => true, _ => false }); //~ E0783 `...` range patterns are deprecated
    println!("{}", match n { 0...9 => 1, _ => 2 }); //~ E0783 `...` range patterns are deprecated
    assert_eq!(1, n.match { _ => 1 }); //~ E0658 postfix match is experimental
    y[i] = matches!(n, 3 | 10...19) as u32; //~ E0783 `...` range patterns are deprecated
    while let Some(_) = Some(assert!(match n { 0...9 => true, _ => false })) {} //~ E0783 `...` range patterns are deprecated
}
