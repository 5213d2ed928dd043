//! Iterators that leave items out by their number, or end early.

structs! {
    /// `step` is one less than the step.
    StepBy<I> { iter: I, step: usize, first: bool }
    Take<I> { iter: I, n: usize }
    Skip<I> { iter: I, n: usize }
    TakeWhile<I, P> { iter: I, ended: bool, predicate: P }
    SkipWhile<I, P> { iter: I, started: bool, predicate: P }
    MapWhile<I, P> { iter: I, predicate: P }
}

impl<I: Iterator> Iterator for StepBy<I> {
    type Item = I::Item;
    fn next(&mut self) -> Option<I::Item> { self.iter.__next_step(self.step, &mut self.first) }
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
        if !self.iter.__knows_places() {
            if self.first {
                self.first = false;
                let first = self.iter.next(); // As rustc's, it goes on where that is None.
                if n == 0 {
                    return first;
                }
                left -= 1;
            }
            return self.jump(left);
        }
        if self.first && n > 0 {
            self.next();
            left -= 1;
        }
        while left > 0 {
            none_if!(self.next().is_none());
            left -= 1;
        }
        self.next()
    }
}
impl<I: Iterator> StepBy<I> {
    /// The n-th of the steps that come, in as few jumps as a usize counts.
    fn jump(&mut self, n: usize) -> Option<I::Item> {
        let (mut n, mut step) = (n, self.step + 1);
        if n == usize::MAX {
            self.iter.nth(step - 1);
        } else {
            n += 1;
        }
        loop {
            if let Some(all) = n.checked_mul(step) {
                return self.iter.nth(all - 1);
            }
            let (by_n, by_step) = (usize::MAX / n * n, usize::MAX / step * step);
            if by_n > by_step {
                step -= usize::MAX / n;
            } else {
                n -= usize::MAX / step;
            }
            self.iter.nth((if by_n > by_step { by_n } else { by_step }) - 1);
        }
    }
}
impl<I: ExactSizeIterator> StepBy<I> {
    /// How many lie behind the last one.
    fn behind(&self) -> usize {
        let rest = self.iter.len() % (self.step + 1);
        if !self.first {
            rest
        } else if rest == 0 {
            self.step
        } else {
            rest - 1
        }
    }
}
impl<I: DoubleEndedIterator + ExactSizeIterator> DoubleEndedIterator for StepBy<I> {
    fn next_back(&mut self) -> Option<I::Item> { self.iter.nth_back(self.behind()) }
    fn nth_back(&mut self, n: usize) -> Option<I::Item> {
        self.iter.nth_back(n.saturating_mul(self.step + 1).saturating_add(self.behind()))
    }
}

impl<I: Iterator> Iterator for Take<I> {
    type Item = I::Item;
    fn next(&mut self) -> Option<I::Item> {
        none_if!(self.n == 0);
        self.n -= 1;
        self.iter.next()
    }
    /// None of those that what it takes from gives is counted.
    fn __step(&mut self, whole: bool) -> Option<I::Item> {
        none_if!(self.n == 0);
        let x = self.iter.__step(false);
        if x.is_some() {
            self.n -= 1;
        }
        x
    }
    fn __advance(&mut self, n: usize) -> usize {
        let most = if self.n < n { self.n } else { n };
        let done = most - self.iter.__advance(most);
        self.n -= done;
        n - done
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        if self.n == 0 {
            return (0, Some(0));
        }
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
        none_if!(self.n == 0);
        let n = self.n;
        self.n -= 1;
        let len = self.iter.len();
        self.iter.nth_back(len.saturating_sub(n))
    }
    fn nth_back(&mut self, n: usize) -> Option<I::Item> {
        let len = self.iter.len();
        if n < self.n {
            let behind = len.saturating_sub(self.n);
            self.n -= n + 1;
            return self.iter.nth_back(behind + n);
        }
        if len > 0 {
            self.iter.nth_back(len - 1);
        }
        None
    }
    fn __step_back(&mut self, whole: bool) -> Option<I::Item> {
        none_if!(self.n == 0);
        let len = self.iter.len();
        none_if!(len > self.n && self.iter.nth_back(len - self.n - 1).is_none());
        self.iter.__step_back(whole)
    }
    fn __rfold<Z, G: FnMut(Z, I::Item) -> Z>(mut self, init: Z, g: G) -> Z {
        let n = self.n;
        if n == 0 {
            return init;
        }
        let len = self.iter.len();
        if len > n && self.iter.nth_back(len - n - 1).is_none() { init } else { self.iter.rfold(init, g) }
    }
    fn __advance_back(&mut self, n: usize) -> usize {
        let behind = self.iter.len().saturating_sub(self.n);
        let all = behind.saturating_add(n);
        let done = all - self.iter.__advance_back(all) - behind;
        self.n -= done;
        n - done
    }
}

