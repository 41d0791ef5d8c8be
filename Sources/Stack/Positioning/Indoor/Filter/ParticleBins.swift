import Geometry

/// Particles binned by location: those in one square share what a survey says there, and to ask it once
/// is several times as fast.
///
/// The room is used again and again.
struct ParticleBins: Sendable {
  /// The most squares east and north: nothing that was surveyed is a thousand kilometres away.
  private static let reach = 1e6

  /// How wide a bin is, in m: less than a survey tells apart.
  private let size: Double
  /// The middle of the particles at each bin.
  private(set) var places: RadioPlaces
  /// The bin of each particle.
  private(set) var indices: [Int]
  /// Where each bin's particles are in sum, how many they are, and its square and plane.
  private var sums: [(point: Vec2, count: Double)] = []
  private var squares: [UInt64] = []
  /// Bins, in the order in which they were found, by what their squares' keys come to; -1 for none.
  private var table: [Int32]
  /// Each bin's index among the places.
  private var placeIndices: [Int] = []

  /// - Parameters:
  ///   - count: How many particles there are.
  ///   - planes: How many planes there are.
  ///   - size: How wide a bin is, in m.
  init(_ count: Int, planes: Int, size: Double) {
    self.size = size
    places = RadioPlaces(planes: planes)
    indices = [Int](repeating: 0, count: count)
    var slots = 64
    while slots < 4 * count { slots *= 2 }
    table = [Int32](repeating: -1, count: slots)
  }

  /// Bins particles.
  ///
  /// - Parameters:
  ///   - count: How many particles there are.
  ///   - locate: Where each is, in m, and its plane.
  @inline(__always)
  mutating func find(_ count: Int, _ locate: (Int) -> (point: Vec2, plane: Int)) {
    clear()
    let size = size
    // Particles made anew of one another follow one another.
    var (square, bin) = (UInt64.max, 0)
    for particle in 0..<count {
      let (point, plane) = locate(particle)
      let here = Self.square(point, plane, size)
      if here != square { (square, bin) = (here, self.bin(here)) }
      indices[particle] = bin
      sums[bin].point += point
      sums[bin].count += 1
    }
    for (bin, sum) in sums.enumerated() {
      placeIndices.append(places.append(sum.point / sum.count, plane: Int(squares[bin] >> 42)))
    }
    for particle in 0..<count { indices[particle] = placeIndices[indices[particle]] }
  }

  private mutating func clear() {
    places.removeAll()
    sums.removeAll(keepingCapacity: true)
    squares.removeAll(keepingCapacity: true)
    placeIndices.removeAll(keepingCapacity: true)
    for index in table.indices { table[index] = -1 }
  }

  /// The bin of a square, made if there is none yet.
  @inline(__always)
  private mutating func bin(_ square: UInt64) -> Int {
    let mask = table.count &- 1
    // The golden ratio's digits spread neighbours far apart.
    var slot = Int((square &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
    while table[slot] >= 0, squares[Int(table[slot])] != square { slot = (slot &+ 1) & mask }
    if table[slot] < 0 {
      table[slot] = Int32(squares.count)
      squares.append(square)
      sums.append((.zero, 0))
    }
    return Int(table[slot])
  }

  /// The number of the square that a point is in: 21 bits east, 21 north, and the plane.
  @inline(__always)
  private static func square(_ point: Vec2, _ plane: Int, _ size: Double) -> UInt64 {
    UInt64(plane) << 42 | row(point.x, size) << 21 | row(point.y, size)
  }

  /// In which row a coordinate is.
  @inline(__always)
  private static func row(_ metres: Double, _ size: Double) -> UInt64 {
    // Above zero a whole number is what is cut off, and needs no library to find.
    UInt64(bitPattern: Int64(max(-reach, min(reach, metres / size)) + (reach + 1)))
  }
}
