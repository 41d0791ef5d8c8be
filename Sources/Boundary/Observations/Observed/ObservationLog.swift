public import Kernel

/// The ordered log of observations that a device delivered, with bounded memory.
///
/// Samples, fixes, signals and readings, of which a long recording has millions, lie in ``FileBackedArray``s
/// as plain values, one array for each kind. Other, rare observations are kept in memory.
public struct ObservationLog: Sendable {
  /// The kinds of motion sensors.
  private enum MotionSensor: BitwiseCopyable, Sendable {
    case accelerometer, gyroscope, magnetometer
  }

  /// An observation by the positions of its values in the arrays.
  private enum Plain: BitwiseCopyable, Sendable {
    case motion(MotionSensor, first: Int, count: Int32)
    case pressure(Int)
    case fix(Int)
    case beacon(Int)
    case gnss(Int)
    case wifi(Int)
    case other(Int)
  }

  private struct Row: BitwiseCopyable, Sendable {
    var time: SimTime
    var item: Plain
    var app: Int32
  }

  private struct EpochRow: BitwiseCopyable, Sendable {
    var time: SimTime
    var gpsWeek: Int
    var secondsOfWeek: Double
    var clockDiscontinuityCount: Int
    var first, count: Int
  }

  private struct ScanRow: BitwiseCopyable, Sendable {
    var startTime, endTime: SimTime
    var first, count: Int
  }

  private struct ReadingRow: BitwiseCopyable, Sendable {
    var bssid: UInt64
    var ssid: Int
    var rssiDecibelMilliwatts, frequencyMegahertz: Double
    var time: SimTime
  }

  private var rows: FileBackedArray<Row>
  private var samples: FileBackedArray<InertialSample>
  private var pressures: FileBackedArray<PressureSample>
  private var fixes: FileBackedArray<ReceiverFix>
  private var beacons: FileBackedArray<BeaconAdvertisement>
  private var epochs: FileBackedArray<EpochRow>
  private var measurements: FileBackedArray<GNSSMeasurement>
  private var scans: FileBackedArray<ScanRow>
  private var readings: FileBackedArray<ReadingRow>
  private var others: [Observation] = []
  /// The receiving apps, and the names of networks, in the order of their first appearance.
  private var apps = NumberedNames()
  private var networks = NumberedNames()

  /// Creates an empty log; rows that don't fit into memory go to `file`.
  public init(in file: FileBackedStorage) {
    rows = FileBackedArray(in: file)
    samples = FileBackedArray(in: file)
    pressures = FileBackedArray(in: file)
    fixes = FileBackedArray(in: file)
    beacons = FileBackedArray(in: file)
    epochs = FileBackedArray(in: file)
    measurements = FileBackedArray(in: file)
    scans = FileBackedArray(in: file)
    readings = FileBackedArray(in: file)
  }

  /// Creates an empty log.
  public init() { self.init(in: .shared) }

  /// Appends an observation.
  public mutating func append(_ delivered: Delivered<Observation>) {
    rows.append(
      Row(
        time: delivered.time, item: plain(delivered.item),
        app: Int32(apps.number(of: delivered.app))))
  }

  private mutating func plain(_ observation: Observation) -> Plain {
    switch observation {
    case .accelerometer(let batch): return motion(batch, .accelerometer)
    case .gyroscope(let batch): return motion(batch, .gyroscope)
    case .magnetometer(let batch): return motion(batch, .magnetometer)
    case .barometer(let sample):
      pressures.append(sample)
      return .pressure(pressures.count - 1)
    case .fix(let fix):
      fixes.append(fix)
      return .fix(fixes.count - 1)
    case .beacon(let beacon):
      beacons.append(beacon)
      return .beacon(beacons.count - 1)
    case .gnss(let epoch):
      epochs.append(
        EpochRow(
          time: epoch.time, gpsWeek: epoch.gpsWeek, secondsOfWeek: epoch.secondsOfWeek,
          clockDiscontinuityCount: epoch.clockDiscontinuityCount, first: measurements.count,
          count: epoch.measurements.count))
      measurements.append(contentsOf: epoch.measurements)
      return .gnss(epochs.count - 1)
    case .wifi(let scan):
      scans.append(
        ScanRow(
          startTime: scan.startTime, endTime: scan.endTime, first: readings.count,
          count: scan.readings.count))
      for reading in scan.readings {
        readings.append(
          ReadingRow(
            bssid: reading.bssid.value, ssid: networks.number(of: reading.ssid),
            rssiDecibelMilliwatts: reading.rssiDecibelMilliwatts,
            frequencyMegahertz: reading.frequencyMegahertz, time: reading.time))
      }
      return .wifi(scans.count - 1)
    default:
      others.append(observation)
      return .other(others.count - 1)
    }
  }

