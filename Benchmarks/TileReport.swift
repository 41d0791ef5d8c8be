import Glibc
import Harness
import Numerics
import Positioning
import Scenarios

/// Prints the positioning accuracy with fetched access points, as medians over seeds.
///
/// - Parameter arguments: `[--seeds N] SCENARIO …`; 10 seeds by default.
/// - Returns: The exit status.
func runTiles(_ arguments: [String]) -> Int32 {
  var paths = arguments
  var seeds = 10
  if let option = paths.firstIndex(of: "--seeds") {
    guard option + 1 < paths.count, let count = Int(paths[option + 1]), count > 0 else {
      return tilesUsage()
    }
    seeds = count
    paths.removeSubrange(option...option + 1)
  }
  guard !paths.isEmpty, !paths.contains(where: { $0.hasPrefix("-") }) else { return tilesUsage() }
  do {
    print("scenario,manner,network,figure,value,unit,n")
    for path in paths {
      let scenario = try LoadedScenario(path: path)
      let studies = try (1...seeds).map { try TileStudy(scenario, seed: UInt64($0)) }
      try printKnowledge(of: studies, scenario.scenario.name)
      for mode in WiFiTileController.Mode.allCases {
        for isShort in [true, false] {
          printJourneys(
            studies.map { $0.journey(mode, isShort: isShort) },
            "\(scenario.scenario.name),\(mode.rawValue),\(isShort ? "first minute" : "always")")
        }
      }
    }
    return 0
  } catch {
    print("benchmarks: \(error)")
    return 1
  }
}

private func tilesUsage() -> Int32 {
  print("usage: benchmarks tiles [--seeds N] SCENARIO ...")
  return 2
}

private func printKnowledge(of studies: [TileStudy], _ name: String) throws {
  let known = try studies.map { try $0.knowledge() }
  func row(_ figure: String, _ unit: String, _ value: (TileStudy.Knowledge) -> Double) {
    printRow("\(name),tiles,", figure, unit, known.map(value))
  }
  row("access points", "") { Double($0.trueCount) }
  row("access points known", "") { Double($0.errors.count) }
  row("their error p50", "m") { quantile($0.errors, 0.5) }
  row("their error p95", "m") { quantile($0.errors, 0.95) }
  row("bytes an access point", "B") { Double($0.bytes) / Double(max(1, $0.errors.count)) }
}

private func printJourneys(_ journeys: [TileStudy.Journey], _ head: String) {
  func row(_ figure: String, _ unit: String, _ value: (TileStudy.Journey) -> Double) {
    printRow(head, figure, unit, journeys.map(value))
  }
  row("coverage", "share") { Double($0.located) / Double(max(1, $0.scans)) }
  row("hit rate", "share") { Double($0.located) / Double(max(1, $0.received)) }
  row("horizontal error p50", "m") { quantile($0.errors, 0.5) }
  row("horizontal error p95", "m") { quantile($0.errors, 0.95) }
  row("within accuracy", "share") { Double($0.inside) / Double(max(1, $0.located)) }
  row("beyond four radii", "share") { Double($0.wild) / Double(max(1, $0.located)) }
  row("questions", "") { Double($0.questions) }
  row("bytes", "B") { Double($0.bytes) }
}

private func printRow(_ head: String, _ figure: String, _ unit: String, _ values: [Double]) {
  print("\(head),\(figure),\(decimal(quantile(values, 0.5), 3)),\(unit),\(values.count)")
  fflush(nil)
}

private func quantile(_ values: [Double], _ share: Double) -> Double {
  (try? Numerics.quantile(share, of: values)) ?? .nan
}
