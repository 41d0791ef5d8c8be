public import Documents

/// Scenarios under many seeds, run in shards wherever there is room, and what is kept of them.
public struct CampaignFile: DocumentObject {
  /// The campaign's name.
  public let name: String
  /// What it is for, in a sentence.
  public let about: String
  /// The scenarios.
  public let scenarios: [CampaignScenarioEntry]
  /// The seeds of every scenario that has none of its own.
  public let seeds: Located<String>
  /// What is set in all scenarios, by key.
  public let settings: [NamedEntry<Node>]
  /// What is kept of each run.
  public let keep: CampaignKeeping
  /// By which figure one run is worse than another.
  public let worst: Located<String>

  /// Reads a campaign.
  public init(from object: inout ObjectReader) {
    name = object.required("campaign", .identifier, "The campaign's name.")
    about = object.optional("about", .anyString, default: "", "What it is for, in a sentence.")
    scenarios = object.required(
      "scenarios", .list(CampaignScenarioEntry.form, count: 1...1000),
      "The scenarios' files, relative to this one; with seeds or settings of their own, mappings.")
    let place = object.place
    seeds = object.optional(
      "seeds", .located(seedsForm), default: Located("1000-1019", at: place),
      "The seeds that every scenario is run under, such as 1000-1249.")
    settings = object.optional(
      "set", .dictionary(of: .node), default: [],
      "Settings by key, as for --set, of all scenarios.")
    let kept = object.optional(
      "keep", CampaignKeeping.form, default: CampaignKeeping.metrics.text,
      "What is kept of runs: 'metrics', 'worst 20' for tables of so many of each scenario, or 'all'."
    )
    keep = CampaignKeeping(kept) ?? .metrics
    worst = object.optional(
      "worst", .located(.string), default: Located("horizontal_error.p95", at: place),
      "By which figure one run is worse than another; by the first that a scenario has, where it lacks it."
    )
  }
}

/// A scenario of a campaign.
public struct CampaignScenarioEntry: DocumentObject {
  /// The scenario's file, relative to the campaign's.
  public let file: Located<String>
  /// Its seeds; the campaign's if nil.
  public let seeds: Located<String>?
  /// What is set in it, besides what is in all.
  public let settings: [NamedEntry<Node>]

  /// Reads a scenario with seeds or settings of its own.
  public init(from object: inout ObjectReader) {
    file = object.required(
      "scenario", .located(.string), "The scenario's file, relative to the campaign's.")
    seeds = object.optional(
      "seeds", .located(seedsForm), "Its own seeds, in place of the campaign's.")
    settings = object.optional(
      "set", .dictionary(of: .node), default: [], "Settings by key, besides the campaign's.")
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

/// What is kept of a campaign's runs, besides what all come to.
public enum CampaignKeeping: Hashable, Sendable {
  /// Nothing.
  case metrics
  /// Tables of so many of each scenario's worst runs, made again from their seeds.
  case worst(Int)
  /// All tables of all runs.
  case all

  static let form = TextForm(
    "'metrics', 'worst' with a number from 1 to 1000, or 'all'",
    pattern: "^(metrics|all|worst [1-9][0-9]{0,3})$", example: "worst 20",
    accepts: { CampaignKeeping($0) != nil }
  )

  /// Reads `metrics`, `worst 20` or `all`; nil for anything else.
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

  /// As a campaign's file has it.
  public var text: String {
    switch self {
    case .metrics: "metrics"
    case .worst(let count): "worst \(count)"
    case .all: "all"
    }
  }
}
