import Documents
import Recordings

/// The columns used, with their names in each kind of row.
enum GNSSLoggerColumn: Int, CaseIterable {
  case timeNanos, constellation, number, state, sent, strength, fullBias, bias, discontinuities
  case carrier, leapSecond, timeOffset, sentSigma, rate, rateSigma, delta, deltaState, deltaSigma
  case chipsetNanos, elapsedMillis
  case latitude, longitude, unixMillis, altitude, verticalAccuracy, provider, accuracy, bearing
  case speed, usedSignals
  case measurementX, utcMillis, elapsedNanos

  /// Alternative names; the first one present counts.
  var names: [String] {
    switch self {
    case .timeNanos: ["TimeNanos"]
    case .constellation: ["ConstellationType"]
    case .number: ["Svid"]
    case .state: ["State"]
    case .sent: ["ReceivedSvTimeNanos"]
    case .strength: ["Cn0DbHz"]
    case .fullBias: ["FullBiasNanos"]
    case .bias: ["BiasNanos"]
    case .discontinuities: ["HardwareClockDiscontinuityCount"]
    case .carrier: ["CarrierFrequencyHz"]
    case .leapSecond: ["LeapSecond"]
    case .timeOffset: ["TimeOffsetNanos"]
    case .sentSigma: ["ReceivedSvTimeUncertaintyNanos"]
    case .rate: ["PseudorangeRateMetersPerSecond"]
    case .rateSigma: ["PseudorangeRateUncertaintyMetersPerSecond"]
    case .delta: ["AccumulatedDeltaRangeMeters"]
    case .deltaState: ["AccumulatedDeltaRangeState"]
    case .deltaSigma: ["AccumulatedDeltaRangeUncertaintyMeters"]
    case .chipsetNanos: ["ChipsetElapsedRealtimeNanos"]
    case .elapsedMillis: ["ElapsedRealtimeMillis"]
    case .latitude: ["LatitudeDegrees", "Latitude"]
    case .longitude: ["LongitudeDegrees", "Longitude"]
    case .unixMillis: ["UnixTimeMillis", "(UTC)TimeInMs"]
    case .altitude: ["AltitudeMeters", "Altitude"]
    case .verticalAccuracy: ["VerticalAccuracyMeters"]
    case .provider: ["Provider"]
    case .accuracy: ["AccuracyMeters", "Accuracy"]
    case .bearing: ["BearingDegrees"]
    case .speed: ["SpeedMps", "Speed"]
    case .usedSignals: ["NumberOfUsedSignals"]
    case .measurementX: ["MeasurementX"]
    case .utcMillis: ["utcTimeMillis"]
    case .elapsedNanos: ["elapsedRealtimeNanos"]
    }
  }
}

/// Column indices of one kind of row, looked up once by name.
struct GNSSLoggerColumns {
  /// Indices by raw value of the column; nil for absent columns.
  private let places: [Int?]
  /// Number of columns.
  let count: Int

  /// Creates the indices from a row such as `# Raw,utcTimeMillis,…`.
  init(names: [String]) {
    count = names.count
    var indices: [String: Int] = [:]
    for (index, name) in names.enumerated() where indices[name] == nil { indices[name] = index }
    places = GNSSLoggerColumn.allCases.map { column in
      column.names.lazy.compactMap { indices[$0] }.first
    }
  }

  /// The index of a column; nil if it is absent.
  func index(of column: GNSSLoggerColumn) -> Int? { places[column.rawValue] }
}

/// The row kinds used.
enum GNSSLoggerKind: Int, CaseIterable {
  case raw, fix
  case uncalibratedForce, force, uncalibratedRotation, rotation, uncalibratedField, field

  /// First fields of the rows, in order of the cases.
  private static let names = [
    "Raw", "Fix", "UncalAccel", "Accel", "UncalGyro", "Gyro", "UncalMag", "Mag",
  ]

  /// Creates the kind from a row's first field; nil for a kind that is not used.
  init?(name: String) {
    guard let index = Self.names.firstIndex(of: name) else { return nil }
    self.init(rawValue: index)
  }

  /// True if the last three columns are a bias.
  var hasBias: Bool {
    self == .uncalibratedForce || self == .uncalibratedRotation || self == .uncalibratedField
  }
}

// Field values of a row whose columns may be absent.

extension SeparatedText {
  /// True if a field has exactly these bytes.
  func has(_ index: Int, _ name: [UInt8]) -> Bool {
    guard index < fields.count, fields[index].width == name.count else { return false }
    let start = fields[index].start
    for offset in name.indices where bytes[start + offset] != name[offset] { return false }
    return true
  }

  /// The number in a column; nil for an absent column, an empty field or other text.
  func finiteNumber(_ column: Int?) -> Double? {
    guard let column, let value = number(column), value.isFinite else { return nil }
    return value
  }

  /// The integer in a column, also from floating-point text such as `1.26e+18`.
  func roundInteger(_ column: Int?) -> Int64? {
    column.flatMap { integer($0) ?? number($0).flatMap { Int64(exactly: $0) } }
  }

  /// The text in a column, without surrounding white space.
  func trimmedText(_ column: Int) -> String {
    var name = Substring(text(column))
    while name.first == " " || name.first == "\t" { name.removeFirst() }
    while name.last == " " || name.last == "\t" { name.removeLast() }
    return String(name)
  }
}
