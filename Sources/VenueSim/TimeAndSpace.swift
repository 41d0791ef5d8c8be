// Time, random numbers and geometry. These two modules are exported whole, because operators (`+` of times
// and vectors) need a whole module; both are small and general.

@_exported public import Geometry
@_exported public import Kernel
