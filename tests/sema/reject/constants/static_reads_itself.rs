// A static may hold its own address. One that reads itself has no value, be it by a reference; those that read each
// other are a cycle.
use rustg_std::{GridMut, thread};

struct Node {
    value: u64,
    next: Option<&'static Node>,
}

static RING: Node = Node { value: 1, next: Some(&RING) };
static OWN: u64 = OWN; //~ E0080 encountered static that tried to access itself during initialization
static PART: [u64; 2] = [1, PART[0]]; //~ E0080 encountered static that tried to access itself during initialization
static SUM: u64 = {
    let one = 1;
    SUM + one //~ E0080 encountered static that tried to access itself during initialization
};
static THROUGH: &u64 = &BEHIND;
static BEHIND: u64 = *THROUGH; //~ E0080 encountered static that tried to access itself during initialization
static CALLED: u64 = called(); //~ E0080 encountered static that tried to access itself during initialization
const fn called() -> u64 {
    CALLED
}
static FIRST: u64 = SECOND + 1; //~ E0391 cycle detected when evaluating initializer of static `FIRST`
static SECOND: u64 = FIRST + 1;

#[rustg_std::kernel]
pub fn kernel(mut out: GridMut<u64>) {
    let ring = RING.value + RING.next.map_or(0, |next| next.value);
    out[thread::index()] = ring + OWN + PART[1] + SUM + BEHIND + CALLED + FIRST + SECOND;
}
