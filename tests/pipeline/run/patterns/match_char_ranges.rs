// chars in patterns
// threads: 4
// expect: 1 2 4 3
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let c = [b'q', b'7', b'_', b'Q'][i as usize] as char;
        match c {
            'a'..='z' => 1,
            '0'..='9' => 2,
            'A'..='Z' => 3,
            _ => 4,
        }
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
