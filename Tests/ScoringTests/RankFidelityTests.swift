import Scoring
import Testing

struct RankFidelityTests {
  private static func row(_ variant: String, _ values: [Double]) throws -> StudyRow {
    let (metric, statistic) = try #require(MetricCatalogue.parse("horizontal_error.mean"))
    let figure = try StudyFigure(GatedFigure(metric, statistic))
    var row = StudyRow(scenario: "drives", variant: variant, device: "all", figures: [figure])
    row.values[0] = values.enumerated().map {
      StudyValue(unit: "\($0.offset)", value: $0.element, count: 1)
    }
    return row
  }

  private static func fidelity(_ real: [[Double]], _ twin: [[Double]]) throws -> RankFidelity {
    let names = ["a", "b", "c", "d"]
    return try RankFidelity(
      real: zip(names, real).map { try row($0, $1) },
      twin: zip(names, twin).map { try row($0, $1) })
  }

  @Test func equalOrderHasTauOne() throws {
    let real = [[1.0], [2], [3], [4]]
    let twin = [[10, 11, 12], [20, 21, 23], [30, 31, 32.0], [40, 41, 42]]
    let same = try Self.fidelity(real, twin)
    #expect(same.tau == 1 && same.agreement == 1 && same.significant.count == 6)
    #expect(same.recordings == 1 && same.twins == 3)
    let turned = try Self.fidelity(real.reversed(), twin)
    #expect(turned.tau == -1 && turned.agreement == 0)
  }

  /// One swap of neighbours among four costs two of six pairs: tau is 4/6.
  @Test func oneSwapReducesTauByAThird() throws {
    let swapped = try Self.fidelity(
      [[1.0], [3], [2], [4]], [[10, 11], [20, 21], [30, 31], [40, 41]])
    #expect(abs(try #require(swapped.tau) - 4.0 / 6) < 1e-12)
    #expect(swapped.significant.filter { !$0.isAgreed }.map { $0.lower + $0.higher } == ["bc"])
  }

  /// A difference smaller than its variation isn't significant; paired differences count, not spreads.
  @Test func onlySignificantPairsCount() throws {
    let wild = [1.0, 50, 9, 70, 3]
    let paired = try Self.fidelity(
      [[1.0], [2], [3], [4]], [wild, wild.map { $0 + 1 }, wild.reversed(), wild.map { $0 + 2 }])
    let significant = paired.significant.map { $0.lower + $0.higher }
    #expect(significant == ["ab", "ad", "bd"], "\(significant)")
  }

  /// A recording without a figure for one variant is left out for all.
  @Test func excludesRecordingsWithMissingFigures() throws {
    var rows = try [[1.0, 9], [2, 1]].enumerated().map { try Self.row("v\($0.offset)", $0.element) }
    rows[1].values[0].removeLast()
    let fidelity = try RankFidelity(real: rows, twin: rows)
    #expect(fidelity.variants.map(\.real) == [1, 2])
    rows[1].values[0].removeAll()
    #expect(throws: (any Error).self) { _ = try RankFidelity(real: rows, twin: rows) }
  }

  /// Sets of recordings are pooled; with three or more, tau has an interval, which is a point if every
  /// recording ranks alike, and isn't otherwise.
  @Test func poolsSetsAndBootstrapsRecordings() throws {
    func rows(_ values: [[Double]], isTwin: Bool) throws -> [StudyRow] {
      try ["walks", "runs"].flatMap { set in
        try values.enumerated().map { number, values in
          var row = try Self.row("v\(number)", values)
          row.scenario = set
          row.values[0] = values.enumerated().flatMap { place, value in
            (isTwin ? [" 1", " 2"] : [""]).map {
              StudyValue(unit: "r\(place)\($0)", value: value, count: 1)
            }
          }
          return row
        }
      }
    }
    let alike = [[1.0, 2, 3], [2, 3, 4], [3, 4, 5]]
    let same = try RankFidelity(real: rows(alike, isTwin: false), twin: rows(alike, isTwin: true))
    #expect(same.recordings == 6 && same.twins == 2 && same.variants.count == 3)
    #expect(same.tau == 1 && same.tauInterval == 1...1)
    let other = [[1.0, 9, 3], [2, 1, 4], [3, 4, 1]]
    let mixed = try RankFidelity(real: rows(other, isTwin: false), twin: rows(alike, isTwin: true))
    let interval = try #require(mixed.tauInterval)
    #expect(
      interval.lowerBound < 0 && interval.upperBound - interval.lowerBound > 0.4, "\(interval)")
  }

  /// If every seed ranks alike, the ceiling is 1; with random ranks it is low.
  @Test func ceilingFallsWithRandomRanks() throws {
    func ceiling(_ values: [[Double]]) throws -> Double? {
      let rows = try values.enumerated().map { number, values in
        var row = try Self.row("v\(number)", values)
        row.values[0] = values.enumerated().map {
          StudyValue(unit: "walk \($0.offset)", value: $0.element, count: 1)
        }
        return row
      }
      return try RankFidelity(real: Self.real(of: rows), twin: rows).ceiling
    }
    #expect(try ceiling([[1, 2, 3], [2, 3, 4], [3, 4, 5], [4, 5, 6]]) == 1)
    let chance = try #require(try ceiling([[1, 9, 3], [2, 1, 4], [3, 4, 1], [9, 5, 2]]))
    #expect(chance < 0.5, "\(chance)")
    #expect(try ceiling([[1, 2], [2, 3]]) == nil)
  }

  /// One recording with the figures of the first twins.
  private static func real(of rows: [StudyRow]) -> [StudyRow] {
    rows.map { row in
      var row = row
      row.values[0] = [StudyValue(unit: "walk", value: row.values[0][0].value, count: 1)]
      return row
    }
  }
}
