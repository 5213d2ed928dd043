// repr(align) on structs, unions and enums: the largest of several, in sizes, arrays and addresses
// threads: 2
// expect: 6266524061852335155 6266524061852336074
use core::mem::{align_of, size_of};
use rustg_std::prelude::*;

#[derive(Clone, Copy)]
#[repr(align(16))]
union U {
    a: u32,
    b: [u8; 5],
}
#[derive(Clone, Copy)]
#[repr(C, align(2), align(8))]
union V {
    a: u16,
    b: u8,
}
#[derive(Clone, Copy)]
#[repr(align(4))]
#[repr(align(32), align(1))]
#[repr(align(8))]
enum E {
    A(u8),
    B(u32, u8),
    C,
}
#[derive(Clone, Copy)]
#[repr(align(0x10))]
#[repr(align(4))]
enum F {
    A,
    B = 7,
}
#[derive(Clone, Copy)]
#[repr(align(4), u8, align(2))]
enum G {
    A,
    B(u8),
}
#[derive(Clone, Copy)]
#[repr(align(1_6), align(8))]
struct S(u8);
#[repr(align(64))]
#[derive(Clone, Copy)]
struct Z;
#[derive(Clone, Copy)]
#[repr(C)]
union W {
    z: Z,
    a: u8,
}
#[derive(Clone, Copy)]
struct Held {
    x: u8,
    u: U,
    y: u8,
    e: E,
    w: [V; 3],
}

fn about<T: Copy>(value: T, h: &mut u64) {
    let array = [value; 3];
    let at = &array[1] as *const T as usize;
    let stride = &array[2] as *const T as usize - at;
    for v in [
        size_of::<T>(),
        align_of::<T>(),
        size_of::<Option<T>>(),
        align_of::<[T; 2]>(),
        stride,
        at % align_of::<T>(),
    ] {
        *h = h.wrapping_mul(1099511628211) ^ v as u64;
    }
}
fn value(i: u64) -> u64 {
    let mut h = 7;
    let u = U { a: i as u32 + 5 };
    let v = V { a: 9 };
    about(u, &mut h);
    about(v, &mut h);
    about(E::A(1), &mut h);
    about(F::B, &mut h);
    about(G::A, &mut h);
    about(S(1), &mut h);
    about(W { a: 3 }, &mut h);
    let held = Held {
        x: 1,
        u,
        y: 2,
        e: E::B(3, 4),
        w: [v; 3],
    };
    about(held, &mut h);
    let part = unsafe { held.u.a as u64 + held.w[2].a as u64 };
    let tag = match held.e {
        E::A(x) => x as u64,
        E::B(x, y) => x as u64 * 10 + y as u64,
        E::C => 99,
    };
    let other = match if i == 0 { F::A } else { F::B } {
        F::A => 1,
        F::B => 2,
    };
    h ^ (part * 1000 + tag * 10 + other + (held.x + held.y) as u64)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
