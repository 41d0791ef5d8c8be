public import Documents

/// Traffic on the roads besides the agents' own vehicles.
public struct TrafficEntry: DocumentObject {
  /// The number of background cars, which are never scored.
  public let cars: Int
  /// Temporarily slow roads.
  public let slow: [SlowEntry]

  /// Creates empty roads.
  public init() {
    cars = 0
    slow = []
  }

  public init(from object: inout ObjectReader) {
    cars = object.optional(
      "cars", .int(0...20_000), default: 0, "Number of background cars.")
    slow = object.optional(
      "slow", .list(.object(SlowEntry.self), count: 0...1000), default: [],
      "Temporarily slow roads, by an accident or a queue.")
  }
}

/// A temporarily slow road.
public struct SlowEntry: DocumentObject {
  public let road: Located<String>
  /// In m/s.
  public let speed: Double
  /// Begin and end, in s since the scenario's start.
  public let from, until: Double

  public init(from object: inout ObjectReader) {
    road = object.required("road", .located(.string), "Name of the road.")
    speed = object.required("speed", .quantity(.speed, .between(0.2, 60)), "Speed on the road.")
    from = object.optional(
      "from", .quantity(.time, .between(0, 8 * 86_400)), default: 0, "Start of the slow time.")
    until = object.optional(
      "until", .quantity(.time, .between(0, 8 * 86_400)), default: 8 * 86_400,
      "End of the slow time.")
    object.check(from < until, at: "until", "must come after 'from'")
  }
}
