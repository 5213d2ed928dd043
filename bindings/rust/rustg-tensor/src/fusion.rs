//! Which recorded operations one kernel does, and doing them.
//!
//! A kernel computes one tensor that is wanted, and with it every elementwise operation of its shape that it depends on, and at
//! most one reduction among them, whose own operand may be elementwise operations again; or, of rows, several reductions
//! (fusion_rows.rs). Of all these it writes what is held
//! elsewhere, so nothing is computed twice. Each operation rounds to its type and a reduction's order depends on its shape
//! alone: so the bits are the same as of one kernel an operation.

use crate::cell::{ByCell, Cell, Op, Operand, Pending, View};
use crate::device::Exec;
use crate::fusion_rows::Rows;
use crate::fusion_text::{Stage, Text};
use crate::storage::{AnyBuffer, Storage};
use crate::{Result, layout};
use rustg::LaunchConfig;
use std::cell::Cell as Flag;
use std::io::Write;
use std::sync::{Arc, OnceLock};

/// Operations of one kernel at most: with three operands each, which all lie apart, its arguments have less than the 4 KB that
/// a GPU takes.
pub(crate) const MOST_OPERATIONS: usize = 32;
/// Pending operations, one on another, from which on they are done at once.
pub(crate) const MOST_DEPTH: usize = 30;

/// An operation that a kernel does, and what it makes.
pub(crate) struct Node {
    pub(crate) cell: Arc<Cell>,
    pub(crate) pending: Pending,
}

/// What one kernel does, or two and more where a long reduction is done in steps.
#[derive(Default)]
pub(crate) struct Group {
    /// Elementwise operations of the result's shape, operands first.
    pub(crate) main: Vec<Node>,
    /// The reduction among them.
    pub(crate) core: Option<Node>,
    /// Elementwise operations of the reduction's operand.
    pub(crate) prologue: Vec<Node>,
    blocked: Vec<Arc<Cell>>,
    /// Operations whose operands are being looked at.
    n_open: usize,
}

thread_local! {
    static IS_ON: Flag<Option<bool>> = const { Flag::new(None) };
}

fn setting() -> &'static str {
    static SETTING: OnceLock<String> = OnceLock::new();
    SETTING.get_or_init(|| std::env::var("RUSTG_FUSION").unwrap_or_default())
}

fn is_on() -> bool {
    IS_ON.with(Flag::get).unwrap_or_else(|| setting() != "off")
}

/// Calls a function in which, on this thread, fusion is on or off whatever `RUSTG_FUSION` says.
pub fn with_fusion<R>(on: bool, work: impl FnOnce() -> R) -> R {
    struct Restore(Option<bool>);
    impl Drop for Restore {
        fn drop(&mut self) {
            IS_ON.with(|flag| flag.set(self.0));
        }
    }
    let _restore = Restore(IS_ON.with(|flag| flag.replace(Some(on))));
    work()
}

/// Shows a kernel that is about to be compiled, where that is asked for.
pub(crate) fn show(text: &str, name: &str) {
    if setting() == "print" {
        eprintln!("{text}");
    }
    if let Some(path) = std::env::var_os("RUSTG_FUSION_RECORD") {
        // a file for each kernel, in a folder that rustg-build takes
        let path = std::path::Path::new(&path).join(format!("{name}.rs"));
        let written = std::fs::File::create(&path).and_then(|mut file| file.write_all(text.as_bytes()));
        if let Err(error) = written {
            eprintln!("{}: {error}", path.display());
        }
    }
}

/// Makes a cell's elements.
pub(crate) fn evaluate(exec: &mut Exec, cell: &Arc<Cell>) -> Result<View> {
    loop {
        if let Some(view) = cell.ready() {
            return Ok(view);
        }
        let blocked = match Rows::of(cell).filter(|_| is_on()) {
            Some(rows) if rows.blocked.is_empty() => {
                rows.run(exec, cell)?;
                continue;
            }
            Some(mut rows) => std::mem::take(&mut rows.blocked),
            None => {
                let mut group = Group::of(cell, is_on());
                if group.blocked.is_empty() {
                    group.run(exec, cell)?;
                    continue;
                }
                std::mem::take(&mut group.blocked)
            }
        };
        // the groups are gone: what they hold would count as held elsewhere
        for cell in &blocked {
            evaluate(exec, cell)?;
        }
    }
}

