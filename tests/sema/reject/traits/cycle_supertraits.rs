// Supertraits and aliases that contain themselves.
trait A: B {} //~ E0391 cycle detected when computing the super predicates of `A`
trait B: A {}
