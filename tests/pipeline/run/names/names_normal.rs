// names whose spellings are canonically equivalent are one name
// threads: 2
// expect: 124129 224129
use rustg_std::prelude::*;
struct Été {
    résumé: u64,
    한글: u64,
}
impl Été {
    fn việt<'é>(&'é self) -> &'é u64 {
        &self.résumé
    }
}
macro_rules! same {
    (à) => {
        1
    };
    (ã) => {
        2
    };
    ($x:ident) => {
        4
    };
}
macro_rules! bind {
    ($x:ident, $value:expr) => {
        let $x = $value;
    };
}
const Kelvin: u64 = 5;
mod möd {
    pub const ß̈: u64 = 6;
}
fn texts() -> usize {
    stringify!(résumé).len() * 10 + stringify!(résumé).len()
}
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let x = Été { résumé: t.get() as u64, 한글: 30 };
    bind!(ö, 100_000 * x.việt());
    let macros = same!(à) * 100 + same!(ã) * 10 + same!(á);
    let raw = r#ö + Kelvin + möd::ß̈;
    out[t] = raw + x.한글 + texts() as u64 + 1000 * macros;
}
