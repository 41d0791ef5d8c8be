import Geometry
import Glibc
public import Maps
public import Venues

/// Returns default fixed-time signal plans for all signalled junctions of a network.
///
/// Opposite approaches have green together. The cycle is 90 s (60 to 120 s are usual), shared by
/// the phases according to their widest approaches. Amber is 3 s, followed by 2 s of all-red. If
/// only two roads meet, the signals guard a crossing: pedestrians get 12 s of every 60 s. Offsets
/// differ between junctions.
public func defaultSignalPlans(for roads: RoadNetwork) -> [SignalPlan] {
  roads.junctions.indices.compactMap { junction in
    guard roads.junctions[junction].control == .signal else { return nil }
    return defaultSignalPlan(for: junction, in: roads)
  }
}

private struct SignalApproach {
  let road: Int
  let lanes: Int
  /// The direction of travel at the junction, in rad.
  let angle: Double
}

private func defaultSignalPlan(for junction: Int, in roads: RoadNetwork) -> SignalPlan? {
  guard roads.junctions.indices.contains(junction) else { return nil }
  var waiting = approaches(to: junction, in: roads)
  guard !waiting.isEmpty else { return nil }
  let offset = Double((junction * 37) % 90)
  if waiting.count <= 2 && roadEnds(at: junction, in: roads) <= 2 {
    let phase = SignalPlan.SignalPhase(roads: waiting.map(\.road).uniqued, greenSeconds: 43)
    return SignalPlan(
      junction: junction, phases: [phase], amberSeconds: 3, clearanceSeconds: 14,
      offsetSeconds: offset)
  }
  var groups: [[SignalApproach]] = []
  while let first = waiting.first {
    waiting.removeFirst()
    var group = [first]
    // The approach most nearly opposite to this one.
    let facing = waiting.indices.max { faces(first, waiting[$0]) < faces(first, waiting[$1]) }
    if let facing, faces(first, waiting[facing]) > 0.7 { group.append(waiting.remove(at: facing)) }
    groups.append(group)
  }
  let lost = 5.0 * Double(groups.count)
  let weights = groups.map { group in Double(group.map(\.lanes).max() ?? 1).squareRoot() }
  let green = max(90 - lost, 10 * Double(groups.count))
  let total = weights.reduce(0, +)
  let phases = zip(groups, weights).map { group, weight in
    SignalPlan.SignalPhase(
      roads: group.map(\.road).uniqued, greenSeconds: max(8, (green * weight / total).rounded()))
  }
  return SignalPlan(junction: junction, phases: phases, offsetSeconds: offset)
}

private func approaches(to junction: Int, in roads: RoadNetwork) -> [SignalApproach] {
  var found: [SignalApproach] = []
  for (number, road) in roads.roads.enumerated() {
    let line = road.line
    if road.to == junction, road.lanesForward > 0 {
      let end = line.count > 1 ? line[line.count - 1] - line[line.count - 2] : Vec2(1, 0)
      found.append(SignalApproach(road: number, lanes: road.lanesForward, angle: end.angle))
    }
    if road.from == junction, road.lanesBackward > 0 {
      let end = line.count > 1 ? line[0] - line[1] : Vec2(-1, 0)
      found.append(SignalApproach(road: number, lanes: road.lanesBackward, angle: end.angle))
    }
  }
  return found
}

private func roadEnds(at junction: Int, in roads: RoadNetwork) -> Int {
  roads.roads.reduce(0) { $0 + ($1.from == junction ? 1 : 0) + ($1.to == junction ? 1 : 0) }
}

/// 1 for opposite approaches, -1 for approaches from the same direction.
private func faces(_ first: SignalApproach, _ second: SignalApproach) -> Double {
  -cos(first.angle - second.angle)
}

extension [Int] {
  /// The elements without duplicates, in their order.
  fileprivate var uniqued: [Int] {
    var result: [Int] = []
    for element in self where !result.contains(element) { result.append(element) }
    return result
  }
}
