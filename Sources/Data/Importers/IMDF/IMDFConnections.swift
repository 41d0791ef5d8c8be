import Documents
import Geometry
import Maps

/// Connects the levels of an IMDF archive: by overlapping units, and by the directions in relationships.
struct IMDFConnections {
  private(set) var site: SiteDraft
  private let shafts: [Shaft]
  private var shaftOfUnit: [String: Shaft] = [:]

  init(site: SiteDraft, shafts: [Shaft]) {
    self.site = site
    self.shafts = shafts
    for shaft in shafts where shaftOfUnit[shaft.id] == nil { shaftOfUnit[shaft.id] = shaft }
  }

  mutating func build(
    _ relationships: [GeoFeature], _ names: inout NameRegister, _ report: inout ImportReport
  ) {
    let upright = shafts.filter { $0.kind != .walkway }
    let (connectors, single) = ShaftBuilder(upright, levels: site.levels).connectors(&names)
    site.connectors = connectors
    var alone: [String: Shaft] = [:]
    for shaft in single { alone[shaft.id] = shaft }
    for connector in connectors {
      report.infer(
        connector.kind == .lift ? "lifts" : "\(connector.kind.rawValue)",
        "units that lie above one another")
    }
    for shaft in shafts where shaft.kind == .walkway { addBelt(shaft, &names, &report) }
    for feature in relationships { apply(feature, &alone, &names, &report) }
    for shaft in single where alone[shaft.id] != nil {
      report.leave(
        "\(shaft.kind.rawValue) units", "nothing of the kind above or below", shaft.id)
    }
  }

  /// Adds a moving walkway from one end of its unit to the other.
  private mutating func addBelt(
    _ shaft: Shaft, _ names: inout NameRegister, _ report: inout ImportReport
  ) {
    let (length, width, along) = shaft.shape.alignedSize
    let centre = shaft.shape.bounds.center
    let reach = max(length / 2 - 0.3, 0.2)
    let ends = [centre - along * reach, centre + along * reach].map {
      DraftSpot(point: rounded($0), level: shaft.level)
    }
    site.connectors.append(
      DraftConnector(
        name: names.name(shaft.name, or: "Walkway"), kind: .walkway, stops: ends,
        members: [shaft.id], width: rounded(min(max(width, 0.8), 4))))
    report.infer("walkways", "from end to end of their units; the direction isn't known")
  }

  private mutating func apply(
    _ feature: GeoFeature, _ alone: inout [String: Shaft], _ names: inout NameRegister,
    _ report: inout ImportReport
  ) {
    let category = feature.text("category") ?? ""
    let kinds: [String: ConnectorKind] = [
      "elevator": .lift, "escalator": .escalator, "stairs": .stairs, "ramp": .ramp,
      "movingwalkway": .walkway,
    ]
    guard let kind = kinds[category] else {
      return report.leave("relationships", "of the category '\(brief(category))'", feature.id)
    }
    guard let from = feature.properties["origin"]?["id"]?.plainText,
      let to = feature.properties["destination"]?["id"]?.plainText
    else { return report.leave("relationships", "no origin or no destination", feature.id) }
    let isDirected = feature.text("direction") == "directed" && kind != .lift
    let known = site.connectors.firstIndex {
      $0.kind == kind && $0.members.contains(from) && $0.members.contains(to)
    }
    if let known {
      guard isDirected else { return report.take("relationships") }
      let members = site.connectors[known].members
      let isBackward =
        (members.firstIndex(of: from) ?? 0) > (members.firstIndex(of: to) ?? 0)
      if site.connectors[known].isOneWay {
        // Another relationship has the opposite direction: it is two-way.
        if isBackward { site.connectors[known].isOneWay = false }
        return report.take("relationships")
      }
      if isBackward {
        site.connectors[known].stops.reverse()
        site.connectors[known].members.reverse()
      }
      site.connectors[known].isOneWay = true
      return report.take("relationships")
    }
    join(feature, kind, from, to, isDirected, &alone, &names, &report)
  }

  /// Connects two units that don't overlap, if a relationship requires it.
  private mutating func join(
    _ feature: GeoFeature, _ kind: ConnectorKind, _ from: String, _ to: String, _ isDirected: Bool,
    _ alone: inout [String: Shaft], _ names: inout NameRegister, _ report: inout ImportReport
  ) {
    guard let start = shaftOfUnit[from], let end = shaftOfUnit[to], start.level != end.level else {
      return report.leave(
        "relationships", "between units that are not connectors of this kind", feature.id)
    }
    let stops = [start, end].map { shaft -> DraftSpot in
      guard let level = site.levels.first(where: { $0.key == shaft.level }) else {
        return DraftSpot(point: shaft.shape.innerPoint, level: shaft.level)
      }
      let front = ShaftFront(shaft.shape, on: level, others: [])
      return DraftSpot(point: kind == .lift ? front.outside : front.inside, level: shaft.level)
    }
    alone[from] = nil
    alone[to] = nil
    site.connectors.append(
      DraftConnector(
        name: names.name(start.name, or: "Connector"), kind: kind, stops: stops,
        members: [from, to], isOneWay: isDirected))
    report.take("relationships")
  }
}
