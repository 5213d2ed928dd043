// sums and products of saturating and of wrapping numbers, and characters that are not zero
// threads: 1
// expect: 16843009144
// prints: (255, 255, 255, 255) (3, 144, 3, 144)
// prints: (340282366920938463463374607431768211455, 340282366920938463463374607431768211455, 340282366920938463463374607431768211455, 340282366920938463463374607431768211455) (-3, -1, -3, -1)
// prints: None Some('é') x
use rustg_std::prelude::*;
use std::num::{NonZero, Saturating, Wrapping};

fn of_all<T>(x: [T; 3]) -> (T, T, T, T)
where
    T: Copy + core::iter::Sum + core::iter::Product + for<'a> core::iter::Sum<&'a T> + for<'a> core::iter::Product<&'a T>,
{
    (x.iter().sum(), x.iter().product(), x.into_iter().sum(), x.into_iter().product())
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    println!("{:?} {:?}", of_all([Saturating(200u8), Saturating(50), Saturating(9)]), of_all([Wrapping(200u8), Wrapping(50), Wrapping(9)]));
    println!("{:?} {:?}", of_all([Saturating(1u128 << 127); 3]), of_all([Wrapping(-1i64); 3]));
    println!("{:?} {:?} {}", NonZero::new('\0'), NonZero::new('é'), NonZero::new('x').unwrap());
    let sizes = (size_of::<Option<NonZero<char>>>(), size_of::<Option<Option<NonZero<char>>>>());
    let mut bytes = [1u32, 2, 3];
    unsafe { core::intrinsics::write_bytes(bytes.as_mut_ptr(), 1, 2) };
    out[t] = sizes.0 as u64 + 10 * sizes.1 as u64 + 100 * (NonZero::new('a') < NonZero::new('b')) as u64 + bytes[1] as u64 * 1000;
}
