// slices split, in chunks and runs, from either end and to write to
// threads: 4
// expect: 6903015863580686414 13390705257985820739 10957613185645183470 8510457376457330699
use rustg_std::prelude::*;

fn f<'a>(acc: &mut u64, it: impl Iterator<Item = &'a [u8]>) {
    for s in it {
        *acc = acc.wrapping_mul(31).wrapping_add(s.len() as u64 * 7 + s.first().copied().unwrap_or(9) as u64);
    }
    *acc = acc.wrapping_mul(131);
}
fn m<'a>(acc: &mut u64, it: impl Iterator<Item = &'a mut [u8]>) {
    for s in it {
        *acc = acc.wrapping_mul(31).wrapping_add(s.len() as u64 * 7 + s.first().copied().unwrap_or(9) as u64);
        if let Some(x) = s.last_mut() {
            *x = x.wrapping_add(1);
        }
    }
    *acc = acc.wrapping_mul(131);
}
fn value(i: u64) -> u64 {
    let all: [&[u8]; 4] = [b"ab,cd,,e", b",x,", b"", b"none"];
    let s = all[i as usize];
    let mut a = 0u64;
    f(&mut a, s.split(|c| *c == b','));
    f(&mut a, s.split(|c| *c == b',').rev());
    f(&mut a, s.rsplit(|c| *c == b','));
    f(&mut a, s.splitn(2, |c| *c == b','));
    f(&mut a, s.rsplitn(2, |c| *c == b','));
    f(&mut a, s.split_inclusive(|c| *c == b','));
    f(&mut a, s.split_inclusive(|c| *c == b',').rev());
    f(&mut a, s.splitn(0, |c| *c == b','));
    let mut b = [0u8; 8];
    let n = s.len();
    b[..n].copy_from_slice(s);
    let b = &mut b[..n];
    m(&mut a, b.split_mut(|c| *c == b','));
    m(&mut a, b.rsplit_mut(|c| *c == b'-'));
    m(&mut a, b.splitn_mut(2, |c| *c == b','));
    m(&mut a, b.rsplitn_mut(2, |c| *c == b','));
    m(&mut a, b.split_inclusive_mut(|c| *c < b'c'));
    m(&mut a, b.split_mut(|c| *c == b'b').rev());
    m(&mut a, b.split_inclusive_mut(|c| *c < b'c').rev());
    f(&mut a, s.rchunks(3));
    f(&mut a, s.rchunks(3).rev());
    f(&mut a, s.rchunks_exact(3));
    f(&mut a, s.rchunks_exact(3).rev());
    m(&mut a, b.rchunks_mut(3));
    m(&mut a, b.rchunks_exact_mut(3));
    m(&mut a, b.rchunks_mut(3).rev());
    m(&mut a, b.chunks_exact_mut(3).rev());
    f(&mut a, s.chunk_by(|x, y| x < y));
    f(&mut a, s.chunk_by(|x, y| x < y).rev());
    m(&mut a, b.chunk_by_mut(|x, y| x <= y));
    m(&mut a, b.chunk_by_mut(|x, y| x <= y).rev());
    f(&mut a, s.array_windows::<3>().map(|w| &w[..]));
    f(&mut a, s.array_windows::<2>().rev().map(|w| &w[..]));
    let (c, r) = s.as_chunks::<3>();
    a += c.len() as u64 * 5 + r.len() as u64;
    let (r, c) = s.as_rchunks::<3>();
    a += c.len() as u64 * 50 + r.len() as u64;
    let (c, _) = b.as_chunks_mut::<2>();
    for x in c {
        x.swap(0, 1);
    }
    let (_, c) = b.as_rchunks_mut::<2>();
    for x in c {
        x[1] ^= 3;
    }
    a ^ b.iter().fold(0, |h, x| h * 7 + *x as u64)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
