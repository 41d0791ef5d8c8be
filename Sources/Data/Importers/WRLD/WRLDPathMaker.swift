import Documents
import Geometry
import Maps

/// Adds the paths of a WRLD map to a site: pathways on levels, and connectors between them.
struct WRLDPathMaker {
  private(set) var site: SiteDraft
  private let ground: Int
  private var registers: [LevelKey?: PointRegister] = [:]
  private var numbers: [LevelKey?: [Int: Int]] = [:]

  /// Max distance between a drawn connector and the one found from shapes, in m.
  private static let sameConnector = 4.0

  init(site: SiteDraft, ground: Int) {
    self.site = site
    self.ground = ground
  }

  mutating func add(_ feature: GeoFeature, order: Int, _ report: inout ImportReport) {
    let type = feature.text("type") ?? ""
    guard type == "pathway" || type == "entrance", case .lines(let lines)? = feature.geometry else {
      return report.leave("paths", "of the type '\(brief(type))' on a level", feature.id)
    }
    let key = LevelKey(building: 0, ordinal: order - ground)
    let outline = site.levels.first { $0.key == key }?.outline ?? []
    for line in lines {
      guard let points = site.frame.points(line) else {
        report.leave("paths", "too far from the origin", feature.id)
        continue
      }
      let nodes = points.map { point -> Int in
        // The last node of an entrance is outdoors.
        let isInside = type != "entrance" || outline.contains { $0.contains(point) }
        return node(point, isInside ? key : nil)
      }
      for (a, b) in zip(nodes, nodes.dropFirst()) where a != b {
        site.pathEdges.append(PathNetwork.Edge(from: a, to: b, kind: .pathway))
      }
      report.take("paths")
      if type == "entrance" { report.take("paths through entrances") }
    }
  }

  private mutating func node(_ point: Vec2, _ key: LevelKey?) -> Int {
    let number = registers[key, default: PointRegister(tolerance: 0.05)].number(point)
    if let known = numbers[key]?[number] { return known }
    site.pathNodes.append(DraftSpot(point: point, level: key))
    numbers[key, default: [:]][number] = site.pathNodes.count - 1
    return site.pathNodes.count - 1
  }

  /// Adds a path between levels, unless the shapes already gave a connector there.
  mutating func addConnector(
    _ feature: GeoFeature, _ names: inout NameRegister, _ report: inout ImportReport
  ) {
    let kinds: [String: ConnectorKind] = [
      "stairs": .stairs, "escalator": .escalator, "elevator": .lift,
    ]
    guard let kind = kinds[feature.text("type") ?? ""], case .lines(let lines)? = feature.geometry,
      let line = lines.first, let points = site.frame.points(line)
    else { return report.leave("paths between levels", "not of a known type", feature.id) }
    let orders = (feature.whole["levels"]?.elements ?? []).map { $0.whole(in: -999...999) }
    guard orders.count == points.count else {
      return report.leave("paths between levels", "not as many levels as positions", feature.id)
    }
    var stops: [DraftSpot] = []
    for (point, order) in zip(points, orders) {
      guard let order else { continue }
      let key = LevelKey(building: 0, ordinal: order - ground)
      guard site.levels.contains(where: { $0.key == key }) else { continue }
      stops.append(DraftSpot(point: point, level: key))
    }
    stops.sort {
      ($0.level ?? LevelKey(building: 0, ordinal: 0))
        < ($1.level ?? LevelKey(building: 0, ordinal: 0))
    }
    guard Set(stops.map(\.level)).count >= 2 else {
      return report.leave("paths between levels", "fewer than two levels that exist", feature.id)
    }
    let isKnown = site.connectors.contains { connector in
      connector.kind == kind
        && stops.allSatisfy { stop in
          connector.stops.contains {
            $0.level == stop.level
              && $0.point.distance(to: stop.point) <= Self.sameConnector + connector.width
          }
        }
    }
    if isKnown { return report.take("paths between levels, already in the plans") }
    site.connectors.append(
      DraftConnector(
        name: names.name(feature.text("name") ?? "", or: kind.rawValue), kind: kind, stops: stops))
    report.take("paths between levels")
  }
}
