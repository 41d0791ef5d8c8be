public import Documents

/// What is on the roads besides the agents' own vehicles.
public struct TrafficEntry: DocumentObject {
  /// How many cars drive about, nobody's and never scored.
  public let cars: Int
  /// Stretches that are slow for a while.
  public let slow: [SlowEntry]

  /// Empty roads.
  public init() {
    cars = 0
    slow = []
  }

  /// Reads the traffic.
  public init(from object: inout ObjectReader) {
    cars = object.optional(
      "cars", .int(0...20_000), default: 0, "How many cars drive about, nobody's own.")
    slow = object.optional(
      "slow", .list(.object(SlowEntry.self), count: 0...1000), default: [],
      "Roads that are slow for a while, by an accident or a queue.")
  }
}

/// A road that is slow for a while.
public struct SlowEntry: DocumentObject {
  /// The road's name.
  public let road: Located<String>
  /// The speed there, in m/s.
  public let speed: Double
  /// From when to when, in s since the scenario's start.
  public let from, until: Double

  /// Reads a slow road.
  public init(from object: inout ObjectReader) {
    road = object.required("road", .located(.string), "The road's name.")
    speed = object.required("speed", .quantity(.speed, .between(0.2, 60)), "The speed there.")
    from = object.optional(
      "from", .quantity(.time, .between(0, 8 * 86_400)), default: 0, "When it begins.")
    until = object.optional(
      "until", .quantity(.time, .between(0, 8 * 86_400)), default: 8 * 86_400, "When it ends.")
    object.check(from < until, at: "until", "must come after 'from'")
  }
}