  private mutating func motion(_ batch: InertialBatch, _ sensor: MotionSensor) -> Plain {
    let first = samples.count
    samples.append(contentsOf: batch.samples)
    return .motion(sensor, first: first, count: Int32(batch.samples.count))
  }

  private func delivered(_ row: Row) -> Delivered<Observation> {
    Delivered(time: row.time, observation(row.item), app: apps[Int(row.app)])
  }

  private func observation(_ item: Plain) -> Observation {
    switch item {
    case .motion(let sensor, let first, let count):
      let batch = InertialBatch(samples: samples.rows(in: first..<first + Int(count)))
      return switch sensor {
      case .accelerometer: .accelerometer(batch)
      case .gyroscope: .gyroscope(batch)
      case .magnetometer: .magnetometer(batch)
      }
    case .pressure(let index): return .barometer(pressures[index])
    case .fix(let index): return .fix(fixes[index])
    case .beacon(let index): return .beacon(beacons[index])
    case .gnss(let index):
      let row = epochs[index]
      return .gnss(
        GNSSEpoch(
          time: row.time, gpsWeek: row.gpsWeek, secondsOfWeek: row.secondsOfWeek,
          clockDiscontinuityCount: row.clockDiscontinuityCount,
          measurements: measurements.rows(in: row.first..<row.first + row.count)))
    case .wifi(let index):
      let row = scans[index]
      return .wifi(
        WiFiScan(
          startTime: row.startTime, endTime: row.endTime,
          readings: readings.rows(in: row.first..<row.first + row.count).map(reading)))
    case .other(let index): return others[index]
    }
  }

  private func reading(_ row: ReadingRow) -> WiFiReading {
    WiFiReading(
      bssid: HardwareAddress(row.bssid), ssid: networks[row.ssid],
      rssiDecibelMilliwatts: row.rssiDecibelMilliwatts,
      frequencyMegahertz: row.frequencyMegahertz, time: row.time)
  }
}

/// Different names, numbered in the order of their first appearance.
private struct NumberedNames: Sendable {
  private var names: [String] = []
  private var numbers: [String: Int] = [:]

  subscript(number: Int) -> String { names[number] }

  mutating func number(of name: String) -> Int {
    // Many logs have only one.
    if let last = names.last, last == name { return names.count - 1 }
    if let number = numbers[name] { return number }
    names.append(name)
    numbers[name] = names.count - 1
    return names.count - 1
  }
}

extension ObservationLog: RandomAccessCollection, RangeReplaceableCollection {
  /// Iterator over a log in order.
  public struct Iterator: IteratorProtocol {
    private let log: ObservationLog
    private var rows: FileBackedArray<Row>.Iterator

    fileprivate init(_ log: ObservationLog) {
      self.log = log
      rows = log.rows.makeIterator()
    }

    public mutating func next() -> Delivered<Observation>? { rows.next().map(log.delivered) }
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { rows.count }

  public func makeIterator() -> Iterator { Iterator(self) }

  public subscript(position: Int) -> Delivered<Observation> { delivered(rows[position]) }

  /// The time of an observation, without the observation.
  public func time(_ position: Int) -> SimTime { rows[position].time }

  public mutating func replaceSubrange(
    _ range: Range<Int>, with others: some Collection<Delivered<Observation>>
  ) {
    guard range.lowerBound < count else {
      for other in others { append(other) }
      return
    }
    var whole = ObservationLog()
    for (index, delivered) in enumerated() {
      if index == range.lowerBound { for other in others { whole.append(other) } }
      if !range.contains(index) { whole.append(delivered) }
    }
    self = whole
  }
}

extension ObservationLog: ExpressibleByArrayLiteral {
  public init(arrayLiteral observations: Delivered<Observation>...) {
    self.init(observations)
  }
}

extension ObservationLog: Hashable {
  public static func == (left: ObservationLog, right: ObservationLog) -> Bool {
    left.count == right.count && left.elementsEqual(right)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for delivered in self { hasher.combine(delivered) }
  }
}
