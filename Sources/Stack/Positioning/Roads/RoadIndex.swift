import Geometry
public import Maps

/// Road network in the layout of a map matcher: geometry, directions and turns.
///
/// Roads that merely continue one another are joined to *strips*, so that a route search meets
/// crossings and not every bend. Each open direction of a strip is a *way*, number `2 * strip`
/// along it and `2 * strip + 1` against it. All data lies in flat arrays. Unusable parts of a
/// network (missing junctions, non-finite positions) are left out and counted. Disconnected streets
/// are allowed.
public struct RoadIndex: Sendable {
  public let parameters: Parameters
  /// Number of the network's roads left out as unusable.
  public internal(set) var unusableRoadCount = 0
  /// Number of ways, twice the number of strips; some may be closed.
  public var directionCount: Int { 2 * stripLength.count }

  /// Straight segments along their strips, strip after strip.
  var segments: [Segment2] = []
  /// Spatial index of the segments; nil for an empty network.
  var nearness: SegmentIndex?
  /// Length of the strip up to each segment, in m.
  var segmentStart: [Double] = []
  /// Direction of each segment along its strip, a unit vector; zero for zero length.
  var segmentDirection: [Vec2] = []
  var segmentStrip: [Int32] = []
  /// Index of each segment's road in the network; the flag is true if its line runs against the
  /// strip.
  var segmentRoad: [Int32] = []
  var segmentIsReversed: [Bool] = []
  /// First segment of each strip; the next entry is its end.
  var stripFirst: [Int32] = [0]
  /// Length of each strip, in m.
  var stripLength: [Double] = []
  /// Junction at the start of each way.
  var wayStart: [Int32] = []
  /// True if a way may be driven.
  var wayIsOpen: [Bool] = []
  /// First successor in `next` of each way; the next entry is the end.
  var nextFirst: [Int32] = [0]
  var next: [RoadTurn] = []
  /// Offset of a carriageway's centre line to the right of its road's line, in m, and the lanes'
  /// sigma.
  ///
  /// Indexed by `2 * road`, plus one against the line.
  var carriagewayShift: [Double] = []
  var carriagewaySpread: [Double] = []
  /// True if another carriageway lies on the side of driving; by `2 * segment`, plus one against
  /// the strip.
  var isWrongTwin: [Bool] = []
  /// Share of each way on the wrong one of two carriageways, 0 to 1.
  var wayWrongShare: [Double] = []
  /// Sum of the bends of each strip, left and right, in rad.
  var stripBend: [Double] = []
  /// Speed limit, in m/s, and kind of each road.
  var roadLimit: [Double] = []
  var roadKind: [RoadKind] = []

  /// Bounding boxes of car parks, in m east and north.
  var carParks: [Box2] = []

  /// Builds the index of a network.
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

  /// True if there is no road to drive on.
  public var isEmpty: Bool { segments.isEmpty }

  /// True if a point is within `margin` m of a car park.
  func isNearCarPark(_ point: Vec2, margin: Double) -> Bool {
    carParks.contains { $0.distance(to: point) <= margin }
  }

  private mutating func describeRoads(_ network: RoadNetwork) {
    let (side, lane) = (parameters.drivesOnLeft ? -1.0 : 1, parameters.laneWidthMetres)
    for road in network.roads {
      let width = road.kind == .cycleway ? parameters.cyclewayLaneWidthMetres : lane
      let (ahead, back) = (Double(road.lanesForward), Double(road.lanesBackward))
      // The line is the middle of both directions; each carriageway is the part on its own side.
      carriagewayShift += [side * back / 2 * width, side * ahead / 2 * width]
      // Lanes are equally likely: the sigma of a uniform distribution is its width over root 12.
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

/// A turn from one way to another.
struct RoadTurn: Hashable, Sendable {
  /// The way after the turn.
  let way: Int32
  /// Turn angle, in rad, 0 to pi.
  let angle: Float
  /// True if the turn leads back on the same strip.
  let isUTurn: Bool
}
