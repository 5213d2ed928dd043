use rustg_std::prelude::*;

struct Pair {
    small: u32,
    list: [u32; 2],
    at: &'static u32,
}
static mut LIST: [u32; 2] = [3, 4];
static mut PAIR: Pair = Pair { small: 1, list: [2, 3], at: &2 };
macro_rules! borrowed {
    ($e:expr) => {
        &$e
    };
}

fn refused() {
    unsafe {
        let _ = &LIST; //~ static_mut_refs creating a shared reference to mutable static
        let _ = &mut (PAIR.list); //~ static_mut_refs creating a mutable reference to mutable static
        let _ = &PAIR.at; //~ static_mut_refs creating a shared reference to mutable static
        let _: &[u32] = &LIST; //~ static_mut_refs creating a shared reference to mutable static
        LIST.len(); //~ static_mut_refs creating a shared reference to mutable static
        LIST.swap(0, 1); //~ static_mut_refs creating a mutable reference to mutable static
        let _ = PAIR.small.clone(); //~ static_mut_refs creating a shared reference to mutable static
        let ref _a = LIST; //~ static_mut_refs creating a shared reference to mutable static
        let ref mut _b = PAIR.small; //~ static_mut_refs creating a mutable reference to mutable static
        for _ in &LIST {} //~ static_mut_refs creating a shared reference to mutable static
        let _ = || &LIST; //~ static_mut_refs creating a shared reference to mutable static
        println!("{}", PAIR.small); //~ static_mut_refs creating a shared reference to mutable static
        assert_eq!(PAIR.small, 1); //~ static_mut_refs creating a shared reference to mutable static
        borrowed!(PAIR); //~ static_mut_refs creating a shared reference to mutable static
    }
}

fn taken() -> u32 {
    unsafe {
        let _ = (&LIST[0], &{ LIST }, &raw const LIST, &raw mut PAIR.list);
        let _ = (PAIR.small.max(1), PAIR.small == 1, LIST == [1, 2], &*PAIR.at);
        for _ in LIST {}
        LIST[..1][0] = LIST[1..].len() as u32;
        LIST[..].reverse();
        dbg!(PAIR.small);
        #[allow(static_mut_refs)]
        let _ = &LIST;
        PAIR.small += 1;
        LIST[1]
    }
}

#[kernel]
pub fn test(mut y: GridMut<u64>) {
    refused();
    let t = thread::index();
    y[t] = taken() as u64;
}
