// Bools, chars and tags without a meaning: it is told where one is looked at.
const fn bl(x: u8) -> bool { unsafe { core::mem::transmute(x) } }
const fn op(x: u8) -> Option<bool> { unsafe { core::mem::transmute(x) } }
const A: u8 = if let Some(true) = op(7) { 1 } else { 2 };
const B: u8 = { let Some(true) = op(7) else { return_() }; 1 };
const fn return_() -> ! { panic!() }
const C: u8 = { let mut n = 0; while let Some(false) = op(7) { n += 1; if n > 3 { break; } } n };
const D: bool = matches!(op(7), Some(true));
const fn ch(x: u32) -> char { unsafe { core::mem::transmute(x) } }
const E: u8 = match ch(0xD900) { 'a'..='z' => 1, _ => 0 };
const F: u8 = match ch(0xD900) { 'a' => 1, _ => 0 };
const G: u8 = match (1, bl(4)) { (1, true) => 1, _ => 0 };
const H: u8 = if bl(4) { 1 } else { 0 };
const I: u8 = { while bl(4) { break; } 0 };
const J: bool = bl(1) && bl(5) || bl(1);
const fn ii(x: &bool) -> u8 { match *x { true => 2, false => 3 } }
const L: u8 = ii(unsafe { &*(&9u8 as *const u8 as *const bool) });
struct S { b: bool }
const fn s(x: u8) -> S { unsafe { core::mem::transmute(x) } }
const M: u8 = match s(3) { S { b: true } => 1, S { b } => 2 };
const N: u8 = match s(3).b { true => 1, false => 2 };
const O: u8 = if s(3).b { 1 } else { 2 };
const P: u8 = [1, 2][bl(3) as usize];
const OF_A: bool = !bl(7);
const OF_B: bool = bl(7) == true;
const OF_C: bool = bl(7) & true;
const OF_D: u8 = bl(7) as u8;
const OF_E: bool = bl(7) < bl(1);
const OF_F: bool = bl(1) && bl(7);
const OF_G: u8 = { let mut x = true; x |= bl(3); 1 };
const OF_H: bool = bl(7);
const OF_I: u8 = { let x = bl(7); let y = x; let z = (y, 1); z.1 };
mod matched {
    const fn tag(x: u8) -> Option<bool> { unsafe { core::mem::transmute(x) } }
    const U: u8 = match tag(7) { Some(true) => 1, Some(false) => 2, None => 3 };
    const V: u8 = match tag(7) { Some(x) => if x { 1 } else { 2 }, None => 3 };
    const W: u8 = match tag(7) { Some(true) => 1, _ => 2 };
    const fn bl(x: u8) -> bool { unsafe { core::mem::transmute(x) } }
    const X: u8 = match bl(7) { true => 1, false => 2 };
    const Y: (bool, u8) = (bl(0), match (bl(7), 1) { (true, 1) => 1, _ => 2 });
    const fn en(x: u8) -> core::cmp::Ordering { unsafe { core::mem::transmute(x) } }
    const Z: u8 = match en(7) { core::cmp::Ordering::Less => 1, _ => 2 };
    use super::op;
}
