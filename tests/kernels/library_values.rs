//! What the library computes, an expression a thread.
use rustg_std::prelude::*;

trait SortedLike {
    fn is_sorted_like(self) -> bool;
}
impl<I: Iterator<Item = u64>> SortedLike for I {
    fn is_sorted_like(mut self) -> bool {
        let mut last = match self.next() {
            Some(v) => v,
            None => return true,
        };
        for v in self {
            if v < last {
                return false;
            }
            last = v;
        }
        true
    }
}
trait FromStrLike: Sized {
    const ZERO: Self;
    fn from_str_like(s: &[u8]) -> Self;
}
impl FromStrLike for u64 {
    const ZERO: u64 = 0;
    fn from_str_like(s: &[u8]) -> u64 {
        let mut n = Self::ZERO;
        for b in s {
            n = n * 10 + (b - b'0') as u64;
        }
        n
    }
}
fn apply(f: impl Fn(u64) -> u64, v: u64) -> u64 {
    f(v)
}
fn apply_ref(f: &impl Fn(u64) -> u64, v: u64) -> u64 {
    apply(f, v)
}
fn apply_mut<F>(mut f: F) -> u64
where
    F: FnMut(u64) -> u64,
{
    let g = &mut f;
    g(1) + g(2)
}
fn double(v: u64) -> u64 {
    v * 2
}
#[derive(Clone, Copy, Debug, PartialEq, Default)]
enum Shape {
    Circle {
        r: u64,
    },
    Rect(u64, u64),
    #[default]
    Unit,
}
impl Shape {
    fn area(&self) -> u64 {
        match self {
            Shape::Circle { r } => r * r * 3,
            &Shape::Rect(a, b) => a * b,
            Shape::Unit => 1,
        }
    }
}
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
struct Point {
    x: i32,
    y: i32,
}
impl std::ops::Add for Point {
    type Output = Point;
    fn add(self, o: Point) -> Point {
        Point { x: self.x + o.x, y: self.y + o.y }
    }
}
impl std::iter::Sum for Point {
    fn sum<I: Iterator<Item = Point>>(iter: I) -> Point {
        iter.fold(Point::default(), |a, b| a + b)
    }
}
fn total_of(p: &[Point]) -> Point {
    p.iter().copied().sum()
}
fn generic_sum<T: Copy + std::iter::Sum<T>>(v: &[T]) -> T {
    v.iter().copied().sum()
}
#[kernel]
pub fn library_values(x: &[u32], y: &[u32], mut out: GridMut<u64>) {
    let i = thread::index();
    let v: u64 = match i.get() {
        0 => (0..10u64).sum::<u64>(),
        1 => (1..=5u64).product::<u64>(),
        2 => (0..20u64).step_by(3).sum::<u64>(),
        3 => (0..20u64).rev().step_by(3).fold(0, |h, x| h * 31 + x),
        4 => (3..=9u64).rev().fold(0, |h, x| h * 31 + x),
        5 => x.iter().enumerate().fold(0u64, |h, (i, v)| h.wrapping_mul(31).wrapping_add(i as u64 ^ *v as u64)),
        6 => x.iter().rev().enumerate().fold(0u64, |h, (i, v)| h.wrapping_mul(31).wrapping_add(i as u64 ^ *v as u64)),
        7 => x.iter().enumerate().rev().fold(0u64, |h, (i, v)| h.wrapping_mul(31).wrapping_add(i as u64 ^ *v as u64)),
        8 => x.iter().zip(y.iter()).map(|(a, b)| (a * b) as u64).sum::<u64>(),
        9 => x.iter().zip(y).rev().fold(0u64, |h, (a, b)| h * 7 + (*a as u64) + (*b as u64)),
        10 => x.iter().copied().filter(|v| v % 2 == 0).count() as u64,
        11 => x.iter().filter_map(|v| v.checked_sub(5)).map(|v| v as u64).sum::<u64>(),
        12 => x.iter().skip(2).take(3).map(|v| *v as u64).fold(0, |h, v| h * 100 + v),
        13 => x.iter().take(4).rev().map(|v| *v as u64).fold(0, |h, v| h * 100 + v),
        14 => x.iter().skip(4).rev().map(|v| *v as u64).fold(0, |h, v| h.wrapping_mul(100) + v),
        15 => x.iter().step_by(2).rev().map(|v| *v as u64).fold(0, |h, v| h.wrapping_mul(100) + v),
        16 => x.iter().chain(y.iter()).map(|v| *v as u64).fold(0, |h, v| h.wrapping_mul(10) + v),
        17 => x.iter().chain(y.iter()).rev().map(|v| *v as u64).fold(0, |h, v| h.wrapping_mul(10) + v),
        18 => *x.iter().max().unwrap() as u64,
        19 => *x.iter().min().unwrap_or(&9) as u64,
        20 => *x.iter().max_by_key(|v| (**v as i32 - 20).abs()).unwrap() as u64,
        21 => *x.iter().min_by(|a, b| (*a % 7).cmp(&(*b % 7))).unwrap() as u64,
        22 => x.iter().position(|v| *v == 12).map_or(99, |p| p as u64),
        23 => x.iter().rposition(|v| *v < 12).map_or(99, |p| p as u64),
        24 => x.iter().any(|v| *v == 3) as u64 + 2 * x.iter().all(|v| *v < 100) as u64,
        25 => x.iter().find(|v| **v > 20).copied().unwrap_or(1) as u64,
        26 => x.iter().find_map(|v| if *v > 10 { Some(*v as u64 * 2) } else { None }).unwrap_or(5),
        27 => x
            .iter()
            .scan(1u64, |s, v| {
                *s = s.wrapping_mul(3) + *v as u64;
                Some(*s)
            })
            .last()
            .unwrap(),
        28 => x.iter().take_while(|v| **v < 30).count() as u64 * 10 + x.iter().skip_while(|v| **v < 30).count() as u64,
        29 => x.iter().map_while(|v| v.checked_sub(1)).map(|v| v as u64).sum::<u64>(),
        30 => x.iter().flat_map(|v| 0..(*v % 4) as u64).fold(0, |h, v| h * 5 % 1000003 + v),
        31 => [[1u64, 2], [3, 4]].iter().flatten().fold(0, |h, v| h * 10 + v),
        32 => [[1u64, 2], [3, 4]].into_iter().flatten().fold(0, |h, v| h * 10 + v),
        33 => x.iter().peekable().peek().map_or(0, |v| **v as u64),
        34 => {
            let mut p = x.iter().copied().peekable();
            let mut n = 0u64;
            while let Some(v) = p.next() {
                if let Some(w) = p.peek() {
                    n = n * 3 + (v < *w) as u64;
                }
            }
            n
        }
        35 => x.iter().cycle().take(20).map(|v| *v as u64).fold(0, |h, v| h.wrapping_mul(3) + v),
        36 => x.windows(3).map(|w| (w[0] + w[1] + w[2]) as u64).fold(0, |h, v| h * 7 + v),
        37 => x.chunks(3).map(|c| c.len() as u64 * 100 + c[0] as u64).fold(0, |h, v| h * 7 + v),
        38 => x.chunks(3).rev().map(|c| c.len() as u64 * 100 + c[0] as u64).fold(0, |h, v| h * 7 + v),
        39 => x.chunks_exact(3).map(|c| c.iter().map(|v| *v as u64).sum::<u64>()).fold(0, |h, v| h * 7 + v),
        40 => x.chunks_exact(3).remainder().len() as u64,
        41 => x.first().copied().unwrap() as u64 + 100 * x.last().copied().unwrap() as u64,
        42 => x.split_at(3).0.len() as u64 * 10 + x.split_at(3).1[0] as u64,
        43 => x.get(2..5).map_or(0, |s| s.len() as u64) + x.get(5..99).map_or(100, |s| s.len() as u64),
        44 => {
            x[1..4].iter().map(|v| *v as u64).sum::<u64>()
                + x[..2].len() as u64
                + x[6..].len() as u64
                + x[..=2].len() as u64
                + x[2..=3].len() as u64
                + x[..].len() as u64
        }
        45 => x.contains(&12) as u64 + 2 * x.starts_with(&[5, 12]) as u64 + 4 * x.ends_with(&[3]) as u64,
        46 => x.split_first().map_or(0, |(a, r)| *a as u64 * 10 + r.len() as u64),
        47 => x.split_last().map_or(0, |(a, r)| *a as u64 * 10 + r.len() as u64),
        48 => {
            let mut a = [5u32, 3, 9, 1, 7, 7, 2];
            a.sort_unstable();
            a.iter().fold(0u64, |h, v| h * 10 + *v as u64)
        }
        49 => {
            let mut a = [5u32, 3, 9, 1, 7];
            a.sort_unstable_by(|p, q| q.cmp(p));
            a.reverse();
            a.swap(0, 4);
            a.iter().fold(0u64, |h, v| h * 10 + *v as u64)
        }
        50 => {
            let mut a = [1u32, 2, 3, 4, 5];
            a.rotate_left(2);
            a.iter().fold(0u64, |h, v| h * 10 + *v as u64)
        }
        51 => {
            let mut a = [1u32, 2, 3, 4, 5];
            a.rotate_right(1);
            a[1..3].fill(8);
            a.iter().fold(0u64, |h, v| h * 10 + *v as u64)
        }
        52 => {
            let mut a = [0u32; 4];
            a.copy_from_slice(&x[..4]);
            a.iter().map(|v| *v as u64).sum::<u64>()
        }
        53 => {
            let mut a = [0u32; 4];
            for (i, v) in a.iter_mut().enumerate() {
                *v = i as u32 * 3;
            }
            a.iter().map(|v| *v as u64).sum::<u64>()
        }
        54 => {
            let mut a = [1u32, 2, 3, 4, 5];
            for c in a.chunks_mut(2) {
                c[0] += 10;
            }
            a.iter().fold(0u64, |h, v| h * 100 + *v as u64)
        }
        55 => {
            let mut a = [1u32, 2, 3, 4];
            let (l, r) = a.split_at_mut(2);
            l[0] = r[1];
            r[0] = 9;
            a.iter().fold(0u64, |h, v| h * 10 + *v as u64)
        }
        56 => [1u32, 3, 5, 7].binary_search(&5).map_or_else(|e| e as u64 + 100, |v| v as u64),
        57 => [1u32, 3, 5, 7].binary_search(&4).map_or_else(|e| e as u64 + 100, |v| v as u64),
        58 => [1u32, 3, 5, 7].partition_point(|v| *v < 6) as u64,
        59 => [1u32, 2, 3].map(|v| v as u64 * 2).iter().sum::<u64>(),
        60 => std::array::from_fn::<u64, 5, _>(|i| i as u64 * i as u64).iter().sum::<u64>(),
        61 => ([1, 2, 3] == [1, 2, 3]) as u64 + 2 * ([1, 2] < [1, 3]) as u64 + 4 * (x[..2] == [5, 12]) as u64,
        62 => {
            ((1, 2.5) < (1, 3.0)) as u64
                + 2 * ((2, 'a', true) == (2, 'a', true)) as u64
                + 4 * ((1, 2).cmp(&(1, 1)) as i32 as u64)
        }
        63 => Some(3u64).map(|v| v + 1).and_then(|v| if v > 3 { Some(v * 2) } else { None }).unwrap_or(0),
        64 => Some(3u64).filter(|v| *v > 5).or(Some(8)).xor(None).unwrap_or_default(),
        65 => None::<u64>.or_else(|| Some(4)).map_or(0, |v| v) + None::<u64>.unwrap_or_else(|| 6),
        66 => Some(2u64).zip(Some(3u64)).map_or(0, |(a, b)| a * 10 + b),
        67 => Some(2u64).ok_or(5u32).unwrap() + None::<u64>.ok_or(5u64).unwrap_err(),
        68 => Some(Some(4u64)).flatten().unwrap() + Some(1u64).is_some_and(|v| v == 1) as u64,
        69 => {
            let mut o = Some(5u64);
            let t = o.take();
            let r = o.replace(9);
            t.unwrap() * 100 + r.is_none() as u64 * 10 + o.unwrap()
        }
        70 => {
            let mut o = None;
            *o.get_or_insert(3u64) += 4;
            *o.insert(10) += 1;
            o.unwrap()
        }
        71 => {
            let mut o = Some(5u64);
            if let Some(v) = o.as_mut() {
                *v += 2;
            }
            o.as_ref().copied().unwrap() + o.iter().sum::<u64>()
        }
        72 => (Some(1) < Some(2)) as u64 + 2 * (None < Some(0)) as u64 + 4 * (Some(3) == Some(3)) as u64,
        73 => Ok::<u64, u32>(3)
            .map(|v| v + 1)
            .map_err(|e| e + 1)
            .and_then(|v| if v > 9 { Ok(v) } else { Err(77) })
            .unwrap_or_else(|e| e as u64),
        74 => u8::try_from(300i32).is_err() as u64 + 2 * u64::from(u8::try_from(200i32).unwrap()),
        75 => {
            i32::try_from(5_000_000_000i64).map_or(1, |v| v as u64)
                + <i64 as TryInto<u16>>::try_into(77i64).unwrap() as u64
        }
        76 => {
            let v: f64 = 3i32.into();
            let w: i64 = i64::from(7u32);
            v as u64 * 10 + w as u64
        }
        77 => {
            let mut a = 3u64;
            let mut b = 4;
            std::mem::swap(&mut a, &mut b);
            let o = std::mem::replace(&mut a, 9);
            a * 100 + b * 10 + o + std::mem::take(&mut b) + b
        }
        78 => {
            std::mem::size_of::<(u8, u32)>() as u64 * 100
                + align_of::<u64>() as u64
                + size_of::<Option<u32>>() as u64 * 10000
        }
        79 => std::cmp::max(3u64, 9) * 10 + std::cmp::min(3, 2) + 5u64.clamp(7, 9) * 100,
        80 => {
            let c = std::cell::Cell::new(5u64);
            c.set(c.get() + 1);
            let o = c.replace(11);
            o * 100 + c.get()
        }
        81 => {
            'x' as u64
                + 'A'.to_ascii_lowercase() as u64 * 1000
                + '7'.to_digit(10).unwrap() as u64
                + 'é'.len_utf8() as u64
                + 'f'.is_ascii_hexdigit() as u64
        }
        82 => {
            char::from_u32(0x41).map_or(0, |c| c as u64)
                + char::from_u32(0xD800).map_or(1, |c| c as u64)
                + char::from_digit(11, 16).unwrap() as u64
        }
        83 => ('a'..='e').map(|c| c as u64).sum::<u64>() + ('a'..'e').rev().count() as u64,
        84 => b"hello".iter().fold(0u64, |h, b| h * 31 + *b as u64) + "wörld".len() as u64 + "abc".as_bytes()[1] as u64,
        85 => ("abc" < "abd") as u64 + 2 * ("abc" == "abc") as u64,
        86 => true.then(|| 5u64).unwrap_or(1) + false.then_some(3u64).unwrap_or(20),
        87 => {
            (3..10).contains(&5) as u64
                + 2 * (3..=10).contains(&10) as u64
                + 4 * (5..3).is_empty() as u64
                + 8 * (1.0..2.0).contains(&1.5) as u64
        }
        88 => (0..10).len() as u64 + (0..=10u8).len() as u64 * 100 + (0..10).step_by(4).len() as u64 * 10000,
        89 => (0..u8::MAX).rev().nth(3).unwrap() as u64 + (250..=u8::MAX).map(|v| v as u64).sum::<u64>(),
        90 => (0..5u64).map(|v| v * v).rev().fold(0, |h, v| h * 20 + v),
        91 => (1..4u64).flat_map(|a| (0..a).map(move |b| a * 10 + b)).fold(0, |h, v| h * 3 + v),
        92 => {
            std::iter::once(3u64).chain(std::iter::repeat(2).take(3)).sum::<u64>()
                + std::iter::empty::<u64>().count() as u64
        }
        93 => {
            std::iter::successors(Some(1u64), |v| if *v < 100 { Some(v * 3) } else { None }).fold(0, |h, v| h * 10 + v)
        }
        94 => {
            let mut n = 0u64;
            std::iter::from_fn(|| {
                n += 1;
                if n < 5 { Some(n * n) } else { None }
            })
            .sum::<u64>()
        }
        95 => {
            let mut it = (0..10u64).into_iter();
            let a: u64 = it.by_ref().take(3).sum();
            a * 100 + it.sum::<u64>()
        }
        96 => (0..3u64).eq([0, 1, 2]) as u64 + 2 * (0..6u64).is_sorted_like() as u64,
        97 => std::num::Wrapping(250u8).0 as u64 + (std::num::Wrapping(250u8) + std::num::Wrapping(10)).0 as u64 * 1000,
        98 => apply(|v| v * 3, 5) + apply(double, 7) + apply_ref(&|v| v + x.len() as u64, 1) + apply_mut(|v| v + 1),
        99 => {
            let mut total = 0u64;
            (0..5u64).for_each(|v| total += v);
            let mut add = |v: u64| total += v;
            add(3);
            add(4);
            total
        }
        100 => {
            Shape::Circle { r: 3 }.area()
                + Shape::Rect(2, 5).area() * 100
                + Shape::Unit.area() * 10000
                + Shape::default().area()
        }
        101 => {
            let p = Point { x: 1, y: 2 };
            let q = Point { y: 5, ..p };
            (p + q).x as u64 * 100
                + (p + q).y as u64
                + (p == q) as u64
                + p.max(q).y as u64 * 1000
                + (Point::default() < p) as u64
        }
        102 => total_of(&[Point { x: 1, y: 2 }, Point { x: 3, y: 4 }]).y as u64,
        103 => generic_sum(&[1.5f32, 2.5]) as u64 + generic_sum(&[1u8, 2, 3]) as u64 * 100,
        104 => {
            std::cmp::Reverse(3).cmp(&std::cmp::Reverse(4)) as i32 as u64
                + 2.5f64.total_cmp(&1.0) as i32 as u64
                + 3i32.cmp(&3).then(1.cmp(&2)).reverse() as i32 as u64
        }
        105 => 1u32.checked_add(2).and_then(|v| v.checked_mul(3)).map(u64::from).unwrap_or(0),
        106 => {
            x.iter().map(|v| *v as f32).fold(0.0f32, |a, b| a.max(b)) as u64
                + x.iter().map(|v| *v as f64).sum::<f64>() as u64
        }
        107 => u64::from_str_like(b"1234"),
        _ => 0,
    };
    if i < out.len() {
        out[i] = v;
    }
}
