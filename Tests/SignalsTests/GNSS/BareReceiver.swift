import Signals

extension GNSSParameters {
  /// Geometry alone: ideal, and without air.
  static var bare: GNSSParameters {
    var parameters = GNSSParameters.ideal
    (parameters.ionosphere, parameters.troposphere) = (false, false)
    return parameters
  }
}
