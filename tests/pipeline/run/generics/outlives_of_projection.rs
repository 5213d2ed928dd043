// An associated type lives as long as all types that it is of
// threads: 2
// expect: 5 6
use rustg_std::prelude::*;

trait Maps<A> {
    type To;
    fn to(a: A) -> Self::To;
}
struct Plus;
impl<B> Maps<(u8, B)> for Plus {
    type To = u64;
    fn to(a: (u8, B)) -> u64 {
        a.0 as u64 + 5
    }
}

struct Lasting<T: 'static>(T);

fn lasting<M: Maps<(u8, B)> + 'static, B: 'static>(a: (u8, B)) -> M::To {
    Lasting(M::to(a)).0
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = lasting::<Plus, _>((t.get() as u8, 1u16));
}
