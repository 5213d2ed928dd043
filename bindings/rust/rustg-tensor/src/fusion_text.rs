//! The text of a fused kernel, and its arguments.

use crate::cell::{ByCell, Cell, Fold, Op, Operand, State, View};
use crate::dtype::{Element, with_type};
use crate::fusion::{Group, Node};
use crate::layout::{self, RANK};
use crate::map::Map;
use crate::storage::AnyBuffer;
use crate::{DType, Error, Result};
use rustg::{Argument, Kernel, LaunchConfig, Stream};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::Arc;

/// A step of a reduction: each of outer rows of n, seen as n by inner, in chunks. Its numbers depend on the shape alone.
pub(crate) struct Stage {
    outer: usize,
    n: usize,
    inner: usize,
    chunk: usize,
    /// Sums of a row that are made side by side; without, one thread makes a result in order.
    pub(crate) lanes: Option<usize>,
}

impl Stage {
    pub(crate) fn of(outer: usize, n: usize, inner: usize) -> Stage {
        let results = outer * inner;
        if inner == 1 && n > 64 {
            let chunk = if n > 1 << 15 && results < 1 << 10 { 1 << 14 } else { n };
            let lanes = if chunk <= 256 {
                32
            } else if chunk <= 4096 {
                128
            } else {
                256
            };
            return Stage { outer, n, inner, chunk, lanes: Some(lanes) };
        }
        let chunk = if n > 512 && results < 1 << 16 { 128 } else { n };
        Stage { outer, n, inner, chunk, lanes: None }
    }

    pub(crate) fn chunks(&self) -> usize {
        self.n.div_ceil(self.chunk)
    }

    pub(crate) fn results(&self) -> usize {
        self.outer * self.chunks() * self.inner
    }
}

enum Slot {
    Input(View, usize),
    Output(usize),
    Value(Box<dyn Argument>),
}

/// A kernel that is being written. What decides about its text goes into a key, by which the kernel is known the next time: a dry one
/// has key and arguments and no text.
pub(crate) struct Text {
    pub(crate) is_cuda: bool,
    pub(crate) is_dry: bool,
    pub(crate) key: Vec<u8>,
    params: Vec<String>,
    slots: Vec<Slot>,
    helpers: BTreeSet<&'static str>,
    pub(crate) body: String,
    pub(crate) names: ByCell<String>,
    n_names: usize,
    pub(crate) attribute: String,
    /// What it writes, in the order of its parameters.
    pub(crate) outputs: Vec<Arc<Cell>>,
    /// Of these, what a step of a reduction leaves to the next one.
    pub(crate) partial: Option<Arc<Cell>>,
    /// Whether the element's row and column have the names `row` and `k`.
    pub(crate) has_columns: bool,
}

impl Text {
    pub(crate) fn new(is_cuda: bool, is_dry: bool) -> Text {
        Text {
            is_cuda,
            is_dry,
            key: Vec::new(),
            params: Vec::new(),
            slots: Vec::new(),
            helpers: BTreeSet::new(),
            body: String::new(),
            names: ByCell::default(),
            n_names: 0,
            attribute: "#[kernel]".into(),
            outputs: Vec::new(),
            partial: None,
            has_columns: false,
        }
    }

    /// All of it; the kernel's name is `KERNEL`.
    pub(crate) fn finish(&self) -> String {
        let helpers: String = self.helpers.iter().copied().collect();
        let (attribute, params, body) = (&self.attribute, self.params.join(", "), &self.body);
        let safety =
            "// SAFETY of all reads: places of elements of the shape, which the host knows to lie in the slices.\n";
        format!("{safety}use rustg_std::prelude::*;\n{helpers}\n{attribute}\npub fn KERNEL({params}) {{\n{body}}}\n")
    }

    pub(crate) fn launch(
        &self,
        kernel: &Kernel,
        stream: &Stream,
        config: LaunchConfig,
        outputs: &mut [AnyBuffer],
    ) -> Result<()> {
        let mut written: Vec<Option<Box<dyn Argument + '_>>> = outputs.iter_mut().map(|b| Some(b.output())).collect();
        let mut owned: Vec<Box<dyn Argument + '_>> = Vec::new();
        for slot in &self.slots {
            match slot {
                Slot::Input(view, len) => owned.push(view.storage.buffer.input(view.offset, *len)?),
                Slot::Output(n) => owned.extend(written[*n].take()),
                Slot::Value(_) => {}
            }
        }
        let mut buffers = owned.iter();
        let mut all: Vec<&dyn Argument> = Vec::new();
        for slot in &self.slots {
            match slot {
                Slot::Value(value) => all.push(&**value),
                _ => all.extend(buffers.next().map(|b| &**b)),
            }
        }
        Ok(kernel.launch(stream, config, all.as_slice())?)
    }

