// promoted constants that depend on parameters, in every form, and parts of them
// threads: 4
// expect: 12749171418503798283 18080079977274120556 10914988663773324325 602502837139296878
use rustg_std::prelude::*;
#[derive(Clone, Copy)]
struct P {
    a: usize,
    b: (u8, usize),
}
struct T(usize, [usize; 2]);
enum E {
    A(usize),
    B { x: usize, y: &'static usize },
}
fn add<const N: usize>() -> &'static usize {
    &(3 + N)
}
fn arr<const N: usize>() -> &'static [usize] {
    &[N, N + 1]
}
fn arr2<const N: usize>() -> &'static [usize; 2] {
    &[N, N * 2]
}
fn tup<const N: usize>() -> &'static (usize, usize) {
    &(N - 1, N << 1)
}
fn st<const N: usize>() -> &'static P {
    &P {
        a: N,
        b: (N as u8, N | 8),
    }
}
fn ts<const N: usize>() -> &'static T {
    &T(N, [N; 2])
}
fn en<const N: usize>() -> &'static E {
    &E::A(N + 7)
}
fn enx<const N: usize>() -> &'static E {
    &E::B { x: N, y: &(N + 9) }
}
fn nest<const N: usize>() -> &'static (&'static [&'static usize], usize) {
    &(&[&(N + 1), &N, &5], N % 3)
}
fn field<const N: usize>() -> &'static usize {
    &(3, N + 2).1
}
fn field2<const N: usize>() -> &'static usize {
    &P {
        a: N + 1,
        b: (1, N + 2),
    }
    .b
    .1
}
fn index<const N: usize>() -> &'static usize {
    &[N, N + 2][1]
}
fn derefd<const N: usize>() -> &'static usize {
    &*&(N + 3)
}
fn neg<const N: i32>() -> &'static i32 {
    &-N
}
fn not<const N: i32>() -> &'static i32 {
    &!N
}
fn div<const N: i32>() -> &'static i32 {
    &(N / 3)
}
fn rem<const N: i32>() -> &'static i32 {
    &(N % 3)
}
fn cast<const N: i32>() -> &'static u64 {
    &(N as u64)
}
fn cmp<const N: i32>() -> &'static bool {
    &(N + 1 > 3)
}
fn rep<const N: usize>() -> &'static [usize; 3] {
    &[N + 1; 3]
}
fn rep2<const N: usize>() -> &'static [u8; N] {
    &[7; N]
}
fn par<const N: usize>() -> &'static usize {
    &((3) + (N))
}
struct G<const N: usize>;
impl<const N: usize> G<N> {
    const D: usize = N * 2;
    const R: &'static usize = &(N + 5);
    fn d() -> &'static usize {
        &(Self::D + 1)
    }
    fn r() -> &'static usize {
        Self::R
    }
}
trait Tr {
    const K: usize;
    fn k() -> &'static usize {
        &(Self::K + 1)
    }
    fn k2() -> &'static [usize] {
        &[Self::K, 4 + Self::K]
    }
}
impl Tr for u8 {
    const K: usize = 8;
}
impl Tr for G<3> {
    const K: usize = 33;
}
fn plain() -> &'static usize {
    &(3 + 4)
}
fn plain2() -> &'static [usize] {
    &[3 + 4, 5 * 6, 7 / 2]
}
fn plain3() -> &'static usize {
    &(3, 4 + 1).1
}
fn plain4() -> &'static usize {
    &[3, 4 + 1][1]
}
fn b<const B: bool>() -> &'static bool {
    &!B
}
fn c<const C: char>() -> &'static u32 {
    &(C as u32)
}
fn opt<const N: usize>() -> Option<&'static usize> {
    Some(&(N + 1))
}
fn s<const N: usize>() -> &'static [&'static str] {
    &["a", "bc"]
}

fn shl<const N: u32>() -> &'static u32 {
    &(1 << N)
}
fn dig() -> [usize; 40] {
    let mut a = [3; 40];
    for i in 0..40 {
        a[i] = i * 77;
    }
    a
}
fn value(i: usize) -> u64 {
    let all: [&usize; 12] = [
        add::<5>(),
        &tup::<5>().0,
        &tup::<6>().1,
        &st::<7>().a,
        &st::<7>().b.1,
        field::<6>(),
        field2::<9>(),
        index::<3>(),
        derefd::<4>(),
        par::<3>(),
        G::<3>::d(),
        G::<4>::r(),
    ];
    let d = dig();
    let mut h = d[i] as u64;
    let mut put = |v: u64| h = h.wrapping_mul(1099511628211) ^ v;
    for a in all {
        put(*a as u64);
    }
    for a in arr::<4>() {
        put(*a as u64);
    }
    for a in arr2::<4>() {
        put(*a as u64);
    }
    let t = ts::<9>();
    put(t.0 as u64);
    put(t.1[1] as u64);
    for e in [en::<3>(), enx::<4>()] {
        match e {
            E::A(x) => put(*x as u64),
            E::B { x, y } => {
                put(*x as u64);
                put(**y as u64)
            }
        }
    }
    let n = nest::<6>();
    for x in n.0 {
        put(**x as u64);
    }
    put(n.1 as u64);
    put(*neg::<5>() as u64);
    put(*not::<5>() as u64);
    put(*div::<7>() as u64);
    put(*rem::<7>() as u64);
    put(*cast::<-7>());
    put(*cmp::<7>() as u64);
    put(rep::<2>()[2] as u64);
    put(rep2::<4>()[3] as u64);
    put(*<u8 as Tr>::k() as u64);
    put(*<G<3> as Tr>::k() as u64);
    put(<u8 as Tr>::k2()[1] as u64);
    put(*plain() as u64);
    put(plain2()[1] as u64);
    put(*plain3() as u64);
    put(*plain4() as u64);
    put(*b::<true>() as u64);
    put(*c::<'x'>() as u64);
    put(*opt::<5>().unwrap() as u64);
    put(s::<3>()[1].len() as u64);
    put(*shl::<4>() as u64);
    h
}
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get());
}
