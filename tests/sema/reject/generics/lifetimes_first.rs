// Lifetimes stand before types and constants.
struct A<T, 'a>(&'a T); //~ - lifetime parameters must be declared prior to type and const parameters
fn b<'a, T, 'b, const N: usize, 'c>(_: &'a T, _: &'b T, _: &'c [u8; N]) {} //~ - lifetime parameters must be declared prior to type and const parameters
trait C {
    fn d<T, 'a>(&self, x: &'a T); //~ - lifetime parameters must be declared prior to type and const parameters
}
fn e<'a, T: 'a, const N: usize>(_: &'a [T; N]) {}
