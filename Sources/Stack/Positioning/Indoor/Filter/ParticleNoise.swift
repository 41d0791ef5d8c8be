import Kernel

/// Normal draws by the million: a table that is gone through from places drawn anew each time.
struct ParticleNoise: Sendable {
  private static let size = 8192
  private let table: [Double]
  private var position = 0
  private var stream: RandomStream

  /// Begins.
  ///
  /// - Parameter draw: Which of all the draws there are.
  init(draw: Int) {
    stream = RandomStream(seed: UInt64(max(0, draw)), purpose: "indoor.particles")
    table = (0..<Self.size).map { [stream = stream] number in
      var draw = stream.at(index: UInt64(number))
      return draw.gaussian()
    }
  }

  /// Goes to another position in the table; once for each pass over all particles.
  mutating func shuffle() { position = stream.integer(below: Self.size) }

  /// A standard normal draw.
  @inline(__always)
  mutating func normal() -> Double {
    position = (position &+ 1) & (Self.size - 1)
    return table[position]
  }

  /// An even draw from 0 up to 1.
  mutating func uniform() -> Double { stream.uniform() }
}
