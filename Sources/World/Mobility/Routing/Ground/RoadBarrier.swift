import Geometry
import Maps

/// The centre lines of roads, with a penalty for crossing them away from crossings.
struct RoadBarrier: Sendable {
  private let index: SegmentIndex
  /// The penalty of crossing each segment, in s.
  private let seconds: [Double]

  /// Collects the roads at ground level; nil if there are none.
  ///
  /// Without mapped crossings, pedestrians cross anywhere after waiting for a gap, at a lower
  /// penalty.
  init?(_ roads: RoadNetwork, hasCrossings: Bool) {
    var segments: [Segment2] = []
    var seconds: [Double] = []
    for road in roads.roads where road.layer == 0 {
      let penalty = Self.seconds(road.kind, hasCrossings: hasCrossings)
      guard penalty > 0 else { continue }
      for (start, end) in zip(road.line, road.line.dropFirst()) {
        let segment = Segment2(start, end)
        guard segment.isUsableWall else { continue }
        segments.append(segment)
        seconds.append(penalty)
      }
    }
    guard !segments.isEmpty, let index = try? SegmentIndex(segments) else { return nil }
    self.index = index
    self.seconds = seconds
  }

  /// The penalty of crossing a road away from crossings, in s; an estimate that rises with the
  /// traffic.
  private static func seconds(_ kind: RoadKind, hasCrossings: Bool) -> Double {
    let penalty: Double =
      switch kind {
      case .motorway: 1800
      case .trunk: 600
      case .primary: 240
      case .secondary, .link: 180
      case .tertiary: 120
      case .residential: 90
      case .service, .aisle, .cycleway, .track: 0
      }
    return hasCrossings || kind == .motorway ? penalty : penalty / 15
  }

  /// True if a path crosses any of the roads.
  func isCrossed(from start: Vec2, to end: Vec2) -> Bool {
    index.crosses(from: start, to: end)
  }

  /// The total penalty of a straight path across the roads, in s.
  func seconds(from start: Vec2, to end: Vec2) -> Double {
    guard index.crosses(from: start, to: end) else { return 0 }
    var hits: [SegmentIndex.Hit] = []
    index.allHits(from: start, to: end, into: &hits)
    return hits.reduce(0) { $0 + seconds[$1.segment] }
  }
}
