// changing an enum in place
// threads: 4
// expect: 2 3 100 1
use rustg_std::prelude::*;

enum State {
    Idle,
    Run(u64),
}
impl State {
    fn step(&mut self) {
        match self {
            State::Idle => *self = State::Run(1),
            State::Run(n) if *n < 3 => *n += 1,
            State::Run(_) => *self = State::Idle,
        }
    }
}

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let mut s = State::Idle;
        for _ in 0..i + 2 {
            s.step();
        }
        match s {
            State::Idle => 100,
            State::Run(n) => n,
        }
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
