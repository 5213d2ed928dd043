// Shared of several types, atomics in it, one function used twice
// threads: 32
// expect: 660702191762600969 660661981051642320 660621770340683639 660581559629724980 660541348918766308 660501138207807641 660460927496848978 660420716785890558 660380506074931648 660340295363973219 660300084653014317 660259873942055879 660219663231096987 660179452520138540 660139241809179657 660099031098221201 660018609676303661 659938188254386531 659857766832469001 659777345410551862 659696923988634340 659616502566717192 659536081144799680 659455659722882522 659294816879047689 659133974035213192 658973131191378368 658812288347543862 658490602659874386 658168916972205211 657525545596866423 774144
use rustg_std::prelude::*;

fn sum(v: u32, t: usize) -> u32 {
    let s = Shared::<u32, 32>::new();
    s.set(t, v);
    block::sync();
    let mut n = 0;
    for k in 0..s.len() {
        n += s.get(k);
    }
    block::sync();
    n
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let k = t.get();
    let flags = Shared::<bool, 32>::new();
    let floats = Shared::<f64, 32>::new();
    let bytes = Shared::<u8, 64>::new();
    let count = Shared::<u32, 2>::new();
    flags.set(k, k % 3 == 0);
    floats.set(31 - k, k as f64 * 0.5);
    bytes.set(2 * k, (k as u8).wrapping_mul(9));
    bytes.set(2 * k + 1, 7);
    if k < 2 {
        count.set(k, 0);
    }
    block::sync();
    if flags.get((k + 1) % 32) {
        count.atomic(0).fetch_add(k as u32, Relaxed);
    } else {
        count.atomic(1).fetch_max(k as u32 * 2, Relaxed);
    }
    block::sync();
    let a = sum(k as u32, k);
    let b = sum(1, k);
    out[t] =
        floats.get(k).to_bits() / 7 + bytes.get(63 - k) as u64 + (count.get(0) + count.get(1) + a + b) as u64 * 1000;
}
