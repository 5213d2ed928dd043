// Options of references, mutation through them, take and replace in loops
// threads: 4
// expect: 2431072 31043 431070 2431072
use rustg_std::prelude::*;

#[derive(Clone, Copy)]
struct Node {
    value: u32,
    next: Option<usize>,
}
fn value(i: u64) -> u64 {
    let mut nodes = [Node { value: 1, next: Some(2) }, Node { value: 2, next: None }, Node { value: 3, next: Some(1) }];
    let mut at = Some(i as usize % 3);
    let mut sum = 0u64;
    while let Some(k) = at.take() {
        let Node { value, next } = &mut nodes[k];
        *value += 1;
        sum = sum * 10 + *value as u64;
        at = next.filter(|n| *n != k);
        if let Some(n @ 2) = next {
            *n -= 1;
        }
    }
    let best = nodes.iter().max_by_key(|n| n.value).map(|n| &n.next).and_then(|n| n.as_ref()).copied().unwrap_or(9);
    if let Some(Node { next: Some(x), .. }) = nodes.first_mut() {
        *x += 10;
    }
    if let [Node { value: a, .. }, .., Node { value: b, next: c }] = &mut nodes {
        std::mem::swap(a, b);
        c.replace(4);
    }
    let opt: &mut Option<u32> = &mut Some(3);
    if let Some(x) = opt {
        *x *= 2;
    }
    let old = std::mem::replace(opt, None).or(Some(1));
    let r: Option<&mut u32> = nodes.iter_mut().map(|n| &mut n.value).find(|v| **v % 2 == 0);
    let m = match r {
        Some(v) => {
            *v += 5;
            *v as u64
        }
        None => 0,
    };
    sum * 10000
        + best as u64 * 1000
        + nodes.iter().map(|n| n.value as u64 * 3 + n.next.map_or(0, |x| x as u64)).sum::<u64>()
        + old.unwrap() as u64
        + m
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
