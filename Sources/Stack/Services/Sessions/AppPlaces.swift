import Observations

/// Place queries of an app: geocoding, reverse geocoding, levels of a building.
///
/// They need no location authorization, and leave no state.
enum AppPlaces {
  /// Forwards a query.
  static func process(_ call: AppCall, of app: AppSession, _ manager: inout ManagerContext) {
    switch call.name {
    case .geocodeAddress:
      guard let address = call.identifier, !address.isEmpty else { break }
      return manager.requests.append(.placemark(app: app.name, address: address))
    case .reverseGeocodeLocation:
      guard let place = call.circle?.centre, place.isOnEarth else { break }
      return manager.requests.append(.address(app: app.name, of: place))
    default:
      return manager.requests.append(.levels(app: app.name, facility: call.identifier))
    }
    manager.note(.malformed, app.name, call.name.rawValue)
  }
}
