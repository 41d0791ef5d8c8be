public import Documents
import Mobility

/// A train ride along a line that the scenario draws.
public struct TrainEntry: DocumentObject {
  /// Where the line begins, turns, and ends: metres east, north.
  public let along: [SIMD2<Double>]
  /// The most that the train goes, in m/s.
  public let speed: Double
  /// Where it halts, in m along the line; for how long, in s.
  public let stops: [Double]
  public let halt: Double
  /// The ride; nil if no train can go like that, which was reported.
  let ride: TrainRide?

  /// Reads a ride.
  public init(from object: inout ObjectReader) {
    along = object.required(
      "along", .list(.point, count: 2...1000), "Where the line begins, turns, and ends.")
    // 80 km/h is what suburban trains get to between stops; an estimate.
    speed = object.optional(
      "speed", .quantity(.speed, .between(3, 100)), default: 80 / 3.6,
      "The most that the train goes; in tight bends it goes slower.")
    stops = object.optional(
      "stops", .list(.quantity(.length, .between(0, 1e6)), count: 0...200), default: [],
      "How far along the line it halts on the way.")
    halt = object.optional(
      "halt", .quantity(.time, .between(5, 3600)), default: 30,
      "How long it stands at each halt, and before it sets off.")
    do throws(TrainRideError) {
      ride = try TrainRide(along: along, speed: speed, stops: stops, halt: halt)
    } catch {
      ride = nil
      object.check(false, at: error.isAboutStops ? "stops" : "along", "\(error)")
    }
  }
}
