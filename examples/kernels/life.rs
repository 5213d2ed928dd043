//! One generation of the game of life on a board whose edges meet.
use rustg_std::prelude::*;

#[kernel]
pub fn life(width: usize, height: usize, board: &[bool], mut next: GridMut<bool>) {
    for i in thread::grid_stride(width * height) {
        let (x, y) = ((i.get() % width) as isize, (i.get() / width) as isize);
        let mut neighbours = 0u8;
        for dy in -1..=1isize {
            for dx in -1..=1isize {
                if (dx, dy) == (0, 0) {
                    continue;
                }
                let column = (x + dx).rem_euclid(width as isize) as usize;
                let row = (y + dy).rem_euclid(height as isize) as usize;
                neighbours += u8::from(board[row * width + column]);
            }
        }
        next[i] = matches!((board[i], neighbours), (true, 2 | 3) | (false, 3));
    }
}
