/// Parameters of a phone's motion sensors and of its motion.
public struct InertialParameters: Hashable, Sendable {
  public var accelerometer = InertialSensorParameters.accelerometer
  public var gyroscope = InertialSensorParameters.gyroscope
  public var magnetometer = InertialSensorParameters.magnetometer
  /// The components of the gait.
  public var gait = GaitMotion.Parts()
  /// True for postural sway, breathing and tremor.
  public var sway = true
  /// True if the hold differs between people and between episodes.
  public var holds = true
  /// True if moving the phone and sitting down take time, with a hand's noise.
  public var handling = true
  /// Vibration by vehicles, roads and cycling.
  public var ride = RideParameters()
  /// Motion by typing, fiddling and dancing.
  public var fidget = ConfuserParameters()
  public var field = MagneticParameters()
  /// Default sample rate of the sensors, in Hz.
  public var sampleRateHertz = 50.0

  /// Realistic values.
  public init() {}

  /// Error-free sensors on a body with an average gait, equal in each step and person.
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
