import Geometry
import Maps

/// A stretch of carriageway that vehicles follow: a track or a link.
///
/// A track is one direction of one road between its junctions, with all its lanes side by side; its
/// path is the middle of that carriageway. A link leads across a junction from one lane to another.
struct Stretch: Sendable {
  var curve = LaneCurve()
  /// The speed limit in m/s.
  var limit = 10.0
  /// The speed at its start that its bends allow, in m/s.
  var entryCeiling = Double.infinity
  var laneWidth = 3.2
  var lanes: Int32 = 1
  /// The road's number, -1 for a link.
  var road: Int32 = -1
  var isForward = true
  var isBendy = false
  var users: RoadUsers = []
  var kind = RoadKind.residential
  /// The junction where a track begins, and where it ends; a link's own twice.
  var startJunction: Int32 = 0
  var endJunction: Int32 = 0
  /// How much of the road a track leaves to the junction at its start, in m.
  var startTrim = 0.0
  /// The links that leave a track.
  var links: Range<Int32> = 0..<0
  /// The other direction of the same road, or -1.
  var opposite: Int32 = -1
  /// Who goes first: the greater.
  var rank: Int32 = 0

  /// A link's ends.
  var fromTrack: Int32 = -1
  var toTrack: Int32 = -1
  var fromLane: Int32 = 0
  var toLane: Int32 = 0
  /// A link's conflicts with others.
  var conflicts: Range<Int32> = 0..<0
  /// The links that begin on the same lane, and how far they stay together.
  var siblings: Range<Int32> = 0..<0
  /// Where in a link one waits for oncoming traffic, in m; negative if nowhere.
  var waitAt = -1.0
  /// Whether the junction has too many links to tell which are in conflict: one vehicle at a time.
  var isAlone = false
  /// Whether one needs leave to go onto a link: it has lights or conflicts.
  var isGuarded = false
  /// How far the direction turns along a link, in rad, positive to the left.
  var turn = 0.0

  var isLink: Bool { road < 0 }
  var length: Double { curve.length }

  /// The middle of a lane, in m to the left of the path; lane 0 is the rightmost.
  func offset(ofLane lane: Int32) -> Double { (Double(lane) - Double(lanes - 1) / 2) * laneWidth }
}

/// Two links whose ways meet.
struct LinkConflict: Sendable {
  let foe: Int32
  /// The stretch of the own way, and of the other's, where both would touch, in m.
  let ownStart, ownEnd, foeStart, foeEnd: Double
  /// Whether the own way must let the other's traffic go first.
  let yields: Bool
  /// Whether the ways are far enough apart for all but long vehicles.
  let isLong: Bool
}

/// A link that leaves the same lane.
struct SiblingLink: Sendable {
  let link: Int32
  /// Up to where both ways are too near for two vehicles, in m.
  let until: Double
}

/// The road network as vehicles use it, worked out once: tracks, links, conflicts, speeds of bends.
///
/// Inside, everybody drives on the right: where one drives on the left the plane is mirrored, and
/// places are mirrored back on the way out.
struct Streets: Sendable {
  let rules: TrafficRules
  let network: RoadNetwork
  /// The tracks, then the links, those of one track together.
  var stretches: [Stretch] = []
  var trackCount = 0
  var conflicts: [LinkConflict] = []
  var siblings: [SiblingLink] = []
  var curves = LaneCurves()
  /// The speeds that bends allow, beside the curves' samples, in m/s.
  var ceilings: [Double] = []
  /// The tracks that end at each junction, and those that begin there.
  var arriving: [[Int32]]
  var departing: [[Int32]]
  /// The links of each junction.
  var linksOfJunction: [[Int32]]
  /// The track of each road in either direction, or -1.
  var forwardTracks: [Int32]
  var backwardTracks: [Int32]

  init(_ network: RoadNetwork, rules: TrafficRules) throws(TrafficError) {
    try Self.validate(network)
    self.network = network
    self.rules = rules
    let count = network.junctions.count
    arriving = Array(repeating: [], count: count)
    departing = Array(repeating: [], count: count)
    linksOfJunction = Array(repeating: [], count: count)
    forwardTracks = Array(repeating: -1, count: network.roads.count)
    backwardTracks = Array(repeating: -1, count: network.roads.count)
    addTracks()
    markRoundabouts()
    addLinks()
    addConflicts()
    addCeilings()
  }

