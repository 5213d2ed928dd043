// a state machine that owns its states
// threads: 4
// expect: 123 96354 12 1000057
use rustg_std::prelude::*;

#[derive(Debug)]
enum State {
    Idle,
    Number { value: u32, digits: u8 },
    Text([u8; 4], usize),
    Done(Result<u32, u8>),
}
impl State {
    fn step(self, b: u8) -> State {
        use State::*;
        match (self, b) {
            (Idle, b'0'..=b'9') => Number { value: (b - b'0') as u32, digits: 1 },
            (Idle, b'"') => Text([0; 4], 0),
            (Idle, b' ') => Idle,
            (Number { value, digits }, d @ b'0'..=b'9') if digits < 5 => Number { value: value * 10 + (d - b'0') as u32, digits: digits + 1 },
            (Number { value, .. }, b';') => Done(Ok(value)),
            (Text(buf, n), b'"') => Done(Ok(buf[..n].iter().fold(0, |h, &c| h * 31 + c as u32))),
            (Text(mut buf, n), c) if n < buf.len() => {
                buf[n] = c;
                Text(buf, n + 1)
            }
            (done @ Done(_), _) => done,
            (_, other) => Done(Err(other)),
        }
    }
}
fn run(text: &[u8]) -> Result<u32, u8> {
    let mut s = State::Idle;
    for &b in text {
        s = s.step(b);
        if let State::Done(r) = s {
            return r;
        }
    }
    match s {
        State::Number { value, digits: 1..=2 } => Ok(value),
        State::Idle | State::Text(..) => Err(0),
        State::Number { digits, .. } => Err(digits),
        State::Done(_) => unreachable!(),
    }
}
fn value(i: u64) -> u64 {
    let inputs: [&[u8]; 4] = [b"  123;", b"\"abc\"xx", b" 12", b"9999999"];
    match run(inputs[i as usize]) {
        Ok(v) => v as u64,
        Err(e) => 1_000_000 + e as u64,
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
