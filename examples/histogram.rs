//! Counts the bytes of files and prints the most frequent ones: a small but complete program to try rustgc on.

use std::collections::BTreeMap;
use std::env;
use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, Read};

/// How often each byte occurred.
#[derive(Clone)]
pub struct Histogram {
    counts: [u64; 256],
    total: u64,
}

impl Histogram {
    pub const fn new() -> Self {
        Histogram { counts: [0; 0x100], total: 0 }
    }

    /// Adds every byte that `reader` gives.
    pub fn read_from<R: Read>(&mut self, reader: R) -> io::Result<()> {
        for byte in BufReader::with_capacity(1 << 16, reader).bytes() {
            self.counts[usize::from(byte?)] += 1;
            self.total += 1;
        }
        Ok(())
    }

    /// The `n` most frequent bytes, the most frequent first; ties in byte order.
    pub fn top(&self, n: usize) -> Vec<(u8, u64)> {
        let mut rows: Vec<(u8, u64)> =
            self.counts.iter().enumerate().filter(|(_, &c)| c > 0).map(|(b, &c)| (b as u8, c)).collect();
        rows.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
        rows.truncate(n);
        rows
    }

    /// Shannon entropy in bits a byte.
    pub fn entropy(&self) -> f64 {
        let total = self.total.max(1) as f64;
        self.counts
            .iter()
            .filter(|&&count| count != 0)
            .map(|&count| count as f64 / total)
            .fold(0.0, |sum, p| sum - p * p.log2())
    }
}

impl fmt::Display for Histogram {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(out, "{} bytes, {:.3} bits a byte", self.total, self.entropy())?;
        for (byte, count) in self.top(10) {
            let shown = match byte {
                b'\n' => r"\n".to_string(),
                b'\t' => "\\t".to_string(),
                b' '..=b'~' => char::from(byte).to_string(),
                _ => format!("\\x{byte:02x}"),
            };
            let share = 1e2 * count as f64 / self.total as f64;
            writeln!(out, r#"  "{shown:>4}"  {count:>9}  {share:5.1}%"#)?;
        }
        Ok(())
    }
}

fn main() -> io::Result<()> {
    let mut by_suffix: BTreeMap<String, Histogram> = BTreeMap::new();
    'files: for path in env::args().skip(1) {
        let suffix = match path.rsplit_once('.') {
            Some((_, suffix)) => suffix.to_owned(),
            None => continue 'files, /* no suffix, /* no */ histogram */
        };
        by_suffix.entry(suffix).or_insert_with(Histogram::new).read_from(File::open(&path)?)?;
    }
    for (suffix, histogram) in &by_suffix {
        print!(".{suffix}: {histogram}");
    }
    Ok(())
}
