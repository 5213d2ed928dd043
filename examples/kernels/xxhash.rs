//! xxHash64 of one key of 64-bit words a thread.
use rustg_std::prelude::*;

const P1: u64 = 0x9E37_79B1_85EB_CA87;
const P2: u64 = 0xC2B2_AE3D_27D4_EB4F;
const P3: u64 = 0x1656_67B1_9E37_79F9;
const P4: u64 = 0x85EB_CA77_C2B2_AE63;
const P5: u64 = 0x27D4_EB2F_1656_67C5;

const fn round(acc: u64, input: u64) -> u64 {
    acc.wrapping_add(input.wrapping_mul(P2)).rotate_left(31).wrapping_mul(P1)
}

fn hash(key: &[u64], seed: u64) -> u64 {
    let mut stripes = key.chunks_exact(4);
    let mut h = if key.len() < 4 {
        seed.wrapping_add(P5)
    } else {
        let mut lanes = [seed.wrapping_add(P1).wrapping_add(P2), seed.wrapping_add(P2), seed, seed.wrapping_sub(P1)];
        for stripe in stripes.by_ref() {
            for l in 0..4 {
                lanes[l] = round(lanes[l], stripe[l]);
            }
        }
        let turned = [1, 7, 12, 18];
        let mut sum = 0u64;
        for (lane, turn) in lanes.iter().zip(turned) {
            sum = sum.wrapping_add(lane.rotate_left(turn));
        }
        lanes.iter().fold(sum, |h, lane| (h ^ round(0, *lane)).wrapping_mul(P1).wrapping_add(P4))
    };
    h = h.wrapping_add(8 * key.len() as u64);
    for word in stripes.remainder() {
        h = (h ^ round(0, *word)).rotate_left(27).wrapping_mul(P1).wrapping_add(P4);
    }
    h = (h ^ (h >> 33)).wrapping_mul(P2);
    h = (h ^ (h >> 29)).wrapping_mul(P3);
    h ^ (h >> 32)
}

#[kernel]
pub fn xxhash(words: usize, seed: u64, keys: &[u64], mut hashes: GridMut<u64>) {
    let i = thread::index();
    if let Some(out) = hashes.get_mut(i) {
        *out = hash(&keys[i.get() * words..(i.get() + 1) * words], seed);
    }
}
