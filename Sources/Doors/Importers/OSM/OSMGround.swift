import Geometry

/// The elements of a file with their places in local metres.
struct OSMGround {
  let data: OSMData
  let frame: ImportFrame
  /// The nodes' places, by their numbers in the data; nil for those too far off.
  let points: [Vec2?]
  let region: OSMRoadRules.Region

  init(_ data: OSMData, frame: ImportFrame) {
    self.data = data
    self.frame = frame
    points = data.places.map { frame.point($0) }
    let origin = frame.frame.origin
    region = OSMRoadRules.Region(
      GeoPoint(longitude: origin.longitudeDegrees, latitude: origin.latitudeDegrees))
  }

  /// The place of a node; nil if it isn't there.
  func point(ofNode id: Int64) -> Vec2? {
    data.index(ofNode: id).flatMap { points[$0] }
  }

  /// The stretches of a way whose nodes are all there, as numbers of nodes, each of two or more.
  func runs(of way: OSMWay) -> [[Int]] {
    var runs: [[Int]] = []
    var run: [Int] = []
    for id in way.nodes {
      if let index = data.index(ofNode: id), points[index] != nil {
        // A node that follows itself is a slip.
        if run.last != index { run.append(index) }
      } else {
        if run.count >= 2 { runs.append(run) }
        run = []
      }
    }
    if run.count >= 2 { runs.append(run) }
    return runs
  }

  /// All of a way's nodes; nil if any is missing.
  func line(of way: OSMWay) -> [Vec2]? {
    var line: [Vec2] = []
    for id in way.nodes {
      guard let point = point(ofNode: id) else { return nil }
      line.append(point)
    }
    return line.count >= 2 ? line : nil
  }

  /// The places of nodes known to be there.
  func line(_ nodes: [Int]) -> [Vec2] { nodes.compactMap { points[$0] } }

  /// The tags of a node by its number.
  func tags(ofNode index: Int) -> OSMTags? { data.nodeTags[data.nodeIDs[index]] }
}
