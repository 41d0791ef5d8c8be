public import Geometry
import Glibc

/// A railway line in the plane: straights, and bends whose curvature comes and goes evenly.
///
/// Each bend is a third transition curve (a clothoid), a third arc and a third transition, as long as
/// the line's speed asks for and as the straights beside it leave room for. So nothing leaps: not the
/// place, not the heading, not the curvature, and at a steady speed not the pull to the side.
public struct RailLine: Hashable, Sendable {
  /// A straight, or a bend.
  struct Piece: Hashable, Sendable {
    /// How far along the line it begins, and how long it is, in m.
    var start: Double
    var length: Double
    /// Where it begins, and which way it leads there, in radians anticlockwise from east.
    var point: Vec2
    var headingRadians: Double
    /// By how much it turns to the left, in radians; zero for a straight.
    var turn = 0.0
    /// How fast it may be run through, in m/s.
    var limit = Double.infinity
  }

  /// The pull to the side that a line is laid out for, in m/s²: 92 mm of cant and 61 mm of cant
  /// deficiency, well within the 160 and 130 mm that EN 13803 allows (from memory).
  static let sidePull = 1.0
  /// How fast that may change, in m/s³: 50 mm/s of cant and 30 mm/s of deficiency, over 1500 mm
  /// (EN 13803 allows 50 and 55 mm/s, from memory).
  static let sideJerk = 0.5
  /// The tightest bend, in m: what a tramway's rules allow (BOStrab, from memory).
  static let leastRadius = 25.0
  /// The longest line, in m.
  static let mostLength = 1e6
  /// The most that a line may turn at one of its points, in radians.
  private static let mostTurn = 2.4

  let pieces: [Piece]
  /// How long it is, in m: less than its points are apart, as bends cut corners.
  public let lengthMetres: Double

  /// Lays a line.
  ///
  /// - Parameters:
  ///   - points: Where it begins, turns, and ends, in metres east and north.
  ///   - speed: What its bends are laid out for where there is room, in m/s.
  /// - Throws: ``TrainRideError`` for points that no railway can pass.
  public init(along points: [Vec2], speed: Double) throws(TrainRideError) {
    var corners: [Vec2] = []
    for point in points where corners.last.map({ $0.distance(to: point) > 0.01 }) ?? true {
      corners.append(point)
    }
    guard corners.count > 1 else { throw .tooShort(0) }
    let whole = zip(corners, corners.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    guard whole <= Self.mostLength else { throw .tooLong(whole) }
    let legs = zip(corners, corners.dropFirst()).map { $1 - $0 }
    // What a bend takes of the straights on either side of it.
    var cuts = [0.0]
    var bends: [(turn: Double, length: Double)] = []
    for number in legs.indices.dropFirst() {
      let (before, after) = (legs[number - 1], legs[number])
      let turn = (after.angle - before.angle).remainder(dividingBy: 2 * .pi)
      guard abs(turn) < Self.mostTurn else { throw .turnsBack(corners[number]) }
      guard abs(turn) > 1e-4 else {
        bends.append((0, 0))
        cuts.append(0)
        continue
      }
      // Half of a leg that has a bend at its other end too.
      let room = min(
        before.length * (number == 1 ? 0.95 : 0.49),
        after.length * (number == legs.count - 1 ? 0.95 : 0.49))
      let share = Self.tangent(turn)
      let wanted = max(
        1.5 * abs(turn) * speed * speed / Self.sidePull,
        (4.5 * abs(turn) * speed * speed * speed / Self.sideJerk).squareRoot())
      let length = min(wanted, room / share)
      let radius = length / (1.5 * abs(turn))
      guard radius >= Self.leastRadius else { throw .bendTooSharp(corners[number], radius) }
      bends.append((turn, length))
      cuts.append(share * length)
    }
    cuts.append(0)
    var pieces: [Piece] = []
    var way = 0.0
    for (number, leg) in legs.enumerated() {
      let ahead = leg / leg.length
      let straight = leg.length - cuts[number] - cuts[number + 1]
      var point = corners[number] + ahead * cuts[number]
      pieces.append(Piece(start: way, length: straight, point: point, headingRadians: leg.angle))
      way += straight
      guard number < bends.count, bends[number].length > 0 else { continue }
      let (turn, length) = bends[number]
      point = corners[number + 1] - ahead * cuts[number + 1]
      let limit = min(
        (Self.sidePull * length / (1.5 * abs(turn))).squareRoot(),
        cbrt(Self.sideJerk * length * length / (4.5 * abs(turn))))
      pieces.append(
        Piece(
          start: way, length: length, point: point, headingRadians: leg.angle, turn: turn,
          limit: limit))
      way += length
    }
    self.pieces = pieces
    lengthMetres = way
  }

  /// The place at a way along the line, in m, and the direction it leads there, in radians.
  public func place(at way: Double) -> (point: Vec2, headingRadians: Double) {
    let piece = piece(at: way)
    let along = min(max(0, way - piece.start), piece.length)
    guard piece.turn != 0 else {
      let ahead = Vec2(cosine(piece.headingRadians), sine(piece.headingRadians))
      return (piece.point + ahead * along, piece.headingRadians)
    }
    let share = along / piece.length
    let offset = Self.offset(piece.turn, at: share, from: piece.headingRadians)
    return (
      piece.point + offset * piece.length,
      piece.headingRadians + piece.turn * Self.turned(at: share)
    )
  }

  /// Where it ends.
  var end: Vec2 { place(at: lengthMetres).point }

  /// The curvature at a way along the line, in 1/m, positive to the left.
  public func curvature(at way: Double) -> Double {
    let piece = piece(at: way)
    guard piece.turn != 0, piece.length > 0 else { return 0 }
    let share = min(max(0, (way - piece.start) / piece.length), 1)
    return 1.5 * piece.turn / piece.length * min(1, 3 * share, 3 * (1 - share))
  }

  private func piece(at way: Double) -> Piece {
    var low = 0
    var high = pieces.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if pieces[middle].start <= way { low = middle } else { high = middle - 1 }
    }
    return pieces[low]
  }

