// Time, chance and geometry. These two rooms come whole, because operators (`+` of times and vectors) come
// only with a whole room; both are small, and know no word of the trade.

@_exported public import Geometry
@_exported public import Kernel
