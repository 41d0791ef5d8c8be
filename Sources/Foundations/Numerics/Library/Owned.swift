import CGSL

/// Unique owner of an object allocated by GSL; frees it on deinitialisation.
struct Owned<Object>: ~Copyable, @unchecked Sendable {
  // Safe to send: the memory is reachable through this owner only.
  let pointer: UnsafeMutablePointer<Object>
  private let free: @Sendable (UnsafeMutablePointer<Object>?) -> Void

  /// Takes ownership of an object allocated by a GSL function; throws if the allocation failed.
  init(
    _ object: UnsafeMutablePointer<Object>?,
    freedBy free: @escaping @Sendable (UnsafeMutablePointer<Object>?) -> Void,
    _ operation: StaticString
  ) throws(NumericsError) {
    guard let object else { throw GSL.failure(Int32(GSL_ENOMEM), operation) }
    pointer = object
    self.free = free
  }

  deinit {
    free(pointer)
  }
}
