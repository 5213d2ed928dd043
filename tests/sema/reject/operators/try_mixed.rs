// `?` on what the function does not return.
struct Failed;
struct Other;

fn option() -> Option<u32> {
    Some(1)
}

fn result() -> Result<u32, Failed> {
    Ok(1)
}

pub fn f() -> Option<u32> {
    Some(result()?) //~ E0277 the `?` operator can only be used on `Option`s, not `Result`s, in a function that returns `Option`
}

pub fn g() -> Result<u32, Failed> {
    Ok(option()?) //~ E0277 the `?` operator can only be used on `Result`s, not `Option`s, in a function that returns `Result`
}

pub fn h() -> Result<u32, Other> {
    Ok(result()?) //~ E0277 `?` couldn't convert the error to `Other`
}

pub fn i() -> u32 {
    option()? + 1 //~ E0277 the `?` operator can only be used in a function that returns `Result` or `Option` (or another type that implements `FromResidual`)
}

pub fn j() -> Option<u32> {
    Some(3u32?) //~ E0277 the `?` operator can only be applied to values that implement `Try`
}
