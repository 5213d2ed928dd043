// NonNull of slices, texts and objects: coercions, comparisons, orders of pointers to slices
// threads: 3
// expect: 7776927834350491981 15989300834402514473 12604000547530364001
use core::cmp::Ordering;
use core::mem::size_of;
use core::ptr::{self, NonNull};
use rustg_std::prelude::*;

trait Area {
    fn area(&self) -> u32;
}
#[derive(Clone, Copy)]
struct Square(u32);
impl Area for Square {
    fn area(&self) -> u32 {
        self.0 * self.0
    }
}
#[derive(Clone, Copy)]
struct Strip(u32, u32);
impl Area for Strip {
    fn area(&self) -> u32 {
        self.0 * self.1
    }
}

/// A list whose values are of any length.
struct Part<'a> {
    values: NonNull<[u32]>,
    next: Option<NonNull<Part<'a>>>,
    name: &'a str,
}

fn total(first: NonNull<Part>) -> u32 {
    let mut sum = 0;
    let mut at = Some(first);
    while let Some(part) = at {
        let part = unsafe { part.as_ref() };
        sum += unsafe { part.values.as_ref() }.iter().sum::<u32>() * part.name.len() as u32;
        at = part.next;
    }
    sum
}

fn widen(p: NonNull<Square>) -> NonNull<dyn Area> {
    p
}

fn values(n: u32) -> [u32; 8] {
    let mut a = [n, n + 1, n + 2, n + 3];
    let mut slice: NonNull<[u32]> = NonNull::from(&mut a[1..]);
    unsafe { slice.as_mut()[0] += 5 };
    let whole: NonNull<[u32]> = NonNull::from(&a);
    let again = NonNull::slice_from_raw_parts(NonNull::from(&a[0]), 4);
    let short = NonNull::slice_from_raw_parts(whole.cast::<u32>(), 3);

    let square = Square(n + 2);
    let shapes: [NonNull<dyn Area>; 2] = [widen(NonNull::from(&square)), NonNull::from(&Strip(n, 7)) as NonNull<dyn Area>];
    let mut areas = 0;
    for shape in shapes {
        areas = areas * 1000 + unsafe { shape.as_ref() }.area();
    }
    let text: NonNull<str> = NonNull::from("grid");
    let last = Part { values: short, next: None, name: unsafe { text.as_ref() } };
    let first = Part { values: NonNull::from(&[1u32, 2][..]), next: Some(NonNull::from(&last)), name: "xy" };

    let p: *const [u32] = whole.as_ptr();
    let q = short.as_ptr().cast_const();
    let object: *const dyn Area = &square;
    let bits = [
        whole == again,
        whole == short,
        whole > short,
        p == q,
        ptr::eq(p, again.as_ptr()),
        ptr::addr_eq(p, q),
        p.cmp(&q) == Ordering::Greater,
        q.partial_cmp(&p) == Some(Ordering::Less),
        p.max(q) == p,
        unsafe { p.as_ref() }.is_some_and(|s| s.len() == 4),
        unsafe { object.as_ref() }.is_some_and(|s| s.area() == square.area()),
        NonNull::new(ptr::slice_from_raw_parts_mut(ptr::null_mut::<u32>(), 4)).is_none(),
        NonNull::new(p.cast_mut()).is_some_and(|s| s.len() == 4 && !s.is_empty()),
    ];
    let mut seen = 0;
    for (k, bit) in bits.iter().enumerate() {
        seen |= (*bit as u32) << k;
    }
    [
        whole.len() as u32 * 100 + slice.len() as u32 * 10 + short.len() as u32,
        a[1],
        areas,
        total(NonNull::from(&first)),
        seen,
        (size_of::<Option<NonNull<[u8]>>>() + 100 * size_of::<NonNull<dyn Area>>()) as u32,
        unsafe { NonNull::new_unchecked(a.as_mut_ptr()).add(2).read() },
        unsafe { (*whole.as_ptr())[3] },
    ]
}

#[kernel]
pub fn test(mut y: GridMut<u64>) {
    let t = thread::index();
    y[t] = values(t.get() as u32 + 3).iter().fold(0, |all, v| all.wrapping_mul(1_000_003) ^ *v as u64);
}