  /// A stretch by its number.
  subscript(stretch: Int32) -> Stretch { @inline(__always) _read { yield stretches[Int(stretch)] } }

  /// Mirrors a place where one drives on the left; mirrors it back if called twice.
  func mirrored(_ point: Vec2) -> Vec2 { rules.drivesOnLeft ? Vec2(point.x, -point.y) : point }

  /// Mirrors an angle or a sideways distance likewise.
  func mirrored(_ angle: Double) -> Double { rules.drivesOnLeft ? -angle : angle }

  private static func validate(_ network: RoadNetwork) throws(TrafficError) {
    func isUsable(_ point: Vec2) -> Bool { abs(point.x) < 1e6 && abs(point.y) < 1e6 }
    for (index, junction) in network.junctions.enumerated() where !isUsable(junction.point) {
      throw .unusableJunction(index, reason: "its place is not on the map")
    }
    var ends = [Int](repeating: 0, count: network.junctions.count)
    for (index, road) in network.roads.enumerated() {
      let junctions = network.junctions.indices
      guard junctions.contains(road.from), junctions.contains(road.to) else {
        throw .unusableRoad(index, reason: "one of its junctions doesn't exist")
      }
      for junction in [road.from, road.to] {
        ends[junction] += 1
        guard ends[junction] <= 64 else {
          throw .unusableJunction(junction, reason: "more than 64 roads meet at it")
        }
      }
      guard road.line.allSatisfy(isUsable) else {
        throw .unusableRoad(index, reason: "its line leaves the map")
      }
      guard (0...16).contains(road.lanesForward), (0...16).contains(road.lanesBackward) else {
        throw .unusableRoad(index, reason: "it has fewer than 0 or more than 16 lanes")
      }
      guard (0.5...100).contains(road.limitMetresPerSecond) else {
        throw .unusableRoad(index, reason: "its limit is not between 0.5 and 100 m/s")
      }
    }
    for (index, rule) in network.restrictions.enumerated() {
      let roads = network.roads.indices
      guard roads.contains(rule.from), roads.contains(rule.to),
        network.junctions.indices.contains(rule.via)
      else { throw .unusableRestriction(index) }
    }
    for (number, park) in network.carParks.enumerated() {
      for (index, stall) in park.stalls.enumerated() {
        guard isUsable(stall.point), stall.headingRadians.isFinite,
          network.roads.indices.contains(stall.aisle)
        else { throw .unusableStall(carPark: number, stall: index) }
      }
    }
    for (index, line) in network.busLines.enumerated() {
      guard line.headwaySeconds > 0, line.headwaySeconds < 1e9,
        line.stops.allSatisfy({ isUsable($0.point) })
      else { throw .unusableBusLine(index, reason: "its headway or a stop's place is unusable") }
    }
  }

  /// Returns the track of a road in a direction, if it has lanes that way.
  func track(ofRoad road: Int, forward: Bool) -> Int? {
    guard forwardTracks.indices.contains(road) else { return nil }
    let track = forward ? forwardTracks[road] : backwardTracks[road]
    return track < 0 ? nil : Int(track)
  }

  /// Returns the link from a lane to the next track that leads to one of the wanted lanes there.
  @inline(__always)
  func link(
    from track: Int32, lane: Int32, to next: Int32, wanted: UInt32
  ) -> Int32 {
    var found: Int32 = -1
    for link in stretches[Int(track)].links {
      let stretch = stretches[Int(link)]
      guard stretch.toTrack == next, stretch.fromLane == lane else { continue }
      if wanted & (1 << UInt32(stretch.toLane)) != 0 { return link }
      if found < 0 { found = link }
    }
    return found
  }

  /// Returns the speed that a stretch's bends allow a usual car at a place, in m/s.
  @inline(__always)
  func ceiling(of stretch: Int, at s: Double) -> Double {
    let curve = stretches[stretch].curve
    let position = min(max(s * curve.inverseSpacing, 0), Double(curve.steps))
    let step = min(Int32(position), curve.steps - 1)
    let first = Int(curve.first + step)
    let (a, b) = (ceilings[first], ceilings[first + 1])
    // Straight parts have no ceiling at all, and infinities don't mix.
    guard a < .infinity, b < .infinity else { return min(a, b) }
    return a + (b - a) * (position - Double(step))
  }
}
