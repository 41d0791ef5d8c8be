import Geometry
import Glibc
public import Kernel
public import Truth

/// Somebody of a run, as far as other people's signals are concerned.
public struct SignalPerson: Sendable {
  /// What they are called.
  public let name: String
  /// Where they go.
  public let trajectory: Trajectory
  /// From when until when they are there.
  public let presence: Range<SimTime>
  /// Whether a phone of theirs shares its connection with others.
  public let sharesConnection: Bool

  /// Creates a person.
  public init(
    name: String, trajectory: Trajectory, presence: Range<SimTime>, sharesConnection: Bool
  ) {
    self.name = name
    self.trajectory = trajectory
    self.presence = presence
    self.sharesConnection = sharesConnection
  }
}

/// The people around one phone, who stand in the way of what it hears.
///
/// Those on the phone's own level within some metres count; beyond that a ray to anything that hangs
/// above heads has left the crowd. Who is near is looked up on a fixed beat, so that a reading
/// doesn't hang on what was read before.
struct Bystanders: Sendable {
  /// How far off a body still matters, in m; an estimate.
  private static let reach = 6.0
  /// Who is within this at the beginning, middle or end of a window is looked at in it, in m: two
  /// people who run towards each other for a quarter of it come 20 m nearer.
  private static let watch = 26.0
  private static let window: Int64 = 8_000_000_000
  private static let beat: Int64 = 500_000_000

  private let people: [SignalPerson]
  /// The phone's bearer, who isn't in their own way here: their body is a model of its own.
  private let bearer: Int?
  private var windowNumber = Int64.min
  private var watched: [Int] = []
  private var beatNumber = Int64.min
  /// Those who are near.
  private(set) var ring = BystanderRing()

  /// Nobody.
  init() {
    people = []
    bearer = nil
  }

  init(_ people: [SignalPerson], bearer: Int?) {
    self.people = people
    self.bearer = bearer
  }

  /// Looks round at a moment.
  mutating func look(along trajectory: Trajectory, at time: SimTime) {
    guard people.count > 1 || bearer == nil, !people.isEmpty else { return }
    let beat = time.nanoseconds / Self.beat
    guard beat != beatNumber else { return }
    beatNumber = beat
    let now = SimTime(nanoseconds: beat * Self.beat)
    ring.places.removeAll(keepingCapacity: true)
    let own = trajectory.devicePose(at: now)
    // In a vehicle there is metal all round and nobody walks between.
    guard !own.doing.isInVehicle else { return }
    watch(along: trajectory, at: now)
    ring.places = Self.places(of: watched, among: people, near: own, at: now)
  }

  /// Where those of some people are that are near.
  private static func places(
    of watched: [Int], among people: [SignalPerson], near own: Pose, at now: SimTime
  ) -> [Vec2] {
    // A way isn't copied to be asked where it leads.
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

  /// Finds out who may come near in the window that holds a moment.
  private mutating func watch(along trajectory: Trajectory, at time: SimTime) {
    let number = time.nanoseconds / Self.window
    guard number != windowNumber else { return }
    windowNumber = number
    let moments = (0...2).map {
      SimTime(nanoseconds: number * Self.window + Int64($0) * (Self.window / 2))
    }
    let places = moments.map { trajectory.path.state(at: $0).position }
    watched.removeAll(keepingCapacity: true)
    for index in people.indices where index != bearer {
      let path = people[index].trajectory.path
      let comesNear = zip(moments, places).contains {
        (path.state(at: $0).position - $1).xy.squaredLength < Self.watch * Self.watch
      }
      if comesNear { watched.append(index) }
    }
  }

}

/// The people near a phone at a moment.
struct BystanderRing: Hashable, Sendable {
  /// What a body takes of a ray through its middle, in dB, and how wide it is, in m.
  ///
  /// Together 0.35 dB m: with one person on each m², 0.35 dB/m, an estimate in the middle of the 0.2
  /// to 0.5 dB/m that are told of crowds at 2.4 GHz.
  private static let depth = 1.0
  private static let width = 0.2
  /// Most of what they take together, in dB: the rest comes over their heads.
  private static let most = 15.0
  /// The height of heads, in m.
  private static let head = 1.7

  /// Where they stand.
  var places: [Vec2] = []

  /// What they take of a ray, in dB at 2.4 GHz.
  ///
  /// - Parameters:
  ///   - start: The phone's antenna.
  ///   - end: The other end.
  ///   - floor: The height of the floor under the phone, in m.
  /// - Returns: The loss, in dB.
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
    return min(Self.most, Self.depth * sum)
  }
}

extension Doing {
  /// Whether there is a vehicle round the person.
  fileprivate var isInVehicle: Bool {
    switch self {
    case .driving, .passenger, .bus, .train: true
    default: false
    }
  }
}
