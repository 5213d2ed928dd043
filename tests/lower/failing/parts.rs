// Matches in macros, slices and structs with const parameters.
macro_rules! m { ($x:expr) => { match $x { true => 1, false => 2 } } }
const fn bl(x: u8) -> bool { unsafe { core::mem::transmute(x) } }
const fn en(x: u8) -> core::cmp::Ordering { unsafe { core::mem::transmute(x) } }
use core::cmp::Ordering::*;
const B: u8 = if let Less = en(8) { 1 } else { 2 };
const C: u8 = { let Less = en(8) else { panic!() }; 1 };
const D: bool = matches!(en(9), Less | Equal);
const E: u8 = en(9) as u8;
const fn slice_pat(a: &[bool]) -> u8 { match a { [true, ..] => 1, [.., false] => 2, _ => 3 } }
const F: u8 = slice_pat(unsafe { core::mem::transmute::<&[u8], &[bool]>(&[9, 1]) });
mod q { pub const fn over(x: &[u8]) -> u8 { let mut i = 0; let mut s = 0u8; while i < x.len() { s += x[i]; i += 1; } s } }
const G: u8 = q::over(&[200, 100]);
const fn call(f: u8) -> u8 { q::over(&[f; 3]) }
const H: u8 = call(100);
#[repr(u8)] #[derive(Clone, Copy)] enum R { A = 1, B = 2 }
const fn rr(x: u8) -> R { unsafe { core::mem::transmute(x) } }
const I: u8 = match rr(3) { R::A => 1, R::B => 2 };
const J: u8 = rr(3) as u8;
const K: u8 = { let a = [rr(1), rr(2)]; a[1] as u8 - 3 };
const fn opt(o: Option<&u8>) -> u8 { match o { Some(x) => *x, None => 0 } }
const L: u8 = opt(Some(&1)) - opt(None) - 2;
struct Mat<const ROWS: usize, const COLUMNS: usize>([[i32; COLUMNS]; ROWS]);
impl<const ROWS: usize, const COLUMNS: usize> Mat<ROWS, COLUMNS> { const fn at(&self, r: usize, c: usize) -> i32 { self.0[r][c] } const fn tr(&self) -> i32 { let mut s = 0; let mut i = 0; while i <= ROWS { s += self.at(i, i); i += 1; } s } }
const M: i32 = Mat([[1, 2], [3, 4]]).tr();
const N: i32 = Mat::<2, 2>([[i32::MAX, 2], [3, 4]]).tr();
const OF_A: i32 = i32::MIN % id(-1);
const fn id(x: i32) -> i32 { x }
const OF_B: i32 = i32::MIN / id(-1);
const OF_C: i32 = 1 << id(77);
const OF_D: i64 = 1 << id(77);
const OF_E: i64 = 1 >> id(-77);
