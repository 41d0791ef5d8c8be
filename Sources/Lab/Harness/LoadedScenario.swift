public import Documents
public import Maps
public import Mobility
public import Parts
import Positioning
public import Scenarios
public import Scoring
public import Services
public import Signals
import Truth
public import Venues

/// A scenario that is ready to run: read, checked, and with its venue.
public struct LoadedScenario: Sendable {
  /// The scenario.
  public let scenario: Scenario
  /// The place, ready for agents.
  public let world: World
  /// What else is on its roads.
  public let conditions: RoadConditions
  /// What becomes of its access points.
  public let accessPoints: [WiFiChange]
  /// The place.
  public var venue: Venue { world.venue }
  /// How many phones are simulated.
  public var phoneCount: Int { scenario.agents.reduce(0) { $0 + $1.phones } }
  /// What a stack may know of the place.
  public var map: VenueMap { venue.map }
  /// What must hold: the scenario's budgets, and one for each of its expectations.
  public let budgets: [Budget]
  /// The numbers of the services, as the scenario has them.
  let constants: ServiceConstants
  /// The satellites over it.
  public let sky: GNSSSky
  /// The scenario's file, as the user named it.
  public let path: String
  /// The SHA-256 of the scenario, settings included, in hexadecimal.
  public let digest: String
  /// A short digest of the files of all parts that are programs; empty where none is.
  ///
  /// It is no part of ``digest``: a baseline holds for a part whose program has changed.
  public let programDigest: String
  /// The SHA-256 of the same without settings: of the scenario's file and all that it names.
  public let fileDigest: String
  /// The SHA-256 of the venue's file, in hexadecimal.
  public let venueDigest: String
  /// The SHA-256 of what is said of signals, in hexadecimal.
  let signalsDigest: String
  /// The same of all that says which satellites are over it, and when.
  let skyDigest: String
  /// The same of all that decides where agents go, or might: what is said of stacks and signals is left out.
  let agentsDigest: String

  /// Reads and checks a scenario with its venue.
  ///
  /// - Parameters:
  ///   - path: The scenario's file.
  ///   - settings: Values that replace or add to the file's.
  ///   - parts: The parts of stacks that the file may name.
  /// - Throws: Everything that is wrong, with its place.
  public init(
    path: String, settings: [Setting] = [], parts: PartCatalogue = .reference
  ) throws(DocumentError) {
    try self.init(
      bytes: readFile(path, limit: YAML.Limits().bytes), path: path, settings: settings,
      parts: parts)
  }

  /// Checks a scenario whose text is at hand, with its venue.
  ///
  /// - Parameters:
  ///   - bytes: The scenario's text.
  ///   - path: Where it stands, or would: other files' names are relative to it.
  ///   - settings: Values that replace or add to the text's.
  ///   - parts: The parts of stacks that the text may name.
  ///   - other: A scenario whose world is taken over if it has the same venue.
  /// - Throws: Everything that is wrong, with its place.
  package init(
    bytes: [UInt8], path: String, settings: [Setting] = [], parts: PartCatalogue = .reference,
    sharing other: LoadedScenario? = nil
  ) throws(DocumentError) {
    var node = try YAML.load(bytes, name: path)
    for setting in settings { node = try setting.applied(to: node) }
    var mistakes = Mistakes()
    let scenario = mistakes.collect { () throws(DocumentError) in
      try StackSettings.reading(with: parts) { () throws(DocumentError) in
        try decodeDocument(Scenario.self, from: node)
      }
    }
    // What the command sets may well take away what the file's breaks speak of.
    if settings.isEmpty, let scenario, !scenario.breaks.isEmpty {
      mistakes.collect { () throws(DocumentError) in
        try Self.checkBreaks(of: scenario, in: node, parts)
      }
    }
    let place = mistakes.collect { () throws(DocumentError) in
      try Self.loadWorld(node, besides: path, sharing: other)
    }
    let ready = mistakes.collect { () throws(DocumentError) in
      guard let scenario, let world = place??.world else { return nil as ReadyWorld? }
      return try ReadyWorld(scenario, in: world, isChecked: place??.isChecked == true)
    }
    let sky = mistakes.collect { () throws(DocumentError) in
      try scenario.map { scenario throws(DocumentError) in
        try ScenarioSky(scenario, besides: path)
      }
    }
    guard let scenario, case (_, let venueDigest, let isChecked)?? = place,
      let ready = ready ?? nil,
      let sky = sky ?? nil, mistakes.isEmpty
    else { throw mistakes.error(path) }
    self.path = path
    self.scenario = scenario
    budgets = scenario.budgets + scenario.expectedBudgets
    constants = scenario.constants
    world = ready.world
    conditions = ready.conditions
    accessPoints = ready.accessPoints
    self.sky = sky.sky
    self.venueDigest = venueDigest
    agentsDigest = Self.agentsDigest(of: node)
    if !isChecked { WorkCache.current?.note("world", of: Self.checkKey(agentsDigest, venueDigest)) }
    var signals = SHA256()
    node["signals"]?.hash(into: &signals)
    signalsDigest = signals.digest().hexadecimal
    var skyHash = SHA256()
    for key in ["gps_start", "duration"] { node[key]?.hash(into: &skyHash) }
    for file in sky.bytes { skyHash.update(file) }
    skyDigest = skyHash.digest().hexadecimal
    var hash = SHA256()
    hash.update(bytes)
    var fileHash = hash
    for file in sky.bytes { fileHash.update(file) }
    fileDigest = fileHash.digest().hexadecimal
    for setting in settings { hash.update(Array("\n\(setting.text)".utf8)) }
    for file in sky.bytes { hash.update(file) }
    // A table that isn't there is no mistake here: the data source says so in the run.
    if let source = scenario.stack.surveyDials?.source,
      let table = try? readFile(besides(path, source.table), limit: 1 << 28)
    {
      hash.update(table)
    }
    digest = hash.digest().hexadecimal
    programDigest = try scenario.stack.programDigest()
  }

