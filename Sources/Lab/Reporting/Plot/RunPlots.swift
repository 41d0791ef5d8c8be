public import Documents
public import Maps
import Scoring

/// Pictures of a run or a replay, made of its folder alone: the same bytes for the same tables.
public struct RunPlots: Sendable {
  /// A kind of picture.
  public enum Figure: String, CaseIterable, Sendable {
    case errors, floors, time, map, ways

    /// What it shows, in a line.
    public var meaning: String {
      switch self {
      case .errors: "the shares of locations up to each error, by device or recording"
      case .floors: "the same by the true floor, and outdoors"
      case .time: "the error over the time since the run or the recording began"
      case .map: "the error by where the phone truly was, a picture for each level"
      case .ways: "the true ways, a picture for each level"
      }
    }
  }

  /// A file.
  public struct File: Sendable {
    /// Its name, without an ending.
    public let name: String
    /// The picture, an SVG document.
    public let svg: String
  }

  /// The folder that pictures go to in a run's folder, unless another is named.
  public static let folderName = "plots"

  let run: RunReport
  let radio: RadioMap?

  /// Reads a run's folder.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - radio: The survey whose expected errors are shown beside the real ones; nil for none.
  /// - Throws: ``DocumentError`` if there is no run, or something in it makes no sense.
  public init(folder: String, survey radio: RadioMap? = nil) throws(DocumentError) {
    run = try RunReport(folder: folder)
    self.radio = radio
  }

  /// The pictures of a kind, in the order of the run's scenarios.
  ///
  /// - Parameter figure: The kind.
  /// - Returns: The pictures; none where the run holds nothing to be drawn of them.
  public func files(of figure: Figure) -> [File] {
    run.scenarios.enumerated().flatMap { number, scenario in
      let before = prefix(number)
      return sheets(of: figure, scenario).map { File(name: before + $0.name, svg: $0.svg) }
    }
  }

  /// Why there is no picture of a kind.
  ///
  /// - Parameter figure: The kind.
  /// - Returns: The reason, for people.
  public func absence(of figure: Figure) -> String {
    if figure == .ways {
      return run.missing.contains("track.csv")
        ? "there is no track.csv"
        : "the folder doesn't say where it took place ('replay --scenario FILE' does)"
    }
    if figure == .map, !run.errorMaps.isEmpty {
      return "no cell has \(ErrorMap.fewest) locations reported or more"
    }
    return run.missing.contains("fixes.csv")
      ? "there is no fixes.csv" : "no location was reported whose true place is known"
  }

  private func sheets(of figure: Figure, _ scenario: String) -> [File] {
    switch figure {
    case .errors: curves(scenario).map { [File(name: "errors", svg: $0)] } ?? []
    case .floors: floorCurves(scenario).map { [File(name: "floors", svg: $0)] } ?? []
    case .time: times(scenario).map { [File(name: "time", svg: $0)] } ?? []
    case .map: errorSheets(scenario)
    case .ways: ways(scenario)
    }
  }

  /// What a scenario's files begin with: its name in letters that are fit for a file, where there are
  /// several; with its number where two would begin alike.
  private func prefix(_ number: Int) -> String {
    guard run.scenarios.count > 1 else { return "" }
    let names = run.scenarios.map { name in
      String(name.prefix(60).map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
    }
    let isAlone = names.count { $0.lowercased() == names[number].lowercased() } == 1
    return names[number] + (isAlone ? "-" : "-\(number + 1)-")
  }

  /// What is said below every chart.
  func caption(_ count: Int) -> String {
    "run \(run.run), n = \(count) locations reported whose true place is known"
  }

  // MARK: - Charts

  /// As many lines as can be told apart, besides the one of all.
  static let mostLines = 7

  private func curves(_ scenario: String) -> String? {
    let own = run.curves.filter { $0.scenario == scenario && $0.curve.count > 0 }
    guard !own.isEmpty else { return nil }
    // Those that went worst are what one looks for.
    let ranked = own.sorted {
      ($0.curve.quantiles(at: [ErrorMap.share]).first ?? 0)
        > ($1.curve.quantiles(at: [ErrorMap.share]).first ?? 0)
    }
    let chosen = Set(ranked.prefix(Self.mostLines).map(\.device))
    let lines = own.filter { chosen.contains($0.device) }.map { ($0.device, $0.curve) }
    let title =
      own.count > Self.mostLines
      ? "\(scenario): error, of the worst \(Self.mostLines) of \(own.count)" : "\(scenario): error"
    return chart(title: title, all: own.map(\.curve), lines)
  }

  private func floorCurves(_ scenario: String) -> String? {
    let floors = run.errorMaps[scenario]?.floors(most: ErrorMap.mostOnPage) ?? []
    guard !floors.isEmpty else { return nil }
    let chosen = Set(
      floors.sorted { $0.errors.count > $1.errors.count }.prefix(Self.mostLines).map(\.ordinal))
    let lines = floors.filter { chosen.contains($0.ordinal) }.map { floor in
      (floor.ordinal.map { "floor \($0)" } ?? "outdoors", floor.errors)
    }
    return chart(
      title: "\(scenario): error by the true floor", all: floors.map(\.errors), lines)
  }

  /// Distributions in one chart, that of all first.
  private func chart(
    title: String, all: [ErrorCurve], _ lines: [(name: String, curve: ErrorCurve)]
  ) -> String {
    var pooled = ErrorCurve()
    for curve in all { pooled.add(curve) }
    let shares = (1...99).map { Double($0) / 100 }
    func series(_ name: String, _ curve: ErrorCurve, _ number: Int?) -> SignalPlot.Series {
      let points = zip(curve.quantiles(at: shares), shares).map { SIMD2($0, $1) }
      return SignalPlot.Series(
        "\(name.prefix(30)) (n = \(curve.count))", Self.look(number), points)
    }
    var all = lines.enumerated().map { series($1.name, $1.curve, $0) }
    // One line alone is that of all.
    if lines.count != 1 { all.insert(series("all", pooled, nil), at: 0) }
    let ends = pooled.quantiles(at: [0.5, 0.99])
    // A long tail would leave no room for what mostly happens.
    let isLog = ends.count == 2 && ends[1] > 20 * ends[0]
    return SignalChart.document(
      SignalPlot(
        signal: "error", title: title, xLabel: "horizontal error, m",
        yLabel: "share of locations up to it", hasLogX: isLog, series: all,
        caption: caption(pooled.count)))
  }

  /// How a line looks: its colour by its number, dashed from the fifth on; black for that of all.
  static func look(_ number: Int?) -> SignalPlot.Origin {
    guard let number else { return .model }
    return number < 4 ? .real : .synthetic
  }

  private func times(_ scenario: String) -> String? {
    guard let times = run.errorTimes[scenario] else { return nil }
    let (shares, names) = ([0.5, ErrorMap.share, 0.95], ["50 %", "68 %", "95 %"])
    let found = times.quantiles(at: shares)
    guard !found.isEmpty else { return nil }
    let series = names.indices.map { number in
      SignalPlot.Series(
        names[number], Self.look(number), found.map { SIMD2($0.time, $0.errors[number]) })
    }
    let count = run.curves.filter { $0.scenario == scenario }.reduce(0) { $0 + $1.curve.count }
    return SignalChart.document(
      SignalPlot(
        signal: "error", title: "\(scenario): error over time, of all devices",
        xLabel: "time since the beginning, s", yLabel: "horizontal error of shares, m",
        series: series,
        caption: "\(caption(count)), by \(times.seconds) s"))
  }
}
