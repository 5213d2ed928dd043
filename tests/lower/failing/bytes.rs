// The bytes that a note shows: several lines, what is unset, characters, pointers with and without an offset, and fns.
#[repr(u8)]
#[derive(Clone, Copy)]
pub enum E { X = 1, Y = 2 }
pub union Part { a: u8, all: [u8; 21] }
pub static NUMBERS: [u32; 4] = [1, 2, 3, 4];
pub const fn id(x: i32) -> i32 { x }
pub const A: [bool; 20] = unsafe { core::mem::transmute([3u8; 20]) };
pub const B: (E, &u32) = (unsafe { core::mem::transmute(9u8) }, &NUMBERS[2]);
pub const C: (&str, char) = ("hello", unsafe { core::mem::transmute(0xD800u32) });
pub const D: ([u8; 9], bool, fn(i32) -> i32) = (*b"azAZ ~\x7f\x80\n", unsafe { core::mem::transmute(5u8) }, id);
pub const F: &[bool; 2] = unsafe { core::mem::transmute(&[2u8, 1]) };
pub const G: (u32, [u8; 0], bool) = (7, [], unsafe { core::mem::transmute(7u8) });
pub const H: [u8; 21] = unsafe { Part { a: 7 }.all };
pub const I: [bool; 300] = unsafe { core::mem::transmute([4u8; 300]) };
pub const J: u8 = unsafe { *(&Part { a: 7 } as *const Part as *const u8).add(20) };
pub static K: (bool, &[u32; 4]) = (unsafe { core::mem::transmute(2u8) }, &NUMBERS);
