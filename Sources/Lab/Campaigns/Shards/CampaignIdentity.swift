import Documents
import Kernel

/// Everything that determines a campaign's results; only shards with equal identity are merged.
public struct CampaignIdentity: Hashable, Sendable {
  /// A scenario of the campaign.
  public struct ScenarioIdentity: Hashable, Sendable {
    public var name: String
    /// SHA-256 of the scenario, its settings and all referenced files, in hexadecimal.
    public var digest: String
    /// SHA-256 of the scenario without settings, in hexadecimal.
    public var fileDigest: String
    /// SHA-256 of the venue file, in hexadecimal.
    public var venueDigest: String
    /// First and last seed, both inclusive.
    public var firstSeed, lastSeed: UInt64
    /// Settings besides the file's.
    public var settings: [String]

    package init(
      name: String, digest: String, fileDigest: String, venueDigest: String, firstSeed: UInt64,
      lastSeed: UInt64, settings: [String]
    ) {
      (self.name, self.digest, self.fileDigest) = (name, digest, fileDigest)
      (self.venueDigest, self.settings) = (venueDigest, settings)
      (self.firstSeed, self.lastSeed) = (firstSeed, lastSeed)
    }
  }

  public var campaign: String
  /// Version of the tool.
  public var version: String
  /// Version of the definition of the figures.
  public var figuresVersion: Int
  public var stack: String
  /// Name of the figure that ranks the runs.
  public var worst: String
  /// The scenarios, in order.
  public var parts: [ScenarioIdentity]

  package init(
    campaign: String, version: String, figuresVersion: Int, stack: String, worst: String,
    parts: [ScenarioIdentity]
  ) {
    (self.campaign, self.version, self.figuresVersion) = (campaign, version, figuresVersion)
    (self.stack, self.worst, self.parts) = (stack, worst, parts)
  }

  /// A short digest: the `run` column of the campaign's tables, and a part of its shards' names.
  public var digest: String {
    var hash = SHA256()
    hash.update(bytes)
    return hash.digest().shortDigest
  }

  /// Describes the first difference to another campaign; nil if they are equal.
  ///
  /// - Parameter other: What a shard says that it is of.
  /// - Returns: A sentence's end: `its version is '0.1', not '0.2'`.
  public func difference(of other: CampaignIdentity) -> String? {
    func differ(_ what: String, _ theirs: String, _ own: String) -> String {
      "its \(what) is '\(theirs)', not '\(own)'"
    }
    if other == self { return nil }
    if other.campaign != campaign { return differ("campaign", other.campaign, campaign) }
    if other.version != version { return differ("version", other.version, version) }
    if other.figuresVersion != figuresVersion {
      return differ("figures' version", "\(other.figuresVersion)", "\(figuresVersion)")
    }
    if other.stack != stack { return differ("stack", other.stack, stack) }
    if other.worst != worst { return differ("worst figure", other.worst, worst) }
    let (names, theirNames) = (parts.map(\.name), other.parts.map(\.name))
    guard theirNames == names else {
      return differ(
        "list of scenarios", theirNames.joined(separator: " "), names.joined(separator: " "))
    }
    for (theirs, own) in zip(other.parts, parts) where theirs != own {
      if (theirs.firstSeed, theirs.lastSeed) != (own.firstSeed, own.lastSeed) {
        return "scenario '\(own.name)' has other seeds: \(theirs.firstSeed)-\(theirs.lastSeed), "
          + "not \(own.firstSeed)-\(own.lastSeed)"
      }
      if theirs.settings != own.settings {
        return "scenario '\(own.name)' has other settings: "
          + "'\(theirs.settings.joined(separator: " "))', not '\(own.settings.joined(separator: " "))'"
      }
      if theirs.venueDigest != own.venueDigest {
        return "the venue of '\(own.name)' was changed: its digest is "
          + "\(theirs.venueDigest.prefix(12)), not \(own.venueDigest.prefix(12))"
      }
      return "scenario '\(own.name)' was changed: its digest is "
        + "\(theirs.digest.prefix(12)), not \(own.digest.prefix(12))"
    }
    return "its plan differs"
  }
}

extension CampaignIdentity {
  /// The identity as encoded in shards.
  var bytes: [UInt8] {
    var writer = PackedWriter()
    for text in [campaign, version, stack, worst] { writer.add(text) }
    writer.add(figuresVersion)
    writer.add(parts.count)
    for part in parts {
      for text in [part.name, part.digest, part.fileDigest, part.venueDigest] { writer.add(text) }
      writer.add(part.firstSeed)
      writer.add(part.lastSeed)
      writer.add(part.settings.count)
      for setting in part.settings { writer.add(setting) }
    }
    return writer.bytes
  }

  /// Decodes an identity; nil if the bytes are invalid.
  init?(bytes: ArraySlice<UInt8>) {
    var reader = PackedReader(bytes)
    guard let campaign = reader.text(), let version = reader.text(), let stack = reader.text(),
      let worst = reader.text(), let figuresVersion = reader.integer(),
      let parts = reader.list({ reader -> ScenarioIdentity? in
        guard let name = reader.text(), let digest = reader.text(), let file = reader.text(),
          let venue = reader.text(), let first = reader.number(UInt64.self),
          let last = reader.number(UInt64.self), first <= last,
          let settings = reader.list({ $0.text() })
        else { return nil }
        return ScenarioIdentity(
          name: name, digest: digest, fileDigest: file, venueDigest: venue, firstSeed: first,
          lastSeed: last, settings: settings)
      }), reader.isAtEnd
    else { return nil }
    self.init(
      campaign: campaign, version: version, figuresVersion: figuresVersion, stack: stack,
      worst: worst, parts: parts)
  }
}
