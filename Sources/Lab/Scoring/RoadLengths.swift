package import Geometry

/// Map-matching score: correct and added lengths against a true route.
///
/// The error of P. Newson and J. Krumm, "Hidden Markov map matching through noise and sparseness",
/// ACM GIS 2009: the missing plus the added length, over the true length; *correct length* is the
/// length not missing. Lines are compared in pieces of at most a metre, which match within a
/// tolerance.
package struct RoadLengths: Sendable {
  /// The default tolerance, in m: less than the distance of any two roads.
  package static let tolerance = 1.5

  /// In m.
  package var truth = 0.0
  package var correct = 0.0
  package var added = 0.0

  package init() {}

  /// Compares lines with the true ones, in metres on a plane.
  ///
  /// - Parameters:
  ///   - lines: The matched lines.
  ///   - truth: The true route.
  ///   - tolerance: Maximum distance of matching pieces, in m.
  /// - Throws: An error for coordinates that are not finite.
  package init(
    _ lines: [[Vec2]], truth: [[Vec2]], tolerance: Double = RoadLengths.tolerance
  ) throws {
    let reported = try LineIndex(lines, tolerance: tolerance)
    let actual = try LineIndex(truth, tolerance: tolerance)
    Self.forEachPiece(of: truth) { middle, length in
      self.truth += length
      if reported.passes(middle) { correct += length }
    }
    Self.forEachPiece(of: lines) { middle, length in
      if !actual.passes(middle) { added += length }
    }
  }

  /// Adds the lengths of another track.
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

  /// Spatial index of the lines.
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
