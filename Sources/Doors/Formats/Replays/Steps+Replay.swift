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
      tree.bytes(draft.file), file: draft.title, switches: tree.bytes(switches),
      switchFile: tree.title(switches))
  }

  func fill(_ draft: inout ReplayDraft) {
    draft.remarks.add(report)
    draft.remarks.add(switchReport, prefix: "switches: ")
    draft.assembly.add(accelerometer: accelerometer)
    draft.assembly.truth = footfalls(until: draft.assembly.end)
    let folder = draft.title.split(separator: "/").dropLast().last.map(String.init) ?? ""
    if let position = Label(folder: folder)?.position {
      draft.settings = ["placement=\(position.placement.rawValue)"]
    }
  }

  /// How long after the switches' last poll their count still holds: a few of their intervals.
  private static let patience = SimDuration.seconds(2)

  private func footfalls(until end: SimTime) -> [TruthSample] {
    guard let first = polls.first?.time, let last = polls.last?.time else { return [] }
    var truth = [TruthSample.steps(0, at: max(first, .start))]
    var count = 0
    // Steps before the accelerometer's first reading and after its last can't be told by it.
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
  /// The simulator's place that is most like it: a pouch at the neck hangs as a phone at the waist does.
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
    draft.remarks.add(report)
    draft.assembly.add(accelerometer: accelerometer)
    draft.assembly.truth = counts.map { .steps($0.steps, at: $0.time) }
    draft.closeTruth()
    draft.notes = ["the true steps are the ground truth device's, of the file's sixth column"]
    // Such as user1_frontpocket_1506422223341.csv; older files' names tell only when.
    let name = draft.file.split(separator: "/").last ?? ""
    let position = name.split(separator: "_").lazy.compactMap { OxfordSteps.Position(name: $0) }
    if let position = position.first {
      draft.settings = ["placement=\(position.placement.rawValue)"]
    }
  }
}

extension SensorWatch: ReplayContent {
  func fill(_ draft: inout ReplayDraft) {
    draft.remarks.add(report)
    draft.assembly.add(
      accelerometer: zip(samples, specificForce()).map { sample, force in
        InertialSample(time: sample.time, x: 0, y: 0, z: Float(force))
      })
    // When the steps were taken isn't known, but how many there are at the end is.
    draft.assembly.truth = [.steps(stepCount, at: draft.assembly.end)]
    draft.notes = [
      "one number a sample, taken for z; \(Int(Self.countsPerGravity)) counts are 1 g"
    ]
  }
}

extension ReplayFormat {
  /// A walk with a switch under each foot, in a folder of its own.
  static let oxford = ReplayFormat(
    "oxford", "Oxford step counter: folders of accelerometer.csv and stepcounter.csv",
    of: OxfordSteps.self, isFolder: true,
    begins: { clue in
      clue.name == "accelerometer.csv"
        && clue.tree.find(clue.folder + "stepcounter.csv") != nil
    })

  /// A walk of the same data set with the true count in each row.
  static let oxfordTrace = ReplayFormat(
    "oxford-app", "Oxford step counter, validation: rows of time, x, y, z and three step counts",
    of: OxfordTrace.self, begins: { OxfordTrace.isRow($0.firstLine) })

  /// A wrist with the steps of the whole recording, counted by hand.
  static let sensorWatch = ReplayFormat(
    "sensorwatch", "SensorWatch: tables of Timestamp, Magnitude, Steps, Header",
    of: SensorWatch.self, begins: { $0.names("Timestamp", "Magnitude", "Steps") })
}
