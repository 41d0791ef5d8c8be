public import Kernel

/// The particle cloud of a position estimate: equally likely positions of the phone.
///
/// Apps don't receive it; it is recorded for later inspection of a run.
public struct ParticleCloud: Hashable, Sendable {
  /// A possible position.
  public struct Particle: Hashable, BitwiseCopyable, Sendable {
    /// The position.
    public var coordinate: Coordinate
    /// The level: 0 for the ground floor; nil outdoors.
    public var floor: Int?

    /// Creates a particle.
    public init(coordinate: Coordinate, floor: Int?) {
      self.coordinate = coordinate
      self.floor = floor
    }
  }

  /// Time of validity.
  public var time: SimTime
  /// Standard deviation along an axis of the positions on the most likely level, in m.
  public var spreadMetres: Double
  /// The particles.
  public var particles: [Particle]

  /// Creates a cloud.
  public init(time: SimTime, spreadMetres: Double, particles: [Particle]) {
    self.time = time
    self.spreadMetres = spreadMetres
    self.particles = particles
  }
}
