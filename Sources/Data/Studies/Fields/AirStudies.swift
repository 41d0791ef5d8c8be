import Scoring

/// Comparisons of barometers.
let airStudies: [ValidationStudy] = [
  ValidationStudy(
    name: "barometer, on one floor and between floors", sets: [.ipin2023],
    run: { try AirStudy.run($0, &$1) })
]
