public import Documents

/// The version of what the figures mean: raised whenever a metric's definition changes, so that a
/// baseline made by another definition is refused.
public let figuresVersion = 1

/// A scenario's figures seed by seed, with what explains them: one side of a comparison.
public struct FigureTable: Hashable, Sendable {
  /// Who a figure is about and which it is.
  public struct Key: Hashable, Sendable {
    /// The device; `all` for all of a seed's devices.
    public var device: String
    /// The figure.
    public var figure: GatedFigure

    /// Creates a key.
    public init(device: String = "all", _ figure: GatedFigure) {
      self.device = device
      self.figure = figure
    }
  }

  /// A recording that was replayed.
  public struct Recorded: Hashable, Sendable {
    /// Its name, which is its device's.
    public var name: String
    /// The SHA-256 of its content; empty if it isn't known.
    public var digest: String

    /// Creates the name of a recording.
    public init(name: String, digest: String = "") {
      self.name = name
      self.digest = digest
    }
  }

  /// The scenario's name; `replay` for recordings.
  public var scenario: String
  /// Where it comes from, for messages: a folder or a file.
  public var source: String
  /// The SHA-256 of the scenario's file, without settings; empty if it isn't known.
  public var scenarioDigest = ""
  /// The SHA-256 of the venue's file; empty if it isn't known.
  public var venueDigest = ""
  /// A digest of everything that the apps were told.
  public var fingerprint = ""
  /// The settings that it was run with.
  public var settings: [String] = []
  /// The digest of the survey that phones found themselves by in replays; empty for none.
  public var survey = ""
  /// The stack.
  public var stack = ""
  /// The seeds, in ascending order; of replays a number for each recording, made of its name.
  public var seeds: [UInt64] = []
  /// The recordings by their numbers; empty for runs under seeds.
  public var recordings: [UInt64: Recorded] = [:]
  /// The devices of every seed, in the order of the run.
  public var devices: [String] = []
  /// The figures, each by seed, in the metric's unit.
  public var figures: [Key: [UInt64: Double]] = [:]

  /// Creates a table with nothing in it.
  public init(scenario: String, source: String) {
    self.scenario = scenario
    self.source = source
  }

  /// Adds a figure.
  ///
  /// - Throws: If it is not a number, or infinite, which nothing can be concluded from.
  public mutating func add(
    _ value: Double, _ key: Key, seed: UInt64, at place: SourcePlace? = nil
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

/// A device's figure, and how many values it sums up.
public struct CountedFigure: Hashable, Sendable {
  /// The figure.
  public var value: Double
  /// How many values it sums up.
  public var count: Int

  /// Creates a figure.
  public init(_ value: Double, of count: Int) {
    self.value = value
    self.count = count
  }
}

/// A seed's figure from those of its devices.
///
/// Means, shares and root mean squares are just what all values together have, each device counting by
/// its number of values; so are the greatest, the least and the count. A percentile is the mean of the
/// devices' percentiles, weighted alike: near the pooled one, and as good to compare by. A standard
/// deviation is the root of the weighted mean of squares, within devices only.
///
/// - Parameters:
///   - devices: The devices' figures, at least one.
///   - statistic: What they are.
/// - Returns: The seed's figure; not-a-number if it sums up nothing.
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
