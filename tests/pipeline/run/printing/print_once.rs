// arguments are evaluated once each and in their order, wherever and however often they are shown
// threads: 1
// expect: 95251
// prints: 1 1    1
// prints: 3 2 3 plain
// prints: 5 4 249 6 0xf9
// prints: !P { n: 9, of: [8, 9] } 4.0 P { n: 9, of: [8, 9] }
// prints: 2 1 2
// prints: 2 2 2
use rustg_std::prelude::*;
use std::cell::Cell;

#[derive(Debug)]
struct P<'a> {
    n: u32,
    of: &'a [u32; 2],
}
struct D<'a>(&'a Cell<u64>, u32);
impl Drop for D<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() * 100 + 50 + self.1 as u64);
    }
}

fn next(c: &Cell<u64>) -> u32 {
    c.set(c.get() + 1);
    c.get() as u32
}
fn some<'a>(c: &Cell<u64>, of: &'a [u32; 2]) -> P<'a> {
    P { n: next(c), of }
}

fn value(i: usize) -> u64 {
    let (c, pair) = (Cell::new(i as u64), [8, 9]);
    println!("{0} {0} {0:>4}", next(&c));
    println!("{1} {0} {1:?} {2}", next(&c), next(&c), "plain");
    print!("{b} {a} ", a = next(&c), b = next(&c));
    println!("{a} {} {a:#x}", next(&c), a = -(next(&c) as i32) as u8);
    eprintln!("{1:?} {0:.1} {1:?}", next(&c) as f32 / 2.0, some(&c, &pair));
    println!("{1} {0} {1}", D(&c, 1).1, D(&c, 2).1);
    let mut m = 1;
    println!("{m} {0} {m}", { m += 1; m });
    assert!(c.get() > 0, "{1} {0}", next(&c), next(&c));
    assert_eq!(c.get(), c.get(), "{1} {0}", next(&c), next(&c));
    c.get()
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get());
}
