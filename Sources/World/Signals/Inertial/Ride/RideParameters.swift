/// Parameters of phone vibration in vehicles, on bicycles, in lifts and on escalators.
public struct RideParameters: Hashable, Sendable {
  public var roughness = true
  /// True for joints between slabs, humps in streets, and switches in railways.
  public var bumps = true
  /// True for lean in corners and dive under braking.
  public var lean = true
  /// True for canted rails in bends.
  public var cant = true
  /// True for lane-keeping corrections by drivers, which are not in the trajectory.
  public var steering = true
  /// True for engine, tyre and wind noise.
  public var hum = true
  public var pedalling = true
  /// Roughness factor of the roads, for the displacement; 1 is usual.
  public var roughnessFactor = 1.0
  /// Roughness factor of the railways, for the displacement; 1 is usual.
  public var railFactor = 1.0
  /// The fraction of cars without a combustion engine: an estimate for 2025.
  public var electricShare = 0.1
  /// The probability of a seat over a bus's wheel.
  public var wheelWellShare = 0.2
  /// Sample rate of the phone's sensors, in Hz; faster motion is left out.
  public var sampleRateHertz = 50.0

  /// Creates realistic values.
  public init() {}

  /// No vibration.
  public static var ideal: RideParameters {
    var parameters = RideParameters()
    parameters.roughness = false
    parameters.bumps = false
    parameters.lean = false
    parameters.cant = false
    parameters.steering = false
    parameters.hum = false
    parameters.pedalling = false
    return parameters
  }
}
