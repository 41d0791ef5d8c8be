import Documents
import Geometry
import Maps

/// Assembly of the connectors; the levels must exist.
struct ConnectorAssembly {
  private let floors: FloorAssembly
  private(set) var connectors: [Connector] = []
  private(set) var places: [SourcePosition] = []
  private(set) var lifts: [Int: LiftMachine] = [:]
  private(set) var beltSpeeds: [Int: Double] = [:]

  init(_ floors: FloorAssembly) { self.floors = floors }

  /// Adds the connectors of all buildings, then those of the venue.
  mutating func add(_ context: inout AssemblyContext) {
    for (entries, building, scope) in floors.connectors {
      add(entries, placement: floors.placements[building], within: building, scope, &context)
    }
    add(
      context.file.connectors, placement: context.drawing, within: nil, context.outermost, &context)
    var names = FirstUses()
    for (connector, place) in zip(connectors, places) {
      guard let first = names.again(connector.name, at: place) else { continue }
      context.findings.error("two connectors are called '\(connector.name)'\(first)", at: place)
    }
  }

  private mutating func add(
    _ entries: ConnectorEntries, placement: DrawingTransform, within: Int?, _ scope: NameScope,
    _ context: inout AssemblyContext
  ) {
    for (kind, entry) in entries.flights {
      context.each(entry.repetition, in: scope) { context, shift, scope, _ in
        add(kind, entry, shift: shift, placement, within: within, scope, &context)
      }
    }
    for entry in entries.lifts {
      context.each(entry.repetition, in: scope) { context, shift, scope, _ in
        add(entry, shift: shift, placement, within: within, scope, &context)
      }
    }
  }

  private mutating func append(
    _ name: String, _ kind: ConnectorKind, _ stops: [Spot], oneWay: Bool, width: Double,
    at place: SourcePosition
  ) {
    connectors.append(
      Connector(name: name, kind: kind, stops: stops, isOneWay: oneWay, widthMetres: width))
    places.append(place)
  }

  private mutating func add(
    _ entry: LiftEntry, shift: Vec2, _ placement: DrawingTransform, within: Int?,
    _ scope: NameScope,
    _ context: inout AssemblyContext
  ) {
    let name = scope.expand(entry.name)
    let what = "lift '\(name)'"
    let spots: [Spot]?
    if entry.stops.isEmpty {
      guard let at = entry.at, !entry.levels.isEmpty else {
        context.findings.error("\(what) needs 'at' and 'levels', or 'stops'", at: entry.place)
        return
      }
      let point = placement(at + shift)
      guard context.isWithinReach(point, of: what, at: entry.place) else { return }
      spots = floors.resolve(
        entry.levels, building: entry.building, within: within, of: what, at: entry.place, &context
      ).map { $0.map { Spot(point, level: $0) } }
    } else {
      spots = floors.resolve(
        entry.stops, shift: shift, placement, building: entry.building, within: within, of: what,
        &context)
    }
    guard let spots else { return }
    guard spots.count >= 2 else {
      context.findings.error(
        "\(what) serves one level only; it needs two at least", at: entry.place)
      return
    }
    if let machine = entry.machine { lifts[connectors.count] = machine }
    append(name, .lift, spots, oneWay: false, width: entry.width, at: entry.place)
  }

