public import Documents
public import Maps
import Scoring

/// Charts and maps of a run or a replay from its folder alone, with identical bytes for identical
/// tables.
public struct RunPlots: Sendable {
  /// A kind of image.
  public enum PlotKind: String, CaseIterable, Sendable {
    case errors, floors, time, map
    case tracks = "ways"

    /// A description in a line.
    public var meaning: String {
      switch self {
      case .errors: "distribution of the error, by device or recording"
      case .floors: "distribution of the error, by the true floor and outdoors"
      case .time: "error over the time since the start of the run or the recording"
      case .map: "68 % error by true position, a map per level"
      case .tracks: "true tracks, a map per level"
      }
    }
  }

  /// An image file.
  public struct File: Sendable {
    /// The name, without an extension.
    public let name: String
    /// The SVG document.
    public let svg: String
  }

  /// The default subfolder for the images in a run's folder.
  public static let folderName = "plots"

  let run: RunReport
  let radio: RadioMap?

  /// Reads a run's folder.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - radio: A survey whose expected errors are shown beside the real ones; nil for none.
  /// - Throws: ``DocumentError`` if there is no run, or for an invalid table.
  public init(folder: String, survey radio: RadioMap? = nil) throws(DocumentError) {
    run = try RunReport(folder: folder)
    self.radio = radio
  }

  /// Returns the images of a kind, in the order of the run's scenarios; empty without data.
  public func files(of figure: PlotKind) -> [File] {
    run.scenarios.enumerated().flatMap { number, scenario in
      let before = prefix(number)
      return sheets(of: figure, scenario).map { File(name: before + $0.name, svg: $0.svg) }
    }
  }

  /// Returns the reason in words why there is no image of a kind.
  public func absence(of figure: PlotKind) -> String {
    if figure == .tracks {
      return run.missing.contains("track.csv")
        ? "there is no track.csv"
        : "the folder has no position of its venue ('replay --scenario FILE' adds it)"
    }
    if figure == .map, !run.errorMaps.isEmpty {
      return "no cell has \(ErrorMap.minimum) or more reported locations"
    }
    return run.missing.contains("fixes.csv")
      ? "there is no fixes.csv" : "no reported location has a known true position"
  }

  private func sheets(of figure: PlotKind, _ scenario: String) -> [File] {
    switch figure {
    case .errors: curves(scenario).map { [File(name: "errors", svg: $0)] } ?? []
    case .floors: floorCurves(scenario).map { [File(name: "floors", svg: $0)] } ?? []
    case .time: times(scenario).map { [File(name: "time", svg: $0)] } ?? []
    case .map: errorSheets(scenario)
    case .tracks: ways(scenario)
    }
  }

  /// The prefix of a scenario's files, if there are several: its name restricted to ASCII letters
  /// and digits, with its number if the name is ambiguous.
  private func prefix(_ number: Int) -> String {
    guard run.scenarios.count > 1 else { return "" }
    let names = run.scenarios.map { name in
      String(name.prefix(60).map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
    }
    let isAlone = names.count { $0.lowercased() == names[number].lowercased() } == 1
    return names[number] + (isAlone ? "-" : "-\(number + 1)-")
  }

  /// The caption of every chart.
  func caption(_ count: Int) -> String {
    "run \(run.run), n = \(count) reported locations with a known true position"
  }

  // MARK: - Charts

  /// Maximum number of distinguishable lines, besides that of all data.
  static let maxLines = 7

  private func curves(_ scenario: String) -> String? {
    let own = run.curves.filter { $0.scenario == scenario && $0.curve.count > 0 }
    guard !own.isEmpty else { return nil }
    // The devices with the largest errors are chosen.
    let ranked = own.sorted {
      ($0.curve.quantiles(at: [ErrorMap.share]).first ?? 0)
        > ($1.curve.quantiles(at: [ErrorMap.share]).first ?? 0)
    }
    let chosen = Set(ranked.prefix(Self.maxLines).map(\.device))
    let lines = own.filter { chosen.contains($0.device) }.map { ($0.device, $0.curve) }
    let title =
      own.count > Self.maxLines
      ? "\(scenario): error, of the worst \(Self.maxLines) of \(own.count)" : "\(scenario): error"
    return chart(title: title, all: own.map(\.curve), lines)
  }

  private func floorCurves(_ scenario: String) -> String? {
    let floors = run.errorMaps[scenario]?.floors(maximum: ErrorMap.maxOnPage) ?? []
    guard !floors.isEmpty else { return nil }
    let chosen = Set(
      floors.sorted { $0.errors.count > $1.errors.count }.prefix(Self.maxLines).map(\.ordinal))
    let lines = floors.filter { chosen.contains($0.ordinal) }.map { floor in
      (floor.ordinal.map { "floor \($0)" } ?? "outdoors", floor.errors)
    }
    return chart(
      title: "\(scenario): error by the true floor", all: floors.map(\.errors), lines)
  }

  /// Creates a chart of distributions, that of all data first.
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
    // A single line is that of all data.
    if lines.count != 1 { all.insert(series("all", pooled, nil), at: 0) }
    let ends = pooled.quantiles(at: [0.5, 0.99])
    // A long tail on a linear axis would leave no room for the bulk.
    let isLog = ends.count == 2 && ends[1] > 20 * ends[0]
    return SignalChart.document(
      SignalPlot(
        signal: "error", title: title, xLabel: "horizontal error, m",
        yLabel: "share of locations up to it", hasLogX: isLog, series: all,
        caption: caption(pooled.count)))
  }

  /// The style of a line: coloured by its number, dashed from the fifth on; black for that of all
  /// data.
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
        xLabel: "time since the start, s", yLabel: "horizontal error, quantiles, m",
        series: series,
        caption: "\(caption(count)), by \(times.seconds) s"))
  }
}
