// Inner items do not see the generics around them.
struct Pair<T>(T);

impl<T> Pair<T> {
    fn get(&self) -> u32 {
        fn inner(x: T) {} //~ E0401 can't use generic parameters from outer item
        fn other() -> Self { //~ E0401 can't use `Self` from outer item
            loop {}
        }
        1
    }
}
