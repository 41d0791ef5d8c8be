/// One figure of a recording beside the same of its twins.
public struct TwinFigure: Hashable, Sendable {
  /// The signal: `GPS`, `wifi`.
  public let signal: String
  /// What is compared.
  public let quantity: String
  /// The unit; empty for a share or a count.
  public let unit: String
  /// The recording's figure, and how many values made it.
  public let real: Double
  public let realCount: Int
  /// The median over the twins, and the least and the greatest.
  public let twin: Double
  public let twinRange: ClosedRange<Double>
  public let twinCount: Int
  /// How far apart the distributions behind it are; nil where the figure is no quantile of one.
  public let kolmogorovSmirnov, wasserstein: Double?

  /// By how much the twins' figure differs, as a share of the recording's.
  public var deviation: Double { real == 0 ? .nan : twin / real - 1 }

  /// Creates a figure.
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

/// A recording beside its twins.
public struct TwinComparison: Sendable {
  /// The recording's name.
  public let recording: String
  /// The figures, signal by signal.
  public var figures: [TwinFigure] = []
  /// The pictures.
  public var plots: [SignalPlot] = []
  /// What the recording has that twins don't.
  public var gaps: [String] = []

  /// Creates an empty comparison.
  public init(recording: String) { self.recording = recording }
}
