// messages with named texts
// threads: 1
// panics: 13 the "table" {of} "the \"table\"" at 0
use rustg_std::prelude::*;

const WHAT: &str = "the \"table\"";
const OTHER: &str = WHAT;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = 1;
    assert!(t.get() != 0, "{OTHER} {{of}} {:?} at {t}", WHAT);
}
