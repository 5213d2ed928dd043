// A constant function, constant or static in which a variable's destructor may run.
#![allow(unused)]

pub struct D(u32);
impl Drop for D {
    fn drop(&mut self) {}
}
pub struct W<T>(T);
impl<T> W<T> {
    pub const fn new(t: T) -> W<T> {
        W(t)
    }
    pub const fn get(&self) -> &T {
        &self.0
    }
}
pub const fn unused_parameter(_d: D) {} //~ E0493 destructor of `D` cannot be evaluated at compile-time
pub const fn field(d: D) -> u32 { //~ E0493 destructor of `D` cannot be evaluated at compile-time
    d.0
}
pub const fn any<T>(_t: T) {} //~ E0493 destructor of `T` cannot be evaluated at compile-time
pub const fn other<T>(t: Option<T>, e: T) -> T { //~ E0493 destructor of `Option<T>` cannot be evaluated at compile-time //~ E0493 destructor of `T` cannot be evaluated at compile-time
    match t {
        Some(x) => x,
        None => e,
    }
}
pub const fn sometimes(d: D, b: bool) { //~ E0493 destructor of `D` cannot be evaluated at compile-time
    if b {
        core::mem::forget(d)
    }
}
pub const fn tuple(t: (u32, D)) -> u32 { //~ E0493 destructor of `(u32, D)` cannot be evaluated at compile-time
    t.0
}
pub const fn block() -> u32 {
    const {
        let d = D(3); //~ E0493 destructor of `D` cannot be evaluated at compile-time
        d.0
    }
}
pub const A: u32 = {
    let d = D(1); //~ E0493 destructor of `D` cannot be evaluated at compile-time
    d.0
};
pub static S: u32 = {
    let d = D(2); //~ E0493 destructor of `D` cannot be evaluated at compile-time
    1
};

pub const fn copied<T: Copy>(_t: T) {}
pub const fn handed_on(d: D) -> D {
    d
}
pub const fn returned(d: D, b: bool) -> D {
    if b {
        return d;
    }
    d
}
pub const fn none(b: bool) -> Option<D> {
    let x = None;
    if b {
        return x;
    }
    Some(D(1))
}
pub const fn forgotten(d: D) {
    core::mem::forget(d)
}
pub const fn behind(o: Option<&D>) -> u32 {
    match o {
        Some(d) => d.0,
        None => 0,
    }
}
pub const fn manually(_d: core::mem::ManuallyDrop<D>) {}
pub const fn written(mut d: D) -> D {
    d.0 = 3;
    let e = d;
    e
}
pub fn not_const(_d: D) {}
pub trait Has {
    const MANUAL: core::mem::ManuallyDrop<D>;
    const ALONE: D;
}
pub fn lives_for_ever<H: Has>() -> &'static core::mem::ManuallyDrop<D> {
    &H::MANUAL
}
pub fn is_dropped<H: Has>() -> &'static D {
    &H::ALONE //~ E0515 cannot return reference to temporary value
}

pub struct S {
    d: D,
    n: u32,
}
pub const TEMPORARY: u32 = D(1).0; //~ E0493 destructor of `D` cannot be evaluated at compile-time
pub const PART: u32 = (D(1), 2).1; //~ E0493 destructor of `(D, u32)` cannot be evaluated at compile-time
pub const STATEMENT: () = {
    D(1); //~ E0493 destructor of `D` cannot be evaluated at compile-time
};
pub const WILD: () = {
    let _ = D(1); //~ E0493 destructor of `D` cannot be evaluated at compile-time
};
pub static TUPLE: u32 = {
    let s = (make(), 3); //~ E0493 destructor of `(D, u32)` cannot be evaluated at compile-time
    s.1
};
pub const fn make() -> D {
    D(4)
}
pub const fn of_fields(_s: S) {} //~ E0493 destructor of `S` cannot be evaluated at compile-time
pub const fn made() {
    let s = S { d: D(1), n: 2 }; //~ E0493 destructor of `S` cannot be evaluated at compile-time
}
pub const fn some() -> u32 {
    let o = Some(D(1)); //~ E0493 destructor of `Option<D>` cannot be evaluated at compile-time
    1
}
pub const fn moved_into(d: D) -> u32 {
    let s = S { d, n: 2 }; //~ E0493 destructor of `S` cannot be evaluated at compile-time
    s.n
}
pub const fn moved_out_of(s: S) -> D { //~ E0493 destructor of `S` cannot be evaluated at compile-time
    s.d
}
pub const fn array(a: [D; 2]) {} //~ E0493 destructor of `[D; 2]` cannot be evaluated at compile-time
pub const fn array_of<T>(a: [T; 2]) -> usize { //~ E0493 destructor of `[T; 2]` cannot be evaluated at compile-time
    2
}
pub const fn field_of_new() -> u32 {
    S { d: D(1), n: 2 }.n //~ E0493 destructor of `S` cannot be evaluated at compile-time
}
pub const fn assigned(d: &mut D, s: &mut S) {
    *d = D(2); //~ E0493 destructor of `D` cannot be evaluated at compile-time
    s.d = D(3); //~ E0493 destructor of `D` cannot be evaluated at compile-time
    s.n = 1;
}
pub const fn called() -> u32 {
    make(); //~ E0493 destructor of `D` cannot be evaluated at compile-time
    make().0 //~ E0493 destructor of `D` cannot be evaluated at compile-time
}

