import Documents
import Testing

/// The table of cars' tracks on roads, `results/roads.csv`, is a gate: compared with Meili and
/// leuvenmapmatching, in the same run.
@Suite struct RoadsTableTests {
  private struct Row {
    var correct, low, high, added: Double
  }

  /// The rows by case and matcher.
  private static func rows() throws -> [[String]: Row] {
    var csv = try CSVReader(path: "results/roads.csv")
    let columns = try ["correct_share", "interval_low", "interval_high", "added_share"].map {
      try #require(csv.columns.firstIndex(of: $0))
    }
    var found: [[String]: Row] = [:]
    while try csv.nextRow() {
      let values = try columns.map { try #require(csv.number(at: $0)) }
      found[[csv.text(at: 0), csv.text(at: 1)]] = Row(
        correct: values[0], low: values[1], high: values[2], added: values[3])
    }
    return found
  }

  /// At every density of points, more of the true route is found than by the peers, and less is added.
  @Test(arguments: ["meili", "leuven"]) func findsMoreOfTheRouteThanPeers(peer: String) throws {
    let rows = try Self.rows()
    let ours = rows.filter { $0.key[1] == "VenueSim" }
    #expect(ours.count >= 4)
    for (key, own) in ours {
      // The slowest peer was run on the original points only.
      guard let other = rows[[key[0], peer]] else {
        #expect(peer == "leuven" && !key[0].hasPrefix("every_"))
        continue
      }
      #expect(own.correct > other.correct && own.added < other.added, "\(key) \(own) \(other)")
    }
    // Significantly so for the sparsest points.
    let (own, other) = (
      try #require(rows[["every_10", "VenueSim"]]), try #require(rows[["every_10", peer]])
    )
    #expect(own.low > other.high)
  }
}