impl Group {
    fn of(root: &Arc<Cell>, is_fused: bool) -> Group {
        let mut group = Group::default();
        let Some(pending) = root.pending() else { return group };
        match pending.op {
            Op::Map(_) => group.visit(root, &root.shape, true, is_fused),
            Op::Reduce { .. } => group.visit_core(root, pending, is_fused),
        }
        group
    }

    fn has(&self, cell: &Arc<Cell>) -> bool {
        let nodes = self.main.iter().chain(&self.prologue).chain(&self.core);
        nodes.into_iter().any(|node| Arc::ptr_eq(&node.cell, cell))
    }

    fn visit_core(&mut self, cell: &Arc<Cell>, pending: Pending, is_fused: bool) {
        let operand = pending.operands.first().cloned();
        self.core = Some(Node { cell: cell.clone(), pending });
        if let Some(Operand::Cell(operand)) = operand {
            self.visit_operand(&operand, &operand.shape, false, is_fused);
        }
    }

    /// An operand of the part whose shape is given: it becomes one of the part's operations, an input, or is done before.
    fn visit_operand(&mut self, cell: &Arc<Cell>, shape: &[usize], is_main: bool, is_fused: bool) {
        if self.has(cell) || self.blocked.iter().any(|blocked| Arc::ptr_eq(blocked, cell)) {
            return;
        }
        let Some(pending) = cell.pending() else { return };
        let has_room = self.main.len() + self.prologue.len() + self.n_open < MOST_OPERATIONS;
        match pending.op {
            _ if !is_fused || !has_room || *cell.shape != *shape => self.blocked.push(cell.clone()),
            Op::Map(_) => self.visit(cell, shape, is_main, is_fused),
            Op::Reduce { .. } if is_main && self.core.is_none() => self.visit_core(cell, pending, is_fused),
            Op::Reduce { .. } => self.blocked.push(cell.clone()),
        }
    }

    fn visit(&mut self, cell: &Arc<Cell>, shape: &[usize], is_main: bool, is_fused: bool) {
        let Some(pending) = cell.pending() else { return };
        self.n_open += 1;
        for operand in &pending.operands {
            if let Operand::Cell(operand) = operand {
                self.visit_operand(operand, shape, is_main, is_fused);
            }
        }
        self.n_open -= 1;
        let part = if is_main { &mut self.main } else { &mut self.prologue };
        if !part.iter().any(|node| Arc::ptr_eq(&node.cell, cell)) {
            part.push(Node { cell: cell.clone(), pending });
        }
    }

    fn run(&self, exec: &mut Exec, root: &Arc<Cell>) -> Result<()> {
        let nodes: Vec<&Node> = self.main.iter().chain(&self.prologue).chain(&self.core).collect();
        let uses = uses(&nodes);
        let early: Vec<Arc<Cell>> = held(self.prologue.iter(), &uses, root);
        let late: Vec<Arc<Cell>> = held(self.core.iter().chain(&self.main), &uses, root);
        if layout::count(&root.shape)? == 0 {
            return early.iter().chain(&late).try_for_each(|cell| nothing(exec, cell));
        }
        let Some(core) = &self.core else {
            let config = LaunchConfig::for_elements(layout::count(&root.shape)?);
            return launch(exec, root, config, |text| text.map(self, &root.shape, &late)).map(|_| ());
        };
        let Op::Reduce { outer, mut n, inner, .. } = core.pending.op else { return Ok(()) };
        let mut partial: Option<Arc<Cell>> = None;
        loop {
            let stage = Stage::of(outer, n, inner);
            let is_last = stage.chunks() == 1;
            let first: &[Arc<Cell>] = if partial.is_none() { &early } else { &[] };
            let written: &[Arc<Cell>] = if is_last { &late } else { &[] };
            let config = match stage.lanes {
                Some(lanes) if exec.is_cuda => LaunchConfig::new([stage.results() as u32, 1, 1], [lanes as u32, 1, 1]),
                _ => LaunchConfig::for_elements(stage.results()),
            };
            let write = |text: &mut Text| text.reduce(self, &stage, partial.as_ref(), first, written);
            let left = launch(exec, root, config, write)?;
            if is_last {
                return Ok(());
            }
            partial = left;
            n = stage.chunks();
        }
    }
}

