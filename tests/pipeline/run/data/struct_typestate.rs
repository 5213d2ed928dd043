// states as type parameters
// threads: 4
// expect: 4212132 4212132 10212132 10212132
use rustg_std::prelude::*;

use core::marker::PhantomData;
struct Open;
struct Closed {}
trait State {
    const CODE: u64;
    type Next: State;
}
impl State for Open {
    const CODE: u64 = 1;
    type Next = Closed;
}
impl State for Closed {
    const CODE: u64 = 2;
    type Next = Open;
}
#[derive(Clone, Copy)]
struct Door<S, const LOCKS: usize = 2> {
    turns: [u8; LOCKS],
    _state: PhantomData<S>,
}
impl<const N: usize> Door<Closed, N> {
    const fn new() -> Self {
        Door { turns: [0; N], _state: PhantomData }
    }
    fn open(mut self) -> Door<Open, N> {
        self.turns[0] += 1;
        self.toggle()
    }
}
impl<const N: usize> Door<Open, N> {
    fn close(self) -> Door<Closed, N> {
        self.toggle()
    }
}
impl<S: State, const N: usize> Door<S, N> {
    fn toggle(self) -> Door<S::Next, N> {
        let mut turns = self.turns;
        turns[N - 1] += 3;
        Door { turns, _state: PhantomData::<S::Next> }
    }
    fn code(&self) -> u64 {
        S::CODE * 100 + <S::Next as State>::CODE * 10 + <<S::Next as State>::Next>::CODE
    }
}
fn value(i: u64) -> u64 {
    let d: Door<_> = Door::new().open().close();
    let e = Door::<Closed, 3>::new().open();
    let f = if i > 1 { e.toggle().toggle() } else { e };
    d.code() * 1000 + f.code() + f.turns.iter().map(|&t| t as u64).sum::<u64>() * 1_000_000 + d.turns[1] as u64 + size_of::<Door<Open, 5>>() as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
