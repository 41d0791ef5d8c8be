import Geometry
public import Maps
public import Observations

/// A route along pathways, in parts.
public struct WalkwayRoute: Hashable, Sendable {
  /// A straight part, or a ride.
  public struct Piece: Hashable, Sendable {
    /// Means of travel.
    public var means: WayfindingEvent.Means
    /// Start and end.
    public var from, to: Spot
    /// Horizontal length, in m; zero for a lift.
    public var metres: Double
    /// Height difference, in m.
    public var rise: Double
  }

  /// A position on the route: a fraction of a piece.
  struct RoutePosition: Hashable, Sendable {
    var piece: Int
    /// From 0 to 1.
    var fraction: Double
    /// Distance from the route, in m.
    var distance: Double
  }

  /// Parts in order; each begins at the end of the previous one.
  public let pieces: [Piece]
  /// Ranges of pieces with one direction each.
  let steps: [Range<Int>]
  /// Distance to the start of each piece, in m, with the equivalent length of lifts.
  private let offsets: [Double]

  /// Horizontal length, in m, without lifts.
  public var lengthMetres: Double { pieces.reduce(0) { $0 + $1.metres } }

  private let jumpCost: Double

  init(_ pieces: [Piece], from start: Spot, _ parameters: Parameters) {
    jumpCost = parameters.jumpCost
    var kept = pieces.filter { $0.means != .walk || $0.metres > 0.01 }
    if kept.isEmpty {
      kept = [Piece(means: .walk, from: start, to: pieces.last?.to ?? start, metres: 0, rise: 0)]
    }
    self.pieces = kept
    var offsets = [0.0]
    for piece in kept {
      let length = piece.means == .lift ? parameters.liftMetres : piece.metres
      offsets.append(offsets[offsets.count - 1] + length)
    }
    self.offsets = offsets
    steps = Self.steps(of: kept, parameters)
  }

  private static func steps(of pieces: [Piece], _ parameters: Parameters) -> [Range<Int>] {
    var steps: [Range<Int>] = []
    var begin = 0
    var metres = 0.0
    for number in pieces.indices.dropFirst() {
      let (before, piece) = (pieces[number - 1], pieces[number])
      metres += before.metres
      var isNew = before.means != piece.means || piece.means == .lift
      if !isNew, piece.means == .walk, metres >= parameters.minStep {
        let (one, other) = (
          before.to.point - before.from.point, piece.to.point - piece.from.point
        )
        let bend = abs(one.cross(other))
        isNew = one.dot(other) <= 0 || bend > parameters.turnTangent * one.dot(other)
      }
      guard isNew else { continue }
      steps.append(begin..<number)
      begin = number
      metres = 0
    }
    steps.append(begin..<pieces.count)
    return joined(steps, pieces, minStep: parameters.minStep)
  }

  /// Joins the last metres before a ride with the ride's step.
  private static func joined(
    _ steps: [Range<Int>], _ pieces: [Piece], minStep: Double
  ) -> [Range<Int>] {
    var kept: [Range<Int>] = []
    for step in steps {
      if let last = kept.last, pieces[step.lowerBound].means != .walk,
        pieces[last].allSatisfy({ $0.means == .walk }),
        pieces[last].reduce(0, { $0 + $1.metres }) < minStep
      {
        kept[kept.count - 1] = last.lowerBound..<step.upperBound
      } else {
        kept.append(step)
      }
    }
    return kept
  }

  /// Returns the distance from the start, in m, with the equivalent length of lifts.
  func along(_ place: RoutePosition) -> Double {
    offsets[place.piece] + place.fraction * (offsets[place.piece + 1] - offsets[place.piece])
  }

  /// Returns the step of a piece.
  func step(ofPiece piece: Int) -> Int {
    steps.firstIndex { $0.contains(piece) } ?? steps.count - 1
  }

  /// Returns the location of a position on the route.
  func spot(of place: RoutePosition) -> Spot {
    let piece = pieces[place.piece]
    let point = Segment2(piece.from.point, piece.to.point).point(at: place.fraction)
    return Spot(point, level: place.fraction < 0.5 ? piece.from.level : piece.to.level)
  }

  /// Returns the position on the route nearest to the user, with a cost for jumps along the route.
  ///
  /// - Parameters:
  ///   - point: Position of the user, in m east and north.
  ///   - level: Index of the level; nil outdoors.
  ///   - last: Previous position on the route; distant positions are less likely.
  /// - Returns: The position; nil if the route does not touch the level.
  func place(nearest point: Vec2, on level: Int?, after last: RoutePosition?) -> RoutePosition? {
    var best: RoutePosition?
    var minimum = Double.infinity
    let before = last.map(along)
    for (number, piece) in pieces.enumerated()
    where piece.from.level == level || piece.to.level == level {
      let line = Segment2(piece.from.point, piece.to.point)
      var fraction = line.closestFraction(to: point)
      if piece.means == .lift { fraction = piece.to.level == level ? 1 : 0 }
      let distance = line.point(at: fraction).distance(to: point)
      let place = RoutePosition(piece: number, fraction: fraction, distance: distance)
      let jump = before.map { abs(along(place) - $0) } ?? 0
      let cost = distance + jumpCost * jump
      if cost < minimum {
        minimum = cost
        best = place
      }
    }
    return best
  }
}
