import Scoring

/// What vehicles do to motion sensors beside a real car.
let vehicleStudies: [ValidationStudy] = [
  ValidationStudy(
    name: "car, a phone behind the windscreen", sets: [.comma2k19],
    run: { try VehicleStudy.run($0, &$1) })
]
