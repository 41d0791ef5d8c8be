import Geometry
import Maps

extension RoadmapBuilder {
  /// The mean wait for a lift and its doors, in s.
  ///
  /// From memory: CIBSE Guide D aims at intervals of 30 to 40 s, half of which is the mean wait,
  /// with some 8 s for the doors.
  static let liftWaitSeconds = 25.0
  /// The mean speed of a lift in m/s, and the time per storey passed, in s, with stops for others.
  private static let liftSpeed = 1.6, liftStoreySeconds = 1.0
  /// The penalty of a storey of stairs, in s, beyond the time it takes.
  private static let storeyEffortSeconds = 5.0

  /// Adds the connectors: a chain of nodes along each, and its boarding positions.
  ///
  /// Stops on levels that do not exist are dropped, and connectors with fewer than two stops left.
  mutating func addConnectors() {
    for (index, connector) in map.connectors.enumerated() {
      let isUsable = connector.stops.map {
        plane(of: $0.level) != nil && $0.point.isWithinReach
      }
      var last: (stop: Int, node: Int)?
      for stop in connector.stops.indices where isUsable[stop] {
        guard let plane = plane(of: connector.stops[stop].level) else { continue }
        let ride = add(
          WalkNode(point: connector.stops[stop].point, plane: plane, role: .ride, stop: stop))
        if let last { linkRide(index, from: last.stop, last.node, to: stop, ride) }
        last = (stop, ride)
        guard isBoarding(stop, of: connector) else { continue }
        board(index, stop: stop, ride: ride, plane: plane)
      }
    }
  }

  private mutating func board(_ index: Int, stop: Int, ride: Int, plane: Int) {
    let connector = map.connectors[index]
    guard let node = addStanding(at: connector.stops[stop].point, on: plane) else { return }
    let isLift = connector.kind == .lift
    link(
      node, ride,
      WalkArc(
        from: 0, to: 0, kind: isLift ? .boardLift : .board,
        index: Int32(truncatingIfNeeded: index), width: Float(connector.widthMetres), length: 0,
        seconds: isLift ? Self.liftWaitSeconds / 2 : 0))
  }

  /// True if people get on and off at a stop: at the ends, and at the first stop on each level.
  private func isBoarding(_ stop: Int, of connector: Connector) -> Bool {
    let stops = connector.stops
    guard stop > 0, stop < stops.count - 1, connector.kind != .lift else { return true }
    return !stops[..<stop].contains { $0.level == stops[stop].level }
  }

  private mutating func linkRide(
    _ index: Int, from start: Int, _ startNode: Int, to end: Int, _ endNode: Int
  ) {
    let connector = map.connectors[index]
    let (a, b) = (connector.stops[start], connector.stops[end])
    let run = a.point.distance(to: b.point)
    let rise = abs(map.elevation(of: a) - map.elevation(of: b))
    guard rise.isFinite else { return }
    let storeys = a.level == b.level ? 0 : self.storeys(a, b, rise: rise)
    var seconds = 0.0
    var penalty = 0.0
    let kind: WalkArc.Kind
    let length: Double
    switch connector.kind {
    case .stairs:
      // Stops drawn one above the other still take a flight of about 32 degrees.
      (kind, length) = (.stairs, max(run, rise * 1.6))
      penalty = Self.storeyEffortSeconds * Double(storeys)
    case .ramp:
      // A ramp steeper than 1 in 8 has turns that are not drawn.
      (kind, length) = (.ramp, (rise * rise + max(run * run, rise * rise * 64)).squareRoot())
    case .escalator:
      // 30 degrees (EN 115): twice as long as high.
      (kind, length) = (.escalator, max((run * run + rise * rise).squareRoot(), 2 * rise))
    case .walkway: (kind, length) = (.walkway, run)
    case .lift:
      (kind, length) = (.lift, run)
      seconds = rise / Self.liftSpeed + Self.liftStoreySeconds * Double(storeys)
    }
    link(
      startNode, endNode,
      WalkArc(
        from: 0, to: 0, kind: kind,
        storeys: kind == .stairs ? UInt8(truncatingIfNeeded: min(storeys, 200)) : 0,
        index: Int32(truncatingIfNeeded: index), length: length, seconds: seconds, penalty: penalty
      ), isOneWay: connector.isOneWay && kind != .lift)
  }

  private func storeys(_ a: Spot, _ b: Spot, rise: Double) -> Int {
    if let first = a.level, let second = b.level,
      map.levels[first].building == map.levels[second].building
    {
      return max(1, min(200, abs(map.levels[first].ordinal - map.levels[second].ordinal)))
    }
    return max(1, Int(min(200, (rise / 3.5).rounded())))
  }
}
