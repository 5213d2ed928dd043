//! How the threads of a block take turns.
//!
//! One OS thread runs at a time: it holds the baton. It runs one kernel thread after another; where one has to wait, for
//! the block or for its warp, its OS thread sleeps and the baton goes on: to a thread that may go on, or to an OS thread
//! that begins the next. So kernels without barriers need one OS thread, those with barriers one for each thread of a
//! block, and every run is the same.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::collections::{HashMap, VecDeque};
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, Once, PoisonError};
use std::thread::Scope;

/// Where a thread is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub thread: [u32; 3],
    pub block: [u32; 3],
    pub block_dim: [u32; 3],
    pub grid_dim: [u32; 3],
}

const ALONE: Place = Place { thread: [0; 3], block: [0; 3], block_dim: [1; 3], grid_dim: [1; 3] };

/// One thread that ended early.
#[derive(Clone, Debug)]
pub(crate) struct Ended {
    pub place: Place,
    pub message: String,
    pub file: String,
    pub line: u32,
    pub column: u32,
}

/// What shared memory is known by: where it is made, and how large it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct SharedKey {
    pub file: &'static str,
    pub line: u32,
    pub column: u32,
    pub bytes: usize,
}

/// What unwinds a thread that can never go on.
struct Stuck;

struct Warp {
    live: u32,
    arrived: u32,
    values: [u64; 32],
    waiting: Vec<usize>,
}

#[derive(Default)]
struct Worker {
    granted: bool,
    exchanged: Option<([u64; 32], u32)>,
}

struct Inner {
    block: usize,
    started: usize,
    live: usize,
    stuck: bool,
    finished: bool,
    start_first: bool,
    ready: VecDeque<usize>,
    idle: Vec<usize>,
    workers: Vec<Worker>,
    at_barrier: Vec<usize>,
    arrived: usize,
    warps: Vec<Warp>,
    ended: Vec<Ended>,
    shared: HashMap<SharedKey, Arc<dyn Any + Send + Sync>>,
}

struct Launch {
    grid: [u32; 3],
    block: [u32; 3],
    dyn_shared: usize,
    id: u64,
    inner: Mutex<Inner>,
    wake: Mutex<Vec<Arc<Condvar>>>,
}

/// The view that a kernel's thread has of its launch.
struct Current {
    launch: Arc<Launch>,
    worker: usize,
    place: Place,
    rank: usize,
    spins: Cell<u32>,
    spawn: *const dyn Spawn,
}

trait Spawn {
    fn spawn(&self, worker: usize);
}

