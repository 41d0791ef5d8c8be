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

/// A loaded scenario, validated and with its venue, ready to run.
public final class LoadedScenario: Sendable {
  public let scenario: Scenario
  /// The venue, prepared for agents.
  public let world: World
  /// The traffic on the roads.
  public let conditions: RoadConditions
  /// The changes of access points.
  public let accessPoints: [WiFiChange]
  public var venue: Venue { world.venue }
  /// The number of simulated phones.
  public var phoneCount: Int { scenario.agents.reduce(0) { $0 + $1.phones } }
  /// The map that a stack may use.
  public var map: VenueMap { venue.map }
  /// The scenario's budgets, and one per expectation.
  public let budgets: [Budget]
  /// The figures that decide in comparisons, and the others.
  public var judged: JudgedFigures { JudgedFigures(named: scenario.judged, budgets: budgets) }
  /// The parameters of the services.
  let constants: ServiceConstants
  /// The satellites' orbits.
  public let sky: GNSSSky
  /// The scenario's file, as given by the user.
  public let path: String
  /// SHA-256 of the scenario, including settings, in hexadecimal.
  public let digest: String
  /// A short digest of the executables of all parts that are programs; empty without any.
  ///
  /// It is not part of ``digest``: a baseline stays valid for a changed program.
  public let programDigest: String
  /// SHA-256 of the scenario's file and all files it names, without settings.
  public let fileDigest: String
  /// SHA-256 of the venue's file, in hexadecimal.
  public let venueDigest: String
  /// SHA-256 of the signals' settings, in hexadecimal.
  let signalsDigest: String
  /// SHA-256 of the inputs that determine the satellites and the time.
  let skyDigest: String
  /// SHA-256 of all inputs to the agents' movements, without stack and signals.
  let agentsDigest: String

  /// Reads and validates a scenario with its venue.
  ///
  /// - Parameters:
  ///   - path: The scenario's file.
  ///   - settings: Values that replace or add to the file's.
  ///   - parts: The catalogue of stack parts.
  /// - Throws: All mistakes with their places.
  public convenience init(
    path: String, settings: [Setting] = [], parts: PartCatalogue = .reference
  ) throws(DocumentError) {
    try self.init(
      bytes: readFile(path, limit: YAML.Limits().bytes), path: path, settings: settings,
      parts: parts)
  }

  /// Validates a scenario in memory with its venue.
  ///
  /// - Parameters:
  ///   - bytes: The scenario's text.
  ///   - path: Its path, to which other files' names are relative.
  ///   - settings: Values that replace or add to the text's.
  ///   - parts: The catalogue of stack parts.
  ///   - other: A scenario whose world is reused if it has the same venue.
  /// - Throws: All mistakes with their places.
  package init(
    bytes: [UInt8], path: String, settings: [Setting] = [], parts: PartCatalogue = .reference,
    sharing other: LoadedScenario? = nil
  ) throws(DocumentError) {
    var node = try YAML.load(bytes, name: path)
    for setting in settings { node = try setting.applied(to: node) }
    var mistakes = Mistakes()
    let (readable, error) = try StackSettings.reading(with: parts) {
      decodeReadable(Scenario.self, from: node)
    }
    if let error { mistakes.collect { () throws(DocumentError) in throw error } }
    let scenario = error == nil ? readable : nil
    // Settings of the command may remove keys that the file's breaks refer to.
    if settings.isEmpty, let scenario, !scenario.breaks.isEmpty {
      mistakes.collect { () throws(DocumentError) in
        try Self.checkBreaks(of: scenario, in: node, parts)
      }
    }
    let place = mistakes.collect { () throws(DocumentError) in
      try Self.loadWorld(node, besides: path, sharing: other)
    }
    let ready = mistakes.collect { () throws(DocumentError) in
      guard let readable, let world = place??.world else { return nil as ReadyWorld? }
      guard let scenario else {
        try readable.checkNames(in: world.venue, of: node)
        return nil
      }
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
    // A missing table isn't a mistake here: the data source reports it in the run.
    if let source = scenario.stack.surveyParameters?.source,
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
      // The name in the scenario is at fault, so its place is reported.
      throw DocumentError(
        error.diagnostics.map { Diagnostic(place: node.place, message: $0.message) })
    }
    let digest = SHA256.digest(of: bytes).hexadecimal
    let isChecked =
      WorkCache.current?.contains("world", of: checkKey(agentsDigest(of: scenario), digest)) == true
    if let other, other.venueDigest == digest { return (other.world, digest, isChecked) }
    guard isChecked else { return (try world(of: bytes, name: venuePath), digest, false) }
    let venue = try decodeDocument(VenueFile.self, bytes: bytes, name: venuePath).venue()
    return (World(known: venue), digest, true)
  }

  /// Returns the cache key of a successful check that all agents can reach their targets.
  private static func checkKey(_ agentsDigest: String, _ venueDigest: String) -> SHA256.Digest {
    SHA256.digest(of: "\(WorkCache.program) \(venueDigest) \(agentsDigest)".utf8)
  }

  /// Returns the SHA-256 of a scenario without the keys that don't affect movements.
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

  /// Prepares a venue's file for agents.
  static func world(of bytes: [UInt8], name: String) throws(DocumentError) -> World {
    let venue = try decodeDocument(VenueFile.self, bytes: bytes, name: name).venue()
    do throws(TrafficError) {
      return try World(venue)
    } catch {
      throw DocumentError("'\(venue.name)': \(error)")
    }
  }
}

/// Collects mistakes of several checks, so that one run reports them all.
private struct Mistakes {
  private var diagnostics: [Diagnostic] = []
  private var unlisted = 0

  var isEmpty: Bool { diagnostics.isEmpty }

  /// Runs a check, and collects its mistakes.
  @discardableResult
  mutating func collect<Value>(_ check: () throws(DocumentError) -> Value) -> Value? {
    do {
      return try check()
    } catch {
      // Two checks may find the same mistake.
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

/// A value of the command line that replaces one of the scenario's: `key.path=value`.
public struct Setting: Sendable {
  /// The path of the key.
  public let keys: [String]
  public let value: Node
  /// The original text.
  public let text: String

  /// Parses `key.path=value`; the value is YAML, so lists and mappings are possible.
  ///
  /// - Throws: The first mistake.
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
