/// What is kept of one run of a campaign.
public struct RunRecord: Hashable, Sendable {
  /// A figure of all its devices.
  public struct Figure: Hashable, Sendable {
    /// Which, of those that the plan keeps.
    public var place: Int
    /// The figure, in the metric's unit.
    public var value: Double
    /// How many values it sums up.
    public var count: Int

    /// Creates a figure.
    public init(place: Int, value: Double, count: Int) {
      (self.place, self.value, self.count) = (place, value, count)
    }
  }

  /// The seed.
  public var seed: UInt64
  /// The SHA-256 of all that its apps were told.
  public var told: [UInt8]
  /// The figures that there are, in the plan's order.
  public var figures: [Figure] = []

  /// Begins with no figures.
  public init(seed: UInt64, told: [UInt8]) {
    (self.seed, self.told) = (seed, told)
  }

  /// The figure of a place; nil where the run has none.
  public subscript(place: Int) -> Double? { figures.first { $0.place == place }?.value }
}
