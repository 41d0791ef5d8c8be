package import Documents
import Kernel

// Recording rows of a stack's outputs.

/// A list with one row per member and no fields of its own.
extension Array: FieldRow where Element: FieldRow {
  package static var blank: [Element] { [] }

  package mutating func pass<Fields: RowFields>(_ row: inout Fields) throws(Fields.Failure) {}
}

extension LocationFix: FieldRow {
  package static var blank: LocationFix {
    LocationFix(time: .start, coordinate: .blank, horizontalAccuracyMetres: 0, source: .gnss)
  }

  package mutating func pass<Fields: RowFields>(_ row: inout Fields) throws(Fields.Failure) {
    try row.field("time_s", &time)
    try coordinate.pass(&row)
    try row.field("horizontal_accuracy_m", &horizontalAccuracyMetres)
    try row.field("altitude_m", &altitudeMetres)
    try row.field("vertical_accuracy_m", &verticalAccuracyMetres)
    try row.field("floor", &floor)
    try row.field("course_deg", &courseDegrees)
    try row.field("speed_mps", &speedMetresPerSecond)
    try row.field("source", &source)
    try row.field("transmitters", &transmitterCount)
    try row.place("raw_latitude_deg", "raw_longitude_deg", &rawCoordinate)
    try row.field(ifThere: "surveyed", &isSurveyed)
  }
}

extension VisitEvent: FieldRow {
  package static var blank: VisitEvent {
    VisitEvent(
      arrivalTime: .distantPast, departureTime: .distantFuture, coordinate: .blank,
      horizontalAccuracyMetres: 0)
  }

  package mutating func pass<Fields: RowFields>(_ row: inout Fields) throws(Fields.Failure) {
    // The distant past and future, which mean unknown, are written as empty fields.
    var arrival = arrivalTime == .distantPast ? nil : arrivalTime
    try row.field("arrival_s", &arrival)
    arrivalTime = arrival ?? .distantPast
    var departure = departureTime == .distantFuture ? nil : departureTime
    try row.field("departure_s", &departure)
    departureTime = departure ?? .distantFuture
    try coordinate.pass(&row)
    try row.field("horizontal_accuracy_m", &horizontalAccuracyMetres)
  }
}

extension ParticleCloud: FieldRow {
  package static var blank: ParticleCloud {
    ParticleCloud(time: .start, spreadMetres: 0, particles: [])
  }

  package mutating func pass<Fields: RowFields>(_ row: inout Fields) throws(Fields.Failure) {
    try row.field("time_s", &time)
    try row.field("spread_m", &spreadMetres)
  }
}

extension MatchedRoute: FieldRow {
  package static var blank: MatchedRoute { MatchedRoute(time: .start, points: []) }

  package mutating func pass<Fields: RowFields>(_ row: inout Fields) throws(Fields.Failure) {
    try row.field("time_s", &time)
  }
}

extension ParticleCloud.Particle: FieldRow {
  package static var blank: Self { Self(coordinate: .blank, floor: nil) }

  package mutating func pass<Fields: RowFields>(_ row: inout Fields) throws(Fields.Failure) {
    try coordinate.pass(&row)
    try row.field("floor", &floor)
  }
}

extension ActivityReport: FieldRow {
  package static var blank: ActivityReport {
    ActivityReport(startTime: .start, flags: [], confidence: .low)
  }

  package mutating func pass<Fields: RowFields>(_ row: inout Fields) throws(Fields.Failure) {
    try row.field("start_s", &startTime)
    try row.field("flags", &flags)
    try row.field("confidence", &confidence)
  }
}

extension PedometerRecord: FieldRow {
  package static var blank: PedometerRecord {
    PedometerRecord(startTime: .start, endTime: .start, stepCount: 0)
  }

  package mutating func pass<Fields: RowFields>(_ row: inout Fields) throws(Fields.Failure) {
    try row.field("start_s", &startTime)
    try row.field("end_s", &endTime)
    try row.field("steps", &stepCount)
    try row.field("distance_m", &distanceMetres)
    try row.field("pace_spm", &paceSecondsPerMetre)
    try row.field("cadence_hz", &cadenceStepsPerSecond)
    try row.field("floors_up", &floorsAscended)
    try row.field("floors_down", &floorsDescended)
  }
}

extension PedometerEvent: FieldRow {
  package static var blank: PedometerEvent { PedometerEvent(time: .start, kind: .pause) }

  package mutating func pass<Fields: RowFields>(_ row: inout Fields) throws(Fields.Failure) {
    try row.field("time_s", &time)
    try row.field("event", &kind)
  }
}

extension RegionEvent: FieldRow {
  package static var blank: RegionEvent { RegionEvent(.entered, identifier: "") }

  package mutating func pass<Fields: RowFields>(_ row: inout Fields) throws(Fields.Failure) {
    try row.field("kind", &kind)
    try row.field("identifier", &identifier)
    try row.field("reason", &reason)
  }
}

extension RangingReport: FieldRow {
  package static var blank: RangingReport {
    RangingReport(
      constraint: BeaconConstraint(uuid: Identifier128(high: 0, low: 0)), beacons: [])
  }

