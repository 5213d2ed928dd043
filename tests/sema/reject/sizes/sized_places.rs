// Where it is told that the size of a type is not known.
use rustg_std::prelude::*;

struct Last {
    a: u8,
    b: [u8],
}
struct Of<T: ?Sized>(u8, T);
struct Plain<T>(T);
trait Named {
    fn of(&self);
}
fn param(
    a: str, //~ E0277 the size for values of type `str` cannot be known at compilation time
) {
}
fn generic<T: ?Sized>(
    b: u8,
    a: T, //~ E0277 the size for values of type `T` cannot be known at compilation time
) {
}
fn ends_in(
    a: Last, //~ E0277 the size for values of type `[u8]` cannot be known at compilation time
) {
}
fn of_last(
    a: Of<Last>, //~ E0277 the size for values of type `[u8]` cannot be known at compilation time
) {
}
fn tuple(
    a: (str, u8), //~ E0277 the size for values of type `str` cannot be known at compilation time
) {
}
fn tuple_behind(
    a: &(u8, [u8], u8), //~ E0277 the size for values of type `[u8]` cannot be known at compilation time
) {
}
fn behind(
    a: &'static
        Plain<str>, //~ E0277 the size for values of type `str` cannot be known at compilation time
    b: *const
        Plain<[u8]>, //~ E0277 the size for values of type `[u8]` cannot be known at compilation time
) {
}
const C: [u8] = [1]; //~ E0277 the size for values of type `[u8]` cannot be known at compilation time
//~^ E0308 mismatched types
fn closures(s: &str) {
    let a = |x: u8,
             y: str| (); //~ E0277 the size for values of type `str` cannot be known at compilation time
    let b = |x: u8|
        *s; //~ E0277 the size for values of type `str` cannot be known at compilation time
}
fn accepted<T: ?Sized + Named>(a: &Last, b: &Of<str>, c: &(u8, str), d: Of<u8>, e: &T, f: (u8, Of<[u8; 2]>)) {
    let g = |x: &Last, y: Of<[u8; 3]>| x.b.len();
    e.of();
}
#[kernel]
pub fn k(mut y: GridMut<u32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = 1;
    }
}
pub struct Bytes([u8]);
pub fn count(x: &Bytes) -> usize {
    match *x {
        Bytes(ref b) => b.len(),
    }
}
pub fn constructor() {
    let _make = Bytes; //~ E0277 the size for values of type `[u8]` cannot be known at compilation time
}
