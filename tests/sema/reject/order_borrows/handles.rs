// Fields of what has a destructor stay there.
use rustg_std::prelude::*;

struct Handle { id: u32 }

impl Drop for Handle {
    fn drop(&mut self) { self.id = 0; }
}

fn open(id: u32) -> Handle { Handle { id } }

#[kernel]
pub fn handles(mut y: GridMut<u32>) {
    let i = thread::index();
    let h = open(3);
    let Handle { id } = h;
    let g = Handle { id: 4, ..h };
    drop(g);
    if i < y.len() {
        y[i] = g.id + id; //~ E0382 use of moved value: `g`
    }
}
