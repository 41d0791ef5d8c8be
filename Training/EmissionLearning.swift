import Documents
import Formats
import Glibc
import Kernel
import Motion
import Observations
import Recordings
import Truth

/// The windows of a person, with what is known of their states.
struct LabelledEvidence {
  /// The data set or scenario.
  var origin: String
  /// Evidence and end of each window.
  var evidence: [ActivityEvidence] = []
  var times: [SimTime] = []
  /// Possible lanes, by window; nil where the truth is unknown.
  var lanes: [[Bool]?] = []
}

/// Maximum-likelihood estimation of the emission probabilities by the Baum-Welch algorithm (Rabiner 1989).
///
/// The truth of each window restricts the lanes; which look a rest has, and when a car halts, is inferred. The
/// people are those whom the classifier has not seen. Transition probabilities stay as they are, since no data
/// set has people's usual days.
struct EmissionLearning {
  private let lanes = ActivityLane.all
  private let transitions = ActivityTransitions()
  /// Emission matrix, by lane, then by class.
  private(set) var rows: [SIMD8<Float>]

  /// Learns from people.
  ///
  /// - Parameter people: The windows of each.
  init(_ people: [LabelledEvidence]) {
    // Each lane at first shows its own class.
    rows = ActivityLane.all.map { lane in
      var row = SIMD8<Float>(repeating: 0.02)
      row[lane.usualClass.rawValue] = 0.86
      return row
    }
    var windows: [String: Float] = [:]
    for person in people { windows[person.origin, default: 0] += Float(person.lanes.count) }
    for _ in 0..<15 {
      var counts = [SIMD8<Float>](repeating: .zero, count: lanes.count)
      for person in people {
        // Windows of a large data set are correlated: its weight grows with the square root.
        add(person, weight: 1 / (windows[person.origin] ?? 1).squareRoot(), to: &counts)
      }
      let prior = counts.reduce(0) { $0 + $1.sum() } / Float(lanes.count) * 1e-3
      rows = counts.map { ($0 + prior) / ($0 + prior).sum() }
    }
  }

  /// Adds a person's expected counts of classes, by lane.
  private func add(
    _ person: LabelledEvidence, weight: Float, to counts: inout [SIMD8<Float>]
  ) {
    let matrix = transitions.matrix
    let windows = person.evidence.map(\.likelihoods)
    let likelihoods = zip(windows, person.lanes).map { classes, possible in
      var vector = SIMD16<Float>.zero
      for (place, row) in rows.enumerated() {
        vector[place] = (row * classes).sum() * (possible.map { $0[place] ? 1 : 1e-9 } ?? 1)
      }
      return vector
    }
    var filtered: [SIMD16<Float>] = []
    var belief = transitions.initial
    for vector in likelihoods {
      var next = SIMD16<Float>.zero
      for (place, row) in matrix.enumerated() { next += row * belief[place] }
      belief = next * vector
      belief /= max(belief.sum(), 1e-30)
      filtered.append(belief)
    }
    var later = SIMD16<Float>(repeating: 1)
    for number in likelihoods.indices.reversed() {
      var posterior = filtered[number] * later
      posterior /= max(posterior.sum(), 1e-30)
      if person.lanes[number] != nil {
        for (place, row) in rows.enumerated() {
          let classes = row * windows[number]
          counts[place] += classes * (weight * posterior[place] / max(classes.sum(), 1e-30))
        }
      }
      let following = likelihoods[number] * later
      for (place, row) in matrix.enumerated() { later[place] = (row * following).sum() }
      later /= max(later.sum(), 1e-30)
    }
  }

  /// The generated Swift file.
  ///
  /// - Parameters:
  ///   - people: The training data.
  ///   - command: The command that made it.
  /// - Returns: The text.
  func text(of people: [LabelledEvidence], command: String) -> String {
    var windows: [String: Int] = [:]
    for person in people { windows[person.origin, default: 0] += person.lanes.count }
    var lines = [
      "// Made by the training tool; don't edit. Made anew with", "//   \(command)", "//",
      "// From windows of 2.5 s of people whom the classifier has not seen:",
    ]
    for name in windows.keys.sorted() { lines.append("//   \(name): \(windows[name] ?? 0)") }
    lines += [
      "", "extension ActivityEmissions {",
      "  /// Emission matrix, by lane, then by class: \(ActivityClass.allCases.map { "\($0)" }.joined(separator: ", ")).",
      "  static let learned: [SIMD8<Float>] = [",
    ]
    for (lane, row) in zip(lanes, rows) {
      let numbers = (0..<8).map { String(describing: (row[$0] * 1e4).rounded() / 1e4) }
      lines.append("    [\(numbers.joined(separator: ", "))],  // \(lane.name)")
    }
    return (lines + ["  ]", "}"]).joined(separator: "\n") + "\n"
  }
}

