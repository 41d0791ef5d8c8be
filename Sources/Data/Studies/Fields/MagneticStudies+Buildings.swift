import Geometry
import Maps
import Scoring
import Signals
import Venues

extension MagneticStudy {
  /// Compares statistics that need several buildings and phones: means, and sensor noise.
  static func compareBuildings(
    _ data: ValidationData, _ comparison: inout SignalComparison
  ) throws {
    var shares: (real: [Double], made: [Double]) = ([], [])
    var noise: (real: [Double], made: [Double]) = ([], [])
    for place in [try MagneticStudyPlace.museum(data), try .mall(data), try .corridors(data)] {
      let earth = try earth(at: place).length
      // One walk of each line, so that the most walked line does not dominate.
      var lines: Set<String> = []
      let walks = place.walks.filter { $0.line.isEmpty || lines.insert($0.line).inserted }
      let made = try (1...10 as ClosedRange<UInt64>).flatMap { seed in
        try walks.enumerated().map { number, walk in
          try walk.synthetic(
            at: place.origin, room: place.room, seed: seed, device: UInt64(number + 1))
        }
      }
      let share = { (walk: MagneticStudyWalk) in
        StudyNumbers.mean(walk.readings).map { $0 / earth }
      }
      shares.real += walks.compactMap(share)
      shares.made += made.compactMap(share)
      // At ten readings per second the field itself changes between readings.
      guard let walk = walks.first, Double(walk.readings.count) > 20 * walk.seconds else {
        continue
      }
      noise.real += walks.compactMap { StudyNumbers.whiteNoise($0.readings) }
      noise.made += made.compactMap { StudyNumbers.whiteNoise($0.readings) }
    }
    try StudyFigures(
      signal: "magnetometer", situation: "walking, three buildings",
      source: [ValidationSet.ipin2023, .indoorCompetition, .ujiMagnetic].map(\.source)
        .joined(separator: "; ")
    ).add(
      "mean of a walk over the Earth's field", unit: "", real: shares.real,
      synthetic: shares.made, to: &comparison)
    try StudyFigures(
      signal: "magnetometer", situation: "walking, 50 readings a second",
      source: ValidationSet.ipin2023.source + "; " + ValidationSet.indoorCompetition.source
    ).add(
      "noise of |B| from reading to reading", unit: "µT", real: noise.real, synthetic: noise.made,
      to: &comparison)
  }

  /// The Earth's field at a place, in µT.
  static func earth(at place: MagneticStudyPlace) throws -> Vec3 {
    var parameters = MagneticParameters.ideal
    parameters.year = place.year
    let venue = Venue(
      map: VenueMap(
        name: "nowhere", frame: LocalFrame(origin: place.origin), buildings: [], levels: []))
    return MagneticField(of: venue, parameters, seed: 0).earth
  }
}
