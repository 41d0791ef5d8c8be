import Testing

/// The table of simulated halls of different construction, `results/malls/study.csv`, is a gate.
@Suite struct MallsTableTests {
  private static func table() throws -> StudyTable {
    try StudyTable("results/malls/study.csv", kind: "median")
  }

  /// The halls in which a variant's mean error isn't smaller than another's.
  private static func lost(_ variant: String, to other: String) throws -> [String] {
    let table = try table()
    return try table.scenarios.filter {
      try table.figure("indoor.error.mean", of: variant, on: $0)
        >= table.figure("indoor.error.mean", of: other, on: $0)
    }
  }

  /// Under seeds that weren't used for tuning, the filter is more accurate than both nearest-neighbour
  /// methods, in each draw.
  @Test(arguments: ["reference", "reference, draw 2", "reference, draw 3"])
  func filterBeatsNearestNeighbours(draw: String) throws {
    #expect(try Self.table().scenarios.count == 5)
    for other in ["5-NN", "5-NN by angle"] { #expect(try Self.lost(draw, to: other) == []) }
  }
}
