// nested types whose impls ask for the same projections again and again
// threads: 4
// expect: 65 66 67 68
use rustg_std::prelude::*;

trait Upcast<T> {
    fn upcast(self) -> T;
}
impl<S1: Upcast<T1>, S2: Upcast<T2>, T1, T2> Upcast<(T1, T2)> for (S1, S2) {
    fn upcast(self) -> (T1, T2) {
        (self.0.upcast(), self.1.upcast())
    }
}
impl Upcast<u64> for u64 {
    fn upcast(self) -> u64 {
        self + 1
    }
}
trait ToStatic {
    type Static: 'static;
    fn to_static(self) -> Self::Static;
}
impl<T: ToStatic, U: ToStatic> ToStatic for (T, U) {
    type Static = (T::Static, U::Static);
    fn to_static(self) -> Self::Static {
        (self.0.to_static(), self.1.to_static())
    }
}
impl ToStatic for u64 {
    type Static = u64;
    fn to_static(self) -> u64 {
        self
    }
}
trait Factory {
    type Output;
    fn build(&self) -> Self::Output;
}
impl<S, T> Factory for (S, T)
where
    S: Factory,
    T: Factory,
    S::Output: ToStatic,
    <S::Output as ToStatic>::Static: Upcast<S::Output>,
{
    type Output = (S::Output, T::Output);
    fn build(&self) -> Self::Output {
        (self.0.build().to_static().upcast(), self.1.build())
    }
}
impl Factory for u64 {
    type Output = u64;
    fn build(&self) -> u64 {
        *self
    }
}
trait Total {
    fn total(&self) -> u64;
}
impl<S: Total, T: Total> Total for (S, T) {
    fn total(&self) -> u64 {
        self.0.total() + self.1.total()
    }
}
impl Total for u64 {
    fn total(&self) -> u64 {
        *self
    }
}

fn mapped(i: u64) -> usize {
    struct Iter<I>(I);
    impl<I: Iterator> Iterator for Iter<I> {
        type Item = I::Item;
        fn next(&mut self) -> Option<Self::Item> {
            self.0.next()
        }
    }
    Iter(0..i)
        .map(|x| x)
        .map(|x| x)
        .map(|x| x)
        .map(|x| x)
        .map(|x| x)
        .map(|x| x)
        .map(|x| x)
        .map(|x| x)
        .map(|x| x)
        .map(|x| x)
        .count()
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let i = t.get() as u64;
    let nested = ((((((((((0, 0), 0), 0), 0), 0), 0), 0), 0), 0), 10u64);
    out[t] = nested.build().total() + mapped(i) as u64;
}
