public import Kernel

/// Where a locator thinks that the phone may be: places that are each as likely as the others.
///
/// No app hears of it; it is kept for whoever looks at a run afterwards.
public struct ParticleCloud: Hashable, Sendable {
  /// One of the places.
  public struct Particle: Hashable, BitwiseCopyable, Sendable {
    /// Where.
    public var coordinate: Coordinate
    /// The level: 0 for the ground floor; nil outdoors.
    public var floor: Int?

    /// Creates a place.
    public init(coordinate: Coordinate, floor: Int?) {
      self.coordinate = coordinate
      self.floor = floor
    }
  }

  /// When the phone may have been there.
  public var time: SimTime
  /// How far the places on the likeliest level are spread, one standard deviation along an axis in m.
  public var spreadMetres: Double
  /// The places.
  public var particles: [Particle]

  /// Creates a cloud.
  public init(time: SimTime, spreadMetres: Double, particles: [Particle]) {
    self.time = time
    self.spreadMetres = spreadMetres
    self.particles = particles
  }
}
