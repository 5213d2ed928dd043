// rustc: accepts
// What has no derivative, or none yet: each with its reason, at its line.
use rustg_std::prelude::*;

#[kernel(adjoint)]
pub fn through_bits(mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = f32::from_bits(y[i].to_bits() + 1); //~ RUSTG0705 the kernel `through_bits` has no derivative: a float goes through integers by its bits
    }
}

#[kernel(adjoint)]
pub fn written_as_bits(x: &[f32], mut y: GridMut<u32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = x[i].to_bits(); //~ RUSTG0705 the kernel `written_as_bits` has no derivative: a float goes through integers by its bits
    }
}

#[kernel(adjoint)]
pub fn shared(x: &[f32], mut y: GridMut<f32>) {
    let s = DynShared::<f32>::new(); //~ RUSTG0705 the kernel `shared` has no derivative: this is shared memory of a size by the launch, which is not differentiated yet
    let i = thread::index();
    if i < y.len() {
        s.set(i.get() % 32, x[i]);
        y[i] = s.get(i.get() % 32);
    }
}

#[kernel(adjoint)]
pub fn barrier(x: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    let mut k = x[0];
    while k < y.len() as f32 {
        block::sync(); //~ RUSTG0705 the kernel `barrier` has no derivative: threads of a block may not be together at this barrier
        k += if i < y.len() { x[i] } else { 1.0 };
    }
    if i < y.len() {
        y[i] = x[i];
    }
}

#[kernel(adjoint)]
pub fn shared_by_words(x: &[f32], mut y: GridMut<f32>) {
    let s = Shared::<[f32; 2], 32>::new();
    let i = thread::index();
    if i < y.len() {
        s.set(i.get() % 32, [x[i], 1.0]); //~ RUSTG0705 the kernel `shared_by_words` has no derivative: memory of floats is accessed as integers
        y[i] = s.get(i.get() % 32)[0];
    }
}

#[kernel(adjoint)]
pub fn fenced(x: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    core::sync::atomic::fence(core::sync::atomic::Ordering::AcqRel); //~ RUSTG0705 the kernel `fenced` has no derivative: this lets threads read what others wrote, which is not differentiated yet
    if i < y.len() {
        y[i] = x[i];
    }
}

#[kernel(adjoint)]
pub fn shuffled(x: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = warp::shuffle_xor(x[i], 1); //~ RUSTG0705 the kernel `shuffled` has no derivative: threads of a block may not be together at this warp operation
    }
}

#[kernel(adjoint)]
pub fn swapped(x: &[f32], z: &[Atomic<f32>], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = z[0].swap(x[i], Relaxed); //~ RUSTG0705 the kernel `swapped` has no derivative: this is an atomic operation whose result depends on the order of threads
    }
}

#[kernel(adjoint)]
pub fn old_sum(x: &[f32], z: &[Atomic<f32>], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = z[0].fetch_add(x[i], Relaxed); //~ RUSTG0705 the kernel `old_sum` has no derivative: this atomic addition gives a float that depends on the order of threads
    }
}

#[kernel(adjoint)]
pub fn orders(x: &[f32], z: &[Atomic<f32>], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        z[0].fetch_add(x[i], AcqRel); //~ RUSTG0705 the kernel `orders` has no derivative: this atomic operation orders threads, which is not differentiated yet
        y[i] = x[i];
    }
}

#[kernel(adjoint)]
pub fn eighth(x: &[f8e4m3], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = x[i].to_f32(); //~ RUSTG0705 the kernel `eighth` has no derivative: this is of FP8, which is not differentiated yet
    }
}

fn depth(x: f32, n: u32) -> f32 {
    if n == 0 { x } else { depth(x * x, n - 1) } //~ RUSTG0705 the kernel `recursive` has no derivative: the function `depth` stays a call, since it is recursive or large
}
#[kernel(adjoint)]
pub fn recursive(n: u32, mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = depth(y[i], n);
    }
}

fn twice(x: f32) -> f32 {
    2.0 * x
}
fn thrice(x: f32) -> f32 {
    3.0 * x
}
#[kernel(adjoint)]
pub fn by_pointer(n: u32, mut y: GridMut<f32>) {
    let i = thread::index();
    let f: fn(f32) -> f32 = if n == 0 { twice } else { thrice };
    if i < y.len() {
        y[i] = f(y[i]); //~ RUSTG0705 the kernel `by_pointer` has no derivative: this calls through a pointer, so what it calls is not known
    }
}

