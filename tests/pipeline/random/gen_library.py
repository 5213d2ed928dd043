"""gen_library.py: what every random program may call: fixed functions that use what the generator itself does not draw. For
gen_programs.py. FUNCTIONS: (name, parameters, result, cost), parameters as (by, type)."""

TEXT = """pub fn pick<T>(c: bool, a: T, b: T) -> T {
    if c { a } else { b }
}

pub fn repeat<T, F: Fn(T) -> T>(n: u32, x: T, f: F) -> T {
    let mut x = x;
    for _ in 0..n {
        x = f(x);
    }
    x
}

pub fn put<T: Copy>(to: &mut T, x: T) {
    *to = x;
}

pub fn sum<const N: usize>(all: &[u64; N]) -> u64 {
    let mut h = N as u64;
    for i in 0..N {
        h = mix(h, all[i]);
    }
    h
}

#[derive(Clone, Copy)]
pub struct Pair<A, B> {
    pub a: A,
    pub b: B,
}

impl<A: Copy, B: Copy> Pair<A, B> {
    pub fn new(a: A, b: B) -> Self {
        Self { a, b }
    }

    pub fn swapped(&self) -> Pair<B, A> {
        Pair { a: self.b, b: self.a }
    }
}

pub struct Steps {
    pub at: u32,
    pub by: u32,
}

impl Iterator for Steps {
    type Item = u32;
    fn next(&mut self) -> Option<u32> {
        if self.at > 40 {
            return None;
        }
        self.at += self.by;
        Some(self.at)
    }
}

pub struct View<'a, T> {
    pub all: &'a [T],
    pub at: usize,
}

impl<'a, T> View<'a, T> {
    pub fn rest(&self) -> &'a [T] {
        &self.all[self.at..]
    }

    pub fn step(&mut self) -> Option<&'a T> {
        let one = self.all.get(self.at)?;
        self.at += 1;
        Some(one)
    }
}

pub fn viewed(all: &[u32; 4], k: u32) -> u32 {
    let mut view = View { all, at: (k % 3) as usize };
    let mut total = 0u32;
    while let Some(&x) = view.step() {
        if x % 3 == 0 && view.rest().len() > 1 {
            continue;
        }
        total = total.wrapping_mul(5).wrapping_add(x) ^ view.rest().first().copied().unwrap_or(9);
    }
    total
}

pub fn twist(all: &mut [u32], k: usize) {
    let n = all.len();
    all.swap(k % n, 0);
    let (left, right) = all.split_at_mut(n / 2);
    for (l, r) in left.iter_mut().zip(right.iter()) {
        *l ^= *r;
    }
    if let [first, .., last] = all {
        *first = first.wrapping_add(*last);
    }
}

pub fn twisted(all: &[u32; 4], k: usize) -> u32 {
    let mut all = *all;
    twist(&mut all, k);
    twist(&mut all[1..], k >> 3);
    all.chunks(3).map(|part| part.iter().fold(0u32, |a, b| a.rotate_left(7) ^ b)).fold(1, |a, b| a.wrapping_mul(b | 1))
}

pub fn adder(k: u32) -> impl Fn(u32) -> u32 {
    move |x| x.wrapping_add(k)
}

pub fn through(f: impl Fn(u32) -> u32, x: u32) -> u32 {
    f(f(x))
}

pub fn added(x: u32, k: u32) -> u32 {
    let mut n = 0u8;
    let counted = through(adder(k), x);
    let mut count = |by: u8| {
        n = n.wrapping_add(by);
        n
    };
    let last = (count(k as u8), count(3));
    counted ^ ((last.0 as u32) << 8) ^ last.1 as u32 ^ ((n as u32) << 16)
}

pub const fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

pub const DIVISOR: u32 = gcd(84, 36);
pub const ROWS: [[i16; 2]; 3] = [[1, -2], [3, -4], [DIVISOR as i16, i16::MIN]];

pub struct Matrix<const R: usize, const C: usize> {
    pub at: [[i16; C]; R],
}

impl<const R: usize, const C: usize> Matrix<R, C> {
    pub const SIZE: usize = R * C;

    pub fn turned(&self) -> Matrix<C, R> {
        let mut at = [[0; R]; C];
        for (r, row) in self.at.iter().enumerate() {
            for (c, x) in row.iter().enumerate() {
                at[c][r] = *x;
            }
        }
        Matrix { at }
    }
}

pub fn turned(k: i16, at: usize) -> i16 {
    let mut m = Matrix { at: ROWS };
    m.at[at % 3][at / 3 % 2] ^= k;
    let t = m.turned();
    let all = t.at.iter().flatten().copied().filter(|x| x % 2 == 0).take_while(|&x| x != k).fold(0i16, |a, x| a.wrapping_mul(3).wrapping_sub(x));
    all ^ (Matrix::<3, 2>::SIZE as i16) ^ t.at[1][at % 3]
}

pub fn chained(a: Option<u32>, b: Option<u32>) -> u32 {
    if let Some(x) = a && let Some(y) = b && x > y {
        return x - y;
    }
    let (Some(x), Some(_)) = (a, b) else {
        return match (a.is_some(), b) {
            (true, _) => 1,
            (_, Some(y @ 0..=100)) => y,
            (_, Some(y)) if matches!(y, 101 | 200..) => 2,
            _ => 3,
        };
    };
    x.count_ones()
}

pub fn searched(all: &[u32; 4], k: u32) -> u32 {
    let all = &all[..(k % 5) as usize];
    let mut end = all.len();
    let mut h = k;
    while end >= 1 {
        if all[..end].ends_with(&[k & 7]) || all[end - 1] % 3 == k % 3 {
            return h ^ end as u32;
        }
        h = h.wrapping_mul(31) ^ all[end..].len() as u32;
        end -= 1;
    }
    h
}

pub fn ordered(all: &[u32; 4], k: u32) -> u32 {
    let mut all = *all;
    all.sort_by_key(|x| (x ^ k) % 4);
    let parts = all.rchunks(3).chain(all.split(|x| x % 2 == 0)).map(|part| part.iter().fold(5u32, |a, b| a.rotate_left(3) ^ b));
    let folded = parts.fold(1u32, |a, b| a.wrapping_mul(b | 1));
    all.sort_unstable();
    folded ^ all.partition_point(|x| *x < k) as u32 ^ all.iter().rev().rposition(|x| x % 2 == 1).map_or(9, |at| at as u32)
}
"""

_words = ("array", "u32", 4)
FUNCTIONS = [
    ("sum", [("ref", ("array", "u64", 2))], "u64", 12),
    ("sum", [("ref", ("array", "u64", 3))], "u64", 16),
    ("viewed", [("ref", _words), ("value", "u32")], "u32", 30),
    ("twisted", [("ref", _words), ("value", "usize")], "u32", 40),
    ("added", [("value", "u32"), ("value", "u32")], "u32", 12),
    ("turned", [("value", "i16"), ("value", "usize")], "i16", 60),
    ("searched", [("ref", _words), ("value", "u32")], "u32", 20),
    ("ordered", [("ref", _words), ("value", "u32")], "u32", 60),
    ("chained", [("value", ("option", "u32")), ("value", ("option", "u32"))], "u32", 8),
]
