// constants of constants: const fn with mutable references, tables, traits, enums
// threads: 4
// expect: 222969776 6252969781 6122969788 6252969797
use rustg_std::prelude::*;

const fn fill(a: &mut [u8; 4], by: u8) -> u8 {
    let mut k = 0;
    while k < a.len() {
        a[k] = a[k].wrapping_mul(by).wrapping_add(k as u8);
        k += 1;
    }
    a[3]
}
const FILLED: ([u8; 4], u8) = {
    let mut a = [1, 2, 3, 4];
    let last = fill(&mut a, 3);
    (a, last)
};
const fn find(hay: &[u8], needle: u8) -> Option<usize> {
    let mut k = 0;
    while k < hay.len() {
        if hay[k] == needle {
            return Some(k);
        }
        k += 1;
    }
    None
}
const AT: usize = match find(b"hello", b'l') {
    Some(k) => k,
    None => panic!("no l"),
};
struct Lut<const N: usize> {
    t: [u16; N],
}
impl<const N: usize> Lut<N> {
    const SQUARES: Self = Self::build(2);
    const fn build(p: u32) -> Self {
        let mut t = [0; N];
        let mut k = 0;
        while k < N {
            t[k] = (k as u16).pow(p);
            k += 1;
        }
        Lut { t }
    }
    const fn max(&self) -> u16 {
        self.t[N - 1]
    }
}
trait HasTable {
    const TABLE: [u32; 4];
    const SUM: u32 = {
        let t = Self::TABLE;
        t[0] + t[1] + t[2] + t[3]
    };
}
struct A;
struct B;
impl HasTable for A {
    const TABLE: [u32; 4] = [1, 2, 3, Lut::<8>::SQUARES.max() as u32];
}
impl HasTable for B {
    const TABLE: [u32; 4] = {
        let mut t = A::TABLE;
        t[0] = A::SUM;
        t
    };
}
enum Level {
    Low = AT as isize,
    High = Level::Low as isize * 10 + BITS as isize,
}
const BITS: u32 = u64::BITS - (1u64 << 40).leading_zeros();
static WORDS: [[u8; AT]; BITS as usize - 38] = [[7; AT]; 3];
const fn generic<T: Copy, const N: usize>(x: T) -> [T; N] {
    [x; N]
}
const THREE: [Option<char>; 3] = generic(Some('x'));
const NESTED: &[&[(u8, &str)]] = &[&[(1, "a"), (2, "bc")], &[], &[(3, "def")]];
const fn total() -> usize {
    let mut n = 0;
    let mut i = 0;
    while i < NESTED.len() {
        let mut j = 0;
        while j < NESTED[i].len() {
            let (k, s) = NESTED[i][j];
            n += k as usize * s.len();
            j += 1;
        }
        i += 1;
    }
    n
}
const TOTAL: usize = total();
const F: f64 = { let x = 2.0f64; x * x / 3.0 };
const NEG: i8 = -(1 << 6) - 64;
fn sum<T: HasTable>() -> u64 {
    const K: u64 = TOTAL as u64;
    T::TABLE.iter().map(|&x| x as u64).sum::<u64>() * K + T::SUM as u64
}
fn value(i: u64) -> u64 {
    const LOCAL: [u64; 2] = [AT as u64, FILLED.1 as u64];
    let l = match i {
        0 => Level::Low,
        _ => Level::High,
    };
    sum::<A>() + sum::<B>() * 1000 + FILLED.0[i as usize] as u64 + LOCAL[i as usize % 2] * 10_000_000 + l as u64 * 100_000_000 + WORDS[2][1] as u64 + THREE[1].map_or(0, |c| c as u64) + (F * 1e6) as u64 + NEG as u64 % 1000 + Lut::<5>::SQUARES.t[i as usize] as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
