// Fields that nothing reads. What is only named by a `_`, built or derived does not count; what is written does.
struct Two {
    a: u32, //~ dead_code fields `a` and `b` are never read
    b: u32,
}
pub fn builds() {
    let _ = Two { a: 1, b: 2 };
}
struct One {
    a: u32,
    b: u32, //~ dead_code field `b` is never read
}
pub fn reads(x: u32) -> u32 {
    let One { a, b: _ } = One { a: x, b: 2 };
    a
}
struct Updated {
    a: u32,
    b: u32, //~ dead_code field `b` is never read
    _c: u32,
}
pub fn updates() -> u32 {
    let u = Updated { a: 1, b: 2, _c: 3 };
    let v = Updated { a: 2, ..u };
    v.a
}
struct Written {
    a: u32,
    b: u32, //~ dead_code field `b` is never read
}
pub fn writes() {
    let mut w = Written { a: 1, b: 1 };
    w.a = 2;
    drop(w);
}
struct Tuple(u32, u32, u32); //~ dead_code fields `0` and `1` are never read
pub fn last() -> u32 {
    Tuple(1, 2, 3).2
}
struct First(u32, u8); //~ dead_code field `1` is never read
pub fn first() -> u32 {
    First(1, 2).0
}
struct Empty<'a, T>(core::marker::PhantomData<T>, (), [u8; 0], T, &'a u32, NoSize); //~ dead_code field `4` is never read
struct NoSize;
pub fn empty(x: &u32) {
    let _ = Empty::<u32>(core::marker::PhantomData, (), [], 1, x, NoSize);
}
struct Phantom {
    p: core::marker::PhantomData<u32>,
    q: (), //~ dead_code field `q` is never read
}
pub fn phantom() {
    let _ = Phantom { p: core::marker::PhantomData, q: () };
}
#[repr(C)]
struct AsC {
    a: u32,
    b: u32,
}
#[repr(transparent)]
struct Transparent {
    a: u32,
}
pub fn layouts() {
    let _ = AsC { a: 1, b: 2 };
    let _ = Transparent { a: 1 };
}
union Several {
    a: u32,
    b: f32,
    c: i32, //~ dead_code field `c` is never read
}
pub fn several() -> u32 {
    let u = Several { b: 1.0 };
    unsafe { u.a }
}
union Single {
    a: u32, //~ dead_code field `a` is never read
}
pub fn single() {
    let _ = Single { a: 1 };
}
enum Big {
    A { x: u32, y: u32 }, //~ dead_code field `y` is never read
    B(u32, u32), //~ dead_code field `0` is never read
    C { z: u32 }, //~ dead_code field `z` is never read
}
pub fn big(n: u32) -> u32 {
    let b = match n {
        0 => Big::A { x: 1, y: 2 },
        1 => Big::B(1, 2),
        _ => Big::C { z: 1 },
    };
    match b {
        Big::A { x, .. } => x,
        Big::B(_, y) => y,
        Big::C { .. } => 0,
    }
}
#[derive(Clone, Debug)]
struct Derived {
    x: u32,
    y: u32, //~ dead_code field `y` is never read
}
pub fn derived() -> u32 {
    Derived { x: 1, y: 2 }.x
}
#[derive(Debug, Clone, Copy)]
pub struct PublicDerived {
    x: u32, //~ dead_code field `x` is never read
    pub y: u32,
}
pub fn public_derived() -> PublicDerived {
    PublicDerived { x: 1, y: 2 }
}
#[derive(Debug)]
enum DerivedEnum {
    A { x: u32 }, //~ dead_code field `x` is never read
    B, //~ dead_code variant `B` is never constructed
}
pub fn derived_enum() {
    let _ = DerivedEnum::A { x: 1 };
}
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash, Clone)]
struct Compared {
    x: u32,
}
pub fn compared() {
    let _ = Compared { x: 1 };
}
struct Captured {
    a: u32, //~ dead_code field `a` is never read
    b: u32,
}
pub fn captures() -> u32 {
    let c = Captured { a: 1, b: 2 };
    let f = || c.b;
    f()
}
struct ByOffset {
    a: u32, //~ dead_code field `a` is never read
    b: u32,
}
pub fn by_offset() -> usize {
    let _ = ByOffset { a: 1, b: 2 };
    core::mem::offset_of!(ByOffset, b)
}
struct Nested {
    inner: Inner,
}
struct Inner {
    v: u32,
    w: u32, //~ dead_code field `w` is never read
}
pub fn nested() -> u32 {
    let n = Nested { inner: Inner { v: 1, w: 1 } };
    n.inner.v
}
struct Many {
    a: u8, //~ dead_code multiple fields are never read
    b: u8,
    c: u8,
    d: u8,
    e: u8,
    f: u8,
    g: u8,
}
pub fn many() {
    let _ = Many { a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1 };
}
