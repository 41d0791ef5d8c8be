import Observations

/// Place queries of an app: geocoding, reverse geocoding, levels of a building.
///
/// They need no location authorization, and leave no state.
enum AppPlaces {
  /// Forwards a query.
  static func take(_ call: AppCall, of app: AppSession, _ desk: inout DeskContext) {
    switch call.name {
    case .geocodeAddress:
      guard let address = call.identifier, !address.isEmpty else { break }
      return desk.requests.append(.placemark(app: app.name, address: address))
    case .reverseGeocodeLocation:
      guard let place = call.circle?.centre, place.isOnEarth else { break }
      return desk.requests.append(.address(app: app.name, of: place))
    default:
      return desk.requests.append(.levels(app: app.name, facility: call.identifier))
    }
    desk.note(.malformed, app.name, call.name.rawValue)
  }
}
