import Kernel
import Observations
import Recordings

extension MotionSense: ReplayContent {
  func fill(_ draft: inout ReplayDraft) {
    draft.warnings.add(report)
    draft.assembly.add(accelerometer: accelerometer)
    draft.assembly.add(gyroscope: gyroscope)
    draft.settings = ["placement=front_pocket"]
    if let label = Label(path: draft.title) {
      draft.assembly.truth = [.doing(label.activity.trueActivity, from: .start)]
    } else {
      draft.notes.append("no activity in the path, such as wlk_7/sub_1.csv: no truth")
    }
  }
}

extension SmartphoneWatch: ReplayContent {
  func fill(_ draft: inout ReplayDraft) {
    draft.warnings.add(report)
    draft.assembly.add(accelerometer: accelerometer)
    draft.assembly.add(gyroscope: gyroscope)
    // A watch on the left wrist, or a phone in the pocket.
    let isWatch = draft.title.contains("_sw.")
    draft.settings = ["placement=\(isWatch ? "hand_swinging" : "front_pocket")"]
    draft.assembly.truth = segments.compactMap { segment in
      accelerometer.indices.contains(segment.rows.lowerBound)
        ? .doing(
          segment.activity.trueActivity, from: accelerometer[segment.rows.lowerBound].time) : nil
    }
  }
}

extension ReplayFormat {
  /// A walk, climb, run or rest with an iPhone in the trouser pocket; the path names the activity.
  static let motionSense = ReplayFormat(
    "motionsense", "MotionSense: DeviceMotion tables, the activity in the folder's name",
    of: MotionSense.self,
    begins: { $0.names("gravity.x", "rotationRate.x", "userAcceleration.x") })

  /// A timed walk between chairs, with a label for each sample.
  static let smartphoneWatch = ReplayFormat(
    "sp-sw-har", "Smartphone and smartwatch HAR: timed-up-and-go tables, labelled by row",
    of: SmartphoneWatch.self, begins: { $0.names("x_acc", "x_gyro", "timestamp", "label") })
}