    /// Puts before a block's loop over columns, whose body is this part of the text, one that does four of them at a time: their
    /// reads are under way together. The order stays.
    pub(crate) fn unroll(&mut self, indent: &str, end: &str, body_start: usize, body_end: usize, lanes: usize) {
        let body = self.body[body_start..body_end].replace('\n', "\n    ");
        let body = body.trim_end();
        let head = format!("{indent}while k < {end} {{\n");
        let Some(at) = self.body[..body_start].rfind(&head) else { return };
        let mut text = format!("{indent}while k < {end} && {end} - k > {} {{\n", 3 * lanes);
        for step in 0..4 {
            let _ = writeln!(
                text,
                "{indent}    {{\n{indent}        let k = k.wrapping_add({});\n    {body}\n{indent}    }}",
                step * lanes
            );
        }
        let _ = writeln!(text, "{indent}    k = k.wrapping_add({});\n{indent}}}", 4 * lanes);
        self.body.insert_str(at, &text);
    }

    pub(crate) fn name(&mut self, prefix: &str) -> String {
        self.n_names += 1;
        if self.is_dry {
            // only which one it is matters
            return char::from_u32(0x100 + self.n_names as u32).map_or_else(String::new, String::from);
        }
        format!("{prefix}{}", self.n_names - 1)
    }

    /// Has a decision in the key, between others.
    pub(crate) fn note(&mut self, what: u8, numbers: &[usize], names: &[&str]) {
        self.key.push(what);
        self.key.extend(numbers.iter().flat_map(|n| (*n as u32).to_le_bytes()));
        for name in names {
            self.key.extend_from_slice(name.as_bytes());
            self.key.push(0);
        }
    }

    /// What a tensor was called, as a key has it.
    pub(crate) fn note_cell(&mut self, what: u8, cell: &Arc<Cell>) {
        self.key.extend([what, cell.dtype as u8]);
        if let Some(name) = self.names.get(&Arc::as_ptr(cell)) {
            self.key.extend_from_slice(name.as_bytes());
        }
        self.key.push(0);
    }

    pub(crate) fn value(&mut self, rust_type: &str, value: impl Argument + 'static) -> String {
        let name = self.name("s");
        self.note(b'v', &[], &[rust_type]);
        if !self.is_dry {
            self.params.push(format!("{name}: {rust_type}"));
        }
        self.slots.push(Slot::Value(Box::new(value)));
        name
    }

    fn input(&mut self, view: &View, dtype: DType, span: usize) -> String {
        let name = self.name("x");
        self.note(b'x', &[dtype as usize], &[]);
        if !self.is_dry {
            self.params.push(format!("{name}: &[{dtype}]"));
        }
        self.slots.push(Slot::Input(view.clone(), span));
        name
    }

    pub(crate) fn output(&mut self, cell: &Arc<Cell>) -> String {
        let name = self.name("y");
        self.note(b'y', &[cell.dtype as usize], &[]);
        if !self.is_dry {
            self.params.push(format!("mut {name}: GridMut<{}>", cell.dtype));
        }
        self.slots.push(Slot::Output(self.outputs.len()));
        self.outputs.push(cell.clone());
        name
    }

    /// An elementwise kernel.
    pub(crate) fn map(&mut self, group: &Group, shape: &[usize], outputs: &[Arc<Cell>]) -> Result<()> {
        self.note(b'M', &[outputs.len()], &[]);
        let names: Vec<String> = outputs.iter().map(|cell| self.output(cell)).collect();
        let first = &names[0];
        let _ =
            writeln!(self.body, "    let t = thread::index();\n    if t < {first}.len() {{\n        let i = t.get();");
        self.part(&group.main, None, shape, "i", "        ")?;
        for (cell, name) in outputs.iter().zip(&names) {
            self.store(cell, &format!("{name}[t]"), "        ");
        }
        self.body.push_str("    }\n");
        Ok(())
    }

