// aliases with parameters, defaults and associated types
// threads: 4
// expect: 44 52 60 1065
use rustg_std::prelude::*;

type Grid<T, const W: usize, const H: usize> = [[T; W]; H];
type Row<T> = Grid<T, 3, 1>;
type Answer<T, E = u8> = Result<T, E>;
type Callback = fn(u64) -> u64;
type Item<I> = <I as Iterator>::Item;
struct Two<A, B>(A, B);
type Twice<A> = Two<A, A>;
impl<A: Copy> Twice<A> {
    fn both(&self) -> [A; 2] {
        [self.0, self.1]
    }
}
fn plus_one(x: u64) -> u64 {
    x + 1
}
fn first<I: Iterator>(mut it: I) -> Option<Item<I>> {
    it.next()
}
fn checked(x: u64) -> Answer<u64> {
    if x > 2 { Err(x as u8) } else { Answer::Ok(x * 2) }
}
fn value(i: u64) -> u64 {
    let mut g: Grid<u64, 3, 2> = [[i; 3]; 2];
    g[1][2] = 40;
    let r: Row<u64> = [g[1]];
    let f: Callback = plus_one;
    let t: Twice<u64> = Two(5, i);
    let [x, y] = t.both();
    let c = match checked(i) {
        Answer::Ok(v) => v,
        Answer::Err(e) => 1000 + e as u64,
    };
    r[0][2] + f(i) + x * y + c + first(3..9u64).unwrap()
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
