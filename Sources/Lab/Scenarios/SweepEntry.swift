public import Documents

/// What a scenario is run with in turn, to see what each choice is worth.
public struct SweepEntry: DocumentObject {
  /// The seeds that every variant is run under, as `1-20`; the scenario's own if nil.
  public let seeds: Located<String>?
  /// What is varied; every value of each is combined with all values of the others.
  public let axes: [AxisEntry]
  /// What is switched off, one at a time, in the scenario as it stands.
  public let ablate: [Located<String>]
  /// What the picture and the best variants go by.
  public let pareto: ParetoEntry

  /// Reads a sweep.
  public init(from object: inout ObjectReader) {
    seeds = object.optional(
      "seeds", .located(seedsForm), "The seeds that every variant is run under, such as 1-20.")
    axes = object.optional(
      "axes", .list(.object(AxisEntry.self), count: 0...20), default: [],
      "What is varied; every value of each goes with all values of the others.")
    ablate = object.optional(
      "ablate", .list(.located(keyForm), count: 0...100), default: [],
      "What is switched off, one at a time, in the scenario as it stands.")
    pareto = object.optional(
      "pareto", .object(ParetoEntry.self), default: ParetoEntry(),
      "What the picture shows and the best variants go by.")
  }
}

/// One thing that a sweep varies, and its values.
public struct AxisEntry: DocumentObject {
  /// The key, as for `--set`; agents by name, or `*` for all: `agents.walker.device`.
  public let key: Located<String>
  /// The values.
  public let values: [Node]

  /// Reads an axis.
  public init(from object: inout ObjectReader) {
    key = object.required(
      "key", .located(keyForm), "What is varied; agents by name, or * for all of them.")
    values = object.required(
      "values", .list(.node, count: 1...1000), "The values, one after the other.")
  }
}

/// The three figures that a sweep weighs against each other.
public struct ParetoEntry: DocumentObject {
  /// A metric with its statistic; the usual one if nil.
  public let accuracy, latency, energy: Located<String>?

  /// The usual ones.
  public init() {
    (accuracy, latency, energy) = (nil, nil, nil)
  }

  /// Reads the figures' names.
  public init(from object: inout ObjectReader) {
    accuracy = object.optional(
      "accuracy", .located(.string), "How right it is; by default horizontal_error.p95.")
    latency = object.optional(
      "latency", .located(.string), "How prompt it is; by default ttff.p95.")
    energy = object.optional(
      "energy", .located(.string), "What it costs; by default power.mean.")
  }
}

/// A sweep in a file of its own, over several scenarios.
public struct SweepFile: DocumentObject {
  /// What it is about, in a sentence.
  public let about: String
  /// The scenarios' files, relative to this one.
  public let scenarios: [Located<String>]
  /// What is varied in each of them.
  public let sweep: SweepEntry

  /// Reads a sweep with its scenarios.
  public init(from object: inout ObjectReader) {
    about = object.optional("about", .anyString, default: "", "What it is about, in a sentence.")
    scenarios = object.required(
      "scenarios", .list(.located(.string), count: 1...100),
      "The scenarios' files, relative to this one.")
    sweep = object.required("sweep", SweepEntry.self, "What is varied in each of them.")
  }
}

/// What `venuesim falsify` may change to find the worst case.
public struct FalsifyEntry: DocumentObject {
  /// The seeds that are tried, as `1-20`.
  public let seeds: Located<String>?
  /// What may be changed.
  public let vary: [VaryEntry]

  /// Nothing but the usual seeds.
  public init() {
    seeds = nil
    vary = []
  }

  /// Reads what may be changed.
  public init(from object: inout ObjectReader) {
    seeds = object.optional(
      "seeds", .located(seedsForm), "The seeds that are tried, such as 1-20.")
    vary = object.optional(
      "vary", .list(.object(VaryEntry.self), count: 0...50), default: [],
      "What may be changed, and within what.")
  }
}

/// One thing that the search for the worst case may change.
public struct VaryEntry: DocumentObject {
  /// Within what.
  public enum Domain: Sendable {
    /// All between two ends, such as `0.8..2 m/s`.
    case range(Located<String>)
    /// One of some values.
    case values([Node])
  }

  /// The key, as for `--set`; agents by name, or `*` for all.
  public let key: Located<String>
  /// Within what.
  public let domain: Domain

  /// Reads what may be changed.
  public init(from object: inout ObjectReader) {
    key = object.required(
      "key", .located(keyForm), "What may be changed; agents by name, or * for all of them.")
    domain = object.oneOf(
      .key("range", .located(rangeForm), "Anything between two ends, such as 0.8..2 m/s.") {
        .range($0)
      },
      .key("values", .list(.node, count: 1...1000), "One of these.") { .values($0) })
  }
}

/// A range of seeds; whether its ends are in order is for the harness to say.
let seedsForm = TextForm(
  "a range of seeds such as '1-20'", pattern: "^[0-9]{1,10}-[0-9]{1,10}$", example: "1-20",
  accepts: { text in
    let ends = text.split(separator: "-", omittingEmptySubsequences: false)
    return ends.count == 2
      && ends.allSatisfy { (1...10).contains($0.utf8.count) && $0.utf8.allSatisfy(isDigit) }
  })

/// The way to a value of the scenario.
private let keyForm = TextForm(
  "a key such as 'stack.locator.window'", pattern: "^[^. ]+(\\.[^. ]+)*$",
  example: "stack.locator.window",
  accepts: { text in
    !text.contains(" ")
      && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty }
  })

/// A range's outward form.
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
