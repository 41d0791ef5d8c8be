import Geometry
import Glibc
public import Kernel
public import Observations

extension IndoorLocator {
  /// Some of the particles, drawn in proportion to their weights, for whoever looks at a run.
  ///
  /// They are drawn at even steps of the weights' sum, so that nothing random is used up: a locator
  /// that is watched finds what it would find unwatched.
  ///
  /// - Parameter now: When.
  /// - Returns: The particles, ahead of the last known motion as the location is; nil where the phone
  ///   isn't at the place.
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

  /// The indices of so many particles, the likelier the more often.
  private func drawn(_ count: Int) -> [Int] {
    let most = filter.particles.weight.max() ?? 0
    let likely = filter.particles.weight.map { exp($0 - most) }
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
