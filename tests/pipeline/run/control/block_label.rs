// break out of a labelled block with a value
// threads: 4
// expect: 99 11 22 99
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        'found: {
            if i == 1 {
                break 'found 11;
            }
            if i == 2 {
                break 'found 22;
            }
            99
        }
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
