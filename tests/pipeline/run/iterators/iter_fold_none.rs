// Adaptors that go on behind a None: folds count and ask otherwise than `next` does
// threads: 14
// expect: 46573 100227 823310 986118 725408 865202 54153 102306 143145 143145 455793 694475 162764 928873
use core::ops::ControlFlow;
use rustg_std::prelude::*;
/// Each third call gives none; `calls` are counted, too.
#[derive(Clone)]
struct Odd {
    at: u64,
    end: u64,
    calls: u64,
}
impl Odd {
    fn ask(&mut self, front: bool) -> Option<u64> {
        self.calls += 1;
        if self.at == self.end || self.calls % 3 == 0 {
            None
        } else if front {
            self.at += 1;
            Some(self.at - 1)
        } else {
            self.end -= 1;
            Some(self.end)
        }
    }
}
impl Iterator for Odd {
    type Item = u64;
    fn next(&mut self) -> Option<u64> { self.ask(true) }
}
impl DoubleEndedIterator for Odd {
    fn next_back(&mut self) -> Option<u64> { self.ask(false) }
}
fn rest<I: Iterator<Item = u64>>(mut i: I, v: u64) -> u64 {
    let mut v = v;
    for _ in 0..9 {
        v = v * 7 % 1_000_003 + i.next().map_or(5, |x| x + 6);
    }
    v
}
fn case(n: u64) -> u64 {
    let mut odd = Odd { at: 1, end: 9, calls: 0 };
    match n {
        0 => {
            let mut i = odd.take(4);
            let v = i.by_ref().fold(0, |v, x| v * 10 + x);
            rest(i, v)
        }
        1 => {
            let mut i = odd.take(4).map(|x| x * 2).inspect(|_| ());
            let v = i.by_ref().count() as u64;
            rest(i, v)
        }
        2 => {
            let mut i = odd.take(5).filter(|x| x % 2 == 0);
            let v = i.next().unwrap_or(40) * 100 + i.next().unwrap_or(50);
            rest(i, v)
        }
        3 => {
            let mut i = odd.take(5).peekable();
            let v = i.peek().copied().unwrap_or(3) + i.position(|x| x == 100).map_or(8, |k| k as u64);
            rest(i, v)
        }
        4 => {
            let mut i = odd.take(6).chain(70..72);
            let v = i.find(|x| *x == 71).unwrap_or(3);
            rest(i, v)
        }
        5 => {
            let mut i = odd.take(4).skip(1);
            let v = i.by_ref().map(|x| x + 1).last().unwrap_or(2);
            rest(i, v)
        }
        6 => {
            let mut i = odd.take(6).enumerate().map(|(k, x)| k as u64 * 10 + x);
            let v = i.nth(4).unwrap_or(7);
            rest(i, v)
        }
        7 => {
            let mut i = odd.take(4).skip(9);
            let v = i.nth(1).unwrap_or(7);
            rest(i, v)
        }
        8 => {
            let mut p = odd.by_ref().peekable();
            p.peek();
            let r = p.try_rfold(0, |v, x| if x == 1 { ControlFlow::Break(v) } else { ControlFlow::Continue(v * 10 + x) });
            let v = match r {
                ControlFlow::Break(v) => v,
                ControlFlow::Continue(v) => v + 3,
            };
            rest(p, v)
        }
        9 => {
            let mut p = odd.by_ref().peekable();
            p.peek();
            let v = p.rfind(|x| *x == 100).unwrap_or(8);
            rest(p, v)
        }
        10 => {
            odd.at = 7;
            let mut p = odd.by_ref().peekable();
            p.nth(1);
            let v = p.next_if_map(|x| Err::<u64, u64>(x)).unwrap_or(8);
            rest(p, v)
        }
        11 => {
            let mut i = odd.take(3).cycle();
            let v = i.by_ref().take(7).fold(0, |v, x| v * 10 + x);
            rest(i, v)
        }
        12 => {
            let mut i = (0..3).flat_map(|k| Odd { at: k, end: 6, calls: k }.take(3));
            let v = i.by_ref().take(2).sum::<u64>() + i.nth(2).unwrap_or(9) + i.by_ref().map(|x| x * 3).sum::<u64>();
            rest(i, v)
        }
        _ => {
            let i: &mut dyn Iterator<Item = u64> = &mut odd.take(4);
            let v = i.fold(0, |v, x| v * 10 + x);
            rest(i, v)
        }
    }
}
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = case(t.get() as u64);
}
