//! Several reductions along the last side in one kernel, as softmax and normalisations have: a block, or a thread, does a row in
//! phases, of which each reduces what the one before has made ready. Elementwise operations are done again in each phase that
//! needs them, of elements that are near by then; what comes of them is the same each time.

use crate::cell::{ByCell, Cell, Fold, Op, Operand, State};
use crate::device::Exec;
use crate::fusion::{MOST_OPERATIONS, Node, held, launch, nothing, uses};
use crate::fusion_text::{Stage, Text, combine, start};
use crate::{Result, layout};
use rustg::LaunchConfig;
use std::fmt::Write;
use std::sync::Arc;

/// Longer rows are not near any more when they are read again.
const LONGEST: usize = 1 << 14;

/// What one kernel does of rows.
pub(crate) struct Rows {
    /// All operations, operands first.
    nodes: Vec<Node>,
    /// Of each: the phase from which on it is there. Reductions are there in the phase after their own.
    levels: ByCell<usize>,
    wide: Vec<usize>,
    pub(crate) blocked: Vec<Arc<Cell>>,
    n_open: usize,
}

/// The shape whose rows are reduced to make this, if any. `seen`: where it was looked for already.
fn wide_of(cell: &Arc<Cell>, seen: &mut Vec<*const Cell>) -> Option<Vec<usize>> {
    if seen.contains(&Arc::as_ptr(cell)) || seen.len() > MOST_OPERATIONS {
        return None;
    }
    seen.push(Arc::as_ptr(cell));
    let cells: Vec<Arc<Cell>> = {
        let state = cell.state();
        let State::Pending(pending) = &*state else { return None };
        let mut cells = pending.operands.iter().filter_map(|operand| match operand {
            Operand::Cell(cell) => Some(cell),
            Operand::Number(..) => None,
        });
        match pending.op {
            Op::Reduce { inner: 1, n, .. } => {
                let operand = cells.next()?;
                return (operand.shape.last() == Some(&n)).then(|| operand.shape.clone());
            }
            Op::Reduce { .. } => return None,
            Op::Map(_) => cells.cloned().collect(),
        }
    };
    cells.iter().find_map(|cell| wide_of(cell, seen))
}

impl Rows {
    /// The group that makes a cell, where it has a reduction whose result goes into elements of its rows again.
    pub(crate) fn of(root: &Arc<Cell>) -> Option<Rows> {
        let wide = wide_of(root, &mut Vec::new())?;
        let stage = Stage::of(wide.iter().rev().skip(1).product(), *wide.last()?, 1);
        if stage.chunks() != 1 || *wide.last()? > LONGEST || *wide.last()? == 1 {
            return None;
        }
        let (nodes, levels, blocked) = (Vec::new(), ByCell::default(), Vec::new());
        let mut rows = Rows { nodes, levels, wide, blocked, n_open: 0 };
        rows.visit(root, true);
        let is_again = |node: &Node| rows.is_wide(&node.cell) && rows.levels[&Arc::as_ptr(&node.cell)] > 0;
        rows.nodes.iter().any(is_again).then_some(rows)
    }

    fn is_wide(&self, cell: &Cell) -> bool {
        cell.shape == self.wide
    }

    fn is_narrow(&self, cell: &Cell) -> bool {
        let outer = self.wide.len() - 1;
        cell.shape.len() == self.wide.len() && cell.shape[outer] == 1 && cell.shape[..outer] == self.wide[..outer]
    }

