// a struct that outlived what it points to
// threads: 1
// blocks: 1
use rustg_std::prelude::*;

struct View {
    at: *const [u32; 2],
}
fn view(a: u32) -> View {
    let pair = [a, a + 1];
    View { at: &pair }
}

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let t = thread::index();
    let v = view(3);
    let pair = unsafe { *v.at }; //~ a read of 8 bytes in a local that is gone: its scope has ended
    out[t] = pair[1];
}
