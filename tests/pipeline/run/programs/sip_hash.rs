// DefaultHasher and SipHasher of numbers, texts and derived hashes, and the comparisons of what is seen as something else
// threads: 6
// expect: 7541581120933061747 1705467155521911831 17353684459177978757 5373902828396261863 15130871412783076140 1334
use core::cell::Cell;
use core::marker::PhantomData;
use core::ptr::NonNull;
use rustg_std::prelude::*;
#[allow(deprecated)]
use std::hash::{DefaultHasher, Hash, Hasher, SipHasher};

#[derive(Hash, PartialEq, PartialOrd)]
struct Key<'a> {
    name: &'a [u8],
    number: (u16, Option<i64>),
    marker: PhantomData<u8>,
}

fn of<H: Hasher>(mut hasher: H, value: impl Hash) -> u64 {
    value.hash(&mut hasher);
    hasher.finish()
}

#[allow(deprecated)]
fn value(i: usize) -> u64 {
    let key = Key { name: b"kernel", number: (7, Some(-1)), marker: PhantomData };
    match i {
        0 => of(DefaultHasher::new(), 0u8),
        1 => of(DefaultHasher::new(), key),
        2 => of(SipHasher::new(), [1u32, 2, 3]),
        3 => of(SipHasher::new_with_keys(5, 6), (true, 'x')),
        4 => of(DefaultHasher::default(), ()),
        _ => {
            let mut two = [Cell::new(3), Cell::new(4)];
            let same = NonNull::from(&mut two[0]) < NonNull::from(&mut two[1]);
            let orders = two[0] < two[1] && two[0].cmp(&two[1]).is_lt() && two[0] != two[1];
            let none: PhantomData<u8> = PhantomData;
            let digits = core::f32::MANTISSA_DIGITS + core::f64::RADIX + core::f64::MAX_10_EXP as u32;
            (same && orders && none == PhantomData && key <= key) as u64 * 1000 + digits as u64
        }
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get());
}
