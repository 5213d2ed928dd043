// A method of a number of no type.
pub fn f() -> f32 {
    let x = 2.0;
    let y = 2.0.sqrt(); //~ E0689 can't call method `sqrt` on ambiguous numeric type `{float}`
    let n = 3.pow(2); //~ E0689 can't call method `pow` on ambiguous numeric type `{integer}`
    x.sqrt() //~ E0689 can't call method `sqrt` on ambiguous numeric type `{float}`
}
