// An associated type lives as long as its trait asks.
pub trait Near<'a> {
    type Value: 'a;
}
impl<'a> Near<'a> for &'a i16 {
    type Value = &'a i32;
}
impl<'a> Near<'static> for &'a i32 {
    type Value = &'a i32; //~ E0477 the type `&'a i32` does not fulfill the required lifetime
}
impl<'a, 'b> Near<'b> for &'a i64 {
    type Value = &'a i32; //~ E0477 the type `&'a i32` does not fulfill the required lifetime
}
impl<'a, 'b: 'a> Near<'a> for (&'a u32, &'b u32) {
    type Value = &'b i32;
}
impl<'a, 'b> Near<'a> for &'a &'b f32 {
    type Value = &'b f32;
}
pub trait Part {
    type Item<'a>: 'a;
}
impl<'b> Part for &'b () {
    type Item<'a> = &'b (); //~ E0477 the type `&'b ()` does not fulfill the required lifetime
}
impl<T> Part for [T; 2] {
    type Item<'a> = T; //~ E0309 the parameter type `T` may not live long enough
}
pub trait Two {
    type Both<'a1, 'b1>
    where
        'a1: 'b1;
}
impl Two for () {
    type Both<'a2, 'b2> = () where 'b2: 'a2; //~ E0276 impl has stricter requirements than trait
}
impl Two for u32 {
    type Both<'a2, 'b2> = () where 'a2: 'b2;
}
