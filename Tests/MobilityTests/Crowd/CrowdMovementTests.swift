import Studies
import TestSupport
import Testing

struct CrowdMovementTests {
  private static let heavy = ["rimea-04", "rimea-09", "rimea-12"]
  private static let names = movementChecks.map(\.name)

  private static func isHeavy(_ name: String) -> Bool { heavy.contains { name.hasPrefix($0) } }

  /// Complete populations at all densities and widths.
  @Test(.enabled(if: runsLong, "make test-long"), arguments: names.filter(isHeavy))
  func longMatchesReferenceData(name: String) throws { try matchesReferenceData(name: name) }

  /// The checks of the benchmarks' `rimea`, with as few seeds as possible.
  @Test(arguments: names.filter { !isHeavy($0) } + names.filter(isHeavy).prefix(1))
  func matchesReferenceData(name: String) throws {
    let check = try #require(movementChecks.first { $0.name == name })
    let isHeavy = Self.isHeavy(name)
    // The last of two merging streams sometimes takes long: two runs don't show which is slower.
    let runs = name.hasPrefix("rimea-08") ? 8 : isHeavy ? 2 : nil
    for figure in try check.figures(runs: runs, jobs: 2) {
      #expect(
        figure.isKept, "\(name): \(figure.quantity.name) is \(figure.measured)")
    }
  }
}
