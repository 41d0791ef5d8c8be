import Signals

extension GNSSParameters {
  /// Geometry only: ideal, and without atmosphere.
  static var bare: GNSSParameters {
    var parameters = GNSSParameters.ideal
    (parameters.ionosphere, parameters.troposphere) = (false, false)
    return parameters
  }
}
