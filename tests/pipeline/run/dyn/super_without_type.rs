// A supertrait of an object that names a type which is not known here is none of its supertraits
// threads: 2
// expect: 5 6
use rustg_std::prelude::*;

trait Above<T> {
    fn value(&self) -> u64;
}
trait WithType {
    type Type;
}
impl WithType for u8 {
    type Type = u16;
}
trait Below<P: WithType>: Above<P::Type> + Above<()> {}

struct Five;
impl Above<u16> for Five {
    fn value(&self) -> u64 {
        1
    }
}
impl Above<()> for Five {
    fn value(&self) -> u64 {
        5
    }
}
impl Below<u8> for Five {}

fn upcast<P>(x: &dyn Below<P>) -> &dyn Above<()> {
    x
}
fn called<P>(x: &dyn Below<P>) -> u64 {
    x.value()
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let object: &dyn Below<u8> = &Five;
    out[t] = if t.get() == 0 { upcast(object).value() } else { called(object) + 1 };
}
