import Kernel

/// Normal draws by the million: a table that is gone through from places drawn anew each time.
struct ParticleNoise: Sendable {
  private static let size = 8192
  private let table: [Double]
  private var place = 0
  private var stream: RandomStream

  init() {
    stream = RandomStream(seed: 1, purpose: "indoor.particles")
    table = (0..<Self.size).map { [stream = stream] number in
      var draw = stream.at(index: UInt64(number))
      return draw.gaussian()
    }
  }

  /// Goes to another place of the table; once for each pass over all particles.
  mutating func shuffle() { place = stream.integer(below: Self.size) }

  /// A standard normal draw.
  @inline(__always)
  mutating func normal() -> Double {
    place = (place &+ 1) & (Self.size - 1)
    return table[place]
  }

  /// An even draw from 0 up to 1.
  mutating func uniform() -> Double { stream.uniform() }
}
