// every operator on every integer type at its limits, without checks
// threads: 10
// expect: 6709379448214044937 10388864406380209302 6628919096572291921 18411002221333117801 18411125366635428713 15108104140007036579 10871710332200160750 2575273160143121643 13973814890341626137 13973810492295115033
// checks: off
use rustg_std::prelude::*;

fn mix(n: u64, x: u64) -> u64 {
    n.rotate_left(7) ^ x.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

fn value(i: u64) -> u64 {
    let mut n = i;
    match i {
        0 => {
            let all = [i8::MIN, i8::MIN + 1, i8::MAX / 3, 0, 1, 2, 7, i8::MAX - 1, i8::MAX];
            for x in all {
                for y in all {
                    n = mix(n, (x + y) as u64);
                    n = mix(n, (x - y) as u64);
                    n = mix(n, (x * y) as u64);
                    n = mix(n, (x & y | x ^ y) as u64);
                    n = mix(n, (x << (y & 15)) as u64);
                    n = mix(n, (x >> y) as u64);
                    n = mix(n, (!x < y) as u64 + (x >= y) as u64 * 2 + (x != y) as u64 * 4);
                    if y > 0 {
                        n = mix(n, (x / y) as u64);
                        n = mix(n, (x % y) as u64);
                    }
                    let mut z = x;
                    z += y;
                    z -= 3;
                    z *= y;
                    z <<= y & 9;
                    z >>= 1;
                    z ^= x;
                    z |= 1;
                    z /= z;
                    z %= 5;
                    n = mix(n, z as u64);
                }
            }
        }
        1 => {
            let all = [i16::MIN, i16::MIN + 1, i16::MAX / 3, 0, 1, 2, 7, i16::MAX - 1, i16::MAX];
            for x in all {
                for y in all {
                    n = mix(n, (x + y) as u64);
                    n = mix(n, (x - y) as u64);
                    n = mix(n, (x * y) as u64);
                    n = mix(n, (x & y | x ^ y) as u64);
                    n = mix(n, (x << (y & 15)) as u64);
                    n = mix(n, (x >> y) as u64);
                    n = mix(n, (!x < y) as u64 + (x >= y) as u64 * 2 + (x != y) as u64 * 4);
                    if y > 0 {
                        n = mix(n, (x / y) as u64);
                        n = mix(n, (x % y) as u64);
                    }
                    let mut z = x;
                    z += y;
                    z -= 3;
                    z *= y;
                    z <<= y & 9;
                    z >>= 1;
                    z ^= x;
                    z |= 1;
                    z /= z;
                    z %= 5;
                    n = mix(n, z as u64);
                }
            }
        }
        2 => {
            let all = [i32::MIN, i32::MIN + 1, i32::MAX / 3, 0, 1, 2, 7, i32::MAX - 1, i32::MAX];
            for x in all {
                for y in all {
                    n = mix(n, (x + y) as u64);
                    n = mix(n, (x - y) as u64);
                    n = mix(n, (x * y) as u64);
                    n = mix(n, (x & y | x ^ y) as u64);
                    n = mix(n, (x << (y & 15)) as u64);
                    n = mix(n, (x >> y) as u64);
                    n = mix(n, (!x < y) as u64 + (x >= y) as u64 * 2 + (x != y) as u64 * 4);
                    if y > 0 {
                        n = mix(n, (x / y) as u64);
                        n = mix(n, (x % y) as u64);
                    }
                    let mut z = x;
                    z += y;
                    z -= 3;
                    z *= y;
                    z <<= y & 9;
                    z >>= 1;
                    z ^= x;
                    z |= 1;
                    z /= z;
                    z %= 5;
                    n = mix(n, z as u64);
                }
            }
        }
        3 => {
            let all = [i64::MIN, i64::MIN + 1, i64::MAX / 3, 0, 1, 2, 7, i64::MAX - 1, i64::MAX];
            for x in all {
                for y in all {
                    n = mix(n, (x + y) as u64);
                    n = mix(n, (x - y) as u64);
                    n = mix(n, (x * y) as u64);
                    n = mix(n, (x & y | x ^ y) as u64);
                    n = mix(n, (x << (y & 15)) as u64);
                    n = mix(n, (x >> y) as u64);
                    n = mix(n, (!x < y) as u64 + (x >= y) as u64 * 2 + (x != y) as u64 * 4);
                    if y > 0 {
                        n = mix(n, (x / y) as u64);
                        n = mix(n, (x % y) as u64);
                    }
                    let mut z = x;
                    z += y;
                    z -= 3;
                    z *= y;
                    z <<= y & 9;
                    z >>= 1;
                    z ^= x;
                    z |= 1;
                    z /= z;
                    z %= 5;
                    n = mix(n, z as u64);
                }
            }
        }
        4 => {
            let all = [isize::MIN, isize::MIN + 1, isize::MAX / 3, 0, 1, 2, 7, isize::MAX - 1, isize::MAX];
            for x in all {
                for y in all {
                    n = mix(n, (x + y) as u64);
                    n = mix(n, (x - y) as u64);
                    n = mix(n, (x * y) as u64);
                    n = mix(n, (x & y | x ^ y) as u64);
                    n = mix(n, (x << (y & 15)) as u64);
                    n = mix(n, (x >> y) as u64);
                    n = mix(n, (!x < y) as u64 + (x >= y) as u64 * 2 + (x != y) as u64 * 4);
                    if y > 0 {
                        n = mix(n, (x / y) as u64);
                        n = mix(n, (x % y) as u64);
                    }
                    let mut z = x;
                    z += y;
                    z -= 3;
                    z *= y;
                    z <<= y & 9;
                    z >>= 1;
                    z ^= x;
                    z |= 1;
                    z /= z;
                    z %= 5;
                    n = mix(n, z as u64);
                }
            }
        }
        5 => {
            let all = [u8::MIN, u8::MIN + 1, u8::MAX / 3, 0, 1, 2, 7, u8::MAX - 1, u8::MAX];
            for x in all {
                for y in all {
                    n = mix(n, (x + y) as u64);
                    n = mix(n, (x - y) as u64);
                    n = mix(n, (x * y) as u64);
                    n = mix(n, (x & y | x ^ y) as u64);
                    n = mix(n, (x << (y & 15)) as u64);
                    n = mix(n, (x >> y) as u64);
                    n = mix(n, (!x < y) as u64 + (x >= y) as u64 * 2 + (x != y) as u64 * 4);
                    if y > 0 {
                        n = mix(n, (x / y) as u64);
                        n = mix(n, (x % y) as u64);
                    }
                    let mut z = x;
                    z += y;
                    z -= 3;
                    z *= y;
                    z <<= y & 9;
                    z >>= 1;
                    z ^= x;
                    z |= 1;
                    z /= z;
                    z %= 5;
                    n = mix(n, z as u64);
                }
            }
        }
        6 => {
            let all = [u16::MIN, u16::MIN + 1, u16::MAX / 3, 0, 1, 2, 7, u16::MAX - 1, u16::MAX];
            for x in all {
                for y in all {
                    n = mix(n, (x + y) as u64);
                    n = mix(n, (x - y) as u64);
                    n = mix(n, (x * y) as u64);
                    n = mix(n, (x & y | x ^ y) as u64);
                    n = mix(n, (x << (y & 15)) as u64);
                    n = mix(n, (x >> y) as u64);
                    n = mix(n, (!x < y) as u64 + (x >= y) as u64 * 2 + (x != y) as u64 * 4);
                    if y > 0 {
                        n = mix(n, (x / y) as u64);
                        n = mix(n, (x % y) as u64);
                    }
                    let mut z = x;
                    z += y;
                    z -= 3;
                    z *= y;
                    z <<= y & 9;
                    z >>= 1;
                    z ^= x;
                    z |= 1;
                    z /= z;
                    z %= 5;
                    n = mix(n, z as u64);
                }
            }
        }
        7 => {
            let all = [u32::MIN, u32::MIN + 1, u32::MAX / 3, 0, 1, 2, 7, u32::MAX - 1, u32::MAX];
            for x in all {
                for y in all {
                    n = mix(n, (x + y) as u64);
                    n = mix(n, (x - y) as u64);
                    n = mix(n, (x * y) as u64);
                    n = mix(n, (x & y | x ^ y) as u64);
                    n = mix(n, (x << (y & 15)) as u64);
                    n = mix(n, (x >> y) as u64);
                    n = mix(n, (!x < y) as u64 + (x >= y) as u64 * 2 + (x != y) as u64 * 4);
                    if y > 0 {
                        n = mix(n, (x / y) as u64);
                        n = mix(n, (x % y) as u64);
                    }
                    let mut z = x;
                    z += y;
                    z -= 3;
                    z *= y;
                    z <<= y & 9;
                    z >>= 1;
                    z ^= x;
                    z |= 1;
                    z /= z;
                    z %= 5;
                    n = mix(n, z as u64);
                }
            }
        }
        8 => {
            let all = [u64::MIN, u64::MIN + 1, u64::MAX / 3, 0, 1, 2, 7, u64::MAX - 1, u64::MAX];
            for x in all {
                for y in all {
                    n = mix(n, (x + y) as u64);
                    n = mix(n, (x - y) as u64);
                    n = mix(n, (x * y) as u64);
                    n = mix(n, (x & y | x ^ y) as u64);
                    n = mix(n, (x << (y & 15)) as u64);
                    n = mix(n, (x >> y) as u64);
                    n = mix(n, (!x < y) as u64 + (x >= y) as u64 * 2 + (x != y) as u64 * 4);
                    if y > 0 {
                        n = mix(n, (x / y) as u64);
                        n = mix(n, (x % y) as u64);
                    }
                    let mut z = x;
                    z += y;
                    z -= 3;
                    z *= y;
                    z <<= y & 9;
                    z >>= 1;
                    z ^= x;
                    z |= 1;
                    z /= z;
                    z %= 5;
                    n = mix(n, z as u64);
                }
            }
        }
        _ => {
            let all = [usize::MIN, usize::MIN + 1, usize::MAX / 3, 0, 1, 2, 7, usize::MAX - 1, usize::MAX];
            for x in all {
                for y in all {
                    n = mix(n, (x + y) as u64);
                    n = mix(n, (x - y) as u64);
                    n = mix(n, (x * y) as u64);
                    n = mix(n, (x & y | x ^ y) as u64);
                    n = mix(n, (x << (y & 15)) as u64);
                    n = mix(n, (x >> y) as u64);
                    n = mix(n, (!x < y) as u64 + (x >= y) as u64 * 2 + (x != y) as u64 * 4);
                    if y > 0 {
                        n = mix(n, (x / y) as u64);
                        n = mix(n, (x % y) as u64);
                    }
                    let mut z = x;
                    z += y;
                    z -= 3;
                    z *= y;
                    z <<= y & 9;
                    z >>= 1;
                    z ^= x;
                    z |= 1;
                    z /= z;
                    z %= 5;
                    n = mix(n, z as u64);
                }
            }
        }
    }
    n
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
