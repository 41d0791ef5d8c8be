package import Documents
import Kernel

// Recording rows of apps and users: one table for all kinds of events.

extension AppEvent {
  static let columns = [
    "app", "kind", "name", "identifier", "latitude_deg", "longitude_deg", "radius_m", "uuid",
    "major", "minor", "distance_m", "from_s", "to_s", "on", "option",
  ]

  func write(to csv: inout CSVWriter) {
    switch self {
    case .lifecycle(let app, let state):
      csv.field(app)
      csv.field("lifecycle")
      csv.field(state.rawValue)
    case .user(let app, let action):
      csv.field(app)
      csv.field("user")
      csv.field(action.rawValue)
    case .call(let app, let call):
      csv.field(app)
      csv.field("call")
      csv.field(call.name.rawValue)
      csv.write(call)
    }
  }

  init(reading row: inout RowGroup) throws(DocumentError) {
    let app = try row.text("app")
    let kind: AppEventKind = try row.word("kind")
    self =
      switch kind {
      case .lifecycle: try .lifecycle(app: app, row.word("name"))
      case .user: try .user(app: app, row.word("name"))
      case .call: try .call(app: app, row.appCall())
      }
  }
}

private enum AppEventKind: String, CaseIterable {
  case lifecycle, user, call
}

extension CSVWriter {
  fileprivate mutating func write(_ call: AppCall) {
    // A leading '=' distinguishes an empty identifier or option from nil.
    field(call.identifier.map { "=" + $0 })
    field(call.circle?.centre.latitudeDegrees)
    field(call.circle?.centre.longitudeDegrees)
    field(call.circle?.radiusMetres)
    field(call.beacon?.uuid.description)
    field(call.beacon?.major)
    field(call.beacon?.minor)
    field(call.distanceMetres)
    field(call.from)
    field(call.to)
    field(call.isOn.map { $0 ? 1 : 0 })
    field(call.option.map { "=" + $0 })
  }
}

extension RowGroup {
  fileprivate mutating func appCall() throws(DocumentError) -> AppCall {
    var call = try AppCall(word("name"))
    call.identifier = try marked("identifier")
    if try !isEmpty("latitude_deg") {
      call.circle = try CircularRegion(centre: coordinate(), radiusMetres: number("radius_m"))
    }
    if try !isEmpty("uuid") { call.beacon = try beaconConstraint() }
    call.distanceMetres = try optionalNumber("distance_m")
    call.from = try optionalTime("from_s")
    call.to = try optionalTime("to_s")
    call.isOn = try isEmpty("on") ? nil : flag("on")
    call.option = try marked("option")
    return call
  }

  private mutating func marked(_ name: String) throws(DocumentError) -> String? {
    guard try !isEmpty(name) else { return nil }
    return try parsed(name, as: "text that begins with '='") { text in
      text.hasPrefix("=") ? String(text.dropFirst()) : nil
    }
  }

  package mutating func coordinate() throws(DocumentError) -> Coordinate {
    try Coordinate(
      latitudeDegrees: number("latitude_deg"), longitudeDegrees: number("longitude_deg"))
  }

  private mutating func beaconConstraint() throws(DocumentError) -> BeaconConstraint {
    try BeaconConstraint(
      uuid: parsed("uuid", as: "a UUID") { Identifier128($0) }, major: optionalInteger("major"),
      minor: optionalInteger("minor"))
  }
}
