use rustg_std::prelude::*;

fn f() {
    loop {
        break 'nowhere; //~ E0426 use of undeclared label `'nowhere`
    }
}
