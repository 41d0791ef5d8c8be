import Scoring

/// Comparison of vehicle motion with that of a real car.
let vehicleStudies: [ValidationStudy] = [
  ValidationStudy(
    name: "car, a phone behind the windscreen", sets: [.comma2k19],
    run: { try VehicleStudy.run($0, &$1) })
]
