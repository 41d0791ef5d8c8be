import Geometry
import Glibc
import Kernel
import Maps
import Numerics
import Observations
package import Recordings
package import Scoring

/// Comparison of Wi-Fi and beacon reception with that of the simulated twins.
package enum RadioTwin {
  /// Lags of the RSSI changes, in scans, or seconds of beacons.
  private static let lags = [1, 2, 5]
  /// Distance ranges between two compared positions, in m.
  private static let reaches = [2.0..<5, 10.0..<15]
  /// Min number of readings.
  private static let minimum = 100

  /// Compares Wi-Fi and beacons; adds nothing without readings.
  ///
  /// - Parameters:
  ///   - real: The recording.
  ///   - twins: Its twins.
  ///   - comparison: Receives the figures and plots.
  /// - Throws: An error of a statistic.
  package static func compare(
    _ real: Recording, with twins: [Recording], into comparison: inout TwinComparison
  ) throws {
    for (name, sender, make) in [
      ("Wi-Fi", "access points in a scan", Run.wifi),
      ("beacons", "beacons in a second", Run.beacons),
    ] {
      let own = make(real)
      guard own.strengths.count >= minimum else { continue }
      let made = twins.map(make)
      guard made.contains(where: { !$0.strengths.isEmpty }) else { continue }
      comparison.figures += try figures(name, sender, own, made)
      comparison.plots.append(
        SignalPlot.distributions(
          signal: name, title: "\(name): strengths", xLabel: "dBm", real: own.strengths,
          synthetic: made.flatMap(\.strengths),
          caption: "All receptions along the path; the twins together."))
    }
  }

  private static func figures(
    _ name: String, _ senders: String, _ real: Run, _ twins: [Run]
  ) throws -> [TwinFigure] {
    var figures = TwinFigures(signal: name)
    func compare(
      _ quantity: String, _ unit: String, of part: (Run) -> [Double], distribution: Bool = false,
      _ figure: ([Double]) throws -> Double?
    ) throws {
      try figures.add(
        quantity, unit, real, twins, of: part, distribution: distribution, figure)
    }
    let median = { (values: [Double]) throws -> Double? in try quantile(0.5, of: values) }
    try compare(senders, "", of: { $0.frames.map { Double($0.count) } }, distribution: true, median)
    try compare("strength", "dBm", of: \.strengths, distribution: true, median)
    for share in [0.05, 0.95] {
      try compare("strength, p\(Int((share * 100).rounded()))", "dBm", of: \.strengths) {
        try quantile(share, of: $0)
      }
    }
    try compare(
      "strength of the strongest", "dBm", of: { $0.frames.compactMap { $0.values.max() } },
      distribution: true, median)
    try compare("spread of a sender's strengths", "dB", of: \.spreads, distribution: true, median)
    for lag in lags {
      try compare(
        "change of a strength after \(lag)", "dB", of: { $0.changes(after: lag) }, rootMeanSquare)
    }
    for reach in reaches {
      try compare(
        "difference of a strength \(Int(reach.lowerBound)) to \(Int(reach.upperBound)) m apart",
        "dB",
        of: { $0.differences(over: reach) }, rootMeanSquare)
    }
    return figures.all
  }

  /// The reception of one recording: RSSI by transmitter in each frame.
  private struct Run {
    private(set) var frames: [[UInt64: Double]] = []
    /// Position of each frame, in m; nil if the truth is unknown.
    private var places: [Vec2?] = []

    /// Frames of Wi-Fi scans, with each reading in the first scan that reports it, and one network per radio.
    static func wifi(_ recording: Recording) -> Run {
      var (run, times) = (Run(), [SimTime]())
      var last: [UInt64: SimTime] = [:]
      for case .wifi(let scan) in recording.observations.map(\.item) {
        var frame: [UInt64: Double] = [:]
        for reading in scan.readings where last[reading.bssid.value] != reading.time {
          last[reading.bssid.value] = reading.time
          guard case .wifi(let radio) = RadioMap.Sender(reading), frame[radio] == nil else {
            continue
          }
          frame[radio] = reading.rssiDecibelMilliwatts
        }
        run.frames.append(frame)
        times.append(scan.startTime)
      }
      run.places = TruePlaces(recording).places(at: times)
      return run
    }

    /// Frames of whole seconds, with the mean RSSI of each beacon.
    static func beacons(_ recording: Recording) -> Run {
      var (run, times) = (Run(), [SimTime]())
      var (second, sums) = (0, [UInt64: (sum: Double, count: Double)]())
      func flush(_ run: inout Run) {
        run.frames.append(sums.mapValues { $0.sum / $0.count })
        times.append(SimTime(seconds: Double(second) + 0.5))
        sums.removeAll(keepingCapacity: true)
      }
      for case .beacon(let received) in recording.observations.map(\.item) {
        let now = Int((received.time - .start).seconds.rounded(.down))
        // Seconds without reception count as frames; gaps of ten minutes or more do not.
        while second < now, now - second < 600 {
          flush(&run)
          second += 1
        }
        second = now
        guard received.rssiDecibelMilliwatts < 0 else { continue }
        let sender = stableHash("\(received.identity)")
        let sum = sums[sender] ?? (0, 0)
        sums[sender] = (sum.sum + received.rssiDecibelMilliwatts, sum.count + 1)
      }
      flush(&run)
      run.places = TruePlaces(recording).places(at: times)
      return run
    }

    var strengths: [Double] { frames.flatMap(\.values) }

    /// The SD of the RSSI of each transmitter received at least five times.
    var spreads: [Double] {
      var received: [UInt64: [Double]] = [:]
      for frame in frames {
        for (sender, strength) in frame { received[sender, default: []].append(strength) }
      }
      return received.sorted { $0.key < $1.key }.compactMap { _, values in
        guard values.count >= 5 else { return nil }
        let mean = values.reduce(0, +) / Double(values.count)
        let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        return (squares / Double(values.count - 1)).squareRoot()
      }
    }

    /// RSSI differences of a transmitter between two positions within a range of distances.
    func differences(over reach: Range<Double>) -> [Double] {
      let received = frames.map { frame in frame.sorted { $0.key < $1.key } }
      var found: [Double] = []
      for (index, place) in places.enumerated() where !received[index].isEmpty {
        guard let place else { continue }
        for other in (index + 1)..<max(index + 1, places.count) {
          guard let there = places[other], reach.contains(place.distance(to: there)) else {
            continue
          }
          for (sender, strength) in received[index] {
            if let again = frames[other][sender] { found.append(again - strength) }
          }
        }
      }
      return found
    }

    /// RSSI changes of transmitters received in both of two frames.
    func changes(after lag: Int) -> [Double] {
      zip(frames, frames.dropFirst(lag)).flatMap { before, after in
        before.sorted { $0.key < $1.key }.compactMap { sender, strength in
          after[sender].map { $0 - strength }
        }
      }
    }
  }
}
