public import Documents

/// Scenarios under many seeds, run in shards, with the results to keep.
public struct CampaignFile: DocumentObject {
  public let name: String
  /// Its purpose, in a sentence.
  public let about: String
  public let scenarios: [CampaignScenarioEntry]
  /// The seeds of every scenario without its own.
  public let seeds: Located<String>
  /// The settings of all scenarios, by key.
  public let settings: [NamedEntry<Node>]
  /// The results to keep of each run.
  public let keep: CampaignKeeping
  /// The figure that orders runs by badness.
  public let worst: Located<String>

  public init(from object: inout ObjectReader) {
    name = object.required("name", formerly: "campaign", .identifier, "Name of the campaign.")
    about = object.optional("about", .anyString, default: "", "Purpose, in a sentence.")
    scenarios = object.required(
      "scenarios", .list(CampaignScenarioEntry.form, count: 1...1000),
      "Files of the scenarios, relative to this file; mappings if they have seeds or settings.")
    let place = object.place
    seeds = object.optional(
      "seeds", .located(seedsForm), default: Located("1000-1019", at: place),
      "Seeds for every scenario, such as 1000-1249.")
    settings = object.optional(
      "set", .dictionary(of: .node), default: [],
      "Settings of all scenarios by key, as for --set.")
    let kept = object.optional(
      "keep", CampaignKeeping.form, default: CampaignKeeping.metrics.text,
      "Results to keep: 'metrics', 'worst 20' for tables of the 20 worst runs per scenario, or 'all'."
    )
    keep = CampaignKeeping(kept) ?? .metrics
    worst = object.optional(
      "worst", .located(.string), default: Located("horizontal_error.p95", at: place),
      "Figure that orders runs from best to worst; scenarios without it use their first figure."
    )
  }
}

/// A scenario of a campaign.
public struct CampaignScenarioEntry: DocumentObject {
  /// Relative to the campaign's file.
  public let file: Located<String>
  /// Nil for the campaign's.
  public let seeds: Located<String>?
  /// The settings in addition to the campaign's, by key.
  public let settings: [NamedEntry<Node>]

  public init(from object: inout ObjectReader) {
    file = object.required(
      "scenario", .located(.string), "File of the scenario, relative to the campaign's.")
    seeds = object.optional(
      "seeds", .located(seedsForm), "Seeds of this scenario, in place of the campaign's.")
    settings = object.optional(
      "set", .dictionary(of: .node), default: [], "Settings by key, in addition to the campaign's.")
  }

  private init(_ file: Located<String>) {
    self.file = file
    (seeds, settings) = (nil, [])
  }

  /// A file's name alone, or a mapping.
  static var form:
    EitherForm<LocatedForm<TextForm>, ObjectForm<CampaignScenarioEntry>, CampaignScenarioEntry>
  {
    LocatedForm<TextForm>.located(.string).or(
      .object(CampaignScenarioEntry.self), scalar: { CampaignScenarioEntry($0) },
      collection: { $0 })
  }
}

/// The results to keep of a campaign's runs, beside the overall figures.
public enum CampaignKeeping: Hashable, Sendable {
  case metrics
  /// Tables of each scenario's worst runs, made again from their seeds.
  case worst(Int)
  case all

  static let form = TextForm(
    "'metrics', 'worst' with a number from 1 to 1000, or 'all'",
    pattern: "^(metrics|all|worst [1-9][0-9]{0,3})$", example: "worst 20",
    accepts: { CampaignKeeping($0) != nil }
  )

  /// Parses `metrics`, `worst 20` or `all`; nil for anything else.
  public init?(_ text: String) {
    switch text {
    case "metrics": self = .metrics
    case "all": self = .all
    default:
      let words = text.split(separator: " ", omittingEmptySubsequences: false)
      guard words.count == 2, words[0] == "worst", let count = Int(words[1]),
        (1...1000).contains(count), "\(count)" == words[1]
      else { return nil }
      self = .worst(count)
    }
  }

  /// The form in a campaign's file.
  public var text: String {
    switch self {
    case .metrics: "metrics"
    case .worst(let count): "worst \(count)"
    case .all: "all"
    }
  }
}
