// A reference to a constant lives for ever unless the value may hold a cell, as what its variables were set to tells.
use std::cell::Cell;
const A: Option<Cell<u32>> = { let mut c = None; c = None; c };
const B: Option<Cell<u32>> = { let mut c = None; c = Some(Cell::new(1)); c };
const C: Option<Cell<u32>> = { let mut c = Some(Cell::new(1)); c = None; c };
const D: Option<Cell<u32>> = { let mut c = None; let mut x = None; let mut i = 0; while i < 2 { c = x; x = Some(Cell::new(0)); i += 1; } c };
const E: Option<Cell<u32>> = { let mut c = None; let mut i = 0; while i == 0 { let mut x = None; c = x; x = Some(Cell::new(0)); let _ = x; i += 1; } c };
const F: (Option<Cell<u32>>, u32) = { let mut c = (None, 1); c.1 = 2; c };
const G: (Option<Cell<u32>>, u32) = { let mut c = (None, 1); c.0 = Some(Cell::new(1)); c };
const H: Option<Cell<u32>> = { let c; c = None; c };
const I: Option<Cell<u32>> = { let c; if true { c = None; } else { c = Some(Cell::new(2)); } c };
const J: Option<Cell<u32>> = { let mut c = None; let r = &mut c; *r = None; c };
fn a() -> &'static Option<Cell<u32>> { &A }
fn b() -> &'static Option<Cell<u32>> { &B } //~ E0515 cannot return reference to temporary value
fn c() -> &'static Option<Cell<u32>> { &C } //~ E0515 cannot return reference to temporary value
fn d() -> &'static Option<Cell<u32>> { &D } //~ E0515 cannot return reference to temporary value
fn e() -> &'static Option<Cell<u32>> { &E }
fn f() -> &'static (Option<Cell<u32>>, u32) { &F }
fn g() -> &'static (Option<Cell<u32>>, u32) { &G } //~ E0515 cannot return reference to temporary value
fn h() -> &'static Option<Cell<u32>> { &H }
fn i() -> &'static Option<Cell<u32>> { &I } //~ E0515 cannot return reference to temporary value
fn j() -> &'static Option<Cell<u32>> { &J } //~ E0515 cannot return reference to temporary value
