import CGSL

/// The only owner of an object that GSL allocated, which frees it in the end.
struct Owned<Object>: ~Copyable, @unchecked Sendable {
  // Safe to send: the memory is reached through this one owner only.
  let pointer: UnsafeMutablePointer<Object>
  private let free: @Sendable (UnsafeMutablePointer<Object>?) -> Void

  /// Takes over what a GSL function allocated, or throws when there was no memory for it.
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
