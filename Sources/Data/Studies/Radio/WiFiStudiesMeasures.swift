import Kernel
import Observations

/// Statistics of walks with Wi-Fi scans, recorded or simulated.
///
/// Arrays of two are by band, 2.4 GHz first.
struct WiFiStudiesMeasures {
  /// All RSSI values, in dBm.
  private(set) var levels: [[Double]] = [[], []]
  /// RSSI about the walk's median, in dB: a phone's offset isn't part of the shape.
  private(set) var shapes: [[Double]] = [[], []]
  /// Median RSSI of each walk, in dBm.
  private(set) var medians: [[Double]] = [[], []]
  /// Networks in each scan.
  private(set) var counts: [Double] = []
  /// From first to last reading of each scan, in s.
  private(set) var spans: [Double] = []
  /// Time per 2.4 GHz channel in each scan, in s.
  private(set) var pitches: [Double] = []
  /// Changes of a network's RSSI from one scan to the next, in dB, and each walk's SD of them over √2.
  private(set) var changes: [[Double]] = [[], []]
  private(set) var changeSpreads: [[Double]] = [[], []]
  /// By RSSI: number of readings, and how many of them are received again in the next scan.
  private(set) var curve: [[Int: SIMD2<Double>]] = [[:], [:]]
  /// Each walk's share received again, for each of ``ranges``.
  private(set) var again: [[[Double]]]
  /// RSSI differences between a radio's networks in one scan, in dB, and each walk's SD of them.
  private(set) var differences: [[Double]] = [[], []]
  private(set) var differenceSpreads: [[Double]] = [[], []]

  /// RSSI ranges for which the share received again is evaluated, in dBm.
  static let ranges = [-90.0 ..< -84, -82.0 ..< -76, -72.0 ..< -66, -58.0 ..< -48]
  /// Min number of values for a statistic of a walk.
  private static let minimum = 25

  init(_ walks: [WiFiStudiesWalk]) {
    again = Array(repeating: Array(repeating: [], count: Self.ranges.count), count: 2)
    for walk in walks {
      addScans(walk)
      addSuccession(walk)
      addRadios(walk)
    }
  }

  /// The share received again by RSSI, for bins with enough readings.
  func againCurve(_ band: Int) -> [SIMD2<Double>] {
    curve[band].filter { $0.value.x >= 100 }.sorted { $0.key < $1.key }
      .map { SIMD2(Double($0.key) + 1.5, $0.value.y / $0.value.x) }
  }

  private mutating func addScans(_ walk: WiFiStudiesWalk) {
    var mine: [[Double]] = [[], []]
    for scan in walk.scans {
      counts.append(Double(scan.readings.count))
      for reading in scan.readings {
        mine[reading.studyBand].append(reading.rssiDecibelMilliwatts)
      }
      let times = scan.readings.map(\.time)
      if let first = times.min(), let last = times.max() {
        spans.append((last - first).seconds)
      }
      let points = scan.readings.filter { $0.studyBand == 0 }.map {
        SIMD2(($0.frequencyMegahertz - 2407) / 5, $0.time.seconds)
      }
      if points.count >= 10, let fit = RadioStudyMath.line(points) { pitches.append(fit.slope) }
    }
    for band in 0..<2 {
      levels[band] += mine[band]
      guard mine[band].count >= Self.minimum, let median = RadioStudyMath.median(mine[band]) else {
        continue
      }
      medians[band].append(median)
      shapes[band] += mine[band].map { $0 - median }
    }
  }

  private mutating func addSuccession(_ walk: WiFiStudiesWalk) {
    var mine: [[Double]] = [[], []]
    var received = [[SIMD2<Double>]](
      repeating: Array(repeating: .zero, count: Self.ranges.count), count: 2)
    for (scan, next) in zip(walk.scans, walk.scans.dropFirst()) {
      // A failed scan lies between.
      guard (next.endTime - scan.endTime).seconds < 5 else { continue }
      var later: [HardwareAddress: Double] = [:]
      for reading in next.readings { later[reading.bssid] = reading.rssiDecibelMilliwatts }
      for reading in scan.readings {
        let (band, level) = (reading.studyBand, reading.rssiDecibelMilliwatts)
        let found = later[reading.bssid]
        if let found { mine[band].append(found - level) }
        let one = SIMD2(1, found == nil ? 0.0 : 1)
        curve[band][Int((level / 3).rounded(.down)) * 3, default: .zero] += one
        if let range = Self.ranges.firstIndex(where: { $0.contains(level) }) {
          received[band][range] += one
        }
      }
    }
    for band in 0..<2 {
      changes[band] += mine[band]
      if mine[band].count >= Self.minimum {
        let spread = RadioStudyMath.moments(mine[band]).spread
        changeSpreads[band].append(spread / 2.0.squareRoot())
      }
      for (range, sum) in received[band].enumerated() where sum.x >= Double(Self.minimum) {
        again[band][range].append(sum.y / sum.x)
      }
    }
  }

  private mutating func addRadios(_ walk: WiFiStudiesWalk) {
    var mine: [[Double]] = [[], []]
    for scan in walk.scans {
      var radios: [WiFiStudiesRadio: [(address: UInt64, level: Double)]] = [:]
      for reading in scan.readings {
        radios[reading.studyRadio, default: []].append(
          (reading.bssid.value, reading.rssiDecibelMilliwatts))
      }
      for (radio, networks) in radios.sorted(by: { $0.key < $1.key }) where networks.count > 1 {
        let sorted = networks.sorted { $0.address < $1.address }
        for (one, other) in zip(sorted, sorted.dropFirst()) {
          mine[radio.megahertz < 3000 ? 0 : 1].append(other.level - one.level)
        }
      }
    }
    for band in 0..<2 {
      differences[band] += mine[band]
      guard mine[band].count >= Self.minimum else { continue }
      differenceSpreads[band].append(RadioStudyMath.moments(mine[band]).spread)
    }
  }
}
