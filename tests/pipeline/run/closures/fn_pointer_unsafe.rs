// Pointers to unsafe fns: of unsafe and safe fns and closures; arrays, branches and arms of both
// threads: 2
// expect: 50 60
use rustg_std::prelude::*;

unsafe fn add_one(x: u64) -> u64 {
    x + 1
}
fn add_two(x: u64) -> u64 {
    x + 2
}
type Step = unsafe fn(u64) -> u64;
struct Holds {
    step: Step,
}

fn value(i: u64) -> u64 {
    let (a, b, c): (Step, Step, Step) = (add_one, add_two, |x| x + 3);
    let safe: fn(u64) -> u64 = add_two;
    let d: Step = safe;
    let held = Holds { step: add_one };
    let list = [add_one, add_two];
    let open: [_; 2] = [add_two, |x| x];
    let either = if i == 0 { add_one } else { add_two };
    let arm = match i {
        0 => |x| x,
        _ => add_two as fn(u64) -> u64,
    };
    let (first, sum) = unsafe { (a(i) + b(i) + c(i) + d(i) + (held.step)(i), list[1](i) + either(i)) };
    first + sum + open[1](i) + arm(i) + 38 - (i > 0) as u64 * 2
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
