// collect, partition, unzip and extend into the user's types
// threads: 4
// expect: 3094047926291708969 11825524776522907133 17985928196878269151 606062758598266959
use rustg_std::prelude::*;

#[derive(Default, Debug)]
struct Bag {
    n: usize,
    d: [u64; 16],
}
impl Extend<u64> for Bag {
    fn extend<I: IntoIterator<Item = u64>>(&mut self, it: I) {
        for x in it {
            self.d[self.n] = x;
            self.n += 1;
        }
    }
}
impl<'a> Extend<&'a u64> for Bag {
    fn extend<I: IntoIterator<Item = &'a u64>>(&mut self, it: I) {
        self.extend(it.into_iter().copied())
    }
}
impl FromIterator<u64> for Bag {
    fn from_iter<I: IntoIterator<Item = u64>>(it: I) -> Bag {
        let mut b = Bag::default();
        b.extend(it);
        b
    }
}
fn value(i: u64) -> u64 {
    let mut h = 0u64;
    let mut put = |x: u64| h = h.wrapping_mul(1099511628211) ^ x;
    let b: Bag = (0..10).map(|x| x * x + i).collect();
    put(b.n as u64 + b.d[9]);
    let (e, o): (Bag, Bag) = b.d.iter().take(b.n).copied().partition(|x| x % 2 == 0);
    put(e.n as u64 * 10 + o.n as u64 + o.d[0]);
    let (x, y): (Bag, Bag) = (0..5u64).map(|k| (k, k * i)).unzip();
    put(x.d[4] + y.d[4]);
    let c = [1, 2, i].iter().map(|&v| if v == 3 { None } else { Some(v) }).collect::<Option<Bag>>();
    put(c.map_or(77, |c| c.n as u64));
    let d: Result<Bag, u64> = (0..6u64).map(|v| if v * i == 6 { Err(v) } else { Ok(v) }).collect();
    match d {
        Ok(b) => put(b.n as u64),
        Err(e) => put(100 + e),
    }
    let u: Result<(), u8> = [1u8, 2, 3].iter().map(|&v| if v as u64 == i { Err(v) } else { Ok(()) }).collect();
    put(u.is_ok() as u64);
    let mut q = Bag::from_iter([5, 6]);
    q.extend(&[1u64, 2]);
    q.extend(Some(9));
    put(q.n as u64 * q.d[4]);
    let (m, n): (Bag, Bag) = [(1, 2), (3, 4)].into_iter().collect();
    put(m.d[1] + n.d[1]);
    let mut p = [1u64, 1, 2, 3].iter().copied().peekable();
    while p.next_if_eq(&1).is_some() {
        put(1);
    }
    put(p.len() as u64);
    put(p.next_if_map(|x| if x == 2 { Ok(x * 10) } else { Err(x) }).unwrap());
    put((0..10u64).try_rfold(0u64, |a, x| if x < 3 { Err(a) } else { Ok(a + x) }).unwrap_err());
    h
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
