// An associated type is as visible as its trait and the type that has it.
pub trait Holds {
    type Item;
}
struct Hidden;
impl Holds for u32 {
    type Item = Hidden; //~ E0446 private type `Hidden` in public interface
}
impl Holds for Hidden {
    type Item = Hidden;
}
trait OwnTrait {
    type Own;
}
impl OwnTrait for u32 {
    type Own = Hidden;
}
mod inner {
    struct Deep;
    impl crate::OwnTrait for u16 {
        type Own = [Deep; 2]; //~ E0446 private type `Deep` in public interface
    }
}
