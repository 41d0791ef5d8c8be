public import Observations

/// Prior knowledge of the activity for the step detector.
///
/// It shifts the log odds of steps, but does not decide.
public enum MotionHint: String, CaseIterable, Sendable {
  /// Unknown.
  case none
  case walking
  case running
  /// In a vehicle: steps then need more evidence.
  case vehicle
  /// On a bicycle: pedals turn as regularly as feet step.
  case cycling
  /// Other motion, such as dancing.
  case other

  /// Derives the hint from an activity report.
  ///
  /// Dancing and typing are reported without flags.
  public init(_ report: ActivityReport) {
    let flags = report.flags
    self =
      if flags.contains(.automotive) {
        .vehicle
      } else if flags.contains(.cycling) {
        .cycling
      } else if flags.contains(.running) {
        .running
      } else if flags.contains(.walking) {
        .walking
      } else if flags.isEmpty {
        .other
      } else {
        .none
      }
  }
}
