import Glibc
import Kernel
import Observations
package import Recordings
package import Truth

/// Pace between true positions, estimated from the accelerometer.
///
/// A surveyor marks a position every ten seconds; the truth assumes a steady speed between marks, but the
/// surveyor stands still to mark, and waits at doors. The real recording is scored against that truth, and
/// so must the twin be: it moves while the walker's phone was shaken, and stands while it wasn't.
package struct TrackPace: Sendable {
  /// Window of the activity level, in s.
  private static let span = 0.5
  /// Min acceleration RMS of a phone while walking, in m/s² over a window: half of the weakest walk in
  /// MotionSense, and five times the tremor of a hand; an estimate.
  private static let walking = 0.6
  /// Share of the pace while standing, so that a walker who is wrongly classified as standing all the time
  /// moves steadily.
  private static let minimum = 0.03
  /// Min gap between positions for which the pace is estimated, in s; closer ones define it themselves.
  private static let minGap = 2.0

  /// The times of the true positions, in s.
  private let marks: [Double]
  /// Cumulative walking time at the end of each window, in s.
  private let gone: [Double]

  /// Nil if the truth is dense enough, lies before the start, or there is no accelerometer.
  ///
  /// - Parameters:
  ///   - recording: The recording.
  ///   - places: The samples of its truth with a position.
  package init?(of recording: Recording, between places: [TruthSample]) {
    let marks = places.map { ($0.time - .start).seconds }
    guard zip(marks, marks.dropFirst()).contains(where: { $1 - $0 > Self.minGap }),
      let end = marks.last, end > 0, end < 1e6
    else { return nil }
    let count = Int(end / Self.span) + 2
    var sums = [SIMD3<Double>](repeating: .zero, count: count)
    for case .accelerometer(let batch) in recording.observations.map(\.item) {
      for sample in batch.samples {
        let place = Int((sample.time - .start).seconds / Self.span)
        guard sums.indices.contains(place) else { continue }
        let size = Double(
          (sample.x * sample.x + sample.y * sample.y + sample.z * sample.z).squareRoot())
        sums[place] += SIMD3(1, size, size * size)
      }
    }
    guard sums.contains(where: { $0.x > 0 }) else { return nil }
    var (gone, total) = ([Double](), 0.0)
    gone.reserveCapacity(count)
    for index in sums.indices {
      // Three windows together span at least a step.
      let near = sums[max(0, index - 1)...min(count - 1, index + 1)].reduce(.zero, +)
      let mean = near.y / max(1, near.x)
      let shaken = (max(0, near.z / max(1, near.x) - mean * mean)).squareRoot()
      // Windows without data may have been walking.
      let isGoing = near.x == 0 || shaken > Self.walking
      total += Self.span * (isGoing ? 1 : Self.minimum)
      gone.append(total)
    }
    (self.marks, self.gone) = (marks, gone)
  }

  /// Maps a time to that at which a steady walker would be at the actual walker's position.
  func steady(_ time: SimTime) -> SimTime {
    let now = (time - .start).seconds
    guard let next = marks.firstIndex(where: { $0 > now }), next > 0 else { return time }
    let (begin, end) = (marks[next - 1], marks[next])
    let way = gone(by: end) - gone(by: begin)
    guard way > 0 else { return time }
    let share = (gone(by: now) - gone(by: begin)) / way
    return SimTime(seconds: begin + share * (end - begin))
  }

  /// True if the walker moves.
  func isGoing(at time: SimTime) -> Bool {
    let now = (time - .start).seconds
    return gone(by: now + Self.span) - gone(by: now) > 0.5 * Self.span
  }

  private func gone(by second: Double) -> Double {
    let place = max(0, second) / Self.span
    let index = min(Int(place), gone.count - 1)
    let before = index > 0 ? gone[index - 1] : 0
    return before + (gone[index] - before) * min(1, place - Double(index))
  }
}
