// A function that reads a table of integers beside floats, whose derivative its author gives.
// tolerance: 1e-5
// central: 1e-3
use rustg_std::prelude::*;

fn table_rule(x: f32, table: &[u32], at: usize, d: f32) -> f32 {
    d * table[at] as f32
}

#[derivative(table_rule)]
fn by_table(x: f32, table: &[u32], at: usize) -> f32 {
    f32::from_bits((x * table[at] as f32).to_bits())
}

#[kernel(adjoint, tangent)]
pub fn f(table: &[u32], x: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] *= by_table(x[i], table, i.get() % table.len());
    }
}
