// A name that is of the wrong kind is told before a pattern that lacks a field.
use rustg_std::prelude::*;

enum State {
    Idle,
    Running { since: u32, load: f32 },
    Done(u32),
}

fn code(s: &State) -> u32 {
    match s {
        State::Idle => 0,
        State::Running { since } => *since, //~ E0027 pattern does not mention field `load`
        State::Done => 2, //~ E0532 expected unit struct, unit variant or constant, found tuple
    }
}

fn load(s: State) -> f32 {
    match s { //~ E0004 non-exhaustive patterns: `State::Done(_)` not covered
        State::Idle => 0.0,
        State::Running { load, .. } => load,
    }
}

#[kernel]
pub fn codes(x: &[u32], mut y: GridMut<u32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = code(&State::Done(x[i]));
    }
}