/// How often operations of these are operands of others of them.
pub(crate) fn uses(nodes: &[&Node]) -> ByCell<usize> {
    let mut uses: ByCell<usize> = ByCell::default();
    for operand in nodes.iter().flat_map(|node| &node.pending.operands) {
        if let Operand::Cell(cell) = operand {
            *uses.entry(Arc::as_ptr(cell)).or_default() += 1;
        }
    }
    uses
}

/// Those of the nodes that something outside of their group holds, and the root.
pub(crate) fn held<'n>(
    nodes: impl Iterator<Item = &'n Node>,
    uses: &ByCell<usize>,
    root: &Arc<Cell>,
) -> Vec<Arc<Cell>> {
    // each use is held by the operation and by the group's copy of it; the node itself is one more
    let own = |cell: &Arc<Cell>| 2 * uses.get(&Arc::as_ptr(cell)).copied().unwrap_or(0) + 1;
    let cells = nodes.map(|node| &node.cell);
    let held: Vec<&Arc<Cell>> =
        cells.filter(|cell| Arc::strong_count(cell) > own(cell) || Arc::ptr_eq(cell, root)).collect();
    held.into_iter().cloned().collect()
}

/// Has a kernel write its outputs; what its step of a reduction leaves to the next. The text is written only where no kernel has its
/// key yet.
pub(crate) fn launch(
    exec: &mut Exec,
    root: &Arc<Cell>,
    config: LaunchConfig,
    write: impl Fn(&mut Text) -> Result<()>,
) -> Result<Option<Arc<Cell>>> {
    let mut text = Text::new(exec.is_cuda, true);
    write(&mut text)?;
    let finished = || -> Result<String> {
        let mut whole = Text::new(text.is_cuda, false);
        write(&mut whole)?;
        Ok(whole.finish())
    };
    let kernel = exec.kernel_of_key(&root.device, &text.key, finished)?;
    let outputs = text.outputs.iter();
    let buffers: Result<Vec<AnyBuffer>> =
        outputs.map(|cell| AnyBuffer::unwritten(&exec.stream, cell.dtype, layout::count(&cell.shape)?)).collect();
    let mut buffers = buffers?;
    text.launch(&kernel, &exec.stream, config, &mut buffers)?;
    exec.n_launched += 1;
    for (cell, buffer) in text.outputs.iter().zip(buffers) {
        finish(cell, buffer);
    }
    Ok(text.partial.take())
}

/// Makes a cell that has no elements.
pub(crate) fn nothing(exec: &Exec, cell: &Arc<Cell>) -> Result<()> {
    finish(cell, AnyBuffer::unwritten(&exec.stream, cell.dtype, 0)?);
    Ok(())
}

fn finish(cell: &Arc<Cell>, buffer: AnyBuffer) {
    let storage = Arc::new(Storage::new(&cell.device, buffer));
    cell.set(View { storage, strides: layout::row_major(&cell.shape), offset: 0 });
}

/// The first kernel of a group as it is for CUDA.
#[cfg(test)]
pub(crate) fn texts_for_cuda(root: &Arc<Cell>) -> Vec<Text> {
    let group = Group::of(root, true);
    let nodes: Vec<&Node> = group.main.iter().chain(&group.prologue).chain(&group.core).collect();
    let uses = uses(&nodes);
    let (early, late) =
        (held(group.prologue.iter(), &uses, root), held(group.core.iter().chain(&group.main), &uses, root));
    let Some(Op::Reduce { outer, n, inner, .. }) = group.core.as_ref().map(|core| core.pending.op.clone()) else {
        return Vec::new();
    };
    let stage = Stage::of(outer, n, inner);
    let mut text = Text::new(true, false);
    let late: &[Arc<Cell>] = if stage.chunks() == 1 { &late } else { &[] };
    text.reduce(&group, &stage, None, &early, late).unwrap();
    vec![text]
}
