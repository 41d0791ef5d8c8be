import Kernel
import Scoring

/// Matched lengths of many tracks, weighted by length.
struct RoadLengthsOfTracks {
  let tracks: [RoadLengths]

  /// The sum over all tracks.
  var total: RoadLengths { tracks.reduce(into: RoadLengths()) { $0.add($1) } }

  /// The 95 % bootstrap interval of the correct share, from 2,000 resamplings of the tracks.
  var interval: ClosedRange<Double> {
    guard !tracks.isEmpty else { return 0...0 }
    var stream = RandomStream(seed: 1, purpose: "benchmarks.roads.bootstrap")
    let shares = (0..<2000).map { _ in
      let sum = tracks.indices.reduce(into: RoadLengths()) { sum, _ in
        sum.add(tracks[Int.random(in: tracks.indices, using: &stream)])
      }
      return sum.correct / sum.truth
    }.sorted()
    return shares[50]...shares[1949]
  }
}
