import Geometry
import Glibc
public import Kernel
public import Truth

/// A person of a run, as an obstacle or hotspot for the signals of others.
public struct SignalPerson: Sendable {
  public let name: String
  public let trajectory: Trajectory
  /// The interval of the person's presence.
  public let presence: Range<SimTime>
  /// True if the person's phone shares its connection as a hotspot.
  public let sharesConnection: Bool

  public init(
    name: String, trajectory: Trajectory, presence: Range<SimTime>, sharesConnection: Bool
  ) {
    self.name = name
    self.trajectory = trajectory
    self.presence = presence
    self.sharesConnection = sharesConnection
  }
}

/// Body shadowing by the people around one phone.
///
/// People on the phone's level within some metres count; beyond that, a ray to anything mounted above
/// head height has left the crowd. The neighbours are updated on a fixed time grid, so that a reading
/// doesn't depend on earlier readings.
struct Bystanders: Sendable {
  /// Max distance of a body that matters, in m; an estimate.
  private static let reach = 6.0
  /// Distance of candidates at the start, middle or end of a window, in m: two people who run towards
  /// each other for a quarter of it come 20 m nearer.
  private static let watch = 26.0
  private static let window: Int64 = 8_000_000_000
  private static let beat: Int64 = 500_000_000

  private let people: [SignalPerson]
  /// The phone's carrier, whose body has a model of its own (``BodyShadow``).
  private let carrier: Int?
  private var windowNumber = Int64.min
  private var watched: [Int] = []
  private var beatNumber = Int64.min
  /// The people nearby.
  private(set) var ring = BystanderRing()

  /// Creates an empty set.
  init() {
    people = []
    carrier = nil
  }

  init(_ people: [SignalPerson], carrier: Int?) {
    self.people = people
    self.carrier = carrier
  }

  /// Updates the neighbours for a moment.
  mutating func look(along trajectory: Trajectory, at time: SimTime) {
    guard people.count > 1 || carrier == nil, !people.isEmpty else { return }
    let beat = time.nanoseconds / Self.beat
    guard beat != beatNumber else { return }
    beatNumber = beat
    let now = SimTime(nanoseconds: beat * Self.beat)
    ring.places.removeAll(keepingCapacity: true)
    let own = trajectory.devicePose(at: now)
    // Inside a vehicle there is metal all round and no pedestrians.
    guard !own.doing.isInVehicle else { return }
    watch(along: trajectory, at: now)
    ring.places = Self.places(of: watched, among: people, near: own, at: now)
  }

  /// The positions of those people who are near.
  private static func places(
    of watched: [Int], among people: [SignalPerson], near own: Pose, at now: SimTime
  ) -> [Vec2] {
    // The span avoids copies of the trajectories.
    let people = people.span
    var places: [Vec2] = []
    for number in watched where people[number].presence.contains(now) {
      let other = people[number].trajectory.pose(at: now)
      guard other.level == own.level, !other.doing.isInVehicle,
        (other.position - own.position).xy.squaredLength < reach * reach
      else { continue }
      places.append(other.position.xy)
    }
    return places
  }

  /// Selects the people who may come near within the window of a moment.
  private mutating func watch(along trajectory: Trajectory, at time: SimTime) {
    let number = time.nanoseconds / Self.window
    guard number != windowNumber else { return }
    windowNumber = number
    let moments = (0...2).map {
      SimTime(nanoseconds: number * Self.window + Int64($0) * (Self.window / 2))
    }
    let places = moments.map { trajectory.path.state(at: $0).position }
    watched.removeAll(keepingCapacity: true)
    for index in people.indices where index != carrier {
      let path = people[index].trajectory.path
      let comesNear = zip(moments, places).contains {
        (path.state(at: $0).position - $1).xy.squaredLength < Self.watch * Self.watch
      }
      if comesNear { watched.append(index) }
    }
  }

}

/// The people near a phone at a moment, as Gaussian obstacles.
struct BystanderRing: Hashable, Sendable {
  /// The loss of a ray through the middle of a body, in dB, and the body's width, in m.
  ///
  /// Their integral is 0.35 dB m: at one person per m² 0.35 dB/m, an estimate in the middle of the 0.2 to
  /// 0.5 dB/m reported for crowds at 2.4 GHz.
  private static let depth = 1.0
  private static let width = 0.2
  /// Max loss of all bodies together, in dB: the remaining signal passes over their heads.
  private static let maximum = 15.0
  /// Head height, in m.
  private static let head = 1.7

  var places: [Vec2] = []

  /// The loss of a ray, in dB at 2.4 GHz.
  ///
  /// - Parameters:
  ///   - start: The phone's antenna.
  ///   - end: The other end.
  ///   - floor: The height of the floor under the phone, in m.
  /// - Returns: The loss.
  func decibels(from start: Vec3, to end: Vec3, floor: Double) -> Double {
    guard !places.isEmpty else { return 0 }
    let way = end - start
    let flat = way.xy.length
    guard flat > 0.3 else { return 0 }
    let (x, y) = (way.x / flat, way.y / flat)
    var sum = 0.0
    for person in places {
      let (east, north) = (person.x - start.x, person.y - start.y)
      let along = east * x + north * y
      let aside = (east * y - north * x) / Self.width
      guard along > 0.2, along < flat, abs(aside) < 3,
        start.z + way.z * along / flat < floor + Self.head
      else { continue }
      sum += exp(-aside * aside)
    }
    return min(Self.maximum, Self.depth * sum)
  }
}

extension Doing {
  /// True if the person is inside a vehicle.
  fileprivate var isInVehicle: Bool {
    switch self {
    case .driving, .passenger, .bus, .train: true
    default: false
    }
  }
}
