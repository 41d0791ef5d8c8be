import Maps

/// Imports the turn restrictions of relations, as roads of the network.
struct OSMRestrictions {
  static func find(
    _ builder: OSMRoadBuilder, _ report: inout ImportReport
  ) -> [TurnRestriction] {
    var roadsOfWay: [Int64: [Int]] = [:]
    for (number, piece) in builder.pieces.enumerated() {
      roadsOfWay[piece.way, default: []].append(number)
    }
    var result: [TurnRestriction] = []
    for relation in builder.ground.data.relations where relation.tags.has("type", "restriction") {
      guard let text = relation.tags["restriction"] ?? relation.tags["restriction:motorcar"] else {
        report.leave("turn restrictions", "for other vehicles only", "relation \(relation.id)")
        continue
      }
      guard text.hasPrefix("no_") || text.hasPrefix("only_") else {
        report.leave("turn restrictions", "of an unknown kind", "relation \(relation.id)")
        continue
      }
      let vias = relation.members.filter { $0.role == "via" }
      guard vias.count == 1, vias[0].kind == .node else {
        report.leave("turn restrictions", "not at a single node", "relation \(relation.id)")
        continue
      }
      let found = turns(
        relation, via: vias[0].id, isOnly: text.hasPrefix("only_"), builder, roadsOfWay)
      if found.isEmpty {
        let isInner = relation.members.contains {
          $0.kind == .way && builder.innerWays.contains($0.id)
        }
        report.leave(
          "turn restrictions",
          isInner ? "within a junction that was merged" : "their roads don't meet at their node",
          "relation \(relation.id)")
      } else {
        report.take("turn restrictions", found.count)
      }
      for turn in found where !result.contains(turn) { result.append(turn) }
    }
    return result
  }

  private static func turns(
    _ relation: OSMRelation, via: Int64, isOnly: Bool, _ builder: OSMRoadBuilder,
    _ roadsOfWay: [Int64: [Int]]
  ) -> [TurnRestriction] {
    guard let node = builder.ground.data.index(ofNode: via),
      let junction = builder.junctionOfNode[node]
    else { return [] }
    /// The roads of a member that end or begin at the node itself, or else at the whole junction.
    func roads(_ role: String, isIncoming: Bool) -> [Int] {
      let candidates = relation.members.filter { $0.role == role && $0.kind == .way }
        .flatMap { roadsOfWay[$0.id] ?? [] }
        .filter { number in
          let road = builder.roads[number]
          let goesIn = road.to == junction && road.lanesForward > 0
          let comesBack = road.from == junction && road.lanesBackward > 0
          let goesOut = road.from == junction && road.lanesForward > 0
          let leavesBack = road.to == junction && road.lanesBackward > 0
          return isIncoming ? goesIn || comesBack : goesOut || leavesBack
        }
      let exact = candidates.filter {
        builder.pieces[$0].nodes.first == node || builder.pieces[$0].nodes.last == node
      }
      return exact.isEmpty ? candidates : exact
    }
    let outgoing = roads("to", isIncoming: false)
    return roads("from", isIncoming: true).flatMap { from in
      outgoing.map { TurnRestriction(from: from, via: junction, to: $0, isOnly: isOnly) }
    }
  }
}
