use rustg_std::prelude::*;

fn by_zero(v: i32) -> i32 {
    v / 0 //~ unconditional_panic this operation will panic at runtime
}

fn of_zero(v: u32) -> u32 {
    let n = 3 - 3;
    v % n //~ unconditional_panic this operation will panic at runtime
}

fn least() -> i64 {
    i64::MIN / -1 //~ unconditional_panic this operation will panic at runtime
}

fn element() -> f32 {
    let a = [1.0, 2.0, 3.0];
    let i = 3;
    a[i] //~ unconditional_panic this operation will panic at runtime
}

fn behind_a_reference(a: &mut [[u8; 4]; 2]) {
    a[1][4] = 1; //~ unconditional_panic this operation will panic at runtime
}

fn after_a_check(a: [u8; 4]) -> u8 {
    let i = 4;
    if i < 4 && a[i] > 1 {
        return a[i];
    }
    a[i] //~ unconditional_panic this operation will panic at runtime
}

#[kernel]
fn k(mut out: GridMut<i32>) {
    let i = thread::index();
    if i < out.len() {
        let table = [1, 2];
        out[i] = table[2]; //~ unconditional_panic this operation will panic at runtime
    }
}
