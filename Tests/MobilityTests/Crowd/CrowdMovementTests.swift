import Studies
import Testing

struct CrowdMovementTests {
  /// The checks of the benchmarks' `rimea`, with as few seeds as still tell.
  @Test(arguments: movementChecks.map(\.name)) func isKept(name: String) throws {
    let check = try #require(movementChecks.first { $0.name == name })
    let isHeavy = ["rimea-04", "rimea-09", "rimea-12"].contains { name.hasPrefix($0) }
    // The last of two streams that meet takes now long, now not: two runs don't tell which is slower.
    let runs = name.hasPrefix("rimea-08") ? 8 : isHeavy ? 2 : nil
    for figure in try check.figures(runs: runs, jobs: 2) {
      #expect(
        figure.isKept, "\(name): \(figure.quantity.name) is \(figure.measured)")
    }
  }
}
