import Foundation
import Testing

/// The table of satellites on recordings, `results/satellites/study.csv`, is a gate: whoever makes it anew
/// and finds the filter behind an epoch by itself sees this red.
struct RealSatellitesTests {
  /// Each recording's figures of a variant, by the metric.
  private struct Table {
    /// Recording, variant and figure, and its value.
    let values: [[String]: Double]
    let recordings: Set<String>

    init(_ text: String) throws {
      var lines = text.split(separator: "\n").map {
        $0.split(separator: ",", omittingEmptySubsequences: false)
      }
      let header = try #require(lines.first).map(String.init)
      lines.removeFirst()
      func column(_ name: String) throws -> Int { try #require(header.firstIndex(of: name)) }
      // Titles have commas and stand after these; values are counted from the end.
      let (scenario, variant) = (try column("scenario"), try column("variant"))
      let figure = try column("figure")
      let fromEnd = header.count - (try column("value"))
      var values: [[String]: Double] = [:]
      for line in lines where line.contains("median") {
        let key = [line[scenario], line[variant], line[figure]].map(String.init)
        values[key] = Double(line[line.count - fromEnd])
      }
      self.values = values
      recordings = Set(values.keys.map { $0[0] })
    }

    /// The recordings on which the filter's mean error is more than a twentieth above an epoch's own.
    func lost() throws -> [String] {
      try recordings.sorted().filter { recording in
        func mean(_ variant: String) throws -> Double {
          try #require(values[[recording, variant, "horizontal_error.mean"]])
        }
        return try mean("filter") > 1.05 * mean("each epoch for itself")
      }
    }
  }

  private func text() throws -> String {
    try String(contentsOfFile: Places.root + "/results/satellites/study.csv", encoding: .utf8)
  }

  @Test func theFilterIsBehindAnEpochNowhere() throws {
    let table = try Table(try text())
    #expect(table.recordings.count == 2)
    #expect(try table.lost() == [])
    let within = try #require(
      table.values[["gnss-berlin-potsdamer-platz", "filter", "within_accuracy.share"]])
    #expect((0.6...0.75).contains(within), "\(within)")
  }

  /// With the filter of before, which the table has, too, the gate is shut.
  @Test func aFilterThatIsBehindIsFound() throws {
    let worse = try text().replacingOccurrences(of: ",filter,", with: ",other,")
      .replacingOccurrences(of: ",filter that turns as slowly without rates,", with: ",filter,")
    #expect(try Table(worse).lost() == ["gnss-berlin-potsdamer-platz"])
  }
}
