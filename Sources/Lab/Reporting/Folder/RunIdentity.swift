import Documents

/// Identity of a run: all inputs that determine its results, so that only the same run is resumed.
public struct RunIdentity: Hashable, Sendable {
  /// The identity of a scenario.
  public struct ScenarioDigest: Hashable, Sendable {
    public var name: String
    /// SHA-256 of the scenario, its settings and all files it names, in hexadecimal.
    public var digest: String
    /// SHA-256 of the venue's file, in hexadecimal.
    public var venueDigest: String

    public init(name: String, digest: String, venueDigest: String) {
      self.name = name
      self.digest = digest
      self.venueDigest = venueDigest
    }
  }

  /// The run's short digest.
  public var run: String
  /// The tool's version.
  public var version: String
  public var stack: String
  public var seeds: String
  /// The settings of the command line.
  public var settings: [String]
  /// In order.
  public var scenarios: [ScenarioDigest]
  /// True if the devices' observations are kept.
  public var records: Bool

  public init(
    run: String, version: String, stack: String, seeds: String, settings: [String],
    scenarios: [ScenarioDigest], records: Bool
  ) {
    self.run = run
    self.version = version
    self.stack = stack
    self.seeds = seeds
    self.settings = settings
    self.scenarios = scenarios
    self.records = records
  }

  /// Returns the first difference from an earlier run; nil if there is none.
  ///
  /// - Parameter earlier: The earlier run.
  /// - Returns: The end of a sentence: `the stack was 'reference' and is 'cmd:…'`.
  public func difference(from earlier: RunIdentity) -> String? {
    if earlier == self { return nil }
    func changed(_ what: String, _ old: String, _ new: String) -> String {
      "\(what) '\(old)' and is '\(new)'"
    }
    if earlier.version != version { return changed("the version was", earlier.version, version) }
    let (names, before) = (scenarios.map(\.name), earlier.scenarios.map(\.name))
    if names != before {
      return changed(
        "the scenario was", before.joined(separator: " "), names.joined(separator: " "))
    }
    if earlier.seeds != seeds { return changed("--seeds was", earlier.seeds, seeds) }
    if earlier.settings != settings {
      return changed(
        "--set was", earlier.settings.joined(separator: " "), settings.joined(separator: " "))
    }
    if earlier.stack != stack { return changed("the stack was", earlier.stack, stack) }
    if earlier.records != records {
      return earlier.records ? "it was started with --record" : "it was started without --record"
    }
    for (old, new) in zip(earlier.scenarios, scenarios) {
      if old.venueDigest != new.venueDigest {
        return "the venue of scenario '\(new.name)' has changed since"
      }
      if old.digest != new.digest { return "the scenario '\(new.name)' has changed since" }
    }
    return changed("its digest was", earlier.run, run)
  }
}

extension RunIdentity {
  /// The encoding in a journal.
  var bytes: [UInt8] {
    let scenarios = scenarios.map { scenario -> JSONValue in
      [
        "name": .string(scenario.name), "sha256": .string(scenario.digest),
        "venue_sha256": .string(scenario.venueDigest),
      ]
    }
    let value: JSONValue = [
      "run": .string(run), "venuesim": .string(version), "stack": .string(stack),
      "seeds": .string(seeds), "settings": .array(settings.map { .string($0) }),
      "scenarios": .array(scenarios), "record": .bool(records),
    ]
    return Array(value.text(pretty: false).utf8)
  }

  /// Decodes an identity; nil for invalid bytes.
  init?(bytes: [UInt8]) {
    guard let value = try? JSONValue(parsing: bytes, name: RunJournal.fileName),
      let run = value["run"]?.string, let version = value["venuesim"]?.string,
      let stack = value["stack"]?.string, let seeds = value["seeds"]?.string,
      let settings = value["settings"]?.elements, let scenarios = value["scenarios"]?.elements,
      case .bool(let records)? = value["record"]
    else { return nil }
    self.init(
      run: run, version: version, stack: stack, seeds: seeds,
      settings: settings.compactMap(\.string),
      scenarios: scenarios.compactMap { entry in
        guard let name = entry["name"]?.string, let digest = entry["sha256"]?.string,
          let venueDigest = entry["venue_sha256"]?.string
        else { return nil }
        return ScenarioDigest(name: name, digest: digest, venueDigest: venueDigest)
      }, records: records)
  }
}

extension JSONValue {
  fileprivate var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  fileprivate var elements: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }
}
