//@ edition: 2024
// What rustc's parser reads and its stable compiler refuses later.
gen fn generator() { yield 1; }
async gen fn async_generator() { yield a.await; }
const gen fn constant_generator() {}
unsafe fn binder(a: unsafe<'b> &'b u8) {}
fn contract()
contract_ensures { |b| true }
{}
fn contract_where<T>(a: u8) -> u8
where T: Copy
{ a }
fn expressions() {
    gen { yield 1; yield; };
    gen move { yield 1 };
    async gen { yield 1 };
    async gen move { yield 1 };
    try { a? };
    try { };
    try bikeshed Option<u8> { a? };
    let a = try { 1 };
    yeet_();
    do yeet;
    do yeet a;
    do yeet a + b;
    become f(a);
    become a.b();
    yield;
    yield a;
    let a = yield;
    let a = (yield b) + c;
    builtin # offset_of(A, b);
    builtin # offset_of(A, b.c.0);
    builtin # offset_of(A<u8>, b,);
    builtin # type_ascribe(a, u8);
    builtin # wrap_binder(a);
    builtin # wrap_binder(a, u8);
    builtin # unwrap_binder(a);
    builtin # unwrap_binder(a, unsafe<'b> &'b u8);
    let builtin # deref(a) = b;
    a.match { 1 => 2, _ => 3 };
    a.b.match { _ => 1 }.c();
    a.use;
    use |a| b;
    super let a = 1;
    for await a in b {}
    match a { Some(b if c) => d, Ok(e | f if g, h) => i, ! => j }
    match a { ! }
    match a { !, }
    let &pin const a = b;
    &pin mut a;
    &pin const a;
    &raw const a;
    let a: &pin mut u8 = b;
    const || a;
    static || yield;
    async || a;
    for<'a> |b: &'a u8| -> u8 { 1 };
    S { a: 1, .. };
}
impl Pinned {
    fn pin_const(&pin const self) {}
    fn pin_mut(&pin mut self) {}
    fn pin_lifetime<'a>(&'a pin mut self) {}
}
reuse a::b;
reuse a::b as c;
reuse a::b { self.d }
reuse <A as B>::c;
reuse <A as B>::c as d { e }
reuse a::{b, c as d};
reuse a::{b, c} { self.e }
reuse a::*;
reuse a::* { self.0 }
reuse <A as B>::*;
reuse <A as B>::{c, d as e};
pub(crate) reuse a::f;
reuse impl Trait for S { self.0 }
reuse impl Trait for S;
reuse unsafe impl Trait for mac!() { mac!(self) }
reuse const impl Trait for S { self.0 }
impl Delegates {
    reuse a::b;
    reuse A::{b, c as d} { self.e }
    reuse <A as B>::*;
    pub reuse a::b as f { &self.g }
}
trait Delegating {
    reuse a::b { self }
    reuse a::*;
}
const trait Constant { fn f(); }
impl<T: [const] Constant + ~const Other> const Constant for T where T: const Third {}
struct Fields { a: u8 = 1, unsafe b: u8 }
pub macro declared($a:expr) { $a }
const { assert!(true) }
auto trait Automatic {}
fn bounds<T: async Fn() -> u8>(a: impl async FnOnce(u8)) {}
fn notation<T: Trait<method(..): Send>>() where T::method(..): Copy {}
default impl A for B {}
impl !A for B {}
extern "C" { type Opaque; }
trait Alias = A + B;
type Ascribed = impl A;
type const CONSTANT: usize = 1;
