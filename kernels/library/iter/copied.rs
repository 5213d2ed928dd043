//! Adaptors that copy: items behind references, and the iterator itself.

structs! { Copied<I> { iter: I } Cloned<I> { iter: I } Cycle<I> { orig: I, iter: I } }

/// Items behind references, of which `$value` makes those that are given; what else an adaptor has at each end follows.
macro_rules! of_references {
    ($name:ident $trait:ident: $x:ident $value:expr; [$($more:tt)*] [$($back:tt)*]) => {
        impl<'a, T: 'a + $trait, I: Iterator<Item = &'a T>> Iterator for $name<I> {
            type Item = T;
            mapped! { next __step(self) -> T: $x $value }
            folded! { __fold fold(self) -> T: all $x g g(all, $value) }
            size_hint! { self => self.iter.size_hint() }
            $($more)*
        }
        impl<'a, T: 'a + $trait, I: DoubleEndedIterator<Item = &'a T>> DoubleEndedIterator for $name<I> {
            mapped! { next_back __step_back(self) -> T: $x $value }
            folded! { __rfold rfold(self) -> T: all $x g g(all, $value) }
            $($back)*
        }
        impl<'a, T: 'a + $trait, I: ExactSizeIterator<Item = &'a T>> ExactSizeIterator for $name<I> {}
    };
}
of_references! {
    Copied Copy: x *x;
    [
        mapped! { nth(self, n: usize) -> T: x *x }
        fn __count(self) -> usize { self.iter.count() }
        fn __last(self) -> Option<T> { self.iter.last().copied() }
        fn __advance(&mut self, n: usize) -> usize { self.iter.__advance(n) }
    ]
    [fn __advance_back(&mut self, n: usize) -> usize { self.iter.__advance_back(n) }]
}
of_references! { Cloned Clone: x x.clone(); [] [] }

impl<I: Clone + Iterator> Iterator for Cycle<I> {
    type Item = I::Item;
    fn size_hint(&self) -> (usize, Option<usize>) {
        match self.orig.size_hint() {
            (0, Some(0)) => (0, Some(0)),
            (0, _) => (0, None),
            _ => (usize::MAX, None),
        }
    }
    fn next(&mut self) -> Option<I::Item> {
        return_some!(self.iter.next());
        self.iter = self.orig.clone();
        self.iter.next()
    }
    fn __step(&mut self, whole: bool) -> Option<I::Item> {
        return_some!(self.iter.__step(false));
        self.iter = self.orig.clone();
        self.iter.__step(false)
    }
    fn __advance(&mut self, n: usize) -> usize {
        let mut left = self.iter.__advance(n);
        while left > 0 {
            self.iter = self.orig.clone();
            let still = self.iter.__advance(left);
            if still == left {
                break;
            }
            left = still;
        }
        left
    }
}