    fn visit(&mut self, cell: &Arc<Cell>, is_root: bool) {
        let is_known = self.levels.contains_key(&Arc::as_ptr(cell));
        if is_known || self.blocked.iter().any(|blocked| Arc::ptr_eq(blocked, cell)) {
            return;
        }
        let Some(pending) = cell.pending() else { return };
        let last = self.wide.last().copied().unwrap_or(1);
        let fits = match &pending.op {
            Op::Map(_) => self.is_wide(cell) || self.is_narrow(cell),
            Op::Reduce { n, inner, .. } => {
                let of_wide = matches!(pending.operands.first(), Some(Operand::Cell(x)) if self.is_wide(x));
                of_wide && (*n, *inner) == (last, 1) && (is_root || self.is_narrow(cell))
            }
        };
        if !fits || self.nodes.len() + self.n_open >= MOST_OPERATIONS {
            self.blocked.push(cell.clone());
            return;
        }
        self.n_open += 1;
        let mut level = 0;
        for operand in &pending.operands {
            if let Operand::Cell(operand) = operand {
                self.visit(operand, false);
                level = level.max(self.levels.get(&Arc::as_ptr(operand)).copied().unwrap_or(0));
            }
        }
        self.n_open -= 1;
        level += usize::from(matches!(pending.op, Op::Reduce { .. }));
        self.levels.insert(Arc::as_ptr(cell), level);
        self.nodes.push(Node { cell: cell.clone(), pending });
    }

    pub(crate) fn run(&self, exec: &mut Exec, root: &Arc<Cell>) -> Result<()> {
        let nodes: Vec<&Node> = self.nodes.iter().collect();
        let outputs = held(self.nodes.iter(), &uses(&nodes), root);
        if layout::count(&self.wide)? == 0 {
            return outputs.iter().try_for_each(|cell| nothing(exec, cell));
        }
        let n = self.wide.last().copied().unwrap_or(1);
        let rows = layout::count(&self.wide)? / n;
        let stage = Stage::of(rows, n, 1);
        let config = match stage.lanes {
            Some(lanes) if exec.is_cuda => LaunchConfig::new([rows as u32, 1, 1], [lanes as u32, 1, 1]),
            _ => LaunchConfig::for_elements(rows),
        };
        launch(exec, root, config, |text| self.write(text, &stage, &outputs, rows, n)).map(|_| ())
    }

    fn level(&self, cell: &Arc<Cell>) -> usize {
        self.levels.get(&Arc::as_ptr(cell)).copied().unwrap_or(0)
    }

    /// The wide operations that these need, operands first.
    fn closure(&self, wanted: &[Arc<Cell>]) -> Vec<Node> {
        let mut is_needed: Vec<*const Cell> = wanted.iter().map(Arc::as_ptr).collect();
        let mut found = Vec::new();
        for node in self.nodes.iter().rev() {
            if self.is_wide(&node.cell) && is_needed.contains(&Arc::as_ptr(&node.cell)) {
                let operands = node.pending.operands.iter();
                is_needed.extend(operands.filter_map(|operand| match operand {
                    Operand::Cell(cell) => Some(Arc::as_ptr(cell)),
                    Operand::Number(..) => None,
                }));
                found.push(Node { cell: node.cell.clone(), pending: node.pending.clone() });
            }
        }
        found.reverse();
        found
    }