#[kernel(adjoint)]
pub unsafe fn raw(x: *const f32, mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = unsafe { *x }; //~ RUSTG0705 the kernel `raw` has no derivative: a float in memory whose gradient is not known: it is raw or found by a number
    }
}

static TABLE: [f32; 4] = [1.0, 2.0, 3.0, 4.0];
#[kernel(adjoint)]
pub fn either(n: u32, x: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    let from: &[f32] = if n == 0 { x } else { &TABLE };
    if i < y.len() {
        y[i] = from[n as usize]; //~ RUSTG0705 the kernel `either` has no derivative: a pointer that leads to memory that may have a gradient or none, depending on the run
    }
}

#[kernel(adjoint)]
pub fn local_or_not(n: u32, x: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        let own = [y[i], 2.0];
        let from: &[f32] = if n == 0 { x } else { &own };
        y[i] = from[n as usize % 2]; //~ RUSTG0705 the kernel `local_or_not` has no derivative: a pointer leads to a local or to an argument, depending on the run
    }
}

#[kernel(adjoint)]
pub fn as_integers(x: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        let bits = unsafe { *(x.as_ptr() as *const u32).add(i.get()) }; //~ RUSTG0705 the kernel `as_integers` has no derivative: memory of floats is accessed as integers
        y[i] = (bits & 7) as f32;
    }
}

#[kernel(adjoint)]
pub fn as_halves(x: &[f64], mut y: GridMut<f64>) {
    let i = thread::index();
    if i < y.len() {
        let half = unsafe { *(x.as_ptr() as *const f32).add(i.get()) }; //~ RUSTG0705 the kernel `as_halves` has no derivative: memory of floats is accessed as another type than it has
        y[i] = half as f64;
    }
}

#[derive(Clone, Copy)]
enum Shape {
    Side(f32),
    Sides(u32),
}
#[kernel(adjoint)]
pub fn overlapping(n: &[u32], mut y: GridMut<f32>) { //~ RUSTG0705 the kernel `overlapping` has no derivative: a union or enum in which a float and another value share their place
    let i = thread::index();
    if i < y.len() {
        let mut shapes = [Shape::Side(y[i]), Shape::Sides(3)];
        shapes[n[i] as usize % 2] = Shape::Side(1.0);
        y[i] = match shapes[n[0] as usize % 2] {
            Shape::Side(s) => s * s,
            Shape::Sides(n) => n as f32,
        };
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Link {
    by: f32,
    next: *const f32,
}
#[kernel(adjoint)]
pub unsafe fn with_pointers(links: &[Link], mut y: GridMut<f32>) { //~ RUSTG0705 the kernel `with_pointers` has no derivative: `links` holds floats and pointers
    let i = thread::index();
    if i < y.len() {
        y[i] *= links[i].by;
    }
}

#[kernel(tangent)]
pub fn no_floats(mut y: GridMut<u32>) { //~ RUSTG0705 the kernel `no_floats` has no derivative: it has no parameter of floats
    let i = thread::index();
    if i < y.len() {
        y[i] += 1;
    }
}

#[derive(Clone, Copy)]
#[repr(C)]
pub struct Numbered {
    value: f32,
    number: u32,
}

#[kernel(adjoint)]
pub fn copied(x: &[Numbered], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        let mut own = [Numbered { value: 0.0, number: 1 }; 4];
        own.copy_from_slice(&x[..4]); //~ RUSTG0705 the kernel `copied` has no derivative: bytes are copied that may be of floats
        y[i] = own[i.get() % 4].value;
    }
}

#[kernel(second)]
pub fn second_shared(x: &[f32], mut y: GridMut<f32>) {
    let tile = Shared::<f32, 64>::new(); //~ RUSTG0705 the kernel `second_shared` has no derivative: a `Shared` array of floats, through which no second derivative goes yet
    let i = thread::index();
    let rank = block::rank() as usize % 64;
    tile.set(rank, x[i.get() % x.len()]);
    block::sync();
    let v = tile.get(63 - rank);
    if i < y.len() {
        y[i] = v * v;
    }
}

#[kernel(adjoint)]
pub fn in_ptx(mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        let x = y[i];
        y[i] = unsafe { ptx!("add.f32 {out}, {0}, {0};", x, cpu = x + x) }; //~ RUSTG0705 the kernel `in_ptx` has no derivative: this is PTX, which has no rule
    }
}

