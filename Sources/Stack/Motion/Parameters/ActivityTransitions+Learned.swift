// Made by the training tool; don't edit. Made anew, starting from these numbers, with
//   swift run -c release train transitions --data DIR --seeds 2 --trials 300 --out Sources/Stack/Motion/Parameters/ActivityTransitions+Learned.swift
// Mean share of right windows: 0.9143.

extension ActivityTransitions {
  /// Transition probabilities per 2.5 s of the states, by the present one, then by the next; 0 for staying.
  static let learned: [[Float]] = [
    [0, 0.024, 0.0051, 2.8e-05, 0.0001, 0.00023, 0.00082, 0, 0.00021],  // still
    [0.044, 0, 0.01, 0.00013, 0.0024, 0.0001, 4.5e-05, 8.2e-06, 1.4e-05],  // walking
    [0.044, 0.019, 0, 0, 0, 0, 2.6e-05, 0, 1.5e-05],  // running
    [1.5e-05, 0.00042, 0, 0, 0.057, 0.0004, 1.5e-05, 0, 0.0043],  // driving
    [0.00048, 0.0082, 0, 0.042, 0, 0.0036, 0, 0, 0.0009],  // drive_halted
    [0.0013, 0.015, 0, 0.0021, 0.0008, 0, 0, 0, 0.0093],  // drive_handled
    [0.00038, 0.042, 0.00018, 1.9e-05, 0, 0, 0, 0.018, 0.0005],  // cycling
    [0.0024, 0.0013, 0, 0.00027, 0, 0, 0.038, 0, 0.00061],  // cycle_halted
    [0.046, 0.0059, 0.0096, 0.00027, 0, 0.00054, 0.00042, 0, 0],  // other
  ]
  /// Distribution of the looks of a state as it begins, by lane.
  static let learnedLooks: [Float] = [
    0.26, 0.49, 0.25, 1.0, 1.0, 1.0, 0.06, 0.9, 0.035, 0.69, 0.31, 1.0, 1.0, 1.0,
  ]
  /// Probability that the look of a state changes, by lane.
  static let learnedLookChanges: [Float] = [
    0.011, 0.011, 0.011, 0, 0, 0, 0.017, 0.017, 0.017, 0.083, 0.083, 0, 0, 0,
  ]
}
