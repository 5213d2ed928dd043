// Several arguments of other types are one error of the call; two that fit in each other's place may be swapped.
struct Pair(u32, f32);
struct Mixer;
impl Mixer {
    fn mix(&self, _: u32, _: f32, _: bool) {}
}
fn at(x: &[f32], i: usize) -> f32 {
    x[i]
}
fn unsafe_parts(x: &[u32], p: *const u32) {
    x.get_unchecked(0); //~ E0133 call to unsafe function `core::slice::<impl [T]>::get_unchecked` is unsafe
    p.add(1); //~ E0133 call to unsafe function `std::ptr::const_ptr::<impl *const T>::add` is unsafe
}
fn calls(x: &[f32], f: fn(u32, f32)) {
    at("a", 1.5f32); //~ E0308 arguments to this function are incorrect
    at(3, x); //~ E0308 arguments to this function are incorrect
    at(x, 1u32); //~ E0308 mismatched types
    Mixer.mix(1.0, 2u32, true); //~ E0308 arguments to this method are incorrect
    Mixer.mix(true, 1u32, 1.0); //~ E0308 arguments to this method are incorrect
    f(1.0f32, 2u32); //~ E0308 arguments to this function are incorrect
    Pair('a', "b"); //~ E0308 arguments to this struct are incorrect
}
fn branches(c: bool) -> f32 {
    let s = if c { 1 } else { -1.0 }; //~ E0308 `if` and `else` have incompatible types
    s
}
