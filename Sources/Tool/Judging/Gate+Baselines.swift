import Documents
import Glibc
import Harness
import Scenarios
import Scoring

// Baselines, and checks that they are comparable.

extension Gate {
  /// The baselines of all scenarios, each with the seeds to run.
  ///
  /// - Throws: All mistakes in all baselines.
  func usableBaselines() throws(DocumentError) -> [Baseline] {
    var baselines: [Baseline] = []
    var wrong: [Diagnostic] = []
    for scenario in scenarios {
      do throws(DocumentError) {
        baselines.append(try baseline(of: scenario))
      } catch {
        wrong += error.diagnostics
      }
    }
    guard wrong.isEmpty else { throw DocumentError(wrong) }
    return baselines
  }

  private func baseline(of scenario: LoadedScenario) throws(DocumentError) -> Baseline {
    let name = scenario.scenario.name
    let path = Baseline.path(of: name, in: folder)
    guard fileExists(path) else {
      throw DocumentError(
        "scenario '\(name)' has no baseline '\(path)'; make it with gate --update --reason '...'")
    }
    var baseline = try Baseline(path: path)
    let table = baseline.table
    let cure = "; if that is intended, gate --update --reason '...' accepts it"
    guard table.scenario == name else {
      throw DocumentError(
        "'\(path)' is the baseline of scenario '\(table.scenario)', not of '\(name)' in "
          + "'\(scenario.path)'; rename one of them")
    }
    guard table.scenarioDigest == scenario.fileDigest else {
      throw DocumentError(
        "'\(path)' has another scenario digest: '\(scenario.path)' has changed "
          + change(table.scenarioDigest, scenario.fileDigest) + cure)
    }
    guard table.venueDigest == scenario.venueDigest else {
      throw DocumentError(
        "'\(path)' has another venue digest: the venue of '\(name)' has changed "
          + change(table.venueDigest, scenario.venueDigest) + cure)
    }
    let absent = requested.filter { table.figures[FigureTable.Key($0)] == nil }
    if let first = absent.first {
      throw DocumentError("'\(path)' has no figure '\(first.name)'" + cure)
    }
    if let seeds {
      let missing = seeds.filter { !table.seeds.contains($0) }
      guard missing.isEmpty else {
        throw DocumentError(
          "'\(path)' has the seeds \(seedText(table.seeds)), not \(seedText(Array(missing)))")
      }
      baseline.table = table.restricted(to: Array(seeds))
    }
    return baseline
  }
}

/// Two digests of a file, in brackets.
private func change(_ old: String, _ new: String) -> String {
  "(\(old.prefix(12)), now \(new.prefix(12)))"
}

extension Baseline {
  /// True if another baseline differs only in reasons and version.
  func isSame(as other: Baseline) -> Bool {
    var copy = other
    (copy.reasons, copy.version, copy.platform) = (reasons, version, platform)
    return copy.csv == csv
  }
}

extension ClosedRange<UInt64> {
  /// The range as in `--seeds`.
  var text: String { "\(lowerBound)-\(upperBound)" }
}

func fileExists(_ path: String) -> Bool { access(path, F_OK) == 0 }

/// A text on one line, for a cell of a table.
func printableLine(_ text: String) -> String {
  text.split(whereSeparator: \.isNewline).joined(separator: " ")
}
