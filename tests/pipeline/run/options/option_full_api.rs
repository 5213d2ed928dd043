// Option's methods
// threads: 4
// panics: 9 attempt to multiply with overflow
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let s = if i % 2 == 0 { Some(i as u32) } else { None };
    let mut n = 0u64;
    let mut add = |x: u64| n = n * 31 + x;
    add(s.is_some_and(|x| x > 1) as u64);
    add(s.is_none_or(|x| x > 1) as u64);
    add(s.map_or_else(|| 5, |x| x as u64 + 1));
    add(s.ok_or(3u8).map_or_else(|e| e as u64, |x| x as u64));
    add(s.ok_or_else(|| 4u8).unwrap_or(8) as u64);
    add(s.and(Some(1u8)).unwrap_or(9) as u64);
    add(s.and_then(|x| x.checked_sub(1)).unwrap_or(7) as u64);
    add(s.filter(|x| *x == 2).unwrap_or_default() as u64);
    add(s.or(Some(12)).unwrap() as u64);
    add(s.or_else(|| Some(13)).unwrap() as u64);
    add(s.xor(Some(14)).unwrap_or(0) as u64);
    let mut m = s;
    add(*m.get_or_insert(21) as u64);
    add(m.take().unwrap() as u64);
    add(m.is_none() as u64);
    add(*m.get_or_insert_with(|| 22) as u64);
    add(m.replace(6).unwrap() as u64);
    add(*m.insert(40) as u64);
    add(m.take_if(|x| *x == 40).unwrap_or(0) as u64);
    if let Some(x) = m.as_mut() {
        *x += 1;
    }
    add(s.zip(Some(3u8)).map_or(0, |(a, b)| a as u64 + b as u64));
    add(Some((1u8, 2u16)).unzip().1.unwrap() as u64);
    add(Some(Some(4u8)).flatten().unwrap() as u64);
    add(s.iter().count() as u64);
    add(s.into_iter().chain(Some(5)).sum::<u32>() as u64);
    add(s.as_ref().copied().unwrap_or(1) as u64);
    add(Some(&3u8).cloned().unwrap() as u64);
    add(s.as_slice().len() as u64);
    add(s.inspect(|x| assert!(*x < 10)).is_some() as u64);
    add(Some(Ok::<u8, u8>(3)).transpose().unwrap().unwrap() as u64);
    add((s < Some(1)) as u64 + (s == None) as u64 * 2 + (None < s) as u64 * 4);
    add(s.max(Some(1)).unwrap() as u64);
    add(s.map(|x| x + 1).unwrap_or_else(|| 50) as u64);
    n
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
