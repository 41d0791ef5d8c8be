package import Geometry

/// Positions on the radio map's planes in SIMD blocks of eight, each block on one plane.
package struct RadioPositions: Sendable {
  typealias Lanes = SIMD8<Float>
  /// Positions per block.
  static let width = 8

  struct PositionBlock: Sendable {
    /// In the radio map's frame, in m.
    var x = Lanes.zero, y = Lanes.zero
    var plane: Int
    /// Number of used lanes, from the first.
    var count = 0
  }

  private(set) var blocks: [PositionBlock] = []
  /// Last block of each plane, possibly not full; -1 for none.
  private var open: [Int]

  /// Creates an empty set for `planes` planes.
  init(planes: Int) {
    open = [Int](repeating: -1, count: planes)
  }

  /// Number of lanes; some at the ends of planes are unused.
  var count: Int { blocks.count * Self.width }

  /// True if a lane is used.
  func hasPlace(_ number: Int) -> Bool { number % Self.width < blocks[number / Self.width].count }

  /// Returns the position of a lane.
  package subscript(number: Int) -> (point: Vec2, plane: Int) {
    let block = blocks[number / Self.width]
    let lane = number % Self.width
    return (Vec2(Double(block.x[lane]), Double(block.y[lane])), block.plane)
  }

  /// Appends a position.
  ///
  /// - Returns: Its lane.
  mutating func append(_ point: Vec2, plane: Int) -> Int {
    if open[plane] < 0 || blocks[open[plane]].count == Self.width {
      open[plane] = blocks.count
      blocks.append(PositionBlock(plane: plane))
    }
    let block = open[plane]
    let lane = blocks[block].count
    blocks[block].count += 1
    move(block * Self.width + lane, to: point)
    return block * Self.width + lane
  }

  /// Moves a position on its plane.
  mutating func move(_ number: Int, to point: Vec2) {
    blocks[number / Self.width].x[number % Self.width] = Float(point.x)
    blocks[number / Self.width].y[number % Self.width] = Float(point.y)
  }

  /// Returns the positions shifted by a displacement, in m.
  func shifted(by way: Vec2) -> RadioPositions {
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

extension RadioPositions.Lanes {
  /// Returns the values clamped to bounds; faster than the library's version, which goes one by
  /// one.
  @inline(__always)
  func within(_ minimum: Float, _ maximum: Float) -> Self {
    replacing(with: minimum, where: self .< minimum).replacing(
      with: maximum, where: self .> maximum)
  }

  /// Square roots of magnitudes; the library's version branches on the sign of each.
  @inline(__always)
  var root: Self {
    var roots = Self()
    for lane in indices { roots[lane] = self[lane].magnitude.squareRoot() }
    return roots
  }
}
