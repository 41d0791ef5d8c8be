import Geometry
import Kernel

/// How much of a true way was found, and how much was added to it.
///
/// The error of P. Newson and J. Krumm, "Hidden Markov map matching through noise and sparseness",
/// ACM GIS 2009, counts what is missing and what was added, over the true length; *correct length* is
/// what isn't missing. Lines are compared by pieces of a metre at most, which are the same if no
/// farther apart than ``tolerance``.
struct RoadLengths {
  /// How far apart, in m, the same way may be: less than any two ways are.
  static let tolerance = 1.5

  /// In m.
  var truth = 0.0
  var correct = 0.0
  var added = 0.0

  init() {}

  /// Compares lines with the true ones.
  init(_ lines: [[Vec2]], truth: [[Vec2]]) throws {
    let (told, actual) = (try LineIndex(lines), try LineIndex(truth))
    Self.forEachPiece(of: truth) { middle, length in
      self.truth += length
      if told.passes(middle) { correct += length }
    }
    Self.forEachPiece(of: lines) { middle, length in
      if !actual.passes(middle) { added += length }
    }
  }

  mutating func add(_ other: RoadLengths) {
    truth += other.truth
    correct += other.correct
    added += other.added
  }

  private static func forEachPiece(of lines: [[Vec2]], _ body: (Vec2, Double) -> Void) {
    for line in lines {
      for (start, end) in zip(line, line.dropFirst()) where start != end {
        let length = start.distance(to: end)
        let count = max(1, Int(length.rounded(.up)))
        for number in 0..<count {
          let share = (Double(number) + 0.5) / Double(count)
          body(start + (end - start) * share, length / Double(count))
        }
      }
    }
  }

  /// The lines by place.
  private struct LineIndex {
    private let index: SegmentIndex?

    init(_ lines: [[Vec2]]) throws {
      let segments = lines.flatMap { line in
        zip(line, line.dropFirst()).map { Segment2($0, $1) }
      }
      index = segments.isEmpty ? nil : try SegmentIndex(segments)
    }

    func passes(_ point: Vec2) -> Bool {
      index?.nearestSegment(to: point, within: RoadLengths.tolerance) != nil
    }
  }
}

/// Lengths of many tracks, weighed by their lengths.
struct RoadLengthsOfTracks {
  let tracks: [RoadLengths]

  /// All together.
  var total: RoadLengths { tracks.reduce(into: RoadLengths()) { $0.add($1) } }

  /// The 95 % interval of the share that is correct, by 2,000 resamplings of the tracks.
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
