//! Iterators made of iterators.


pub struct Map<I, F> {
    pub(crate) iter: I,
    pub(crate) f: F,
}

impl<B, I: Iterator, F: FnMut(I::Item) -> B> Iterator for Map<I, F> {
    type Item = B;
    fn next(&mut self) -> Option<B> {
        match self.iter.next() {
            Some(x) => Some((self.f)(x)),
            None => None,
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iter.size_hint()
    }
}
impl<B, I: DoubleEndedIterator, F: FnMut(I::Item) -> B> DoubleEndedIterator for Map<I, F> {
    fn next_back(&mut self) -> Option<B> {
        match self.iter.next_back() {
            Some(x) => Some((self.f)(x)),
            None => None,
        }
    }
}
impl<B, I: ExactSizeIterator, F: FnMut(I::Item) -> B> ExactSizeIterator for Map<I, F> {}
impl<I: Clone, F: Clone> Clone for Map<I, F> {
    fn clone(&self) -> Map<I, F> {
        Map { iter: self.iter.clone(), f: self.f.clone() }
    }
}

#[derive(Clone)]
pub struct Filter<I, P> {
    pub(crate) iter: I,
    pub(crate) predicate: P,
}

impl<I: Iterator, P: FnMut(&I::Item) -> bool> Iterator for Filter<I, P> {
    type Item = I::Item;
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, self.iter.size_hint().1)
    }
    fn next(&mut self) -> Option<I::Item> {
        while let Some(x) = self.iter.next() {
            if (self.predicate)(&x) {
                return Some(x);
            }
        }
        None
    }
    // One loop, not one within another: threads of a warp stay together whether or not an item is wanted.
    fn fold<B, G: FnMut(B, I::Item) -> B>(mut self, init: B, mut g: G) -> B {
        let mut all = init;
        while let Some(x) = self.iter.next() {
            if (self.predicate)(&x) {
                all = g(all, x);
            }
        }
        all
    }
    fn count(mut self) -> usize {
        let mut n = 0;
        while let Some(x) = self.iter.next() {
            n += (self.predicate)(&x) as usize;
        }
        n
    }
}
impl<I: DoubleEndedIterator, P: FnMut(&I::Item) -> bool> DoubleEndedIterator for Filter<I, P> {
    fn next_back(&mut self) -> Option<I::Item> {
        while let Some(x) = self.iter.next_back() {
            if (self.predicate)(&x) {
                return Some(x);
            }
        }
        None
    }
}

#[derive(Clone)]
pub struct FilterMap<I, F> {
    pub(crate) iter: I,
    pub(crate) f: F,
}

impl<B, I: Iterator, F: FnMut(I::Item) -> Option<B>> Iterator for FilterMap<I, F> {
    type Item = B;
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, self.iter.size_hint().1)
    }
    fn next(&mut self) -> Option<B> {
        while let Some(x) = self.iter.next() {
            let y = (self.f)(x);
            if y.is_some() {
                return y;
            }
        }
        None
    }
    fn fold<C, G: FnMut(C, B) -> C>(mut self, init: C, mut g: G) -> C {
        let mut all = init;
        while let Some(x) = self.iter.next() {
            if let Some(y) = (self.f)(x) {
                all = g(all, y);
            }
        }
        all
    }
    fn count(mut self) -> usize {
        let mut n = 0;
        while let Some(x) = self.iter.next() {
            n += (self.f)(x).is_some() as usize;
        }
        n
    }
}

pub struct Enumerate<I> {
    pub(crate) iter: I,
    pub(crate) count: usize,
}

