import Documents
import Recordings

/// The columns that are read, each by the name that its kind of row has for it.
enum GNSSLoggerColumn: Int, CaseIterable {
  case timeNanos, constellation, number, state, sent, strength, fullBias, bias, discontinuities
  case carrier, leapSecond, timeOffset, sentSigma, rate, rateSigma, delta, deltaState, deltaSigma
  case chipsetNanos, elapsedMillis
  case latitude, longitude, unixMillis, altitude, verticalAccuracy, provider, accuracy, bearing
  case speed, usedSignals
  case measurementX, utcMillis, elapsedNanos

  /// The names, of which the first that a row has counts.
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

/// Where a kind of row has its columns: their names are looked up once.
struct GNSSLoggerColumns {
  /// By the columns' raw values; nil for those that the kind lacks.
  private let places: [Int?]
  /// How many there are.
  let count: Int

  /// Takes the names from a row such as `# Raw,utcTimeMillis,…`.
  init(names: [String]) {
    count = names.count
    var indices: [String: Int] = [:]
    for (index, name) in names.enumerated() where indices[name] == nil { indices[name] = index }
    places = GNSSLoggerColumn.allCases.map { column in
      column.names.lazy.compactMap { indices[$0] }.first
    }
  }

  /// Where a column stands; nil if it doesn't.
  func index(of column: GNSSLoggerColumn) -> Int? { places[column.rawValue] }
}

/// The kinds of rows that are read.
enum GNSSLoggerKind: Int, CaseIterable {
  case raw, fix
  case uncalibratedForce, force, uncalibratedRotation, rotation, uncalibratedField, field

  /// What rows of them begin with, in the same order.
  private static let names = [
    "Raw", "Fix", "UncalAccel", "Accel", "UncalGyro", "Gyro", "UncalMag", "Mag",
  ]

  /// The kind of rows that begin so; nil for one that isn't read.
  init?(name: String) {
    guard let place = Self.names.firstIndex(of: name) else { return nil }
    self.init(rawValue: place)
  }

  /// Whether the last three columns tell a bias.
  var hasBias: Bool {
    self == .uncalibratedForce || self == .uncalibratedRotation || self == .uncalibratedField
  }
}

// Values of a row of a log, whose columns may be missing.

extension SeparatedText {
  /// Whether a field is just those bytes.
  func has(_ index: Int, _ name: [UInt8]) -> Bool {
    guard index < fields.count, fields[index].width == name.count else { return false }
    let start = fields[index].start
    for offset in name.indices where bytes[start + offset] != name[offset] { return false }
    return true
  }

  /// The number in a column; nil for a missing column, an empty field or anything else.
  func finiteNumber(_ column: Int?) -> Double? {
    guard let column, let value = number(column), value.isFinite else { return nil }
    return value
  }

  /// The whole number in a column: exactly, or as near as a number such as `1.26e+18` tells it.
  func roundInteger(_ column: Int?) -> Int64? {
    column.flatMap { integer($0) ?? number($0).flatMap { Int64(exactly: $0) } }
  }

  /// The text in a column, without blanks around it.
  func trimmedText(_ column: Int) -> String {
    var name = Substring(text(column))
    while name.first == " " || name.first == "\t" { name.removeFirst() }
    while name.last == " " || name.last == "\t" { name.removeLast() }
    return String(name)
  }
}
