public import Observations

/// Counts of a recording's observations in a replay.
public struct ReplayCounts: Hashable, Sendable {
  /// A kind of observation.
  public enum ObservationKind: String, CaseIterable, Sendable {
    case accelerometer, gyroscope, magnetometer, barometer, gnss, ephemeris, wifi, beacon, cell
    case power, vehicle, network, app, boot, fix, download

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

  /// The counts of one kind; a batch counts as one observation.
  public struct Count: Hashable, Sendable {
    /// Observations that reached the stack.
    public var delivered = 0
    /// Observations dropped because the sensor was off or no scan was requested.
    public var unwanted = 0
  }

  private var counts: [ObservationKind: Count] = [:]
  /// Scans delivered to a stack that had requested them at another time than the recorded stack.
  public internal(set) var scansAskedElsewhen = 0
  /// Scans still awaited at the end of the recording: none or one.
  public internal(set) var scansMissing = 0

  /// Creates counts of zero.
  public init() {}

  public internal(set) subscript(kind: ObservationKind) -> Count {
    get { counts[kind] ?? Count() }
    set { counts[kind] = newValue }
  }

  /// The sum over all kinds.
  public var total: Count {
    counts.values.reduce(into: Count()) { total, count in
      total.delivered += count.delivered
      total.unwanted += count.unwanted
    }
  }
}