    pub(crate) fn store(&mut self, cell: &Arc<Cell>, place: &str, indent: &str) {
        self.note_cell(b's', cell);
        self.note(b'@', &[indent.len()], &[place]);
        if self.is_dry {
            return;
        }
        let value = &self.names[&Arc::as_ptr(cell)];
        let dtype = cell.dtype;
        let text = if dtype.is_half() { format!("{dtype}::from_f32({value})") } else { value.clone() };
        let _ = match place.strip_prefix("unsafe ") {
            Some(place) => writeln!(self.body, "{indent}unsafe {{ {place} = {text} }};"),
            None => writeln!(self.body, "{indent}{place} = {text};"),
        };
    }

    /// The operations of a part, for the element whose number is `index`. `wanted`: an operand that is not of these.
    pub(crate) fn part(
        &mut self,
        nodes: &[Node],
        wanted: Option<&Operand>,
        shape: &[usize],
        index: &str,
        indent: &str,
    ) -> Result<()> {
        self.note(b'P', &[indent.len(), nodes.len()], &[index]);
        let operands = nodes.iter().flat_map(|node| &node.pending.operands).chain(wanted);
        let mut loads: Vec<(Arc<Cell>, View)> = Vec::new();
        for operand in operands {
            let Operand::Cell(cell) = operand else { continue };
            let is_known = self.names.contains_key(&Arc::as_ptr(cell)) || loads.iter().any(|l| Arc::ptr_eq(&l.0, cell));
            if let Some(view) = cell.ready().filter(|_| !is_known) {
                loads.push((cell.clone(), view));
            }
        }
        self.loads(&loads, shape, index, indent)?;
        for node in nodes {
            let Op::Map(map) = node.pending.op else { continue };
            let mut from = node.cell.dtype;
            let mut names = Vec::new();
            self.note(map as u8, &[node.cell.dtype as usize, node.pending.operands.len()], &[]);
            for operand in &node.pending.operands {
                match operand {
                    Operand::Cell(cell) => {
                        from = cell.dtype;
                        self.note_cell(b'c', cell);
                        names.push(self.names[&Arc::as_ptr(cell)].clone());
                    }
                    Operand::Number(number, dtype) => {
                        from = *dtype;
                        let register = dtype.register();
                        // a half number is the float that it is rounded to
                        let rounded = with_type!(*dtype, T => T::from_scalar(*number).to_scalar());
                        let name = with_type!(register, T => self.value(register.name(), T::from_scalar(rounded)));
                        names.push(name);
                    }
                }
            }
            let name = self.name("v");
            if !self.is_dry {
                self.helpers.extend(map.helper(node.cell.dtype));
                let text = map.text(&names, from, node.cell.dtype, index);
                let _ = writeln!(self.body, "{indent}let {name}: {} = {text};", node.cell.dtype.register());
            }
            self.names.insert(Arc::as_ptr(&node.cell), name);
        }
        Ok(())
    }

