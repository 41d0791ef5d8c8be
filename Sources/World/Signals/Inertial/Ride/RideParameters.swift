/// How vehicles, bicycles, lifts and escalators shake a phone.
public struct RideParameters: Hashable, Sendable {
  /// Whether the road is rough.
  public var roughness = true
  /// Whether there are joints between slabs, humps in streets, and switches in railways.
  public var bumps = true
  /// Whether the body leans in corners and dives when braking.
  public var lean = true
  /// Whether rails are canted in bends.
  public var cant = true
  /// Whether drivers keep correcting to stay in their lane, which is felt but not in the trajectory.
  public var steering = true
  /// Whether engines, tyres and wind hum.
  public var hum = true
  /// Whether cyclists pedal.
  public var pedalling = true
  /// How much rougher than usual the roads are, as a factor of the displacement.
  public var roughnessFactor = 1.0
  /// How much rougher than usual the railways are, as a factor of the displacement.
  public var railFactor = 1.0
  /// The share of cars without a combustion engine: an estimate for 2025.
  public var electricShare = 0.1
  /// How probable it is to sit over a bus's wheel; 1 makes everybody sit there.
  public var wheelWellShare = 0.2
  /// How often the phone's sensors are read, in Hz: what is faster than they follow is left out.
  public var sampleRateHertz = 50.0

  /// Creates the rides of nature.
  public init() {}

  /// Nothing shakes.
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
