// warp operations: shuffles of each type, votes, reductions
// threads: 32
// expect: 12189643597417226765 11575619228418988139 4361619591187090125 3688764390670369067 5219019805818057613 16451760830731561451 2561956306754706509 7118892444923253419 8337915905026872573 9556949599822941019 2624752855619272125 14139296773561005083 14761520844525872765 15383741503926590683 16005965574891458365 16628186234292176283 17250423951513643021 17872644610914360939 48124608169677005 670345267570394923 14293151782974306701 9469210813104517099 4645273254798877261 18268076358638639275 13444125154076400381 6901779451388055899 2077841893082416061 14887573736237223483 10063636177931583645 5239695208061794043 415757649756154205 14038560753595916219
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let k = t.get() as u32;
    let lane = warp::lane();
    let mut n = 0u64;
    let mut add = |x: u64| n = n.wrapping_mul(31).wrapping_add(x);
    add(warp::shuffle(k as i64 - 100, (lane + 5) % 32) as u64);
    add(warp::shuffle_up(k as f32 * 0.5, 3).to_bits() as u64);
    add(warp::shuffle_down(k as f64 * 0.25, 7).to_bits());
    add(warp::shuffle_xor(k as usize, 9) as u64);
    add(warp::shuffle(-(k as i32), 40) as u64);
    add(warp::ballot(k % 5 == 2) as u64);
    add(warp::any(k == 20) as u64 + warp::all(k < 20) as u64 * 2);
    add(warp::reduce_add(k) as u64);
    add(warp::reduce_min(50 - k as i32) as u64);
    add(warp::reduce_max(k as u64 * 3));
    add(warp::reduce_add(k as f64 * 0.5).to_bits());
    add(warp::reduce_max(-(k as f32)).to_bits() as u64);
    warp::sync();
    out[t] = n;
}
