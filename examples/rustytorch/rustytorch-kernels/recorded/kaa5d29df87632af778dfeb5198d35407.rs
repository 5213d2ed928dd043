use rustg_std::prelude::*;

#[kernel]
pub fn kaa5d29df87632af778dfeb5198d35407(n: u32, width: u32, x: &[i64], xi: &[i64], mut y: GridMut<i64>, mut yi: GridMut<i64>) {
    let t = thread::index().get();
    if t >= x.len() {
        return;
    }
    let at = t as u32 % n;
    let row = t as u32 - at;
    let first = at - at % (2 * width);
    let middle = if first + width < n { first + width } else { n };
    let end = if middle + width < n { middle + width } else { n };
    let is_left = at < middle;
    let (mut low, mut high) = if is_left { (middle, end) } else { (first, middle) };
    let start = low;
    let own = x[t];
    while low < high {
        let half = (low + high) / 2;
        let other = x[(row + half) as usize];
        let goes_before = if is_left { let (a, b) = (other, own); a < b } else { let (a, b) = (own, other); !(a < b) };
        if goes_before {
            low = half + 1;
        } else {
            high = half;
        }
    }
    let before = low - start;
    let place = row + before + if is_left { at } else { at - middle + first };
    assert!((place as usize) < y.len() && (place as usize) < yi.len());
    // SAFETY: inside; each place is one thread's.
    unsafe {
        *y.get_unchecked_mut(place as usize) = x[t];
        *yi.get_unchecked_mut(place as usize) = xi[t];
    }
}
