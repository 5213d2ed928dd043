//@ edition: 2021
// Constants and statics.
const A: u8 = 1;
const _: () = ();
const NO_VALUE: u8;
pub const fn_pointer: fn() = f;
const GENERIC<T: Copy>: Option<T> = None;
const GENERIC_WHERE<const N: usize>: usize = N where [(); N]: Sized;
const BLOCK: u8 = { let a = 1; a + 1 };
static S: u8 = 2;
static mut M: [u8; 3] = [0; 3];
static NO_VALUE_STATIC: u8;
unsafe static U: u8 = 0;
safe static F: u8 = 0;
pub(crate) static V: &str = "v";
const { assert!(true); }
const unsafe auto trait Odd {}
