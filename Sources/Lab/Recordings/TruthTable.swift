import Documents
import Kernel
import Observations
import Truth

// The table of the truth.

extension RecordingTable<TruthSample> {
  static let truth = row(
    "truth.csv",
    [
      "latitude_deg", "longitude_deg", "altitude_m", "floor", "east_mps", "north_mps", "activity",
      "steps", "distance_m",
    ], { Optional($0) }, { $0 },
    write: { sample, csv in
      // Unknown values are empty; an unknown floor is `?`, because an empty floor means outdoors.
      func number(_ value: Double, _ kind: TruthKinds) {
        csv.field(sample.known.contains(kind) ? value : .nan)
      }
      number(sample.coordinate.latitudeDegrees, .position)
      number(sample.coordinate.longitudeDegrees, .position)
      number(sample.altitudeMetres, .altitude)
      if sample.known.contains(.floor) { csv.field(sample.floor) } else { csv.field("?") }
      number(sample.eastVelocityMetresPerSecond, .velocity)
      number(sample.northVelocityMetresPerSecond, .velocity)
      csv.field(sample.known.contains(.activity) ? sample.activity.rawValue : "")
      if sample.known.contains(.steps) { csv.field(sample.stepCount) } else { csv.emptyField() }
      number(sample.distanceMetres, .distance)
    },
    read: { (row: inout RowGroup) throws(DocumentError) -> TruthSample in
      var sample = TruthSample(unknownAt: try row.time("delivered_s"))
      if try !row.isEmpty("latitude_deg") {
        sample.coordinate = try row.coordinate()
        sample.known.insert(.position)
      }
      func number(
        _ name: String, _ kind: TruthKinds, _ field: WritableKeyPath<TruthSample, Double>
      ) throws(DocumentError) {
        guard let value = try row.optionalNumber(name) else { return }
        sample[keyPath: field] = value
        sample.known.insert(kind)
      }
      try number("altitude_m", .altitude, \.altitudeMetres)
      if try row.text("floor") != "?" {
        sample.floor = try row.optionalInteger("floor")
        sample.known.insert(.floor)
      }
      if try !row.isEmpty("east_mps") {
        sample.eastVelocityMetresPerSecond = try row.number("east_mps")
        sample.northVelocityMetresPerSecond = try row.number("north_mps")
        sample.known.insert(.velocity)
      }
      if try !row.isEmpty("activity") {
        sample.activity = try row.word("activity")
        sample.known.insert(.activity)
      }
      if try !row.isEmpty("steps") {
        sample.stepCount = try row.integer("steps")
        sample.known.insert(.steps)
      }
      try number("distance_m", .distance, \.distanceMetres)
      return sample
    })
}