#[kernel(adjoint)]
pub fn twin(mut y: GridMut<f32>) { //~ RUSTG0541 two kernels have the entry name `twin_adjoint`
    let i = thread::index();
    if i < y.len() {
        y[i] += 1.0;
    }
}
#[kernel]
pub fn twin_adjoint(mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] += 1.0;
    }
}

fn ruled_at_rule(x: f32, d: f32) -> f32 {
    2.0 * x * d
}

#[derivative(ruled_at_rule)]
fn in_block(x: f32) -> f32 {
    warp::shuffle_xor(x, 1)
}

#[kernel(adjoint)]
pub fn ruled_in_block(x: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    let v = in_block(if i < y.len() { x[i] } else { 0.0 }); //~ RUSTG0705 the kernel `ruled_in_block` has no derivative: in `in_block`, which has a rule, or in the rule, threads work together
    if i < y.len() {
        y[i] = v;
    }
}

fn table_rule(x: f32, _table: &[u32], d: f32) -> f32 {
    d * x
}

#[derivative(table_rule)]
fn by_table(x: f32, table: &[u32]) -> f32 {
    x * table[0] as f32
}

#[kernel(adjoint)]
pub fn ruled_by_what_changes(x: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    let mut table = [1, 2];
    if i < y.len() {
        table[0] += i.get() as u32;
        y[i] = by_table(x[i], &table); //~ RUSTG0705 the kernel `ruled_by_what_changes` has no derivative: `by_table`, which has a rule, is passed a reference to what may change
        table[0] = 0;
    }
}

fn any_rule<T: Copy>(x: T, d: T) -> T {
    d
}

#[derivative(any_rule)]
fn any<T: Copy>(x: T) -> T {
    x
}

#[kernel(adjoint)]
pub fn ruled_of_references(x: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = *any(&x[i]); //~ RUSTG0705 the kernel `ruled_of_references` has no derivative: a reference to floats is passed to `any`, whose rule is for floats by value
    }
}

#[kernel(adjoint)]
pub fn ruled_of_choices(x: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        let some = if x[i] > 0.0 { Some(x[i]) } else { None };
        y[i] = any(some).unwrap_or(0.0); //~ RUSTG0705 the kernel `ruled_of_choices` has no derivative: `any`, which has a rule, has floats in an enum or union
    }
}

fn bits_rule(x: u32, y: f32, d: f32) -> f32 {
    d * x as f32
}

#[derivative(bits_rule)]
fn of_bits(x: u32, y: f32) -> f32 {
    x as f32 * y
}

#[kernel(adjoint)]
pub fn ruled_of_bits(x: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = of_bits(x[i].to_bits(), x[i]); //~ RUSTG0705 the kernel `ruled_of_bits` has no derivative: a float goes through integers by its bits
    }
}

fn all_rule(_x: [f32; 100], d: [f32; 100]) -> [f32; 100] {
    d
}

#[derivative(all_rule)]
fn all(x: [f32; 100]) -> [f32; 100] {
    x
}

#[kernel(adjoint)]
pub fn large_in_loop(n: u32, x: &[f32], mut y: GridMut<f32>) { //~ RUSTG0705 the kernel `large_in_loop` has no derivative: a large struct or array, or one with enums, has to be kept in a loop
    let i = thread::index();
    if i < y.len() {
        let mut v = [x[i]; 100];
        for k in 0..n as usize {
            v = all(v);
            v[k] *= v[0];
        }
        y[i] = v[1];
    }
}

#[kernel(adjoint)]
pub fn half_by_bits(x: &[f16], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        let v = x[i]; //~ RUSTG0705 the kernel `half_by_bits` has no derivative: a number of half precision goes another way than to or from f32
        y[i] = v.to_f32() + (v.to_bits() & 1) as f32;
    }
}

#[kernel(adjoint)]
pub fn half_as_another(x: &[f16], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = bf16::from_bits(x[i].to_bits()).to_f32(); //~ RUSTG0705 the kernel `half_as_another` has no derivative: a number of half precision goes another way than to or from f32
    }
}

