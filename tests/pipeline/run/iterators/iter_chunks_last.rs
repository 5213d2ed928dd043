// adaptors ask chunk_by for its last item, which it finds from its back, as in rustc
// threads: 1
// expect: 1
// prints: plain23 | Some([3])
// prints: fuse23 | Some([3])
// prints: skip11 skip12 skip23 | Some([3])
// prints: rev23 rev22 rev22 rev12 rev11 | Some([1, 1])
// prints: map11 map12 map22 map22 map23 | Some(1)
// prints: chain23 | Some([1])
// prints: behind23 | Some([3])
// prints: peek23 | Some([3])
// prints: take11 take12 take22 take22 take23 | Some([2, 2, 2])
// prints: flat23 flat23 | Some([3])
// prints: enumerate11 enumerate12 enumerate22 enumerate22 enumerate23 | Some((2, [3]))
// prints: count11 count12 count22 count22 count23 | 3
use rustg_std::prelude::*;
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let i = thread::index();
    if i >= out.len() {
        return;
    }
    let xs = [1u32, 1, 2, 2, 2, 3];
    let by = |name: &'static str| move |a: &u32, b: &u32| { print!("{name}{a}{b} "); a == b };
    println!("| {:?}", xs.chunk_by(by("plain")).last());
    println!("| {:?}", xs.chunk_by(by("fuse")).fuse().last());
    println!("| {:?}", xs.chunk_by(by("skip")).skip(1).last());
    println!("| {:?}", xs.chunk_by(by("rev")).rev().last());
    println!("| {:?}", xs.chunk_by(by("map")).map(|c| c.len()).last());
    println!("| {:?}", xs.chunk_by(by("chain")).chain([&xs[..1]]).last());
    println!("| {:?}", [&xs[..1]].into_iter().chain(xs.chunk_by(by("behind"))).last());
    println!("| {:?}", xs.chunk_by(by("peek")).peekable().last());
    println!("| {:?}", xs.chunk_by(by("take")).take(2).last());
    println!("| {:?}", (0..2).flat_map(|k| xs[k..].chunk_by(by("flat"))).last());
    println!("| {:?}", xs.chunk_by(by("enumerate")).enumerate().last());
    println!("| {}", xs.chunk_by(by("count")).fuse().count());
    out[i] = 1;
}
