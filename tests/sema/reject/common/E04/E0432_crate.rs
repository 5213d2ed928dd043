use crate::missing::Thing;
pub fn f(t: Thing) -> Thing {
    t
}
