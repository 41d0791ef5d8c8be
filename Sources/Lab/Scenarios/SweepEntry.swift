public import Documents

/// Variants of a scenario, to compare the value of each choice.
public struct SweepEntry: DocumentObject {
  /// The seeds of every variant, as `1-20`; nil for the scenario's own.
  public let seeds: Located<String>?
  /// The varied keys; all combinations of their values are run.
  public let axes: [AxisEntry]
  /// The features to switch off, one at a time, in the unchanged scenario.
  public let ablate: [Located<String>]
  /// The figures for the chart and the Pareto front.
  public let pareto: ParetoEntry

  public init(from object: inout ObjectReader) {
    seeds = object.optional(
      "seeds", .located(seedListForm), "Seeds of every variant, such as 1-20 or 1-3,7.")
    axes = object.optional(
      "axes", .list(.object(AxisEntry.self), count: 0...20), default: [],
      "Varied keys; all combinations of their values are run.")
    ablate = object.optional(
      "ablate", .list(.located(keyForm), count: 0...100), default: [],
      "Features to switch off, one at a time, in the unchanged scenario.")
    pareto = object.optional(
      "pareto", .object(ParetoEntry.self), default: ParetoEntry(),
      "Figures for the chart and the Pareto front.")
  }
}

/// A varied key of a sweep with its values.
public struct AxisEntry: DocumentObject {
  /// As for `--set`; agents by name, or `*` for all: `agents.walker.device`.
  public let key: Located<String>
  public let values: [Node]

  public init(from object: inout ObjectReader) {
    key = object.required(
      "key", .located(keyForm), "Varied key; agents by name, or * for all of them.")
    values = object.required(
      "values", .list(.node, count: 1...1000), "Values of the key.")
  }
}

/// The three objectives of a sweep.
public struct ParetoEntry: DocumentObject {
  /// Metrics with their statistics; nil for the defaults.
  public let accuracy, latency, energy: Located<String>?

  public init() {
    (accuracy, latency, energy) = (nil, nil, nil)
  }

  public init(from object: inout ObjectReader) {
    accuracy = object.optional(
      "accuracy", .located(.string), "Figure of accuracy; by default horizontal_error.p95.")
    latency = object.optional(
      "latency", .located(.string), "Figure of latency; by default ttff.p95.")
    energy = object.optional(
      "energy", .located(.string), "Figure of energy; by default power.mean.")
  }
}

/// A sweep file over several scenarios.
public struct SweepFile: DocumentObject {
  /// Nil if it has none.
  public let name: String?
  /// A description, in a sentence.
  public let about: String
  /// Relative to the sweep's file.
  public let scenarios: [Located<String>]
  /// The variants of each scenario.
  public let sweep: SweepEntry

  public init(from object: inout ObjectReader) {
    name = object.optional("name", .identifier, "Name of the sweep.")
    about = object.optional("about", .anyString, default: "", "Description, in a sentence.")
    scenarios = object.required(
      "scenarios", .list(.located(.string), count: 1...100),
      "Files of the scenarios, relative to this file.")
    sweep = object.required("sweep", SweepEntry.self, "Variants of each scenario.")
  }
}

/// Search space of `venuesim falsify` for the worst case.
public struct FalsifyEntry: DocumentObject {
  /// The seeds to try, as `1-20`.
  public let seeds: Located<String>?
  /// The variable keys.
  public let vary: [VaryEntry]

  /// Creates a search over the default seeds only.
  public init() {
    seeds = nil
    vary = []
  }

  public init(from object: inout ObjectReader) {
    seeds = object.optional(
      "seeds", .located(seedListForm), "Seeds to try, such as 1-20 or 1-3,7.")
    vary = object.optional(
      "vary", .list(.object(VaryEntry.self), count: 0...50), default: [],
      "Variable keys with their ranges or values.")
  }
}

/// A variable key of the worst-case search.
public struct VaryEntry: DocumentObject {
  /// The allowed values.
  public enum Domain: Sendable {
    /// A range, such as `0.8..2 m/s`.
    case range(Located<String>)
    /// A list of values.
    case values([Node])
  }

  /// As for `--set`; agents by name, or `*` for all.
  public let key: Located<String>
  public let domain: Domain

  public init(from object: inout ObjectReader) {
    key = object.required(
      "key", .located(keyForm), "Variable key; agents by name, or * for all of them.")
    domain = object.oneOf(
      .key("range", .located(rangeForm), "Range of values, such as 0.8..2 m/s.") {
        .range($0)
      },
      .key("values", .list(.node, count: 1...1000), "List of values.") { .values($0) })
  }
}

/// A list of seeds; the harness checks that none is listed twice.
let seedListForm = TextForm(
  "a list of seeds such as '1-20' or '1-3,7'",
  pattern: "^[0-9]{1,10}(-[0-9]{1,10})?(,[0-9]{1,10}(-[0-9]{1,10})?)*$", example: "1-20",
  accepts: { text in
    text.split(separator: ",", omittingEmptySubsequences: false).allSatisfy { part in
      let ends = part.split(separator: "-", omittingEmptySubsequences: false)
      return (1...2).contains(ends.count) && ends.allSatisfy(isSeed)
    }
  })

/// A range of seeds; the harness checks the order of its ends.
let seedsForm = TextForm(
  "a range of seeds such as '1-20'", pattern: "^[0-9]{1,10}-[0-9]{1,10}$", example: "1-20",
  accepts: { text in
    let ends = text.split(separator: "-", omittingEmptySubsequences: false)
    return ends.count == 2 && ends.allSatisfy(isSeed)
  })

@Sendable
private func isSeed(_ text: Substring) -> Bool {
  (1...10).contains(text.utf8.count) && text.utf8.allSatisfy(isDigit)
}

/// Path of a key in the scenario.
private let keyForm = TextForm(
  "a key such as 'stack.locator.window'", pattern: "^[^. ]+(\\.[^. ]+)*$",
  example: "stack.locator.window",
  accepts: { text in
    !text.contains(" ")
      && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty }
  })

/// Syntax of a range.
private let rangeForm = TextForm(
  "a range such as '0.8..2 m/s'", pattern: "^[^.]+(\\.[^.]+)?\\.\\.[^.]+(\\.[^.]+)?$",
  example: "0.8..2 m/s",
  accepts: { text in
    let ends = text.split(separator: "..", omittingEmptySubsequences: false)
    return ends.count == 2
      && ends.allSatisfy { end in
        let parts = end.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count <= 2 && parts.allSatisfy { !$0.isEmpty }
      }
  })

@Sendable
private func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
