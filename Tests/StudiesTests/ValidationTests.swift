import Documents
import Glibc
import Kernel
import Scoring
import Studies
import Testing

/// Results of `venuesim validate` on the public recordings.
struct ValidationTests {
  /// The folder of recordings; nil if VENUESIM_DATA doesn't name one.
  private static let folder = getenv("VENUESIM_DATA").map { String(cString: $0) }

  @Test(.enabled(if: folder != nil, "VENUESIM_DATA names no folder of recordings"))
  func syntheticGaitMatchesRecordings() throws {
    let folder = try #require(Self.folder)
    let comparison = try validateSignals(folder: folder)
    let apart = comparison.figures.filter { $0.verdict == .apart }
    let gaits = comparison.figures.filter {
      $0.signal == "motion" && !$0.quantity.hasPrefix("turning RMS")
    }
    #expect(gaits.count > 80)
    // In trouser pockets and bags; the ways to hold a phone vary more than in the model.
    for figure in gaits where figure.verdict == .apart && !figure.situation.contains("hand_texting")
    {
      if figure.quantity == "share above 10 Hz" { continue }
      Issue.record("\(figure.situation), \(figure.quantity): \(figure.synthetic.p50)")
    }
    // Most of the others, too; the page lists the exceptions.
    #expect(apart.count * 4 < comparison.figures.count)
    #expect(comparison.plots.count > 60 && comparison.plots.allSatisfy { !$0.series.isEmpty })
    // Each signal has figures that detect wrong models, and figures that don't are named.
    for signal in Set(comparison.figures.map(\.signal)) {
      let own = comparison.figures.filter { $0.signal == signal }
      #expect(own.contains { $0.verdict == .within && $0.rejected.count > 2 }, "\(signal)")
    }
    #expect(comparison.figures.allSatisfy { $0.verdict != .weak || !$0.passed.isEmpty })
  }

  /// A wrong model, by `--set`, is apart where it must be.
  @Test(.enabled(if: folder != nil, "VENUESIM_DATA names no folder of recordings"))
  func detectsWrongModel() throws {
    let comparison = try validateSignals(
      folder: try #require(Self.folder), settings: ["signals.beacons=ideal"])
    let apart = comparison.figures.count { $0.signal == "beacon" && $0.verdict == .apart }
    #expect(apart > 8, "\(apart)")
  }

  @Test func rejectsSettingsOutsideModels() {
    for text in ["stack.satellites.use=off", "signals.gnss.echoes=false"] {
      #expect(throws: DocumentError.self, "\(text)") {
        _ = try validateSignals(folder: "/nowhere", settings: [text])
      }
    }
  }

  /// A figure that a wrong model moves out of its range has power; one that it moves within the range has
  /// none; an unmoved one is neutral.
  @Test func weakFiguresPassWrongModels() throws {
    func figure(_ median: Double, wanted: ClosedRange<Double>) throws -> SignalFigure {
      try SignalFigure(
        signal: "s", situation: "here", quantity: "q", unit: "m", real: RecordedValues([4, 5, 6]),
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

  /// Twenty people: samples of the same distribution are within; half as large ones, or equal ones without
  /// spread, aren't.
  @Test func comparesDistributions() throws {
    var draw = RandomStream(seed: 7, purpose: "test")
    let people = (0..<20).map { _ in
      let own = 5 + draw.gaussian()
      return (0..<50).map { _ in own + 0.2 * draw.gaussian() }
    }
    func figure(_ made: [Double], _ real: RecordedValues) throws -> SignalFigure {
      try SignalFigure(
        signal: "s", situation: "here", quantity: "q", unit: "m", real: real, synthetic: made,
        source: "test")
    }
    let drawn = (0..<2000).map { _ in 5 + 1.02 * draw.gaussian() }
    var sharp = try figure(drawn, RecordedValues(byRecording: people))
    sharp.scale()
    sharp.hold(
      against: try figure(drawn.map { _ in 5 }, RecordedValues(byRecording: people)), "all alike")
    #expect(sharp.recordings == 20 && sharp.wanted == nil)
    #expect(sharp.verdict == .within && sharp.rejected == ["half", "double", "all alike"])
    // If each of the thousand values were another person's, chance would leave almost no margin.
    let byRecording = try #require(sharp.limit)
    let bySample = try #require(figure(drawn, RecordedValues(people.flatMap(\.self))).limit)
    #expect(byRecording > 0.2 && bySample == 0.15, "\(byRecording) and \(bySample)")
    // The same people, with a significantly larger value.
    #expect(
      try figure(drawn.map { $0 + 1.5 }, RecordedValues(byRecording: people)).verdict == .apart)
  }

  /// A model with the mean level of two kinds of people fits neither once each is left out; with people of
  /// one kind nothing is lost.
  @Test func leaveOneOutExcludesOwnLevel() throws {
    var draw = RandomStream(seed: 8, purpose: "test")
    func people(_ levels: [Double]) -> [[Double]] {
      levels.map { level in (0..<40).map { _ in level * (1 + 0.1 * draw.gaussian()) } }
    }
    func figure(_ people: [[Double]], unit: String = "m") throws -> SignalFigure {
      try SignalFigure(
        signal: "s", situation: "here", quantity: "q", unit: unit,
        real: RecordedValues(byRecording: people), synthetic: people.flatMap(\.self), source: "test"
      )
    }
    let alike = try figure(people([5, 5.1, 4.9, 5, 5]))
    #expect((alike.leftOut ?? 1) < 0.1 && alike.verdict != .apart, "\(alike)")
    let independent = try figure(people([3, 3, 3, 6, 6]))
    let inSample = try #require(independent.kolmogorovSmirnov)
    #expect(inSample < 1e-9 && (independent.leftOut ?? 0) > 0.15, "\(independent)")
    // Levels in dB are shifted, not scaled, and negative values aren't inverted.
    let levels = try figure(people([-60, -60, -61, -59, -60]), unit: "dBm")
    #expect((levels.leftOut ?? 1) < 0.15, "\(levels)")
    #expect(try figure(people([5, 5])).leftOut == nil)
  }

  /// Fewer than five recordings don't give their spread: their range decides.
  @Test func fewRecordingsAreJudgedByRange() throws {
    let few = RecordedValues(byRecording: [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10], []])
    let figure = try SignalFigure(
      signal: "s", situation: "here", quantity: "q", unit: "m", real: few, synthetic: [5, 5.5, 6],
      source: "test")
    #expect(figure.recordings == 2 && figure.limit == nil)
    #expect(figure.wanted.map { $0.lowerBound > 1.5 && $0.upperBound < 9.5 } == true)
    #expect(figure.verdict == .within)
  }

  @Test func reportsMissingData() throws {
    let comparison = try validateSignals(folder: "/nowhere")
    // Published figures need no recordings.
    #expect(comparison.figures.allSatisfy { $0.source.contains("Strzoda") })
    #expect(comparison.gaps.count > 10)
    #expect(comparison.gaps.contains { $0.contains("github mmalekzadeh/motion-sense") })
  }
}
