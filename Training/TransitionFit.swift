import Glibc
import Kernel
import Motion
import Observations

/// Fit of the transition probabilities by random search.
///
/// The share of right flags is maximised, pushed and pulled, as the mean over the activities of each data set: a
/// maximum-likelihood estimate would copy the lengths of the extracts, which aren't those of days.
struct TransitionFit {
  /// The people, with the flags that are right in each window; nil where the truth is unknown.
  private let people: [(windows: LabelledEvidence, truth: [Set<ActivityFlags>?])]
  private var parameters = ActivityTracker.Parameters()
  private var score = 0.0

  /// Fits to people.
  ///
  /// - Parameters:
  ///   - people: The windows of each.
  ///   - trials: The number of random changes.
  /// - Throws: Nothing in practice, as it can't be cancelled.
  init(_ people: [LabelledEvidence], trials: Int) throws {
    self.people = (people + Self.talk).map { person in
      let truth = person.lanes.map { possible -> Set<ActivityFlags>? in
        guard let possible else { return nil }
        let flags = zip(ActivityLane.all, possible).compactMap { $1 ? $0.state.flags : nil }
        // A phone in a vehicle may be handled, but needn't.
        return flags.contains { !$0.isEmpty } ? Set(flags).subtracting([[]]) : Set(flags)
      }
      return (person, truth)
    }
    parameters.transitions.lengthenStays()
    score = try score(of: parameters)
    var draws = RandomStream(seed: 1, purpose: "transitions")
    for _ in 0..<trials {
      var changed = parameters
      for _ in 0...draws.integer(below: 3) { changed.transitions.disturb(&draws) }
      let result = try score(of: changed)
      if result > score { (parameters, score) = (changed, result) }
    }
  }

  /// The share of right windows, as the mean over all groups, pushed and pulled; small groups count less.
  private func score(of parameters: ActivityTracker.Parameters) throws -> Double {
    var counts: [String: (right: Int, all: Int)] = [:]
    let reports = try parallelMap(people, jobs: 2) { Self.reported($0.windows, parameters) }
    for (person, reported) in zip(people, reports) {
      for (right, told) in zip(person.truth, reported) {
        guard let right else { continue }
        let group = person.windows.origin + right.map { "\($0)" }.sorted().joined()
        counts[group, default: (0, 0)].all += 2
        counts[group, default: (0, 0)].right += told.count { right.contains($0) }
      }
    }
    var sum = 0.0, weights = 0.0
    // In a fixed order, because sums of doubles depend on it.
    for (_, count) in counts.sorted(by: { $0.key < $1.key }) {
      let weight = min(1, (Double(count.all) / 200).squareRoot())
      sum += weight * Double(count.right) / Double(count.all)
      weights += weight
    }
    return sum / max(weights, 1e-9)
  }

  /// The flags of each window, as reported live and from the history.
  private static func reported(
    _ person: LabelledEvidence, _ parameters: ActivityTracker.Parameters
  ) -> [[ActivityFlags]] {
    var tracker = ActivityTracker(parameters: parameters)
    var history = ActivityHistory()
    var flags: [[ActivityFlags]] = []
    for (evidence, time) in zip(person.evidence, person.times) {
      _ = tracker.receive(evidence, endingAt: time)
      history.add(evidence, endingAt: time)
      flags.append([tracker.current.flags])
    }
    guard let first = person.times.first, let last = person.times.last else { return [] }
    let records = history.records(from: first, to: last, parameters: parameters)
    var record = 0
    for (number, time) in person.times.enumerated() where !records.isEmpty {
      while record + 1 < records.count, records[record + 1].startTime < time { record += 1 }
      flags[number].append(records[record].flags)
    }
    return flags
  }

