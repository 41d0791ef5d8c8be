import Documents
import Geometry
import Harness
import Kernel
import Maps
import Mobility
import Observations
import Recordings
import Scenarios
import TestSupport
import Testing
import Truth
import Venues

/// The truth of every bundled scenario, checked against physics and the venue.
struct GroundTruthTests {
  private static let scenarios: [String] =
    (folderContents("scenarios") ?? []).filter { $0.hasSuffix(".yaml") }

  /// Faults found, a few of each kind.
  private struct Findings {
    var lines: [String] = []

    mutating func check(_ isRight: Bool, _ text: @autoclosure () -> String) {
      if !isRight, lines.count < 20 { lines.append(text()) }
    }
  }

  @Test(.enabled(if: runsLong, "make test-long"), arguments: scenarios)
  func longTruthIsContinuousAndStaysOnTheFloor(file: String) throws {
    try truthIsContinuousAndStaysOnTheFloor(file: file)
  }

  @Test(arguments: scenarios.enumerated().filter { $0.offset % 4 == 1 }.map(\.element))
  func truthIsContinuousAndStaysOnTheFloor(file: String) throws {
    let loaded = try LoadedScenario(path: "scenarios/" + file)
    let end = SimTime.start + loaded.scenario.duration
    let agents = try loaded.scenario.plan(in: loaded.venue, seed: 3)
    let truth = try loaded.world.move(
      agents.plans, conditions: loaded.conditions, until: end, seed: 3)
    var results = Findings()
    for warning in truth.warnings.prefix(5) {
      results.check(false, "\(warning.agent) \(warning.text) at \(warning.time.seconds) s")
    }
    let walls = try loaded.venue.levels.map { try SegmentIndex($0.walls) }
    for (plan, trajectory) in zip(agents.plans, truth.trajectories) {
      checkMotion(of: trajectory, plan.name, until: end, &results)
      checkWallsAndFloors(of: trajectory, plan.name, in: loaded.venue, walls, until: end, &results)
      checkSteps(of: trajectory, plan.name, until: end, &results)
      for change in trajectory.placement.changes.dropFirst() where change.value.isInVehicle {
        results.check(
          trajectory.vehicle[change.time] != nil,
          "\(plan.name)'s phone is on '\(change.value.rawValue)' on foot at \(change.time.seconds) s"
        )
      }
    }
    for (number, trajectory) in truth.trajectories.enumerated()
    where loaded.scenario.agents[agents.entries[number]].count == 1 {
      // The main agents have finished all their steps, and come to rest.
      let last = trajectory.doing.last
      results.check(
        last.activity == .stationary,
        "\(agents.plans[number].name) is still \(last.rawValue) at the end")
    }
    checkMemory(of: truth.trajectories, &results)
    #expect(results.lines.isEmpty, "\(results.lines.joined(separator: "\n"))")
  }

  /// Truth is compact: less than 40 kB per hour of walking.
  private func checkMemory(of trajectories: [Trajectory], _ results: inout Findings) {
    var (bytes, hours) = (0, 0.0)
    for trajectory in trajectories
    where !trajectory.doing.changes.contains(where: {
      $0.value.activity == .automotive || $0.value == .cycling
    }) {
      bytes += trajectory.path.byteCount
      hours += trajectory.path.movements.reduce(0) { $0 + ($1.end - $1.begin).seconds / 3600 }
    }
    guard hours > 0.05 else { return }
    results.check(
      Double(bytes) / hours < 40_000, "the truth takes \(Double(bytes) / hours) bytes an hour")
  }

  /// Position, velocity, acceleration and heading agree by integration, and are physically plausible.
  private func checkMotion(
    of trajectory: Trajectory, _ name: String, until end: SimTime, _ results: inout Findings
  ) {
    let width = 0.1
    for (begin, finish) in trajectory.path.movements where begin < end {
      var time = begin
      var before = trajectory.path.state(at: begin)
      results.check(
        before.velocity.length < 1e-6, "\(name) begins to move at \(before.velocity.length) m/s")
      while time < min(finish, end) {
        let middle = trajectory.path.state(at: time + .seconds(width / 2))
        let after = trajectory.path.state(at: time + .seconds(width))
        let way = (before.velocity + middle.velocity * 4 + after.velocity) * (width / 6)
        let gap = (after.position - before.position - way).length
        results.check(gap < 0.003, "\(name) jumps \(gap) m at \(time.seconds) s")
        let pull =
          (before.acceleration + middle.acceleration * 4 + after.acceleration) * (width / 6)
        let kick = (after.velocity - before.velocity - pull).length
        results.check(kick < 0.02, "\(name) changes speed by \(kick) m/s at \(time.seconds) s")
        let turn = (before.turnRate + middle.turnRate * 4 + after.turnRate) * (width / 6)
        let twist = abs(after.headingRadians - before.headingRadians - turn)
        results.check(twist < 0.003, "\(name) twists by \(twist) rad at \(time.seconds) s")
        let limits = Self.limits(trajectory.doing[time])
        results.check(
          middle.velocity.length < limits.speed,
          "\(name) is at \(middle.velocity.length) m/s at \(time.seconds) s")
        results.check(
          middle.acceleration.length < limits.acceleration,
          "\(name) accelerates with \(middle.acceleration.length) m/s² at \(time.seconds) s")
        before = after
        time += .seconds(width)
      }
    }
  }

  /// Max speed and acceleration of an activity, in m/s and m/s².
  private static func limits(_ doing: Doing) -> (speed: Double, acceleration: Double) {
    switch doing {
    case .running: (6, 6)
    case .driving, .passenger, .bus, .sitting: (45, 10)
    case .train: (90, 4)
    case .cycling: (16, 7)
    case .lift: (8, 4)
    default: (4, 6)
    }
  }

  /// No path goes through a wall or leaves the floor.
  private func checkWallsAndFloors(
    of trajectory: Trajectory, _ name: String, in venue: Venue, _ walls: [SegmentIndex],
    until end: SimTime, _ results: inout Findings
  ) {
    for (begin, finish) in trajectory.path.movements where begin < end {
      var time = begin
      var before = trajectory.pose(at: begin)
      while time < min(finish, end) {
        time += .seconds(0.3)
        let pose = trajectory.pose(at: time)
        defer { before = pose }
        guard let level = pose.level, before.level == level, pose.doing == .walking,
          before.doing == .walking
        else { continue }
        let floor = venue.levels[level]
        let place = "(\(pose.position.x), \(pose.position.y)) on level \(floor.shortName)"
        results.check(
          !walls[level].crosses(from: before.position.xy, to: pose.position.xy),
          "\(name) walks through a wall at \(place), \(time.seconds) s")
        results.check(
          floor.outline.isEmpty
            || floor.outline.contains { $0.bounds.distance(to: pose.position.xy) < 1 },
          "\(name) leaves the floor at \(place), \(time.seconds) s")
      }
    }
  }

  /// Steps are in order, one after the other, and cover the path.
  private func checkSteps(
    of trajectory: Trajectory, _ name: String, until end: SimTime, _ results: inout Findings
  ) {
    let stepEvents = trajectory.stepEvents
    var last = SimTime.start
    for index in 0..<stepEvents.count {
      let stepEvent = stepEvents[index]
      results.check(stepEvent.time >= last, "\(name)'s step \(index) comes too early")
      results.check(
        (-0.01...2.2).contains(stepEvent.lengthMetres),
        "\(name)'s step \(index) is \(stepEvent.lengthMetres) m long")
      last = stepEvent.time
    }
  }
}
