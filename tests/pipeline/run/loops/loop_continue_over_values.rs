// A jump to the next round passes over values that the rest of the round defines.
// threads: 4
// expect: 27063 27078 15045 3027
use rustg_std::prelude::*;

#[inline(never)]
fn pair(a: u64, b: u64) -> [u64; 2] {
    [a * 3, b + 1]
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let i = t.get() as u64;
    let mut sum = 0u64;
    let mut k = 0u64;
    'rounds: loop {
        if k == 6 {
            break;
        }
        k += 1;
        for j in 0..4u64 {
            if j + k == i + 2 {
                continue 'rounds;
            }
            match j * k {
                6 => continue 'rounds,
                n => sum += n,
            }
        }
        let both = pair(k, i);
        let again = pair(both[1], sum);
        sum += both[0] * 1000 + again[0] + again[1] % 7;
    }
    out[t] = sum;
}
