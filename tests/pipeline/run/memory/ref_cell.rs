// RefCell: what is borrowed, by whom, and what becomes of the counts
// threads: 3
// expect: 3222585646644618717 8393438525437830631 13636310669543802353
use core::cell::{BorrowError, BorrowMutError, Cell, Ref, RefCell, RefMut};
use rustg_std::prelude::*;
#[derive(Clone, Default, PartialEq, PartialOrd, Debug)]
struct Pair {
    a: u32,
    b: u32,
}
struct Told<'a>(&'a Cell<u32>, u32);
impl Drop for Told<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() * 10 + self.1);
    }
}
const EMPTY: RefCell<u32> = RefCell::new(7);
const HELD: u32 = RefCell::new(9).into_inner();
fn state<T: ?Sized>(c: &RefCell<T>) -> u64 {
    let read: Result<Ref<'_, T>, BorrowError> = c.try_borrow();
    let r = read.is_ok() as u64;
    drop(read);
    let write: Result<RefMut<'_, T>, BorrowMutError> = c.try_borrow_mut();
    r * 2 + write.is_ok() as u64
}
fn counts(i: u32) -> u64 {
    let c = RefCell::new(Pair { a: i, b: 2 });
    let mut v = state(&c);
    {
        let first = c.borrow();
        let second = Ref::clone(&first);
        v = v * 4 + state(&c);
        drop(first);
        v = v * 4 + state(&c) + second.a as u64;
    }
    v = v * 4 + state(&c);
    {
        let mut w = c.borrow_mut();
        w.a += 3;
        v = v * 4 + state(&c);
        let mut b = RefMut::map(w, |p| &mut p.b);
        *b += 5;
        v = v * 4 + state(&c);
    }
    v = v * 4 + state(&c);
    v * 1000 + (c.borrow().a * 10 + c.borrow().b) as u64
}
fn parts(i: u32) -> u64 {
    let c = RefCell::new(([i, 1, 2, 3], 9u8));
    let mut v = 0;
    {
        let (mut one, mut other) = RefMut::map_split(c.borrow_mut(), |t| {
            let (a, b) = t.0.split_at_mut(1);
            (&mut a[0], b)
        });
        *one += 4;
        other[2] = *one;
        drop(one);
        v = v * 4 + state(&c);
        drop(other);
        v = v * 4 + state(&c);
    }
    let whole = c.borrow();
    let (array, byte) = Ref::map_split(whole, |t| (&t.0[..], &t.1));
    v = v * 4 + state(&c) + array.iter().sum::<u32>() as u64 * 10 + *byte as u64;
    drop(array);
    let at = Ref::map(byte, |b| b);
    v = v * 4 + state(&c) + *at as u64;
    drop(at);
    v = v * 4 + state(&c);
    let found = Ref::filter_map(c.borrow(), |t| t.0.get(i as usize));
    v = v * 10 + found.as_ref().map_or(7, |x| **x as u64);
    let lost = Ref::filter_map(c.borrow(), |t| t.0.get(4 + i as usize));
    v = v * 4 + lost.is_err() as u64 + state(&c);
    drop((found, lost));
    match RefMut::filter_map(c.borrow_mut(), |t| if t.1 > 8 { Some(&mut t.1) } else { None }) {
        Ok(mut b) => *b += 1,
        Err(_) => v += 1000000,
    }
    v * 100 + c.borrow().1 as u64 + state(&c)
}
fn changes(i: u32) -> u64 {
    let mut c = RefCell::new(i);
    let d = RefCell::from(10);
    let mut v = c.replace(5) as u64;
    v = v * 10 + c.replace_with(|x| *x + 1) as u64;
    c.swap(&d);
    v = v * 100 + *c.borrow() as u64 * 10 + *d.borrow() as u64;
    v = v * 100 + d.take() as u64 + RefCell::<u32>::default().into_inner() as u64;
    *c.get_mut() += 1;
    unsafe { *c.as_ptr() += 1 };
    let e = c.clone();
    v = v * 10 + (c == e) as u64 + (c < d) as u64 * 2 + (d <= e) as u64 * 4;
    v = v * 10 + (c.cmp(&d) as i8 + 1) as u64 + c.partial_cmp(&e).is_some_and(|o| o.is_eq()) as u64 * 3;
    let seen = unsafe { e.try_borrow_unguarded() };
    v = v * 100 + seen.map_or(0, |x| *x as u64);
    let lent = c.borrow_mut();
    v = v * 10 + unsafe { c.try_borrow_unguarded() }.is_err() as u64;
    drop(lent);
    let fresh = EMPTY;
    *fresh.borrow_mut() += 1;
    v * 1000 + (*fresh.borrow() + *EMPTY.borrow() + HELD) as u64
}
fn tails(i: u32) -> u64 {
    let c = RefCell::new([i, 2, 3]);
    let wide: &RefCell<[u32]> = &c;
    wide.borrow_mut()[1] = 20;
    let sum: u32 = wide.borrow().iter().sum();
    let f = |x: u32| x + i;
    let shown: &RefCell<dyn Fn(u32) -> u32> = &RefCell::new(f);
    let v = sum as u64 * 100 + (shown.borrow())(1) as u64;
    v * 10 + state(wide) + size_of::<RefCell<u8>>() as u64 + size_of::<Ref<'_, u8>>() as u64
}
fn dropped() -> u64 {
    let told = Cell::new(0);
    let c = RefCell::new(Told(&told, 1));
    {
        let old = c.replace(Told(&told, 2));
        told.set(told.get() * 10 + 5);
        drop(old);
        *c.borrow_mut() = Told(&told, 3);
    }
    drop(c);
    told.get() as u64
}
fn value(i: u32) -> u64 {
    counts(i) ^ parts(i).rotate_left(7) ^ changes(i).rotate_left(19) ^ tails(i).rotate_left(31) ^ dropped().rotate_left(43)
}
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u32);
}
