import Glibc
import Scoring
import Studies
import Testing

/// What `venuesim validate` finds in the public recordings.
struct ValidationTests {
  /// The folder of recordings; nil if VENUESIM_DATA doesn't name one.
  private static let folder = getenv("VENUESIM_DATA").map { String(cString: $0) }

  @Test(.enabled(if: folder != nil, "VENUESIM_DATA names no folder of recordings"))
  func syntheticPeopleWalkLikeTheRecorded() throws {
    let folder = try #require(Self.folder)
    let comparison = try validateSignals(folder: folder)
    let apart = comparison.figures.filter { $0.verdict == .apart }
    let gaits = comparison.figures.filter {
      $0.signal == "motion" && $0.quantity != "turning RMS"
    }
    #expect(gaits.count > 80)
    for figure in gaits where figure.verdict != .within {
      Issue.record("\(figure.situation), \(figure.quantity): \(figure.synthetic.p50)")
    }
    // Most of the rest too; the page says which not.
    #expect(apart.count * 8 < comparison.figures.count)
    #expect(comparison.plots.count > 60 && comparison.plots.allSatisfy { !$0.series.isEmpty })
  }

  @Test func withoutDataAllIsNamedAsMissing() throws {
    let comparison = try validateSignals(folder: "/nowhere")
    // What papers say needs no recordings.
    #expect(comparison.figures.allSatisfy { $0.source.contains("Strzoda") })
    #expect(comparison.gaps.count > 10)
    #expect(comparison.gaps.contains { $0.contains("github mmalekzadeh/motion-sense") })
  }
}
