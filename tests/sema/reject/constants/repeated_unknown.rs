// That a repeated value is copied does not tell its type or how often.
use core::marker::PhantomData;
pub struct Of<T>(PhantomData<T>);
impl Clone for Of<u8> {
    fn clone(&self) -> Self {
        Of(PhantomData)
    }
}
impl Copy for Of<u8> {}
fn extract<T, const N: usize>(_: [Of<T>; N]) -> T {
    loop {}
}
#[derive(Clone)]
pub struct Long<const N: usize>;
impl Copy for Long<1> {}
fn unify<const N: usize>(_: &[Long<N>; N]) {}
pub fn f() {
    let x = &[Long::<_>; _]; //~ E0282 type annotations needed for
    unify(x);
}
pub fn g() -> u8 {
    let x = [Of(PhantomData); 2];
    extract(x)
}
pub trait Get {
    type Value: ?Sized;
    fn get(&self) -> &Self::Value;
}
fn of<T>(_: &T) {}
pub fn h<T: Get>(t: &T) {
    of(t.get()); //~ E0277 the size for values of type `<T as Get>::Value` cannot be known at compilation time
}
pub fn i<T: Get>(t: &T)
where
    T::Value: Sized,
{
    of(t.get());
}
