// A raw pointer to a part of what is no place: constants, results of calls, arrays that are written.
use rustg_std::prelude::*;
struct S { a: u32, b: [u32; 2] }
const A: [u32; 2] = [1, 2];
const C: S = S { a: 1, b: [1, 2] };
const R: &S = &C;
static T: S = S { a: 1, b: [1, 2] };
fn s() -> S { S { a: 1, b: [1, 2] } }
fn r() -> &'static S { R }
fn f(x: &S, y: S) {
    let _ = &raw const A[1]; //~ E0745 cannot take address of a temporary
    let _ = &raw const A; //~ E0745 cannot take address of a temporary
    let _ = &raw const C.a; //~ E0745 cannot take address of a temporary
    let _ = &raw const C.b[1]; //~ E0745 cannot take address of a temporary
    let _ = &raw const R.a;
    let _ = &raw const R.b[0];
    let _ = &raw const T.a;
    let _ = &raw const T.b[1];
    let _ = &raw const s().a; //~ E0745 cannot take address of a temporary
    let _ = &raw const r().a;
    let _ = &raw const r().b[1];
    let _ = &raw const x.b[1];
    let _ = &raw const y.b[1];
    let _ = &raw const (*r()).b;
    let _ = &raw const (y).a;
    let _ = &raw const [1, 2][0]; //~ E0745 cannot take address of a temporary
    let _ = &raw const (1, 2).0; //~ E0745 cannot take address of a temporary
    let _ = &raw const { y.a }; //~ E0745 cannot take address of a temporary
    let _ = &raw const *"abc";
    let _ = &raw const "abc"[..];
    let _ = &raw const "abc".as_bytes()[0];
    let _ = &raw const S { a: 1, b: [1, 2] }.a; //~ E0745 cannot take address of a temporary
    let _ = &raw mut [1, 2][..]; //~ E0745 cannot take address of a temporary
}

#[kernel]
pub fn test(mut y: GridMut<u64>) {
    let t = thread::index();
    y[t] = 1;
}
