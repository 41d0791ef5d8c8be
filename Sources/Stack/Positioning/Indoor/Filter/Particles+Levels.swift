import Geometry
import Glibc
import Kernel

extension Particles {
  /// Takes what the barometer shows.
  ///
  /// - Parameters:
  ///   - height: The height by the barometer, in m, from anywhere.
  ///   - seconds: The time since it was last taken.
  ///   - isSteady: Whether the height hasn't changed of late, so that what differs is the weather's.
  mutating func climb(to height: Double, seconds: Double, isSteady: Bool) {
    let levels = parameters.levels
    let climbs = plan.climbs
    for index in 0..<count {
      var residual = height - ground[index] - climbs[plane[index]].rise
      // A fast lift passes several levels a second.
      while let other = next(index, residual, climbs) {
        change(index, to: other)
        residual = height - ground[index] - climbs[other].rise
      }
      // Where no level is, nobody goes.
      if abs(residual) > levels.nowhere { weight[index] -= levels.nowhereCost * seconds }
      guard isSteady else { continue }
      let memory = abs(residual) > levels.nowhere ? levels.nowhereMemory : levels.groundMemory
      ground[index] += residual * min(1, seconds / memory)
    }
  }

  /// The level towards which the height has gone most of the way, if there is one.
  @inline(__always)
  private func next(
    _ index: Int, _ residual: Double, _ climbs: [(rise: Double, up: Double, down: Double)]
  ) -> Int? {
    let gap = climbs[plane[index]]
    guard residual > 0 ? residual > gap.up : -residual > gap.down else { return nil }
    return residual > 0 ? plan.planes[plane[index]].above : plan.planes[plane[index]].below
  }

  /// Lets a particle change levels by the nearest way between them.
  private mutating func change(_ index: Int, to other: Int) {
    let here = plane[index]
    let point = Vec2(x[index], y[index])
    plane[index] = other
    guard !plan.links.isEmpty else { return }
    var best: (link: Int, distance: Double)?
    for (number, link) in plan.links.enumerated() where link.from == here && link.to == other {
      // Stairs may be anywhere between their ends when the height says so.
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
    // Escalators carry without steps, and who is in a lift isn't beside it.
    x[index] = link.end.x + levels.carryScatter * noise.normal()
    y[index] = link.end.y + levels.carryScatter * noise.normal()
    deadReckoned[index] = Vec2(x[index], y[index])
  }

  /// Lets some particles change levels where only radio can tell.
  ///
  /// - Parameters:
  ///   - share: How many of those at stairs, escalators and lifts do.
  ///   - height: What the barometer shows; nil if there is none.
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