#[kernel(adjoint)]
pub fn half_in_an_array(x: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    let mut near = [f16::from_f32(0.0); 3];
    if i < y.len() {
        for k in 0..3 {
            near[k] = f16::from_f32(x[k]); //~ RUSTG0705 the kernel `half_in_an_array` has no derivative: a number of half precision goes another way than to or from f32
        }
        y[i] = near[i.get() % 3].to_f32();
    }
}

#[kernel(adjoint)]
pub fn half_copied(x: &[bf16], mut y: GridMut<bf16>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = x[i]; //~ RUSTG0705 the kernel `half_copied` has no derivative: a number of half precision goes another way than to or from f32
    }
}

#[kernel(adjoint)]
pub fn half_by_value(a: f16, x: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = a.to_f32() * x[i]; //~ RUSTG0705 the kernel `half_by_value` has no derivative: a number of half precision goes another way than to or from f32
    }
}

#[derive(Clone, Copy)]
#[repr(C)]
pub struct Halves {
    a: f16,
    b: f16,
}

#[kernel(adjoint)]
pub fn half_in_a_struct(p: &[f32], x: &[Halves], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = p[i] * x[i].a.to_f32() + x[i].b.to_f32(); //~ RUSTG0705 the kernel `half_in_a_struct` has no derivative: a number of half precision goes another way than to or from f32
    }
}

#[derive(Clone, Copy)]
#[repr(C)]
pub struct Mixed {
    a: f16,
    b: f32,
}

#[kernel(adjoint)]
pub fn half_beside_floats(x: &[Mixed], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = x[i].a.to_f32() * x[i].b; //~ RUSTG0705 the kernel `half_beside_floats` has no derivative: a number of half precision goes another way than to or from f32
    }
}