    fn write(&self, text: &mut Text, stage: &Stage, outputs: &[Arc<Cell>], rows: usize, n: usize) -> Result<()> {
        text.note(b'W', &[stage.lanes.unwrap_or(0), outputs.len()], &[]);
        let written: Vec<(Arc<Cell>, String)> = outputs.iter().map(|cell| (cell.clone(), text.output(cell))).collect();
        let n = text.value("u32", n as u32);
        let lanes = stage.lanes.filter(|_| text.is_cuda);
        if let Some(lanes) = lanes {
            text.attribute = format!("#[kernel(block = {lanes})]");
            text.body += "    let rank = block::rank() as usize;\n    let row = thread::block_idx_x();\n    {\n        let o = row as usize;\n";
        } else {
            let count = text.value("u32", rows as u32);
            text.body += "    let t = thread::index().get();\n";
            text.body += &format!("    if t < {count} as usize {{\n        let o = t;\n        let row = t as u32;\n");
        }
        let last = self.levels.values().copied().max().unwrap_or(0);
        // what holds for the whole row
        let mut of_row = ByCell::default();
        let narrow = self.shape_of_rows();
        for phase in 0..=last {
            text.note(b'p', &[phase], &[]);
            text.names = of_row.clone();
            let is_of_row = |node: &&Node| {
                !self.is_wide(&node.cell) && matches!(node.pending.op, Op::Map(_)) && self.level(&node.cell) == phase
            };
            let own: Vec<Node> = self.nodes.iter().filter(is_of_row).map(clone_of).collect();
            text.has_columns = false;
            text.part(&own, None, &narrow, "o", "        ")?;
            for node in &own {
                of_row.extend(text.names.get_key_value(&Arc::as_ptr(&node.cell)).map(|(k, v)| (*k, v.clone())));
            }
            let is_folded =
                |node: &&Node| matches!(node.pending.op, Op::Reduce { .. }) && self.level(&node.cell) == phase + 1;
            let folds: Vec<&Node> = self.nodes.iter().filter(is_folded).collect();
            let stored: Vec<&(Arc<Cell>, String)> =
                written.iter().filter(|(cell, _)| self.is_wide(cell) && self.level(cell) == phase).collect();
            if folds.is_empty() && stored.is_empty() {
                continue;
            }
            text.names = of_row.clone();
            text.has_columns = true;
            self.phase(text, stage, &n, &folds, &stored, &mut of_row)?;
        }
        text.names = of_row;
        text.note(b'E', &[], &[]);
        let guard = lanes.is_some();
        let indent = if guard { "            " } else { "        " };
        let of_rows: Vec<&(Arc<Cell>, String)> = written.iter().filter(|(cell, _)| !self.is_wide(cell)).collect();
        if guard && !of_rows.is_empty() {
            text.body += "        if rank == 0 {\n";
        }
        for (cell, name) in &of_rows {
            let _ = writeln!(
                text.body,
                "{indent}// SAFETY: a row is one thread's, or one block's, whose first thread writes."
            );
            text.store(cell, &format!("unsafe *{name}.get_unchecked_mut(o)"), indent);
        }
        text.body += if guard && !of_rows.is_empty() { "        }\n    }\n" } else { "    }\n" };
        Ok(())
    }

    fn shape_of_rows(&self) -> Vec<usize> {
        let mut shape = self.wide.clone();
        if let Some(last) = shape.last_mut() {
            *last = 1;
        }
        shape
    }

