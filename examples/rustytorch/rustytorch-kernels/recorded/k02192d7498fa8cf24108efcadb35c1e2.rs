// SAFETY of all reads: places of elements of the shape, which the host knows to lie in the slices.
use rustg_std::prelude::*;

fn philox(seed: i64, call: i64, element: u64) -> [u32; 4] {
    let mut c = [element as u32, (element >> 32) as u32, call as u32, (call >> 32) as u32];
    let mut k = [seed as u32, (seed >> 32) as u32];
    for _ in 0..10 {
        let a = 0xD2511F53u64 * c[0] as u64;
        let b = 0xCD9E8D57u64 * c[2] as u64;
        c = [(b >> 32) as u32 ^ c[1] ^ k[0], b as u32, (a >> 32) as u32 ^ c[3] ^ k[1], a as u32];
        k = [k[0].wrapping_add(0x9E3779B9), k[1].wrapping_add(0xBB67AE85)];
    }
    c
}

#[kernel]
pub fn k02192d7498fa8cf24108efcadb35c1e2(mut y0: GridMut<f32>, s1: i64, s2: i64, s4: f32, s6: f32) {
    let t = thread::index();
    if t < y0.len() {
        let i = t.get();
        let v3: f32 = (philox(s1, s2, i as u64)[0] >> 8) as f32 * (1.0 / 16777216.0);
        let v5: f32 = v3 * s4;
        let v7: f32 = v5 + s6;
        y0[t] = v7;
    }
}
