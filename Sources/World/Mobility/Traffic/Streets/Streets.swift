import Geometry
import Maps

/// A piece of carriageway that vehicles follow: a track or a link.
///
/// A track is one direction of one road between its junctions, with all its lanes; its path is the
/// centre line of that carriageway. A link leads across a junction from one lane to another.
struct RoadStretch: Sendable {
  var curve = LaneCurve()
  /// In m/s.
  var limit = 10.0
  /// The max speed at its start that its bends allow, in m/s.
  var entryCeiling = Double.infinity
  var laneWidth = 3.2
  var lanes: Int32 = 1
  /// The index of the road, -1 for a link.
  var road: Int32 = -1
  var isForward = true
  var isBendy = false
  var users: RoadUsers = []
  var kind = RoadKind.residential
  /// The junctions at the start and the end of a track; for a link, its own junction twice.
  var startJunction: Int32 = 0
  var endJunction: Int32 = 0
  /// The length of the road that a track leaves to the junction at its start, in m.
  var startTrim = 0.0
  /// The links that leave a track.
  var links: Range<Int32> = 0..<0
  /// The opposite direction of the same road, or -1.
  var opposite: Int32 = -1
  /// The right-of-way rank; the higher goes first.
  var rank: Int32 = 0

  /// The ends of a link.
  var fromTrack: Int32 = -1
  var toTrack: Int32 = -1
  var fromLane: Int32 = 0
  var toLane: Int32 = 0
  /// The conflicts of a link with others.
  var conflicts: Range<Int32> = 0..<0
  /// The links that begin on the same lane, and how long they overlap.
  var siblings: Range<Int32> = 0..<0
  /// The waiting position for oncoming traffic in a link, in m; negative if none.
  var waitAt = -1.0
  /// True if the junction has too many links to determine conflicts: one vehicle at a time.
  var isAlone = false
  /// True if entry to a link needs permission: it has signals or conflicts.
  var isGuarded = false
  /// The turn angle along a link, in rad, positive to the left.
  var turn = 0.0

  var isLink: Bool { road < 0 }
  var length: Double { curve.length }

  /// The lateral position of a lane's centre, in m to the left of the path; lane 0 is the
  /// rightmost.
  func offset(ofLane lane: Int32) -> Double { (Double(lane) - Double(lanes - 1) / 2) * laneWidth }
}

/// A conflict of two links whose paths meet.
struct LinkConflict: Sendable {
  let foe: Int32
  /// The conflict zones on the own path and on the other, in m.
  let ownStart, ownEnd, foeStart, foeEnd: Double
  /// True if the own traffic must yield to the other's.
  let yields: Bool
  /// True if the paths are far enough apart for all but long vehicles.
  let isLong: Bool
}

/// A link that leaves the same lane.
struct SiblingLink: Sendable {
  let link: Int32
  /// The arc length up to which both paths are too near for two vehicles, in m.
  let until: Double
}

/// The road network in drivable form, computed once: tracks, links, conflicts, speeds in bends.
///
/// Internally, traffic drives on the right: in left-hand traffic the plane is mirrored, and
/// positions are mirrored back on output.
struct Streets: Sendable {
  let rules: TrafficRules
  let network: RoadNetwork
  /// The tracks, then the links, those of one track together.
  var stretches: [RoadStretch] = []
  var trackCount = 0
  var conflicts: [LinkConflict] = []
  var siblings: [SiblingLink] = []
  var curves = LaneCurves()
  /// The max speeds in bends, parallel to the curves' samples, in m/s.
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

  subscript(stretch: Int32) -> RoadStretch {
    @inline(__always) _read { yield stretches[Int(stretch)] }
  }

  /// Mirrors a position in left-hand traffic; its own inverse.
  func mirrored(_ point: Vec2) -> Vec2 { rules.drivesOnLeft ? Vec2(point.x, -point.y) : point }

  /// Mirrors an angle or a lateral distance in left-hand traffic.
  func mirrored(_ angle: Double) -> Double { rules.drivesOnLeft ? -angle : angle }

  private static func validate(_ network: RoadNetwork) throws(TrafficError) {
    func isUsable(_ point: Vec2) -> Bool { abs(point.x) < 1e6 && abs(point.y) < 1e6 }
    for (index, junction) in network.junctions.enumerated() where !isUsable(junction.point) {
      throw .unusableJunction(index, reason: "its position is not on the map")
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
      else {
        throw .unusableBusLine(index, reason: "its headway or the position of a stop is invalid")
      }
    }
  }

  /// Returns the track of a road in a direction, or nil if it has no lanes that way.
  func track(ofRoad road: Int, forward: Bool) -> Int? {
    guard forwardTracks.indices.contains(road) else { return nil }
    let track = forward ? forwardTracks[road] : backwardTracks[road]
    return track < 0 ? nil : Int(track)
  }

  /// Returns the link from a lane to the next track, if possible to one of the wanted lanes there.
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

  /// Returns the max speed that a stretch's bends allow an average car at a position, in m/s.
  @inline(__always)
  func ceiling(of stretch: Int, at s: Double) -> Double {
    let curve = stretches[stretch].curve
    let position = min(max(s * curve.inverseSpacing, 0), Double(curve.steps))
    let step = min(Int32(position), curve.steps - 1)
    let first = Int(curve.first + step)
    let (a, b) = (ceilings[first], ceilings[first + 1])
    // Straight parts have an infinite ceiling, which cannot be interpolated.
    guard a < .infinity, b < .infinity else { return min(a, b) }
    return a + (b - a) * (position - Double(step))
  }
}