    /// A loop over a row: what it reduces, and what it writes.
    fn phase(
        &self,
        text: &mut Text,
        stage: &Stage,
        n: &str,
        folds: &[&Node],
        stored: &[&(Arc<Cell>, String)],
        of_row: &mut ByCell<String>,
    ) -> Result<()> {
        let mut operands: Vec<Arc<Cell>> = Vec::new();
        for node in folds {
            if let Some(Operand::Cell(cell)) = node.pending.operands.first() {
                operands.push(cell.clone());
            }
        }
        let wanted: Vec<Arc<Cell>> = operands.iter().chain(stored.iter().map(|(cell, _)| cell)).cloned().collect();
        let nodes = self.closure(&wanted);
        text.note(b'F', &[folds.len(), stored.len()], &[]);
        let sums: Vec<String> = folds.iter().map(|_| text.name("a")).collect();
        // a loop that reduces nothing needs no lanes but a block's
        let lanes = stage.lanes.filter(|_| text.is_cuda || !folds.is_empty());
        for (node, sum) in folds.iter().zip(&sums) {
            let acc = node.cell.dtype.register();
            let start = start(fold_of(node), acc);
            let _ = match lanes.filter(|_| !text.is_cuda) {
                Some(lanes) => writeln!(text.body, "        let mut {sum}: [{acc}; {lanes}] = [{start}; {lanes}];"),
                None => writeln!(text.body, "        let mut {sum}: {acc} = {start};"),
            };
        }
        let (indent, close) = match lanes {
            None => {
                let _ = writeln!(text.body, "        for k in 0..{n} {{");
                ("            ", "        }\n".to_string())
            }
            Some(lanes) if text.is_cuda => {
                let _ = writeln!(text.body, "        let mut k = rank as u32;\n        while k < {n} {{");
                ("            ", format!("            k = k.wrapping_add({lanes});\n        }}\n"))
            }
            Some(lanes) => {
                let _ = writeln!(
                    text.body,
                    "        let mut at = 0u32;\n        while at < {n} {{\n            let most = if {n} - at < {lanes} {{ {n} - at }} else {{ {lanes} }};\n            \
                     for lane in 0..most {{\n                let k = at + lane;"
                );
                ("                ", format!("            }}\n            at += {lanes};\n        }}\n"))
            }
        };
        let start = text.body.len();
        let _ = writeln!(text.body, "{indent}let j = row.wrapping_mul({n}).wrapping_add(k) as usize;");
        // operands that are no operations of the group are read
        for operand in operands.iter().filter(|cell| cell.ready().is_some()) {
            text.part(&[], Some(&Operand::Cell(operand.clone())), &self.wide, "j", indent)?;
        }
        text.part(&nodes, None, &self.wide, "j", indent)?;
        for ((node, operand), sum) in folds.iter().zip(&operands).zip(&sums) {
            let acc = node.cell.dtype.register();
            let value = text.names[&Arc::as_ptr(operand)].clone();
            text.note_cell(b'f', operand);
            text.note(b'g', &[fold_of(node) as usize, node.cell.dtype as usize], &[]);
            let place = if lanes.is_some() && !text.is_cuda { format!("{sum}[lane as usize]") } else { sum.clone() };
            let step = combine(fold_of(node), acc).replace('A', "a").replace('B', &value);
            let _ = writeln!(text.body, "{indent}let a = {place};\n{indent}{place} = {step};");
        }
        for (cell, name) in stored {
            let _ = writeln!(text.body, "{indent}// SAFETY: j is an element of the row, and one thread's alone.");
            text.store(cell, &format!("unsafe *{name}.get_unchecked_mut(j)"), indent);
        }
        let body_len = text.body.len() - start;
        text.body += &close;
        if let Some(lanes) = lanes.filter(|_| text.is_cuda && !text.is_dry) {
            text.unroll("        ", n, start, start + body_len, lanes);
        }
        for (node, sum) in folds.iter().zip(&sums) {
            let result = folded(text, node, sum, lanes);
            of_row.insert(Arc::as_ptr(&node.cell), result);
        }
        Ok(())
    }
}

fn clone_of(node: &Node) -> Node {
    Node { cell: node.cell.clone(), pending: node.pending.clone() }
}

fn fold_of(node: &Node) -> Fold {
    match node.pending.op {
        Op::Reduce { fold, .. } => fold,
        Op::Map(_) => Fold::Sum,
    }
}