impl<I: Iterator> Iterator for Skip<I> {
    type Item = I::Item;
    fn next(&mut self) -> Option<I::Item> {
        let n = self.n;
        self.n = 0;
        if n > 0 { self.iter.nth(n) } else { self.iter.next() }
    }
    fn __fold<Z, G: FnMut(Z, I::Item) -> Z>(mut self, init: Z, g: G) -> Z {
        if self.is_over() { init } else { self.iter.fold(init, g) }
    }
    fn __count(mut self) -> usize { if self.is_over() { 0 } else { self.iter.count() } }
    fn __last(mut self) -> Option<I::Item> { if self.is_over() { None } else { self.iter.last() } }
    fn __knows_places(&self) -> bool { self.iter.__knows_places() }
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
        match left.checked_add(n) {
            Some(all) => self.iter.nth(all),
            None if self.iter.nth(left - 1).is_none() => None,
            None => self.iter.nth(n),
        }
    }
    fn __step(&mut self, whole: bool) -> Option<I::Item> {
        let n = self.n;
        self.n = 0;
        if n > 0 && self.iter.nth(n - 1).is_none() { None } else { self.iter.__step(whole) }
    }
    fn __advance(&mut self, n: usize) -> usize {
        let all = self.n.saturating_add(n);
        let missing = self.iter.__advance(all);
        let done = all - missing;
        let left = n - done.saturating_sub(self.n);
        self.n = self.n.saturating_sub(done);
        if missing == 0 && left > 0 { self.iter.__advance(left) } else { left }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let (low, high) = self.iter.size_hint();
        (low.saturating_sub(self.n), high.map(|n| n.saturating_sub(self.n)))
    }
}
impl<I: Iterator> Skip<I> {
    /// Whether there are no more than it passes over.
    fn is_over(&mut self) -> bool { self.n > 0 && self.iter.nth(self.n - 1).is_none() }
}
impl<I: DoubleEndedIterator + ExactSizeIterator> DoubleEndedIterator for Skip<I> {
    fn next_back(&mut self) -> Option<I::Item> { if self.iter.len() > self.n { self.iter.next_back() } else { None } }
    fn nth_back(&mut self, n: usize) -> Option<I::Item> {
        let len = self.len();
        if n < len {
            return self.iter.nth_back(n);
        }
        if len > 0 {
            self.iter.nth_back(len - 1);
        }
        None
    }
    fn __step_back(&mut self, whole: bool) -> Option<I::Item> {
        if self.iter.len() > self.n { self.iter.__step_back(false) } else { None }
    }
    fn __advance_back(&mut self, n: usize) -> usize {
        let len = self.len();
        let most = if len < n { len } else { n };
        assert!(self.iter.__advance_back(most) == 0, "ExactSizeIterator contract violation");
        n - most
    }
}

impl<I: Iterator, P: FnMut(&I::Item) -> bool> Iterator for TakeWhile<I, P> {
    type Item = I::Item;
    fn size_hint(&self) -> (usize, Option<usize>) {
        if self.ended { (0, Some(0)) } else { (0, self.iter.size_hint().1) }
    }
    fn next(&mut self) -> Option<I::Item> {
        if self.ended { None } else { self.iter.next().and_then(|x| self.taken(x)) }
    }
    fn __step(&mut self, whole: bool) -> Option<I::Item> {
        if self.ended { None } else { self.iter.__step(false).and_then(|x| self.taken(x)) }
    }
}
impl<I: Iterator, P: FnMut(&I::Item) -> bool> TakeWhile<I, P> {
    fn taken(&mut self, x: I::Item) -> Option<I::Item> {
        self.ended = !(self.predicate)(&x);
        if self.ended { None } else { Some(x) }
    }
}

impl<I: Iterator, P: FnMut(&I::Item) -> bool> Iterator for SkipWhile<I, P> {
    type Item = I::Item;
    size_hint! { self => (0, self.iter.size_hint().1) }
    fn next(&mut self) -> Option<I::Item> { self.__step(false) }
    fn __fold<Z, G: FnMut(Z, I::Item) -> Z>(mut self, init: Z, mut g: G) -> Z {
        if self.started {
            return self.iter.fold(init, g);
        }
        held_or!(self.next(), x => self.iter.fold(g(init, x), g), init)
    }
    fn __step(&mut self, whole: bool) -> Option<I::Item> {
        while let Some(x) = self.iter.__step(whole && self.started) {
            if self.started || !(self.predicate)(&x) {
                self.started = true;
                return Some(x);
            }
        }
        None
    }
}

impl<B, I: Iterator, P: FnMut(I::Item) -> Option<B>> Iterator for MapWhile<I, P> {
    type Item = B;
    size_hint! { self => (0, self.iter.size_hint().1) }
    fn next(&mut self) -> Option<B> { if_some!(self.iter.next(), x => (self.predicate)(x)) }
    fn __step(&mut self, whole: bool) -> Option<B> { if_some!(self.iter.__step(false), x => (self.predicate)(x)) }
}
