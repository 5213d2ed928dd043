// Derived bodies that are no text: Debug, Eq and the Clone beside Copy.
struct X;
struct Y;
#[derive(Default)]
struct BB {
    a: [X; 1], //~ E0277 the trait bound `X: Default` is not satisfied
    b: Option<X>,
    c: (X, u8), //~ E0277 the trait bound `X: Default` is not satisfied
    d: &'static u8, //~ E0277 the trait bound `&u8: Default` is not satisfied
}
#[derive(Hash)]
struct CC {
    a: [X; 1], //~ E0277 the trait bound `X: Hash` is not satisfied
    b: Option<X>, //~ E0277 the trait bound `X: Hash` is not satisfied
    c: (X, u8), //~ E0277 the trait bound `X: Hash` is not satisfied
    d: &'static X, //~ E0277 the trait bound `X: Hash` is not satisfied
}
#[derive(PartialEq, Eq)]
struct DD {
    a: [f32; 1], //~ E0277 the trait bound `f32: Eq` is not satisfied
    b: Option<f32>,
    c: (f32, u8),
    d: &'static f32,
}
#[derive(Clone, Copy)]
struct EE { //~ E0204 the trait `Copy` cannot be implemented for this type
    a: [X; 1], //~ E0277 the trait bound `X: Clone` is not satisfied
    b: Option<X>,
    c: (X, u8),
    d: &'static X,
    e: &'static mut u8, //~ E0277 the trait bound `&'static mut u8: Clone` is not satisfied
}
#[derive(Debug)]
enum AA { A(X), B(X), C(Option<X>), D(Option<X>, u8), E { x: X, y: Y, z: (X, Y) }, F }
//~^ E0277 `X` doesn't implement `Debug`
//~^^ E0277 `X` doesn't implement `Debug`
//~^^^ E0277 `X` doesn't implement `Debug`
//~^^^^ E0277 `X` doesn't implement `Debug`
//~^^^^^ E0277 `X` doesn't implement `Debug`
//~^^^^^^ E0277 `Y` doesn't implement `Debug`
#[derive(Debug)]
struct T<'a, U>(Option<U>, &'a [X], U, [Y; 2]);
//~^ E0277 `X` doesn't implement `Debug`
//~^^ E0277 `Y` doesn't implement `Debug`
#[derive(Debug)]
struct S { f: fn(X), g: *const X, m: &'static mut X, h: X, i: core::cell::Cell<Y>, j: Y }
//~^ E0277 `X` doesn't implement `Debug`
//~^^ E0277 the trait bound `Y: Copy` is not satisfied
//~^^^ E0277 `Y` doesn't implement `Debug`
#[derive(Debug)]
struct R<T: Copy> where T: Default { b: W<T>, c: u8 } //~ E0277 `W<T>` doesn't implement `Debug`
struct W<T>(T);
struct V2<'a>(Q<'a>, Z<'static>, &'a mut u8);
#[derive(Clone)]
struct V3<'a>(Q<'a>, Z<'static>, &'a mut u8);
//~^ E0277 the trait bound `Q<'_>: Clone` is not satisfied
//~^^ E0277 the trait bound `Z<'_>: Clone` is not satisfied
//~^^^ E0277 the trait bound `&mut u8: Clone` is not satisfied
#[derive(PartialEq, Eq)]
struct V4<'a>(F<'a>, u8); //~ E0277 the trait bound `F<'a>: Eq` is not satisfied
#[derive(PartialEq)]
struct F<'a>(&'a f32);
struct Q<'a>(&'a u8);
struct Z<'a>(&'a u8);
