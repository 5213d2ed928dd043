// Types that hold each other are one error, which names them all and stands where rustc finds the first cycle.
struct A { //~ E0072 recursive types `A` and `B` have infinite size
    b: Option<B>,
}
struct B {
    a: [A; 2],
}

struct C { //~ E0072 recursive type `C` has infinite size
    c: C,
    a: A,
}

struct D { //~ E0072 recursive types `D`, `E` and `F` have infinite size
    e: E,
}
enum E {
    X(F),
    Y,
}
struct F(u8, D);

struct T1(T2, u8); //~ E0072 recursive types `T1`, `T2`, `T3`, `T4`, `T5` and 2 more have infinite size
struct T2(T3);
struct T3(T4);
struct T4(T5);
struct T5(T6);
struct T6(T7);
struct T7(T1);

struct Outer { // its cycle is the second one that holds it, and only the first is an error
    u: U2,
    o: Option<Outer>,
}
struct U2 { //~ E0072 recursive types `U2` and `U3` have infinite size
    b: Option<U3>,
    c: [Outer; 2],
}
enum U3 {
    V { z: U2 },
}

type Alias = Y2;
struct Y1 { //~ E0072 recursive types `Y1` and `Y2` have infinite size
    a: Alias,
}
struct Y2 {
    a: Y1,
}
