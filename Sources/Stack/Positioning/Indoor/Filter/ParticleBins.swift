package import Geometry

/// Spatial hash of particles: those in one bin share the survey's values, several times as fast.
///
/// Storage is reused.
package struct ParticleBins: Sendable {
  /// Maximum bin index east and north: no survey is a thousand kilometres away.
  private static let reach = 1e6

  /// Bins per metre; bins are smaller than the survey's resolution.
  private let perMetre: Double
  /// Mean position of the particles of each bin.
  package private(set) var places: RadioPositions
  /// Index in ``places`` of each particle's bin.
  package private(set) var indices: [Int]
  /// Number of bins.
  private var found = 0
  /// Sum of a bin's particle positions, their number and the bin's table slot.
  private typealias Sum = (point: Vec2, count: Double, slot: Int)
  /// Sum of each bin, with its square and plane; sized for one bin per particle.
  private var sums: [Sum]
  private var squares: [UInt64]
  /// Open-addressing hash table of bins in the order found; -1 if empty.
  private var table: [Int32]
  /// Index of each bin in `places`.
  private var placeIndices: [Int] = []

  /// Creates bins of `size` m for up to `count` particles on `planes` planes.
  package init(_ count: Int, planes: Int, size: Double) {
    perMetre = 1 / size
    places = RadioPositions(planes: planes)
    indices = [Int](repeating: 0, count: count)
    sums = [(Vec2, Double, Int)](repeating: (.zero, 0, 0), count: count)
    squares = [UInt64](repeating: 0, count: count)
    var slots = 64
    while slots < 4 * count { slots *= 2 }
    table = [Int32](repeating: -1, count: slots)
  }

  /// Bins particles.
  ///
  /// - Parameters:
  ///   - count: Number of particles.
  ///   - locate: Returns the position of a particle, in m, and its plane.
  @inline(__always)
  package mutating func find(_ count: Int, _ locate: (Int) -> (point: Vec2, plane: Int)) {
    clear()
    found = Self.bin(count, perMetre, &indices, &sums, &squares, &table, locate)
    for bin in 0..<found {
      placeIndices.append(
        places.append(sums[bin].point / sums[bin].count, plane: Int(squares[bin] >> 42)))
    }
    for particle in 0..<count { indices[particle] = placeIndices[indices[particle]] }
  }

  /// Bins particles in the order in which bins are found.
  ///
  /// - Returns: The number of bins.
  @inline(__always)
  private static func bin(
    _ count: Int, _ perMetre: Double, _ indices: inout [Int], _ sums: inout [Sum],
    _ squares: inout [UInt64], _ table: inout [Int32], _ locate: (Int) -> (point: Vec2, plane: Int)
  ) -> Int {
    var found = 0
    var indices = indices.mutableSpan
    var sums = sums.mutableSpan
    var squares = squares.mutableSpan
    var table = table.mutableSpan
    // Duplicated particles are adjacent after resampling.
    var (square, bin) = (UInt64.max, 0)
    for particle in 0..<count {
      let (point, plane) = locate(particle)
      let here = Self.square(point, plane, perMetre)
      if here != square {
        let slot = slot(of: here, table.span, squares.span)
        if table[slot] < 0 {
          table[slot] = Int32(found)
          squares[found] = here
          sums[found] = (.zero, 0, slot)
          found += 1
        }
        (square, bin) = (here, Int(table[slot]))
      }
      indices[particle] = bin
      sums[bin].point += point
      sums[bin].count += 1
    }
    return found
  }

  private mutating func clear() {
    places.removeAll()
    placeIndices.removeAll(keepingCapacity: true)
    for bin in 0..<found { table[sums[bin].slot] = -1 }
    found = 0
  }

  /// Returns the table slot of a square's bin, or a free one.
  @inline(__always)
  private static func slot(of square: UInt64, _ table: Span<Int32>, _ squares: Span<UInt64>) -> Int
  {
    let mask = table.count &- 1
    // Fibonacci hashing.
    var slot = Int((square &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
    while table[slot] >= 0, squares[Int(table[slot])] != square { slot = (slot &+ 1) & mask }
    return slot
  }

  /// Returns the key of a point's square: 21 bits east, 21 bits north, and the plane.
  @inline(__always)
  private static func square(_ point: Vec2, _ plane: Int, _ perMetre: Double) -> UInt64 {
    UInt64(plane) << 42 | row(point.x, perMetre) << 21 | row(point.y, perMetre)
  }

  /// Returns the bin index of a coordinate.
  @inline(__always)
  private static func row(_ metres: Double, _ perMetre: Double) -> UInt64 {
    // For positive numbers truncation equals the floor.
    UInt64(bitPattern: Int64(max(-reach, min(reach, metres * perMetre)) + (reach + 1)))
  }
}
