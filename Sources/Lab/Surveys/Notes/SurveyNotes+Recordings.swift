package import Geometry
import Kernel
import Maps
import Observations
package import Recordings
import Truth

extension SurveyNotes {
  /// Averaging window of beacon advertisements, in s.
  private static let beaconSeconds = 1.0
  /// Max age of a reading at the end of its scan, in s.
  private static let oldestReading = 30.0
  /// Default floor height, in m; an estimate (domain figures: 3.5 to 6 m).
  private static let usualStorey = 4.0

  /// Adds a survey recording: readings with the surveyor's true positions.
  ///
  /// - Parameters:
  ///   - recording: The recording, with known positions and floors.
  ///   - frame: The frame of the survey.
  package mutating func add(_ recording: Recording, in frame: LocalFrame) {
    guard let truth = RecordedTruth(recording.truth) else {
      return warnings.append("\(recording.header.device): no truth, so the survey can't use it")
    }
    walk += 1
    let coming = recording.observations.reduce(0) { $0 + $1.item.strengthCount }
    // Doubling the array would hold a large recording's readings in memory three times.
    if coming > readings.count { readings.reserveCapacity(readings.count + coming) }
    var received = 0
    var beacons: [RadioMap.Sender: (level: Double, count: Double, time: SimTime)] = [:]
    var window = SimTime.start
    var last: [UInt64: SimTime] = [:]
    for delivered in recording.observations {
      switch delivered.item {
      case .wifi(let scan): received += add(scan, truth, frame, &last)
      case .beacon(let advertisement):
        if (advertisement.time - window).seconds > Self.beaconSeconds {
          received += flush(&beacons, since: window, truth, frame)
          window = advertisement.time
        }
        let level = advertisement.rssiDecibelMilliwatts
        guard level < 0, level > -120 else { continue }
        let sender = RadioMap.Sender.beacon(advertisement.identity)
        let sum = beacons[sender] ?? (0, 0, window)
        beacons[sender] = (sum.level + level, sum.count + 1, advertisement.time)
      default: break
      }
    }
    received += flush(&beacons, since: window, truth, frame)
    addPressures(of: recording, truth, frame)
    addFields(of: recording, truth, frame)
    if received == 0 {
      warnings.append("\(recording.header.device): no signal was received at a known position")
    }
  }

  /// Position and level of the surveyor, if known.
  mutating func place(
    _ truth: RecordedTruth, _ frame: LocalFrame, at time: SimTime
  ) -> (storey: Int, point: Vec2)? {
    place(truth.sample(at: time), frame)
  }

  /// Position and level of a truth sample, if known.
  mutating func place(
    _ sample: TruthSample, _ frame: LocalFrame
  ) -> (storey: Int, point: Vec2)? {
    let reported = sample.known.contains(.floor) ? sample.floor : untoldFloor
    guard sample.known.contains(.position), let floor = reported,
      let place = try? Geodetic(
        latitudeDegrees: sample.coordinate.latitudeDegrees,
        longitudeDegrees: sample.coordinate.longitudeDegrees,
        altitudeMetres: frame.origin.altitudeMetres)
    else { return nil }
    let number = storey(
      SurveyedLevel(
        building: 0, ordinal: floor, elevationMetres: Self.usualStorey * Double(floor)))
    return (number, frame.enu(of: place).xy)
  }

  private mutating func add(
    _ scan: WiFiScan, _ truth: RecordedTruth, _ frame: LocalFrame, _ last: inout [UInt64: SimTime]
  ) -> Int {
    var sums: [RadioMap.Sender: (level: Double, count: Double, time: SimTime)] = [:]
    scanCount += 1
    for reading in scan.readings {
      // Scans repeat old readings; skip them.
      guard (scan.endTime - reading.time).seconds < Self.oldestReading,
        last[reading.bssid.value] != reading.time
      else { continue }
      last[reading.bssid.value] = reading.time
      let sender = RadioMap.Sender(wholeAddressOf: reading)
      let sum = sums[sender] ?? (0, 0, reading.time)
      sums[sender] = (sum.level + reading.rssiDecibelMilliwatts, sum.count + 1, reading.time)
    }
    let middle = SimTime(seconds: 0.5 * (scan.startTime.seconds + scan.endTime.seconds))
    guard let here = place(truth, frame, at: middle) else { return 0 }
    stops.append(
      ScanPosition(storey: here.storey, point: here.point, isForBeacons: false, walk: walk))
    var count = 0
    for (sender, sum) in sums.sorted(by: { $0.key < $1.key }) {
      guard let there = place(truth, frame, at: sum.time) else { continue }
      note(
        sum.level / sum.count, of: sender, at: there.point, storey: there.storey, scan: scanCount,
        walk: walk)
      count += 1
    }
    return count
  }

  private mutating func flush(
    _ beacons: inout [RadioMap.Sender: (level: Double, count: Double, time: SimTime)],
    since window: SimTime, _ truth: RecordedTruth, _ frame: LocalFrame
  ) -> Int {
    defer { beacons.removeAll() }
    // A surveyor who stops at points may have left this one half a second later.
    guard !beacons.isEmpty,
      let here = place(truth, frame, at: window + .seconds(0.5))
        ?? place(truth, frame, at: window)
    else { return 0 }
    scanCount += 1
    stops.append(
      ScanPosition(storey: here.storey, point: here.point, isForBeacons: true, walk: walk))
    for (sender, sum) in beacons.sorted(by: { $0.key < $1.key }) {
      note(
        sum.level / sum.count, of: sender, at: here.point, storey: here.storey, scan: scanCount,
        walk: walk)
    }
    return beacons.count
  }
}

extension Observation {
  /// Number of access point and beacon readings.
  fileprivate var strengthCount: Int {
    switch self {
    case .wifi(let scan): scan.readings.count
    case .beacon: 1
    default: 0
    }
  }
}
