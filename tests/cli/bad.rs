fn main() { let a = 0b12; let é = 'ab';

    /* é */ "x\"