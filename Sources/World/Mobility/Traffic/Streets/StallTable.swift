import Geometry
import Glibc
import Maps

/// The access to a stall from one direction of its aisle.
struct StallAccess: Sendable {
  let track: Int32
  /// The stall's position along the track, and the vehicle centre's at the start of the turn, in m.
  let beside: Double
  let middle: Double
  /// True to drive in forwards; false to drive past and reverse in.
  let isForwards: Bool
  /// The turning radius, in m.
  let radius: Double
}

/// The stalls of all car parks, with their accesses.
struct StallTable: Sendable {
  private struct StallRecord: Sendable {
    let carPark: Int
    let stall: Int
    /// Mirrored in left-hand traffic.
    let point: Vec2
    let heading: Vec2
    let accesses: [StallAccess]
  }

  private var stalls: [StallRecord] = []
  private var firstOfPark: [Int] = []
  private var aislesOfPark: [[Int32]] = []
  private(set) var stallsOfTrack: [[Int32]]

  init(_ streets: Streets) {
    stallsOfTrack = Array(repeating: [], count: streets.trackCount)
    for (park, place) in streets.network.carParks.enumerated() {
      firstOfPark.append(stalls.count)
      var aisles: [Int32] = []
      for (number, stall) in place.stalls.enumerated() {
        let point = streets.mirrored(stall.point)
        let heading = Vec2(angle: streets.mirrored(stall.headingRadians))
        let accesses = Self.accesses(point, heading, aisle: stall.aisle, streets)
        for access in accesses { stallsOfTrack[Int(access.track)].append(Int32(stalls.count)) }
        if !accesses.isEmpty, !aisles.contains(Int32(stall.aisle)) {
          aisles.append(Int32(stall.aisle))
        }
        stalls.append(
          StallRecord(
            carPark: park, stall: number, point: point, heading: heading, accesses: accesses))
      }
      aislesOfPark.append(aisles)
    }
    firstOfPark.append(stalls.count)
  }

  var count: Int { stalls.count }

  func number(_ carPark: Int, _ stall: Int) -> Int? {
    guard firstOfPark.indices.dropLast().contains(carPark), stall >= 0,
      firstOfPark[carPark] + stall < firstOfPark[carPark + 1]
    else { return nil }
    return firstOfPark[carPark] + stall
  }

  /// The car park and stall of a table index.
  func place(of number: Int) -> (carPark: Int, stall: Int) {
    (stalls[number].carPark, stalls[number].stall)
  }

  func carPark(of number: Int) -> Int { stalls[number].carPark }

  func aisles(of carPark: Int) -> [Int32] { aislesOfPark[carPark] }

  func accesses(of number: Int) -> [StallAccess] { stalls[number].accesses }

  func access(of number: Int, from track: Int32) -> StallAccess? {
    stalls[number].accesses.first { $0.track == track }
  }

  /// The pose of a car parked in a stall.
  func restPlace(_ number: Int) -> LanePlace {
    LanePlace(point: stalls[number].point, tangent: stalls[number].heading, curvature: 0)
  }

  func stalls(of carPark: Int) -> Range<Int> { firstOfPark[carPark]..<firstOfPark[carPark + 1] }

  /// Derives the accesses of a stall from its aisle.
  private static func accesses(
    _ point: Vec2, _ heading: Vec2, aisle: Int, _ streets: Streets
  ) -> [StallAccess] {
    var all: [(access: StallAccess, turn: Double)] = []
    for forward in [true, false] {
      guard let track = streets.track(ofRoad: aisle, forward: forward),
        streets.stretches[track].users.contains(.cars)
      else { continue }
      let stretch = streets.stretches[track]
      let near = streets.curves.nearest(stretch.curve, to: point)
      let lane = streets.curves.place(stretch.curve, at: near.s, offset: stretch.offset(ofLane: 0))
      let along = lane.tangent.normalized ?? Vec2(1, 0)
      let isForwards = (point - lane.point).dot(heading) > 0
      let (motion, into) = isForwards ? (along, heading) : (-along, -heading)
      let turn = abs(atan2(motion.cross(into), motion.dot(into)))
      let (lead, radius) = lead(point, into, from: lane.point, motion)
      let wanted = near.s + (isForwards ? -lead : lead)
      let middle = min(max(wanted, 1), max(stretch.length - 3.5, 1))
      let access = StallAccess(
        track: Int32(track), beside: near.s, middle: middle, isForwards: isForwards, radius: radius)
      all.append((access, turn))
    }
    // Turns much sharper than a right angle count only if there is no other access.
    let easy = all.filter { $0.turn < 2 }
    return (easy.isEmpty ? all : easy).map(\.access)
  }

  /// Returns the distance before a stall at which the turn begins, and the turning radius, in m.
  private static func lead(
    _ point: Vec2, _ into: Vec2, from lane: Vec2, _ motion: Vec2
  ) -> (lead: Double, radius: Double) {
    var radius = 5.2
    while true {
      let corner = corner(point, into, motion, radius) - lane
      let aside = abs(motion.cross(corner))
      if aside < 3 || radius < 3.4 {
        let swing = aside < 0.05 ? 0.5 : max(3, 2.3 * min(aside, 3)) + 2.4
        return (tangent(into, motion, radius) + swing - motion.dot(corner), radius)
      }
      radius -= 0.3
    }
  }

  private static func tangent(_ into: Vec2, _ motion: Vec2, _ radius: Double) -> Double {
    let turn = abs(atan2(motion.cross(into), motion.dot(into)))
    return radius * tan(min(turn, 2) / 2)
  }

  /// Returns the intersection of the path along the aisle and the path into a stall.
  private static func corner(_ point: Vec2, _ into: Vec2, _ motion: Vec2, _ radius: Double) -> Vec2
  { point - into * (1.2 + tangent(into, motion, radius)) }

  /// Returns the path from a position on the aisle into a stall.
  ///
  /// It swings out to the other side first if the turn would be too tight.
  func way(into number: Int, by access: StallAccess, from start: Vec2, facing: Vec2) -> LaneShape {
    let (point, heading) = (stalls[number].point, stalls[number].heading)
    let (motion, into) = access.isForwards ? (facing, heading) : (-facing, -heading)
    let turn = abs(atan2(motion.cross(into), motion.dot(into)))
    let tangent = Self.tangent(into, motion, access.radius)
    let corner = Self.corner(point, into, motion, access.radius)
    let ahead = motion.dot(corner - start)
    guard turn > 0.2, turn < 2.4, ahead > max(2.5, tangent - 1) else {
      return LaneShape(from: start, motion, to: point, into)
    }
    let lineUp = corner - motion * min(tangent + 1.2, ahead - 1.6)
    let line = [start, start + motion * min(1.2, ahead - tangent), lineUp, corner, point]
    return LaneShape(
      rounding: LaneShape.clean(line, spacing: 0.2), radius: access.radius, deviation: 4)
  }
}
