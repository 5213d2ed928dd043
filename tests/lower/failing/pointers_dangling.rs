// A pointer to a local that is gone does not become one to what the constant meets after it.
static LATE: [u8; 4] = [1, 2, 3, 4];
const fn gone() -> *const u8 { let x = 5u8; &raw const x }
const fn late() -> u8 { LATE[1] }
const fn same(x: u8) -> u8 { x }
const fn function() -> fn(u8) -> u8 { same }
pub const P0: *const u8 = { let p = gone(); late(); p };
pub const P1: *const u8 = { let p = gone(); late(); p.wrapping_add(200) };
pub const P2: (u8, *const u8) = { let p = gone(); (late(), p.wrapping_add(1 << 40)) };
pub const P3: (*const u8, fn(u8) -> u8) = { let p = gone(); (p, function()) };
pub const P4: *const u8 = { let p = gone(); late(); p.wrapping_add(73) };
pub const P6: u8 = unsafe { let p = gone(); late(); *p.wrapping_add(73) };
pub const P7: u8 = unsafe { let p = gone(); late(); *p };
pub const P8: *const u8 = { late(); (&raw const LATE as *const u8).wrapping_sub(1) };
pub const P9: *const u8 = { let p = gone(); late(); (&raw const LATE as *const u8).wrapping_sub(100) };
pub const Q0: u8 = unsafe { let p = gone(); let a = [9u8; 200]; let _q = &a; *p.wrapping_add(73) };
pub const Q1: u8 = unsafe { let mut i = 0; let mut p = gone(); while i < 100 { p = gone(); i += 1; } let a = [9u8; 9000]; let _q = &a; *p.wrapping_add(4000) };