thread_local! {
    static CURRENT: RefCell<Option<Current>> = const { RefCell::new(None) };
    static PANICKED_AT: RefCell<Option<(String, u32, u32)>> = const { RefCell::new(None) };
    static IN_KERNEL: Cell<bool> = const { Cell::new(false) };
    static ALONE_SHARED: RefCell<HashMap<SharedKey, Arc<dyn Any + Send + Sync>>> = RefCell::new(HashMap::new());
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(crate) fn place() -> Place {
    CURRENT.with_borrow(|c| c.as_ref().map_or(ALONE, |c| c.place))
}

/// The launch's number and this thread's number in it; 0 outside of launches.
pub(crate) fn launch_and_thread() -> (u64, usize) {
    CURRENT.with_borrow(|c| {
        c.as_ref().map_or((0, 0), |c| {
            let p = c.place;
            let sides = |s: [u32; 3]| s[0] as usize * s[1] as usize * s[2] as usize;
            let at = |a: [u32; 3], s: [u32; 3]| {
                a[0] as usize + (a[1] as usize + a[2] as usize * s[1] as usize) * s[0] as usize
            };
            (c.launch.id, at(p.block, p.grid_dim) * sides(p.block_dim) + c.rank)
        })
    })
}

pub(crate) fn dyn_shared_bytes() -> usize {
    CURRENT.with_borrow(|c| c.as_ref().map_or(0, |c| c.launch.dyn_shared))
}

pub(crate) fn lane() -> u32 {
    CURRENT.with_borrow(|c| c.as_ref().map_or(0, |c| (c.rank % 32) as u32))
}

/// The block's memory for a key, made by the first thread that asks.
pub(crate) fn shared<M: Any + Send + Sync>(key: SharedKey, make: impl FnOnce() -> M) -> Arc<M> {
    let found = CURRENT.with_borrow(|c| match c {
        Some(c) => {
            let mut inner = lock(&c.launch.inner);
            inner.shared.entry(key).or_insert_with(|| Arc::new(make())).clone()
        }
        None => ALONE_SHARED.with_borrow_mut(|all| all.entry(key).or_insert_with(|| Arc::new(make())).clone()),
    });
    found.downcast::<M>().unwrap_or_else(|_| unreachable!("one place makes one type"))
}

impl Current {
    /// Waits until someone hands the baton to this OS thread. False: the block cannot go on.
    fn wait(&self, mut inner: MutexGuard<'_, Inner>) -> bool {
        let bell = lock(&self.launch.wake)[self.worker].clone();
        while !inner.workers[self.worker].granted {
            inner = bell.wait(inner).unwrap_or_else(PoisonError::into_inner);
        }
        inner.workers[self.worker].granted = false;
        !inner.stuck
    }

    /// Hands the baton on, and comes back when it does.
    fn suspend(&self, mut inner: MutexGuard<'_, Inner>) {
        self.launch.pass(&mut inner, self.spawn);
        if !self.wait(inner) {
            panic::resume_unwind(Box::new(Stuck));
        }
    }
}

impl Launch {
    fn grant(&self, inner: &mut Inner, worker: usize) {
        inner.workers[worker].granted = true;
        lock(&self.wake)[worker].notify_one();
    }

    fn pass(&self, inner: &mut Inner, spawn: *const dyn Spawn) {
        let start = inner.started < self.threads() && (inner.start_first || inner.ready.is_empty());
        if !start && let Some(worker) = inner.ready.pop_front() {
            self.grant(inner, worker);
        } else if let Some(worker) = inner.idle.pop() {
            self.grant(inner, worker);
        } else {
            let worker = inner.workers.len();
            inner.workers.push(Worker { granted: true, exchanged: None });
            lock(&self.wake).push(Arc::new(Condvar::new()));
            // SAFETY: it is alive as long as any kernel's thread runs.
            unsafe { (*spawn).spawn(worker) };
        }
    }

    fn threads(&self) -> usize {
        self.block.iter().map(|s| *s as usize).product()
    }

    fn blocks(&self) -> usize {
        self.grid.iter().map(|s| *s as usize).product()
    }

    fn begin_block(&self, inner: &mut Inner) {
        let n = self.threads();
        inner.started = 0;
        inner.live = n;
        inner.stuck = false;
        inner.arrived = 0;
        inner.shared.clear();
        inner.warps.clear();
        for first in (0..n).step_by(32) {
            let lanes = (n - first).min(32);
            let live = if lanes == 32 { u32::MAX } else { (1 << lanes) - 1 };
            inner.warps.push(Warp { live, arrived: 0, values: [0; 32], waiting: Vec::new() });
        }
    }

    fn open_barrier(&self, inner: &mut Inner) -> bool {
        if inner.arrived == 0 || inner.arrived < inner.live {
            return false;
        }
        inner.arrived = 0;
        let waiting = std::mem::take(&mut inner.at_barrier);
        inner.ready.extend(waiting);
        true
    }

    fn open_warp(&self, inner: &mut Inner, warp: usize) -> bool {
        let w = &mut inner.warps[warp];
        if w.arrived == 0 || w.arrived != w.live {
            return false;
        }
        let all = (w.values, w.arrived);
        w.arrived = 0;
        for worker in std::mem::take(&mut w.waiting) {
            inner.workers[worker].exchanged = Some(all);
            inner.ready.push_back(worker);
        }
        true
    }

    fn at(&self, mut n: usize, sides: [u32; 3]) -> [u32; 3] {
        let mut at = [0; 3];
        for k in 0..3 {
            at[k] = (n % sides[k] as usize) as u32;
            n /= sides[k] as usize;
        }
        at
    }
}

/// All threads of the block.
pub(crate) fn barrier() {
    CURRENT.with_borrow(|c| {
        let Some(c) = c else { return };
        let mut inner = lock(&c.launch.inner);
        inner.arrived += 1;
        if !c.launch.open_barrier(&mut inner) {
            inner.at_barrier.push(c.worker);
            c.suspend(inner);
        }
    });
}

/// All lanes of the warp give a value; each gets all of them, and which lanes there were.
pub(crate) fn exchange(value: u64) -> ([u64; 32], u32) {
    CURRENT.with_borrow(|c| {
        let Some(c) = c else {
            let mut values = [0; 32];
            values[0] = value;
            return (values, 1);
        };
        let (warp, lane) = (c.rank / 32, c.rank % 32);
        let mut inner = lock(&c.launch.inner);
        let w = &mut inner.warps[warp];
        w.values[lane] = value;
        w.arrived |= 1 << lane;
        let all = (w.values, w.arrived);
        if c.launch.open_warp(&mut inner, warp) {
            return all;
        }
        inner.warps[warp].waiting.push(c.worker);
        c.suspend(inner);
        lock(&c.launch.inner).workers[c.worker].exchanged.take().unwrap_or(all)
    })
}

/// A thread that looks at an atomic value again and again lets the others go on.
pub(crate) fn looked() {
    CURRENT.with_borrow(|c| {
        let Some(c) = c else { return };
        c.spins.set(c.spins.get() + 1);
        if c.spins.get() % 64 != 0 {
            return;
        }
        let mut inner = lock(&c.launch.inner);
        if inner.ready.is_empty() && inner.started == c.launch.threads() {
            return;
        }
        inner.ready.push_back(c.worker);
        inner.start_first = true;
        c.suspend(inner);
    });
}

struct Pool<'scope, 'env, F> {
    scope: &'scope Scope<'scope, 'env>,
    launch: Arc<Launch>,
    kernel: &'env F,
}

impl<F: Fn() + Sync> Clone for Pool<'_, '_, F> {
    fn clone(&self) -> Self {
        Pool { scope: self.scope, launch: self.launch.clone(), kernel: self.kernel }
    }
}

impl<'scope, 'env: 'scope, F: Fn() + Sync> Spawn for Pool<'scope, 'env, F> {
    fn spawn(&self, worker: usize) {
        let pool = self.clone();
        self.scope.spawn(move || pool.work(worker));
    }
}

