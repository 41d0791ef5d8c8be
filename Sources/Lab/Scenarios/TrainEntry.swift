public import Documents
import Mobility

/// A train ride along a line drawn in the scenario.
public struct TrainEntry: DocumentObject {
  /// The line's begin, bends and end: metres east, north.
  public let along: [SIMD2<Double>]
  /// The maximum speed, in m/s.
  public let speed: Double
  /// The stops, in m along the line, and the duration of a stop, in s.
  public let stops: [Double]
  public let halt: Double
  /// The ride; nil if it is infeasible, which is reported.
  let ride: TrainRide?

  public init(from object: inout ObjectReader) {
    along = object.required(
      "along", .list(.point, count: 2...1000), "Start, bends and end of the line.")
    object.check(
      along.allSatisfy { abs($0.x) <= 1e6 && abs($0.y) <= 1e6 }, at: "along",
      "must lie within 1000 km of the venue's origin")
    // 80 km/h is the speed of suburban trains between stops; an estimate.
    speed = object.optional(
      "speed", .quantity(.speed, .between(3, 100)), default: 80 / 3.6,
      "Maximum speed; lower in tight bends.")
    stops = object.optional(
      "stops", .list(.quantity(.length, .between(0, 1e6)), count: 0...200), default: [],
      "Distances along the line at which the train stops on the way.")
    halt = object.optional(
      "halt", .quantity(.time, .between(5, 3600)), default: 30,
      "Duration of each stop, and of the wait before the departure.")
    do throws(TrainRideError) {
      ride = try TrainRide(along: along, speed: speed, stops: stops, halt: halt)
    } catch {
      ride = nil
      object.check(false, at: error.isAboutStops ? "stops" : "along", "\(error)")
    }
  }
}
