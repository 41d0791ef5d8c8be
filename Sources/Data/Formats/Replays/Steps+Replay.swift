import Documents
import Kernel
import Observations
import Recordings
import Truth

extension OxfordSteps: ReplayContent {
  static func read(_ draft: ReplayDraft) throws -> OxfordSteps {
    let tree = draft.tree
    guard let switches = tree.find(draft.folder + "stepcounter.csv") else {
      throw DocumentError("'\(tree.title(draft.folder))' has no stepcounter.csv")
    }
    return try read(
      tree.open(draft.file), file: draft.title, switches: tree.open(switches),
      switchFile: tree.title(switches))
  }

  func fill(_ draft: inout ReplayDraft) {
    draft.warnings.add(report)
    draft.warnings.add(switchReport, prefix: "switches: ")
    draft.assembly.add(accelerometer: accelerometer)
    draft.assembly.truth = stepEvents(until: draft.assembly.end)
    let folder = draft.title.split(separator: "/").dropLast().last.map(String.init) ?? ""
    if let position = Label(folder: folder)?.position {
      draft.settings = ["placement=\(position.placement.rawValue)"]
    }
  }

  /// Validity of the step count after the last poll: a few polling intervals.
  private static let patience = SimDuration.seconds(2)

  private func stepEvents(until end: SimTime) -> [TruthSample] {
    guard let first = polls.first?.time, let last = polls.last?.time else { return [] }
    var truth = [TruthSample.steps(0, at: max(first, .start))]
    var count = 0
    // Steps before the first and after the last accelerometer reading cannot be detected from it.
    for step in steps where step.time >= .start && step.time <= end {
      count += 1
      truth.append(.steps(count, at: step.time))
    }
    let known = last + Self.patience
    if known < end { truth.append(TruthSample(unknownAt: known.next)) }
    return truth
  }
}

extension OxfordSteps.Position {
  /// The closest placement in the simulator: a pouch at the neck hangs like a phone at the waist.
  fileprivate var placement: Placement {
    switch self {
    case .inHand: .handTexting
    case .swingingArm: .handSwinging
    case .frontPocket: .frontPocket
    case .backPocket: .backPocket
    case .purse: .bag
    case .neckPouch: .waist
    case .armband: .upperArm
    }
  }
}

extension OxfordTrace: ReplayContent {
  func fill(_ draft: inout ReplayDraft) {
    draft.warnings.add(report)
    draft.assembly.add(accelerometer: accelerometer)
    draft.assembly.truth = counts.map { .steps($0.steps, at: $0.time) }
    draft.closeTruth()
    draft.notes = ["the true steps are the ground truth device's, of the file's sixth column"]
    // Such as user1_frontpocket_1506422223341.csv; names of older files have only the time.
    let name = draft.file.split(separator: "/").last ?? ""
    let position = name.split(separator: "_").lazy.compactMap { OxfordSteps.Position(name: $0) }
    if let position = position.first {
      draft.settings = ["placement=\(position.placement.rawValue)"]
    }
  }
}

extension SensorWatch: ReplayContent {
  func fill(_ draft: inout ReplayDraft) {
    draft.warnings.add(report)
    draft.assembly.add(
      accelerometer: zip(samples, specificForce()).map { sample, force in
        InertialSample(time: sample.time, x: 0, y: 0, z: Float(force))
      })
    // Only the total is known, not the times of the steps.
    draft.assembly.truth = [.steps(stepCount, at: draft.assembly.end)]
    draft.notes = [
      "one number per sample, taken as z; \(Int(Self.countsPerGravity)) counts are 1 g"
    ]
  }
}

extension ReplayFormat {
  /// A walk with a switch under each foot, in its own folder.
  static let oxford = ReplayFormat(
    "oxford", "Oxford step counter: folders of accelerometer.csv and stepcounter.csv",
    of: OxfordSteps.self, isFolder: true,
    begins: { probe in
      probe.name == "accelerometer.csv"
        && probe.tree.find(probe.folder + "stepcounter.csv") != nil
    })

  /// A walk of the same data set with the true step count in each row.
  static let oxfordTrace = ReplayFormat(
    "oxford-app", "Oxford step counter, validation: rows of time, x, y, z and three step counts",
    of: OxfordTrace.self, begins: { OxfordTrace.isRow($0.firstLine) })

  /// A wrist recording with a hand-counted step total.
  static let sensorWatch = ReplayFormat(
    "sensorwatch", "SensorWatch: tables of Timestamp, Magnitude, Steps, Header",
    of: SensorWatch.self, begins: { $0.names("Timestamp", "Magnitude", "Steps") })
}
