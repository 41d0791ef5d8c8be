package import Geometry

/// Places on the radio map's planes, eight to a block, of which each is on one plane.
package struct RadioPlaces: Sendable {
  typealias Lanes = SIMD8<Float>
  /// How many places a block has room for.
  static let width = 8

  struct Block: Sendable {
    /// In the radio map's frame, in m.
    var x = Lanes.zero, y = Lanes.zero
    var plane: Int
    /// How many places there are, the first ones.
    var count = 0
  }

  private(set) var blocks: [Block] = []
  /// The last block of each plane, which may have room; -1 for none.
  private var open: [Int]

  /// - Parameter planes: How many planes there are.
  init(planes: Int) {
    open = [Int](repeating: -1, count: planes)
  }

  /// How many numbers places have; some at the ends of planes have no place.
  var count: Int { blocks.count * Self.width }

  /// Whether a number is that of a place.
  func hasPlace(_ number: Int) -> Bool { number % Self.width < blocks[number / Self.width].count }

  /// A place by its number.
  package subscript(number: Int) -> (point: Vec2, plane: Int) {
    let block = blocks[number / Self.width]
    let lane = number % Self.width
    return (Vec2(Double(block.x[lane]), Double(block.y[lane])), block.plane)
  }

  /// Adds a place.
  ///
  /// - Returns: Its number.
  mutating func append(_ point: Vec2, plane: Int) -> Int {
    if open[plane] < 0 || blocks[open[plane]].count == Self.width {
      open[plane] = blocks.count
      blocks.append(Block(plane: plane))
    }
    let block = open[plane]
    let lane = blocks[block].count
    blocks[block].count += 1
    move(block * Self.width + lane, to: point)
    return block * Self.width + lane
  }

  /// Puts a place elsewhere on its plane.
  mutating func move(_ number: Int, to point: Vec2) {
    blocks[number / Self.width].x[number % Self.width] = Float(point.x)
    blocks[number / Self.width].y[number % Self.width] = Float(point.y)
  }

  /// The same places, as many metres away.
  func shifted(by way: Vec2) -> RadioPlaces {
    var shifted = self
    for number in blocks.indices {
      shifted.blocks[number].x += Float(way.x)
      shifted.blocks[number].y += Float(way.y)
    }
    return shifted
  }

  mutating func removeAll() {
    blocks.removeAll(keepingCapacity: true)
    for plane in open.indices { open[plane] = -1 }
  }
}

extension RadioPlaces.Lanes {
  /// Each number, or the bound that it is beyond; the library's own takes one after the other.
  @inline(__always)
  func within(_ least: Float, _ most: Float) -> Self {
    replacing(with: least, where: self .< least).replacing(with: most, where: self .> most)
  }

  /// The square root of each number's magnitude; the library's own asks of each whether it is negative.
  @inline(__always)
  var root: Self {
    var roots = Self()
    for lane in indices { roots[lane] = self[lane].magnitude.squareRoot() }
    return roots
  }
}