#[kernel(adjoint)]
pub fn half_in_rows(x: &[[bf16; 4]], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = x[i][1].to_f32() * y[i]; //~ RUSTG0705 the kernel `half_in_rows` has no derivative: a number of half precision goes another way than to or from f32
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Plain {
    number: u64,
    kind: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Weighed {
    number: u64,
    kind: u8,
    weight: f32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Two<A, B>(A, B);

#[repr(C)]
#[derive(Clone, Copy)]
pub union Apart {
    first: Two<Weighed, Plain>,
    second: Two<Plain, Weighed>,
}

#[kernel(adjoint)]
pub fn apart(x: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        let plain = Plain { number: 1, kind: 2 };
        let weighed = Weighed { number: 1, kind: 2, weight: x[i] };
        let either = [Apart { first: Two(weighed, plain) }, Apart { second: Two(plain, weighed) }]; //~ RUSTG0705 the kernel `apart` has no derivative: a union or enum of which no variant has a float wherever another has one
        y[i] = unsafe { either[i.get() % 2].first.0.weight };
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
struct Words {
    first: u64,
    second: u64,
}

#[kernel(adjoint)]
pub fn as_a_struct_of_integers(n: u32, x: &[f64], mut y: GridMut<f64>) {
    let i = thread::index();
    if i < y.len() {
        let mut own = [Words { first: 1, second: 2 }; 3];
        own[n as usize % 3].first = n as u64;
        let first = unsafe { (*(x.as_ptr() as *const Words)).first }; //~ RUSTG0705 the kernel `as_a_struct_of_integers` has no derivative: memory of floats is accessed as integers
        y[i] = f64::from_bits(first) + own[i.get() % 3].first as f64;
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
struct Labelled {
    value: f64,
    label: u64,
}

#[kernel(adjoint)]
pub fn as_another_struct(n: u32, x: &[f64], mut y: GridMut<f64>) {
    let i = thread::index();
    if i < y.len() {
        let mut own = [Labelled { value: x[i], label: 2 }; 3];
        own[n as usize % 3].label = n as u64;
        let label = unsafe { (*(x.as_ptr() as *const Labelled)).label }; //~ RUSTG0705 the kernel `as_another_struct` has no derivative: memory of floats is accessed as integers
        y[i] = f64::from_bits(label) + own[i.get() % 3].value;
    }
}

#[kernel(adjoint)]
pub fn as_whole_structs(n: u32, x: &[f64], mut y: GridMut<f64>) {
    let i = thread::index();
    if i < y.len() {
        let mut own = [Labelled { value: x[i], label: 2 }; 3];
        own[n as usize % 3] = unsafe { *(x.as_ptr() as *const Labelled) }; //~ RUSTG0705 the kernel `as_whole_structs` has no derivative: memory of floats is accessed as another type than it has
        y[i] = f64::from_bits(own[i.get() % 3].label) + own[i.get() % 3].value;
    }
}

#[kernel(adjoint)]
pub fn half_or_local(n: u32, x: &[f16], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        let own = [f16::from_f32(1.0), f16::from_f32(2.0)];
        let from: &[f16] = if n == 0 { x } else { &own };
        y[i] = from[n as usize % 2].to_f32(); //~ RUSTG0705 the kernel `half_or_local` has no derivative: a pointer leads to numbers of half precision or to others, depending on the run
    }
}

#[kernel(adjoint)]
pub fn into_integers(x: &[f32], mut y: GridMut<u32>) {
    let i = thread::index();
    if i < y.len() {
        unsafe { *(&mut y[i] as *mut u32 as *mut f32) = x[i] }; //~ RUSTG0705 the kernel `into_integers` has no derivative: a float is written to memory without a gradient
    }
}

#[kernel(adjoint)]
pub fn counted_in_floats(x: &[f32], z: &[Atomic<f32>], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        let count = unsafe { &*(&z[0] as *const Atomic<f32> as *const Atomic<u32>) };
        count.fetch_add(1, Relaxed); //~ RUSTG0705 the kernel `counted_in_floats` has no derivative: an atomic operation on integers in memory of floats
        y[i] = x[i];
    }
}

#[kernel(adjoint)]
pub fn added_to_integers(x: &[f32], z: &[Atomic<u32>], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        let sum = unsafe { &*(&z[0] as *const Atomic<u32> as *const Atomic<f32>) };
        sum.fetch_add(x[i], Relaxed); //~ RUSTG0705 the kernel `added_to_integers` has no derivative: a float is added to memory without a gradient
        y[i] = x[i];
    }
}

#[kernel(adjoint)]
pub fn pointer_away(x: &[f32], mut at: GridMut<u64>, mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        unsafe { *(&mut at[i] as *mut u64 as *mut *const f32) = &x[i] }; //~ RUSTG0705 the kernel `pointer_away` has no derivative: a pointer is written to memory without a gradient
        y[i] = x[i];
    }
}

#[kernel(adjoint)]
pub fn by_address(x: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] *= (x.as_ptr() as usize % 8) as f32; //~ RUSTG0705 the kernel `by_address` has no derivative: a pointer to floats becomes a number
    }
}

macro_rules! nest {
    ($x:expr;) => { $x };
    ($x:expr; $level:tt $($more:tt)*) => { if $x > $level as f32 { nest!($x + 1.0; $($more)*) } else { $x * $x } };
}

#[kernel(adjoint)]
pub fn deep(mut y: GridMut<f32>) { //~ RUSTG0705 the kernel `deep` has no derivative: the kernel nests too deep
    let i = thread::index();
    if i < y.len() {
        y[i] = nest!(y[i]; 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9
            0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9
            0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9);
    }
}

#[derive(Clone, Copy)]
pub struct Wrapped<T>(T);
type Wrapped5<T> = Wrapped<Wrapped<Wrapped<Wrapped<Wrapped<T>>>>>;
type Wrapped25<T> = Wrapped5<Wrapped5<Wrapped5<Wrapped5<Wrapped5<T>>>>>;

fn wrap<T>(x: T) -> Wrapped5<T> {
    Wrapped(Wrapped(Wrapped(Wrapped(Wrapped(x)))))
}

fn beside_rule(_far: Wrapped25<f32>, _x: f32, d: f32) -> f32 {
    d
}

#[derivative(beside_rule)]
fn beside(_far: Wrapped25<f32>, x: f32) -> f32 {
    x
}

#[kernel(adjoint)]
pub fn ruled_of_deep_structs(a: f32, mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = beside(wrap(wrap(wrap(wrap(wrap(y[i]))))), a); //~ RUSTG0705 the kernel `ruled_of_deep_structs` has no derivative: the rule of `beside` gives nothing for a parameter with floats
    }
}