/// The one value that the sums of a row come to, rounded to its type.
fn folded(text: &mut Text, node: &Node, sum: &str, lanes: Option<usize>) -> String {
    let (dtype, acc) = (node.cell.dtype, node.cell.dtype.register());
    let step = combine(fold_of(node), acc).replace('A', "a").replace('B', "b");
    let whole = match lanes {
        None => sum.to_string(),
        Some(lanes) if text.is_cuda => {
            let (shared, half) = (text.name("shared"), lanes / 2);
            let _ = writeln!(
                text.body,
                "        let {shared} = Shared::<{acc}, {lanes}>::new();\n        {shared}.set(rank, {sum});\n        block::sync();\n        \
                 let mut half = {half}usize;\n        while half > 0 {{\n            if rank < half {{\n                \
                 let a = {shared}.get(rank);\n                let b = {shared}.get(rank + half);\n                \
                 {shared}.set(rank, {step});\n            }}\n            block::sync();\n            half /= 2;\n        }}"
            );
            format!("{shared}.get(0)")
        }
        Some(lanes) => {
            let half = lanes / 2;
            let _ = writeln!(
                text.body,
                "        let mut half = {half}usize;\n        while half > 0 {{\n            for lane in 0..half {{\n                \
                 let a = {sum}[lane];\n                let b = {sum}[lane + half];\n                {sum}[lane] = {step};\n            \
                 }}\n            half /= 2;\n        }}"
            );
            format!("{sum}[0]")
        }
    };
    let result = text.name("v");
    let rounded = if dtype.is_half() { format!("{dtype}::from_f32({whole}).to_f32()") } else { whole };
    let _ = writeln!(text.body, "        let {result}: {acc} = {rounded};");
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DType, Device, Tensor};
    use rustg::{GpuCompiler, Output};

    /// rustg makes PTX of a text for CUDA, on a machine without a GPU too.
    fn check(text: &Text) {
        let source = text.finish();
        let compiler = GpuCompiler::new().with_own_ptx(true).with_outputs(&[Output::Ptx]).with_architectures(["sm_90"]);
        let result = compiler.compile_source(&source).unwrap();
        assert!(result.error().is_none(), "{:?}\n{source}", result.error());
    }

    fn of_rows(tensor: &Tensor) {
        let rows = Rows::of(&tensor.cell).unwrap();
        let nodes: Vec<&Node> = rows.nodes.iter().collect();
        let outputs = held(rows.nodes.iter(), &uses(&nodes), &tensor.cell);
        let n = rows.wide.last().copied().unwrap();
        let mut text = Text::new(true, false);
        rows.write(&mut text, &Stage::of(4, n, 1), &outputs, 4, n).unwrap();
        check(&text);
    }

    #[test]
    fn texts_for_cuda_compile() {
        let device = Device::cpu().unwrap();
        for (shape, axis) in [([3, 1000], 1), ([3, 40000], 1), ([3, 5], 1), ([700, 3], 0)] {
            let x = Tensor::full(&device, 2.0, DType::F16, &shape).unwrap();
            x.realize().unwrap();
            let held = x.mul_number(3.0).unwrap();
            let sum = held.sum_axes(&[axis], true).unwrap().tanh().unwrap();
            crate::fusion::texts_for_cuda(&sum.cell).iter().for_each(check);
            let z = x.to_dtype(DType::C64).unwrap();
            z.realize().unwrap();
            let quotients = z.div(&z.exp().unwrap().sqrt().unwrap()).unwrap();
            let held = quotients.conj().unwrap();
            let sum = held.sum_axes(&[axis], true).unwrap().abs().unwrap();
            crate::fusion::texts_for_cuda(&sum.cell).iter().for_each(check);
        }
        for dtype in [DType::F32, DType::BF16] {
            for n in [10, 500] {
                let x = Tensor::full(&device, 2.0, dtype, &[4, n]).unwrap();
                x.realize().unwrap();
                of_rows(&x.softmax(-1).unwrap());
                let var = x.var_axes(&[-1], 0, true).unwrap();
                of_rows(&x.sub(&x.mean_axes(&[-1], true).unwrap()).unwrap().mul(&var.rsqrt().unwrap()).unwrap());
            }
        }
    }

    /// What is written for CUDA makes on the CPU's device what is written for the CPU makes.
    #[test]
    fn texts_for_cuda_make_the_same_bits() {
        let run = |is_cuda: bool| -> Vec<Vec<u64>> {
            let options = rustg::DeviceOptions { is_apart: true, ..Default::default() };
            let device = Device::of(rustg::Device::open(rustg::Backend::Cpu, 0, options).unwrap()).unwrap();
            device.lock().is_cuda = is_cuda;
            let mut all = Vec::new();
            for (shape, dtype) in
                [([3, 1100], DType::F32), ([2, 5000], DType::BF16), ([1, 40000], DType::F64), ([4, 10], DType::F32)]
            {
                let x = crate::Random::new(3).normal(&device, dtype, &shape, 0.0, 1.0).unwrap();
                x.realize().unwrap();
                let held = x.mul_number(3.0).unwrap();
                all.push(held.sum_axes(&[1], true).unwrap().tanh().unwrap());
                all.push(held.max_axes(&[1], false).unwrap());
                all.push(x.softmax(1).unwrap());
                let apart = x.sub(&x.mean_axes(&[1], true).unwrap()).unwrap();
                let var = apart.square().unwrap().mean_axes(&[1], true).unwrap();
                all.push(apart.div(&var.sqrt().unwrap()).unwrap());
                all.extend([held, apart, var]);
            }
            all.iter().map(|t| t.numbers().unwrap().into_iter().map(f64::to_bits).collect()).collect()
        };
        assert!(run(true) == run(false));
    }
}
