import Maps

/// A part of a track where one drives slower.
struct SlowZone: Sendable {
  var factor: Double
  var from: Double
  var to: Double
}

/// What goes wrong on roads: slow zones and blocked lanes.
extension Traffic {
  /// Lets everybody drive slower on a part of a road, in one direction.
  ///
  /// A road has one such zone in each direction; a new one takes its place.
  ///
  /// - Parameters:
  ///   - road: The road.
  ///   - isForward: The direction.
  ///   - factor: The share of the usual speed, from 0.05; 1 lifts the zone.
  ///   - metres: Where along the road, from where one comes; all of it if nil.
  /// - Throws: ``TrafficError/unusablePlace``.
  public mutating func slow(
    road: Int, isForward: Bool, to factor: Double, metres: ClosedRange<Double>? = nil
  ) throws(TrafficError) {
    guard let track = streets.track(ofRoad: road, forward: isForward), factor >= 0.05,
      factor <= 1
    else { throw .unusablePlace }
    let trim = streets.stretches[track].startTrim
    let zone = SlowZone(
      factor: factor, from: (metres?.lowerBound ?? 0) - trim,
      to: (metres?.upperBound ?? .infinity) - trim)
    if zoneOfTrack[track] >= 0 {
      zones[Int(zoneOfTrack[track])] = zone
    } else {
      zoneOfTrack[track] = Int32(zones.count)
      zones.append(zone)
    }
  }

  /// Puts something in the way, such as a broken-down car: traffic stops behind it or goes around.
  ///
  /// - Parameters:
  ///   - position: Where its far end is.
  ///   - lengthMetres: How long it is.
  ///   - widthMetres: How wide, in the middle of the lane.
  /// - Returns: What ``leave(_:)`` takes away again.
  /// - Throws: ``TrafficError/unusablePlace`` or ``TrafficError/noRoom``.
  public mutating func block(
    _ position: RoadPosition, lengthMetres: Double = 5, widthMetres: Double = 2
  ) throws(TrafficError) -> VehicleID {
    guard let track = streets.track(ofRoad: position.road, forward: position.isForward),
      position.metres.isFinite, (0.2...500).contains(lengthMetres),
      (0.2...4).contains(widthMetres),
      (0..<Int(streets.stretches[track].lanes)).contains(position.lane)
    else { throw .unusablePlace }
    var spec = VehicleSpec(.car, entity: 0, seed: seed)
    (spec.lengthMetres, spec.widthMetres) = (lengthMetres, widthMetres)
    let s = position.metres - streets.stretches[track].startTrim
    let offset = streets.stretches[track].offset(ofLane: Int32(position.lane))
    guard
      hasGap(
        on: Int32(track), rear: s - lengthMetres - 1, front: s + 1,
        low: offset - widthMetres / 2, high: offset + widthMetres / 2)
    else { throw .noRoom }
    let index = addVehicle(spec)
    list(
      index, on: Int32(track), s: min(max(s, 0.1), streets.stretches[track].length),
      lane: Int32(position.lane), e: 0)
    movers[index].mode = .obstacle
    return id(index)
  }
}
