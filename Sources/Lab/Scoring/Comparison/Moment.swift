public import Kernel
import Observations
import Truth

/// A moment that moved a figure much: where to look first.
public struct Moment: Hashable, Sendable {
  /// The scenario's name.
  public var scenario: String
  /// The figure that it moved.
  public var figure: GatedFigure
  /// The seed.
  public var seed: UInt64
  /// The device.
  public var device: String
  /// Whether the device is a recording, which has no seed.
  public var isOfRecording = false
  /// When; nil for what is no moment, such as a part that drew more power all along.
  public var time: SimTime?
  /// The true floor there, or `outdoors`; empty if nothing is known of it.
  public var place: String
  /// What happened, in a few words.
  public var text: String

  /// Creates a moment.
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

/// What a comparison must know of a run to name moments: its tables' rows, for a few seeds.
public struct RunDetails: Sendable {
  /// A device under a seed.
  public struct Key: Hashable, Sendable {
    /// The seed.
    public var seed: UInt64
    /// The device.
    public var device: String

    /// Creates a key.
    public init(seed: UInt64, device: String) {
      self.seed = seed
      self.device = device
    }
  }

  /// A location told, beside the truth.
  public struct Fix: Hashable, Sendable {
    /// When it was told.
    public var time: SimTime
    /// How far off, in m; not-a-number where that isn't known.
    public var error: Double
    /// How far off it was said to be, in m.
    public var accuracy: Double
    /// How far too high, in m; not-a-number where that isn't known.
    public var verticalError: Double
    /// The floor told; nil for none.
    public var floor: Int?
    /// The true floor; nil outdoors.
    public var trueFloor: Int?
  }

  /// A true change, and when it was told.
  public struct Change: Hashable, Sendable {
    /// What changed.
    public var kind: String
    /// From what to what.
    public var text: String
    /// When it truly did.
    public var time: SimTime
    /// How much later it was told, in s; nil if it never was.
    public var latency: Double?
  }

  /// The devices, in the order of the run.
  public var keys: [Key] = []
  /// The locations, in the order of time.
  public var fixes: [Key: [Fix]] = [:]
  /// The changes, in the order of time.
  public var changes: [Key: [Change]] = [:]
  /// What each part drew, in mJ, in the order of the run.
  public var power: [Key: [(part: String, millijoules: Double)]] = [:]

  /// Creates details with nothing in them.
  public init() {}

  /// Notes a device.
  public mutating func note(_ key: Key) {
    if fixes[key] == nil {
      keys.append(key)
      fixes[key] = []
    }
  }

  /// Adds what a device's run came to.
  public mutating func add(_ score: DeviceScore, seed: UInt64) {
    let key = Key(seed: seed, device: score.device)
    note(key)
    fixes[key] = score.fixes.map {
      Fix(
        time: $0.deliveryTime, error: $0.horizontalErrorMetres,
        accuracy: $0.fix.horizontalAccuracyMetres, verticalError: $0.verticalErrorMetres ?? .nan,
        floor: $0.fix.floor, trueFloor: $0.truth.floor)
    }
    changes[key] = score.transitions.map { transition in
      Change(
        kind: transition.kind, text: "\(transition.from) → \(transition.to)",
        time: transition.time,
        latency: transition.toldTime.map { ($0 - transition.time).seconds })
    }
    power[key] = score.power.map {
      ("\($0.component) \($0.state) for \($0.cause)", $0.millijoules)
    }
  }
}
