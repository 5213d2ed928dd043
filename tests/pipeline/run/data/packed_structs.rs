// repr(packed): sizes, reads, writes, patterns, derives, unions, arrays and raw pointers to fields
// threads: 10
// expect: 7 8 305419896 1 21 3 60 9 6 16909060
use rustg_std::prelude::*;

#[derive(Clone, Copy, PartialEq, PartialOrd, Default)]
#[repr(C, packed)]
struct Head {
    kind: u8,
    len: u32,
    sum: u16,
}

#[derive(Clone, Copy)]
#[repr(packed(2))]
struct Loose {
    a: u8,
    b: u32,
    c: u8,
}

#[repr(packed)]
struct Nested {
    small: bool,
    inner: (u64, Head),
    list: [u32; 3],
}

#[repr(packed)]
struct Mixed<T>(u8, T, Option<u32>);

#[repr(C, packed)]
union Bits {
    word: u32,
    bytes: [u8; 4],
}

struct Counts<'a>(&'a core::cell::Cell<u64>, u64);
impl Drop for Counts<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() + self.1);
    }
}
#[repr(packed)]
struct Holds<'a>(#[allow(dead_code)] u8, #[allow(dead_code)] Counts<'a>);

const HEAD: Head = Head { kind: 1, len: 0x12345678, sum: 2 };
static HEADS: [Head; 2] = [Head { kind: 3, len: 4, sum: 5 }, HEAD];

fn value(i: usize) -> u64 {
    let mut n = Nested { small: true, inner: (1, HEAD), list: [10, 20, 30] };
    match i {
        0 => core::mem::size_of::<Head>() as u64 * core::mem::align_of::<Head>() as u64,
        1 => core::mem::size_of::<Loose>() as u64 + core::mem::align_of::<Loose>() as u64 - 2 + 2,
        2 => HEADS[1].len as u64,
        3 => (HEAD == HEADS[1] && HEAD > Head::default() && HEAD.clone() != HEADS[0]) as u64,
        4 => {
            let Nested { inner: (x, Head { kind, .. }), .. } = n;
            n.inner.0 = 20;
            let y = n.inner.0;
            y + (x == 1 && kind == 1) as u64
        }
        5 => {
            let m = Mixed(1, 2.5f32, Some(3));
            match m {
                Mixed(1, f, Some(k)) => k as u64 * (f == 2.5) as u64,
                _ => 0,
            }
        }
        6 => {
            let mut sum = 0;
            for k in 0..3 {
                sum += n.list[k];
            }
            sum as u64
        }
        7 => {
            n.inner.1.len = 8;
            let at = &raw mut n.inner.1.len;
            unsafe { at.write_unaligned(at.read_unaligned() + 1) };
            n.inner.1.len as u64
        }
        8 => {
            let cell = core::cell::Cell::new(0);
            drop(Holds(0, Counts(&cell, 6)));
            cell.get()
        }
        _ => {
            let b = Bits { word: 0x01020304 };
            let copy = unsafe { b.bytes };
            let first = &n.small;
            u32::from_le_bytes(copy) as u64 * *first as u64
        }
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get());
}
