import Documents
import Geometry
import Maps

/// The entries of a venue's file that an editor shows and edits.
struct PlanObjects {
  private let venue: EditableVenue
  private let storeys: [PlanStorey]
  private(set) var all: [JSONValue] = []

  init(_ venue: EditableVenue, _ storeys: [PlanStorey]) {
    (self.venue, self.storeys) = (venue, storeys)
  }

  /// Adds the entries at the top of the file.
  mutating func add(_ file: VenueFile) {
    for (index, entry) in file.accessPoints.enumerated() {
      add(
        "access_point", ["access_points", "\(index)"], at: entry.at, entry.repetition,
        level: entry.level, entry.building)
    }
    for (index, entry) in file.beacons.enumerated() {
      add(
        "beacon", ["beacons", "\(index)"], at: entry.at, entry.repetition, level: entry.level,
        entry.building)
    }
    for (index, entry) in file.places.enumerated() {
      add(
        "place", ["places", "\(index)"], at: entry.at, entry.repetition, level: entry.level,
        entry.building)
    }
  }

  /// Adds the entries of a level.
  mutating func add(_ storey: PlanStorey) {
    let entry = storey.entry
    for (index, room) in entry.rooms.enumerated() {
      let ring = (try? room.shape.rings())?.first?.first ?? []
      add("room", storey, "rooms", index, room.repetition, line: ring, closed: true)
    }
    for (index, fixture) in entry.fixtures.enumerated() {
      let ring = (try? fixture.shape.rings())?.first?.first ?? []
      add("fixture", storey, "fixtures", index, fixture.repetition, line: ring, closed: true)
    }
    for (index, wall) in entry.walls.enumerated() {
      let line = wall.line ?? [wall.from, wall.to].compactMap { $0 }
      add("wall", storey, "walls", index, wall.repetition, line: line, closed: false)
    }
    for (index, door) in entry.doors.enumerated() {
      let point: [Vec2] = if case .point(let point)? = door.at { [point] } else { door.line ?? [] }
      add("door", storey, "doors", index, door.repetition, line: point, closed: false)
    }
    for (index, point) in entry.accessPoints.enumerated() {
      add(
        "access_point", storey, "access_points", index, point.repetition, line: [point.at],
        closed: false)
    }
    for (index, beacon) in entry.beacons.enumerated() {
      add("beacon", storey, "beacons", index, beacon.repetition, line: [beacon.at], closed: false)
    }
    for (index, place) in entry.places.enumerated() {
      add("place", storey, "places", index, place.repetition, line: [place.at], closed: false)
    }
  }

  private mutating func add(
    _ kind: String, _ storey: PlanStorey, _ list: String, _ index: Int,
    _ repetition: GridRepeatEntry?, line: [Vec2], closed: Bool
  ) {
    let level = storeys.firstIndex { $0.path == storey.path }
    let isFixed =
      repetition != nil || storey.entry.repetition != nil || storey.building.repetition != nil
    add(
      kind, storey.path + [list, "\(index)"], level: level, line: line, closed: closed,
      copies: shifts(of: repetition), isFixed: isFixed, isOfVenue: false)
  }

  /// Adds a point at the top of the file, whose coordinates are those of the venue's drawing.
  private mutating func add(
    _ kind: String, _ path: [String], at point: Vec2, _ repetition: GridRepeatEntry?,
    level reference: LevelReference?, _ building: String?
  ) {
    let level = reference.flatMap { reference in
      storeys.firstIndex { $0.matches(reference, building: building) }
    }
    let placement = level.map { storeys[$0].placement } ?? DrawingTransform()
    let inverse = placement.inverse
    let origin = inverse(point)
    add(
      kind, path, level: level, line: [origin], closed: false,
      copies: shifts(of: repetition).map { inverse(point + $0) - origin },
      isFixed: repetition != nil, isOfVenue: true)
  }

  private mutating func add(
    _ kind: String, _ path: [String], level: Int?, line: [Vec2], closed: Bool, copies: [Vec2],
    isFixed: Bool, isOfVenue: Bool
  ) {
    all.append([
      "kind": .string(kind), "path": .array(path.map { .string($0) }),
      "level": level.map { .int(Int64($0)) } ?? .null, "points": .array(line.map(planPoint)),
      "is_closed": .bool(closed), "copies": .array(copies.map(planPoint)),
      "is_fixed": .bool(isFixed), "is_of_venue": .bool(isOfVenue),
      "lines": planLines(venue.yaml.lines(at: path)), "fields": venue.yaml.value(at: path) ?? [:],
    ])
  }

  /// The shifts of further copies.
  private func shifts(of repetition: GridRepeatEntry?) -> [Vec2] {
    guard let repetition, repetition.count * repetition.rows <= 1000 else { return [] }
    var shifts: [Vec2] = []
    repetition.forEach { shift, _ in if shift != .zero { shifts.append(shift) } }
    return shifts
  }
}
