// constants of generic impls in patterns
// threads: 4
// expect: 2298746397357035168 18325701229339910674 12042617590217899588 7113946968447953690
use rustg_std::prelude::*;

#[derive(Clone, Copy, Default)]
struct Entry<K, V> {
    k: K,
    v: V,
    prev: u8,
    next: u8,
    used: bool,
}
struct Lru<K, V, const N: usize> {
    e: [Entry<K, V>; N],
    head: u8,
    tail: u8,
    n: usize,
    hits: u32,
}
impl<K: Copy + Default + Eq, V: Copy + Default, const N: usize> Lru<K, V, N> {
    const NIL: u8 = u8::MAX;
    fn new() -> Self {
        Self { e: [Entry::default(); N], head: Self::NIL, tail: Self::NIL, n: 0, hits: 0 }
    }
    fn unlink(&mut self, i: u8) {
        let Entry { prev, next, .. } = self.e[i as usize];
        match prev {
            Self::NIL => self.head = next,
            p => self.e[p as usize].next = next,
        }
        if next == Self::NIL { self.tail = prev } else { self.e[next as usize].prev = prev }
    }
    fn push(&mut self, i: u8) {
        let h = core::mem::replace(&mut self.head, i);
        let e = &mut self.e[usize::from(i)];
        (e.prev, e.next) = (Self::NIL, h);
        if h != Self::NIL { self.e[h as usize].prev = i } else { self.tail = i }
    }
    fn get_or<F: FnOnce(K) -> V>(&mut self, k: K, f: F) -> V {
        if let Some(i) = self.e.iter().position(|e| e.used && e.k == k) {
            self.hits += 1;
            self.unlink(i as u8);
            self.push(i as u8);
            return self.e[i].v;
        }
        let v = f(k);
        let i = if self.n < N {
            self.n += 1;
            self.n as u8 - 1
        } else {
            let t = self.tail;
            self.unlink(t);
            t
        };
        self.e[i as usize] = Entry { k, v, used: true, ..Default::default() };
        self.push(i);
        v
    }
}
fn value(i: u64) -> u64 {
    let mut c = Lru::<u32, u64, 4>::new();
    let mut s = 0u64;
    let mut x = i as u32 + 1;
    for _ in 0..50 {
        x = x.wrapping_mul(1103515245).wrapping_add(12345) >> 3;
        s = s.wrapping_mul(3) ^ c.get_or(x % 7, |k| (k as u64) << 5 | i);
    }
    s ^ (c.hits as u64) << 50
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
