/// A picture of a signal, real beside synthetic: what a chart shows, not how it looks.
public struct SignalPlot: Hashable, Sendable {
  /// Where a series comes from.
  public enum Origin: String, CaseIterable, Sendable {
    case real, synthetic
    /// A formula or a table that both are held against.
    case model
  }

  /// How a series is drawn.
  public enum Mark: Hashable, Sendable {
    case line, points
  }

  /// One series of points.
  public struct Series: Hashable, Sendable {
    /// What the legend calls it.
    public let name: String
    /// Where it comes from.
    public let origin: Origin
    /// How it is drawn.
    public let mark: Mark
    /// The points, in the order in which a line joins them.
    public let points: [SIMD2<Double>]

    /// Creates a series.
    public init(
      _ name: String, _ origin: Origin, _ points: [SIMD2<Double>], mark: Mark = .line
    ) {
      self.name = name
      self.origin = origin
      self.points = points
      self.mark = mark
    }
  }

  /// The signal that the page files it under.
  public let signal: String
  /// What it shows.
  public let title: String
  /// What the axes count, with units.
  public let xLabel, yLabel: String
  /// Whether the axes are logarithmic.
  public let hasLogX, hasLogY: Bool
  /// What is drawn.
  public let series: [Series]
  /// What to see in it, and where the real data come from.
  public let caption: String

  /// Creates a plot.
  public init(
    signal: String, title: String, xLabel: String, yLabel: String, hasLogX: Bool = false,
    hasLogY: Bool = false, series: [Series], caption: String
  ) {
    self.signal = signal
    self.title = title
    self.xLabel = xLabel
    self.yLabel = yLabel
    self.hasLogX = hasLogX
    self.hasLogY = hasLogY
    self.series = series
    self.caption = caption
  }

  /// A plot of two distributions: the share of values up to each value.
  public static func distributions(
    signal: String, title: String, xLabel: String, real: [Double], synthetic: [Double],
    caption: String
  ) -> SignalPlot {
    SignalPlot(
      signal: signal, title: title, xLabel: xLabel, yLabel: "share of values up to it",
      series: [
        Series("real (n = \(real.count))", .real, shares(real)),
        Series("synthetic (n = \(synthetic.count))", .synthetic, shares(synthetic)),
      ], caption: caption)
  }

  /// The shares up to at most 200 evenly chosen values of a sample.
  private static func shares(_ values: [Double]) -> [SIMD2<Double>] {
    let sorted = values.filter(\.isFinite).sorted()
    guard !sorted.isEmpty else { return [] }
    let count = min(200, sorted.count)
    return (0..<count).map { number in
      let index = count == 1 ? 0 : number * (sorted.count - 1) / (count - 1)
      return SIMD2(sorted[index], Double(index + 1) / Double(sorted.count))
    }
  }
}

/// What a validation found: figures and pictures, in the order in which they are told.
public struct SignalComparison: Sendable {
  /// The figures.
  public var figures: [SignalFigure] = []
  /// The pictures.
  public var plots: [SignalPlot] = []
  /// What could not be compared, and why: a data set that isn't there.
  public var gaps: [String] = []

  /// Creates an empty comparison.
  public init() {}
}
