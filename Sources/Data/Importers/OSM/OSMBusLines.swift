import Geometry
import Maps

/// Imports bus lines from route relations.
enum OSMBusLines {
  /// Default headway, in s.
  static let usualHeadway = 600.0

  /// The lines with at least two stops.
  static func find(_ ground: OSMGround, _ report: inout ImportReport) -> [BusLine] {
    var names = NameRegister()
    var lines: [BusLine] = []
    for relation in ground.data.relations
    where relation.tags.has("type", "route") && relation.tags.has("route", "bus", "trolleybus") {
      let stops = self.stops(of: relation, ground)
      guard stops.count >= 2 else {
        report.leave("bus lines", "fewer than two stops here", "relation \(relation.id)")
        continue
      }
      let wish =
        relation.tags["name"]
        ?? [relation.tags["ref"], relation.tags["to"]].compactMap { $0 }.joined(separator: " to ")
      let headway = relation.tags["interval"].flatMap { seconds($0) }
      if headway == nil { report.infer("times between buses", "of 10 min where none is given") }
      lines.append(
        BusLine(
          name: names.name(wish, or: "Bus"), stops: stops,
          headwaySeconds: headway ?? usualHeadway))
      report.take("bus lines")
      report.take("stops of bus lines", stops.count)
    }
    return lines
  }

  /// The platforms of a route in order, or else its stop positions on the road.
  private static func stops(of relation: OSMRelation, _ ground: OSMGround) -> [BusLine.Stop] {
    for prefix in ["platform", "stop"] {
      var stops: [BusLine.Stop] = []
      for member in relation.members where member.role.hasPrefix(prefix) {
        guard let (point, tags) = place(member, ground) else { continue }
        if stops.last?.point == point { continue }
        stops.append(
          BusLine.Stop(
            name: brief(tags?["name"] ?? "Stop \(stops.count + 1)", limit: 80), point: point))
      }
      if stops.count >= 2 { return stops }
    }
    return []
  }

  private static func place(
    _ member: OSMRelation.Member, _ ground: OSMGround
  ) -> (Vec2, OSMTags?)? {
    switch member.kind {
    case .node:
      return ground.point(ofNode: member.id).map { ($0, ground.data.nodeTags[member.id]) }
    case .way:
      guard let way = ground.data.way(member.id), let line = ground.line(of: way),
        let box = Box2(containing: line)
      else { return nil }
      return (rounded(box.center), way.tags)
    case .relation: return nil
    }
  }

  /// Parses `10`, `00:10` or `00:10:00` (minutes, or hours, minutes and seconds) as seconds.
  static func seconds(_ text: String) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      .map { HeightText.plainNumber(trimmed($0)) }
    let value: Double
    switch parts.count {
    case 1:
      guard let minutes = parts[0] else { return nil }
      value = minutes * 60
    case 2, 3:
      guard let hours = parts[0], let minutes = parts[1] else { return nil }
      value = hours * 3600 + minutes * 60 + (parts.count == 3 ? parts[2] ?? 0 : 0)
    default: return nil
    }
    return value >= 30 && value <= 86_400 ? value : nil
  }
}
