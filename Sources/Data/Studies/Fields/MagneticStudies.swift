import Scoring

/// Comparisons of the magnetic field along walks.
let magneticStudies: [ValidationStudy] = [
  ValidationStudy(
    name: "magnetic field, a museum", sets: [.ipin2023],
    run: { try MagneticStudy(place: "museum", set: .ipin2023).run(.museum($0), &$1) }),
  ValidationStudy(
    name: "magnetic field, a shopping centre", sets: [.indoorCompetition],
    run: {
      try MagneticStudy(place: "shopping centre", set: .indoorCompetition)
        .run(.mall($0), &$1)
    }),
  ValidationStudy(
    name: "magnetic field, a laboratory's corridors", sets: [.ujiMagnetic],
    run: {
      try MagneticStudy(place: "corridors", set: .ujiMagnetic)
        .run(.corridors($0), &$1)
    }),
  ValidationStudy(
    name: "magnetic field, buildings and phones",
    sets: [.ipin2023, .indoorCompetition, .ujiMagnetic],
    run: { try MagneticStudy.compareBuildings($0, &$1) }),
]
