// Impls of Deref behind the one that a method call takes tell nothing of the receiver
// threads: 2
// expect: 7 9
use rustg_std::prelude::*;
use std::ops::Deref;

trait First {
    fn first(&self) -> u64 {
        7
    }
}
struct Direct<T>(#[allow(dead_code)] T);
impl First for Direct<u32> {}
struct Hidden;
impl First for Hidden {
    fn first(&self) -> u64 {
        8
    }
}
impl Deref for Direct<()> {
    type Target = Hidden;
    fn deref(&self) -> &Hidden {
        panic!()
    }
}

trait Second {
    fn second(&self) -> u64;
}
impl Second for u32 {
    fn second(&self) -> u64 {
        *self as u64
    }
}
struct Behind<T>(#[allow(dead_code)] T, u32);
impl Deref for Behind<u8> {
    type Target = u32;
    fn deref(&self) -> &u32 {
        &self.1
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let mut direct: Option<Direct<_>> = None;
    let mut behind: Option<Behind<_>> = None;
    for i in 0..2 {
        if i == 1 {
            out[t] = if t.get() == 0 {
                direct.as_ref().unwrap().first()
            } else {
                behind.as_ref().unwrap().second()
            };
        }
        direct = Some(Direct(0));
        behind = Some(Behind(Default::default(), 9));
    }
}
