// enums that index, unions, slices of slices, references inside of structs
// threads: 4
// expect: 6183966 6186004 6142982 6142990
use rustg_std::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(usize)]
enum Axis {
    X,
    Y,
    Z = 2,
}
impl Axis {
    const ALL: [Axis; 3] = [Axis::X, Axis::Y, Axis::Z];
    fn next(self) -> Self {
        Self::ALL[(self as usize + 1) % Self::ALL.len()]
    }
}
impl core::ops::Index<Axis> for [u64; 3] {
    type Output = u64;
    fn index(&self, a: Axis) -> &u64 {
        &self[a as usize]
    }
}
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Deep<'a> {
    a: Option<&'a [u8]>,
    b: ((u8, i16), [Option<(u8, char)>; 2]),
    c: &'a str,
}
extern "C" fn c_call(x: u32) -> u32 {
    x.rotate_left(3)
}
#[repr(C)]
union Bits {
    f: f32,
    u: u32,
    b: [u8; 4],
}
fn slices<'a>(all: &'a [&'a [u8]], i: usize) -> &'a [u8] {
    all.get(i).copied().unwrap_or(&[])
}
fn first_mut<T>(xs: &mut [T], f: impl Fn(&T) -> bool) -> Option<&mut T> {
    for x in xs {
        if f(x) {
            return Some(x);
        }
    }
    None
}
fn apply<T, R>(xs: &mut [T], f: impl FnOnce(&mut [T]) -> Option<&mut R>) -> bool
where
    R: core::ops::AddAssign<u8>,
{
    match f(xs) {
        Some(r) => {
            *r += 1u8;
            true
        }
        None => false,
    }
}
fn value(i: u64) -> u64 {
    let v = [10u64, 20, 30];
    let a = Axis::ALL[i as usize % 3];
    let d = Deep { a: Some(b"xy"), b: ((i as u8, -3), [None, Some((1, 'q'))]), c: "hello" };
    let e = Deep { c: "hello", ..d };
    let mut same = (d == e) as u64;
    if let Deep { a: Some(&[x, ..]), b: ((_, y @ -5..=-1), [_, Some((_, c))]), .. } = d {
        same += x as u64 + c as u64 + (-y) as u64;
    }
    let mut u = Bits { f: 1.5 };
    u.b = unsafe { [u.b[3], u.b[2], u.b[1], u.b[0]] };
    let bits = unsafe { u.u };
    let s = slices(&[b"a", b"bcd", &[]], i as usize);
    let mut xs = [1u8, 5, 9];
    if let Some(x) = first_mut(&mut xs, |&x| x > i as u8 + 3) {
        *x = 100;
    }
    let ok = apply(&mut xs, |xs| xs.last_mut());
    let none: ((), [u8; 0], core::marker::PhantomData<u64>) = Default::default();
    v[a] + v[a.next()] * 2 + same * 100 + bits as u64 + s.len() as u64 * 1000 + xs.iter().map(|&x| x as u64).sum::<u64>() * 10_000 + c_call(i as u32) as u64 + ok as u64 + size_of_val(&none) as u64 + d.c.len() as u64 * 1_000_000
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
