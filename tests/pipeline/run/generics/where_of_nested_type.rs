// What a trait says of a type of its associated type's is known wherever the trait is
// threads: 2
// expect: 7 8
use rustg_std::prelude::*;

trait Outer
where
    Self::Inner: Middle,
    <Self::Inner as Middle>::Part: Value,
{
    type Inner;
}
trait Middle {
    type Part;
    fn part(&self) -> Self::Part;
}
trait Value {
    fn value(&self) -> u64;
}

impl Value for u8 {
    fn value(&self) -> u64 {
        *self as u64
    }
}
struct Wraps(u8);
impl Middle for Wraps {
    type Part = u8;
    fn part(&self) -> u8 {
        self.0
    }
}
struct Unit;
impl Outer for Unit {
    type Inner = Wraps;
}

fn asked<M: Middle>(x: &M) -> u64
where
    M::Part: Value,
{
    x.part().value()
}
fn known<T: Outer>(x: &T::Inner) -> u64 {
    asked(x)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = known::<Unit>(&Wraps(7 + t.get() as u8));
}
