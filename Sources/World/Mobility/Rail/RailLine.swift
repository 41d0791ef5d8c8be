public import Geometry
import Glibc
import Kernel

/// A horizontal railway alignment: straights, and curves with clothoid transitions.
///
/// Each curve is one third transition curve (clothoid), one third arc and one third transition, as
/// long as the design speed requires and the adjacent straights allow. Position, heading and
/// curvature are continuous, and at a constant speed so is the lateral acceleration.
public struct RailLine: Hashable, Sendable {
  /// A straight, or a curve.
  struct AlignmentElement: Hashable, Sendable {
    /// The distance of its start along the line, and its length, in m.
    var start: Double
    var length: Double
    /// The start position, and the direction there, in radians anticlockwise from east.
    var point: Vec2
    var headingRadians: Double
    /// The total turn to the left, in radians; zero for a straight.
    var turn = 0.0
    /// The speed limit, in m/s.
    var limit = Double.infinity
  }

  /// The design lateral acceleration, in m/s²: 92 mm of cant and 61 mm of cant deficiency, well
  /// within the 160 and 130 mm that EN 13803 allows (from memory).
  static let sidePull = 1.0
  /// The design rate of change of the lateral acceleration, in m/s³: 50 mm/s of cant and 30 mm/s of
  /// deficiency, over 1500 mm (EN 13803 allows 50 and 55 mm/s, from memory).
  static let sideJerk = 0.5
  /// The min curve radius, in m: that of tramways (BOStrab, from memory).
  static let minRadius = 25.0
  /// The max length of a line, in m.
  static let maxLength = 1e6
  /// The max turn at one point of a line, in radians.
  private static let maxTurn = 2.4

  let pieces: [AlignmentElement]
  /// In m: less than the length of the polyline, because curves cut its corners.
  public let lengthMetres: Double

