// Constants without a name.
const fn less(x: usize) -> usize { x - 1 }
pub fn typed() { let _x: [u8; less(0)]; }
pub fn repeated() { let _x = [0u8; 3]; let _y = [0u8; less(0)]; }
pub enum Numbered { A = less(1) as isize, B = less(0) as isize }
pub struct Fields { pub a: [u8; 2], pub b: [u8; less(0)] }
pub const TYPE: [u8; less(0)] = [];
pub fn nested() { let _x = [0u8; less(1)]; fn inner() { let _t: [u8; less(0)]; } inner() }
pub fn closed() { let f = || { let _y = [0u8; less(0)]; }; f() }
pub mod inside { pub fn deep() { let _x: [[u8; 1]; super::less(0)]; } }
pub const PATTERN: usize = less(0);
pub fn matched(x: usize) -> u8 { match x { PATTERN => 1, _ => 2 } }
