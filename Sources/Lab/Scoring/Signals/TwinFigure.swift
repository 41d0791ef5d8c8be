/// A figure of a recording and of its simulated twins.
public struct TwinFigure: Hashable, Sendable {
  /// The signal: `GPS`, `wifi`.
  public let signal: String
  /// The compared quantity.
  public let quantity: String
  /// Empty for a share or a count.
  public let unit: String
  /// The recording's figure, and its number of values.
  public let real: Double
  public let realCount: Int
  /// The median and the range over the twins.
  public let twin: Double
  public let twinRange: ClosedRange<Double>
  public let twinCount: Int
  /// The distances of the underlying distributions; nil for figures that aren't quantiles.
  public let kolmogorovSmirnov, wasserstein: Double?

  /// The relative difference of the twins' figure from the recording's.
  public var deviation: Double { real == 0 ? .nan : twin / real - 1 }

  public init(
    signal: String, quantity: String, unit: String, real: Double, realCount: Int, twin: Double,
    twinRange: ClosedRange<Double>, twinCount: Int, kolmogorovSmirnov: Double?,
    wasserstein: Double?
  ) {
    self.signal = signal
    self.quantity = quantity
    self.unit = unit
    self.real = real
    self.realCount = realCount
    self.twin = twin
    self.twinRange = twinRange
    self.twinCount = twinCount
    self.kolmogorovSmirnov = kolmogorovSmirnov
    self.wasserstein = wasserstein
  }
}

/// A recording and its simulated twins.
public struct TwinComparison: Sendable {
  public let recording: String
  /// In the order of signals.
  public var figures: [TwinFigure] = []
  public var plots: [SignalPlot] = []
  /// Properties of the recording that twins lack.
  public var gaps: [String] = []

  public init(recording: String) { self.recording = recording }
}