    /// Reads one element of each of these tensors, which broadcast to the shape.
    fn loads(&mut self, loads: &[(Arc<Cell>, View)], shape: &[usize], index: &str, indent: &str) -> Result<()> {
        let mut strides = Vec::new();
        for (cell, view) in loads {
            let own = layout::broadcast_strides(&cell.shape, &view.strides, shape);
            let shapes = || vec![cell.shape.clone(), shape.to_vec()];
            strides.push(own.ok_or_else(|| Error::Shape { what: "broadcast", shapes: shapes() })?);
        }
        let has_columns = self.has_columns;
        let is_column = |own: &[usize]| {
            let outer = own.len().saturating_sub(1);
            has_columns
                && own.last() == Some(&1)
                && own[..outer].iter().zip(shape).all(|(s, side)| *s == 0 || *side == 1)
        };
        let is_row = |own: &[usize]| {
            let outer = own.len().saturating_sub(1);
            has_columns && own.last() == Some(&0) && layout::is_row_major(&shape[..outer], &own[..outer])
        };
        let is_strided = |own: &[usize]| {
            let is_plain = layout::is_row_major(shape, own) || is_column(own) || is_row(own);
            !is_plain && own.iter().zip(shape).any(|(stride, side)| *stride != 0 && *side != 1)
        };
        let strided: Vec<&[usize]> = strides.iter().map(Vec::as_slice).filter(|own| is_strided(own)).collect();
        let merged = layout::merge(shape, &strided)?;
        self.note(b'L', &[loads.len(), strided.len(), merged.rank], &[]);
        let mut coordinates = Vec::new();
        if !strided.is_empty() {
            let array = format!("[u32; {RANK}]");
            let sides = self.value(&array, merged.shape);
            let mut rest = format!("({index} as u32)");
            let counted = if self.is_dry { 0 } else { merged.rank };
            for d in (0..counted).rev() {
                let name = self.name("c");
                let _ = if d == 0 {
                    writeln!(self.body, "{indent}let {name} = {rest};")
                } else {
                    writeln!(self.body, "{indent}let {name} = {rest} % {sides}[{d}];")
                };
                if d > 0 {
                    let next = self.name("r");
                    let _ = writeln!(self.body, "{indent}let {next} = {rest} / {sides}[{d}];");
                    rest = next;
                }
                coordinates.insert(0, name);
            }
        }
        let mut own_strides = merged.strides.iter();
        for ((cell, view), own) in loads.iter().zip(&strides) {
            let span = layout::span(&cell.shape, &view.strides);
            let x = self.input(view, cell.dtype, span);
            let way = [layout::is_row_major(shape, own), is_column(own), is_row(own), is_strided(own)];
            let way = way.iter().position(|is| *is).unwrap_or(way.len());
            self.note(b'l', &[way, cell.dtype as usize], &[]);
            let place = if way == 0 {
                index.to_string()
            } else if way == 1 {
                "k as usize".into()
            } else if way == 2 {
                "row as usize".into()
            } else if way == 3 {
                let steps = own_strides.next().copied().unwrap_or_default();
                let steps = self.value(&format!("[u32; {RANK}]"), steps);
                let terms: Vec<String> =
                    coordinates.iter().enumerate().map(|(d, c)| format!("{c}.wrapping_mul({steps}[{d}])")).collect();
                let sum = terms.into_iter().reduce(|sum, term| format!("{sum}.wrapping_add({term})"));
                format!("({}) as usize", sum.unwrap_or("0u32".into()))
            } else {
                "0".into()
            };
            let name = self.name("v");
            let to_register = if cell.dtype.is_half() { ".to_f32()" } else { "" };
            if !self.is_dry {
                let _ =
                    writeln!(self.body, "{indent}let {name} = unsafe {{ *{x}.get_unchecked({place}) }}{to_register};");
            }
            self.names.insert(Arc::as_ptr(cell), name);
        }
        Ok(())
    }

