package import Geometry
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
package struct Bystanders: Sendable {
  /// Max distance of a body that matters, in m; an estimate.
  private static let reach = 6.0
  /// Distance of candidates at the start, middle or end of a window, in m: two people who run towards
  /// each other for a quarter of it come 20 m nearer.
  private static let watch = PeopleIndex.reach
  private static let window: Int64 = 8_000_000_000
  private static let beat: Int64 = 500_000_000

  private let index: PeopleIndex
  /// The phone's carrier, whose body has a model of its own (``BodyShadow``).
  private let carrier: Int?
  private var windowNumber = Int64.min
  private var watched: [Int] = []
  private var beatNumber = Int64.min
  /// The people nearby.
  package private(set) var ring = BystanderRing()
  /// Number of people whose positions were compared with the phone's: the cost of all updates.
  package private(set) var comparisons = 0

  /// Creates an empty set.
  package init() {
    self.init(PeopleIndex([]), carrier: nil)
  }

  package init(_ index: PeopleIndex, carrier: Int?) {
    self.index = index
    self.carrier = carrier
  }

  /// Updates the neighbours for a moment.
  package mutating func look(along trajectory: Trajectory, at time: SimTime) {
    guard index.people.count > (carrier == nil ? 0 : 1) else { return }
    let beat = time.nanoseconds / Self.beat
    guard beat != beatNumber else { return }
    beatNumber = beat
    let now = SimTime(nanoseconds: beat * Self.beat)
    ring.places.removeAll(keepingCapacity: true)
    let own = trajectory.devicePose(at: now)
    // Inside a vehicle there is metal all round and no pedestrians.
    guard !own.doing.isInVehicle else { return }
    watch(along: trajectory, at: now)
    comparisons += watched.count
    index.people.withUnsafeBufferPointer { people in
      for number in watched {
        if let place = Self.place(of: people, number, near: own, at: now) {
          ring.places.append(place)
        }
      }
    }
  }

  /// The position of a person who is near; nil for others.
  private static func place(
    of people: UnsafeBufferPointer<SignalPerson>, _ number: Int, near own: Pose, at now: SimTime
  ) -> Vec2? {
    guard people[number].presence.contains(now) else { return nil }
    // The whole pose takes longer, and few are near.
    let place = people[number].trajectory.path.state(at: now).position
    guard (place - own.position).xy.squaredLength < reach * reach,
      people[number].trajectory.level[now] == own.level,
      !people[number].trajectory.doing[now].isInVehicle
    else { return nil }
    return place.xy
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
    var near: Set<Int> = []
    for (moment, place) in zip(moments, places) {
      let candidates = index.candidates(near: place.xy, at: moment)
      comparisons += candidates.count
      for candidate in candidates.map({ Int($0) }) where !near.contains(candidate) {
        let other = index.people[candidate].trajectory.path.state(at: moment).position
        if (other - place).xy.squaredLength < Self.watch * Self.watch { near.insert(candidate) }
      }
    }
    watched = near.subtracting(carrier.map { [$0] } ?? []).sorted()
  }
}

/// The people near a phone at a moment, as Gaussian obstacles.
package struct BystanderRing: Hashable, Sendable {
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

  package var places: [Vec2] = []

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