  /// Lays a line along the points of a polyline, in metres east and north.
  ///
  /// The curves are designed for `speed`, in m/s, where there is room.
  ///
  /// - Throws: ``TrainRideError`` for an infeasible alignment.
  public init(along points: [Vec2], speed: Double) throws(TrainRideError) {
    var corners: [Vec2] = []
    for point in points where corners.last.map({ $0.distance(to: point) > 0.01 }) ?? true {
      corners.append(point)
    }
    guard corners.count > 1 else { throw .tooShort(0) }
    let whole = zip(corners, corners.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    guard whole <= Self.maxLength else { throw .tooLong(whole) }
    let legs = zip(corners, corners.dropFirst()).map { $1 - $0 }
    // The tangent length that a curve takes from the straights on either side.
    var cuts = [0.0]
    var bends: [(turn: Double, length: Double)] = []
    for number in legs.indices.dropFirst() {
      let (before, after) = (legs[number - 1], legs[number])
      let turn = (after.angle - before.angle).remainder(dividingBy: 2 * .pi)
      guard abs(turn) < Self.maxTurn else { throw .turnsBack(corners[number]) }
      guard abs(turn) > 1e-4 else {
        bends.append((0, 0))
        cuts.append(0)
        continue
      }
      // Half of a leg that has a curve at its other end too.
      let room = min(
        before.length * (number == 1 ? 0.95 : 0.49),
        after.length * (number == legs.count - 1 ? 0.95 : 0.49))
      let share = Self.tangent(turn)
      let wanted = max(
        1.5 * abs(turn) * speed * speed / Self.sidePull,
        (4.5 * abs(turn) * speed * speed * speed / Self.sideJerk).squareRoot())
      let length = min(wanted, room / share)
      let radius = length / (1.5 * abs(turn))
      guard radius >= Self.minRadius else { throw .bendTooSharp(corners[number], radius) }
      bends.append((turn, length))
      cuts.append(share * length)
    }
    cuts.append(0)
    var pieces: [AlignmentElement] = []
    var way = 0.0
    for (number, leg) in legs.enumerated() {
      let ahead = leg / leg.length
      let straight = leg.length - cuts[number] - cuts[number + 1]
      var point = corners[number] + ahead * cuts[number]
      pieces.append(
        AlignmentElement(start: way, length: straight, point: point, headingRadians: leg.angle))
      way += straight
      guard number < bends.count, bends[number].length > 0 else { continue }
      let (turn, length) = bends[number]
      point = corners[number + 1] - ahead * cuts[number + 1]
      let limit = min(
        (Self.sidePull * length / (1.5 * abs(turn))).squareRoot(),
        cbrt(Self.sideJerk * length * length / (4.5 * abs(turn))))
      pieces.append(
        AlignmentElement(
          start: way, length: length, point: point, headingRadians: leg.angle, turn: turn,
          limit: limit))
      way += length
    }
    self.pieces = pieces
    lengthMetres = way
  }

  /// The position at a distance along the line, in m, and the direction there, in radians.
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

  var end: Vec2 { place(at: lengthMetres).point }

  /// The curvature at a distance along the line, in 1/m, positive to the left.
  public func curvature(at way: Double) -> Double {
    let piece = piece(at: way)
    guard piece.turn != 0, piece.length > 0 else { return 0 }
    let share = min(max(0, (way - piece.start) / piece.length), 1)
    return 1.5 * piece.turn / piece.length * min(1, 3 * share, 3 * (1 - share))
  }

  private func piece(at way: Double) -> AlignmentElement {
    pieces[max(1, pieces.partitioningIndex { $0.start > way }) - 1]
  }

  // MARK: A bend of length one

  /// The fraction of its turn that a curve has made at a fraction of its length.
  private static func turned(at share: Double) -> Double {
    if share < 1 / 3.0 { return 2.25 * share * share }
    if share > 2 / 3.0 { return 1 - 2.25 * (1 - share) * (1 - share) }
    return 0.25 + 1.5 * (share - 1 / 3.0)
  }

  /// The displacement along a curve of unit length, by Simpson's rule; accurate to a millionth of
  /// the length for all permitted turns.
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

  /// The tangent length of a curve of unit length: from its start to the corner that it rounds.
  private static func tangent(_ turn: Double) -> Double {
    offset(turn, at: 1, from: 0).y / sine(turn)
  }
}

/// The reason why a train ride is infeasible.
public enum TrainRideError: Error, Hashable, Sendable {
  /// The line, of this length in m, leaves no room to gather speed.
  case tooShort(Double)
  /// The line, of this length in m, is longer than any venue.
  case tooLong(Double)
  /// The line turns back at a point.
  case turnsBack(Vec2)
  /// The curve at a point has room only for this radius in m.
  case bendTooSharp(Vec2, Double)
  /// A stop, in m along the line, is off the line, or too near to another stop or to an end.
  case stopOutside(Double, length: Double)
  case stopsTooClose(Double)

  /// True if the stops are at fault, not the line.
  public var isAboutStops: Bool {
    switch self {
    case .stopOutside, .stopsTooClose: true
    case .tooShort, .tooLong, .turnsBack, .bendTooSharp: false
    }
  }
}

extension TrainRideError: CustomStringConvertible {
  /// The problem and the remedy.
  public var description: String {
    switch self {
    case .tooShort(let length):
      "a train's line must be at least \(text(TrainRide.minLength)) long, and this is "
        + text(length)
    case .tooLong(let length):
      "a train's line must be at most \(text(RailLine.maxLength)) long, and this is "
        + text(length)
    case .turnsBack(let point):
      "a train can't turn back, as this line does at (\(text(point.x)), \(text(point.y)))"
    case .bendTooSharp(let point, let radius):
      "the bend at (\(text(point.x)), \(text(point.y))) allows a radius of \(text(radius)), "
        + "but a train needs \(text(RailLine.minRadius)); put the line's points further apart"
    case .stopOutside(let stop, let length):
      "the stop at \(text(stop)) isn't between the ends of the line, which is \(text(length)) long"
    case .stopsTooClose(let stop):
      "the stop at \(text(stop)) must be \(text(TrainRide.minSpacing)) from the previous stop and "
        + "from the ends"
    }
  }

  private func text(_ metres: Double) -> String { "\((metres * 10).rounded() / 10) m" }
}
