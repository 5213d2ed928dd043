// A match with wrong variants, types and patterns.
use rustg_std::prelude::*;

#[derive(PartialEq)]
enum Dir { North, East, South, West }

fn turn(d: Dir) -> Dir {
    match d {
        Dir::North => Dir::East,
        Dir::East => Dir::South,
        Dir::South => Dir::Wset, //~ E0599 no variant or associated item named `Wset` found for enum
        North => Dir::North,
    }
}

fn step(d: &Dir) -> (i32, i32) {
    match d {
        &Dir::North => (0, 1),
        Dir::East | Dir::West if d == Dir::East => (1, 0), //~ E0277 can't compare `&Dir` with `Dir`
        Dir::South => (0, -1, 0), //~ E0308 `match` arms have incompatible types
    }
}

#[kernel]
pub fn walk(x: &[i32], mut y: GridMut<i32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = match x[i] { //~ E0004 non-exhaustive patterns: `i32::MIN..=-6_i32` not covered
            0..=9 => 1,
            10.. => 2,
            -5..0 => 3,
        };
    }
}
