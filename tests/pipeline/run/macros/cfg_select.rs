// cfg_select! as an item, a statement, an expression, a type and a pattern, in macros and in their arguments
// threads: 2
// expect: 14533 14634
use rustg_std::prelude::*;
cfg_select! {
    any() => { fn first() -> u64 { 1 } }
    not(any()) => {
        fn first() -> u64 { 2 }
        const SECOND: u64 = 30;
    }
    _ => { fn first() -> u64 { 3 } }
}
struct Kept(cfg_select! { any() => u8, _ => u64 });
impl Kept {
    cfg_select! { _ => { fn get(&self) -> u64 { self.0 } } }
}
macro_rules! chosen {
    ($a:expr, $b:expr) => { cfg_select! { any() => { $b } all() => $a, } };
}
fn kind(x: u64) -> u64 {
    match x {
        cfg_select! { true => 1, _ => 2 } => 500,
        std::cfg_select! { any() => 1, _ => 2..=3 } => 600,
        _ => 700,
    }
}
fn value(i: usize) -> u64 {
    let x = cfg_select! { any() => 1, _ => { 4000 + i as u64 } };
    cfg_select! {
        all(not(any()), any(all())) => { let y = x + 10000; }
        _ => { let y = nonsense; }
    }
    assert!(cfg_select! { any() => false, _ => true });
    first() + SECOND + Kept(y).get() + chosen!(kind(i as u64 + 1), 7) + matches!(x, cfg_select! { _ => 4000..=4001 }) as u64
}
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get());
}
