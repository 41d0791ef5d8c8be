/// How the lights of a junction change: a cycle that repeats from the scenario's start.
public struct SignalPlan: Hashable, Sendable {
  /// A part of the cycle in which some roads have green.
  public struct Phase: Hashable, Sendable {
    /// The numbers of the roads whose traffic towards the junction has green.
    public let roads: [Int]
    /// How long they have it, in s.
    public let greenSeconds: Double

    /// Creates a phase.
    public init(roads: [Int], greenSeconds: Double) {
      self.roads = roads
      self.greenSeconds = greenSeconds
    }
  }

  /// The junction's number in the road network.
  public let junction: Int
  /// The phases in order; after each come amber and all red.
  public let phases: [Phase]
  /// How long amber lasts after each phase, in s.
  public let amberSeconds: Double
  /// How long all have red after amber, in s.
  public let clearanceSeconds: Double
  /// How far into the cycle the scenario starts, in s.
  public let offsetSeconds: Double

  /// Creates a plan.
  public init(
    junction: Int, phases: [Phase], amberSeconds: Double = 3, clearanceSeconds: Double = 2,
    offsetSeconds: Double = 0
  ) {
    self.junction = junction
    self.phases = phases
    self.amberSeconds = amberSeconds
    self.clearanceSeconds = clearanceSeconds
    self.offsetSeconds = offsetSeconds
  }

  /// The length of the whole cycle, in s.
  public var cycleSeconds: Double {
    phases.reduce(0) { $0 + $1.greenSeconds + amberSeconds + clearanceSeconds }
  }
}
