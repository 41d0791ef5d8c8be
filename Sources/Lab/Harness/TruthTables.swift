import Documents
import Geometry
import Kernel
import Maps
import Mobility
import Observations
import Scenarios
import Truth
import Venues

/// Tables of a run's ground truth: poses, changes, and steps.
public struct TruthTables {
  public static let files = ["truth.csv", "changes.csv", "footfalls.csv"]

  private var poses = CSVWriter(columns: [
    "scenario", "seed", "agent", "time_s", "east_m", "north_m", "up_m", "latitude_deg",
    "longitude_deg", "altitude_m", "floor", "unit", "east_velocity_mps", "north_velocity_mps",
    "up_velocity_mps", "east_acceleration_mps2", "north_acceleration_mps2",
    "up_acceleration_mps2", "heading_deg", "activity", "doing", "placement", "link", "vehicle",
    "steps", "distance_m",
  ])
  private var changes = CSVWriter(columns: [
    "scenario", "seed", "agent", "time_s", "kind", "from", "to",
  ])
  private var stepEvents = CSVWriter(columns: [
    "scenario", "seed", "agent", "time_s", "foot", "length_m",
  ])

  public init() {}

  /// Returns the bytes written since the last call, a piece for each of ``files``.
  public mutating func takePieces() -> [[UInt8]] {
    [poses.takeBytes(), changes.takeBytes(), stepEvents.takeBytes()]
  }

  /// Simulates a scenario's agents and adds their truth, handing pieces over as they come.
  ///
  /// - Parameters:
  ///   - scenario: The scenario.
  ///   - seed: The run's seed.
  ///   - rateHertz: The number of rows per second.
  ///   - handOn: Receives a piece for each of ``files``.
  /// - Throws: An error of `handOn`, or ``Cancelled``.
  public mutating func add(
    _ scenario: LoadedScenario, seed: UInt64, rateHertz: Double,
    handOn: ([[UInt8]]) throws -> Void
  ) throws {
    let end = SimTime.start + scenario.scenario.duration
    let agents = try scenario.scenario.plan(in: scenario.venue, seed: seed)
    let truth = try scenario.world.move(
      agents.plans, conditions: scenario.conditions, until: end, seed: seed)
    let beat = Ticks(from: .start, hertz: rateHertz)
    for (plan, trajectory) in zip(agents.plans, truth.trajectories) {
      let key = Key(scenario: scenario.scenario.name, seed: seed, agent: plan.name)
      for change in trajectory.changes(in: scenario.venue, until: end) {
        key.write(to: &changes)
        changes.field(secondsOf: change.time.nanoseconds)
        changes.field(change.kind.rawValue)
        changes.field(change.from)
        changes.field(change.to)
        changes.endRow()
      }
      for number in 0..<trajectory.stepEvents.countUntil(end) {
        let stepEvent = trajectory.stepEvents[number]
        key.write(to: &stepEvents)
        stepEvents.field(secondsOf: stepEvent.time.nanoseconds)
        stepEvents.field(stepEvent.foot.rawValue)
        stepEvents.field(stepEvent.lengthMetres, decimals: 3)
        stepEvents.endRow()
      }
      for index in 0...beat.index(atOrAfter: end) {
        add(
          trajectory.pose(at: beat.time(of: index)), at: beat.time(of: index), trajectory, key,
          in: scenario.venue)
        if index.isMultiple(of: 10_000) { try handOn(takePieces()) }
      }
      try handOn(takePieces())
    }
  }

  private struct Key {
    let scenario: String
    let seed: UInt64
    let agent: String

    func write(to csv: inout CSVWriter) {
      csv.field(scenario)
      csv.field(Int64(clamping: seed))
      csv.field(agent)
    }
  }

  private mutating func add(
    _ pose: Pose, at time: SimTime, _ trajectory: Trajectory, _ key: Key, in venue: Venue
  ) {
    key.write(to: &poses)
    poses.field(secondsOf: time.nanoseconds)
    for value in [pose.position.x, pose.position.y, pose.position.z] {
      poses.field(value, decimals: 3)
    }
    if let place = try? venue.frame.geodetic(of: pose.position) {
      poses.field(place.latitudeDegrees, decimals: 8)
      poses.field(place.longitudeDegrees, decimals: 8)
      poses.field(place.altitudeMetres, decimals: 3)
    } else {
      for _ in 0..<3 { poses.emptyField() }
    }
    if let level = pose.level {
      poses.field(Int64(venue.levels[level].ordinal))
      let unit = venue.levels[level].unit(at: pose.position.xy)
      poses.field(unit.map { venue.levels[level].units[$0].name } ?? "")
    } else {
      poses.emptyField()
      poses.emptyField()
    }
    let motion = [
      pose.velocity.x, pose.velocity.y, pose.velocity.z, pose.acceleration.x,
      pose.acceleration.y, pose.acceleration.z,
    ]
    for value in motion { poses.field(value, decimals: 3) }
    // Compass heading: clockwise from north.
    let compass = (90 - pose.headingRadians * 180 / .pi).remainder(dividingBy: 360)
    poses.field(compass < 0 ? compass + 360 : compass, decimals: 1)
    poses.field(pose.activity.rawValue)
    poses.field(pose.doing.rawValue)
    poses.field(pose.placement.rawValue)
    poses.field(trajectory.link[time].rawValue)
    if let vehicle = trajectory.vehicle[time] {
      poses.field(Int64(vehicle))
    } else {
      poses.emptyField()
    }
    poses.field(Int64(pose.steps))
    poses.field(pose.distanceMetres, decimals: 2)
    poses.endRow()
  }
}