impl<I: Iterator> Iterator for Enumerate<I> {
    type Item = (usize, I::Item);
    fn next(&mut self) -> Option<(usize, I::Item)> {
        match self.iter.next() {
            Some(x) => {
                let n = self.count;
                self.count = n.wrapping_add(1);
                Some((n, x))
            }
            None => None,
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iter.size_hint()
    }
    fn nth(&mut self, n: usize) -> Option<(usize, I::Item)> {
        match self.iter.nth(n) {
            Some(x) => {
                let at = self.count.wrapping_add(n);
                self.count = at.wrapping_add(1);
                Some((at, x))
            }
            None => None,
        }
    }
}
impl<I: ExactSizeIterator + DoubleEndedIterator> DoubleEndedIterator for Enumerate<I> {
    fn next_back(&mut self) -> Option<(usize, I::Item)> {
        match self.iter.next_back() {
            Some(x) => Some((self.count.wrapping_add(self.iter.len()), x)),
            None => None,
        }
    }
}
impl<I: ExactSizeIterator> ExactSizeIterator for Enumerate<I> {}
impl<I: Clone> Clone for Enumerate<I> {
    fn clone(&self) -> Enumerate<I> {
        Enumerate { iter: self.iter.clone(), count: self.count }
    }
}

pub struct Rev<I> {
    pub(crate) iter: I,
}

impl<I: DoubleEndedIterator> Iterator for Rev<I> {
    type Item = I::Item;
    fn next(&mut self) -> Option<I::Item> {
        self.iter.next_back()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iter.size_hint()
    }
    fn nth(&mut self, n: usize) -> Option<I::Item> {
        self.iter.nth_back(n)
    }
}
impl<I: DoubleEndedIterator> DoubleEndedIterator for Rev<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        self.iter.next()
    }
    fn nth_back(&mut self, n: usize) -> Option<I::Item> {
        self.iter.nth(n)
    }
}
impl<I: ExactSizeIterator + DoubleEndedIterator> ExactSizeIterator for Rev<I> {}
impl<I: Clone> Clone for Rev<I> {
    fn clone(&self) -> Rev<I> {
        Rev { iter: self.iter.clone() }
    }
}

pub struct Zip<A, B> {
    pub(crate) a: A,
    pub(crate) b: B,
}

