public import Observations

/// What somebody who knows more of the motion than its regularity says to a step detector.
///
/// It shifts the evidence that steps take; it doesn't decide.
public enum MotionHint: String, CaseIterable, Sendable {
  /// Nothing is known.
  case none
  /// On foot at a walking pace.
  case walking
  /// Running.
  case running
  /// In a vehicle: it then takes more to be believed that somebody walks.
  case vehicle
  /// On a bicycle: pedals turn as regularly as feet walk.
  case cycling
  /// Something else altogether, such as a dance.
  case other

  /// What an activity says of the steps to be expected.
  ///
  /// Who dances or types is told to do nothing that has a name.
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
