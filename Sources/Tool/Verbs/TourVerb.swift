import Documents
import Geometry
import Kernel
import Maps
import Mobility
import Reporting
import Truth
import Venues

extension Option {
  static let pictureFolder = out(
    "DIR", formerly: "pictures",
    "Draw the plans here with the route on them, a file for each level.")
  static let pairs = Option(
    "pairs", taking: "N", "Without names: number of pairs of places to try; by default 15.")
}

/// Help text of tours.
let tourAbout = [
  "With the names of two places or more it walks from each to the next, and prints how long that is and which",
  "levels it crosses. Without names it lists the places, and tries pairs of them, the same at each call:",
  "status 5 means that some can't be walked; the reasons are printed.",
]

/// Runs `venuesim tour VENUE [PLACE...]`.
@Sendable
func tourVerb(_ invocation: Invocation) throws -> ExitStatus {
  guard let path = invocation.operands.first else { throw UsageError("tour which venue?") }
  let node = try YAML.load(path: path)
  guard isVenue(node) else { throw DocumentError("'\(path)' isn't a venue; name a venue's file") }
  let map = try decodeDocument(VenueFile.self, from: node).venue().map
  let tour = Tour(map: map)
  let names = Array(invocation.operands.dropFirst())
  guard names.count != 1 else { throw UsageError("tour from '\(names[0])' to which place?") }
  let ways =
    names.isEmpty ? try tour.tried(positiveInteger(invocation, .pairs) ?? 15) : try tour.ways(names)
  if let folder = invocation.value(.pictureFolder) {
    try makeFolder(folder)
    for sheet in VenueDrawing(map, tracks: ways.compactMap(\.trace)).drawings() {
      try writeFile(sheet.svg, to: "\(folder)/\(sheet.name).svg")
      if !invocation.has(.quiet), !invocation.has(.json) { say("\(folder)/\(sheet.name).svg") }
    }
  }
  if invocation.has(.json) {
    say(tour.json(ways).text(pretty: false))
  } else if !invocation.has(.quiet) {
    if names.isEmpty { say(tour.placesText) }
    for line in tour.lines(ways) { say(line) }
  }
  return ways.allSatisfy { $0.route != nil } ? .success : .undecided
}

/// Routes between the named places of a venue.
private struct Tour {
  /// A route between two places, or the reason why there is none.
  struct TourRoute {
    let from, to: NamedPlace
    let route: WalkRoute?
    let reason: String

    /// The route as a track for pictures.
    var trace: TruthTrace? {
      guard let route else { return nil }
      let stretches = route.legs.compactMap { leg -> TruthTrace.Stretch? in
        guard case .walk(let stretch) = leg else { return nil }
        return TruthTrace.Stretch(level: stretch.level, isDriven: false, points: stretch.points)
      }
      return TruthTrace(
        name: "\(from.name) → \(to.name)", isFollowed: true, stretches: stretches)
    }
  }

  let map: VenueMap
  private let network: WalkNetwork

  init(map: VenueMap) {
    self.map = map
    network = WalkNetwork(map)
  }

  /// Max number of places per line.
  private static let shown = 12

  var placesText: String {
    let names = map.places.prefix(Self.shown).map { "'\($0.name)'" }.joined(separator: ", ")
    let more = map.places.count > Self.shown ? ", …" : ""
    return "\(map.places.count) named place\(map.places.count == 1 ? "" : "s"): \(names)\(more)"
  }

  /// The routes from each place to the next.
  func ways(_ names: [String]) throws(DocumentError) -> [TourRoute] {
    var places: [NamedPlace] = []
    for name in names {
      let place =
        map.places.first { $0.name == name }
        ?? map.places.first { $0.name.lowercased() == name.lowercased() }
      guard let place else {
        throw DocumentError(
          "no place is called '\(name)'", at: nil,
          suggestion: nearestName(to: name, among: map.places.map(\.name)))
      }
      places.append(place)
    }
    return zip(places, places.dropFirst()).map { way(from: $0, to: $1) }
  }

  /// Routes between random pairs of places.
  func tried(_ count: Int) throws(DocumentError) -> [TourRoute] {
    guard map.places.count > 1 else {
      throw DocumentError(
        "the venue has \(map.places.count) named places; there is no route to try")
    }
    var stream = RandomStream(seed: 1, entity: stableHash(map.name), purpose: "tour")
    // All pairs if that many are requested, each once.
    let (pairs, overflows) = map.places.count.multipliedReportingOverflow(by: map.places.count - 1)
    var tried: Set<[Int]> = []
    var ways: [TourRoute] = []
    while ways.count < (overflows ? count : min(count, pairs)) {
      let first = stream.integer(below: map.places.count)
      let step = 1 + stream.integer(below: map.places.count - 1)
      let second = (first + step) % map.places.count
      guard tried.insert([first, second]).inserted else { continue }
      ways.append(way(from: map.places[first], to: map.places[second]))
    }
    return ways
  }

  private func way(from start: NamedPlace, to goal: NamedPlace) -> TourRoute {
    do throws(RouteError) {
      let ends = try [start, goal].map { place throws(RouteError) in
        guard let spot = network.nearestWalkable(to: place.spot) else {
          throw .noFloor(place.spot)
        }
        return spot
      }
      let route = try network.route(from: ends[0], to: ends[1])
      return TourRoute(from: start, to: goal, route: route, reason: "")
    } catch {
      return TourRoute(from: start, to: goal, route: nil, reason: reason(error))
    }
  }

  /// The reason why there is no route, in terms of places.
  private func reason(_ error: RouteError) -> String {
    guard case .unreachable(_, let goal, let nearest, let reason) = error else { return "\(error)" }
    let metres = nearest.point.distance(to: goal.point)
    return nearest.level == goal.level
      ? "\(reason); the nearest reachable point is \(figureText(metres)) m away" : "\(reason)"
  }

  func lines(_ ways: [TourRoute]) -> [String] {
    let walked = ways.compactMap(\.route)
    var lines = ways.map { way -> String in
      let head = "\(way.from.name) → \(way.to.name): "
      guard let route = way.route else { return head + "no route: \(way.reason)" }
      let levels = self.levels(of: route)
      return head + "\(figureText(route.lengthMetres)) m in \(figureText(route.expectedSeconds)) s"
        + (levels.count > 1 ? " by \(levels.joined(separator: ", "))" : "")
    }
    if ways.count > 1 { lines.append("\(walked.count) of \(ways.count) can be walked") }
    return lines
  }

  /// The levels along a route, in order.
  private func levels(of route: WalkRoute) -> [String] {
    route.legs.reduce(into: []) { names, leg in
      guard case .walk(let stretch) = leg else { return }
      let name = stretch.level.map { "'\(map.levels[$0].shortName)'" } ?? "outdoors"
      if names.last != name { names.append(name) }
    }
  }

  func json(_ ways: [TourRoute]) -> JSONValue {
    [
      "places": .array(
        map.places.map { place in
          [
            "name": .string(place.name),
            "level": map.ordinal(ofLevel: place.spot.level).map { .int(Int64($0)) } ?? .null,
          ]
        }),
      "ways": .array(
        ways.map { way in
          [
            "from": .string(way.from.name), "to": .string(way.to.name),
            "length_m": way.route.map { .number($0.lengthMetres) } ?? .null,
            "expected_s": way.route.map { .number($0.expectedSeconds) } ?? .null,
            "levels": .array((way.route.map(levels) ?? []).map { .string($0) }),
            "reason": .string(way.reason),
          ]
        }),
    ]
  }
}
