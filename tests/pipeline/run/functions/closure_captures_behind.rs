// a closure captures what its patterns look at: what a reference leads to, and parts of an enum that has one variant
// threads: 1
// expect: 1292
use rustg_std::prelude::*;

enum Color {
    Rgb(u64, u64, u64),
}

enum Named<'a> {
    It { first: &'a str, second: [u64; 2] },
}

struct Loud<'a>(&'a core::cell::Cell<u64>);

impl Drop for Loud<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() + 1);
    }
}

enum Pair<'a> {
    Both(Loud<'a>, Loud<'a>),
}

fn parts() -> u64 {
    let mut color = Color::Rgb(0, 0, 0);
    let mut red = |v| {
        let Color::Rgb(ref mut r, _, _) = color;
        *r = v;
    };
    let mut green = |v| match color {
        Color::Rgb(_, ref mut g, _) => *g += v,
    };
    red(100);
    green(20);
    red(200);
    let Color::Rgb(r, g, b) = color;
    r + g + b
}

fn named() -> u64 {
    let mut named = Named::It { first: "abc", second: [4, 5] };
    let length = || {
        let Named::It { first, .. } = named;
        first.len() as u64
    };
    let Named::It { second: ref mut second, .. } = named;
    second[0] += length();
    second[0] * 10 + second[1]
}

fn moved(dropped: &core::cell::Cell<u64>) -> u64 {
    let pair = Pair::Both(Loud(dropped), Loud(dropped));
    let take = || {
        let Pair::Both(first, _) = pair;
        drop(first);
        dropped.get()
    };
    let after = take();
    after * 10 + dropped.get()
}

fn slices<'a>(first: &'a mut [u64], second: &'a mut [u64]) -> (u64, &'a mut [u64]) {
    let mut x = first;
    let count = || match x {
        [] => 0,
        [_] => 1,
        [1, .., 300] => 301,
        _ => 2,
    };
    let y = x.len() as u64;
    let n = count() + y;
    let sum = || x.len() as u64 + x[0];
    x = second;
    (n + 0 * x.len() as u64, x)
}

fn changed<'a>(first: &'a mut [u64], second: &'a mut [u64]) -> u64 {
    let mut x = first;
    let mut change = |by| match x {
        [one, ..] => {
            *one += by;
            *one
        }
        [] => 0,
    };
    x = second;
    change(1);
    change(2) + x[0]
}

fn assigned() -> u64 {
    let (mut one, mut other) = (true, false);
    let mut x = &mut one;
    let is_true = || match x {
        true => 1,
        false => 0,
    };
    x = &mut other;
    let told = is_true();
    told * 10 + *x as u64
}

fn kept<'l: 's, 's>(x: &'s mut &'l [u64]) -> impl Fn() -> u64 + 'l {
    || match *x {
        &[] => 0,
        &[first, ..] => first,
    }
}

#[rustg_std::kernel]
pub fn test(mut out: GridMut<u64>) {
    let (mut a, mut b) = ([1, 2, 300], [7]);
    let (n, rest) = slices(&mut a, &mut b);
    let dropped = core::cell::Cell::new(0);
    let mut sum = parts() + named() + n + rest[0] + assigned() + changed(&mut [40, 1], &mut [9]) + moved(&dropped) * 2;
    let mut slice: &[u64] = &[600, 1];
    let first = kept(&mut slice);
    slice = &[];
    sum += first() + slice.len() as u64;
    out[thread::index()] = sum + dropped.get();
}
