// () is padded as a text is
// threads: 1
// expect: 1
// prints:  ()  |Some(()  )|((), 1)|(|[() , () ]|()|()   |**()
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    println!("{:^5?}|{:<4?}|{:?}|{:.1?}|{:3?}|{:#?}|{:05?}|{:*>4?}", (), Some(()), ((), 1u8), (), [(), ()], (), (), ());
    out[t] = 1;
}
