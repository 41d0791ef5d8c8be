public import Geometry

/// A ride on a train along a line of its own, with halts on the way.
public struct TrainRide: Hashable, Sendable {
  /// The shortest line, and the least way between two halts, in m.
  ///
  /// There a train gets to 10 and to 8 m/s; estimates.
  static let leastLength = 150.0
  static let leastSpacing = 80.0
  /// How far from a line's end one may get on or off, in m.
  ///
  /// The train's doors are somewhere along the platform.
  static let platformReach = 30.0

  /// Where it leads.
  public let line: RailLine
  /// How long the train stands at each halt, in s.
  public let haltSeconds: Double
  let run: TrainRun

  /// How long the train is under way, in s, from setting off to the stand at the end.
  public var durationSeconds: Double { run.durationSeconds }

  /// Plans a ride.
  ///
  /// - Parameters:
  ///   - points: Where the line begins, turns, and ends, in metres east and north.
  ///   - speed: The most the train goes, in m/s; in tight bends it goes slower.
  ///   - stops: Where it halts, in m along the line.
  ///   - halt: For how long, in s; it stands as long before it sets off.
  /// - Throws: ``TrainRideError`` for what no train can do.
  public init(
    along points: [Vec2], speed: Double, stops: [Double] = [], halt: Double = 30
  ) throws(TrainRideError) {
    let line = try RailLine(along: points, speed: speed)
    let length = line.lengthMetres
    guard length >= Self.leastLength else { throw .tooShort(length) }
    var last = 0.0
    for stop in stops.sorted() {
      guard stop > 0, stop < length else { throw .stopOutside(stop, length: length) }
      guard stop - last >= Self.leastSpacing, length - stop >= Self.leastSpacing else {
        throw .stopsTooClose(stop)
      }
      last = stop
    }
    self.line = line
    haltSeconds = halt
    run = TrainRun(along: line, speed: speed, stops: stops.sorted(), halt: halt)
  }

  /// Where the rider is so many seconds after the train set off, and which way the train leads.
  public func place(at seconds: Double) -> (point: Vec2, headingRadians: Double) {
    line.place(at: run.way(at: seconds))
  }

  /// How far the train has come so many seconds after it set off, in m.
  public func wayMetres(at seconds: Double) -> Double { run.way(at: seconds) }
}
