public import Geometry

/// A train ride along a line of its own, with intermediate stops.
public struct TrainRide: Hashable, Sendable {
  /// The min length of a line, and the min distance between two stops, in m.
  ///
  /// These distances let a train reach 10 and 8 m/s; estimates.
  static let minLength = 150.0
  static let minSpacing = 80.0
  /// The max distance from the end of a line at which people get on or off, in m.
  ///
  /// The doors may be anywhere along the platform.
  static let platformReach = 30.0

  public let line: RailLine
  /// The dwell time at each stop, in s.
  public let haltSeconds: Double
  let run: TrainRun

  /// The duration, in s, from departure to the standstill at the end.
  public var durationSeconds: Double { run.durationSeconds }

  /// Plans a ride along the points of a polyline, in metres east and north.
  ///
  /// The max `speed` is in m/s; tight curves are slower. The `stops` are in m along the line. The
  /// dwell time `halt`, in s, also applies before departure.
  ///
  /// - Throws: ``TrainRideError`` for an infeasible ride.
  public init(
    along points: [Vec2], speed: Double, stops: [Double] = [], halt: Double = 30
  ) throws(TrainRideError) {
    let line = try RailLine(along: points, speed: speed)
    let length = line.lengthMetres
    guard length >= Self.minLength else { throw .tooShort(length) }
    var last = 0.0
    for stop in stops.sorted() {
      guard stop > 0, stop < length else { throw .stopOutside(stop, length: length) }
      guard stop - last >= Self.minSpacing, length - stop >= Self.minSpacing else {
        throw .stopsTooClose(stop)
      }
      last = stop
    }
    self.line = line
    haltSeconds = halt
    run = TrainRun(along: line, speed: speed, stops: stops.sorted(), halt: halt)
  }

  /// The position a number of seconds after departure, and the direction of the train.
  public func place(at seconds: Double) -> (point: Vec2, headingRadians: Double) {
    line.place(at: run.way(at: seconds))
  }

  /// The distance covered a number of seconds after departure, in m.
  public func pathMetres(at seconds: Double) -> Double { run.way(at: seconds) }
}
