// Casts of pointers and references.
pub fn f(x: &u32, y: &mut [u32; 2], p: *const u8) -> usize {
    let a = x as usize; //~ E0606 casting `&u32` as `usize` is invalid
    let b = x as *mut u32; //~ E0606 casting `&u32` as `*mut u32` is invalid
    let c = p as *const [u8]; //~ E0607 cannot cast thin pointer `*const u8` to wide pointer `*const [u8]`
    let d = &x as *const f32; //~ E0606 casting `&&u32` as `*const f32` is invalid
    let e = x as f32; //~ E0606 casting `&u32` as `f32` is invalid
    let g = 1.5f32 as *const u8; //~ E0606 casting `f32` as `*const u8` is invalid
    let h = p as f64; //~ E0606 casting `*const u8` as `f64` is invalid
    let i = 'a' as f32; //~ E0606 casting `char` as `f32` is invalid
    let j = x as u8; //~ E0606 casting `&u32` as `u8` is invalid
    let k = p as char; //~ E0604 only `u8` can be cast as `char`, not `*const u8`
    let l = (y as *const [u32]) as usize; //~ E0606 casting `*const [u32]` as `usize` is invalid
    1
}
