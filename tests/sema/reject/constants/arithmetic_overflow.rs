use rustg_std::prelude::*;

const MOST: u8 = 255;

struct Limit {
    least: i32,
    step: i32,
}

trait Step {
    const SIZE: u32;
    fn size() -> u32 {
        Self::SIZE << 32 //~ arithmetic_overflow this arithmetic operation will overflow
    }
}

fn sums() -> u8 {
    255u8 + 1 //~ arithmetic_overflow this arithmetic operation will overflow
}

fn of_a_constant() -> u8 {
    MOST * 2 //~ arithmetic_overflow this arithmetic operation will overflow
}

fn negated() -> i32 {
    let least = i32::MIN;
    -least //~ arithmetic_overflow this arithmetic operation will overflow
}

fn of_fields() -> i32 {
    let limit = Limit { least: i32::MIN, step: -1 };
    limit.least + limit.step //~ arithmetic_overflow this arithmetic operation will overflow
}

fn of_elements() -> i64 {
    let (a, b) = (i64::MAX, 2);
    let pair = [a, b];
    pair[0] * pair[1] //~ arithmetic_overflow this arithmetic operation will overflow
}

fn written_twice() -> u8 {
    let mut n = 3u8;
    n = 255;
    n += 1; //~ arithmetic_overflow this arithmetic operation will overflow
    n
}

fn taken_branch(v: u8) -> u8 {
    let mode = 2;
    match mode {
        1 => MOST + v,
        2 => (v & 1) << 9, //~ arithmetic_overflow this arithmetic operation will overflow
        _ => MOST + 1,
    }
}

fn known_on_all_ways(v: u8) -> u8 {
    let n = if v > 3 { 200u8 } else { return v };
    n + 100 //~ arithmetic_overflow this arithmetic operation will overflow
}

fn in_a_closure(v: u32) -> u32 {
    let shift = |n: u32| n >> -1i32; //~ arithmetic_overflow this arithmetic operation will overflow
    shift(v)
}

fn generic<T>(_: T) -> usize {
    0usize - 1 //~ arithmetic_overflow this arithmetic operation will overflow
}

#[kernel]
fn k(mut out: GridMut<u8>) {
    let i = thread::index();
    if i < out.len() {
        out[i] = 'a' as u8 + 200; //~ arithmetic_overflow this arithmetic operation will overflow
    }
}

#[allow(arithmetic_overflow)]
mod allowed {
    pub fn wraps() -> u8 {
        255u8 + 1
    }
    #[deny(arithmetic_overflow)]
    pub fn denied() -> u8 {
        255u8 + 1 //~ arithmetic_overflow this arithmetic operation will overflow
    }
}
