import Geometry
import Glibc
import Kernel

extension IndoorFilter {
  /// How near stairs, escalators and lifts a change of level is expected, in m.
  private static let linkReach = 7.0
  /// How far from any level the barometer must show a guess to be, in m, and what that costs, as a log
  /// each second; tried on the stairs of IPIN 2023, track 3.
  private static let nowhere = 2.0, nowhereCost = 0.15
  /// For how long, in s, a guess stays by what the barometer showed on the ground, and by that which
  /// has it between levels.
  ///
  /// The weather is slow, but nobody stands between levels. Estimates; 1 s in place of 4 s is as good
  /// for IPIN 2023, track 3.
  private static let groundMemory = 40.0, nowhereMemory = 4.0

  /// Takes what the barometer shows.
  ///
  /// - Parameters:
  ///   - height: The height by the barometer, in m, from anywhere.
  ///   - seconds: The time since it was last taken.
  ///   - isSteady: Whether the height hasn't changed of late, so that what differs is the weather's.
  mutating func climb(to height: Double, seconds: Double, isSteady: Bool) {
    for index in 0..<count {
      // A fast lift passes several levels a second.
      while let other = next(index, at: height) { change(index, to: other) }
      let rest = height - ground[index] - plan.planes[plane[index]].rise
      // Where no level is, nobody goes.
      if abs(rest) > Self.nowhere { weight[index] -= Self.nowhereCost * seconds }
      guard isSteady else { continue }
      let memory = abs(rest) > Self.nowhere ? Self.nowhereMemory : Self.groundMemory
      ground[index] += rest * min(1, seconds / memory)
    }
  }

  /// The level towards which the height has gone most of the way, if there is one.
  private func next(_ index: Int, at height: Double) -> Int? {
    let here = plane[index]
    let rest = height - ground[index] - plan.planes[here].rise
    guard let other = rest > 0 ? plan.planes[here].above : plan.planes[here].below,
      abs(rest) > parameters.levelShare * gap(here, other)
    else { return nil }
    return other
  }

  private func gap(_ first: Int, _ second: Int) -> Double {
    max(2.2, abs(plan.planes[first].rise - plan.planes[second].rise))
  }

  /// Lets a guess change levels by the nearest way between them.
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
    guard let best, best.distance < Self.linkReach else {
      weight[index] -= parameters.strayCost
      return
    }
    weight[index] -= 0.5 * best.distance * best.distance / 9
    let link = plan.links[best.link]
    guard noise.uniform() < 0.5 else { return }
    // Escalators carry without steps, and who is in a lift isn't beside it.
    x[index] = link.end.x + 1.2 * noise.normal()
    y[index] = link.end.y + 1.2 * noise.normal()
    home[index] = Vec2(x[index], y[index])
  }

  /// Lets some guesses change levels where only radio can tell.
  ///
  /// - Parameters:
  ///   - share: How many of those at stairs, escalators and lifts do.
  ///   - height: What the barometer shows; nil if there is none.
  mutating func hop(share: Double, height: Double?) {
    for index in 0..<count where noise.uniform() < share {
      let here = plane[index]
      let options = [plan.planes[here].above, plan.planes[here].below].compactMap { $0 }
      guard !options.isEmpty else { continue }
      let other = options[min(options.count - 1, Int(noise.uniform() * Double(options.count)))]
      let point = Vec2(x[index], y[index])
      let isNear =
        plan.links.isEmpty
        || plan.links.contains {
          $0.from == here && $0.to == other && $0.start.distance(to: point) < Self.linkReach
        }
      guard isNear else { continue }
      plane[index] = other
      if let height { ground[index] = height - plan.planes[other].rise }
    }
  }
}
