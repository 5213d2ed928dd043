// Loops that read and count by one, with few rounds and many, and indices whose constants are apart from the rest
// threads: 24
// expect: 664011181027787110 337724474223756649 10511903064836427781 9918222135210377448 12423934113462488677 10168443060179635652 8436215527804510568 6290410116202065508 17982044732811143383 9951051517563090115 15746160302867268710 6615342346899097956 11830098860837979670 14338769081412249857 10918077032010748285 12175414820526590365 16486257910710140650 16182096102924516858 6974837967006634795 12831972368025500962 1411338209383015813 10740011797358560933 16499183235166130784 5619361574107301445
use rustg_std::prelude::*;

fn sum(x: &[u32], first: usize, end: usize) -> u64 {
    let mut s = 3u64;
    for l in first..end {
        s = s.wrapping_mul(31).wrapping_add(x[l] as u64);
    }
    s
}

// The index wraps on its way, and comes back.
fn apart(x: &[u32], n: usize, row: usize, by: usize) -> u64 {
    let mut s = 0u64;
    for l in 0..n {
        let at = row.wrapping_sub(9).wrapping_add(l.wrapping_add(2).wrapping_mul(by)).wrapping_add(7).wrapping_sub(by * 2);
        s = s.rotate_left(3) ^ x[(at.wrapping_add(2)) % x.len()] as u64;
        if at.wrapping_add(2) < x.len() {
            s = s.wrapping_add(x[at.wrapping_add(2)] as u64);
        }
    }
    s
}

fn product(a: &[u32], b: &[u32], n: usize, row: usize, column: usize) -> u32 {
    let mut s = 0u32;
    for l in 0..n {
        s = s.wrapping_add(a[row * n + l].wrapping_mul(b[l * n + column]));
    }
    s
}

fn by_u64_end(x: &[u32], end: u64) -> u64 {
    let mut k = end.wrapping_sub(11);
    let mut s = 0u64;
    while k < end {
        s = s.wrapping_mul(7) ^ x[(k % 40) as usize] as u64;
        k += 1;
    }
    s
}

fn leaves(x: &[u32], n: usize, at: u32) -> u64 {
    let mut s = 0u64;
    for l in 0..n {
        if x[l] == at {
            break;
        }
        s = s.wrapping_mul(3) + x[l] as u64 % 5;
    }
    s
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let n = t.get();
    let mut x = [0u32; 40];
    for k in 0..40 {
        x[k] = (k as u32 + 1).wrapping_mul(2_654_435_761).wrapping_add(n as u32);
    }
    let (a, b) = x.split_at(25 + n % 3);
    let side = n % 4;
    let parts = [
        sum(&x, n % 5, (n % 5 + n).min(40)),
        sum(&x, 7, 7 - n % 3),
        apart(&x, n % 11, n % 6 + 1, n % 3),
        product(a, b, side, n % (side + 1) % 3, side / 2) as u64,
        by_u64_end(&x, if n < 2 { u64::MAX - n as u64 } else { n as u64 * 9 + 2 }),
        leaves(&x, n + 9, x[n % 17]),
    ];
    out[t] = parts.iter().fold(0, |h: u64, p| h.wrapping_mul(0x100_0000_01b3) ^ p);
}
