public import Documents

/// The version of the metric definitions, raised with each change of a definition, so that
/// baselines of other definitions are rejected.
public let figuresVersion = 1

/// A scenario's figures by seed, with their provenance: one side of a comparison.
public struct FigureTable: Hashable, Sendable {
  /// A figure of a device.
  public struct Key: Hashable, Sendable {
    /// `all` for all devices of a seed together.
    public var device: String
    public var figure: GatedFigure

    public init(device: String = "all", _ figure: GatedFigure) {
      self.device = device
      self.figure = figure
    }
  }

  /// A replayed recording.
  public struct Recorded: Hashable, Sendable {
    /// The name of the recording and its device.
    public var name: String
    /// SHA-256 of the content; empty if unknown.
    public var digest: String

    public init(name: String, digest: String = "") {
      self.name = name
      self.digest = digest
    }
  }

  /// `replay` for recordings.
  public var scenario: String
  /// The folder or file, for messages.
  public var source: String
  /// SHA-256 of the scenario's file, without settings; empty if unknown.
  public var scenarioDigest = ""
  /// SHA-256 of the venue's file; empty if unknown.
  public var venueDigest = ""
  /// Digest of all messages that the apps received.
  public var fingerprint = ""
  /// Digest of the messages of each seed; empty if unknown.
  public var events: [UInt64: String] = [:]
  public var settings: [String] = []
  /// Digest of the survey that replays used for positioning; empty for none.
  public var survey = ""
  public var stack = ""
  /// In ascending order; for replays a number per recording, hashed from its name.
  public var seeds: [UInt64] = []
  /// The recordings by their numbers; empty for simulated runs.
  public var recordings: [UInt64: Recorded] = [:]
  /// The devices of every seed, in the order of the run.
  public var devices: [String] = []
  /// The figures that the scenario judges.
  public var judged = JudgedFigures(named: [], budgets: [])
  /// Each figure by seed, in the metric's unit.
  public var figures: [Key: [UInt64: Double]] = [:]

  public init(scenario: String, source: String) {
    self.scenario = scenario
    self.source = source
  }

  /// Adds a figure.
  ///
  /// - Throws: If the value is not finite.
  public mutating func add(
    _ value: Double, _ key: Key, seed: UInt64, at place: SourcePosition? = nil
  ) throws(DocumentError) {
    guard value.isFinite else {
      throw DocumentError(
        "\(key.figure.name) of \(key.device) in scenario '\(scenario)', seed \(seed) is "
          + (value.isNaN ? "not a number" : "infinite"), at: place)
    }
    figures[key, default: [:]][seed] = value
  }

  /// The keys in the order of the catalogue, those of all devices together first.
  public var keys: [Key] {
    func rank(_ key: Key) -> (Int, Int, Int, String) {
      (
        key.device == "all" ? -1 : devices.firstIndex(of: key.device) ?? 0,
        key.figure.metric.index,
        Statistic.allCases.firstIndex(of: key.figure.statistic) ?? 0, key.figure.condition
      )
    }
    return figures.keys.map { (rank($0), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
  }
}

/// A device's figure with its number of values.
public struct CountedFigure: Hashable, Sendable {
  public var value: Double
  /// The number of values in the figure.
  public var count: Int

  public init(_ value: Double, of count: Int) {
    self.value = value
    self.count = count
  }
}

/// Combines the figures of a seed's devices into one.
///
/// Exact for means, shares, root mean squares, maxima, minima and counts, weighted by the devices'
/// numbers of values. A percentile is the weighted mean of the devices' percentiles: near the
/// pooled one, and as good for comparisons. A standard deviation is the root of the weighted mean
/// of squares, within devices only.
///
/// - Parameters:
///   - devices: The devices' figures, at least one.
///   - statistic: The statistic of these figures.
/// - Returns: The seed's figure; not-a-number without values.
public func seedFigure(of devices: [CountedFigure], _ statistic: Statistic) -> Double {
  if devices.count == 1 { return devices[0].value }
  let total = devices.reduce(0.0) { $0 + Double($1.count) }
  func weighted(_ figure: (Double) -> Double) -> Double {
    devices.reduce(0) { $0 + figure($1.value) * Double($1.count) } / total
  }
  return switch statistic {
  case .max: devices.map(\.value).max() ?? .nan
  case .min: devices.map(\.value).min() ?? .nan
  case .count: devices.reduce(0) { $0 + $1.value }
  case .rmse, .sd: weighted { $0 * $0 }.squareRoot()
  default: weighted { $0 }
  }
}
