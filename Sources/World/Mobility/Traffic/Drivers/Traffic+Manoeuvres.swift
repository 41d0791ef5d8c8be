import Geometry
import Maps

/// Drives off the lanes, and the room that they need on them.
extension Traffic {
  /// Goes on with a manoeuvre, and takes up what comes after it.
  mutating func manoeuvre(_ index: Int) {
    errands[index].manoeuvre?.advance(by: Self.dt)
    guard let manoeuvre = errands[index].manoeuvre, manoeuvre.isDone else { return }
    errands[index].manoeuvre = nil
    let block = errands[index].blockNode
    if block >= 0 { remove(block) }
    errands[index].blockNode = -1
    switch manoeuvre.end {
    case .stall(let stall):
      removeEntries(of: index)
      movers[index].stretch = -1
      errands[index].rest = parking.restPlace(stall)
    case .road(let middle):
      let (track, lane) = (movers[index].stretch, movers[index].lane)
      removeEntries(of: index)
      list(index, on: track, s: middle + movers[index].back, lane: lane, e: 0)
      forgetStall(index)
    }
    movers[index].mode = .standing
    movers[index].goal = .infinity
    errands[index].aim = .none
    guard let next = errands[index].pending else {
      events.append(.arrived(id(index)))
      return
    }
    errands[index].pending = nil
    do {
      try drive(id(index), to: next)
    } catch {
      events.append(.lostItsWay(id(index)))
    }
  }

  /// Takes up a part of the road on both sides while manoeuvring there.
  mutating func block(_ index: Int, _ zone: ClosedRange<Double>) {
    let track = movers[index].stretch
    (movers[index].low, movers[index].high) = (-6, 6)
    var node = movers[index].rearNode
    while node != movers[index].frontNode {
      let onward = nodes[Int(node)].onward
      remove(node)
      node = onward
    }
    movers[index].rearNode = node
    // The entry stands for the whole part, from behind the vehicle to before it.
    let s = movers[index].x - movers[index].base
    let (rear, front) = (min(zone.lowerBound, s - movers[index].length), max(zone.upperBound, s))
    nodes[Int(node)].base = movers[index].x - front
    nodes[Int(node)].tail = front - rear
    restoreOrder(index)
    let opposite = streets.stretches[Int(track)].opposite
    guard opposite >= 0 else { return }
    let other = facing(front, rear, on: track, opposite)
    errands[index].blockNode = insert(
      index, on: opposite, base: movers[index].x - other.front, tail: other.front - other.rear,
      offset: 0)
  }

  /// Returns a part of a track as the opposite direction counts it.
  private func facing(
    _ front: Double, _ rear: Double, on track: Int32, _ opposite: Int32
  ) -> (front: Double, rear: Double) {
    let (own, other) = (
      streets.stretches[Int(track)].length, streets.stretches[Int(opposite)].length
    )
    let scale = other / max(own, 0.1)
    return (other - rear * scale, other - front * scale)
  }

  /// Returns whether a part of the road is free on both sides and nobody comes too soon.
  func isClear(
    _ index: Int, _ track: Int32, _ zone: ClosedRange<Double>, isLeaving: Bool
  ) -> Bool {
    guard
      isClear(index, track, zone.upperBound, zone.lowerBound, looksBack: isLeaving)
    else { return false }
    let opposite = streets.stretches[Int(track)].opposite
    guard opposite >= 0 else { return true }
    let other = facing(zone.upperBound, zone.lowerBound, on: track, opposite)
    return isClear(index, opposite, other.front, other.rear, looksBack: true)
  }

  private func isClear(
    _ index: Int, _ track: Int32, _ front: Double, _ rear: Double, looksBack: Bool
  ) -> Bool {
    var node = lastNodes[Int(track)]
    while node >= 0 {
      let entry = nodes[Int(node)]
      let number = Int(entry.vehicle)
      let other = movers[number]
      node = entry.ahead
      guard number != index, !(errands[number].isAside && other.mode == .standing) else { continue }
      let end = other.x - entry.base
      if end - entry.tail > front { continue }
      if end > rear {
        // Those behind one on the same side stop by themselves.
        if looksBack || end > movers[index].x - movers[index].base { return false }
      } else if looksBack, end + other.v * 2.5 + 2 > rear, other.v > 0.3 {
        return false
      }
    }
    return true
  }
}