impl<A: Iterator, B: Iterator> Iterator for Zip<A, B> {
    type Item = (A::Item, B::Item);
    fn next(&mut self) -> Option<(A::Item, B::Item)> {
        match self.a.next() {
            Some(x) => match self.b.next() {
                Some(y) => Some((x, y)),
                None => None,
            },
            None => None,
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let (a, a_high) = self.a.size_hint();
        let (b, b_high) = self.b.size_hint();
        let high = match (a_high, b_high) {
            (Some(x), Some(y)) => Some(if x < y { x } else { y }),
            (None, y) => y,
            (x, None) => x,
        };
        (if a < b { a } else { b }, high)
    }
}
impl<A: ExactSizeIterator + DoubleEndedIterator, B: ExactSizeIterator + DoubleEndedIterator> DoubleEndedIterator for Zip<A, B> {
    fn next_back(&mut self) -> Option<(A::Item, B::Item)> {
        while self.a.len() > self.b.len() {
            self.a.next_back();
        }
        while self.b.len() > self.a.len() {
            self.b.next_back();
        }
        match (self.a.next_back(), self.b.next_back()) {
            (Some(x), Some(y)) => Some((x, y)),
            _ => None,
        }
    }
}
impl<A: ExactSizeIterator, B: ExactSizeIterator> ExactSizeIterator for Zip<A, B> {}
impl<A: Clone, B: Clone> Clone for Zip<A, B> {
    fn clone(&self) -> Zip<A, B> {
        Zip { a: self.a.clone(), b: self.b.clone() }
    }
}

#[derive(Clone)]
pub struct Chain<A, B> {
    pub(crate) a: Option<A>,
    pub(crate) b: Option<B>,
}

impl<A: Iterator, B: Iterator<Item = A::Item>> Iterator for Chain<A, B> {
    type Item = A::Item;
    fn next(&mut self) -> Option<A::Item> {
        if let Some(a) = &mut self.a {
            let x = a.next();
            if x.is_some() {
                return x;
            }
            self.a = None;
        }
        match &mut self.b {
            Some(b) => b.next(),
            None => None,
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let (a, a_high) = self.a.as_ref().map_or((0, Some(0)), |a| a.size_hint());
        let (b, b_high) = self.b.as_ref().map_or((0, Some(0)), |b| b.size_hint());
        let high = match (a_high, b_high) {
            (Some(x), Some(y)) => x.checked_add(y),
            _ => None,
        };
        (a.saturating_add(b), high)
    }
}
impl<A: DoubleEndedIterator, B: DoubleEndedIterator<Item = A::Item>> DoubleEndedIterator for Chain<A, B> {
    fn next_back(&mut self) -> Option<A::Item> {
        if let Some(b) = &mut self.b {
            let x = b.next_back();
            if x.is_some() {
                return x;
            }
            self.b = None;
        }
        match &mut self.a {
            Some(a) => a.next_back(),
            None => None,
        }
    }
}

pub struct StepBy<I> {
    pub(crate) iter: I,
    /// one less than the step
    pub(crate) step: usize,
    pub(crate) first: bool,
}

impl<I: Iterator> Iterator for StepBy<I> {
    type Item = I::Item;
    fn next(&mut self) -> Option<I::Item> {
        self.iter.__next_step(self.step, &mut self.first)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let (first, step) = (self.first, self.step);
        let steps = |n: usize| {
            if !first {
                n / (step + 1)
            } else if n == 0 {
                0
            } else {
                1 + (n - 1) / (step + 1)
            }
        };
        let (low, high) = self.iter.size_hint();
        (steps(low), high.map(steps))
    }
    fn nth(&mut self, n: usize) -> Option<I::Item> {
        let mut left = n;
        if self.first && n > 0 {
            self.next(); // as rustc's, which goes on where the first is None
            left -= 1;
        }
        while left > 0 {
            if self.next().is_none() {
                return None;
            }
            left -= 1;
        }
        self.next()
    }
}
impl<I: DoubleEndedIterator + ExactSizeIterator> DoubleEndedIterator for StepBy<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        let rest = self.iter.len() % (self.step + 1);
        let n = if self.first {
            if rest == 0 { self.step } else { rest - 1 }
        } else {
            rest
        };
        self.iter.nth_back(n)
    }
}
impl<I: ExactSizeIterator> ExactSizeIterator for StepBy<I> {}
impl<I: Clone> Clone for StepBy<I> {
    fn clone(&self) -> StepBy<I> {
        StepBy { iter: self.iter.clone(), step: self.step, first: self.first }
    }
}

pub struct Take<I> {
    pub(crate) iter: I,
    pub(crate) n: usize,
}

impl<I: Iterator> Iterator for Take<I> {
    type Item = I::Item;
    fn next(&mut self) -> Option<I::Item> {
        if self.n == 0 {
            return None;
        }
        self.n -= 1;
        self.iter.next()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let (n, most) = self.iter.size_hint();
        let n = if n < self.n { n } else { self.n };
        match most {
            Some(m) if m < self.n => (n, Some(m)),
            _ => (n, Some(self.n)),
        }
    }
    fn nth(&mut self, n: usize) -> Option<I::Item> {
        if n < self.n {
            self.n -= n + 1;
            self.iter.nth(n)
        } else {
            if self.n > 0 {
                self.iter.nth(self.n - 1);
                self.n = 0;
            }
            None
        }
    }
}
impl<I: DoubleEndedIterator + ExactSizeIterator> DoubleEndedIterator for Take<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        if self.n == 0 {
            return None;
        }
        let n = self.n;
        self.n -= 1;
        let len = self.iter.len();
        if len > n { self.iter.nth_back(len - n) } else { self.iter.next_back() }
    }
}
impl<I: ExactSizeIterator> ExactSizeIterator for Take<I> {}
impl<I: Clone> Clone for Take<I> {
    fn clone(&self) -> Take<I> {
        Take { iter: self.iter.clone(), n: self.n }
    }
}

