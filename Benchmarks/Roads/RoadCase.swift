import Glibc
import Kernel
import Positioning
import Scoring

/// Tracks for map matching, with a name.
struct RoadCase {
  /// A short name, used for files.
  let name: String
  /// A descriptive title.
  let title: String
  let tracks: [RoadTrack]

  var pointCount: Int { tracks.reduce(0) { $0 + $1.fixes.count } }

  /// All cases: the tracks as they are and thinned, and simulated drives along their routes.
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

/// A matcher's result for a case.
struct RoadResult {
  let matcher: String
  let roadCase: RoadCase
  let lengths: RoadLengthsOfTracks
  /// Matched points per second on one core; nil if not measured.
  let pointsPerSecond: Double?

  /// Matches a case with a matcher, and measures the speed.
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

  /// Creates the result of another program.
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

/// Processor time of this process, in ns.
private func processNanoseconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}
