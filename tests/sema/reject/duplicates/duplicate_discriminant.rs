use rustg_std::prelude::*;

enum E { //~ E0081 discriminant value `1` assigned more than once
    A = 1,
    B = 1,
}

enum Signed { //~ E0081 discriminant value `-1` assigned more than once
    A = -1,
    B = 3,
    C = -1,
}
