import Formats
import Geometry
import Kernel
import Observations
import Signals
import Truth

/// A walk with its Wi-Fi scans, recorded or simulated, the input of ``WiFiStudiesMeasures``.
struct WiFiStudiesWalk {
  /// Identifier of the floor; walks of one floor receive the same radios.
  let floor: String
  /// Scans with fresh readings only.
  let scans: [WiFiScan]
  /// Positions over time; empty if unknown.
  private let way: [(seconds: Double, place: Vec2)]

  /// Keeps the fresh readings of scans: those received after the delivery of the previous scan.
  ///
  /// Android reports signals received up to half a minute ago. The first scan is skipped, because its fresh
  /// readings can't be determined, and so are scans with fewer than five readings.
  ///
  /// - Parameters:
  ///   - floor: Identifier of the floor.
  ///   - scans: All scans, in order of time.
  ///   - way: Positions over time; may be empty.
  init(floor: String, scans: [WiFiScan], way: [(seconds: Double, place: Vec2)]) {
    self.floor = floor
    self.way = way
    self.scans = zip(scans, scans.dropFirst()).compactMap { before, scan in
      // Allows 0.2 s for signals received during delivery of the previous scan.
      let from = max(before.endTime - .milliseconds(200), scan.endTime - .milliseconds(4500))
      var scan = scan
      scan.readings.removeAll { $0.time <= from }
      return scan.readings.count >= 5 ? scan : nil
    }
  }

  init(_ trace: IndoorCompetition, floor: String) {
    self.init(
      floor: floor, scans: trace.scans,
      way: trace.waypoints.map { ($0.time.seconds, Vec2($0.x, $0.y)) })
  }

  /// Simulates a phone that scans repeatedly along a trajectory.
  init(floor: String, along trajectory: Trajectory, period: Double, model: WiFiModel) {
    var model = model
    let length = model.scanDuration.seconds
    let step = max(period, length)
    var scans: [WiFiScan] = []
    var time = 0.0
    while time + length < trajectory.endTime.seconds {
      if let scan = model.sense(along: trajectory, at: SimTime(seconds: time)) {
        scans.append(scan)
      }
      time += step
    }
    let count = Int(trajectory.endTime.seconds * 2)
    self.init(
      floor: floor, scans: scans,
      way: (0...count).map {
        let seconds = Double($0) / 2
        return (seconds, trajectory.pose(at: SimTime(seconds: seconds)).position.xy)
      })
  }

  private init(floor: String, fresh: [WiFiScan]) {
    self.floor = floor
    scans = fresh
    way = []
  }

  /// The walk in pieces of some scans each, without positions.
  func pieces(of count: Int) -> [WiFiStudiesWalk] {
    stride(from: 0, to: scans.count, by: count).map {
      WiFiStudiesWalk(floor: floor, fresh: Array(scans[$0..<min($0 + count, scans.count)]))
    }
  }

  /// The position at a time, interpolated linearly; nil with fewer than two known positions.
  func place(at time: SimTime) -> Vec2? {
    guard way.count > 1 else { return nil }
    let seconds = time.seconds
    let next = way.firstIndex { $0.seconds >= seconds } ?? way.count - 1
    let (from, to) = (way[max(0, next - 1)], way[next])
    guard to.seconds > from.seconds else { return to.place }
    let share = min(1, max(0, (seconds - from.seconds) / (to.seconds - from.seconds)))
    return from.place + (to.place - from.place) * share
  }
}

extension WiFiReading {
  /// 0 for 2.4 GHz, 1 for above.
  var studyBand: Int { frequencyMegahertz < 3000 ? 0 : 1 }

  /// The radio of the network: networks of one radio differ in the address's first byte, in the mall of the
  /// Indoor Location Competition 2.0 and in the simulated buildings.
  var studyRadio: WiFiStudiesRadio {
    WiFiStudiesRadio(address: bssid.value & 0xFF_FFFF_FFFF, megahertz: Int(frequencyMegahertz))
  }
}

/// A radio, identified by the common part of its networks' addresses.
struct WiFiStudiesRadio: Hashable, Comparable {
  let address: UInt64
  let megahertz: Int

  static func < (left: Self, right: Self) -> Bool {
    (left.address, left.megahertz) < (right.address, right.megahertz)
  }
}
