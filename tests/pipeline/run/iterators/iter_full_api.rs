// Iterator's methods
// threads: 3
// expect: 12726869430245405797 3034301510569935566 16408294430872060396
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let a = [4u32, 9, 2, 7, 7, 1, i as u32];
    let mut n = 0u64;
    let mut add = |x: u64| n = n.wrapping_mul(31).wrapping_add(x);
    add(a.iter().map(|x| x * 2).filter(|x| x % 3 == 0).sum::<u32>() as u64);
    add(a.iter().copied().filter_map(|x| x.checked_sub(3)).product::<u32>() as u64);
    add(a.iter().take_while(|x| **x != 7).count() as u64);
    add(a.iter().skip_while(|x| **x != 7).count() as u64);
    add(a.iter().map_while(|x| x.checked_sub(2)).last().unwrap_or(99) as u64);
    add(*a.iter().min_by(|x, y| (*x % 5).cmp(&(*y % 5))).unwrap() as u64);
    add(*a.iter().max_by_key(|x| (**x as i32 - 5).abs()).unwrap() as u64);
    add(*a.iter().min_by_key(|x| **x ^ 3).unwrap() as u64);
    add(a.iter().position(|x| *x == 7).unwrap() as u64);
    add(a.iter().rposition(|x| *x == 7).unwrap() as u64);
    add(a.iter().find(|x| **x > 5).copied().unwrap() as u64);
    add(a.iter().find_map(|x| if *x > 8 { Some(x * 3) } else { None }).unwrap() as u64);
    add(a.iter().any(|x| *x == 2) as u64 + a.iter().all(|x| *x > 0) as u64);
    add(a
        .iter()
        .scan(0, |s, x| {
            *s += x;
            Some(*s)
        })
        .fold(0, |n, x| n * 3 + x as u64));
    add(a.iter().flat_map(|x| 0..*x % 3).sum::<u32>() as u64);
    add([[1u8, 2], [3, 4]].iter().flatten().map(|x| *x as u64).sum());
    add(a.iter().step_by(3).map(|x| *x as u64).sum());
    add(a.iter().skip(2).take(3).rev().fold(0, |n, x| n * 10 + *x as u64));
    add(a.iter().cycle().skip(5).take(4).fold(0, |n, x| n * 10 + *x as u64));
    add(a.iter().zip(1..).map(|(x, k)| (*x * k) as u64).sum());
    let (l, r) = a.iter().fold((0, 0), |(l, r), x| if x % 2 == 0 { (l + x, r) } else { (l, r + x) });
    add((l * 100 + r) as u64);
    let mut p = a.iter().peekable();
    while let Some(x) = p.next() {
        if let Some(y) = p.peek()
            && **y < *x
        {
            add((*x - **y) as u64);
        }
    }
    let mut it = a.iter();
    add(*it.nth(2).unwrap() as u64 * 10 + it.len() as u64);
    add(*it.next_back().unwrap() as u64 + it.as_slice().len() as u64);
    add(it.by_ref().take(2).map(|x| *x as u64).sum::<u64>() + it.count() as u64);
    add(a.iter().try_fold(0u32, |n, x| n.checked_add(*x)).unwrap_or(7) as u64);
    add(a.iter().reduce(|x, y| if x > y { x } else { y }).copied().unwrap() as u64);
    add(a.iter().cmp(a[1..].iter()) as i8 as u64);
    add(a.iter().lt([5u32].iter()) as u64 + a.iter().ne(a.iter()) as u64);
    add(a.iter().inspect(|x| assert!(**x < 100)).count() as u64);
    add(std::iter::repeat(3u64).take(4).sum());
    add(std::iter::once(3u64).chain(std::iter::empty()).sum());
    add(std::iter::successors(Some(1u64), |x| if *x < 100 { Some(x * 3) } else { None }).sum());
    let mut k = 0;
    add(std::iter::from_fn(|| {
        k += 1;
        if k < 5 { Some(k) } else { None }
    })
    .sum());
    add(std::iter::repeat_with(|| 2u64).take(3).product());
    add(std::iter::zip([1u64, 2], [3, 4]).map(|(x, y)| x * y).sum());
    add(a.iter().enumerate().map(|(k, x)| k as u64 * *x as u64).sum());
    add(a.iter().rev().skip(1).step_by(2).fold(1, |n, x| n * 7 + *x as u64));
    add(a.iter().copied().is_sorted() as u64);
    add((0..10u64).rfold(0, |n, x| n * 3 + x) + (0..10u64).rfind(|x| x % 4 == 0).unwrap());
    add(a.iter().size_hint().0 as u64);
    a.iter().for_each(|x| add(*x as u64));
    add([1.5f32, 0.5, 2.0].iter().copied().fold(f32::MAX, f32::min).to_bits() as u64);
    add([1.5f64, 0.5, 2.0].into_iter().max_by(|x, y| x.total_cmp(y)).unwrap().to_bits());
    add((1..=4u64).map(|x| x * x).rev().last().unwrap());
    n
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