  // MARK: A bend of length one

  /// How much of its turn a bend has made at a share of its length.
  private static func turned(at share: Double) -> Double {
    if share < 1 / 3.0 { return 2.25 * share * share }
    if share > 2 / 3.0 { return 1 - 2.25 * (1 - share) * (1 - share) }
    return 0.25 + 1.5 * (share - 1 / 3.0)
  }

  /// Where a bend leads, by Simpson's rule: for the turns that may be, to a millionth of its length.
  private static func offset(_ turn: Double, at share: Double, from heading: Double) -> Vec2 {
    let parts = 36
    let width = share / Double(parts)
    var sum = Vec2.zero
    for part in 0...parts {
      let angle = heading + turn * turned(at: Double(part) * width)
      let weight = part == 0 || part == parts ? 1.0 : part.isMultiple(of: 2) ? 2 : 4
      sum += Vec2(cosine(angle), sine(angle)) * weight
    }
    return sum * (width / 3)
  }

  /// From where a bend begins to the corner that it rounds.
  private static func tangent(_ turn: Double) -> Double {
    offset(turn, at: 1, from: 0).y / sine(turn)
  }
}

/// Why a train can't run as it is told to.
public enum TrainRideError: Error, Hashable, Sendable {
  /// The line, so long in m, leaves no room to gather speed.
  case tooShort(Double)
  /// The line, so long in m, leads out of any place.
  case tooLong(Double)
  /// The line turns back at a point.
  case turnsBack(Vec2)
  /// The line has room for no more than a radius in m at a point.
  case bendTooSharp(Vec2, Double)
  /// A stop, in m along the line, isn't on it, or too near to another or to an end.
  case stopOutside(Double, length: Double)
  case stopsTooClose(Double)

  /// Whether it is the stops that are wrong, and not the line.
  public var isAboutStops: Bool {
    switch self {
    case .stopOutside, .stopsTooClose: true
    case .tooShort, .tooLong, .turnsBack, .bendTooSharp: false
    }
  }
}

extension TrainRideError: CustomStringConvertible {
  /// What is wrong, and what would be right.
  public var description: String {
    switch self {
    case .tooShort(let length):
      "a train's line must be at least \(text(TrainRide.leastLength)) long, and this is "
        + text(length)
    case .tooLong(let length):
      "a train's line must be at most \(text(RailLine.mostLength)) long, and this is "
        + text(length)
    case .turnsBack(let point):
      "a train can't turn back, as this line does at (\(text(point.x)), \(text(point.y)))"
    case .bendTooSharp(let point, let radius):
      "the bend at (\(text(point.x)), \(text(point.y))) has room for a radius of \(text(radius)), "
        + "and a train needs \(text(RailLine.leastRadius)); put the line's points further apart"
    case .stopOutside(let stop, let length):
      "the stop at \(text(stop)) isn't between the ends of the line, which is \(text(length)) long"
    case .stopsTooClose(let stop):
      "the stop at \(text(stop)) must be \(text(TrainRide.leastSpacing)) from the one before and "
        + "from the ends"
    }
  }

  private func text(_ metres: Double) -> String { "\((metres * 10).rounded() / 10) m" }
}
