import Glibc
import Kernel
import Positioning
import Scoring

/// Tracks to be matched, and what they are.
struct RoadCase {
  /// A short name, which files are called by.
  let name: String
  /// In words.
  let title: String
  let tracks: [RoadTrack]

  var pointCount: Int { tracks.reduce(0) { $0 + $1.fixes.count } }

  /// All that is measured: the tracks as they are and thinned, and drives along their ways.
  static func all(_ tracks: [RoadTrack]) -> [RoadCase] {
    [1, 2, 5, 10].map { step in
      RoadCase(
        name: "every_\(step)",
        title: step == 1 ? "all points" : "every \(step)\(step == 2 ? "nd" : "th") point",
        tracks: tracks.map { $0.thinned(to: step) })
    }
      + [0.0, 5, 20].map { noise in
        RoadCase(
          name: "spacing_30_noise_\(Int(noise))",
          title: "drives, 30 m apart, noise \(Int(noise)) m",
          tracks: tracks.enumerated().map {
            $0.element.driven(spacing: 30, noise: noise, number: $0.offset)
          })
      }
  }
}

/// What somebody made of a case.
struct RoadResult {
  let matcher: String
  let roadCase: RoadCase
  let lengths: RoadLengthsOfTracks
  /// Points matched in a second of one core; nil if nobody measured it.
  let pointsPerSecond: Double?

  /// Matches a case with a matcher, and times that.
  init(_ roadCase: RoadCase, by matcher: inout RoadMatcher, isTimed: Bool) throws {
    self.matcher = "VenueSim"
    self.roadCase = roadCase
    var lengths: [RoadLengths] = []
    for track in roadCase.tracks {
      lengths.append(try RoadLengths(matcher.match(track: track.fixes).lines, truth: track.truth))
    }
    self.lengths = RoadLengthsOfTracks(tracks: lengths)
    pointsPerSecond = isTimed ? Self.speed(of: &matcher, roadCase) : nil
  }

  /// Takes what another program made of a case.
  init(_ roadCase: RoadCase, matcher: String, lengths: [RoadLengths], pointsPerSecond: Double?) {
    self.matcher = matcher
    self.roadCase = roadCase
    self.lengths = RoadLengthsOfTracks(tracks: lengths)
    self.pointsPerSecond = pointsPerSecond
  }

  /// The best of five rounds of at least 0.2 s each.
  private static func speed(of matcher: inout RoadMatcher, _ roadCase: RoadCase) -> Double {
    var best = 0.0
    for _ in 0..<5 {
      let start = processNanoseconds()
      var (elapsed, rounds, lines) = (0.0, 0, 0)
      repeat {
        for track in roadCase.tracks { lines += matcher.match(track: track.fixes).lines.count }
        rounds += 1
        elapsed = processNanoseconds() - start
      } while elapsed < 2e8
      keepAlive(UInt64(truncatingIfNeeded: lines))
      best = max(best, Double(roadCase.pointCount * rounds) / elapsed * 1e9)
    }
    return best
  }
}

/// The time that this program had of a core so far, in ns.
private func processNanoseconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}
