// Derives want their trait of all fields, whatever their types are made of.
struct X;
struct P<T>(T);
#[derive(Debug)]
struct A {
    a: [X; 1], //~ E0277 `X` doesn't implement `Debug`
    b: Option<X>,
    c: (X, u8),
    d: &'static X,
    e: P<u8>, //~ E0277 `P<u8>` doesn't implement `Debug`
    f: X,
}
#[derive(Clone)]
struct B {
    a: [X; 1], //~ E0277 the trait bound `X: Clone` is not satisfied
    b: Option<X>, //~ E0277 the trait bound `X: Clone` is not satisfied
    c: (X, u8), //~ E0277 the trait bound `X: Clone` is not satisfied in `(X, u8)`
    d: &'static X,
    e: P<u8>, //~ E0277 the trait bound `P<u8>: Clone` is not satisfied
    f: X, //~ E0277 the trait bound `X: Clone` is not satisfied
}
#[derive(PartialEq)]
struct C {
    a: [X; 1], //~ E0369 binary operation `==` cannot be applied to type `[X; 1]`
    b: Option<X>, //~ E0369 binary operation `==` cannot be applied to type `Option<X>`
    c: (X, u8), //~ E0369 binary operation `==` cannot be applied to type `(X, u8)`
    d: &'static X, //~ E0369 binary operation `==` cannot be applied to type `&X`
    e: P<u8>, //~ E0369 binary operation `==` cannot be applied to type `P<u8>`
    f: X, //~ E0369 binary operation `==` cannot be applied to type `X`
}
