// Constant functions run no iterators.
const fn sum(n: u32) -> u32 {
    let mut total = 0;
    for i in 0..n { //~ E0015 cannot use `for` loop on `std::ops::Range<u32>` in constant functions
        total += i;
    }
    total
}

struct Table([u32; 3]);

impl Table {
    fn first(&self) -> u32 {
        self.0[0]
    }
    fn new() -> Table {
        Table([1; 3])
    }
}

fn plain() -> u32 {
    1
}

const A: u32 = plain(); //~ E0015 cannot call non-const function `plain` in constants
const B: Table = Table::new(); //~ E0015 cannot call non-const associated function `Table::new` in constants
const fn c(t: &Table) -> u32 {
    t.first() //~ E0015 cannot call non-const method `Table::first` in constant functions
}
