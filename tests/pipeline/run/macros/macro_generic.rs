// generics, where clauses and operators from fragments
// threads: 4
// expect: 2600 2802 3408 4418
use rustg_std::prelude::*;

macro_rules! vector { ($name:ident<$t:ident> { $($f:ident),+ }) => {
    #[derive(Clone, Copy, PartialEq)]
    struct $name<$t> { $($f: $t),+ }
    impl<$t: Copy + core::ops::Add<Output = $t>> core::ops::Add for $name<$t> {
        type Output = Self;
        fn add(self, other: Self) -> Self { $name { $($f: self.$f + other.$f),+ } }
    }
    impl<$t: Copy + core::ops::Mul<Output = $t> + core::ops::Add<Output = $t>> $name<$t> {
        fn dot(self, other: Self) -> $t { vector!(@sum $(self.$f * other.$f),+) }
    }
}; (@sum $a:expr $(, $b:expr)*) => { $a $(+ $b)* }; }
vector!(V3<T> { x, y, z });
vector!(V2<F> { x, y });
fn value(i: u64) -> u64 {
    let a = V3 { x: i, y: 2, z: 3 };
    let b = V2 { x: i as f64, y: 0.5 };
    (a + a).dot(a) * 100 + (b + b).dot(b) as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
