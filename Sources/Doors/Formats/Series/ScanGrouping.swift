import Kernel
import Observations

/// Gathers rows of single access points into scans.
///
/// Rows of one scan have one time of delivery, or follow within a tenth of a second and name other
/// access points. An access point that stands twice in a scan keeps the later reading.
struct ScanGrouping {
  /// One access point's row.
  struct Row {
    var bssid: HardwareAddress
    var ssid: String
    var rssiDecibelMilliwatts: Double
    var frequencyMegahertz: Double
    /// When it was heard, by whatever clock tells; nil if nothing does.
    var heard: Int64?
    /// Where the row stands in the file.
    var line: Int32
  }

  /// A scan.
  struct Scan {
    /// When its first row was delivered, in ns.
    var delivered: Int64
    var rows: [Row]
  }

  private(set) var scans: [Scan] = []
  private var places: [HardwareAddress: Int] = [:]

  /// How long after the first row of a scan another one may still belong to it, in ns.
  private static let reach: Int64 = 100_000_000

  /// Adds a row.
  ///
  /// - Returns: Whether it is new: false if the scan has had one of that access point.
  mutating func add(_ row: Row, delivered: Int64) -> Bool {
    if let first = scans.last?.delivered {
      let place = places[row.bssid]
      let isSame = delivered == first
      let isNear = delivered > first && delivered - first <= Self.reach && place == nil
      if isSame || isNear {
        let last = scans.count - 1
        guard let place else {
          places[row.bssid] = scans[last].rows.count
          scans[last].rows.append(row)
          return true
        }
        if let heard = row.heard, heard > scans[last].rows[place].heard ?? .min {
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
  /// A reading keeps the moment at which it was heard, which may lie many scans back: systems offer
  /// what they remember. A scan counts from the first reading that is newer than the scan before.
  ///
  /// - Parameters:
  ///   - origin: When simulated time starts, by the clock of delivery in ns.
  ///   - offset: The clock of delivery minus the clock of hearing, in ns.
  /// - Returns: The scans, and the lines of readings whose moment can't be: more than an hour ago,
  ///   or in the future. These count as heard on delivery.
  func finished(origin: Int64, offset: Int64) -> (scans: [WiFiScan], impossible: [Int]) {
    var impossible: [Int] = []
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
        if let heard = row.heard {
          let moment = simTime(heard, since: origin) + SimDuration(nanoseconds: offset)
          if moment > end + .seconds(1) || moment < end - .hours(1) {
            impossible.append(Int(row.line))
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
    return (result, impossible)
  }
}