    /// A step of a reduction: of the group's own operand, or of what the step before has left. It writes operations of the
    /// operand that are `early`; the last step those of the result that are `late`.
    pub(crate) fn reduce(
        &mut self,
        group: &Group,
        stage: &Stage,
        partial: Option<&Arc<Cell>>,
        early: &[Arc<Cell>],
        late: &[Arc<Cell>],
    ) -> Result<()> {
        let Some(core) = &group.core else { return Ok(()) };
        let (Op::Reduce { fold, .. }, Some(Operand::Cell(operand))) = (&core.pending.op, core.pending.operands.first())
        else {
            return Ok(());
        };
        let acc = core.cell.dtype.register();
        let is_last = stage.chunks() == 1;
        let lanes = stage.lanes.unwrap_or(0);
        let decided = [*fold as usize, core.cell.dtype as usize, lanes, is_last.into(), partial.is_some().into()];
        self.note(b'R', &decided, &[]);
        self.note(b'r', &[early.len(), late.len()], &[]);
        let mut names: Vec<String> = late.iter().map(|cell| self.output(cell)).collect();
        if !is_last {
            let shape = vec![stage.outer, stage.chunks(), stage.inner];
            let pending = core.pending.clone();
            let left = Cell::new(shape, acc, core.cell.device.clone(), State::Pending(pending));
            names.push(self.output(&left));
            self.partial = Some(left);
        }
        let early_names: Vec<String> = early.iter().map(|cell| self.output(cell)).collect();
        let numbers = [stage.n, stage.chunk, stage.chunks(), stage.inner].map(|n| n as u32);
        let [n, chunk, chunks, inner] = numbers.map(|number| self.value("u32", number));
        let sizes = [n, chunk, chunks, inner];
        let (open, depth) = self.open(stage, &sizes, &names[0], acc, start(*fold, acc));
        self.body.push_str(&open);
        let body_start = self.body.len();
        let indent = "    ".repeat(depth);
        let source = partial.unwrap_or(operand);
        let nodes: &[Node] = if partial.is_some() { &[] } else { &group.prologue };
        let flat = [layout::count(&source.shape)?];
        let shape: &[usize] = if partial.is_some() { &flat } else { &source.shape };
        match partial {
            Some(left) => {
                let view = left.ready().ok_or_else(|| Error::argument("reduce", "a step was left out"))?;
                let x = self.input(&view, acc, flat[0]);
                let name = self.name("v");
                let _ = writeln!(self.body, "{indent}let {name} = unsafe {{ *{x}.get_unchecked(j) }};");
                self.names.insert(Arc::as_ptr(left), name);
            }
            None => self.part(nodes, core.pending.operands.first(), shape, "j", &indent)?,
        }
        let value = self.names[&Arc::as_ptr(source)].clone();
        self.note_cell(b'f', source);
        for (cell, name) in early.iter().zip(&early_names) {
            let _ = writeln!(self.body, "{indent}// SAFETY: j is an element of the operand, and one thread's alone.");
            self.store(cell, &format!("unsafe *{name}.get_unchecked_mut(j)"), &indent);
        }
        let body_len = self.body.len() - body_start;
        self.close(stage, &combine(*fold, acc), &value, acc);
        if let Some(lanes) = stage.lanes.filter(|_| self.is_cuda && !self.is_dry) {
            // the body ends with the first line of what closes it
            let step = self.body[body_start + body_len..].find('\n').map_or(0, |n| n + 1);
            // j is counted in it
            let first = self.body[..body_start].rfind("        let j = ").unwrap_or(body_start);
            self.unroll("    ", "end", first, body_start + body_len + step, lanes);
        }
        // what was read in the loop is out of reach
        self.names.clear();
        let result = self.name("v");
        let half = core.cell.dtype;
        let rounded = if is_last && half.is_half() { format!("{half}::from_f32(acc).to_f32()") } else { "acc".into() };
        let _ = writeln!(self.body, "        let {result}: {acc} = {rounded};");
        self.names.insert(Arc::as_ptr(&core.cell), result.clone());
        if let Some(left) = &self.partial {
            self.names.insert(Arc::as_ptr(left), result);
        }
        if is_last {
            self.part(&group.main, None, &core.cell.shape, "o", "        ")?;
        }
        let is_block = stage.lanes.is_some() && self.is_cuda;
        let written: Vec<Arc<Cell>> = late.iter().chain(&self.partial).cloned().collect();
        for (cell, name) in written.iter().zip(&names) {
            if is_block {
                self.body.push_str("        // SAFETY: a row is one block's, whose first thread alone writes.\n");
                self.store(cell, &format!("unsafe *{name}.get_unchecked_mut(o)"), "        ");
            } else {
                self.store(cell, &format!("{name}[t]"), "        ");
            }
        }
        self.body.push_str("    }\n");
        Ok(())
    }

