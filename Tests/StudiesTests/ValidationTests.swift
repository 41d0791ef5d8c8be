import Documents
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
    for figure in gaits where figure.verdict == .apart {
      Issue.record("\(figure.situation), \(figure.quantity): \(figure.synthetic.p50)")
    }
    // Most of the rest too; the page says which not.
    #expect(apart.count * 8 < comparison.figures.count)
    #expect(comparison.plots.count > 60 && comparison.plots.allSatisfy { !$0.series.isEmpty })
    // Each signal has figures with the power to tell wrong models, and those that have none are named.
    for signal in Set(comparison.figures.map(\.signal)) {
      let own = comparison.figures.filter { $0.signal == signal }
      #expect(own.contains { $0.verdict == .within && $0.rejected.count > 2 }, "\(signal)")
    }
    #expect(comparison.figures.allSatisfy { $0.verdict != .weak || !$0.passed.isEmpty })
  }

  /// A model that is wrong, by `--set`, is apart where it must be.
  @Test(.enabled(if: folder != nil, "VENUESIM_DATA names no folder of recordings"))
  func aWrongModelIsApart() throws {
    let comparison = try validateSignals(
      folder: try #require(Self.folder), settings: ["signals.beacons=ideal"])
    let apart = comparison.figures.count { $0.signal == "beacon" && $0.verdict == .apart }
    #expect(apart > 8, "\(apart)")
  }

  @Test func settingsOfNoModelAreRefused() {
    for text in ["stack.satellites.use=off", "signals.gnss.echoes=false"] {
      #expect(throws: DocumentError.self, "\(text)") {
        _ = try validateSignals(folder: "/nowhere", settings: [text])
      }
    }
  }

  /// What a wrong model moves out of the wanted range is told; what it moves within is let pass; what it
  /// doesn't move says nothing of it.
  @Test func weakFiguresAreThoseThatLetWrongModelsPass() throws {
    func figure(_ median: Double, wanted: ClosedRange<Double>) throws -> SignalFigure {
      try SignalFigure(
        signal: "s", situation: "here", quantity: "q", unit: "m", real: [4, 5, 6],
        synthetic: [median - 1, median, median + 1], source: "test", wanted: wanted)
    }
    var sharp = try figure(5, wanted: 4...6)
    sharp.scale()
    sharp.hold(against: try figure(8, wanted: 4...6), "off")
    sharp.hold(against: try figure(5.5, wanted: 4...6), "no matter")
    sharp.hold(against: nil, "nothing")
    #expect(sharp.verdict == .within && sharp.rejected == ["half", "double", "off", "nothing"])
    var blunt = try figure(5, wanted: 0...50)
    blunt.scale()
    #expect(blunt.verdict == .weak && blunt.passed == ["half", "double"])
    #expect(try figure(9, wanted: 4...6).verdict == .apart)
  }

  @Test func withoutDataAllIsNamedAsMissing() throws {
    let comparison = try validateSignals(folder: "/nowhere")
    // What papers say needs no recordings.
    #expect(comparison.figures.allSatisfy { $0.source.contains("Strzoda") })
    #expect(comparison.gaps.count > 10)
    #expect(comparison.gaps.contains { $0.contains("github mmalekzadeh/motion-sense") })
  }
}
