// `write!` into what is no core::fmt::Write.
use std::fmt::{self, Write};

struct Count(usize);
impl Write for Count {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 += text.len();
        Ok(())
    }
}
struct Half;
impl Write for Half {} //~ E0046 not all trait items implemented, missing: `write_str`

fn not_mutable(count: &Count) -> fmt::Result {
    let own = Count(0);
    write!(own, "a")?; //~ E0596 cannot borrow `own` as mutable, as it is not declared as mutable
    write!(count, "a") //~ E0596 cannot borrow `*count` as mutable, as it is behind a `&` reference
}
fn borrowed(count: &mut Count) -> fmt::Result {
    write!(count, "{}", count.0 + 1)?;
    write!(count, "{}", count.0) //~ E0502 cannot borrow `*count` as mutable because it is also borrowed as immutable
}
fn other_result(count: &mut Count) -> u32 {
    write!(count, "a") //~ E0308 mismatched types
}
fn no_sink(mut n: u32) {
    let _ = write!(n, "a"); //~ E0599 cannot write into `u32`
}