impl<'scope, 'env: 'scope, F: Fn() + Sync> Pool<'scope, 'env, F> {
    /// Begins threads as long as it holds the baton.
    fn work(&self, worker: usize) {
        let launch = &*self.launch;
        let n = launch.threads();
        let bell = lock(&launch.wake)[worker].clone();
        let mut inner = lock(&launch.inner);
        loop {
            while !inner.workers[worker].granted {
                inner = bell.wait(inner).unwrap_or_else(PoisonError::into_inner);
            }
            if inner.finished {
                return;
            }
            if inner.started < n && (inner.start_first || inner.ready.is_empty()) {
                inner.start_first = false;
                let rank = inner.started;
                inner.started += 1;
                let block = inner.block;
                inner.workers[worker].granted = false;
                drop(inner);
                let ended = self.run(worker, block, rank);
                inner = lock(&launch.inner);
                inner.ended.extend(ended);
                inner.live -= 1;
                inner.warps[rank / 32].live &= !(1 << (rank % 32));
                launch.open_barrier(&mut inner);
                launch.open_warp(&mut inner, rank / 32);
                inner.workers[worker].granted = true;
                continue;
            }
            inner.start_first = false;
            if let Some(next) = inner.ready.pop_front() {
                inner.workers[worker].granted = false;
                inner.idle.push(worker);
                launch.grant(&mut inner, next);
            } else if inner.live == 0 {
                inner.block += 1;
                if inner.block == launch.blocks() {
                    inner.finished = true;
                    for other in 0..inner.workers.len() {
                        launch.grant(&mut inner, other);
                    }
                    return;
                }
                launch.begin_block(&mut inner);
            } else {
                // all that live wait for something that cannot come: they end
                inner.stuck = true;
                let mut waiting = std::mem::take(&mut inner.at_barrier);
                for warp in &mut inner.warps {
                    warp.arrived = 0;
                    waiting.append(&mut warp.waiting);
                }
                inner.arrived = 0;
                inner.ready.extend(waiting);
            }
        }
    }

    fn run(&self, worker: usize, block: usize, rank: usize) -> Option<Ended> {
        let launch = &self.launch;
        let place = Place {
            thread: launch.at(rank, launch.block),
            block: launch.at(block, launch.grid),
            block_dim: launch.block,
            grid_dim: launch.grid,
        };
        let spawn: *const (dyn Spawn + '_) = self;
        // SAFETY: only the lifetime changes; CURRENT is emptied before this returns.
        let spawn: *const (dyn Spawn + 'static) = unsafe { std::mem::transmute(spawn) };
        let current = Current { launch: launch.clone(), worker, place, rank, spins: Cell::new(0), spawn };
        let outer = CURRENT.replace(Some(current));
        let was = IN_KERNEL.replace(true);
        let result = panic::catch_unwind(AssertUnwindSafe(self.kernel));
        IN_KERNEL.set(was);
        CURRENT.set(outer);
        let payload = result.err()?;
        let (file, line, column) = PANICKED_AT.take().unwrap_or_default();
        let message = if payload.is::<Stuck>() {
            "this thread waits for threads that do not come: a barrier or warp operation that not all reach".to_string()
        } else if let Some(text) = payload.downcast_ref::<&str>() {
            text.to_string()
        } else if let Some(text) = payload.downcast_ref::<String>() {
            text.clone()
        } else {
            "panic".to_string()
        };
        Some(Ended { place, message, file, line, column })
    }
}

/// Panics of kernels are recorded, not printed.
fn hook() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if IN_KERNEL.get() {
                PANICKED_AT.set(info.location().map(|l| (l.file().to_string(), l.line(), l.column())));
            } else {
                before(info);
            }
        }));
    });
}

