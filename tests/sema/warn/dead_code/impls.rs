// Items of traits and impls. An impl of a trait is live once the trait and the type are.
struct S;
impl S {
    fn live(&self) {}
    fn method(&self) {} //~ dead_code associated items `method`, `function`, `J`, and `public` are never used
    fn function() {}
    const K: u32 = 1;
    const J: u32 = by_j();
    pub fn public(&self) {}
}
const fn by_j() -> u32 { //~ dead_code function `by_j` is never used
    1
}
impl S {
    fn alone(&self) {} //~ dead_code method `alone` is never used
}
impl S {
    fn a(&self) {} //~ dead_code methods `a` and `b` are never used
    fn b(&self) {}
    fn _c(&self) {}
}
impl S {
    fn x1() {} //~ dead_code multiple associated functions are never used
    fn x2() {}
    fn x3() {}
    fn x4() {}
    fn x5() {}
    fn x6() {}
    fn x7() {}
}
pub fn uses() -> u32 {
    S.live();
    S::K
}

trait NotUsed { //~ dead_code trait `NotUsed` is never used
    fn go(&self);
}
impl NotUsed for S {
    fn go(&self) {
        by_not_used()
    }
}
fn by_not_used() {} //~ dead_code function `by_not_used` is never used
trait Used {
    fn one(&self);
    fn two(&self) {} //~ dead_code associated items `two`, `three`, and `C` are never used
    fn three();
    const C: u32;
    type T;
}
impl Used for S {
    fn one(&self) {
        by_one()
    }
    fn three() {
        by_three()
    }
    const C: u32 = OF_C;
    type T = OfT;
}
fn by_one() {}
fn by_three() {} //~ dead_code function `by_three` is never used
const OF_C: u32 = 1; //~ dead_code constant `OF_C` is never used
struct OfT;
pub fn one() {
    S.one();
}

trait Generic {
    type Out;
    const C: u32;
    fn f() -> u32 {
        Self::C
    }
    fn g(); //~ dead_code associated function `g` is never used
}
struct Im;
impl Generic for Im {
    type Out = Only;
    const C: u32 = HELP;
    fn g() {
        helper()
    }
}
struct Only;
const HELP: u32 = 1;
fn helper() {} //~ dead_code function `helper` is never used
pub fn generic() -> u32 {
    <Im as Generic>::f()
}

trait Sup {
    fn s(&self);
    fn t(&self); //~ dead_code method `t` is never used
}
trait Sub: Sup {}
fn sub<T: Sub>(t: T) {
    t.s()
}
impl Sup for u8 {
    fn s(&self) {}
    fn t(&self) {}
}
impl Sub for u8 {}
pub fn calls_sub() {
    sub(1u8)
}

trait Object {
    fn m(&self);
}
impl Object for u32 {
    fn m(&self) {
        by_object()
    }
}
fn by_object() {}
pub fn object(x: u32) {
    let y: &dyn Object = &x;
    y.m();
}

struct Dropped;
impl Drop for Dropped {
    fn drop(&mut self) {
        by_drop()
    }
}
fn by_drop() {}
pub fn drops() {
    let _x = Dropped;
}
struct NeverMade; //~ dead_code struct `NeverMade` is never constructed
impl Drop for NeverMade {
    fn drop(&mut self) {
        by_never_made()
    }
}
fn by_never_made() {} //~ dead_code function `by_never_made` is never used
impl core::ops::Add for S {
    type Output = u32;
    fn add(self, _: S) -> u32 {
        by_add()
    }
}
fn by_add() -> u32 {
    1
}

trait Bound {}
struct WithBound<T: Bound>(T);
impl<T: Bound> WithBound<T> {
    fn new(t: T) -> Self {
        WithBound(t)
    }
}
impl Bound for u16 {}
pub fn with_bound() -> u16 {
    WithBound::new(1u16).0
}
pub fn in_block() {
    trait OfBlock {} //~ dead_code trait `OfBlock` is never used
    impl OfBlock for u32 {}
    struct T; //~ dead_code struct `T` is never constructed
    impl T {
        fn m(&self) {} //~ dead_code method `m` is never used
    }
}
