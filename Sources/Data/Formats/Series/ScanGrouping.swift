import Kernel
import Observations

/// Groups rows of single access points into scans.
///
/// Rows of one scan have the same delivery time, or follow within 0.1 s and have other access points.
/// The later of two readings of an access point in a scan is kept.
struct ScanGrouping {
  struct Row {
    var bssid: HardwareAddress
    var ssid: String
    var rssiDecibelMilliwatts: Double
    var frequencyMegahertz: Double
    /// Time of reception, by any clock; nil if unknown.
    var received: Int64?
    /// Line number in the file.
    var line: Int32
  }

  struct Scan {
    /// Delivery time of the first row, in ns.
    var delivered: Int64
    var rows: [Row]
  }

  private(set) var scans: [Scan] = []
  private var places: [HardwareAddress: Int] = [:]

  /// Longest time between the first row of a scan and its others.
  private static let reach = SimDuration.milliseconds(100)

  /// Adds a row; returns false if the scan already has the access point.
  mutating func add(_ row: Row, delivered: Int64) -> Bool {
    if let first = scans.last?.delivered {
      let place = places[row.bssid]
      let isSame = delivered == first
      let elapsed = simTime(delivered, since: first) - .start
      let isNear = delivered > first && elapsed <= Self.reach && place == nil
      if isSame || isNear {
        let last = scans.count - 1
        guard let place else {
          places[row.bssid] = scans[last].rows.count
          scans[last].rows.append(row)
          return true
        }
        if let received = row.received, received > scans[last].rows[place].received ?? .min {
          scans[last].rows[place] = row
        }
        return false
      }
    }
    places.removeAll(keepingCapacity: true)
    places[row.bssid] = 0
    scans.append(Scan(delivered: delivered, rows: [row]))
    return true
  }

  /// The scans in order of time.
  ///
  /// A reading keeps its time of reception, which may precede many scans: systems report cached readings. A
  /// scan starts with its first reading that is newer than the previous scan.
  ///
  /// - Parameters:
  ///   - origin: Simulated time 0 on the delivery clock, in ns.
  ///   - offset: Delivery clock minus reception clock, in ns.
  /// - Returns: The scans, and the lines of readings with an impossible time: more than an hour old, or in
  ///   the future. Such a reading gets its scan's delivery time.
  func finished(origin: Int64, offset: Int64) -> (scans: [WiFiScan], invalid: [Int]) {
    var invalid: [Int] = []
    var result: [WiFiScan] = []
    result.reserveCapacity(scans.count)
    var previousEnd = SimTime.distantPast
    for scan in inOrderOfTime(scans, \.delivered) {
      let end = simTime(scan.delivered, since: origin)
      var start = end
      var readings: [WiFiReading] = []
      readings.reserveCapacity(scan.rows.count)
      for row in scan.rows {
        var time = end
        if let received = row.received {
          let moment = simTime(received, since: origin) + SimDuration(nanoseconds: offset)
          if moment > end + .seconds(1) || moment < end - .hours(1) {
            invalid.append(Int(row.line))
          } else {
            time = min(moment, end)
          }
        }
        if time > previousEnd { start = min(start, time) }
        readings.append(
          WiFiReading(
            bssid: row.bssid, ssid: row.ssid, rssiDecibelMilliwatts: row.rssiDecibelMilliwatts,
            frequencyMegahertz: row.frequencyMegahertz, time: time))
      }
      result.append(WiFiScan(startTime: start, endTime: end, readings: readings))
      previousEnd = end
    }
    return (result, invalid)
  }
}
