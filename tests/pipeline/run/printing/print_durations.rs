// spans of time as {:?} writes them, with widths and precisions, and what is wrong of floats
// threads: 1
// expect: 1
// prints: 0ns 0ns 0.00ns +0ns
// prints: 0.000000000000ns [0ns     ]
// prints: [                   0.000ns] [****0.0ns*****]
// prints: [0ns  ]
// prints: 7ns 7ns 7.00ns +7ns
// prints: 7.000000000000ns [7ns     ]
// prints: [                   7.000ns] [****7.0ns*****]
// prints: [7ns  ]
// prints: 999ns 999ns 999.00ns +999ns
// prints: 999.000000000000ns [999ns   ]
// prints: [                 999.000ns] [***999.0ns****]
// prints: [999ns]
// prints: 1.5µs 2µs 1.50µs +1.5µs
// prints: 1.500000000000µs [1.5µs   ]
// prints: [                   1.500µs] [****1.5µs*****]
// prints: [1.5µs]
// prints: 999.999µs 1000µs 1000.00µs +999.999µs
// prints: 999.999000000000µs [999.999µs]
// prints: [                 999.999µs] [***1000.0µs***]
// prints: [999.999µs]
// prints: 7.1ms 7ms 7.10ms +7.1ms
// prints: 7.100000000000ms [7.1ms   ]
// prints: [                   7.100ms] [****7.1ms*****]
// prints: [7.1ms]
// prints: 7s 7s 7.00s +7s
// prints: 7.000000000000s [7s      ]
// prints: [                    7.000s] [*****7.0s*****]
// prints: [7s   ]
// prints: 7.00001s 7s 7.00s +7.00001s
// prints: 7.000010000000s [7.00001s]
// prints: [                    7.000s] [*****7.0s*****]
// prints: [7.00001s]
// prints: 88.123456789s 88s 88.12s +88.123456789s
// prints: 88.123456789000s [88.123456789s]
// prints: [                   88.123s] [****88.1s*****]
// prints: [88.123456789s]
// prints: 18446744073709551615.999999999s 18446744073709551616s 18446744073709551616.00s +18446744073709551615.999999999s
// prints: 18446744073709551615.999999999000s [18446744073709551615.999999999s]
// prints: [ 18446744073709551616.000s] [18446744073709551616.0s]
// prints: [18446744073709551615.999999999s]
// prints: 2s 2s 2ms 2.10s
// prints: 10.0s 18446744073709551615.999s 18446744073709551616.00000000s
// prints: Some(23.678µs) [
// prints:     1.000000001s,
// prints: ]
// prints: cannot convert float seconds to Duration: value is negative TryFromFloatSecsError { kind: Negative }
// prints: cannot convert float seconds to Duration: value is either too big or NaN TryFromFloatSecsError { kind: OverflowOrNan }
// prints: cannot convert float seconds to Duration: value is either too big or NaN TryFromFloatSecsError { kind: OverflowOrNan }
// prints: 20 17473891293273998243
use rustg_std::prelude::*;
use core::fmt::{self, Write};
use std::time::Duration;

/// Counts what it is given, and how often.
struct Pieces {
    bytes: u64,
    n: u64,
}
impl Write for Pieces {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.n += 1;
        for byte in text.bytes() {
            self.bytes = self.bytes.wrapping_mul(31).wrapping_add(byte as u64);
        }
        Ok(())
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    for x in [
        Duration::ZERO, Duration::new(0, 7), Duration::new(0, 999), Duration::new(0, 1_500), Duration::new(0, 999_999),
        Duration::new(0, 7_100_000), Duration::new(7, 0), Duration::new(7, 10_000), Duration::new(88, 123_456_789), Duration::MAX,
    ] {
        println!("{x:?} {x:.0?} {x:.2?} {x:+?}");
        println!("{x:.12?} [{x:8?}]");
        println!("[{x:>26.3?}] [{x:*^14.1?}]");
        println!("[{x:05?}]");
    }
    println!("{:.0?} {:.0?} {:.0?} {:.2?}", Duration::new(1, 500_000_000), Duration::new(2, 500_000_000),
             Duration::new(0, 2_500_000), Duration::new(2, 105_000_000));
    println!("{:.1?} {:.3?} {:.8?}", Duration::new(9, 950_000_000), Duration::new(u64::MAX, 999_499_999),
             Duration::new(u64::MAX, 999_999_995));
    println!("{:?} {:#?}", Some(Duration::new(0, 23_678)), [Duration::new(1, 1)]);
    for x in [-1.0, 1e20, f64::NAN] {
        match Duration::try_from_secs_f64(x) {
            Ok(_) => {}
            Err(e) => println!("{e} {e:?}"),
        }
    }
    let mut to = Pieces { bytes: 0, n: 0 };
    let _ = write!(to, "{:?} {:+.12?} {:>12?}", Duration::new(5, 1), Duration::new(0, 23_678), Duration::MAX);
    println!("{} {}", to.n, to.bytes);
    out[t] = 1;
}
