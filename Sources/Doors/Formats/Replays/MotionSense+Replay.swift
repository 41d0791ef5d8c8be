import Kernel
import Observations
import Recordings

extension ReplayFormat {
  /// A walk, climb, run or rest with an iPhone in the trouser pocket; the path tells which.
  static let motionSense = ReplayFormat(
    "motionsense", "MotionSense: DeviceMotion tables, the activity in the folder's name",
    begins: { $0.names("gravity.x", "rotationRate.x", "userAcceleration.x") },
    read: { tree, file, device in
      let title = tree.title(file)
      let content = try MotionSense.read(tree.bytes(file), file: title)
      var assembly = RecordingAssembly()
      assembly.add(accelerometer: content.accelerometer)
      assembly.add(gyroscope: content.gyroscope)
      var notes: [String] = []
      if let label = MotionSense.Label(path: title) {
        assembly.truth = [.doing(label.activity.trueActivity, from: .start)]
      } else {
        notes.append("no activity in the path, such as wlk_7/sub_1.csv: no truth")
      }
      return ReadRecording(
        assembly.recording(device: device, source: "motionsense " + title),
        remarks: RemarkCounts(content.report), notes: notes)
    })

  /// A timed walk between chairs, with a label for each sample.
  static let smartphoneWatch = ReplayFormat(
    "sp-sw-har", "Smartphone and smartwatch HAR: timed-up-and-go tables, labelled by row",
    begins: { $0.names("x_acc", "x_gyro", "timestamp", "label") },
    read: { tree, file, device in
      let title = tree.title(file)
      let content = try SmartphoneWatch.read(tree.bytes(file), file: title)
      var assembly = RecordingAssembly()
      assembly.add(accelerometer: content.accelerometer)
      assembly.add(gyroscope: content.gyroscope)
      assembly.truth = content.segments.compactMap { segment in
        content.accelerometer.indices.contains(segment.rows.lowerBound)
          ? .doing(
            segment.activity.trueActivity, from: content.accelerometer[segment.rows.lowerBound].time
          )
          : nil
      }
      return ReadRecording(
        assembly.recording(device: device, source: "sp-sw-har " + title),
        remarks: RemarkCounts(content.report))
    })
}
