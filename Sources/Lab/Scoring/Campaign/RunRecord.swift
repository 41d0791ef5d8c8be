/// The stored result of one run of a campaign.
public struct RunRecord: Hashable, Sendable {
  /// A figure over all devices of the run.
  public struct Figure: Hashable, Sendable {
    /// Its index among the figures of the plan.
    public var place: Int
    /// In the metric's unit.
    public var value: Double
    /// The number of values in the figure.
    public var count: Int

    public init(place: Int, value: Double, count: Int) {
      (self.place, self.value, self.count) = (place, value, count)
    }
  }

  public var seed: UInt64
  /// SHA-256 of all messages that the apps received.
  public var reported: [UInt8]
  /// The available figures, in the plan's order.
  public var figures: [Figure] = []

  public init(seed: UInt64, reported: [UInt8]) {
    (self.seed, self.reported) = (seed, reported)
  }

  /// The figure with an index of the plan; nil where the run has none.
  public subscript(place: Int) -> Double? { figures.first { $0.place == place }?.value }
}
