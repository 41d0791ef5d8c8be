import Formats
import Geometry
import Kernel
import Observations
import Signals
import Truth

/// A walk with its Wi-Fi scans, recorded or made: what ``WiFiStudiesMeasures`` looks at.
struct WiFiStudiesWalk {
  /// What the walks of one floor of one building have in common, so that they hear the same radios.
  let floor: String
  /// Scans that hold fresh readings only.
  let scans: [WiFiScan]
  /// Where the bearer was when; empty if it isn't known.
  private let way: [(seconds: Double, place: Vec2)]

  /// Keeps what is fresh of scans: heard since the scan before was delivered.
  ///
  /// Android offers what it heard up to half a minute ago. The first scan is left out, since
  /// nothing tells what of it is fresh, and so are scans with fewer than five readings.
  init(floor: String, scans: [WiFiScan], way: [(seconds: Double, place: Vec2)]) {
    self.floor = floor
    self.way = way
    self.scans = zip(scans, scans.dropFirst()).compactMap { before, scan in
      // A fifth of a second for what is heard while the one before is being delivered.
      let from = max(before.endTime - .milliseconds(200), scan.endTime - .milliseconds(4500))
      var scan = scan
      scan.readings.removeAll { $0.time <= from }
      return scan.readings.count >= 5 ? scan : nil
    }
  }

  /// A trace of the Indoor Location Competition.
  init(_ trace: IndoorCompetition, floor: String) {
    self.init(
      floor: floor, scans: trace.scans,
      way: trace.waypoints.map { ($0.time.seconds, Vec2($0.x, $0.y)) })
  }

  /// A simulated phone that scans again and again along a trajectory.
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

  /// The walk in pieces of some scans each; their places are given up.
  func pieces(of count: Int) -> [WiFiStudiesWalk] {
    stride(from: 0, to: scans.count, by: count).map {
      WiFiStudiesWalk(floor: floor, fresh: Array(scans[$0..<min($0 + count, scans.count)]))
    }
  }

  /// Where the bearer was: straight on between known points; nil if there are fewer than two.
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

  /// The radio that sends it: networks of one radio differ in the address's first byte.
  ///
  /// So it is in the mall of the Indoor Location Competition 2.0, and in the places made here.
  var studyRadio: WiFiStudiesRadio {
    WiFiStudiesRadio(address: bssid.value & 0xFF_FFFF_FFFF, megahertz: Int(frequencyMegahertz))
  }
}

/// A radio, by what its networks' addresses share.
struct WiFiStudiesRadio: Hashable, Comparable {
  let address: UInt64
  let megahertz: Int

  static func < (left: Self, right: Self) -> Bool {
    (left.address, left.megahertz) < (right.address, right.megahertz)
  }
}
