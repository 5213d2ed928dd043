use rustg_std::prelude::*;

fn twice<T>(t: T) -> (T, T) {
    (t, t) //~ E0382 use of moved value: `t`
}
