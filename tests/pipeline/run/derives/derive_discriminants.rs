// derives of enums compare and hash discriminants as the type that repr names, up to its ends
// threads: 4
// expect: 6977291245265369653 6439544537708554402 5847061287109870599 14906162313059790988
use core::cmp::Ordering;
use core::hash::{Hash, Hasher};
use rustg_std::prelude::*;

macro_rules! ends {
    ($name:ident, $t:ident, [$($v:ident = $d:expr),*]) => {
        #[repr($t)]
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        enum $name { $($v = $d),* }
        impl $name {
            const ALL: &'static [$name] = &[$($name::$v),*];
        }
    };
}
ends!(U8, u8, [A = 200, B = 0, C = 127, D = 128, E = 255]);
ends!(I8, i8, [A = 127, B = -128, C = -1, D = 0, E = 1]);
ends!(U16, u16, [A = 0x8000, B = 0, C = 0x7fff, D = 0xffff]);
ends!(I16, i16, [A = 0x7fff, B = -0x8000, C = -1, D = 0]);
ends!(
    U32,
    u32,
    [A = 0x8000_0000, B = 0, C = 0x7fff_ffff, D = 0xffff_ffff]
);
ends!(I32, i32, [A = 0x7fff_ffff, B = -0x8000_0000, C = -1, D = 0]);
ends!(
    U64,
    u64,
    [
        A = 0x8000_0000_0000_0000,
        B = 0,
        C = 0x7fff_ffff_ffff_ffff,
        D = u64::MAX,
        E = 1
    ]
);
ends!(I64, i64, [A = i64::MAX, B = i64::MIN, C = -1, D = 0]);
ends!(
    Us,
    usize,
    [
        A = 0x8000_0000_0000_0000,
        B = 0,
        C = 0x7fff_ffff_ffff_ffff,
        D = usize::MAX
    ]
);
ends!(Is, isize, [A = isize::MAX, B = isize::MIN, C = -1, D = 0]);
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Plain {
    A = 0x7fff_ffff_ffff_ffff,
    B = -1,
    C = 0,
    D = isize::MIN,
    E,
}
impl Plain {
    const ALL: &'static [Plain] = &[Plain::A, Plain::B, Plain::C, Plain::D, Plain::E];
}
#[repr(u64)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Held {
    A(u8) = u64::MAX,
    B { x: u16 } = 0,
    C = 1 << 63,
    D(u8, i8) = (1 << 63) - 1,
}
impl Held {
    const ALL: &'static [Held] = &[
        Held::A(1),
        Held::A(2),
        Held::B { x: 7 },
        Held::B { x: 6 },
        Held::C,
        Held::D(1, -1),
        Held::D(1, 1),
    ];
}
#[repr(i8)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum HeldI {
    A(u8) = -1,
    B { x: u16 } = 0,
    C = 127,
    D(u8, i8) = -128,
}
impl HeldI {
    const ALL: &'static [HeldI] = &[
        HeldI::A(1),
        HeldI::A(2),
        HeldI::B { x: 7 },
        HeldI::B { x: 6 },
        HeldI::C,
        HeldI::D(1, -1),
        HeldI::D(1, 1),
    ];
}
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum One {
    A = 7,
}
#[repr(i8)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum One8 {
    A = -7,
}
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum InC {
    A = -5,
    B = 7,
    C = 0,
}
impl InC {
    const ALL: &'static [InC] = &[InC::A, InC::B, InC::C];
}
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Niche<'a> {
    A(&'a u8),
    B,
    C(bool),
    D(Option<bool>),
}

struct Fnv(u64);
impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for b in bytes {
            self.0 = (self.0 ^ *b as u64).wrapping_mul(0x100000001b3);
        }
        self.0 = self.0.rotate_left(5) ^ bytes.len() as u64;
    }
    fn write_isize(&mut self, i: isize) {
        self.0 = (self.0 ^ 11).wrapping_mul(31).wrapping_add(i as u64);
    }
    fn write_usize(&mut self, i: usize) {
        self.0 = (self.0 ^ 12).wrapping_mul(31).wrapping_add(i as u64);
    }
    fn write_i64(&mut self, i: i64) {
        self.0 = (self.0 ^ 13).wrapping_mul(31).wrapping_add(i as u64);
    }
    fn write_u8(&mut self, i: u8) {
        self.0 = (self.0 ^ 14).wrapping_mul(31).wrapping_add(i as u64);
    }
    fn write_i8(&mut self, i: i8) {
        self.0 = (self.0 ^ 15).wrapping_mul(31).wrapping_add(i as u64);
    }
}
fn all<T: Ord + PartialOrd + Hash + Copy>(h: &mut u64, list: &[T]) {
    let mut put = |v: u64| *h = h.wrapping_mul(1099511628211) ^ v;
    for a in list {
        let mut f = Fnv(7);
        a.hash(&mut f);
        put(f.finish());
        let mut f = Fnv(8);
        core::mem::discriminant(a).hash(&mut f);
        put(f.finish());
        for b in list {
            put(a.cmp(b) as i8 as u8 as u64);
            put(a.partial_cmp(b).map_or(9, |o| o as i8 as u8 as u64));
            put((a < b) as u64
                | ((a <= b) as u64) << 1
                | ((a > b) as u64) << 2
                | ((a >= b) as u64) << 3
                | ((a == b) as u64) << 4
                | ((a != b) as u64) << 5);
        }
        put(list.iter().filter(|x| *x < a).count() as u64);
    }
    put(list
        .iter()
        .max()
        .map_or(0, |m| list.iter().position(|x| x == m).unwrap()) as u64);
}
fn value(i: u64) -> u64 {
    let mut h = i;
    all(&mut h, U8::ALL);
    all(&mut h, I8::ALL);
    all(&mut h, U16::ALL);
    all(&mut h, I16::ALL);
    all(&mut h, U32::ALL);
    all(&mut h, I32::ALL);
    all(&mut h, U64::ALL);
    all(&mut h, I64::ALL);
    all(&mut h, Us::ALL);
    all(&mut h, Is::ALL);
    all(&mut h, Plain::ALL);
    all(&mut h, Held::ALL);
    all(&mut h, HeldI::ALL);
    all(&mut h, InC::ALL);
    let (x, y) = (1, 2);
    all(
        &mut h,
        &[
            Niche::A(&x),
            Niche::A(&y),
            Niche::B,
            Niche::C(false),
            Niche::C(true),
            Niche::D(None),
            Niche::D(Some(true)),
        ],
    );
    all(
        &mut h,
        &[Ordering::Less, Ordering::Greater, Ordering::Equal],
    );
    all(&mut h, &[Some(3), None, Some(1)]);
    all(&mut h, &[Ok(3), Err(4), Err(1)]);
    all(&mut h, &[One::A]);
    all(&mut h, &[One8::A]);
    all::<Result<core::convert::Infallible, u8>>(&mut h, &[Err(3), Err(4)]);
    all(&mut h, &[7u32, 8]);
    all(&mut h, &[true, false]);
    h ^ U64::ALL[(i % 4) as usize] as u64 ^ Us::ALL[(i % 4) as usize] as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
