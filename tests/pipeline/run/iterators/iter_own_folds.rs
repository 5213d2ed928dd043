// what an iterator answers for itself is asked of it by adaptors; ranges past a usize; the back of repeat and of Skip in Zip
// threads: 1
// expect: 1
// prints: next fold fold fold | 3003 6006 1
// prints: count fold | 103 Some((1, 2000))
// prints: nth 0 count nth 1 last | 102 Some(201)
// prints: count last fold | 103 Some(202) 5024
// prints: count count last last | 206 Some(205)
// prints: rfold rfold | 10043 10007
// prints: rfold rfold | Some((1, 4003)) (11, 7003)
// prints: next fold next fold | Some(2000) Some(1002)
// prints: count last | 103 Some(203)
// prints: next next fold nth_back 0 rfold | 3002 10003
// prints: fold fold seen seen | 1 2006000
// prints: fold fold last last | 6001 Some(201)
// prints: count count fold | 201 4
// prints: | 2 Some(8) 32
// prints: next nth 1 nth 1 next | Some(0) Some((0, 1))
// prints: fold 1003 2000 next next next next | 3
// prints: at 0 at 1 at 2 | 271
// prints: Some(18446744073709551615) Some(340282366920938463444927863358058659839)
// prints: Some(18446744073709551615) Some(18446744073709551615)
// prints: Some(-18446744073709551615) Some(18446744073709551615)
// prints: (18446744073709551611, None) (2, Some(2))
// prints: 4 Some('x') Some('x') Some('x')
// prints: 6
// prints: a b | Some((4, 2))
// prints: a b | Some((3, 1)) None
// prints: None None
use rustg_std::prelude::*;

/// Says what it is asked for, and gives other items at once than one by one.
#[derive(Clone)]
struct Own(u32);
impl Iterator for Own {
    type Item = u32;
    fn next(&mut self) -> Option<u32> {
        print!("next ");
        self.0 = self.0.checked_sub(1)?;
        Some(self.0)
    }
    fn size_hint(&self) -> (usize, Option<usize>) { (self.0 as usize, Some(self.0 as usize)) }
    fn nth(&mut self, n: usize) -> Option<u32> {
        print!("nth {n} ");
        self.0 = self.0.checked_sub(n as u32 + 1)?;
        Some(self.0)
    }
    fn count(self) -> usize {
        print!("count ");
        100 + self.0 as usize
    }
    fn last(self) -> Option<u32> {
        print!("last ");
        Some(200 + self.0)
    }
    fn fold<B, F: FnMut(B, u32) -> B>(self, init: B, mut f: F) -> B {
        print!("fold ");
        let all = f(init, 1000 + self.0);
        f(all, 2000)
    }
}
impl DoubleEndedIterator for Own {
    fn next_back(&mut self) -> Option<u32> {
        print!("next_back ");
        self.0 = self.0.checked_sub(1)?;
        Some(10 + self.0)
    }
    fn nth_back(&mut self, n: usize) -> Option<u32> {
        print!("nth_back {n} ");
        Some(300)
    }
    fn rfold<B, F: FnMut(B, u32) -> B>(self, init: B, mut f: F) -> B {
        print!("rfold ");
        let all = f(init, 3000);
        f(all, 4000 + self.0)
    }
}
impl ExactSizeIterator for Own {}
/// Only folds.
struct Folds;
impl Iterator for Folds {
    type Item = u32;
    fn next(&mut self) -> Option<u32> { None }
    fn fold<B, F: FnMut(B, u32) -> B>(self, init: B, mut f: F) -> B {
        let all = f(init, 7);
        f(all, 8)
    }
}
/// Says when it is asked behind its end.
struct Ended(u32);
impl Iterator for Ended {
    type Item = u32;
    fn next(&mut self) -> Option<u32> {
        print!("at {} ", self.0);
        self.0 += 1;
        if self.0 < 3 { Some(self.0) } else { None }
    }
}
impl DoubleEndedIterator for Ended {
    fn next_back(&mut self) -> Option<u32> { self.next() }
}
impl core::iter::FusedIterator for Ended {}

