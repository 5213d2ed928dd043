// Sizes that differ, and those that types decide, whether or not anything calls the functions.
use std::mem::transmute;
unsafe fn a() -> u8 {
    unsafe { transmute(1u16) } //~ E0512 cannot transmute between types of different sizes
}
unsafe fn b<T>(t: T) -> u32 {
    unsafe { transmute(t) } //~ E0512 cannot transmute between types of different sizes
}
unsafe fn c<T: ?Sized>(t: &T) -> &u32 {
    unsafe { transmute(t) } //~ E0512 cannot transmute between types of different sizes
}
unsafe fn d<T>(t: &T) -> &u32 {
    unsafe { transmute(t) }
}
unsafe fn e(t: (u8, u32)) -> [u8; 8] {
    unsafe { transmute(t) }
}
