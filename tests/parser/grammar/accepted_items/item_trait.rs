//@ edition: 2021
// Traits, their items, trait aliases.
trait Empty {}
unsafe trait Dangerous {}
auto trait Automatic {}
unsafe auto trait Both {}
pub trait Super: Copy + 'static + ?Sized + for<'a> Fn(&'a u8) {}
trait NoBounds: {}
trait Generic<'a, T = Self, const N: usize = 1>: Sized where T: 'a, Self: Copy {}
const trait Constant: [const] Copy {}
trait Alias = Copy + Send;
trait AliasGeneric<T> = Into<T> where T: Copy;
trait AliasEmpty =;
unsafe trait AliasEnd {}
trait Items {
    #![allow(unused)]
    //! inner
    const A: u8;
    const B: u8 = 1;
    type C;
    type D: Copy + 'static;
    type E = u8;
    type F<'a>: Iterator<Item = &'a u8> where Self: 'a;
    type G<T> = Vec<T> where T: Copy;
    fn h();
    fn i() {}
    fn j(&self);
    fn k(&mut self, a: u8) -> u8 { a }
    fn l(self);
    fn m(mut self) where Self: Sized {}
    fn n<'a>(&'a self);
    fn o<'a>(&'a mut self);
    fn p(self: Box<Self>);
    fn q(mut self: Box<Self>) where Self: Sized {}
    fn r(self: &Self, #[a] b: u8);
    fn s(#[a] self);
    fn t(#[a] &self, b: &Self);
    async fn u(&self);
    const fn v();
    unsafe extern "C" fn w();
    fn x(&'static self);
    pub fn visible();
    #[must_use]
    /// documentation
    fn y();
    mac! { a b c }
    mac!(a b c);
    path::mac![];
    final fn z() {}
}
