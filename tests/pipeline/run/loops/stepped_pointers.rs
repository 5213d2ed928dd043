// Addresses that grow with counters: up and down, by constants and by what only the run tells, in nests, and left early
// threads: 16
// expect: 9367186797047703116 2081057739645221561 11123073086859692663 339152066771793607 9689028325067529705 12926345638431869815 3054661560597976249 7380153641491346809 1981507204773627078 17406060683672034966 4349701504988553066 12125303450922116880 11210954790113942844 13137615921070242267 7446487208117004934 15949356023830533681
use rustg_std::prelude::*;

unsafe fn column(x: *const u32, n: usize, stride: usize, at: usize) -> u64 {
    let mut s = 1u64;
    for l in 0..n {
        s = s.wrapping_mul(31) ^ unsafe { *x.add(l * stride + at) } as u64;
    }
    s
}

unsafe fn product(a: *const u32, b: *const u32, n: usize, i: usize, j: usize) -> u64 {
    let mut s = 0u64;
    for l in 0..n {
        s = s.wrapping_mul(3).wrapping_add(unsafe { *a.add(i * n + l) as u64 * *b.add(l * n + j) as u64 });
    }
    s
}

unsafe fn down(x: *const u32, from: i64, by: i64) -> u64 {
    let (mut k, mut s) = (from, 0u64);
    while k >= 0 {
        s = s.rotate_left(5) ^ unsafe { *x.offset((k * by + 1) as isize) } as u64;
        k = k.wrapping_sub(3);
    }
    s
}

unsafe fn nest(x: *mut u32, rows: usize, columns: usize) -> u64 {
    for r in 0..rows {
        let mut c = r % 2;
        while c < columns {
            unsafe { *x.add(r * 5 + c * 3 + 2) = (*x.add(r * 5 + c * 3)).wrapping_add(c as u32 * 7 + r as u32) };
            c = c.wrapping_add(2);
        }
    }
    (0..30).fold(0, |h: u64, k| h.wrapping_mul(31).wrapping_add(unsafe { *x.add(k) } as u64))
}

unsafe fn left(x: *const u32, n: usize, stride: usize, stop: u32) -> u64 {
    let (mut l, mut s) = (0usize, 9u64);
    while l < n {
        let v = unsafe { *x.add(l * stride) };
        l = l.wrapping_add(1);
        if v % 7 == stop {
            break;
        }
        if v & 1 == 1 {
            s = s.wrapping_add(unsafe { *x.add((l - 1) * stride + 1) } as u64 * 5);
        }
        s = s.wrapping_mul(11) ^ v as u64;
    }
    s ^ (l as u64) << 50
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let n = t.get();
    let mut x = [0u32; 64];
    for k in 0..64 + n % 1 {
        x[k] = (k as u32 + 1).wrapping_mul(2_654_435_761) >> 7 ^ n as u32;
    }
    let p = x.as_ptr();
    // SAFETY: no index goes beyond 63.
    let parts = unsafe {
        [
            column(p, n % 10, 6, 3),
            column(p, 7, n % 9, n % 5),
            product(p, p.add(20), n % 5, n % 3 * (n % 5) / 5, n % 4),
            down(p, n as i64, 3),
            down(p, 14 - n as i64, (n as i64 % 4) + 1),
            left(p, 20, n % 3 + 1, (n % 7) as u32),
            nest(x.as_mut_ptr(), n % 4, n % 6),
        ]
    };
    out[t] = parts.iter().fold(0, |h: u64, p| h.wrapping_mul(0x100_0000_01b3) ^ p);
}
