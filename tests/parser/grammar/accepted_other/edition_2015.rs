//@ edition: 2015
// Words that only later editions reserve; trait objects and parameters as they were.
mod async { pub fn await() {} }
use async::await;
use dyn::dyn as dyn_;
extern crate async;
fn async(await: u8, dyn: u8, try: u8, gen: u8) -> u8 { await + dyn + try + gen }
struct dyn;
struct Try { try: u8, async: u8 }
type A = dyn;
type B = dyn::C;
type D = dyn + Copy;
type E = dyn Copy;
type F = dyn<u8>;
type G = dyn ::Copy;
type H = &'static (dyn 'static + Copy);
type I = Box<Copy + 'static>;
type J = &'static (Copy + Send);
trait Anonymous {
    fn a(u8);
    fn b(u8, &str, &'static mut u8, (u8, u16), [u8; 3], fn(u8), a::B<u8>, *const u8, &&u8, _);
    fn c(&self, u8) -> u8;
    fn d(self, _: u8, e: u16, mut_: u8);
    fn f(Box<Self>, u8) {}
    fn g(&self, ::a::B, <A as B>::C, !, impl Copy, dyn Copy);
    fn h(#[a] u8);
}
fn expressions() {
    async;
    async::await();
    async.await;
    a.await;
    a.await();
    async { a };
    dyn(1);
    dyn::a;
    let async = try + dyn;
    let try = 1;
    try { a: 1 };
    try!(a);
    try!(a).b;
    gen { a };
    gen!();
    async!();
    dyn!();
    await!(a);
    match a { 1...2 => {} async => {} dyn | try => {} }
    ::a::b;
    let a: Fn(u8) -> u8 = b;
}
use ::a;
use a::{async, dyn as b};
