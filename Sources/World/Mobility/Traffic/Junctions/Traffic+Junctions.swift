import Kernel
import Maps

/// Who comes next to a link: written by all approaching drivers, read when leave is given.
struct LinkApproach: Sendable {
  /// The step in which it was written.
  var stamp: Int32 = -1
  /// When it reaches the link, from then, in s.
  var seconds = 0.0
  var speed = 0.0
  /// The step since when it has stood first in line; 0 if it moves.
  var waitsSince: Int32 = 0
  var entity: UInt64 = 0
}

/// A driver's wish to enter a link.
struct ClaimRequest: Sendable {
  let mover: Int32
  let link: Int32
  /// The way to the link's start, in m; negative beyond it.
  let distance: Double
}

/// How drivers approach junctions.
extension Traffic {
  /// Applies the rules at the stop line before a link; returns whether one may look beyond it.
  mutating func mayEnter(
    _ index: Int, _ m: VehicleState, _ link: Int32, in distance: Double,
    _ view: inout DriverOutlook
  ) -> Bool {
    let light = clock.lights[Int(m.stretch)]
    if m.claim >= 0 {
      if light == .green || goesOn(m, light, distance) {
        if m.waitsInside {
          waitInside(index, m, -distance, &view)
        }
        return true
      }
      releaseClaim(index)
    }
    view.stop(in: distance - Self.lineMargin(m), braking: 0.9 * m.deceleration, hard: m.hardBraking)
    view.barrier = min(view.barrier, distance - 0.05)
    noteStop(index, distance)
    if light == .red || isBehindWaiting(m, view.leader) { return false }
    if light == .amber, !goesOn(m, light, distance) { return false }
    // Nobody need wait for one who can't go on anyway.
    if movers[index].waitsSince > 0, !hasRoom(index, m, link) { return false }
    let isStop = control(of: link) == .stop
    if !isStop || movers[index].hasStopped { announce(index, m, link, in: distance) }
    let reach = m.v * m.v / 3.2 + 1.5 * m.v + 4
    if distance < reach, !isStop || movers[index].hasStopped {
      requests.append(ClaimRequest(mover: Int32(index), link: link, distance: distance))
    }
    return false
  }

  /// How far before the junction one stops, in m: long vehicles turn in front of those who stand.
  private static func lineMargin(_ m: VehicleState) -> Double { m.isLong ? 3.5 : 1.2 }

  func control(of link: Int32) -> JunctionControl {
    streets.network.junctions[Int(streets.stretches[Int(link)].endJunction)].control
  }

  /// Decides at amber: those who could only stop by braking hard go on, if they make it in time.
  private func goesOn(_ m: VehicleState, _ light: LightColour, _ distance: Double) -> Bool {
    guard light != .green else { return true }
    let needed = m.v * m.v / (2 * max(distance - 0.5, 0.1))
    guard light == .amber, needed > min(3, 0.75 * m.hardBraking) else { return false }
    let left = clock.amberEnds[Int(m.stretch)] - now.seconds
    return distance < m.v * (left - 0.25)
  }

  /// Remembers who has come to a stand at the line, and since when.
  private mutating func noteStop(_ index: Int, _ distance: Double) {
    let m = movers[index]
    if m.v < 0.3, distance < 6 {
      if m.waitsSince == 0 { movers[index].waitsSince = max(stepCount, 1) }
      if m.v < 0.15, distance < Self.lineMargin(m) + 1.5 { movers[index].hasStopped = true }
    } else if m.v > 2 {
      movers[index].waitsSince = 0
    }
  }

  /// Whether somebody ahead on the same road must ask first.
  private func isBehindWaiting(_ m: VehicleState, _ leader: Int32) -> Bool {
    guard leader >= 0 else { return false }
    let other = movers[Int(leader)]
    guard other.stretch == m.stretch, other.claim < 0 else { return false }
    guard other.nextLink >= 0 else { return true }
    return streets.stretches[Int(other.nextLink)].isGuarded
  }

  /// Lets others know when one reaches a link.
  private mutating func announce(
    _ index: Int, _ m: VehicleState, _ link: Int32, in distance: Double
  ) {
    let wished = min(streets.stretches[Int(link)].limit * m.speedFactor, m.topSpeed)
    let seconds = Self.travelTime(
      max(distance, 0), speed: m.v, wished: wished, acceleration: m.acceleration)
    let slot = Int(link) - streets.trackCount
    let waits = movers[index].waitsSince
    if approaches[slot].stamp == stepCount, approaches[slot].seconds <= seconds { return }
    approaches[slot] = LinkApproach(
      stamp: stepCount, seconds: seconds, speed: m.v, waitsSince: waits, entity: m.entity)
  }

  /// Returns how long a way takes that is driven as fast as allowed, in s.
  static func travelTime(
    _ distance: Double, speed: Double, wished: Double, acceleration: Double
  ) -> Double {
    guard distance > 0 else { return 0 }
    guard speed < wished else { return distance / max(speed, 0.5) }
    let ramp = (wished * wished - speed * speed) / (2 * acceleration)
    if distance < ramp {
      return ((speed * speed + 2 * acceleration * distance).squareRoot() - speed) / acceleration
    }
    return (wished - speed) / acceleration + (distance - ramp) / wished
  }

  /// Waits within the junction for oncoming traffic to let one turn, `s` metres along the link.
  mutating func waitInside(
    _ index: Int, _ m: VehicleState, _ s: Double, _ view: inout DriverOutlook
  ) {
    let link = s < 0 ? m.nextLink : m.stretch
    let place = streets.stretches[Int(link)].waitAt - s
    view.stop(in: place, braking: 0.9 * m.deceleration, hard: m.hardBraking)
    view.barrier = min(view.barrier, place + 0.4)
    if m.v < 0.3, movers[index].waitsSince == 0 { movers[index].waitsSince = max(stepCount, 1) }
    requests.append(ClaimRequest(mover: Int32(index), link: link, distance: -s))
  }
}
