/// How a phone's motion sensors behave and what moves them.
public struct InertialParameters: Hashable, Sendable {
  /// The sensors' errors.
  public var accelerometer = InertialSensorParameters.accelerometer
  /// The gyroscope's errors.
  public var gyroscope = InertialSensorParameters.gyroscope
  /// The magnetometer's errors.
  public var magnetometer = InertialSensorParameters.magnetometer
  /// How going on foot moves the phone.
  public var gait = GaitMotion.Parts()
  /// Whether a body at rest sways, breathes and trembles.
  public var sway = true
  /// Whether people hold phones differently, and anew each time.
  public var holds = true
  /// Whether putting the phone elsewhere and sitting down take time and a hand's noise.
  public var handling = true
  /// How vehicles, their roads and cycling shake the phone.
  public var ride = RideParameters()
  /// How typing, fiddling and dancing do.
  public var fidget = ConfuserParameters()
  /// How the magnetic field differs from the Earth's.
  public var field = MagneticParameters()
  /// How often the sensors are read where nobody says, in Hz.
  public var sampleRateHertz = 50.0

  /// As in nature.
  public init() {}

  /// Sensors without error on a body that only walks, the same each step and in everyone.
  public static var ideal: InertialParameters {
    var parameters = InertialParameters()
    parameters.accelerometer = .ideal
    parameters.gyroscope = .ideal
    parameters.magnetometer = .ideal
    parameters.gait.variety = false
    parameters.gait.variation = false
    parameters.gait.roughness = false
    parameters.sway = false
    parameters.holds = false
    parameters.handling = false
    parameters.ride = .ideal
    parameters.fidget = .ideal
    parameters.field = .ideal
    return parameters
  }
}
