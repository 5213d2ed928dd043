// constants in patterns: nested, negative, floats, slices behind references, exhaustive together
// threads: 6
// expect: 52232111 62244222 52211311 61143223 52242111 52244311
use rustg_std::prelude::*;

#[derive(PartialEq, Clone, Copy)]
struct V {
    x: f32,
    y: i16,
}
#[derive(PartialEq, Eq, Clone, Copy)]
enum Light {
    Red,
    Green(bool),
}
const ORIGIN: V = V { x: -0.5, y: LOWEST };
const LOWEST: i16 = -7 * 3;
const UP: [V; 2] = [ORIGIN; 2];
const OFF: Light = Light::Green(false);
const ON: Light = Light::Green(true);
const RED: Light = Light::Red;
const LIST: &[u8] = &[1, 2];
const PAIR: (&str, Option<i8>) = (GO, Some(-1));
const GO: &str = "go";
const REF: &(u8, char) = &(3, 'x');
struct Holder;
impl Holder {
    const BOTH: (bool, bool) = (true, false);
}

fn value(i: u64) -> u64 {
    let k = i as usize;
    let v = [V { x: -0.5, y: -21 }, V { x: 0.5, y: -21 }, ORIGIN, V { x: -0.5, y: 1 }, UP[1], UP[0]];
    let a = match v[k] {
        ORIGIN => 1,
        V { y: LOWEST, .. } => 2,
        _ => 3,
    };
    let b = match [v[k], v[0]] {
        UP => 1,
        [_, ORIGIN] => 2,
        _ => 3,
    };
    let c = match [RED, ON, OFF, ON, RED, OFF][k] {
        RED => 1,
        ON => 2,
        OFF => 3,
    };
    let d = match &[1u8, 2, 3][..k % 4] {
        LIST => 1,
        [] => 2,
        [.., 3] => 3,
        _ => 4,
    };
    let e = match ([GO, "stop", "go", "g", "goo", ""][k], Some(k as i8 - 3)) {
        PAIR => 1,
        (GO, None) => 2,
        (GO, _) => 3,
        _ => 4,
    };
    let f = match &(k as u8, 'x') {
        REF => 1,
        _ => 2,
    };
    let g = match (k > 2, k > 3) {
        Holder::BOTH => 1,
        (true, true) | (false, _) => 2,
    };
    let h = if let ORIGIN = v[k] { 5 } else { 6 };
    let Some(Holder::BOTH | (false, false)) = Some((k == 3, false)) else { return 0 };
    a + b * 10 + c * 100 + d * 1000 + e * 10000 + f * 100_000 + g * 1_000_000 + h * 10_000_000
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
