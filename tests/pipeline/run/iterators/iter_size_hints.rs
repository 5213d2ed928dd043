// size_hint of every adaptor
// threads: 4
// expect: 12454233657331307958 3353347135872098143 14697428152515299736 11061887197354450601
use rustg_std::prelude::*;

fn s(h: &mut u64, it: impl Iterator<Item = u64>) {
    let (a, b) = it.size_hint();
    *h = h.wrapping_mul(1099511628211) ^ (a as u64).wrapping_mul(1000).wrapping_add(b.map_or(999, |x| x as u64));
}
fn value(i: u64) -> u64 {
    let mut h = 0u64;
    let a = [1u64, 2, 3, 4, 5, 6, i];
    let it = || a.iter().copied();
    s(&mut h, it());
    s(&mut h, it().filter(|x| *x > 2));
    s(&mut h, it().filter_map(Some));
    s(&mut h, it().enumerate().map(|(k, x)| k as u64 + x));
    s(&mut h, it().skip(2));
    s(&mut h, it().take(3));
    s(&mut h, it().step_by(2));
    s(&mut h, it().chain([1, 2]));
    s(&mut h, it().zip(0..3u64).map(|x| x.0));
    s(&mut h, it().take_while(|x| *x < 3));
    s(&mut h, it().skip_while(|x| *x < 3));
    s(&mut h, it().map_while(Some));
    s(
        &mut h,
        it().scan(0, |s, x| {
            *s += x;
            Some(*s)
        }),
    );
    s(&mut h, it().inspect(|_| ()));
    s(&mut h, it().fuse());
    s(&mut h, it().peekable());
    s(&mut h, it().flat_map(|x| [x, x]));
    s(&mut h, it().map(|x| 0..x).flatten());
    s(&mut h, it().cycle());
    s(&mut h, it().rev());
    s(&mut h, core::iter::empty());
    s(&mut h, core::iter::once(1));
    s(&mut h, core::iter::repeat(1));
    s(&mut h, core::iter::repeat_n(1, 4));
    s(&mut h, core::iter::from_fn(|| Some(1)));
    s(&mut h, core::iter::successors(Some(1), |x| Some(x + 1)));
    s(&mut h, core::iter::repeat_with(|| 1));
    s(&mut h, 0..i);
    s(&mut h, 0..=i);
    s(&mut h, i..);
    s(&mut h, (0..10).rev().skip(3).step_by(3));
    s(&mut h, "héllo".chars().map(|c| c as u64));
    s(&mut h, "héllo".bytes().map(u64::from));
    s(&mut h, a.chunks(2).map(|c| c[0]));
    s(&mut h, a.windows(3).map(|c| c[0]));
    s(&mut h, a.split(|x| *x == 3).map(|c| c.len() as u64));
    s(&mut h, a.chunk_by(|a, b| a < b).map(|c| c[0]));
    s(&mut h, a.rchunks(2).map(|c| c[0]));
    s(&mut h, Some(1).into_iter());
    s(&mut h, None.into_iter());
    s(&mut h, a.into_iter());
    s(&mut h, {
        let mut p = it().peekable();
        p.peek();
        p
    });
    s(&mut h, {
        let mut f = it().flat_map(|x| [x, x, x]);
        f.next();
        f
    });
    s(&mut h, (0..0u64).cycle());
    s(&mut h, core::iter::once_with(|| 1));
    s(&mut h, it().chain(2..).take(5));
    s(&mut h, (0..3u64).map(|x| [x; 2]).flatten());
    s(&mut h, {
        let mut f = it().fuse();
        f.nth(9);
        f
    });
    s(&mut h, {
        let mut c = it().chain(0..4);
        c.nth(8);
        c
    });
    s(&mut h, {
        let mut c = it().skip(3);
        c.next();
        c
    });
    s(&mut h, {
        let mut c = it().step_by(3);
        c.next();
        c
    });
    s(&mut h, 5..i);
    s(&mut h, {
        let mut r = 0..=3u64;
        r.nth(3);
        r
    });
    s(&mut h, core::iter::zip(0..i, 5..).map(|x| x.0));
    s(&mut h, it().rev().enumerate().map(|x| x.1).take(2).skip(1));
    s(&mut h, it().by_ref().take(100));
    s(&mut h, "a b".split(' ').map(|s| s.len() as u64));
    s(&mut h, "a b".char_indices().map(|s| s.0 as u64));
    s(&mut h, it().map(|x| x).chain(core::iter::empty()));
    s(&mut h, a.rchunks_exact(2).map(|c| c[0]));
    s(&mut h, a.iter().cloned().skip(99));
    s(&mut h, ('a'..='e').map(|c| c as u64));
    s(&mut h, a.splitn(2, |x| *x == 3).map(|c| c.len() as u64));
    s(&mut h, a.split_inclusive(|x| *x == 3).map(|c| c.len() as u64));
    h ^ it().inspect(|_| ()).len() as u64 ^ core::iter::once(i).len() as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
