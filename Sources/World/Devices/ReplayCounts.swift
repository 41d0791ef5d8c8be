public import Observations

/// What became of a recording's observations in a replay.
public struct ReplayCounts: Hashable, Sendable {
  /// A kind of observation.
  public enum Kind: String, CaseIterable, Sendable {
    case accelerometer, gyroscope, magnetometer, barometer, gnss, ephemeris, wifi, beacon, cell
    case power, vehicle, network, app, boot, fix, download

    /// The kind of an observation.
    public init(_ observation: Observation) {
      self =
        switch observation {
        case .accelerometer: .accelerometer
        case .gyroscope: .gyroscope
        case .magnetometer: .magnetometer
        case .barometer: .barometer
        case .gnss: .gnss
        case .ephemeris: .ephemeris
        case .wifi: .wifi
        case .beacon: .beacon
        case .cell: .cell
        case .power: .power
        case .vehicle: .vehicle
        case .network: .network
        case .app: .app
        case .boot: .boot
        case .fix: .fix
        case .download: .download
        }
    }
  }

  /// How many observations of one kind, a batch being one.
  public struct Count: Hashable, Sendable {
    /// How many reached the stack.
    public var delivered = 0
    /// How many did not, because the stack had the sensor off or had not asked for a scan.
    public var unwanted = 0
  }

  private var counts: [Kind: Count] = [:]
  /// How many scans reached a stack that had asked for them earlier or later than the recorded
  /// stack had.
  public internal(set) var scansAskedElsewhen = 0
  /// How many scans the stack was still waiting for when the recording ended: none or one.
  public internal(set) var scansMissing = 0

  /// Creates counts of nothing.
  public init() {}

  /// The counts of one kind.
  public internal(set) subscript(kind: Kind) -> Count {
    get { counts[kind] ?? Count() }
    set { counts[kind] = newValue }
  }

  /// The counts of all kinds together.
  public var total: Count {
    counts.values.reduce(into: Count()) { total, count in
      total.delivered += count.delivered
      total.unwanted += count.unwanted
    }
  }
}
