//! What a tensor is made of: its elements, or what will make them.

use crate::map::Map;
use crate::storage::Storage;
use crate::{DType, Device, Scalar};
use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A part of a storage, seen in a shape.
#[derive(Clone)]
pub(crate) struct View {
    pub(crate) storage: Arc<Storage>,
    pub(crate) strides: Vec<usize>,
    pub(crate) offset: usize,
}

/// How a side is reduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fold {
    Sum,
    Product,
    Max,
    Min,
}

#[derive(Clone)]
pub(crate) enum Op {
    Map(Map),
    /// The first operand, seen as outer by n by inner, along the middle.
    Reduce {
        fold: Fold,
        outer: usize,
        n: usize,
        inner: usize,
    },
}

/// What an operation is of. A number is of the type that its operation takes.
#[derive(Clone)]
pub(crate) enum Operand {
    Cell(Arc<Cell>),
    Number(Scalar, DType),
}

#[derive(Clone)]
pub(crate) struct Pending {
    pub(crate) op: Op,
    pub(crate) operands: Vec<Operand>,
    /// Pending operations below it, one on another.
    pub(crate) depth: usize,
}

pub(crate) enum State {
    Ready(View),
    Pending(Pending),
}

/// What is known of tensors, by where they are.
pub(crate) type ByCell<V> = HashMap<*const Cell, V, BuildHasherDefault<Places>>;

/// Spreads addresses, which nobody chooses to be alike: by the golden ratio's fraction, whose upper bits tables use.
#[derive(Default)]
pub(crate) struct Places(u64);

impl Hasher for Places {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_usize(usize::from(*byte)));
    }
    fn write_usize(&mut self, place: usize) {
        self.0 = (self.0 ^ place as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    }
}

/// Elements of a shape on a device, made or to be made. Only whoever has the device's lock makes them.
pub(crate) struct Cell {
    pub(crate) shape: Vec<usize>,
    pub(crate) dtype: DType,
    pub(crate) device: Device,
    state: Mutex<State>,
}

impl Cell {
    pub(crate) fn new(shape: Vec<usize>, dtype: DType, device: Device, state: State) -> Arc<Cell> {
        Arc::new(Cell { shape, dtype, device, state: Mutex::new(state) })
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Its elements, where they are made.
    pub(crate) fn ready(&self) -> Option<View> {
        match &*self.state() {
            State::Ready(view) => Some(view.clone()),
            State::Pending(_) => None,
        }
    }

    pub(crate) fn pending(&self) -> Option<Pending> {
        match &*self.state() {
            State::Ready(_) => None,
            State::Pending(pending) => Some(pending.clone()),
        }
    }

    /// It as what an operation is of: where it is to be one number everywhere, that number.
    pub(crate) fn operand(self: &Arc<Cell>) -> Operand {
        match &*self.state() {
            State::Pending(Pending { op: Op::Map(Map::Copy), operands, .. }) => match operands.as_slice() {
                [number @ Operand::Number(..)] => number.clone(),
                _ => Operand::Cell(self.clone()),
            },
            _ => Operand::Cell(self.clone()),
        }
    }

    pub(crate) fn depth(&self) -> usize {
        match &*self.state() {
            State::Ready(_) => 0,
            State::Pending(pending) => pending.depth,
        }
    }

    /// Notes its elements. What they were made of is given up.
    pub(crate) fn set(&self, view: View) {
        let made = std::mem::replace(&mut *self.state(), State::Ready(view));
        bury(made);
    }
}

impl Drop for Cell {
    fn drop(&mut self) {
        let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let State::Pending(pending) = state {
            bury(std::mem::take(&mut pending.operands));
        }
    }
}

type Buried = Box<dyn std::any::Any>;

/// What is being given up on this thread; `true`: somebody empties the list.
type Grave = (Vec<Buried>, bool);

thread_local! {
    static GRAVE: RefCell<Grave> = const { RefCell::new((Vec::new(), false)) };
}

/// Drops a value, whose parts may hold each other in a long chain, without a call for each link of it.
pub(crate) fn bury<T: 'static>(value: T) {
    let mut value: Option<Buried> = Some(Box::new(value));
    let is_first = GRAVE
        .try_with(|grave| {
            let mut grave = grave.borrow_mut();
            grave.0.extend(value.take());
            !std::mem::replace(&mut grave.1, true)
        })
        .unwrap_or(false);
    drop(value); // the thread is ending and has no list any more
    if !is_first {
        return;
    }
    while let Some(next) = GRAVE.with(|grave| grave.borrow_mut().0.pop()) {
        drop(next);
    }
    GRAVE.with(|grave| grave.borrow_mut().1 = false);
}
