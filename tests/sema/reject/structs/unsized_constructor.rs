// The constructor of a struct is a function, whose arguments have a size; functions of C have no Fn trait.
pub struct Tail([i32]);
pub fn names() {
    let _make: fn(_) -> Tail = Tail; //~ E0277 the size for values of type `[i32]` cannot be known at compilation time
}
pub trait Wide {
    const PAIR: (bool, dyn Wide); //~ E0038 the trait `Wide` is not dyn compatible
}
pub struct Inner<T>(pub T);
impl std::fmt::Debug for Inner<()> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("inner")
    }
}
#[derive(Debug)]
pub struct Outer<T>(Inner<T>); //~ E0277 `Inner<T>` doesn't implement `Debug`
#[derive(Debug)]
pub struct OuterUnit(pub Inner<()>);
