import Geometry
import Glibc

/// A plane with a pedestrian crowd: a level, the outdoors, or a flight of stairs.
struct CrowdPlane: Sendable {
  /// The meaning of the two axes.
  enum Kind: Sendable {
    /// Metres east and north, on a level or, if nil, outdoors, at a height.
    case floor(level: Int?, elevation: Double)
    /// The distance along a flight's line and the offset to its left, as far as the rails, in m.
    case flight(FlightLine, rail: Double)
  }

  let kind: Kind
  var crowd: Crowd
  /// The agent index of each crowd member.
  var agents: [CrowdID: Int] = [:]

  /// The position of a crowd member, with its heading unchanged.
  func place(of id: CrowdID, heading: Double) -> (place: Vec3, heading: Double) {
    guard let state = crowd.state(id) else { return (.zero, heading) }
    switch kind {
    case .floor(_, let elevation): return (Vec3(state.position, elevation), heading)
    case .flight(let line, _):
      return (line.place(at: state.position.x, left: state.position.y), heading)
    }
  }

  func level(of id: CrowdID) -> Int? {
    switch kind {
    case .floor(let level, _): level
    case .flight(let line, _): crowd.state(id).flatMap { line.level(at: $0.position.x) }
    }
  }

  /// The direction that a walker faces 0.75 s after `last`: towards its velocity, at a limited
  /// turning rate (about 3 rad/s; an estimate).
  func heading(of id: CrowdID, last: Double) -> Double {
    guard let state = crowd.state(id), state.velocity.length > 0.2 else { return last }
    let course: Double
    switch kind {
    case .floor: course = state.velocity.angle
    case .flight(let line, _):
      course = line.heading(at: state.position.x, backwards: state.velocity.x < 0) ?? last
    }
    let turn = (course - last).remainder(dividingBy: 2 * .pi)
    return last + min(max(turn, -2.25), 2.25)
  }
}

func cosine(_ angle: Double) -> Double { cos(angle) }
func sine(_ angle: Double) -> Double { sin(angle) }
