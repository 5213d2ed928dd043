// structs that end in slices, text and objects, read and written through wide references
// threads: 3
// expect: 172761450417799 201390718305347 230019986192895
use rustg_std::prelude::*;
use core::mem::{size_of_val, align_of_val};
struct Fat<T: ?Sized> {
    a: u8,
    b: u32,
    ptr: T,
}
trait Area {
    fn area(&self) -> u64;
}
struct Sq(u16);
struct Wide([u64; 3]);
impl Area for Sq {
    fn area(&self) -> u64 {
        self.0 as u64 * self.0 as u64
    }
}
impl Area for Wide {
    fn area(&self) -> u64 {
        self.0[0] + self.0[1] * self.0[2]
    }
}
struct Two<T: ?Sized>(u8, Fat<T>);
fn of(x: &Two<dyn Area>) -> u64 {
    x.0 as u64 * 1000 + x.1.b as u64 * 100 + x.1.ptr.area() + size_of_val(x) as u64 * 7 + align_of_val(x) as u64
}
fn sum(x: &Fat<[u16]>) -> u64 {
    let mut s = x.a as u64 + x.b as u64;
    for i in 0..x.ptr.len() {
        s = s * 31 + x.ptr[i] as u64;
    }
    let Fat { a, ref ptr, .. } = *x;
    s + ptr.len() as u64 * 3 + a as u64 + size_of_val(x) as u64 + align_of_val(x) as u64
}
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let i = t.get() as u32;
    let x = Fat { a: 1, b: 5 + i, ptr: [1u16, 2, 3, i as u16, 4] };
    let y = &x;
    let z: &Fat<[u16]> = y;
    let mut m = Two(4, Fat { a: 2, b: 9, ptr: Sq(5) });
    {
        let r: &mut Two<dyn Area> = &mut m;
        r.1.b += 1;
        r.0 = 3;
    }
    let p = z as *const Fat<[u16]>;
    let q = unsafe { (*p).ptr[3] } as u64;
    out[t] = sum(z) * 1000003 + of(&m) * 31 + of(&Two(7, Fat { a: 1, b: 2, ptr: Wide([i as u64, 3, 4]) })) + q;
}
