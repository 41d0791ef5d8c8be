import Documents
import Formats
import Observations
import Signals
import Truth

/// An activity with a phone placement, for which there may be recordings.
struct MotionSituation: Hashable {
  var doing: Doing
  var placement: Placement

  /// Name on the page.
  var name: String { "\(doing.rawValue), \(placement.rawValue)" }

  /// Search range of the stride rate, in Hz.
  var strides: ClosedRange<Double> {
    doing == .running ? GaitStatistics.runningStrides : GaitStatistics.walkingStrides
  }
}

/// Real windows of one situation.
struct MotionRecordings {
  /// Windows by person, if the data distinguish people.
  private var people: [String: [MotionWindow]] = [:]
  /// Data sets of the windows, in order of first use.
  var sources: [String] = []

  mutating func add(_ windows: [MotionWindow], _ source: String, by person: String) {
    guard !windows.isEmpty else { return }
    people[source + " " + person, default: []] += windows
    if !sources.contains(source) { sources.append(source) }
  }

  /// The windows of each person.
  var byPerson: [[MotionWindow]] { people.sorted { $0.key < $1.key }.map(\.value) }

  /// All recordings of people on foot and at rest in the data, by situation.
  ///
  /// - Throws: The fault of a recording.
  static func all(in data: ValidationData) throws(DocumentError) -> [MotionSituation: Self] {
    var found: [MotionSituation: Self] = [:]
    func add(
      _ doing: Doing, _ placement: Placement, _ windows: [MotionWindow], _ source: String,
      by person: String
    ) {
      found[MotionSituation(doing: doing, placement: placement), default: Self()]
        .add(windows, source, by: person)
    }
    for path in data.files(under: ValidationSet.motionsense.rawValue, suffix: ".csv.gz") {
      guard let label = MotionSense.Label(path: path) else { continue }
      let file = try MotionSense.read(try data.bytes(path), file: path)
      let windows = MotionWindow.all(file.accelerometer, turning: file.gyroscope, trim: 5)
      add(label.activity.doing, .frontPocket, windows, "MotionSense", by: "\(label.person)")
    }
    for folder in data.folders(in: ValidationSet.oxford.rawValue + "/optimisation") {
      guard let label = OxfordSteps.Label(folder: folder),
        let placement = label.position.placement
      else { continue }
      let file = try OxfordSteps.read(folder: data.folder + "/" + folder)
      add(
        .walking, placement, MotionWindow.all(file.accelerometer, trim: 5), "Oxford",
        by: label.person)
    }
    for path in data.files(under: ValidationSet.wisdm.rawValue + "/raw/phone", suffix: ".txt.gz") {
      for segment in try WISDM.read(try data.bytes(path), file: path).segments {
        guard let doing = segment.activity.doing else { continue }
        let windows = MotionWindow.all(segment.samples, hertz: WISDM.rowsPerSecond, trim: 5)
        add(doing, .frontPocket, windows, "WISDM", by: path)
      }
    }
    for path in data.files(
      under: ValidationSet.indoorCompetition.rawValue, suffix: ".txt.gz")
    where path.contains("/path_data_files/") {
      let file = try IndoorCompetition.read(try data.bytes(path), file: path)
      let windows = MotionWindow.all(file.accelerometer, turning: file.gyroscope, trim: 3)
      add(.walking, .handTexting, windows, "Indoor Location Competition 2.0", by: path)
    }
    for path in data.files(
      under: ValidationSet.ipin2023.rawValue + "/logfiles", suffix: ".txt.gz")
    {
      let file = try GetSensorData.read(try data.bytes(path), file: path)
      let windows = MotionWindow.all(file.accelerometer, turning: file.gyroscope, trim: 3)
      add(.walking, .handTexting, windows, "IPIN 2023", by: path)
    }
    return found
  }
}

extension MotionSense.Activity {
  fileprivate var doing: Doing {
    switch self {
    case .downstairs: .stairsDown
    case .upstairs: .stairsUp
    case .walking: .walking
    case .jogging: .running
    case .sitting: .sitting
    case .standing: .standing
    }
  }
}

extension WISDM.Activity {
  /// The simulated activity; nil for meals and sports, and for stairs, which mix up and down.
  fileprivate var doing: Doing? {
    switch self {
    case .walking: .walking
    case .jogging: .running
    case .sitting: .sitting
    case .standing: .standing
    default: nil
    }
  }
}

extension OxfordSteps.Position {
  /// Nil for the neck pouch, which isn't simulated.
  fileprivate var placement: Placement? {
    switch self {
    case .inHand: .handTexting
    case .swingingArm: .handSwinging
    case .frontPocket: .frontPocket
    case .backPocket: .backPocket
    case .purse: .bag
    case .neckPouch: nil
    case .armband: .upperArm
    }
  }
}
