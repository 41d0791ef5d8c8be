/// Content of a chart of a signal, real and synthetic, without its layout.
public struct SignalPlot: Hashable, Sendable {
  /// The origin of a series.
  public enum Origin: String, CaseIterable, Sendable {
    case real, synthetic
    /// A reference formula or table.
    case model
  }

  /// The drawing style of a series.
  public enum Mark: Hashable, Sendable {
    case line, points
  }

  /// A series of points.
  public struct Series: Hashable, Sendable {
    /// The name in the legend.
    public let name: String
    public let origin: Origin
    public let mark: Mark
    /// In the order of the connecting line.
    public let points: [SIMD2<Double>]

    public init(
      _ name: String, _ origin: Origin, _ points: [SIMD2<Double>], mark: Mark = .line
    ) {
      self.name = name
      self.origin = origin
      self.points = points
      self.mark = mark
    }
  }

  /// The signal, which is the page's section.
  public let signal: String
  /// The title.
  public let title: String
  /// The labels of the axes, with units.
  public let xLabel, yLabel: String
  public let hasLogX, hasLogY: Bool
  public let series: [Series]
  /// The message of the chart, and the source of the real data.
  public let caption: String

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

  /// Creates a chart of two cumulative distributions.
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

  /// Returns the cumulative shares at up to 200 evenly chosen values of a sample.
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

/// The result of a validation: figures and charts, in the order of presentation.
public struct SignalComparison: Sendable {
  public var figures: [SignalFigure] = []
  public var plots: [SignalPlot] = []
  /// Missing comparisons with their reasons, such as a missing data set.
  public var gaps: [String] = []

  public init() {}
}