fn noted<T>(what: &'static str) -> impl FnMut(&T) { move |_| print!("{what} ") }

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let i = thread::index();
    let own = || Own(3);
    let mut peeked = own().peekable();
    peeked.peek();
    println!("| {:?} {} {}", own().sum::<u32>(), own().map(|x| x * 2).sum::<u32>(), own().filter(|x| x % 2 == 1).count());
    println!("| {} {:?}", own().enumerate().count(), own().enumerate().last());
    println!("| {} {:?}", own().skip(1).count(), own().skip(2).last());
    println!("| {} {:?} {}", peeked.clone().count(), peeked.clone().last(), peeked.clone().fold(0, |a, x| 3 * a + x));
    println!("| {} {:?}", own().chain(own()).count(), own().chain(Own(5)).last());
    println!("| {} {}", own().chain(0..3).rfold(0, |a, x| 2 * a + x), own().rev().fold(1, |a, x| 2 * a + x));
    println!("| {:?} {:?}", own().rev().enumerate().last(), own().enumerate().rfold((0, 0), |a, x| (a.0 * 5 + x.0, a.1 + x.1)));
    println!("| {:?} {:?}", own().max(), own().min_by_key(|x| x % 7));
    println!("| {} {:?}", own().fuse().count(), own().fuse().last());
    println!("| {} {}", own().skip_while(|x| *x > 1).fold(0, |a, x| a + x), own().take(2).rfold(0, |a, x| a * 2 + x));
    println!("| {} {}", own().filter_map(|x| if x > 1500 { Some(x) } else { None }).count(), own().inspect(noted("seen")).product::<u32>());
    println!("| {} {:?}", (0..2).flat_map(|k| Own(k)).fold(0, |a, x| a + x), (0..2).flat_map(|k| Own(k)).last());
    println!("| {} {}", (0..2).flat_map(|k| Own(k)).count(), own().flat_map(|x| [x, 1]).count());
    println!("| {} {:?} {}", Folds.count(), Folds.last(), Folds.map(|x| x + 1).chain(Folds).sum::<u32>());
    println!("| {:?} {:?}", own().step_by(2).nth(1), own().skip(1).zip(0..9).nth(1));
    own().for_each(|x| print!("{x} "));
    println!("| {:?}", own().by_ref().fold(0, |a, x| a + x));

    let mut flat = Ended(0).flat_map(|x| [x, x + 5]);
    flat.next_back();
    println!("| {}", flat.fold(0, |a, x| a * 10 + x));

    let all = 0u128..u128::MAX;
    println!("{:?} {:?}", all.clone().nth(usize::MAX), all.clone().nth_back(usize::MAX));
    println!("{:?} {:?}", all.clone().skip(usize::MAX).next(), (0..=u128::MAX).nth(usize::MAX));
    println!("{:?} {:?}", (i128::MIN..=0).nth_back(usize::MAX), all.step_by(usize::MAX).nth(1));
    println!("{:?} {:?}", (0u128..(1 << 65)).skip(4).size_hint(), (3u128..9).skip(4).size_hint());
    let mut four = core::iter::repeat('x').take(4);
    println!("{} {:?} {:?} {:?}", four.len(), four.next_back(), four.nth_back(1), four.rev().last());
    println!("{}", core::iter::repeat_with(|| 1).take(6).len());

    let xs = [1, 2, 3, 4];
    let mut zip = xs.iter().inspect(noted("a")).skip(2).zip(xs[..2].iter().inspect(noted("b")));
    println!("| {:?}", zip.next_back());
    println!("| {:?} {:?}", zip.next_back(), zip.next_back());
    let mut twice = xs.iter().rev().peekable().peekable();
    twice.peek();
    println!("{:?} {:?}", twice.try_rfold(0, |a, x| if *x == 4 { None } else { Some(a + x) }), twice.next());
    out[i] = 1;
}
