import Geometry
import Glibc
import Kernel

extension Particles {
  /// Updates levels, weights and ground levels with the barometric height.
  ///
  /// - Parameters:
  ///   - height: Barometric height with an arbitrary zero, in m.
  ///   - seconds: Time since the last update.
  ///   - isSteady: True if the height has not changed recently; differences are then due to the
  ///     weather.
  mutating func climb(to height: Double, seconds: Double, isSteady: Bool) {
    let levels = parameters.levels
    let climbs = plan.climbs
    for index in 0..<count {
      var residual = height - ground[index] - climbs[plane[index]].rise
      // A fast lift passes several levels per second.
      while let other = next(index, residual, climbs) {
        change(index, to: other)
        residual = height - ground[index] - climbs[other].rise
      }
      // Cost of a particle between levels.
      if abs(residual) > levels.nowhere { weight[index] -= levels.nowhereCost * seconds }
      guard isSteady else { continue }
      let memory = abs(residual) > levels.nowhere ? levels.nowhereMemory : levels.groundMemory
      ground[index] += residual * min(1, seconds / memory)
    }
  }

  /// Returns the next level if the height has moved most of the way to it.
  @inline(__always)
  private func next(
    _ index: Int, _ residual: Double, _ climbs: [(rise: Double, up: Double, down: Double)]
  ) -> Int? {
    let gap = climbs[plane[index]]
    guard residual > 0 ? residual > gap.up : -residual > gap.down else { return nil }
    return residual > 0 ? plan.planes[plane[index]].above : plan.planes[plane[index]].below
  }

  /// Moves a particle to another level by the nearest link.
  private mutating func change(_ index: Int, to other: Int) {
    let here = plane[index]
    let point = Vec2(x[index], y[index])
    plane[index] = other
    guard !plan.links.isEmpty else { return }
    var best: (link: Int, distance: Double)?
    for (number, link) in plan.links.enumerated() where link.from == here && link.to == other {
      // A level change may occur anywhere along stairs.
      let line = Segment2(link.start, link.end)
      let distance = link.isLift ? link.start.distance(to: point) : line.distance(to: point)
      if best.map({ distance < $0.distance }) ?? true { best = (number, distance) }
    }
    let levels = parameters.levels
    guard let best, best.distance < levels.linkReach else {
      weight[index] -= levels.strayCost
      return
    }
    weight[index] -= 0.5 * best.distance * best.distance / (levels.linkSpread * levels.linkSpread)
    let link = plan.links[best.link]
    guard noise.uniform() < levels.carryShare else { return }
    // Escalators carry without steps, and a lift passenger is inside it.
    x[index] = link.end.x + levels.carryScatter * noise.normal()
    y[index] = link.end.y + levels.carryScatter * noise.normal()
    deadReckoned[index] = Vec2(x[index], y[index])
  }

  /// Random level changes of particles at links, for levels that only radio can resolve.
  ///
  /// - Parameters:
  ///   - share: Share of the particles at links that change.
  ///   - height: Barometric height, in m; nil if unknown.
  mutating func changeLevels(share: Double, height: Double?) {
    for index in 0..<count where noise.uniform() < share {
      let here = plane[index]
      let options = [plan.planes[here].above, plan.planes[here].below].compactMap { $0 }
      guard !options.isEmpty else { continue }
      let other = options[min(options.count - 1, Int(noise.uniform() * Double(options.count)))]
      let point = Vec2(x[index], y[index])
      let isNear =
        plan.links.isEmpty
        || plan.links.contains {
          $0.from == here && $0.to == other
            && $0.start.distance(to: point) < parameters.levels.linkReach
        }
      guard isNear else { continue }
      plane[index] = other
      if let height { ground[index] = height - plan.planes[other].rise }
    }
  }
}