pub struct Skip<I> {
    pub(crate) iter: I,
    pub(crate) n: usize,
}

impl<I: Iterator> Iterator for Skip<I> {
    type Item = I::Item;
    fn next(&mut self) -> Option<I::Item> {
        let n = self.n;
        self.n = 0;
        if n > 0 { self.iter.nth(n) } else { self.iter.next() }
    }
    fn __next_step(&mut self, skip: usize, first: &mut bool) -> Option<I::Item> {
        let n = self.n;
        self.n = 0;
        if n > 0 && self.iter.nth(n - 1).is_none() {
            *first = false;
            return None;
        }
        self.iter.__next_step(skip, first)
    }
    fn nth(&mut self, n: usize) -> Option<I::Item> {
        let left = self.n;
        self.n = 0;
        if left > 0 && self.iter.nth(left - 1).is_none() { None } else { self.iter.nth(n) }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let (low, high) = self.iter.size_hint();
        (low.saturating_sub(self.n), high.map(|n| n.saturating_sub(self.n)))
    }
}
impl<I: DoubleEndedIterator + ExactSizeIterator> DoubleEndedIterator for Skip<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        if self.iter.len() > self.n { self.iter.next_back() } else { None }
    }
}
impl<I: ExactSizeIterator> ExactSizeIterator for Skip<I> {}
impl<I: Clone> Clone for Skip<I> {
    fn clone(&self) -> Skip<I> {
        Skip { iter: self.iter.clone(), n: self.n }
    }
}

#[derive(Clone)]
pub struct TakeWhile<I, P> {
    pub(crate) iter: I,
    pub(crate) ended: bool,
    pub(crate) predicate: P,
}

impl<I: Iterator, P: FnMut(&I::Item) -> bool> Iterator for TakeWhile<I, P> {
    type Item = I::Item;
    fn size_hint(&self) -> (usize, Option<usize>) {
        if self.ended { (0, Some(0)) } else { (0, self.iter.size_hint().1) }
    }
    fn next(&mut self) -> Option<I::Item> {
        if self.ended {
            return None;
        }
        match self.iter.next() {
            Some(x) => {
                if (self.predicate)(&x) {
                    return Some(x);
                }
                self.ended = true;
                None
            }
            None => None,
        }
    }
}

#[derive(Clone)]
pub struct SkipWhile<I, P> {
    pub(crate) iter: I,
    pub(crate) started: bool,
    pub(crate) predicate: P,
}

impl<I: Iterator, P: FnMut(&I::Item) -> bool> Iterator for SkipWhile<I, P> {
    type Item = I::Item;
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, self.iter.size_hint().1)
    }
    fn next(&mut self) -> Option<I::Item> {
        while let Some(x) = self.iter.next() {
            if self.started || !(self.predicate)(&x) {
                self.started = true;
                return Some(x);
            }
        }
        None
    }
}

#[derive(Clone)]
pub struct MapWhile<I, P> {
    pub(crate) iter: I,
    pub(crate) predicate: P,
}

impl<B, I: Iterator, P: FnMut(I::Item) -> Option<B>> Iterator for MapWhile<I, P> {
    type Item = B;
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, self.iter.size_hint().1)
    }
    fn next(&mut self) -> Option<B> {
        match self.iter.next() {
            Some(x) => (self.predicate)(x),
            None => None,
        }
    }
}

#[derive(Clone)]
pub struct Scan<I, St, F> {
    pub(crate) iter: I,
    pub(crate) state: St,
    pub(crate) f: F,
}

impl<B, I: Iterator, St, F: FnMut(&mut St, I::Item) -> Option<B>> Iterator for Scan<I, St, F> {
    type Item = B;
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, self.iter.size_hint().1)
    }
    fn next(&mut self) -> Option<B> {
        match self.iter.next() {
            Some(x) => (self.f)(&mut self.state, x),
            None => None,
        }
    }
}

