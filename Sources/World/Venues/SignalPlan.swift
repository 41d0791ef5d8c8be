/// Fixed-time plan of a junction's traffic signals: a cycle that repeats from the start of the
/// scenario.
public struct SignalPlan: Hashable, Sendable {
  /// A part of the cycle in which some roads have green.
  public struct SignalPhase: Hashable, Sendable {
    /// The indices of the roads whose traffic towards the junction has green.
    public let roads: [Int]
    /// In s.
    public let greenSeconds: Double

    public init(roads: [Int], greenSeconds: Double) {
      self.roads = roads
      self.greenSeconds = greenSeconds
    }
  }

  /// The index of the junction in the road network.
  public let junction: Int
  /// The phases in order, each followed by amber and all-red.
  public let phases: [SignalPhase]
  /// The duration of amber after each phase, in s.
  public let amberSeconds: Double
  /// The duration of all-red after amber, in s.
  public let clearanceSeconds: Double
  /// The position in the cycle at the start of the scenario, in s.
  public let offsetSeconds: Double

  public init(
    junction: Int, phases: [SignalPhase], amberSeconds: Double = 3, clearanceSeconds: Double = 2,
    offsetSeconds: Double = 0
  ) {
    self.junction = junction
    self.phases = phases
    self.amberSeconds = amberSeconds
    self.clearanceSeconds = clearanceSeconds
    self.offsetSeconds = offsetSeconds
  }

  /// The cycle length, in s.
  public var cycleSeconds: Double {
    phases.reduce(0) { $0 + $1.greenSeconds + amberSeconds + clearanceSeconds }
  }
}
