// structs in structs and arrays of structs
// threads: 4
// expect: 130 131 132 133
use rustg_std::prelude::*;

#[derive(Clone, Copy)]
struct In {
    v: [u64; 2],
}
struct Out {
    a: In,
    b: In,
}

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let mut o = Out {
            a: In { v: [1, 2] },
            b: In { v: [3, i] },
        };
        o.b.v[0] += 10;
        let all = [o.a, o.b];
        all[1].v[0] * 10 + all[1].v[1]
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