pub const fn no_value() -> u32 {
    let o: Option<D> = None;
    let p = (None::<D>, 3, Err::<D, u32>(1));
    None::<D>;
    p.1
}
pub const fn taken() {
    core::mem::forget((D(1), 1));
    core::mem::forget(make());
    let s = S { d: make(), n: 1 };
    core::mem::forget(s);
}
pub const fn kept<T>(v: &[T]) -> Option<&T> {
    if v.is_empty() { None } else { Some(&v[0]) }
}

mod assigned {
    struct D(u8);
    impl Drop for D {
        fn drop(&mut self) {}
    }
    const fn mk() -> D { D(1) }
    const fn a() -> u8 { let mut x = D(1); x = D(2); core::mem::forget(x); 1 } //~ E0493 destructor of `D` cannot be evaluated at compile-time
    const fn b() -> u8 { let x; x = D(2); core::mem::forget(x); 1 }
    const fn c(mut x: D) -> u8 { x = D(2); core::mem::forget(x); 1 } //~ E0493 destructor of `D` cannot be evaluated at compile-time
    const fn d() -> u8 { let mut x = mk(); core::mem::forget(x); x = mk(); core::mem::forget(x); 1 }
    const fn e() -> u8 { let mut x = Some(D(1)); x = None; core::mem::forget(x); 1 } //~ E0493 destructor of `Option<D>` cannot be evaluated at compile-time
    const fn f(c: bool) -> u8 { let x; if c { x = D(1); core::mem::forget(x); } 1 }
    const fn g(c: bool) -> u8 { let mut x = D(1); if c { x = D(2); } core::mem::forget(x); 1 } //~ E0493 destructor of `D` cannot be evaluated at compile-time
    const fn h() -> u8 { let mut x = (D(1), 2); x = (D(2), 3); core::mem::forget(x); 1 } //~ E0493 destructor of `(D, i32)` cannot be evaluated at compile-time
    const fn i() -> u8 { let mut x = [D(1)]; x = [D(2)]; core::mem::forget(x); 1 } //~ E0493 destructor of `[D; 1]` cannot be evaluated at compile-time
    const fn j() -> u8 { let mut x = None::<D>; x = None; core::mem::forget(x); 1 }
    const fn k(n: u8) -> u8 { let mut x; let mut i = 0; while i < n { x = D(i); core::mem::forget(x); i += 1; } 1 }
    const fn l(n: u8) -> u8 { let mut x = D(0); let mut i = 0; while i < n { x = D(i); i += 1; } core::mem::forget(x); 1 } //~ E0493 destructor of `D` cannot be evaluated at compile-time
    const fn m<T>(mut x: T, y: T) -> T { x = y; x } //~ E0493 destructor of `T` cannot be evaluated at compile-time
    const fn n<T: Copy>(mut x: T, y: T) -> T { x = y; x }
    const fn o() -> u8 { let mut x = D(1); x = D(2); x = D(3); core::mem::forget(x); 1 } //~ E0493 destructor of `D` cannot be evaluated at compile-time //~ E0493 destructor of `D` cannot be evaluated at compile-time
    const fn p() -> u8 { let mut x = None; x = Some(D(1)); x = None; core::mem::forget(x); 1 } //~ E0493 destructor of `Option<D>` cannot be evaluated at compile-time
    const fn q() -> u8 { let mut x = None::<D>; core::mem::forget(x); x = Some(D(1)); core::mem::forget(x); 1 }
    const fn r(c: bool) -> u8 { let mut x = D(1); if c { core::mem::forget(x); x = D(2); } core::mem::forget(x); 1 }
    const fn s(c: bool) -> u8 { let mut x = D(1); if c { core::mem::forget(x); } x = D(2); core::mem::forget(x); 1 } //~ E0493 destructor of `D` cannot be evaluated at compile-time
    const fn t() -> u8 { let mut x = D(1); loop { core::mem::forget(x); x = D(3); break; } core::mem::forget(x); 1 }
    const fn u(x: &mut D) { *x = D(1); } //~ E0493 destructor of `D` cannot be evaluated at compile-time
    const fn v(x: &mut (D, u8)) { x.0 = D(1); x.1 = 2; } //~ E0493 destructor of `D` cannot be evaluated at compile-time
}
