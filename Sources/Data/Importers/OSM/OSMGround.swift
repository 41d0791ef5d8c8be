import Geometry

/// The elements of a file with positions in local metres.
struct OSMGround {
  let data: OSMData
  let frame: ImportFrame
  /// Positions by node index; nil for nodes too far from the origin.
  let points: [Vec2?]
  let region: OSMRoadRules.Country

  init(_ data: OSMData, frame: ImportFrame) {
    self.data = data
    self.frame = frame
    points = data.places.map { frame.point($0) }
    let origin = frame.frame.origin
    region = OSMRoadRules.Country(
      GeoPoint(longitude: origin.longitudeDegrees, latitude: origin.latitudeDegrees))
  }

  /// The position of a node; nil if it is absent.
  func point(ofNode id: Int64) -> Vec2? {
    data.index(ofNode: id).flatMap { points[$0] }
  }

  /// The parts of a way without missing nodes, as node indices, each with at least two.
  func runs(of way: OSMWay) -> [[Int]] {
    var runs: [[Int]] = []
    var run: [Int] = []
    for id in way.nodes {
      if let index = data.index(ofNode: id), points[index] != nil {
        // A repeated node is a mapping error.
        if run.last != index { run.append(index) }
      } else {
        if run.count >= 2 { runs.append(run) }
        run = []
      }
    }
    if run.count >= 2 { runs.append(run) }
    return runs
  }

  /// The positions of all nodes of a way; nil if any is missing.
  func line(of way: OSMWay) -> [Vec2]? {
    var line: [Vec2] = []
    for id in way.nodes {
      guard let point = point(ofNode: id) else { return nil }
      line.append(point)
    }
    return line.count >= 2 ? line : nil
  }

  /// The positions of existing nodes.
  func line(_ nodes: [Int]) -> [Vec2] { nodes.compactMap { points[$0] } }

  func tags(ofNode index: Int) -> OSMTags? { data.nodeTags[data.nodeIDs[index]] }
}
