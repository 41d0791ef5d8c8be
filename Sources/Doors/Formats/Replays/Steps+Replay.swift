import Documents
import Kernel
import Observations
import Recordings
import Truth

extension ReplayFormat {
  /// A walk with a switch under each foot, in a folder of its own.
  static let oxford = ReplayFormat(
    "oxford", "Oxford step counter: folders of accelerometer.csv and stepcounter.csv",
    isFolder: true,
    begins: { clue in
      clue.name == "accelerometer.csv"
        && clue.tree.find(clue.folder + "stepcounter.csv") != nil
    },
    read: { tree, file, device in
      let folder = file.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        .map { $0 + "/" }.joined()
      guard let switches = tree.find(folder + "stepcounter.csv") else {
        throw DocumentError("'\(tree.title(folder))' has no stepcounter.csv")
      }
      let title = tree.title(file)
      let content = try OxfordSteps.read(
        tree.bytes(file), file: title, switches: tree.bytes(switches),
        switchFile: tree.title(switches))
      var assembly = RecordingAssembly()
      assembly.add(accelerometer: content.accelerometer)
      assembly.truth = footfalls(of: content, until: assembly.end)
      var remarks = RemarkCounts(content.report)
      remarks.add(content.switchReport, prefix: "switches: ")
      return ReadRecording(
        assembly.recording(device: device, source: "oxford " + title), remarks: remarks)
    })

  /// How long after the switches' last poll their count still holds: a few of their intervals.
  private static let patience = SimDuration.seconds(2)

  private static func footfalls(of walk: OxfordSteps, until end: SimTime) -> [TruthSample] {
    guard let first = walk.polls.first?.time, let last = walk.polls.last?.time else { return [] }
    var truth = [TruthSample.steps(0, at: max(first, .start))]
    var count = 0
    // Steps before the accelerometer's first reading and after its last can't be told by it.
    for step in walk.steps where step.time >= .start && step.time <= end {
      count += 1
      truth.append(.steps(count, at: step.time))
    }
    if last + patience < end { truth.append(TruthSample(unknownAt: (last + patience).next)) }
    return truth
  }

  /// A wrist with the steps of the whole recording, counted by hand.
  static let sensorWatch = ReplayFormat(
    "sensorwatch", "SensorWatch: tables of Timestamp, Magnitude, Steps, Header",
    begins: { $0.names("Timestamp", "Magnitude", "Steps") },
    read: { tree, file, device in
      let title = tree.title(file)
      let content = try SensorWatch.read(tree.bytes(file), file: title)
      var assembly = RecordingAssembly()
      assembly.add(
        accelerometer: zip(content.samples, content.specificForce()).map { sample, force in
          InertialSample(time: sample.time, x: 0, y: 0, z: Float(force))
        })
      // When the steps were taken isn't known, but how many there are at the end is.
      assembly.truth = [.steps(content.stepCount, at: assembly.end)]
      return ReadRecording(
        assembly.recording(device: device, source: "sensorwatch " + title),
        remarks: RemarkCounts(content.report),
        notes: [
          "one number a sample, taken for z; \(Int(SensorWatch.countsPerGravity)) counts are 1 g"
        ])
    })
}
