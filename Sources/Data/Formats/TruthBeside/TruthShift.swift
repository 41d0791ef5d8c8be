import Documents
import Geometry
import Glibc
import Kernel
import Observations
import Recordings
import Truth

/// Detects a time shift between a recording's fixes and its ground truth: a second of rounding, or the leap
/// seconds between GPS time and UTC.
struct TruthShift {
  /// Candidate shifts, in s: a second of rounding, and the leap seconds since 1999.
  private static let usual: [Double] = [-1, 1] + (13...18).flatMap { [-Double($0), Double($0)] }
  /// Min number of fixes.
  private static let minCount = 20
  /// Min decrease of the median error, in m and as a ratio.
  private static let (minShift, share) = (3.0, 0.6)
  /// Valid distances, in m.
  private static let distances = 0...100_000_000

  /// A warning for the report; nil without a likely shift.
  let doubt: String?

  init(_ recording: Recording) {
    let fixes = recording.observations.compactMap { delivered in
      if case .fix(let fix) = delivered.item { fix } else { nil }
    }
    guard fixes.count >= Self.minCount, let truth = RecordedTruth(recording.truth) else {
      doubt = nil
      return
    }
    let every = max(1, fixes.count / 500)
    let drawn = stride(from: 0, to: fixes.count, by: every).map { fixes[$0] }
    func median(_ shift: Double) -> Double? {
      let distances = drawn.compactMap { fix -> Double? in
        let sample = truth.sample(at: fix.time + .seconds(shift))
        guard sample.known.contains(.position) else { return nil }
        return Self.distance(fix.location.coordinate, sample.coordinate)
      }.sorted()
      return distances.count >= Self.minCount ? distances[distances.count / 2] : nil
    }
    guard let now = median(0),
      let best = Self.usual.compactMap({ shift in median(shift).map { (shift, $0) } })
        .min(by: { $0.1 < $1.1 }), best.1 < Self.share * now, now - best.1 > Self.minShift,
      let metres = Int(rounding: now, in: Self.distances),
      let minMetres = Int(rounding: best.1, in: Self.distances)
    else {
      doubt = nil
      return
    }
    let seconds = Int(abs(best.0))
    doubt =
      "the receiver's locations are \(metres) m from the truth in the median, and "
      + "\(minMetres) m if its times were \(seconds) s \(best.0 < 0 ? "later" : "earlier")"
      + (seconds > 1
        ? ": is one of the clocks GPS time, and the other UTC?" : ": are times rounded?")
  }

  /// Distance on a sphere in the flat approximation, in m; only for short distances.
  private static func distance(_ one: Coordinate, _ other: Coordinate) -> Double {
    let north = one.latitudeDegrees - other.latitudeDegrees
    let east =
      (one.longitudeDegrees - other.longitudeDegrees) * cos(one.latitudeDegrees * Double.pi / 180)
    return 111_195 * hypot(north, east)
  }
}
