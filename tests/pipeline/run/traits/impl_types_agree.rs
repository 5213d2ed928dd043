// What a bound says of a known type's associated type is known where impls are compared
// threads: 2
// expect: 1 2
use rustg_std::prelude::*;

trait Mirror {
    type Is;
}
impl<T> Mirror for T {
    type Is = T;
}

trait Local {}
impl Local for u8 {}

trait Value {
    fn value(&self) -> u64;
}
impl<T> Value for T
where
    u64: Mirror<Is = T>,
{
    fn value(&self) -> u64 {
        1
    }
}
impl<T> Value for [T; 2]
where
    T: Local,
{
    fn value(&self) -> u64 {
        2
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = if t.get() == 0 { 5u64.value() } else { [1u8, 2].value() };
}
