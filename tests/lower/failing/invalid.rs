// Null pointers, zeros that are no values, and rules of the library's unsafe fns.
const A: u32 = unsafe { takes(core::mem::transmute::<usize, fn()>(0), core::mem::transmute::<usize, fn()>(0)) };
const fn takes(_a: fn(), _b: fn()) -> u32 { 1 }
const B: u32 = unsafe { refs(core::mem::transmute::<usize, &u8>(0), core::mem::transmute::<usize, &u8>(0)) };
const fn refs(_a: &u8, _b: &u8) -> u32 { 1 }
const C: (fn(), fn()) = unsafe { (core::mem::transmute::<usize, fn()>(0), core::mem::transmute::<usize, fn()>(0)) };
const D: &u8 = unsafe { core::mem::zeroed::<&u8>() };
const E: u8 = unsafe { [1u8, 2].split_at_unchecked(3).0[0] };
const F: u8 = unsafe { *core::mem::zeroed::<&u8>() };
const G: bool = unsafe { core::mem::MaybeUninit::<bool>::uninit().assume_init() };
const H: &u8 = unsafe { core::mem::MaybeUninit::<&u8>::zeroed().assume_init() };
pub const OF_C: () = unsafe { core::ptr::copy::<u8>(core::ptr::null(), core::ptr::null_mut(), 1) };
pub static OF_D: [fn(); 2] = unsafe { [core::mem::transmute::<*const u8, fn()>(core::ptr::null()), core::mem::transmute::<*const u8, fn()>(core::ptr::null())] };
const fn two(_a: &u8, _b: &u8) {}
pub const OF_E: () = unsafe { two(&*core::ptr::null(), &*core::ptr::null()) };
pub const OF_F: (fn(), fn()) = unsafe { (core::mem::transmute(core::ptr::null::<()>()), core::mem::transmute(core::ptr::null::<()>())) };
pub const OF_G: (fn(), fn()) = unsafe { (core::mem::transmute(0usize), core::mem::transmute(0usize)) };
