// arrays of enums with payloads
// threads: 4
// expect: 10 15 20 25
use rustg_std::prelude::*;

#[derive(Clone, Copy)]
enum Tok {
    Num(u64),
    Plus,
    Times,
}

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let toks = [Tok::Num(2), Tok::Num(i), Tok::Plus, Tok::Num(5), Tok::Times];
        let mut st = [0u64; 4];
        let mut n = 0;
        for t in toks {
            match t {
                Tok::Num(k) => {
                    st[n] = k;
                    n += 1;
                }
                Tok::Plus => {
                    n -= 1;
                    st[n - 1] += st[n];
                }
                Tok::Times => {
                    n -= 1;
                    st[n - 1] *= st[n];
                }
            }
        }
        st[0]
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
