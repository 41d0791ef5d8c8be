import Documents
import Kernel

// How the truth lies in a recording.

extension RecordingTable<TruthSample> {
  static let truth = row(
    "truth.csv",
    [
      "latitude_deg", "longitude_deg", "altitude_m", "floor", "east_mps", "north_mps", "activity",
      "steps", "distance_m",
    ], { Optional($0) }, { $0 },
    write: { sample, csv in
      csv.field(sample.coordinate.latitudeDegrees)
      csv.field(sample.coordinate.longitudeDegrees)
      csv.field(sample.altitudeMetres)
      csv.field(sample.floor)
      csv.field(sample.eastVelocityMetresPerSecond)
      csv.field(sample.northVelocityMetresPerSecond)
      csv.field(sample.activity.rawValue)
      csv.field(sample.stepCount)
      csv.field(sample.distanceMetres)
    },
    read: { (row: inout RowGroup) throws(DocumentError) -> TruthSample in
      let time = try row.time("delivered_s")
      return try TruthSample(
        time: time, coordinate: row.coordinate(), altitudeMetres: row.number("altitude_m"),
        floor: row.optionalInteger("floor"),
        eastVelocityMetresPerSecond: row.number("east_mps"),
        northVelocityMetresPerSecond: row.number("north_mps"), activity: row.word("activity"),
        stepCount: row.integer("steps"), distanceMetres: row.number("distance_m"))
    })
}