/// People whom the classifier has not seen.
enum UnseenPeople {
  /// Data sets that ``RealPeople`` doesn't read.
  private static let sets = [
    "wisdm-51-more/dev", "sp-sw-har-more/dev", "transport-qrowd", "transport-bratislava-phone",
  ]

  /// The windows of the recordings in a folder.
  ///
  /// - Parameter folder: The folder of the data sets.
  /// - Returns: The windows of each recording.
  /// - Throws: If a file is unreadable.
  static func recorded(in folder: String) throws -> [LabelledEvidence] {
    try sets.flatMap { set in
      try FoundRecordings.find(at: folder + "/" + set).sources.compactMap { source in
        let recording = try source.read().recording
        let truth = recording.truth.filter { $0.known.contains(.activity) }
        guard !truth.isEmpty else { return nil }
        var next = 0
        let samples = recording.observations.flatMap { delivered -> [InertialSample] in
          if case .accelerometer(let batch) = delivered.item { return batch.samples }
          return []
        }
        return evidence(of: samples, from: set) { begin, end in
          while next + 1 < truth.count, truth[next + 1].time <= begin { next += 1 }
          let activity = truth[next].activity
          let isClear = truth[next...].prefix { $0.time <= end }.allSatisfy {
            $0.activity == activity
          }
          return isClear ? ActivityLane.all.map { activity.states.contains($0.state) } : nil
        }
      }
    }
  }

  /// The windows of the simulated people of a scenario.
  ///
  /// - Parameters:
  ///   - path: The scenario.
  ///   - seed: The seed of the run.
  /// - Returns: The windows of each person.
  /// - Throws: If the scenario is invalid.
  static func simulated(in path: String, seed: UInt64) throws -> [LabelledEvidence] {
    try SyntheticPeople.readings(of: path, seed: seed, group: 0).map { person in
      evidence(of: person.samples, from: person.origin) { _, end in
        let detail = person.labels.last { $0.time <= end }?.detail ?? ""
        let isRiding = ["driving", "passenger", "bus", "train", "cycling"].contains {
          detail.hasPrefix($0)
        }
        let label = person.label(upTo: end)?.0
        guard isRiding || label != nil else { return nil }
        return ActivityLane.all.map { $0.canShow(label, riding: isRiding, detail) }
      }
    }
  }

  private static func evidence(
    of samples: [InertialSample], from origin: String, _ lanes: (SimTime, SimTime) -> [Bool]?
  ) -> LabelledEvidence {
    var tracker = ActivityTracker()
    var features = MotionFeatures()
    var person = LabelledEvidence(origin: origin)
    features.receive(InertialBatch(samples: samples)) { vector in
      _ = tracker.receive(vector)
      guard let evidence = tracker.lastEvidence else { return }
      person.evidence.append(evidence)
      person.times.append(vector.time)
      person.lanes.append(lanes(vector.time - MotionFeatures.period, vector.time))
    }
    return person
  }
}

extension TrueActivity {
  /// The states in which a recorded person can be.
  fileprivate var states: Set<ActivityState> {
    switch self {
    case .stationary: [.still]
    case .walking: [.walking]
    case .running: [.running]
    case .cycling: [.cycling, .cycleHalted]
    case .automotive: [.driving, .driveHalted, .driveHandled]
    case .other: [.other]
    }
  }
}

extension ActivityLane {
  /// The class that the lane shows most.
  fileprivate var usualClass: ActivityClass {
    switch state {
    case .still, .driveHalted, .driveHandled: look ?? .body
    case .walking: .walking
    case .running: .running
    case .driving: .automotive
    case .other: .other
    case .cycling: .cycling
    case .cycleHalted: .body
    }
  }

  /// True if a simulated person with a label can be in the lane; without one, in any vehicle.
  fileprivate func canShow(_ label: ActivityClass?, riding: Bool, _ detail: String) -> Bool {
    if riding, detail.hasSuffix("/hand_texting") { return state == .driveHandled }
    switch label {
    case .table, .body: return state == .still && (look == label || look == .idle)
    case .walking: return state == .walking
    case .running: return state == .running
    case .automotive: return state == .driving
    case .idle: return state == .driveHalted
    case .cycling: return state == .cycling
    case .other: return state == .other
    case nil where detail.hasPrefix("cycling"): return state == .cycling || state == .cycleHalted
    case nil: return state == .driving || state == .driveHalted
    }
  }
}
