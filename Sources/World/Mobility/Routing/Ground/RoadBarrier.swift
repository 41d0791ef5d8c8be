import Geometry
import Maps

/// The middles of roads that one shouldn't cross just anywhere.
struct RoadBarrier: Sendable {
  private let index: SegmentIndex
  /// What crossing each segment costs, in s.
  private let seconds: [Double]

  /// Collects the roads on the ground; nil if there are none.
  ///
  /// - Parameters:
  ///   - roads: The roads.
  ///   - hasCrossings: Whether there are places made for crossing; if not, one crosses anywhere
  ///     after waiting for a gap.
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

  /// What crossing a road away from crossings is worth avoiding, in s; a guess that rises with what
  /// drives there.
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

  /// Whether a way crosses any of the roads.
  func isCrossed(from start: Vec2, to end: Vec2) -> Bool {
    index.crosses(from: start, to: end)
  }

  /// What it costs to go straight from one point to another across the roads, in s.
  func seconds(from start: Vec2, to end: Vec2) -> Double {
    guard index.crosses(from: start, to: end) else { return 0 }
    var hits: [SegmentIndex.Hit] = []
    index.allHits(from: start, to: end, into: &hits)
    return hits.reduce(0) { $0 + seconds[$1.segment] }
  }
}
