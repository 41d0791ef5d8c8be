package import Geometry

/// Particles binned by location: those in one square share what a survey says there, and to ask it once
/// is several times as fast.
///
/// The room is used again and again.
package struct ParticleBins: Sendable {
  /// The most squares east and north: nothing that was surveyed is a thousand kilometres away.
  private static let reach = 1e6

  /// How many bins there are in a metre: they are smaller than what a survey tells apart.
  private let perMetre: Double
  /// The middle of the particles at each bin.
  package private(set) var places: RadioPlaces
  /// The number among ``places`` of each particle's bin.
  package private(set) var indices: [Int]
  /// How many bins there are.
  private var found = 0
  /// Where a bin's particles are in sum, how many they are, and where in the table it is.
  private typealias Sum = (point: Vec2, count: Double, slot: Int)
  /// Each bin's sum, and its square and plane; there is room for as many bins as particles.
  private var sums: [Sum]
  private var squares: [UInt64]
  /// Bins, in the order in which they were found, by what their squares' keys come to; -1 for none.
  private var table: [Int32]
  /// Each bin's index among the places.
  private var placeIndices: [Int] = []

  /// - Parameters:
  ///   - count: How many particles there are.
  ///   - planes: How many planes there are.
  ///   - size: How wide a bin is, in m.
  package init(_ count: Int, planes: Int, size: Double) {
    perMetre = 1 / size
    places = RadioPlaces(planes: planes)
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
  ///   - count: How many particles there are.
  ///   - locate: Where each is, in m, and its plane.
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

  /// Bins particles, in the order in which bins are found.
  ///
  /// - Returns: How many bins there are.
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
    // Particles made anew of one another follow one another.
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

  /// Where in the table a square's bin is, or would be.
  @inline(__always)
  private static func slot(of square: UInt64, _ table: Span<Int32>, _ squares: Span<UInt64>) -> Int
  {
    let mask = table.count &- 1
    // The golden ratio's digits spread neighbours far apart.
    var slot = Int((square &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
    while table[slot] >= 0, squares[Int(table[slot])] != square { slot = (slot &+ 1) & mask }
    return slot
  }

  /// The number of the square that a point is in: 21 bits east, 21 north, and the plane.
  @inline(__always)
  private static func square(_ point: Vec2, _ plane: Int, _ perMetre: Double) -> UInt64 {
    UInt64(plane) << 42 | row(point.x, perMetre) << 21 | row(point.y, perMetre)
  }

  /// In which row a coordinate is.
  @inline(__always)
  private static func row(_ metres: Double, _ perMetre: Double) -> UInt64 {
    // Above zero a whole number is what is cut off, and needs no library to find.
    UInt64(bitPattern: Int64(max(-reach, min(reach, metres * perMetre)) + (reach + 1)))
  }
}
