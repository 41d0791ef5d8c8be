import Documents
import Kernel

// How locations and visits that were told lie in the files of a recording.

extension RecordingTable<Output> {
  static let positions: [RecordingTable] = [location, locations, visit, cloud]

  private static let locationColumns = [
    "time_s", "latitude_deg", "longitude_deg", "horizontal_accuracy_m", "altitude_m",
    "vertical_accuracy_m", "floor", "course_deg", "speed_mps", "source", "transmitters",
  ]

  private static let location = row(
    "told_location.csv", locationColumns,
    {
      guard case .location(let fix) = $0 else { return nil }
      return fix
    }, { .location($0) },
    write: { fix, csv in csv.write(fix) },
    read: { (row: inout RowGroup) throws(DocumentError) -> LocationFix in try row.location() })

  private static let locations = rows(
    "told_locations.csv", shared: [], members: locationColumns, marker: "time_s",
    {
      guard case .locations(let fixes) = $0 else { return nil }
      return fixes
    }, { .locations($0) }, list: { $0 }, writeShared: { _, _ in },
    writeMember: { fix, csv in csv.write(fix) },
    readMember: { (row: inout RowGroup) throws(DocumentError) -> LocationFix in
      try row.location()
    },
    read: { row, members throws(DocumentError) in try members(&row) })

  private static let visit = row(
    "told_visit.csv",
    ["arrival_s", "departure_s", "latitude_deg", "longitude_deg", "horizontal_accuracy_m"],
    {
      guard case .visit(let visit) = $0 else { return nil }
      return visit
    }, { .visit($0) },
    write: { visit, csv in
      // The distant past and future, which stand for 'not known', are left empty.
      csv.field(visit.arrivalTime == .distantPast ? nil : visit.arrivalTime)
      csv.field(visit.departureTime == .distantFuture ? nil : visit.departureTime)
      csv.field(visit.coordinate.latitudeDegrees)
      csv.field(visit.coordinate.longitudeDegrees)
      csv.field(visit.horizontalAccuracyMetres)
    },
    read: { (row: inout RowGroup) throws(DocumentError) -> VisitEvent in
      try VisitEvent(
        arrivalTime: row.optionalTime("arrival_s") ?? .distantPast,
        departureTime: row.optionalTime("departure_s") ?? .distantFuture,
        coordinate: row.coordinate(),
        horizontalAccuracyMetres: row.number("horizontal_accuracy_m"))
    })

  private static let cloud = rows(
    "told_cloud.csv", shared: ["time_s", "spread_m"],
    members: ["latitude_deg", "longitude_deg", "floor"], marker: "latitude_deg",
    {
      guard case .cloud(let cloud) = $0 else { return nil }
      return cloud
    }, { .cloud($0) }, list: { $0.particles },
    writeShared: { cloud, csv in
      csv.field(cloud.time)
      csv.field(cloud.spreadMetres)
    },
    writeMember: { particle, csv in
      csv.field(particle.coordinate.latitudeDegrees)
      csv.field(particle.coordinate.longitudeDegrees)
      csv.field(particle.floor)
    },
    readMember: { (row: inout RowGroup) throws(DocumentError) -> ParticleCloud.Particle in
      try ParticleCloud.Particle(
        coordinate: row.coordinate(), floor: row.optionalInteger("floor"))
    },
    read: { row, members throws(DocumentError) in
      let (time, spread) = try (row.time("time_s"), row.number("spread_m"))
      return try ParticleCloud(time: time, spreadMetres: spread, particles: members(&row))
    })
}

extension CSVWriter {
  fileprivate mutating func write(_ fix: LocationFix) {
    field(fix.time)
    field(fix.coordinate.latitudeDegrees)
    field(fix.coordinate.longitudeDegrees)
    field(fix.horizontalAccuracyMetres)
    field(fix.altitudeMetres)
    field(fix.verticalAccuracyMetres)
    field(fix.floor)
    field(fix.courseDegrees)
    field(fix.speedMetresPerSecond)
    field(fix.source.rawValue)
    field(fix.transmitterCount)
  }
}

extension RowGroup {
  fileprivate mutating func location() throws(DocumentError) -> LocationFix {
    try LocationFix(
      time: time("time_s"), coordinate: coordinate(),
      horizontalAccuracyMetres: number("horizontal_accuracy_m"),
      altitudeMetres: number("altitude_m"),
      verticalAccuracyMetres: number("vertical_accuracy_m"), floor: optionalInteger("floor"),
      courseDegrees: number("course_deg"), speedMetresPerSecond: number("speed_mps"),
      source: word("source"), transmitterCount: integer("transmitters"))
  }
}
