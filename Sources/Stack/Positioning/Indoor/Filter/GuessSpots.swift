import Geometry

/// Where guesses crowd: those that are nearly at one place share it, since what a survey says there is
/// the same for all of them, and to ask it once is several times as fast.
///
/// The room is used again and again.
struct GuessSpots: Sendable {
  /// How wide a spot is, in m: less than a survey tells apart.
  private static let size = 1.0
  /// The most squares east and north: nothing that was surveyed is a thousand kilometres away.
  private static let reach = 1e6

  /// The middle of the guesses at each spot.
  private(set) var places: RadioPlaces
  /// The spot of each guess.
  private(set) var numbers: [Int]
  /// Where each spot's guesses are in sum, how many they are, and its square and plane.
  private var sums: [(point: Vec2, count: Double)] = []
  private var squares: [UInt64] = []
  /// Spots, in the order in which they were found, by what their squares' numbers come to; -1 for none.
  private var table: [Int32]
  /// Each spot's number among the places.
  private var found: [Int] = []

  /// - Parameters:
  ///   - count: How many guesses there are.
  ///   - planes: How many planes there are.
  init(_ count: Int, planes: Int) {
    places = RadioPlaces(planes: planes)
    numbers = [Int](repeating: 0, count: count)
    var size = 64
    while size < 4 * count { size *= 2 }
    table = [Int32](repeating: -1, count: size)
  }

  /// Finds where guesses crowd.
  ///
  /// - Parameters:
  ///   - count: How many guesses there are.
  ///   - place: Where each is, in m, and its plane.
  @inline(__always)
  mutating func find(_ count: Int, _ place: (Int) -> (point: Vec2, plane: Int)) {
    clear()
    // Guesses made anew of one another follow one another.
    var (square, spot) = (UInt64.max, 0)
    for guess in 0..<count {
      let (point, plane) = place(guess)
      let here = Self.square(point, plane)
      if here != square { (square, spot) = (here, self.spot(here)) }
      numbers[guess] = spot
      sums[spot].point += point
      sums[spot].count += 1
    }
    for (spot, sum) in sums.enumerated() {
      found.append(places.append(sum.point / sum.count, plane: Int(squares[spot] >> 42)))
    }
    for guess in 0..<count { numbers[guess] = found[numbers[guess]] }
  }

  private mutating func clear() {
    places.removeAll()
    sums.removeAll(keepingCapacity: true)
    squares.removeAll(keepingCapacity: true)
    found.removeAll(keepingCapacity: true)
    for index in table.indices { table[index] = -1 }
  }

  /// The spot of a square, made if there is none yet.
  @inline(__always)
  private mutating func spot(_ square: UInt64) -> Int {
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
  private static func square(_ point: Vec2, _ plane: Int) -> UInt64 {
    UInt64(plane) << 42 | row(point.x) << 21 | row(point.y)
  }

  /// In which row a coordinate is.
  @inline(__always)
  private static func row(_ metres: Double) -> UInt64 {
    // Above zero a whole number is what is cut off, and needs no library to find.
    UInt64(bitPattern: Int64(max(-reach, min(reach, metres)) / size + (reach / size + 1)))
  }
}
