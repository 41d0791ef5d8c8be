import Geometry
import Glibc
public import Kernel
public import Observations

extension IndoorLocator {
  /// Returns a sample of the particles for display, in proportion to their weights; nil if the
  /// phone is absent.
  ///
  /// Systematic steps over the cumulative weights use no random draws, so that observation does not
  /// change a run.
  public func cloud(at now: SimTime) -> ParticleCloud? {
    guard isActive else { return nil }
    let estimate = filter.particles.estimate()
    let ahead = trace.isAlive ? trace.point(at: now) - reached : .zero
    var particles: [ParticleCloud.Particle] = []
    for index in drawn(parameters.answer.cloud) {
      let way = filter.particles.scale[index] * ahead.turned(as: filter.particles.turn[index])
      let point = Vec2(filter.particles.x[index], filter.particles.y[index]) + way
      let plane = filter.plan.planes[filter.particles.plane[index]]
      guard let place = try? filter.plan.frame.geodetic(of: Vec3(point, plane.elevation)) else {
        continue
      }
      particles.append(
        ParticleCloud.Particle(
          coordinate: Coordinate(
            latitudeDegrees: place.latitudeDegrees, longitudeDegrees: place.longitudeDegrees),
          floor: plane.ordinal))
    }
    return ParticleCloud(time: now, spreadMetres: estimate.spread, particles: particles)
  }

  /// Returns the indices of `count` particles in proportion to their weights.
  private func drawn(_ count: Int) -> [Int] {
    let maximum = filter.particles.weight.max() ?? 0
    let likely = filter.particles.weight.map { exp($0 - maximum) }
    let step = likely.reduce(0, +) / Double(count)
    guard step > 0, step.isFinite else { return [] }
    var indices: [Int] = []
    var (sum, next) = (0.0, 0.5 * step)
    for index in likely.indices {
      sum += likely[index]
      while next < sum, indices.count < count {
        indices.append(index)
        next += step
      }
    }
    return indices
  }
}
