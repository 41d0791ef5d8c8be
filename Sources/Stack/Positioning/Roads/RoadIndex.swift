import Geometry
public import Maps

/// The roads of a map as a matcher needs them: where they are, and how one gets from one to another.
///
/// Roads that merely continue one another are joined to *strips*, so that a search for a way meets
/// crossings and not every bend; each direction of a strip in which one may drive is a *way*, number
/// `2 * strip` along it and `2 * strip + 1` against it. Everything lies in flat arrays. What can't
/// be used of a network (junctions that don't exist, places that aren't finite) is left out and
/// counted. Streets that aren't connected are islands, which are no fault.
public struct RoadIndex: Sendable {
  /// How one drives.
  public let parameters: Parameters
  /// How many of the network's roads were left out, since they can't be used.
  public internal(set) var unusableRoadCount = 0
  /// How many pairs of strips and directions there are; some may be closed.
  public var wayCount: Int { 2 * stripLength.count }

  /// The straight pieces along their strips, strip after strip.
  var segments: [Segment2] = []
  /// The segments by place; nil for a network without any.
  var nearness: SegmentIndex?
  /// The length of the strip up to each segment, in m.
  var segmentStart: [Double] = []
  /// The direction of each segment along its strip, of length one; zero for one of no length.
  var segmentDirection: [Vec2] = []
  var segmentStrip: [Int32] = []
  /// The number of each segment's road in the network, and whether its line runs against the strip.
  var segmentRoad: [Int32] = []
  var segmentIsReversed: [Bool] = []
  /// A strip's segments are those from its number here up to the next's.
  var stripFirst: [Int32] = [0]
  /// The length of each strip, in m.
  var stripLength: [Double] = []
  /// The junctions at which a way begins.
  var wayStart: [Int32] = []
  /// Whether one may drive a way.
  var wayIsOpen: [Bool] = []
  /// The ways that follow on a way are those from its number here up to the next's.
  var nextFirst: [Int32] = [0]
  var next: [RoadTurn] = []
  /// How far the middle of a carriageway lies to the right of its road's line, in m, and how the
  /// lanes spread about it (one standard deviation); by `2 * road`, or one more against the line.
  var carriagewayShift: [Double] = []
  var carriagewaySpread: [Double] = []
  /// Whether another carriageway runs beside a segment on the side that one drives on, by
  /// `2 * segment`, or one more against the strip.
  var isWrongTwin: [Bool] = []
  /// How much of each way lies on the wrong side of two carriageways, from 0 to 1.
  var wayWrongShare: [Double] = []
  /// How much each strip bends between its ends, left or right, in rad.
  var stripBend: [Double] = []
  /// Speed limits, in m/s, and kinds by road.
  var roadLimit: [Double] = []
  var roadKind: [RoadKind] = []

  /// The boxes around car parks, in m east and north.
  var carParks: [Box2] = []

  /// Builds the index.
  ///
  /// - Parameters:
  ///   - network: The roads.
  ///   - parameters: How one drives.
  public init(_ network: RoadNetwork, parameters: Parameters = Parameters()) {
    self.parameters = parameters
    describeRoads(network)
    var draft = RoadStrips(network, users: parameters.users)
    draft.join()
    unusableRoadCount = draft.unusableCount
    for strip in draft.strips { append(strip, of: network) }
    addTurns(network)
    nearness = try? SegmentIndex(segments)
    addTwins(network)
    addBends()
    carParks = network.carParks.map(\.outline.bounds).filter {
      $0.minimum.isFinite && $0.maximum.isFinite
    }
  }

  /// Whether there is no road to drive on.
  public var isEmpty: Bool { segments.isEmpty }

  /// Whether a point may be on a car park, if it may be off by a margin, in m.
  func isNearCarPark(_ point: Vec2, margin: Double) -> Bool {
    carParks.contains { $0.distance(to: point) <= margin }
  }

  private mutating func describeRoads(_ network: RoadNetwork) {
    let (side, lane) = (parameters.drivesOnLeft ? -1.0 : 1, parameters.laneWidthMetres)
    for road in network.roads {
      let width = road.kind == .cycleway ? parameters.cyclewayLaneWidthMetres : lane
      let (ahead, back) = (Double(road.lanesForward), Double(road.lanesBackward))
      // The line is the middle of both directions together; each has the part on its own side.
      carriagewayShift += [side * back / 2 * width, side * ahead / 2 * width]
      // Lanes are taken alike: the standard deviation of a uniform spread is its width by root 12.
      carriagewaySpread += [ahead * width / 3.464, back * width / 3.464]
      roadLimit.append(road.limitMetresPerSecond)
      roadKind.append(road.kind)
    }
  }

  private mutating func append(_ strip: RoadStrips.Strip, of network: RoadNetwork) {
    var length = 0.0
    for piece in strip.pieces {
      let line = RoadStrips.line(of: network.roads[piece.road], in: network)
      let points = piece.isReversed ? line.reversed() : line
      for (start, end) in zip(points, points.dropFirst()) {
        let segment = Segment2(start, end)
        segments.append(segment)
        segmentStart.append(length)
        segmentDirection.append(segment.vector.normalized ?? .zero)
        segmentStrip.append(Int32(stripLength.count))
        segmentRoad.append(Int32(piece.road))
        segmentIsReversed.append(piece.isReversed)
        length += segment.length
      }
    }
    stripLength.append(length)
    stripFirst.append(Int32(segments.count))
    wayStart += [Int32(strip.start), Int32(strip.end)]
    wayIsOpen += [strip.isOpenAhead, strip.isOpenBack]
  }
}

/// A way that follows on another.
struct RoadTurn: Hashable, Sendable {
  /// The way one comes to.
  let way: Int32
  /// How much one turns, in rad, from 0 to pi.
  let angle: Float
  /// Whether one comes back on the same strip.
  let isUTurn: Bool
}
