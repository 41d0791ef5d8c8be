public import Kernel
import Observations
public import Truth

/// A moment with a large effect on a figure.
public struct Moment: Hashable, Sendable {
  public var scenario: String
  /// The affected figure.
  public var figure: GatedFigure
  public var seed: UInt64
  public var device: String
  /// True if the device is a recording, which has no seed.
  public var isOfRecording = false
  /// Nil for effects without a moment, such as a component's higher power throughout.
  public var time: SimTime?
  /// The true floor, or `outdoors`; empty if unknown.
  public var place: String
  /// A short description.
  public var text: String

  public init(
    scenario: String, figure: GatedFigure, seed: UInt64, device: String, time: SimTime?,
    place: String, text: String
  ) {
    self.scenario = scenario
    self.figure = figure
    self.seed = seed
    self.device = device
    self.time = time
    self.place = place
    self.text = text
  }
}

/// The table rows of some seeds of a run, as far as a comparison needs them to find moments.
public struct RunDetails: Sendable {
  /// A device under a seed.
  public struct Key: Hashable, Sendable {
    public var seed: UInt64
    public var device: String

    public init(seed: UInt64, device: String) {
      self.seed = seed
      self.device = device
    }
  }

  /// A reported location with its errors.
  public struct ScoredFix: Hashable, Sendable {
    /// The time of the report.
    public var time: SimTime
    /// The horizontal error, in m; not-a-number if unknown.
    public var error: Double
    /// The reported horizontal accuracy, in m.
    public var accuracy: Double
    /// Reported less true height, in m; not-a-number if unknown.
    public var verticalError: Double
    /// The reported floor; nil for none.
    public var floor: Int?
    /// Nil outdoors.
    public var trueFloor: Int?
    /// The true activity of the carrier; nil if unknown.
    public var activity: TrueActivity?
  }

  /// A true change and the latency of its report.
  public struct ChangeLatency: Hashable, Sendable {
    /// The kind of change.
    public var kind: String
    /// The old and the new value.
    public var text: String
    /// The true time.
    public var time: SimTime
    /// The delay of the report, in s; nil if never reported.
    public var latency: Double?
  }

  /// In the order of the run.
  public var keys: [Key] = []
  /// In the order of time.
  public var fixes: [Key: [ScoredFix]] = [:]
  /// In the order of time.
  public var changes: [Key: [ChangeLatency]] = [:]
  /// The energy by component, in mJ, in the order of the run.
  public var power: [Key: [(part: String, millijoules: Double)]] = [:]

  public init() {}

  /// Adds a device, unless it is there already.
  public mutating func note(_ key: Key) {
    if fixes[key] == nil {
      keys.append(key)
      fixes[key] = []
    }
  }

  /// Adds the rows of a device's score.
  public mutating func add(_ score: DeviceScore, seed: UInt64) {
    let key = Key(seed: seed, device: score.device)
    note(key)
    fixes[key] = score.fixes.map {
      ScoredFix(
        time: $0.deliveryTime, error: $0.horizontalErrorMetres,
        accuracy: $0.fix.horizontalAccuracyMetres, verticalError: $0.verticalErrorMetres ?? .nan,
        floor: $0.fix.floor, trueFloor: $0.truth.floor,
        activity: $0.truth.known.contains(.activity) ? $0.truth.activity : nil)
    }
    changes[key] = score.transitions.map { transition in
      ChangeLatency(
        kind: transition.kind, text: "\(transition.from) → \(transition.to)",
        time: transition.time,
        latency: transition.reportedTime.map { ($0 - transition.time).seconds })
    }
    power[key] = score.power.map {
      ("\($0.component) \($0.state) for \($0.cause)", $0.millijoules)
    }
  }
}
