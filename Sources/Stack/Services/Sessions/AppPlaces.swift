import Observations

/// What an app asks of places: an address's, a place's name, a building's levels.
///
/// None of it needs leave to know where one is, and nothing of it is kept.
enum AppPlaces {
  /// Passes on what an app asks.
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