    /// From the kernel's beginning to the body of its loop, whose element is `j`, and how deep that is.
    fn open(
        &mut self,
        stage: &Stage,
        [n, chunk, chunks, inner]: &[String; 4],
        output: &str,
        acc: DType,
        start: String,
    ) -> (String, usize) {
        if self.is_dry {
            return (String::new(), 0);
        }
        let range = |row: &str| {
            format!(
                "let outer = {row} / {chunks};\n        let first = ({row} % {chunks}).wrapping_mul({chunk});\n        \
                 let end = if {n} - first < {chunk} {{ {n} }} else {{ first + {chunk} }};\n"
            )
        };
        match stage.lanes {
            None => {
                let row = range("(row / inner_side)").replace("inner_side", inner);
                let text = format!(
                    "    let t = thread::index();\n    if t < {output}.len() {{\n        let o = t.get();\n        \
                     let row = o as u32;\n        {row}        let mut acc: {acc} = {start};\n        \
                     for k in first..end {{\n            \
                     let j = outer.wrapping_mul({n}).wrapping_add(k).wrapping_mul({inner}).wrapping_add(row % {inner}) as usize;\n"
                );
                (text, 3)
            }
            Some(lanes) if self.is_cuda => {
                self.attribute = format!("#[kernel(block = {lanes})]");
                let row = range("row").replace("\n        ", "\n    ");
                let text = format!(
                    "    let partial = Shared::<{acc}, {lanes}>::new();\n    let rank = block::rank() as usize;\n    \
                     let row = thread::block_idx_x();\n    {row}    let mut acc: {acc} = {start};\n    \
                     let mut k = first + rank as u32;\n    while k < end {{\n        \
                     let j = outer.wrapping_mul({n}).wrapping_add(k) as usize;\n"
                );
                (text, 2)
            }
            Some(lanes) => {
                let row = range("row");
                let text = format!(
                    "    let t = thread::index();\n    if t < {output}.len() {{\n        let o = t.get();\n        \
                     let row = o as u32;\n        {row}        let mut sums: [{acc}; {lanes}] = [{start}; {lanes}];\n        \
                     let mut at = first;\n        while at < end {{\n            \
                     let most = if end - at < {lanes} {{ end - at }} else {{ {lanes} }};\n            \
                     for lane in 0..most {{\n                \
                     let j = outer.wrapping_mul({n}).wrapping_add(at + lane) as usize;\n"
                );
                (text, 4)
            }
        }
    }

    /// Writes what ends a reduction: `value`, of one round of the loop, is combined into `acc`.
    fn close(&mut self, stage: &Stage, combine: &str, value: &str, acc: DType) {
        if self.is_dry {
            return;
        }
        let of = |a: &str, b: &str| combine.replace('A', a).replace('B', b);
        let text = match stage.lanes {
            None => format!("            acc = {};\n        }}\n", of("acc", value)),
            Some(lanes) if self.is_cuda => format!(
                "        acc = {};\n        k = k.wrapping_add({lanes});\n    }}\n    partial.set(rank, acc);\n    \
                 block::sync();\n    let mut half = {}usize;\n    while half > 0 {{\n        if rank < half {{\n            \
                 let a = partial.get(rank);\n            let b = partial.get(rank + half);\n            \
                 partial.set(rank, {});\n        }}\n        block::sync();\n        half /= 2;\n    }}\n    \
                 if rank == 0 {{\n        let o = row as usize;\n        let acc: {acc} = partial.get(0);\n",
                of("acc", value),
                lanes / 2,
                of("a", "b"),
            ),
            Some(lanes) => format!(
                "                let a = sums[lane as usize];\n                sums[lane as usize] = {};\n            }}\n            \
                 at += {lanes};\n        }}\n        let mut half = {}usize;\n        while half > 0 {{\n            \
                 for lane in 0..half {{\n                let a = sums[lane];\n                let b = sums[lane + half];\n                \
                 sums[lane] = {};\n            }}\n            half /= 2;\n        }}\n        let acc: {acc} = sums[0];\n",
                of("a", value),
                lanes / 2,
                of("a", "b"),
            ),
        };
        self.body.push_str(&text);
    }
}

/// What a reduction begins with.
pub(crate) fn start(fold: Fold, acc: DType) -> String {
    match fold {
        Fold::Sum if acc.is_complex() => "Complex::new(0.0, 0.0)".into(),
        Fold::Product if acc.is_complex() => "Complex::new(1.0, 0.0)".into(),
        Fold::Sum if acc.is_float() => "0.0".into(),
        Fold::Sum => "0".into(),
        Fold::Product if acc.is_float() => "1.0".into(),
        Fold::Product => "1".into(),
        Fold::Max if acc.is_float() => format!("{acc}::NEG_INFINITY"),
        Fold::Max => format!("{acc}::MIN"),
        Fold::Min if acc.is_float() => format!("{acc}::INFINITY"),
        Fold::Min => format!("{acc}::MAX"),
    }
}

/// What becomes of `A` and `B`.
pub(crate) fn combine(fold: Fold, acc: DType) -> String {
    let map = match fold {
        Fold::Sum => Map::Add,
        Fold::Product => Map::Mul,
        Fold::Max => Map::Max,
        Fold::Min => Map::Min,
    };
    map.text(&["A".into(), "B".into()], acc, acc, "j")
}
