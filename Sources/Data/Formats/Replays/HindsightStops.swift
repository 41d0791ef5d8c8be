import Geometry
package import Kernel
package import Observations
import Recordings
import Truth

/// Stops of a receiver that reports fixes throughout, found in hindsight from the complete track.
///
/// Ground truth may use later fixes; an auto-pause detector may not. The min length of a stop is about that
/// of a red light; shorter rests count neither as stops nor as motion.
package struct HindsightStops {
  /// A time span at one position.
  package struct DwellInterval {
    package var begin, end: SimTime
    package var length: SimDuration { end - begin }
  }

  /// Min length of a stop and of a rest; estimates.
  private static let minStop = SimDuration.seconds(10)
  private static let minRest = SimDuration.seconds(3)
  /// Max drift of a receiver's position during a rest, in m; an estimate for open sky.
  private static let wandering = 3.0
  /// Longest gap between fixes of one rest.
  private static let longestSilence = SimDuration.seconds(3)
  /// Rests closer than this are merged; the position drifted between them.
  private static let seam = SimDuration.seconds(5)

  /// In order of time.
  package private(set) var rests: [DwellInterval] = []
  /// Rests with the min length of a stop.
  package var stops: [DwellInterval] { rests.filter { $0.length >= Self.minStop } }

  /// A compact fix; a long track has millions.
  private struct CompactFix {
    let time: SimTime
    let coordinate: Coordinate
  }

  /// Finds rests among fixes in order of time.
  package init(_ fixes: some Sequence<ReceiverFix>) {
    let fixes = fixes.map { CompactFix(time: $0.time, coordinate: $0.coordinate) }
    var first = 0
    while first < fixes.count {
      let last = Self.lastOfRest(from: first, fixes)
      let rest = DwellInterval(begin: fixes[first].time, end: fixes[last].time)
      guard rest.length >= Self.minRest else {
        first += 1
        continue
      }
      if let before = rests.last, rest.begin - before.end <= Self.seam {
        rests[rests.count - 1].end = rest.end
      } else {
        rests.append(rest)
      }
      first = last + 1
    }
  }

  private static func lastOfRest(from first: Int, _ fixes: [CompactFix]) -> Int {
    guard let place = place(of: fixes[first]) else { return first }
    let frame = LocalFrame(origin: place)
    var last = first
    while last + 1 < fixes.count {
      let next = fixes[last + 1]
      guard next.time - fixes[last].time <= longestSilence, let there = Self.place(of: next),
        frame.enu(of: there).xy.length <= wandering
      else { break }
      last += 1
    }
    return last
  }

  private static func place(of fix: CompactFix) -> Geodetic? {
    try? Geodetic(
      latitudeDegrees: fix.coordinate.latitudeDegrees,
      longitudeDegrees: fix.coordinate.longitudeDegrees, altitudeMetres: 0)
  }

  /// The ground truth without activity during rests, where it is unknown.
  func forgotten(in truth: [TruthSample]) -> [TruthSample] {
    guard !truth.isEmpty else { return [] }
    var cut = truth.filter { sample in
      !rests.contains { $0.begin <= sample.time && sample.time < $0.end }
    }
    for rest in rests {
      guard var before = truth.last(where: { $0.time <= rest.begin }),
        var after = truth.last(where: { $0.time <= rest.end })
      else { continue }
      before.time = rest.begin
      before.known = []
      after.time = rest.end
      cut += [before, after]
    }
    return inOrderOfTime(cut, \.time.nanoseconds)
  }

  /// Pause and resume events at the stops.
  var changes: [TrueChange] {
    stops.flatMap { stop in
      [
        TrueChange(
          time: stop.begin, kind: .pause, from: PauseEvent.resumed.rawValue,
          to: PauseEvent.paused.rawValue),
        TrueChange(
          time: stop.end, kind: .pause, from: PauseEvent.paused.rawValue,
          to: PauseEvent.resumed.rawValue),
      ]
    }
  }
}
