// Formatted values, and literals whose type nothing tells.
use core::fmt::{Debug, Display};
struct X;
fn f<T: Debug>(_: T) {}
fn g<T: Display>(_: T) {}
trait Tr {}
impl<T: Tr + ?Sized> Tr for &T {}
fn h<T: Tr>(_: T) {}
fn k() { f(&X); //~ E0277 `X` doesn't implement `Debug`
    f(X); //~ E0277 `X` doesn't implement `Debug`
    f([X; //~ E0277 `X` doesn't implement `Debug`
    1]);
    g(X); //~ E0277 `X` doesn't implement `std::fmt::Display`
    g(&X); //~ E0277 `X` doesn't implement `std::fmt::Display`
    h(&X); //~ E0277 the trait bound `X: Tr` is not satisfied
    f(|| 1); //~ E0277 `{closure
    f((1, &X)); //~ E0277 `X` doesn't implement `Debug`
    f(k); //~ E0277 `fn() {k}` doesn't implement `Debug`
    }
fn l() { println!("{:?}", Some(X)); //~ E0277 `X` doesn't implement `Debug`
    println!("{}", &X); //~ E0277 `X` doesn't implement `std::fmt::Display`
    println!("{:?}", (1, &X)); //~ E0277 `X` doesn't implement `Debug`
    println!("{}", Some(1)); //~ E0277 `Option<{integer}>` doesn't implement `std::fmt::Display`
    println!("{}", ()); //~ E0277 `()` doesn't implement `std::fmt::Display`
    println!("{:?}", || 1); //~ E0277 `{closure
    println!("{:?}", k); //~ E0277 `fn() {k}` doesn't implement `Debug`
    println!("{}", [1u8]); //~ E0277 `[u8; 1]` doesn't implement `std::fmt::Display`
    println!("{:x}", 1.0); //~ E0277 the trait bound `{float}: LowerHex` is not satisfied
    println!("{:?}", (X, X)); //~ E0277 `X` doesn't implement `Debug`
    }
struct P<T>(T);
fn cl<T: Clone>(_: T) {}
fn cp<T: Copy>(_: T) {}
fn de<T: Default>(_: T) {}
fn eq<T: Eq>(_: T) {}
fn or<T: Ord>(_: T) {}
fn ha<T: core::hash::Hash>(_: T) {}
fn tr<T: Tr>(_: T) {}
fn it<T: Iterator>(_: T) {}
fn fr<T: From<u8>>(_: T) {}
pub fn f0() { cl(X); } //~ E0277 the trait bound `X: Clone` is not satisfied
pub fn f1() { cp(X); } //~ E0277 the trait bound `X: Copy` is not satisfied
pub fn f2() { de(X); } //~ E0277 the trait bound `X: Default` is not satisfied
pub fn f3() { eq(X); } //~ E0277 the trait bound `X: Eq` is not satisfied
pub fn f4() { or(X); } //~ E0277 the trait bound `X: Ord` is not satisfied
pub fn f5() { ha(X); } //~ E0277 the trait bound `X: Hash` is not satisfied
pub fn f6() { tr(X); } //~ E0277 the trait bound `X: Tr` is not satisfied
pub fn f7() { fr(X); } //~ E0277 the trait bound `X: From<u8>` is not satisfied
pub fn f8() { it(X); } //~ E0277 `X` is not an iterator
pub fn f9() { cl(P(1)); } //~ E0277 the trait bound `P<{integer}>: Clone` is not satisfied
pub fn f10() { tr(P(1)); } //~ E0277 the trait bound `P<{integer}>: Tr` is not satisfied
pub fn f11() { tr(1); } //~ E0277 the trait bound `{integer}: Tr` is not satisfied
pub fn f12() { tr(&mut X); } //~ E0277 the trait bound `&mut X: Tr` is not satisfied
pub fn f13() { cl::<X>; tr::<X>; }
//~^ E0277 the trait bound `X: Clone` is not satisfied
//~^^ E0277 the trait bound `X: Tr` is not satisfied
