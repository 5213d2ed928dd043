// floats read from texts: short ones, long ones, those in the middle of two floats and just beside it, and what is none
// threads: 8
// expect: 12176807855033655088 16420107895456131147 8164567923309597458 14142028426566439150 18348428831527328102 3084549617244218821 6382106293119831011 7699095913613590953
use rustg_std::prelude::*;

struct Text {
    bytes: [u8; 1300],
    n: usize,
}

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let x = self.0 ^ self.0 >> 32;
        x.wrapping_mul(0xD6E8_FEB8_6659_FD93) ^ x >> 29
    }
    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }
}

impl Text {
    fn put(&mut self, byte: u8) {
        self.bytes[self.n] = byte;
        self.n += 1;
    }
    fn put_text(&mut self, text: &str) {
        for byte in text.bytes() {
            self.put(byte);
        }
    }
    fn put_number(&mut self, x: i64) {
        let mut digits = [0u8; 20];
        let (mut k, mut left) = (0, x.unsigned_abs());
        while left > 0 || k == 0 {
            digits[k] = b'0' + (left % 10) as u8;
            left /= 10;
            k += 1;
        }
        if x < 0 {
            self.put(b'-');
        }
        for at in (0..k).rev() {
            self.put(digits[at]);
        }
    }
    fn put_exponent(&mut self, random: &mut Random, low: i64, high: i64) {
        self.put(if random.below(2) == 0 { b'e' } else { b'E' });
        let x = low + random.below((high - low) as u64) as i64;
        if x >= 0 && random.below(3) == 0 {
            self.put(b'+');
        }
        self.put_number(x);
    }
    fn put_digits(&mut self, random: &mut Random, n: u64) {
        let point = random.below(2 * n + 1);
        for k in 0..n {
            if k == point {
                self.put(b'.');
            }
            self.put(b'0' + random.below(10) as u8);
        }
    }
    /// x * 2^exponent in all of its digits, and some that `random` draws behind them.
    fn put_exact(&mut self, random: &mut Random, x: u64, exponent: i32) {
        let mut digits = [0u8; 1200];
        let (mut n, mut left) = (0, x);
        while left > 0 {
            digits[n] = (left % 10) as u8;
            left /= 10;
            n += 1;
        }
        let by = if exponent < 0 { 5 } else { 2 };
        for _ in 0..exponent.unsigned_abs() {
            let mut carry = 0;
            for digit in &mut digits[..n] {
                carry += *digit as u32 * by;
                *digit = (carry % 10) as u8;
                carry /= 10;
            }
            if carry > 0 {
                digits[n] = carry as u8;
                n += 1;
            }
        }
        match random.below(4) {
            0 => {
                let mut k = 0;
                while digits[k] == 0 {
                    digits[k] = 9;
                    k += 1;
                }
                digits[k] -= 1;
            }
            _ => {}
        }
        for k in (0..n).rev() {
            self.put(b'0' + digits[k]);
        }
        let is_more = random.below(3) == 0;
        if is_more {
            self.put_text(".00000000");
            self.put(b'0' + random.below(2) as u8);
        }
        if exponent < 0 {
            self.put(b'e');
            self.put_number(exponent as i64);
        }
    }
    fn text(&self) -> &str {
        core::str::from_utf8(&self.bytes[..self.n]).unwrap_or("?")
    }
}

fn add(all: &mut u64, text: &str) {
    let more = match text.parse::<f64>() {
        Ok(x) => x.to_bits(),
        Err(e) => 0x1234_5678 + (e == "".parse::<f64>().unwrap_err()) as u64,
    };
    let few = match text.parse::<f32>() {
        Ok(x) => x.to_bits() as u64,
        Err(_) => 0x9876_5432,
    };
    *all = all.rotate_left(7).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ more ^ few << 13;
}

const OTHERS: [&str; 60] = [
    "", "+", "-", ".", "+.", "e", "e5", ".e5", "5e", "5e+", "5e-", "5e5.", "5.5.5", "--5", "+-5", "5-", " 5", "5 ",
    "0x10", "1_000", "inf", "-inf", "+inf", "INF", "infinity", "-InFiNiTy", "infinit", "infinityx", "nan", "-nan",
    "+NaN", "nano", "na", "5.", ".5", "-.5e-0", "0", "-0", "+0.0e99999999999999999999", "1e99999999999999999999",
    "-1e-99999999999999999999", "1e310", "1e309", "1e308", "1.7976931348623157e308", "1.7976931348623158e308",
    "1.7976931348623159e308", "179769313486231580793728971405301e276", "4.9406564584124654e-324", "2.5e-324",
    "2.4703282292062327e-324", "2.4703282292062328e-324", "2.2250738585072011e-308", "2.2250738585072012e-308",
    "3.4028235677973366e38", "3.4028235677973362e38", "1.4e-45", "0.7e-45", "1.17549429e-38", "9007199254740993",
];

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let (mut all, kind) = (0, t.get());
    let mut random = Random(kind as u64 * 77 + 5);
    if kind == 0 {
        for text in OTHERS {
            add(&mut all, text);
        }
    }
    let n = [0, 120, 60, 40, 12, 3, 60, 3][kind];
    for _ in 0..n {
        let mut text = Text { bytes: [0; 1300], n: 0 };
        if random.below(4) == 0 {
            text.put(if random.below(2) == 0 { b'-' } else { b'+' });
        }
        match kind {
            1 => {
                let n = 1 + random.below(17);
                text.put_digits(&mut random, n);
                if random.below(2) == 0 {
                    text.put_exponent(&mut random, -30, 30);
                }
            }
            2 => {
                let n = 1 + random.below(60);
                text.put_digits(&mut random, n);
                text.put_exponent(&mut random, -345, 310);
            }
            3 => {
                let exponent = random.below(250) as i32 - 149;
                let x = random.next() >> 40 | 1 << 23;
                text.put_exact(&mut random, 2 * x + 1, exponent - 1);
            }
            4 => {
                let exponent = random.below(300) as i32 - 150;
                let x = random.next() >> 12 | 1 << 52;
                text.put_exact(&mut random, 2 * x + 1, exponent - 1);
            }
            5 => {
                let x = random.below(1 << 20);
                text.put_exact(&mut random, 2 * x + 1, -1075);
            }
            6 => {
                let n = 1 + random.below(20);
                text.put_text("0.000000000000000");
                text.put_digits(&mut random, n);
                text.put_exponent(&mut random, -40, 10);
            }
            _ => {
                text.put_digits(&mut random, 1100);
                text.put_exponent(&mut random, -1200, -700);
            }
        }
        add(&mut all, text.text());
    }
    out[t] = all;
}
