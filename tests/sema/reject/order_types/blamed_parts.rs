// The expression that brought the type.
use core::fmt::Debug;
struct X;
struct P<T>(T);
impl<T: Tr> Tr for P<T> {}
enum E<A, B> { L(A), M { b: B } }
impl<A: Tr, B: Tr> Tr for E<A, B> {}
trait Tr {}
impl Tr for u8 {}
impl<T: Tr + ?Sized> Tr for &T {}
impl<T: Tr + ?Sized> Tr for &mut T {}
impl<T: Tr, const N: usize> Tr for [T; N] {}
fn f<T: Tr>(_: T) {}
fn r<T: Tr>(_: &T) {}
fn s<T: Tr>(_: &[T]) {}
fn d<T: Debug>(_: T) {}
struct M;
impl M { fn m<T: Tr>(&self, _: u8, _: T) {} fn n<T: Tr>(_: T) {} }
pub fn k() {
    f(&X); //~ E0277 the trait bound `X: Tr` is not satisfied
    f(&mut X); //~ E0277 the trait bound `X: Tr` is not satisfied
    f(P(X)); //~ E0277 the trait bound `X: Tr` is not satisfied
    f(&P(&X)); //~ E0277 the trait bound `X: Tr` is not satisfied
    f(E::<X, u8>::L(X)); //~ E0277 the trait bound `X: Tr` is not satisfied
    f(E::<u8, X>::M { b: X }); //~ E0277 the trait bound `X: Tr` is not satisfied
    f([X; 1]); //~ E0277 the trait bound `X: Tr` is not satisfied
    f([&X]); //~ E0277 the trait bound `X: Tr` is not satisfied
    r(&X); //~ E0277 the trait bound `X: Tr` is not satisfied
    r(&&X); //~ E0277 the trait bound `X: Tr` is not satisfied
    r(&P(X)); //~ E0277 the trait bound `X: Tr` is not satisfied
    s(&[X]); //~ E0277 the trait bound `X: Tr` is not satisfied
    d((1, &X)); //~ E0277 `X` doesn't implement `Debug`
    d(Some(X)); //~ E0277 `X` doesn't implement `Debug`
    d(Some((1, X))); //~ E0277 `X` doesn't implement `Debug`
    M.m(1, &X); //~ E0277 the trait bound `X: Tr` is not satisfied
    M::n(&X); //~ E0277 the trait bound `X: Tr` is not satisfied
    let x = X;
    f(&x); //~ E0277 the trait bound `X: Tr` is not satisfied
    f((&x)); //~ E0277 the trait bound `X: Tr` is not satisfied
    d(&(1, x)); //~ E0277 `X` doesn't implement `Debug`
    let p = P(X);
    f(&p); //~ E0277 the trait bound `X: Tr` is not satisfied
}
