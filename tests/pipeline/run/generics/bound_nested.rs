// bounds within the bounds of associated types and supertraits
// threads: 1
// expect: 9338
use rustg_std::prelude::*;

trait Number {
    fn number(&self) -> u32;
}

trait Source {
    type Item;
    fn item(&self) -> Self::Item;
}

trait Store {
    type From: Source<Item: Number + Copy>;
    type All: IntoIterator<Item: Into<u32>, IntoIter: DoubleEndedIterator>;
    fn from(&self) -> Self::From;
    fn all(&self) -> Self::All;
}

trait Copies: Iterator<Item: Copy> {}

impl Number for u8 {
    fn number(&self) -> u32 {
        *self as u32
    }
}

struct One(u8);

impl Source for One {
    type Item = u8;
    fn item(&self) -> u8 {
        self.0
    }
}

struct Both;

impl Store for Both {
    type From = One;
    type All = [u16; 3];
    fn from(&self) -> One {
        One(9)
    }
    fn all(&self) -> [u16; 3] {
        [1, 2, 3]
    }
}

impl Copies for core::ops::Range<u32> {}

fn read<S: Store>(store: &S) -> u32 {
    let item = store.from().item();
    let again = item;
    let mut sum = 0;
    for x in store.all().into_iter().rev() {
        sum = sum * 10 + x.into();
    }
    item.number() * 1000 + again.number() + sum
}

fn twice<C: Copies>(mut values: C) -> Option<(C::Item, C::Item)> {
    let value = values.next()?;
    Some((value, value))
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let n = t.get() as u32;
    let pair = twice(n + 4..9).unwrap_or((0, 0));
    out[t] = (read(&Both) + pair.0 + pair.1) as u64;
}
