package import Geometry

/// How much of a true way was found, and how much was added to it.
///
/// The error of P. Newson and J. Krumm, "Hidden Markov map matching through noise and sparseness",
/// ACM GIS 2009, counts what is missing and what was added, over the true length; *correct length* is
/// what isn't missing. Lines are compared by pieces of a metre at most, which are the same if no
/// farther apart than a tolerance.
package struct RoadLengths: Sendable {
  /// How far apart, in m, the same way may be: less than any two ways are.
  package static let tolerance = 1.5

  /// In m.
  package var truth = 0.0
  package var correct = 0.0
  package var added = 0.0

  /// Creates lengths of nothing.
  package init() {}

  /// Compares lines with the true ones, in metres on a plane.
  ///
  /// - Parameters:
  ///   - lines: What was told.
  ///   - truth: The true way.
  ///   - tolerance: How far apart, in m, the same way may be.
  /// - Throws: What is wrong with a line: a place that isn't finite.
  package init(
    _ lines: [[Vec2]], truth: [[Vec2]], tolerance: Double = RoadLengths.tolerance
  ) throws {
    let told = try LineIndex(lines, tolerance: tolerance)
    let actual = try LineIndex(truth, tolerance: tolerance)
    Self.forEachPiece(of: truth) { middle, length in
      self.truth += length
      if told.passes(middle) { correct += length }
    }
    Self.forEachPiece(of: lines) { middle, length in
      if !actual.passes(middle) { added += length }
    }
  }

  /// Adds another track's.
  package mutating func add(_ other: RoadLengths) {
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
    private let tolerance: Double

    init(_ lines: [[Vec2]], tolerance: Double) throws {
      self.tolerance = tolerance
      let segments = lines.flatMap { line in
        zip(line, line.dropFirst()).map { Segment2($0, $1) }
      }
      index = segments.isEmpty ? nil : try SegmentIndex(segments)
    }

    func passes(_ point: Vec2) -> Bool {
      index?.nearestSegment(to: point, within: tolerance) != nil
    }
  }
}