  package mutating func pass<Fields: RowFields>(_ row: inout Fields) throws(Fields.Failure) {
    try row.field("uuid", &constraint.uuid)
    try row.field("major", &constraint.major)
    try row.field("minor", &constraint.minor)
  }
}

extension RangedBeacon: FieldRow {
  package static var blank: RangedBeacon {
    RangedBeacon(
      identity: .blank, proximity: .unknown, accuracyMetres: 0, rssiDecibelMilliwatts: 0)
  }

  package mutating func pass<Fields: RowFields>(_ row: inout Fields) throws(Fields.Failure) {
    try identity.pass(&row, prefix: "beacon_")
    try row.field("proximity", &proximity)
    try row.field("accuracy_m", &accuracyMetres)
    try row.field("rssi_dbm", &rssiDecibelMilliwatts)
  }
}

extension AuthorizationEvent: FieldRow {
  package static var blank: AuthorizationEvent { AuthorizationEvent(status: .notDetermined) }

  package mutating func pass<Fields: RowFields>(_ row: inout Fields) throws(Fields.Failure) {
    try row.field("status", &status)
    try row.field("reduced_accuracy", &isReducedAccuracy)
    try row.field("motion", &motion)
  }
}

extension NotificationEvent: FieldRow {
  package static var blank: NotificationEvent { NotificationEvent(identifier: "", text: "") }

  package mutating func pass<Fields: RowFields>(_ row: inout Fields) throws(Fields.Failure) {
    try row.field("identifier", &identifier)
    try row.field("text", &text)
  }
}

extension WayfindingEvent: FieldRow {
  package static var blank: WayfindingEvent {
    WayfindingEvent(.directed, target: "")
  }

  package mutating func pass<Fields: RowFields>(_ row: inout Fields) throws(Fields.Failure) {
    try row.field("kind", &kind)
    try row.field("target", &target)
    try row.field("reason", &reason)
    try row.field("means", &means)
    try row.place("latitude_deg", "longitude_deg", &here)
    try row.field("floor", &floor)
    try row.place("next_latitude_deg", "next_longitude_deg", &next)
    try row.field("next_floor", &nextFloor)
    try row.field("distance_m", &distanceMetres)
    try row.field("left_s", &seconds)
    try row.field("leave_s", &leaveTime)
  }
}

extension Placemark: FieldRow {
  package static var blank: Placemark { Placemark(query: nil, name: "", coordinate: .blank) }

  package mutating func pass<Fields: RowFields>(_ row: inout Fields) throws(Fields.Failure) {
    // A searched address is never empty, so an empty field means none.
    var text = query ?? ""
    try row.field("query", &text)
    query = text.isEmpty ? nil : text
    try row.field("name", &name)
    try coordinate.pass(&row)
    try row.field("floor", &floor)
  }
}

extension FacilityLevels: FieldRow {
  package static var blank: FacilityLevels { FacilityLevels(site: "", facility: "", levels: []) }

  package mutating func pass<Fields: RowFields>(_ row: inout Fields) throws(Fields.Failure) {
    try row.field("site", &site)
    try row.field("facility", &facility)
  }
}

extension FacilityLevels.NamedLevel: FieldRow {
  package static var blank: Self { Self(name: "", verticalOrder: 0) }

  package mutating func pass<Fields: RowFields>(_ row: inout Fields) throws(Fields.Failure) {
    try row.field("level", &name)
    try row.field("vertical_order", &verticalOrder)
  }
}

extension RowFields {
  /// Passes a position in two columns; nil if the first is empty.
  fileprivate mutating func place(
    _ latitude: String, _ longitude: String, _ value: inout Coordinate?
  ) throws(Failure) {
    var north = value?.latitudeDegrees
    try field(latitude, &north)
    guard let north else {
      var none: Double?
      return try field(longitude, &none)
    }
    var east = value?.longitudeDegrees ?? 0
    try field(longitude, &east)
    value = Coordinate(latitudeDegrees: north, longitudeDegrees: east)
  }
}

extension ServiceFailure: FieldRow {
  package static var blank: ServiceFailure { ServiceFailure(service: "", code: "") }

  package mutating func pass<Fields: RowFields>(_ row: inout Fields) throws(Fields.Failure) {
    try row.field("service", &service)
    try row.field("code", &code)
  }
}

extension ActivityFlags: RowText {
  static var form: String { "activities joined by '+'" }
  var rowText: String { text }
  init?(rowText: String) { self.init(text: rowText) }
}

/// As 0, 1 or 2.
extension Confidence: RowValue {
  package static var columnType: ColumnType { .integer }
  package func write(to csv: inout CSVWriter) { csv.field(rawValue) }
  package func write(to rows: inout ColumnRows) { rows.append(Double(rawValue)) }
  package static func read(_ name: String, in row: inout RowGroup) throws(DocumentError) -> Self {
    try row.parsed(name, as: "0, 1 or 2") { Int($0).flatMap { Confidence(rawValue: $0) } }
  }
}

extension LocationSource: RowValue {}
extension PedometerEvent.Kind: RowValue {}
extension RegionEvent.Kind: RowValue {}
extension Proximity: RowValue {}
extension AuthorizationEvent.Status: RowValue {}
extension AuthorizationEvent.Motion: RowValue {}
extension WayfindingEvent.Kind: RowValue {}
extension WayfindingEvent.Means: RowValue {}
