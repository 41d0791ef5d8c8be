// Made by the training tool; don't edit. Made anew, starting from these numbers, with
//   swift run -c release train transitions --data DIR --seeds 2 --trials 1500

extension ActivityTransitions {
  /// Transition probabilities per 2.5 s of the states, by the present one, then by the next; 0 for staying.
  static let learned: [[Float]] = [
    [0, 0.024, 0.0186, 0.00002, 0.00007, 0.00014, 0.003, 0, 0.001],  // still
    [0.136, 0, 0.083, 0.00066, 0.0024, 0.0005, 0.00047, 0.00003, 0.00025],  // walking
    [0.19, 0.097, 0, 0, 0, 0, 0.00025, 0, 0.00028],  // running
    [0.00003, 0.0008, 0, 0, 0.0099, 0.0007, 0.00005, 0, 0.032],  // driving
    [0.00012, 0.0089, 0, 0.042, 0, 0.0036, 0, 0, 0.0009],  // drive_halted
    [0.0039, 0.0061, 0, 0.0021, 0.0008, 0, 0, 0, 0.0093],  // drive_handled
    [0.0005, 0.047, 0.0002, 0.00005, 0, 0, 0, 0.0205, 0.0004],  // cycling
    [0.0009, 0.0138, 0, 0.0005, 0, 0, 0.025, 0, 0.0008],  // cycle_halted
    [0.2, 0.005, 0.029, 0.0014, 0, 0.0028, 0.002, 0, 0],  // other
  ]
  /// Distribution of the looks of a state as it begins, by lane.
  static let learnedLooks: [Float] = [
    0.26, 0.49, 0.25, 1, 1, 1, 0.17, 0.73, 0.1, 0.87, 0.13, 1, 1, 1,
  ]
  /// Probability that the look of a state changes, by lane.
  static let learnedLookChanges: [Float] = [
    0.023, 0.023, 0.023, 0, 0, 0, 0.014, 0.014, 0.014, 0.23, 0.23, 0, 0, 0,
  ]
}
