// A derived Debug wants it of every field.
struct A;
#[derive(Debug)]
struct B {
    a: A, //~ E0277 `A` doesn't implement `Debug`
}
#[derive(Debug)]
enum C {
    D(u32, A), //~ E0277 `A` doesn't implement `Debug`
    E { b: B },
}
