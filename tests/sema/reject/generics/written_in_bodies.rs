// Types that are written in bodies are well-formed.
use core::marker::PhantomData;
pub struct Shared<T: Sync>(PhantomData<T>);
pub enum Known<U> {
    Some(U),
    None,
}
fn any<T: ?Sized>() {}
pub fn f<T>() {
    any::<Known<T>>();
}
pub fn g<T: ?Sized>() {
    any::<Known<T>>(); //~ E0277 the size for values of type `T` cannot be known at compilation time
}
pub struct First {
    pointer: *const u32,
}
pub fn h(x: &First) {
    let _: Option<Shared<First>> = None; //~ E0277 `*const u32` cannot be shared between threads safely
}
pub fn give<F: FnOnce(Option<F>)>(_: F) {}
pub fn closures() {
    give(|_| {}); //~ E0644 closure/coroutine type that references itself
}
pub fn lengths<F: FnOnce(&str) -> usize, const N: usize>(_: [F; N]) {}
pub fn in_array() {
    lengths([|s| s.len()]) //~ E0282 type annotations needed
}
