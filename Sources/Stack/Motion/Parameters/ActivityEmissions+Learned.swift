// Made by the training tool; don't edit. Made anew with
//   swift run -c release train emissions --data DIR --seeds 2 --out Sources/Stack/Motion/Parameters/ActivityEmissions+Learned.swift
//
// From windows of 2.5 s of people whom the classifier has not seen:
//   bus: 8003
//   car-suburb: 10780
//   car-town: 6030
//   city-run: 2547
//   commute-day: 25037
//   cycling: 12246
//   flags-table: 2081
//   freeway-dinner-stop: 5292
//   pace-ladder: 5989
//   parking-doughnuts: 689
//   rest-and-dance: 5542
//   sp-sw-har-more/dev: 50
//   traffic-jam: 1801
//   train: 3693
//   transport-bratislava-phone: 447
//   transport-qrowd: 4611
//   wisdm-51-more/dev: 24175

extension ActivityEmissions {
  /// Emission matrix, by lane, then by class: table, body, walking, running, automotive, idle, cycling, other.
  static let learned: [SIMD8<Float>] = [
    [0.9959, 0.0007, 0.0005, 0.0005, 0.0005, 0.0007, 0.0005, 0.0005],  // still_table
    [0.0003, 0.9974, 0.0003, 0.0003, 0.0003, 0.0005, 0.0003, 0.0005],  // still_body
    [0.0013, 0.0073, 0.001, 0.001, 0.0012, 0.9861, 0.001, 0.001],  // still_idle
    [0.0005, 0.0006, 0.9961, 0.0006, 0.0005, 0.0005, 0.0005, 0.0006],  // walking
    [0.0019, 0.0019, 0.002, 0.9866, 0.0019, 0.0019, 0.0019, 0.0019],  // running
    [0.0008, 0.008, 0.0006, 0.0006, 0.986, 0.0024, 0.0006, 0.001],  // driving
    [0.9609, 0.0053, 0.003, 0.003, 0.0032, 0.0184, 0.003, 0.0031],  // drive_halted_table
    [0.0055, 0.9111, 0.004, 0.004, 0.0086, 0.0578, 0.0042, 0.0048],  // drive_halted_body
    [0.0045, 0.0223, 0.0033, 0.0033, 0.0049, 0.9549, 0.0033, 0.0034],  // drive_halted_idle
    [0.0039, 0.9661, 0.0038, 0.0038, 0.006, 0.0045, 0.0041, 0.0078],  // drive_handled_body
    [0.002, 0.003, 0.0022, 0.002, 0.0038, 0.0021, 0.0022, 0.9828],  // drive_handled_other
    [0.0008, 0.0012, 0.0008, 0.0008, 0.0011, 0.0008, 0.9935, 0.001],  // cycling
    [0.0366, 0.7861, 0.0113, 0.011, 0.0149, 0.105, 0.0118, 0.0233],  // cycle_halted
    [0.0033, 0.0034, 0.0049, 0.0034, 0.0033, 0.0033, 0.0033, 0.9749],  // other
  ]
}
