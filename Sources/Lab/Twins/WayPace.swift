import Glibc
import Kernel
import Observations
package import Recordings
package import Truth

/// How somebody went from one true place to the next, as far as their accelerometer tells.
///
/// A surveyor marks a place every ten seconds and is taken to go steadily in between, but stands still to
/// mark it, and waits at doors. Whoever is judged by such a truth is so with the real walker, and the twin
/// should be, too: it goes while the walker's phone was shaken, and stands while it wasn't.
package struct WayPace: Sendable {
  /// Over which span the shaking is looked at, in s.
  private static let span = 0.5
  /// How much a phone is shaken that somebody walks with, in m/s² RMS over a span: half of the weakest
  /// walk of MotionSense, and five times a hand's tremor; an estimate.
  private static let walking = 0.6
  /// How far a standing walker may still have gone, as a share of the pace: who is wrongly taken to
  /// stand all the way goes steadily.
  private static let least = 0.03
  /// Places that are closer in time than this, in s, tell the pace themselves.
  private static let leastGap = 2.0

  /// The times of the true places, in s.
  private let marks: [Double]
  /// For how long the walker had gone by the end of each span, in s.
  private let gone: [Double]

  /// Nil where the truth itself tells the pace, lies before the start, or no accelerometer was read.
  ///
  /// - Parameters:
  ///   - recording: The recording.
  ///   - places: The samples of its truth that have a place.
  package init?(of recording: Recording, between places: [TruthSample]) {
    let marks = places.map { ($0.time - .start).seconds }
    guard zip(marks, marks.dropFirst()).contains(where: { $1 - $0 > Self.leastGap }),
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
      // Three spans together are a step at least.
      let near = sums[max(0, index - 1)...min(count - 1, index + 1)].reduce(.zero, +)
      let mean = near.y / max(1, near.x)
      let shaken = (max(0, near.z / max(1, near.x) - mean * mean)).squareRoot()
      // What wasn't read may have been a walk.
      let isGoing = near.x == 0 || shaken > Self.walking
      total += Self.span * (isGoing ? 1 : Self.least)
      gone.append(total)
    }
    (self.marks, self.gone) = (marks, gone)
  }

  /// The moment at which somebody who goes steadily would be where this walker is.
  func steady(_ time: SimTime) -> SimTime {
    let now = (time - .start).seconds
    guard let next = marks.firstIndex(where: { $0 > now }), next > 0 else { return time }
    let (begin, end) = (marks[next - 1], marks[next])
    let way = gone(by: end) - gone(by: begin)
    guard way > 0 else { return time }
    let share = (gone(by: now) - gone(by: begin)) / way
    return SimTime(seconds: begin + share * (end - begin))
  }

  /// Whether the walker goes.
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
