public import Documents

/// The kinds of documents, which are recognised by their keys.
public enum DocumentKind: Sendable {
  case scenario, venue, study, campaign, sweep

  /// The kind of a document: a scenario, unless its keys are those of another kind.
  public init(of node: Node) {
    let hasAny = { (keys: [String]) in keys.contains { node[$0] != nil } }
    if node["origin"] != nil, node["agents"] == nil {
      self = .venue
    } else if node["study"] != nil {
      self = .study
    } else if node["campaign"] != nil {
      self = .campaign
    } else if node["agents"] != nil {
      self = .scenario
    } else if hasAny(Self.studyKeys) {
      self = .study
    } else if node["scenarios"] == nil {
      self = .scenario
    } else if node["sweep"] != nil {
      self = .sweep
    } else {
      let entries = node["scenarios"].map { Array($0.elements) } ?? []
      let isStudy = entries.contains { $0["variants"] != nil || $0["metrics"] != nil }
      self = isStudy ? .study : hasAny(Self.campaignKeys) ? .campaign : Self.unnamed(node)
    }
  }

  /// A file with scenarios and nothing that distinguishes it: a campaign has a name, a sweep needs none.
  private static func unnamed(_ node: Node) -> DocumentKind {
    node["name"] != nil ? .campaign : .sweep
  }

  private static let studyKeys = [
    "variants", "recordings", "metrics", "twin", "twins", "each_device",
  ]
  private static let campaignKeys = ["seeds", "set", "keep", "worst"]

  /// The former names of the key `name` in documents of this kind.
  public var formerNameKey: String? {
    switch self {
    case .study: "study"
    case .campaign: "campaign"
    case .scenario, .venue, .sweep: nil
    }
  }
}
