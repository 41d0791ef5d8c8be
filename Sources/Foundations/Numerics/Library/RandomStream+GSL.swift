package import CGSL
package import Kernel

extension RandomStream {
  /// Lends the stream to GSL as a generator of type "philox4x32-10" for the length of `body`.
  ///
  /// GSL draws straight from this stream, which moves on accordingly. The generator lives on the
  /// stack, so a draw allocates nothing; it must not be kept beyond `body`. Reseeding it with
  /// `gsl_rng_set` moves the stream to the start of the index that the seed names.
  @inline(__always)
  package mutating func withGSL<Result>(
    _ body: (UnsafeMutablePointer<gsl_rng>) -> Result
  ) -> Result {
    withUnsafeMutablePointer(to: &self) { state in
      var generator = gsl_rng(type: streamGeneratorType, state: UnsafeMutableRawPointer(state))
      return body(&generator)
    }
  }
}

/// The description by which GSL knows a ``RandomStream``: made once, never changed, never freed.
private nonisolated(unsafe) let streamGeneratorType: UnsafePointer<gsl_rng_type> = {
  let name: StaticString = "philox4x32-10"
  let type = UnsafeMutablePointer<gsl_rng_type>.allocate(capacity: 1)
  type.initialize(
    to: gsl_rng_type(
      name: UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self),
      max: .max,
      min: 0,
      size: MemoryLayout<RandomStream>.stride,
      set: { state, seed in
        guard let stream = state?.assumingMemoryBound(to: RandomStream.self) else { return }
        stream.pointee = stream.pointee.at(index: UInt64(seed))
      },
      get: { state in
        guard let stream = state?.assumingMemoryBound(to: RandomStream.self) else { return 0 }
        return UInt(stream.pointee.next())
      },
      get_double: { state in
        guard let stream = state?.assumingMemoryBound(to: RandomStream.self) else { return 0 }
        return stream.pointee.uniform()
      }))
  return UnsafePointer(type)
}()
