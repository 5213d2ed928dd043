// ptx! takes arrays, tuples and structs as registers, gives several results, and changes what `&mut` leads to
// threads: 4
// expect: 211 422 633 844
use rustg_std::prelude::*;

#[derive(Clone, Copy)]
struct Pair {
    byte: u8,
    word: u32,
}

struct Acc<const N: usize> {
    at: [f32; N],
}

impl<const N: usize> Acc<N> {
    fn add(&mut self, to: f32) {
        unsafe {
            ptx!("add.f32 {0.0.0}, {0.0.0}, {1}; add.f32 {0.0.2}, {0.0.2}, {1};", &mut *self, to, cpu = {
                self.at[0] += to;
                self.at[2] += to;
            })
        }
    }
}

fn sum(a: u128, b: u128) -> u128 {
    unsafe {
        ptx!("add.cc.u64 {out.0}, {0.0}, {1.0}; addc.u64 {out.1}, {0.1}, {1.1};", a, b, cpu = a.wrapping_add(b))
    }
}

fn join(halves: [u32; 2]) -> u64 {
    unsafe { ptx!("mov.b64 {out}, {0};", halves, cpu = halves[0] as u64 | (halves[1] as u64) << 32) }
}

fn split(both: u64) -> [u32; 2] {
    unsafe { ptx!("mov.b64 {out}, {0};", both, cpu = [both as u32, (both >> 32) as u32]) }
}

fn sorted(a: u32, b: u32) -> (u32, bool) {
    unsafe {
        ptx!("{ .reg .pred %p; min.u32 {out.0}, {0}, {1}; setp.lt.u32 %p, {0}, {1}; selp.b32 {out.1}, 1, 0, %p; }",
            a, b, cpu = (a.min(b), a < b))
    }
}

/// The result and both operands that it changes, one of which has registers narrower than PTX's.
fn all_at_once(pair: &mut Pair, count: &mut u64, by: (u32, u64)) -> i32 {
    unsafe {
        ptx!("add.u16 {0.0}, {0.0}, 1; add.u32 {0.1}, {0.1}, {2.0}; add.u64 {1}, {1}, {2.1}; neg.s32 {out}, {2.0};",
            &mut *pair, &mut *count, by, cpu = {
                pair.byte += 1;
                pair.word += by.0;
                *count += by.1;
                -(by.0 as i32)
            })
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let k = t.get() as u32 + 1;
    let mut acc = Acc::<3> { at: [0.5, 1.0, 2.5] };
    acc.add(k as f32);
    acc.add(k as f32);
    assert_eq!(acc.at, [0.5 + 2.0 * k as f32, 1.0, 2.5 + 2.0 * k as f32]);
    assert_eq!(sum(u64::MAX as u128, k as u128), u64::MAX as u128 + k as u128);
    assert_eq!(join([k, 7]), (7 << 32) | k as u64);
    assert_eq!(split((9 << 32) | k as u64), [k, 9]);
    assert_eq!(sorted(k, 3), (k.min(3), k < 3));
    let (mut pair, mut count) = (Pair { byte: 9, word: 10 * k }, 100 * k as u64);
    assert_eq!(all_at_once(&mut pair, &mut count, (k, 100 * k as u64)), -(k as i32));
    assert_eq!(pair.byte, 10);
    out[t] = count + pair.word as u64;
}