pub(crate) fn run<F: Fn() + Sync>(grid: [u32; 3], block: [u32; 3], dyn_shared: usize, kernel: F) -> Vec<Ended> {
    use std::sync::atomic::{AtomicU64, Ordering};
    static LAUNCHES: AtomicU64 = AtomicU64::new(1);
    hook();
    let launch = Arc::new(Launch {
        grid,
        block,
        dyn_shared,
        id: LAUNCHES.fetch_add(1, Ordering::Relaxed),
        inner: Mutex::new(Inner {
            block: 0,
            started: 0,
            live: 0,
            stuck: false,
            finished: false,
            start_first: false,
            ready: VecDeque::new(),
            idle: Vec::new(),
            workers: vec![Worker { granted: true, exchanged: None }],
            at_barrier: Vec::new(),
            arrived: 0,
            warps: Vec::new(),
            ended: Vec::new(),
            shared: HashMap::new(),
        }),
        wake: Mutex::new(vec![Arc::new(Condvar::new())]),
    });
    if launch.threads() == 0 || launch.blocks() == 0 {
        return Vec::new();
    }
    launch.begin_block(&mut lock(&launch.inner));
    std::thread::scope(|scope| Pool { scope, launch: launch.clone(), kernel: &kernel }.work(0));
    std::mem::take(&mut lock(&launch.inner).ended)
}
