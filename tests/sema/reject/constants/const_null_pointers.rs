// Pointers that could be null as far as rustc can tell, which tell no variant, and those that could not.
use core::mem::transmute;
use core::num::NonZeroU64;
use core::ptr::NonNull;
static Y: u32 = 7;
static Z: [u8; 3] = [1, 2, 3];
const A: bool = unsafe { transmute::<*const u32, Option<&u32>>((&raw const Y).wrapping_add(2)).is_some() }; //~ E0080 enum value has invalid tag: pointer to alloc
const B: bool = unsafe { transmute::<*const u32, Option<&u32>>((&raw const Y).wrapping_byte_add(6)).is_some() };
const C: bool = unsafe { transmute::<*const u32, Option<&u32>>((&raw const Y).wrapping_add(1)).is_some() };
const D: bool = unsafe { transmute::<*const u8, Option<NonNull<u8>>>((&raw const Z[0]).wrapping_add(9)).is_some() }; //~ E0080 enum value has invalid tag: pointer to alloc
const E: bool = unsafe { transmute::<*const u8, Option<NonZeroU64>>(&raw const Z[0]).is_some() }; //~ E0080 unable to turn pointer into integer
const F: bool = (&raw const Y).wrapping_add(2).is_null(); //~ E0080 evaluation panicked: null-ness of this pointer cannot be determined in const context
const G: bool = (&raw const Y).wrapping_byte_add(6).is_null();
const H: bool = (&raw const Y).wrapping_sub(1).is_null(); //~ E0080 evaluation panicked: null-ness of this pointer cannot be determined in const context
const I: Option<&'static u32> = unsafe { transmute::<*const u32, Option<&u32>>((&raw const Y).wrapping_add(2)) }; //~ E0080 constructing invalid value at .<enum-tag>: encountered pointer to alloc
const J: Option<NonNull<u32>> = unsafe { transmute::<*const u32, Option<NonNull<u32>>>((&raw const Y).wrapping_add(2)) }; //~ E0080 constructing invalid value at .<enum-tag>: encountered pointer to alloc
const K: NonNull<u32> = unsafe { transmute::<*const u32, NonNull<u32>>((&raw const Y).wrapping_add(2)) }; //~ E0080 constructing invalid value: encountered a maybe-null pointer, but expected something that is definitely non-zero
const L: NonNull<u32> = unsafe { transmute::<*const u32, NonNull<u32>>((&raw const Y).wrapping_byte_add(6)) };
const M: NonNull<u32> = unsafe { transmute::<*const u32, NonNull<u32>>((&raw const Y).wrapping_add(1)) };
fn f() {}
const N: bool = unsafe { transmute::<*const u8, Option<fn()>>(transmute::<fn(), *const u8>(f).wrapping_add(2)).is_some() }; //~ E0080 constructing invalid value at .<deref>.<enum-tag>: encountered pointer to alloc
const O: Option<fn()> = unsafe { transmute::<*const u8, Option<fn()>>(transmute::<fn(), *const u8>(f).wrapping_add(2)) }; //~ E0080 constructing invalid value at .<enum-tag>: encountered pointer to alloc
enum Three { P(&'static u8), Q, R }
const P: bool = unsafe { transmute::<Option<Option<&'static u8>>, [*const u8; 2]>(Some(None)); true };
const Q: u8 = match unsafe { transmute::<[*const u8; 2], Three>([&raw const Z[0], &raw const Z[1]]) } { Three::P(_) => 1, Three::Q => 2, Three::R => 3 }; //~ E0080 unable to turn pointer into integer
const R: u32 = match NonNull::new((&raw const Y as *mut u32).wrapping_add(2)) { Some(_) => 1, None => 0 }; //~ E0080 evaluation panicked: null-ness of this pointer cannot be determined in const context
const S: bool = { let x = 5u8; let p = &raw const x; unsafe { transmute::<*const u8, Option<&u8>>(p.wrapping_add(2)).is_some() } }; //~ E0080 enum value has invalid tag: pointer to alloc
const T: bool = { let p = { let x = 5u8; &raw const x }; unsafe { transmute::<*const u8, Option<&u8>>(p).is_some() } };
const U: bool = { let p = { let x = 5u8; &raw const x }; p.is_null() };
const V: bool = { let p = { let x = 5u8; &raw const x }; p.wrapping_add(3).is_null() }; //~ E0080 evaluation panicked: null-ness of this pointer cannot be determined in const context
const W: Option<NonNull<u32>> = NonNull::new((&raw const Y as *mut u32).wrapping_byte_add(6));
const X: *const u32 = unsafe { match (&raw const Y).wrapping_add(2).as_ref() { Some(_) => core::ptr::null(), None => core::ptr::null() } }; //~ E0080 evaluation panicked: null-ness of this pointer cannot be determined in const context