  private mutating func add(
    _ kind: ConnectorKind, _ entry: FlightEntry, shift: Vec2, _ placement: DrawingTransform,
    within: Int?, _ scope: NameScope, _ context: inout AssemblyContext
  ) {
    let name = scope.expand(entry.name)
    let what = "\(kind.article)'\(name)'"
    let isBelt = kind == .escalator || kind == .walkway
    let width = entry.width ?? (isBelt ? 1 : 1.5)
    let count = connectors.count
    defer {
      if isBelt, let speed = entry.speed {
        for number in count..<connectors.count { beltSpeeds[number] = speed }
      }
    }
    if !entry.stops.isEmpty {
      let stops = floors.resolve(
        entry.stops, shift: shift, placement, building: entry.building, within: within, of: what,
        &context)
      guard let stops else { return }
      guard stops.count >= 2 else {
        context.findings.error("\(what) has one stop only; it needs two at least", at: entry.place)
        return
      }
      append(
        name, kind, stops, oneWay: entry.oneWay ?? isBelt, width: width, at: entry.place)
      return
    }
    guard let from = entry.from, let to = entry.to, !entry.levels.isEmpty else {
      context.findings.error("\(what) needs 'from', 'to' and 'levels', or 'stops'", at: entry.place)
      return
    }
    guard
      let numbers = floors.resolve(
        entry.levels, building: entry.building, within: within, of: what, at: entry.place, &context)
    else { return }
    let ends = (placement(from + shift), placement(to + shift))
    guard context.isWithinReach(ends.0, of: what, at: entry.place),
      context.isWithinReach(ends.1, of: what, at: entry.place)
    else { return }
    if kind == .walkway { return addWalkways(entry, name, ends, numbers, width) }
    guard numbers.count >= 2 else {
      context.findings.error(
        "\(what) serves one level only; it needs two at least", at: entry.place)
      return
    }
    if kind == .escalator {
      addEscalators(entry, name, ends, numbers, width)
    } else {
      append(
        name, kind, flights(ends, numbers, zigzag: entry.zigzag ?? true),
        oneWay: entry.oneWay ?? false, width: width, at: entry.place)
    }
  }

  /// The stops of flights from level to level, between the same two points.
  private func flights(
    _ ends: (Vec2, Vec2), _ levels: [Int], zigzag: Bool
  ) -> [Spot] {
    if zigzag {
      return levels.enumerated().map { Spot($0.isMultiple(of: 2) ? ends.0 : ends.1, level: $1) }
    }
    var stops = [Spot(ends.0, level: levels[0])]
    for (position, level) in levels.enumerated().dropFirst() {
      stops.append(Spot(ends.1, level: level))
      if position + 1 < levels.count { stops.append(Spot(ends.0, level: level)) }
    }
    return stops
  }

  /// Adds an escalator, or one up and one down, from each level to the next.
  private mutating func addEscalators(
    _ entry: FlightEntry, _ name: String, _ ends: (Vec2, Vec2), _ numbers: [Int], _ width: Double
  ) {
    let direction = entry.direction ?? .up
    for (position, (low, high)) in zip(numbers, numbers.dropFirst()).enumerated() {
      let turned = (entry.zigzag ?? false) && !position.isMultiple(of: 2)
      let (from, to) = turned ? (ends.1, ends.0) : ends
      let stretch =
        numbers.count > 2 ? " \(floors.levels[low].shortName)-\(floors.levels[high].shortName)" : ""
      // To the right, seen in the upward direction.
      let aside = (to - from).normalized.map { -$0.perpendicular * entry.apart } ?? .zero
      if direction != .down {
        append(
          name + stretch + (direction == .both ? " up" : ""), .escalator,
          [Spot(from, level: low), Spot(to, level: high)], oneWay: true, width: width,
          at: entry.place)
      }
      if direction != .up {
        let shift = direction == .both ? aside : .zero
        append(
          name + stretch + (direction == .both ? " down" : ""), .escalator,
          [Spot(to + shift, level: high), Spot(from + shift, level: low)], oneWay: true,
          width: width, at: entry.place)
      }
    }
  }

  /// Adds a moving walkway, or one there and one back, on each level.
  private mutating func addWalkways(
    _ entry: FlightEntry, _ name: String, _ ends: (Vec2, Vec2), _ numbers: [Int], _ width: Double
  ) {
    let direction = entry.direction ?? .up
    let aside = (ends.1 - ends.0).normalized.map { -$0.perpendicular * entry.apart } ?? .zero
    for level in numbers {
      let stretch = numbers.count > 1 ? " \(floors.levels[level].shortName)" : ""
      if direction != .down {
        append(
          name + stretch + (direction == .both ? " there" : ""), .walkway,
          [Spot(ends.0, level: level), Spot(ends.1, level: level)], oneWay: true, width: width,
          at: entry.place)
      }
      if direction != .up {
        let shift = direction == .both ? aside : .zero
        append(
          name + stretch + (direction == .both ? " back" : ""), .walkway,
          [Spot(ends.1 + shift, level: level), Spot(ends.0 + shift, level: level)], oneWay: true,
          width: width, at: entry.place)
      }
    }
  }
}

extension ConnectorKind {
  /// The kind with its article for messages, before the name.
  var article: String { self == .stairs ? "the stairs " : "the \(rawValue) " }
}
