import Geometry
import Glibc
import Maps

extension RoadIndex {
  /// Builds the graph of turns between ways.
  mutating func addTurns(_ network: RoadNetwork) {
    let rules = RoadTurnRules(network)
    var departing = [[Int32]](repeating: [], count: network.junctions.count)
    for way in 0..<directionCount where wayIsOpen[way] {
      departing[Int(wayStart[way])].append(Int32(way))
    }
    for way in 0..<directionCount {
      if wayIsOpen[way] {
        let junction = Int(wayStart[way ^ 1])
        for other in departing[junction] {
          let (from, to) = (road(ofWay: way, atEnd: true), road(ofWay: Int(other), atEnd: false))
          guard rules.allows(from, junction, to) else { continue }
          let isBack = Int(other) == way ^ 1
          next.append(
            RoadTurn(
              way: other, angle: isBack ? .pi : angle(from: way, to: Int(other)), isUTurn: isBack))
        }
      }
      nextFirst.append(Int32(next.count))
    }
  }

  private func road(ofWay way: Int, atEnd: Bool) -> Int {
    let strip = way >> 1
    let isLast = atEnd == (way & 1 == 0)
    return Int(segmentRoad[Int(isLast ? stripFirst[strip + 1] - 1 : stripFirst[strip])])
  }

  private func angle(from way: Int, to other: Int) -> Float {
    let (u, w) = (direction(ofWay: way, atEnd: true), direction(ofWay: other, atEnd: false))
    guard u != .zero, w != .zero else { return 0 }
    return Float(abs(atan2(u.cross(w), u.dot(w))))
  }

  /// Returns the direction at the end or start of a way; zero if it has no length.
  private func direction(ofWay way: Int, atEnd: Bool) -> Vec2 {
    let strip = way >> 1
    let range = Int(stripFirst[strip])..<Int(stripFirst[strip + 1])
    let isLast = atEnd == (way & 1 == 0)
    let segment =
      isLast
      ? range.last { segmentDirection[$0] != .zero }
      : range.first { segmentDirection[$0] != .zero }
    guard let segment else { return .zero }
    return way & 1 == 0 ? segmentDirection[segment] : -segmentDirection[segment]
  }
}

/// Turn restrictions of a network.
private struct RoadTurnRules {
  private struct JunctionApproach: Hashable {
    let road, junction: Int
  }

  private var forbidden: [JunctionApproach: [Int]] = [:]
  private var only: [JunctionApproach: [Int]] = [:]

  init(_ network: RoadNetwork) {
    for rule in network.restrictions {
      let place = JunctionApproach(road: rule.from, junction: rule.via)
      if rule.isOnly {
        only[place, default: []].append(rule.to)
      } else {
        forbidden[place, default: []].append(rule.to)
      }
    }
  }

  func allows(_ from: Int, _ junction: Int, _ to: Int) -> Bool {
    let place = JunctionApproach(road: from, junction: junction)
    if forbidden[place]?.contains(to) == true { return false }
    return only[place]?.contains(to) ?? true
  }
}
