import Documents
import Harness
import Kernel
import Scenarios
import Scoring

/// Shrinks a scenario to the simplest one that still misses a budget.
struct Shrinker {
  /// Number of candidates per batch.
  private static let batch = 4

  /// The simplest scenario so far.
  private(set) var tree: ScenarioTree
  /// Figure of ``tree``, in the metric's unit.
  private(set) var figure: Double?
  /// Number of runs so far.
  private(set) var runs = 0
  /// Number of values in the scenario before shrinking.
  let sizeBefore: Int

  private let falsifier: Falsifier
  private let worst: WorstCaseTrial
  private let limit: Budget
  /// Cached results of earlier candidates, by YAML text; nil for an invalid scenario.
  private var known: [String: FalsifyTarget.FigureValue?] = [:]
  /// Min number of values behind the figure.
  private let minCount: Int

  init(_ falsifier: Falsifier, worst: WorstCaseTrial, limit: Budget) {
    self.falsifier = falsifier
    self.worst = worst
    self.limit = limit
    figure = worst.figure
    minCount = min(worst.finding?.count ?? 1, falsifier.target.minCount)
    tree = Self.tree(falsifier, worst, worst.changed, limit) ?? .mapping([])
    sizeBefore = tree.size
  }

  /// The scenario with some settings, a fixed seed, and a single budget.
  private static func tree(
    _ falsifier: Falsifier, _ worst: WorstCaseTrial, _ settings: [Setting], _ limit: Budget
  ) -> ScenarioTree? {
    let maker = falsifier.maker
    guard var node = try? YAML.load(maker.bytes, name: maker.path) else { return nil }
    for setting in maker.settings + settings {
      guard let changed = try? setting.applied(to: node) else { return nil }
      node = changed
    }
    var tree = ScenarioTree(node)
    tree["sweep"] = nil
    tree["falsify"] = nil
    tree["breaks"] = nil
    tree["seed"] = .scalar("\(worst.seed)", isPlain: true)
    tree["budgets"] = .list([.scalar(limit.text, isPlain: true)])
    return tree
  }

  /// Cuts until nothing more can be cut, or the max number of runs is reached.
  mutating func shrink() throws {
    try revertSettings()
    var size = 0
    repeat {
      size = tree.size
      try cutKeys(at: [], protecting: Self.needed)
      try cutBelow(["agents", "access_points", "traffic", "signals"])
      try lowerCounts()
      try shorten()
    } while tree.size < size && runs < falsifier.shrinkTries
  }

  /// Keys that a scenario needs, or that define the test.
  private static let needed: Set<String> = [
    "name", "about", "duration", "venue", "seed", "agents", "stack", "budgets",
  ]
  /// Keys that limit a scenario; removing one adds activity.
  private static let limiting: Set<String> = ["phones", "name", "until", "leaves"]

  /// Reverts the settings that the worst case doesn't need.
  private mutating func revertSettings() throws {
    let settings = worst.changed
    guard !settings.isEmpty else { return }
    let (falsifier, worst, limit) = (falsifier, worst, limit)
    let kept = try minimized(Array(settings.indices)) { candidates in
      try firstFailing(
        candidates.map { chosen in
          Self.tree(falsifier, worst, chosen.map { settings[$0] }, limit) ?? .mapping([])
        })
    }
    if let tree = Self.tree(falsifier, worst, kept.map { settings[$0] }, limit) {
      try accept(tree)
    }
  }

  /// Cuts the lists and mappings below some keys, outer levels first.
  private mutating func cutBelow(_ keys: [String]) throws {
    for key in keys {
      var depth = 0
      while depth < 12 {
        let paths = tree.paths(below: key, depth: depth)
        // Backwards, so that a cut doesn't shift the paths that are still to come.
        for path in paths.reversed() {
          switch tree[path] {
          case .list: try cutElements(at: path, minimum: key == "agents" && depth == 0 ? 1 : 0)
          case .mapping: try cutKeys(at: path, protecting: Self.limiting)
          case .scalar: break
          }
        }
        if paths.isEmpty { break }
        depth += 1
      }
    }
  }

  private mutating func cutElements(at path: [Int], minimum: Int) throws {
    // A list of scalars, such as a point, is a single value.
    guard case .list(let elements) = tree[path], elements.count > minimum,
      elements.contains(where: { $0.count > 0 })
    else { return }
    let whole = tree
    let kept = try minimized(Array(elements.indices), keepingAtLeast: minimum) { candidates in
      try firstFailing(candidates.map { whole.replacing(path, keeping: $0) })
    }
    try accept(whole.replacing(path, keeping: kept))
  }

  private mutating func cutKeys(at path: [Int], protecting: Set<String>) throws {
    guard case .mapping(let pairs) = tree[path] else { return }
    let loose = pairs.indices.filter { !protecting.contains(pairs[$0].key) }
    guard !loose.isEmpty else { return }
    let whole = tree
    func keeping(_ chosen: [Int]) -> ScenarioTree {
      let positions = pairs.indices.filter {
        protecting.contains(pairs[$0].key) || chosen.contains($0)
      }
      return whole.replacing(path, keeping: Array(positions))
    }
    let kept = try minimized(loose) { candidates in try firstFailing(candidates.map(keeping)) }
    try accept(keeping(kept))
  }

