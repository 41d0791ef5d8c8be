import Geometry
import Glibc
import Maps

extension RoadIndex {
  /// Marks segments with another carriageway on the side of driving, in maps without directions.
  ///
  /// If a map has no one-way road at all, directions were not recorded. Of two parallel roads, the
  /// one on the side of driving is then more likely.
  mutating func addTwins(_ network: RoadNetwork) {
    isWrongTwin = Array(repeating: false, count: 2 * segments.count)
    wayWrongShare = Array(repeating: 0, count: directionCount)
    let knowsDirections = network.roads.contains { $0.lanesForward == 0 || $0.lanesBackward == 0 }
    guard !knowsDirections, let nearness else { return }
    let (nearest, farthest) = (parameters.minTwinMetres, parameters.maxTwinMetres)
    let (skew, offside) = (parameters.twinSkew, parameters.twinOffset)
    for (number, segment) in segments.enumerated() where segmentDirection[number] != .zero {
      let direction = segmentDirection[number]
      var sides = (left: false, right: false)
      nearness.forEachSegment(within: farthest, of: segment.midpoint) { other in
        guard segmentStrip[other.segment] != segmentStrip[number],
          other.distance >= nearest, other.distance <= farthest,
          abs(segmentDirection[other.segment].cross(direction)) < skew,
          segmentDirection[other.segment] != .zero
        else { return }
        let offset = other.point - segment.midpoint
        // Only roads beside the segment, not before or behind it.
        guard abs(offset.dot(direction)) < offside * other.distance else { return }
        if direction.cross(offset) > 0 { sides.left = true } else { sides.right = true }
      }
      let isRightProper = !parameters.drivesOnLeft
      isWrongTwin[2 * number] = isRightProper ? sides.right : sides.left
      isWrongTwin[2 * number + 1] = isRightProper ? sides.left : sides.right
      let strip = Int(segmentStrip[number])
      for back in 0...1 where isWrongTwin[2 * number + back] {
        wayWrongShare[2 * strip + back] += segment.length / stripLength[strip]
      }
    }
  }

  /// Sums the bends of each strip.
  mutating func addBends() {
    stripBend = Array(repeating: 0, count: stripLength.count)
    for number in segments.indices.dropFirst()
    where segmentStrip[number - 1] == segmentStrip[number] {
      let (u, w) = (segmentDirection[number - 1], segmentDirection[number])
      stripBend[Int(segmentStrip[number])] += abs(atan2(u.cross(w), u.dot(w)))
    }
  }
}