  private static func loadWorld(
    _ scenario: Node, besides path: String, sharing other: LoadedScenario?
  ) throws(DocumentError) -> (world: World, digest: String, isChecked: Bool)? {
    guard let node = scenario["venue"], let name = node.text else { return nil }
    let venuePath = besides(path, name)
    let bytes: [UInt8]
    do {
      bytes = try readFile(venuePath, limit: YAML.Limits().bytes)
    } catch {
      // The scenario is to blame for the name, so its place is told too.
      throw DocumentError(
        error.diagnostics.map { Diagnostic(place: node.place, message: $0.message) })
    }
    let digest = SHA256.digest(of: bytes).hexadecimal
    let isChecked =
      WorkCache.current?.knows("world", of: checkKey(agentsDigest(of: scenario), digest)) == true
    if let other, other.venueDigest == digest { return (other.world, digest, isChecked) }
    guard isChecked else { return (try world(of: bytes, name: venuePath), digest, false) }
    let venue = try decodeDocument(VenueFile.self, bytes: bytes, name: venuePath).venue()
    return (World(known: venue), digest, true)
  }

  /// What stands for everybody's being able to go where a scenario sends them.
  private static func checkKey(_ agentsDigest: String, _ venueDigest: String) -> SHA256.Digest {
    SHA256.digest(of: "\(WorkCache.program) \(venueDigest) \(agentsDigest)".utf8)
  }

  /// The SHA-256 of a scenario without what has no say in where agents go.
  private static func agentsDigest(of scenario: Node) -> String {
    var hash = SHA256()
    for (key, value) in scenario.pairs
    where !["about", "stack", "signals", "budgets", "claim", "breaks", "sweep", "falsify"]
      .contains(key.text)
    {
      key.hash(into: &hash)
      value.hash(into: &hash)
    }
    return hash.digest().hexadecimal
  }

  /// A venue's file made ready for agents.
  static func world(of bytes: [UInt8], name: String) throws(DocumentError) -> World {
    let venue = try decodeDocument(VenueFile.self, bytes: bytes, name: name).venue()
    do throws(TrafficError) {
      return try World(venue)
    } catch {
      throw DocumentError("'\(venue.name)': \(error)")
    }
  }
}

/// Mistakes from several checks, so that one run tells them all.
private struct Mistakes {
  private var diagnostics: [Diagnostic] = []
  private var unlisted = 0

  var isEmpty: Bool { diagnostics.isEmpty }

  /// Does a check, and keeps what it complains of.
  @discardableResult
  mutating func collect<Value>(_ check: () throws(DocumentError) -> Value) -> Value? {
    do {
      return try check()
    } catch {
      // The same mistake may be seen by two checks.
      diagnostics += error.diagnostics.filter { new in
        !diagnostics.contains { $0.place != nil && $0.place == new.place }
      }
      unlisted += error.unlisted
      return nil
    }
  }

  func error(_ path: String) -> DocumentError {
    isEmpty
      ? DocumentError("'\(path)' names no venue") : DocumentError(diagnostics, unlisted: unlisted)
  }
}

/// A value given on the command line that replaces one of the scenario's: `key.path=value`.
public struct Setting: Sendable {
  /// The way to the value.
  public let keys: [String]
  /// The value.
  public let value: Node
  /// What was given.
  public let text: String

  /// Reads a setting; the value is YAML, so lists and mappings may be given too.
  ///
  /// - Parameter text: `key.path=value`.
  /// - Throws: What is wrong with it.
  public init(_ text: String) throws(DocumentError) {
    self.text = text
    guard let sign = text.firstIndex(of: "="), sign != text.startIndex else {
      throw DocumentError("--set takes key=value, such as 'stack.locator.window=2 s'")
    }
    keys = text[..<sign].split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard keys.allSatisfy({ !$0.isEmpty }) else {
      throw DocumentError("--set \(text): an empty key")
    }
    value = try YAML.load(String(text[text.index(after: sign)...]), name: "--set " + text[..<sign])
  }
}