  /// Reduces the sizes of groups.
  private mutating func lowerCounts() throws {
    for path in tree.numbers(called: ["count", "cars", "phones", "hotspots"]) {
      while let text = tree[path].text, let number = Int(text), number > 1 {
        let whole = tree
        let candidates = Set([1, number / 4, number / 2, number * 3 / 4]).sorted()
          .filter { $0 > 0 && $0 < number }
          .map { whole.replacing(path, with: "\($0)") }
        guard let index = try firstFailing(candidates) else { break }
        try accept(candidates[index])
      }
    }
  }

  /// Shortens the duration.
  private mutating func shorten() throws {
    while let text = tree["duration"]?.text,
      let duration = try? Quantity.parseDuration(text), duration.seconds > 1
    {
      let whole = tree
      let candidates = [0.125, 0.25, 0.5, 0.75, 0.9].map { share in
        var shorter = whole
        let seconds = max(1, (duration.seconds * share).rounded())
        shorter["duration"] = .scalar(Quantity.format(.seconds(seconds)), isPlain: true)
        return shorter
      }.filter { $0 != whole }
      guard let index = try firstFailing(candidates) else { return }
      try accept(candidates[index])
    }
  }

  /// Adopts a candidate that fails.
  private mutating func accept(_ candidate: ScenarioTree) throws {
    guard candidate != tree, try firstFailing([candidate]) != nil else { return }
    tree = candidate
    figure = known[candidate.yaml]??.value ?? figure
  }

  // MARK: - Trying

  /// Index of the first candidate that is a valid scenario and misses the budget.
  private mutating func firstFailing(_ candidates: [ScenarioTree]) throws -> Int? {
    for start in stride(from: 0, to: candidates.count, by: Self.batch) {
      let end = min(start + Self.batch, candidates.count)
      let texts = candidates[start..<end].map(\.yaml)
      try run(texts.filter { known[$0] == nil })
      let failing = texts.firstIndex { text in
        guard case .some(let finding?) = known[text] else { return false }
        return finding.count >= minCount && falsifier.target.misses(finding.value, limit)
      }
      if let failing { return start + failing }
    }
    return nil
  }

  /// Runs the texts, unless the max number of runs is reached.
  private mutating func run(_ texts: [String]) throws {
    guard runs < falsifier.shrinkTries, !texts.isEmpty else { return }
    let (maker, seed, target) = (falsifier.maker, worst.seed, falsifier.target)
    let (stack, token) = (falsifier.stack, falsifier.cancellation)
    var found: [(text: String, finding: FalsifyTarget.FigureValue?, isValid: Bool)] = []
    try parallelMap(
      count: texts.count, jobs: falsifier.jobs, cancellation: token,
      compute: { number -> (FalsifyTarget.FigureValue?, Bool) in
        let scenario = try? LoadedScenario(
          bytes: Array(texts[number].utf8), path: maker.path, sharing: maker.base)
        guard let scenario else { return (nil, false) }
        let unit = RunUnit(scenario: scenario, seed: seed)
        return (target.finding(of: try unit.run(stack: stack, cancellation: token).devices), true)
      },
      consume: { number, result in found.append((texts[number], result.0, result.1)) })
    for (text, finding, isValid) in found {
      known[text] = .some(finding)
      if isValid { runs += 1 }
    }
    falsifier.progress("shrinking", runs, figure)
  }
}

extension ScenarioTree {
  /// Number of keys and elements in the tree.
  var size: Int {
    switch self {
    case .scalar: 0
    case .list(let elements): elements.reduce(elements.count) { $0 + $1.size }
    case .mapping(let pairs): pairs.reduce(pairs.count) { $0 + $1.value.size }
    }
  }

  /// A copy with only some children of the node at a path.
  func replacing(_ path: [Int], keeping positions: [Int]) -> ScenarioTree {
    var tree = self
    tree[path] = self[path].keeping(positions)
    return tree
  }

  /// A copy with another number at a path.
  func replacing(_ path: [Int], with number: String) -> ScenarioTree {
    var tree = self
    tree[path] = .scalar(number, isPlain: true)
    return tree
  }

  /// Paths of the non-empty lists and mappings at a depth below a key of the root, in order.
  func paths(below key: String, depth: Int) -> [[Int]] {
    guard case .mapping(let pairs) = self, let first = pairs.firstIndex(where: { $0.key == key })
    else { return [] }
    var level = [[first]].filter { self[$0].count > 0 }
    for _ in 0..<depth {
      level = level.flatMap { path in
        (0..<self[path].count).map { path + [$0] }.filter { self[$0].count > 0 }
      }
    }
    return level
  }

  /// Paths of all scalars with some keys.
  func numbers(called names: Set<String>, from path: [Int] = []) -> [[Int]] {
    switch self[path] {
    case .scalar: []
    case .list(let elements):
      elements.indices.flatMap { numbers(called: names, from: path + [$0]) }
    case .mapping(let pairs):
      pairs.indices.flatMap { index in
        names.contains(pairs[index].key) && pairs[index].value.text != nil
          ? [path + [index]] : numbers(called: names, from: path + [index])
      }
    }
  }
}
