import Maps

/// Slow zones, blocked lanes, bus lines and background traffic.
extension Traffic {
  /// Sets a slow zone on a part of a road, in one direction.
  ///
  /// A road has one such zone in each direction; a new one replaces it. The `factor` is the
  /// fraction of the usual speed, from 0.05; 1 removes the zone. The range is in m from the start
  /// of the road in the direction of travel; nil means all of it.
  ///
  /// - Throws: ``TrafficError/unusablePlace``.
  public mutating func slow(
    road: Int, isForward: Bool, to factor: Double, metres: ClosedRange<Double>? = nil
  ) throws(TrafficError) {
    guard let track = self.road.streets.track(ofRoad: road, forward: isForward), factor >= 0.05,
      factor <= 1
    else { throw .unusablePlace }
    let trim = self.road.streets.stretches[track].startTrim
    let zone = SlowZone(
      factor: factor, from: (metres?.lowerBound ?? 0) - trim,
      to: (metres?.upperBound ?? .infinity) - trim)
    self.road.slowZones.set(zone, on: track)
  }

  /// Adds an obstacle, such as a broken-down car: traffic stops behind it or goes around.
  ///
  /// The obstacle ends at `position` and lies in the middle of the lane. ``leave(_:)`` removes it.
  ///
  /// - Throws: ``TrafficError/unusablePlace`` or ``TrafficError/noRoom``.
  public mutating func block(
    _ position: RoadPosition, lengthMetres: Double = 5, widthMetres: Double = 2
  ) throws(TrafficError) -> VehicleID {
    guard let track = road.streets.track(ofRoad: position.road, forward: position.isForward),
      position.metres.isFinite, (0.2...500).contains(lengthMetres), (0.2...4).contains(widthMetres),
      (0..<Int(road.streets.stretches[track].lanes)).contains(position.lane)
    else { throw .unusablePlace }
    var spec = VehicleSpec(.car, entity: 0, seed: seed)
    (spec.lengthMetres, spec.widthMetres) = (lengthMetres, widthMetres)
    let s = position.metres - road.streets.stretches[track].startTrim
    let offset = road.streets.stretches[track].offset(ofLane: Int32(position.lane))
    guard
      road.hasGap(
        on: Int32(track), rear: s - lengthMetres - 1, front: s + 1, low: offset - widthMetres / 2,
        high: offset + widthMetres / 2)
    else { throw .noRoom }
    let index = add(spec)
    drivers.place(
      index, on: Int32(track), s: min(max(s, 0.1), road.streets.stretches[track].length),
      lane: Int32(position.lane), e: 0, &road)
    road.movers[index].mode = .obstacle
    return road.id(index)
  }

  /// The min dwell time of a bus at a stop, in s.
  public static let minDwellSeconds = 10.0

  /// Starts the network's bus lines, with the first bus of each at once.
  ///
  /// - Throws: ``TrafficError/unusableBusLine(_:reason:)`` if a line has fewer than two stops or a
  ///   stop is unreachable by bus from the one before.
  public mutating func startBusLines() throws(TrafficError) {
    guard buses.isEmpty else { return }
    for (number, line) in road.streets.network.busLines.enumerated() {
      guard line.stops.count > 1 else {
        throw .unusableBusLine(number, reason: "it has fewer than two stops")
      }
      for (from, to) in zip(line.stops, line.stops.dropFirst()) {
        let seconds = try? travelSeconds(.bus, from: .kerb(from.point), to: .kerb(to.point))
        guard let seconds, seconds.isFinite else {
          throw .unusableBusLine(
            number, reason: "no route leads from '\(from.name)' to '\(to.name)'")
        }
      }
      buses.start(line, at: road.step)
    }
  }

  /// The bus that stands at a stop with open doors; nil if there is none.
  public func bus(atStop stop: Int, ofLine line: Int) -> VehicleID? {
    buses.bus(atStop: stop, ofLine: line)
  }

  /// Extends the dwell time of a bus at its stop to at least `seconds` from now.
  ///
  /// From memory: boarding or alighting takes 1.5 to 3 s per rider and door (Transit Capacity and
  /// Quality of Service Manual).
  ///
  /// - Throws: ``TrafficError/notStanding`` if its doors are closed.
  public mutating func hold(_ id: VehicleID, seconds: Double) throws(TrafficError) {
    _ = try road.slot(of: id)
    let steps = Int32(min(max(seconds / Self.dt, 0), 1e6))
    guard buses.hold(id, until: road.step + steps) else { throw .notStanding }
  }

  /// Maintains a number of background vehicles of a kind, on random routes.
  ///
  /// They are first spread over the roads. At dead ends and where roads leave the map they leave,
  /// and others enter there instead, or anywhere if the map has no such ends. Their draws are
  /// addressed by their own numbers, so that they do not shift those of other vehicles. A call for
  /// one kind does not change the others.
  public mutating func keepBackground(_ count: Int, of kind: VehicleKind = .car) {
    background.keep(count, of: kind, on: road.streets)
  }
}
