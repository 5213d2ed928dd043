// what is divided by a constant, or is its element of an array, is promoted where the constant's value allows it
// threads: 1
// expect: 55
use rustg_std::prelude::*;

const TWO: i64 = 2;
const LOW: i64 = -1;
const AT: usize = 2;

struct Of<T>(T);

impl<T> Of<T> {
    const FOUR: i64 = 4;
    const EMPTY: [T; 0] = [];
    const IN_PART: Of<(i64, [T; 0])> = Of((5, []));
    const NONE: Option<T> = None;
}

trait Divides {
    const BY: i64;
}

impl Divides for u8 {
    const BY: i64 = 5;
}

fn by_constant() -> &'static i64 {
    &(20 / TWO)
}

fn by_minus_one() -> &'static i64 {
    &(-7 / LOW)
}

fn of_minus() -> &'static i64 {
    &(-9 % -(4))
}

fn by_generic<T>() -> &'static i64 {
    &(8 / Of::<T>::FOUR)
}

fn by_concrete() -> &'static i64 {
    &(12 / Of::<u8>::FOUR)
}

fn by_associated() -> &'static i64 {
    &(35 / <u8 as Divides>::BY)
}

fn by_greatest() -> &'static i64 {
    &(10 / i64::MAX)
}

fn at_constant() -> &'static (i64, i64) {
    &([1, 2, 30][AT], [4, 5, 6][{ 1 }])
}

const fn empty<T>() -> &'static [T; 0] {
    &Of::<T>::EMPTY
}

const fn in_part<T>() -> &'static i64 {
    &(Of::<T>::IN_PART.0).0
}

fn none<T: 'static>() -> &'static Option<T> {
    &Of::<T>::NONE
}

#[rustg_std::kernel]
pub fn test(mut out: GridMut<u64>) {
    let few = [by_constant(), by_minus_one(), of_minus(), by_greatest()];
    let others = [by_generic::<u8>(), by_concrete(), by_associated()];
    let mut sum = at_constant().0 + at_constant().1 - at_constant().1 - *in_part::<u8>();
    for one in few.iter().chain(others.iter()) {
        sum += **one;
    }
    sum += empty::<Option<u8>>().len() as i64 + none::<u16>().is_none() as i64 - 2;
    out[thread::index()] = sum as u64 + at_constant().0 as u64 - 27;
}
