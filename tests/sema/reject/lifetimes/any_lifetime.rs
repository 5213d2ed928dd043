// A bound for any lifetime holds where nothing but any lifetime is asked for.
pub trait Take<X> {
    fn take(&self, _x: X) {}
}
fn any<T: for<'a> Take<&'a u32>>(_t: T) {}
fn any_two<T: for<'a, 'b> Take<(&'a u32, &'b u32)>>(_t: T) {}
fn one_twice<T: for<'a> Take<(&'a u32, &'a u32)>>(_t: T) {}
fn outlives_any<T>()
where
    for<'a> T: 'a,
{
}
fn of_reference<T>(_t: &T)
where
    for<'a> &'a T: Shown,
{
}
pub trait Shown {}
impl<'a> Shown for &'a u32 {}

pub struct AnyLifetime;
impl<'a> Take<&'a u32> for AnyLifetime {}
impl<'a> Take<(&'a u32, &'a u32)> for AnyLifetime {}
pub struct Static;
impl Take<&'static u32> for Static {}

pub fn holds(x: u32) {
    any(AnyLifetime);
    one_twice(AnyLifetime);
    of_reference(&x);
    outlives_any::<u32>();
}
pub fn does_not() {
    any(Static); //~ - implementation of `Take` is not general enough
    any_two(AnyLifetime); //~ - implementation of `Take` is not general enough
}
pub fn param<S>() {
    outlives_any::<S>(); //~ - `S` does not live long enough
}
pub fn of_lifetime<'a>() {
    outlives_any::<&'a u32>(); //~ - lifetime may not live long enough
}
pub fn passed_on<T>()
where
    for<'a> T: 'a,
{
    outlives_any::<T>();
}