#[derive(Clone)]
pub struct Inspect<I, F> {
    pub(crate) iter: I,
    pub(crate) f: F,
}

impl<I: Iterator, F: FnMut(&I::Item)> Iterator for Inspect<I, F> {
    type Item = I::Item;
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iter.size_hint()
    }
    fn next(&mut self) -> Option<I::Item> {
        let x = self.iter.next();
        if let Some(y) = &x {
            (self.f)(y);
        }
        x
    }
}

#[derive(Clone)]
pub struct Fuse<I> {
    pub(crate) iter: Option<I>,
}

impl<I: Iterator> Iterator for Fuse<I> {
    type Item = I::Item;
    fn size_hint(&self) -> (usize, Option<usize>) {
        match &self.iter {
            Some(iter) => iter.size_hint(),
            None => (0, Some(0)),
        }
    }
    fn next(&mut self) -> Option<I::Item> {
        match &mut self.iter {
            Some(iter) => {
                let x = iter.next();
                if x.is_none() {
                    self.iter = None;
                }
                x
            }
            None => None,
        }
    }
}
pub struct Peekable<I: Iterator> {
    pub(crate) iter: I,
    pub(crate) peeked: Option<Option<I::Item>>,
}

impl<I: Iterator> Iterator for Peekable<I> {
    type Item = I::Item;
    fn next(&mut self) -> Option<I::Item> {
        match self.peeked.take() {
            Some(x) => x,
            None => self.iter.next(),
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = match &self.peeked {
            Some(None) => return (0, Some(0)),
            Some(Some(_)) => 1,
            None => 0,
        };
        let (low, high) = self.iter.size_hint();
        (low.saturating_add(n), high.and_then(|h| h.checked_add(n)))
    }
}
impl<I: Iterator> Peekable<I> {
    pub fn peek(&mut self) -> Option<&I::Item> {
        if self.peeked.is_none() {
            self.peeked = Some(self.iter.next());
        }
        match &self.peeked {
            Some(Some(x)) => Some(x),
            _ => None,
        }
    }
    pub fn next_if<F: FnOnce(&I::Item) -> bool>(&mut self, f: F) -> Option<I::Item> {
        let wanted = match self.peek() {
            Some(x) => f(x),
            None => false,
        };
        if wanted { self.next() } else { None }
    }
}

/// What is left of the outer iterator, of the inner ones begun, and what each inner one has.
fn flat_hint(outer: (usize, Option<usize>), front: Option<(usize, Option<usize>)>, back: Option<(usize, Option<usize>)>, each: (usize, Option<usize>)) -> (usize, Option<usize>) {
    let (front_low, front_high) = front.unwrap_or((0, Some(0)));
    let (back_low, back_high) = back.unwrap_or((0, Some(0)));
    let low = front_low.saturating_add(back_low);
    let begun = match (front_high, back_high) {
        (Some(a), Some(b)) => a.checked_add(b),
        _ => None,
    };
    let rest = match (outer, each.1) {
        ((0, Some(0)), _) => Some(0),
        ((_, Some(n)), Some(most)) => n.checked_mul(most),
        _ => None,
    };
    let high = match (begun, rest) {
        (Some(a), Some(b)) => a.checked_add(b),
        _ => None,
    };
    (outer.0.saturating_mul(each.0).saturating_add(low), high)
}

pub struct FlatMap<I, U: IntoIterator, F> {
    pub(crate) iter: Fuse<I>,
    pub(crate) f: F,
    pub(crate) front: Option<U::IntoIter>,
    pub(crate) back: Option<U::IntoIter>,
}

impl<I: Iterator, U: IntoIterator, F: FnMut(I::Item) -> U> Iterator for FlatMap<I, U, F> {
    type Item = U::Item;
    fn size_hint(&self) -> (usize, Option<usize>) {
        flat_hint(self.iter.size_hint(), self.front.as_ref().map(|i| i.size_hint()), self.back.as_ref().map(|i| i.size_hint()), U::__size())
    }
    fn next(&mut self) -> Option<U::Item> {
        loop {
            if let Some(inner) = &mut self.front {
                let x = inner.next();
                if x.is_some() {
                    return x;
                }
                self.front = None;
            }
            match self.iter.next() {
                Some(x) => self.front = Some((self.f)(x).into_iter()),
                None => break,
            }
        }
        if let Some(inner) = &mut self.back {
            let x = inner.next();
            if x.is_some() {
                return x;
            }
            self.back = None;
        }
        None
    }
}

impl<I: DoubleEndedIterator, U: IntoIterator, F: FnMut(I::Item) -> U> DoubleEndedIterator for FlatMap<I, U, F>
where
    U::IntoIter: DoubleEndedIterator,
{
    fn next_back(&mut self) -> Option<U::Item> {
        loop {
            if let Some(inner) = &mut self.back {
                let x = inner.next_back();
                if x.is_some() {
                    return x;
                }
                self.back = None;
            }
            match self.iter.next_back() {
                Some(x) => self.back = Some((self.f)(x).into_iter()),
                None => break,
            }
        }
        if let Some(inner) = &mut self.front {
            let x = inner.next_back();
            if x.is_some() {
                return x;
            }
            self.front = None;
        }
        None
    }
}

impl<I: Clone, U: IntoIterator, F: Clone> Clone for FlatMap<I, U, F>
where
    U::IntoIter: Clone,
{
    fn clone(&self) -> Self {
        FlatMap { iter: self.iter.clone(), f: self.f.clone(), front: self.front.clone(), back: self.back.clone() }
    }
}

pub struct Flatten<I: Iterator>
where
    I::Item: IntoIterator,
{
    pub(crate) iter: Fuse<I>,
    pub(crate) front: Option<<I::Item as IntoIterator>::IntoIter>,
    pub(crate) back: Option<<I::Item as IntoIterator>::IntoIter>,
}

impl<I: Iterator> Iterator for Flatten<I>
where
    I::Item: IntoIterator,
{
    type Item = <I::Item as IntoIterator>::Item;
    fn size_hint(&self) -> (usize, Option<usize>) {
        flat_hint(self.iter.size_hint(), self.front.as_ref().map(|i| i.size_hint()), self.back.as_ref().map(|i| i.size_hint()), I::Item::__size())
    }
    fn next(&mut self) -> Option<<I::Item as IntoIterator>::Item> {
        loop {
            if let Some(inner) = &mut self.front {
                let x = inner.next();
                if x.is_some() {
                    return x;
                }
                self.front = None;
            }
            match self.iter.next() {
                Some(x) => self.front = Some(x.into_iter()),
                None => break,
            }
        }
        if let Some(inner) = &mut self.back {
            let x = inner.next();
            if x.is_some() {
                return x;
            }
            self.back = None;
        }
        None
    }
}

impl<I: DoubleEndedIterator> DoubleEndedIterator for Flatten<I>
where
    I::Item: IntoIterator,
    <I::Item as IntoIterator>::IntoIter: DoubleEndedIterator,
{
    fn next_back(&mut self) -> Option<<I::Item as IntoIterator>::Item> {
        loop {
            if let Some(inner) = &mut self.back {
                let x = inner.next_back();
                if x.is_some() {
                    return x;
                }
                self.back = None;
            }
            match self.iter.next_back() {
                Some(x) => self.back = Some(x.into_iter()),
                None => break,
            }
        }
        if let Some(inner) = &mut self.front {
            let x = inner.next_back();
            if x.is_some() {
                return x;
            }
            self.front = None;
        }
        None
    }
}

impl<I: Iterator + Clone> Clone for Flatten<I>
where
    I::Item: IntoIterator,
    <I::Item as IntoIterator>::IntoIter: Clone,
{
    fn clone(&self) -> Self {
        Flatten { iter: self.iter.clone(), front: self.front.clone(), back: self.back.clone() }
    }
}