  /// People who do what the talk says: a drive lasts through halts until walking ends it, rest is no drive, and
  /// neither is a stop with a bicycle.
  private static let talk: [LabelledEvidence] = {
    let drive: Set<ActivityState> = [.driving, .driveHalted]
    let cycle: Set<ActivityState> = [.cycling, .cycleHalted]
    var stories: [[(look: ActivityClass, windows: Int, states: Set<ActivityState>)]] = [
      [
        (.body, 100, [.still]), (.walking, 20, [.walking]), (.cycling, 40, cycle),
        (.body, 20, cycle), (.cycling, 20, cycle), (.walking, 20, [.walking]),
        (.table, 100, [.still]),
      ]
    ]
    for halt in [ActivityClass.idle, .body, .table] {
      stories.append([
        (.body, 8, [.still]), (.walking, 8, [.walking]), (.automotive, 20, drive),
        (halt, 80, drive), (.automotive, 12, drive), (.other, 20, [.other]),
        (.walking, 8, [.walking]), (.body, 80, [.still]),
      ])
      stories.append([
        (halt, 300, [.still]), (.walking, 10, [.walking]), (halt, 200, [.still]),
        (.running, 20, [.running]), (halt, 100, [.still]),
      ])
    }
    return stories.map { story in
      var person = LabelledEvidence(origin: "talk")
      var time = SimTime.start
      for part in story {
        let possible = ActivityLane.all.map { part.states.contains($0.state) }
        for number in 0..<part.windows {
          time += MotionFeatures.period
          var shares = SIMD8<Float>(repeating: 0.01)
          shares[part.look.rawValue] = 0.93
          person.times.append(time)
          person.evidence.append(ActivityEvidence(probabilities: shares))
          // A change is recognised with a delay.
          person.lanes.append(number < 2 ? nil : possible)
        }
      }
      return person
    }
  }()

  /// The generated Swift file.
  ///
  /// - Parameter command: The command that made it.
  /// - Returns: The text.
  func text(command: String) -> String {
    func list(_ values: some Sequence<Float>) -> String {
      let numbers = values.map { value in
        // Two significant digits.
        guard value > 0 else { return "0" }
        let unit = Float(pow(10, floor(log10(value)) - 1))
        return String(
          describing: Float("\(Int((value / unit).rounded()))e\(Int(log10(unit).rounded()))")
            ?? value)
      }
      return "[\(numbers.joined(separator: ", "))]"
    }
    let states = ActivityState.allCases
    var lines = [
      "// Made by the training tool; don't edit. Made anew, starting from these numbers, with",
      "//   \(command)", "// Mean share of right windows: \((score * 1e4).rounded() / 1e4).", "",
      "extension ActivityTransitions {",
      "  /// Transition probabilities per 2.5 s of the states, by the present one, then by the next; 0 for staying.",
      "  static let learned: [[Float]] = [",
    ]
    for state in states {
      let row = parameters.transitions.rows[state.place]
      lines.append("    \(list(states.map { row[$0.place] })),  // \(state.rawValue)")
    }
    let lanes = ActivityLane.all.indices
    lines += [
      "  ]", "  /// Distribution of the looks of a state as it begins, by lane.",
      "  static let learnedLooks: [Float] = \(list(lanes.map { parameters.transitions.looks[$0] }))",
      "  /// Probability that the look of a state changes, by lane.",
      "  static let learnedLookChanges: [Float] = \(list(lanes.map { parameters.transitions.lookChanges[$0] }))",
      "}",
    ]
    return lines.joined(separator: "\n") + "\n"
  }
}

extension ActivityTransitions {
  /// Lets each state last 40 s in the mean, at least: people's days have longer stays than the data sets.
  fileprivate mutating func lengthenStays() {
    for state in rows.indices { rows[state] *= min(1, 2.5 / 40 / max(rows[state].sum(), 1e-9)) }
  }

  /// Changes one probability by a random factor.
  fileprivate mutating func disturb(_ draws: inout RandomStream) {
    let factor = Float(exp(0.6 * draws.gaussian()))
    let states = ActivityState.allCases.count, lanes = ActivityLane.all.count
    let place = draws.integer(below: states * states + 2 * lanes)
    if place < states * states {
      rows[place / states][place % states] *= factor
      lengthenStays()
      return
    }
    let state = ActivityLane.all[(place - states * states) % lanes].state
    let alike = ActivityLane.all.indices.filter { ActivityLane.all[$0].state == state }
    if place < states * states + lanes {
      looks[place - states * states] *= factor
      let sum = alike.reduce(0) { $0 + looks[$1] }
      for lane in alike { looks[lane] /= sum }
    } else {
      for lane in alike { lookChanges[lane] = min(0.5, lookChanges[lane] * factor) }
    }
  }
}
