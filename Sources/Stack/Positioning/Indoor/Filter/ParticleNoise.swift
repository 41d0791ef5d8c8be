import Kernel

/// Fast noise source for particles: a table of normal draws, read from random positions.
struct ParticleNoise: Sendable {
  private static let size = 8192
  private let table: [Double]
  private var position = 0
  private var stream: RandomStream

  /// Creates a source from a seed.
  init(draw: Int) {
    stream = RandomStream(seed: UInt64(max(0, draw)), purpose: "indoor.particles")
    table = (0..<Self.size).map { [stream = stream] number in
      var draw = stream.at(index: UInt64(number))
      return draw.gaussian()
    }
  }

  /// Moves to a random position in the table; called once per pass over all particles.
  mutating func shuffle() { position = stream.integer(below: Self.size) }

  /// Returns a standard normal draw.
  @inline(__always)
  mutating func normal() -> Double {
    position = (position &+ 1) & (Self.size - 1)
    return table[position]
  }

  /// Returns a uniform draw from [0, 1).
  mutating func uniform() -> Double { stream.uniform() }
}
