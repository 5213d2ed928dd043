// A parameter of the impl that nothing ties.
struct S;

impl<T> S { //~ E0207 the type parameter `T` is not constrained by the impl trait, self type, or predicates
    fn f() {}
}

impl<const N: usize> S { //~ E0207 the const parameter `N` is not constrained by the impl trait, self type, or predicates
    fn g() {}
}
