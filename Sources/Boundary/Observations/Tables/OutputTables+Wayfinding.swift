import Documents
import Kernel

// How directions that were told lie in the files of a recording.

extension RecordingTable<Output> {
  static let wayfinding = row(
    "told_wayfinding.csv",
    [
      "kind", "target", "reason", "means", "latitude_deg", "longitude_deg", "floor",
      "next_latitude_deg", "next_longitude_deg", "next_floor", "distance_m", "left_s", "leave_s",
    ],
    {
      guard case .wayfinding(let event) = $0 else { return nil }
      return event
    }, { .wayfinding($0) },
    write: { event, csv in
      csv.field(event.kind.rawValue)
      csv.field(event.target)
      csv.field(event.reason)
      csv.field(event.means.rawValue)
      csv.field(event.here?.latitudeDegrees)
      csv.field(event.here?.longitudeDegrees)
      csv.field(event.floor)
      csv.field(event.next?.latitudeDegrees)
      csv.field(event.next?.longitudeDegrees)
      csv.field(event.nextFloor)
      csv.field(event.distanceMetres)
      csv.field(event.seconds)
      csv.field(event.leaveTime)
    },
    read: { (row: inout RowGroup) throws(DocumentError) -> WayfindingEvent in
      var event = try WayfindingEvent(
        row.word("kind"), target: row.text("target"), reason: row.text("reason"),
        means: row.word("means"))
      event.here = try row.place("latitude_deg", "longitude_deg")
      event.floor = try row.optionalInteger("floor")
      event.next = try row.place("next_latitude_deg", "next_longitude_deg")
      event.nextFloor = try row.optionalInteger("next_floor")
      event.distanceMetres = try row.number("distance_m")
      event.seconds = try row.number("left_s")
      event.leaveTime = try row.optionalTime("leave_s")
      return event
    })
}

extension RowGroup {
  /// A place in two columns; nil where the first is empty.
  fileprivate mutating func place(
    _ latitude: String, _ longitude: String
  ) throws(DocumentError) -> Coordinate? {
    guard try !isEmpty(latitude) else { return nil }
    return try Coordinate(latitudeDegrees: number(latitude), longitudeDegrees: number(longitude))
  }
}
