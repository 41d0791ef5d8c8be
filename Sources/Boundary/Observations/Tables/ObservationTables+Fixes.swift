import Documents
import Kernel

// How what other receivers have solved lies in the files of a recording.

extension RecordingTable<Observation> {
  static let receiverFix = row(
    "receiver_fix.csv",
    [
      "time_s", "latitude_deg", "longitude_deg", "altitude_m", "horizontal_accuracy_m",
      "vertical_accuracy_m", "speed_mps", "course_deg", "satellites",
    ],
    {
      guard case .fix(let fix) = $0 else { return nil }
      return fix
    }, { .fix($0) },
    write: { fix, csv in
      csv.field(fix.time)
      csv.field(fix.coordinate.latitudeDegrees)
      csv.field(fix.coordinate.longitudeDegrees)
      csv.field(fix.altitudeMetres)
      csv.field(fix.horizontalAccuracyMetres)
      csv.field(fix.verticalAccuracyMetres)
      csv.field(fix.speedMetresPerSecond)
      csv.field(fix.courseDegrees)
      csv.field(fix.satelliteCount)
    },
    read: { (row: inout RowGroup) throws(DocumentError) -> ReceiverFix in
      try ReceiverFix(
        time: row.time("time_s"), coordinate: row.coordinate(),
        altitudeMetres: row.optionalNumber("altitude_m"),
        horizontalAccuracyMetres: row.optionalNumber("horizontal_accuracy_m"),
        verticalAccuracyMetres: row.optionalNumber("vertical_accuracy_m"),
        speedMetresPerSecond: row.optionalNumber("speed_mps"),
        courseDegrees: row.optionalNumber("course_deg"),
        satelliteCount: row.optionalInteger("satellites"))
    })
}
