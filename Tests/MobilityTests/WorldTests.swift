import Geometry
import Kernel
import Maps
import Mobility
import Observations
import Testing
import Truth
import Venues

/// Agents in a building of two levels with stairs and a lift.
struct WorldTests {
  private func house() throws -> Venue {
    let origin = try Geodetic(latitudeDegrees: 47, longitudeDegrees: 8, altitudeMetres: 400)
    let floor = try Polygon(exterior: [[0, 0], [40, 0], [40, 20], [0, 20]])
    let walls = floor.edges
    let levels = (0...1).map { ordinal in
      Level(
        ordinal: ordinal, shortName: "\(ordinal)", elevationMetres: 4 * Double(ordinal),
        outline: [floor],
        units: [Unit(name: "Hall \(ordinal)", kind: .hall, shape: floor)], walls: walls)
    }
    let connectors = [
      Connector(
        name: "stairs", kind: .stairs,
        stops: [Spot([10, 10], level: 0), Spot([17, 10], level: 1)]),
      Connector(
        name: "lift", kind: .lift, stops: [Spot([30, 10], level: 0), Spot([30, 10], level: 1)]),
    ]
    return Venue(
      map: VenueMap(
        name: "house", frame: LocalFrame(origin: origin),
        buildings: [Building(name: "house", footprint: [floor], heightMetres: 8)], levels: levels,
        connectors: connectors),
      regions: [Region(name: "corner", center: [38, 18], radiusMetres: 3, level: 1)])
  }

  private func truth(
    _ venue: Venue, _ plans: [AgentPlan], seconds: Double = 300, seed: UInt64 = 1
  ) throws -> GroundTruth {
    try World(venue).move(plans, until: SimTime(seconds: seconds), seed: seed)
  }

  private func plan(_ name: String, from: Spot, _ activities: [AgentActivity]) -> AgentPlan {
    AgentPlan(name: name, start: from, activities: activities)
  }

  /// Duration of an activity, in s.
  private func time(_ doing: Doing, in trajectory: Trajectory) -> Double {
    zip(trajectory.doing.changes, trajectory.doing.changes.dropFirst()).reduce(0) { sum, pair in
      pair.0.value == doing ? sum + (pair.1.time - pair.0.time).seconds : sum
    }
  }

  @Test func stairSpeedsMatchWeidmann() throws {
    let (below, above) = (Spot([2, 10], level: 0), Spot([38, 10], level: 1))
    let up = try truth(
      house(), [plan("up", from: below, [.take(connector: 0, toStop: 1)])]
    ).trajectories[0]
    let down = try truth(
      house(), [plan("down", from: above, [.take(connector: 0, toStop: 0)])]
    ).trajectories[0]
    // Weidmann: 7 m on the flat at 0.58 m/s up and 0.69 m/s down, for a walker of 1.34 m/s.
    #expect(abs(time(.stairsUp, in: up) - 7 / 0.58) < 2, "\(time(.stairsUp, in: up)) s up")
    #expect(
      abs(time(.stairsDown, in: down) - 7 / 0.69) < 2, "\(time(.stairsDown, in: down)) s down")
    #expect(up.pose(at: SimTime(seconds: 200)).level == 1)
    #expect(abs(up.pose(at: SimTime(seconds: 200)).position.z - 4) < 0.01)
    #expect(down.pose(at: SimTime(seconds: 200)).level == 0)
    // The level changes half way up.
    let change = try #require(up.level.changes.last)
    #expect(abs(up.pose(at: change.time).position.z - 2) < 0.005)
  }

  @Test func liftsRespectCapacity() throws {
    var machine = LiftMachine()
    machine.capacity = 3
    let base = try house()
    let venue = Venue(map: base.map, materials: VenueMaterials(lifts: [1: machine]))
    let plans = (0..<8).map { number in
      plan(
        "rider \(number)",
        from: Spot([24 + Double(number % 4), 9 + Double(number / 4) * 2], level: 0),
        [
          .take(connector: 1, toStop: 1),
          .go(Goal(Spot([36, 10], level: 1), slack: 2), running: false, speed: nil),
        ])
    }
    let truth = try truth(venue, plans)
    #expect(truth.warnings.isEmpty, "\(truth.warnings)")
    for tenth in 0..<3000 {
      let time = SimTime(seconds: Double(tenth) / 10)
      let inside = truth.trajectories.filter { $0.doing[time] == .lift }
      #expect(inside.count <= 3)
    }
    for trajectory in truth.trajectories {
      #expect(trajectory.pose(at: SimTime(seconds: 290)).level == 1)
      // No steps while the lift moves.
      for change in trajectory.doing.changes where change.value == .lift {
        let ride = (change.time, change.time + .seconds(5))
        #expect(
          trajectory.stepEvents.countUntil(ride.0) == trajectory.stepEvents.countUntil(ride.1))
      }
    }
  }

  @Test func phoneOnTableStaysInPlace() throws {
    let (here, there) = (Spot([5, 5], level: 0), Spot([35, 5], level: 0))
    let trajectory = try truth(
      house(),
      [
        plan(
          "a", from: here,
          [
            .go(Goal(Spot([8, 5], level: 0)), running: false, speed: nil), .place(.table),
            .go(Goal(there), running: false, speed: nil),
            .go(Goal(Spot([8, 5], level: 0)), running: false, speed: nil), .place(.handTexting),
            .go(Goal(here), running: false, speed: nil),
          ])
      ]
    ).trajectories[0]
    let away = SimTime(seconds: 30)
    #expect(trajectory.pose(at: away).position.xy.distance(to: [8, 5]) > 5)
    let phone = trajectory.devicePose(at: away)
    #expect(phone.position.xy.distance(to: [8, 5]) < 0.5 && phone.velocity == .zero)
    #expect(phone.activity == .stationary)
    let end = SimTime(seconds: 200)
    let (owner, device) = (trajectory.pose(at: end), trajectory.devicePose(at: end))
    #expect(owner.distanceMetres > 58 && device.distanceMetres < 8)
    #expect(owner.steps > device.steps + 60)
  }

  @Test func regionEntryTimeIsExact() throws {
    let venue = try house()
    let trajectory = try truth(
      venue,
      [
        plan(
          "a", from: Spot([5, 18], level: 1),
          [.go(Goal(Spot([38, 18], level: 1)), running: false, speed: nil)])
      ]
    ).trajectories[0]
    let changes = trajectory.changes(in: venue, until: SimTime(seconds: 300))
    let entry = try #require(changes.first { $0.kind == .region })
    #expect(entry.from == "out corner" && entry.to == "in corner")
    let distance = trajectory.pose(at: entry.time).position.xy.distance(to: [38, 18])
    #expect(abs(distance - 3) < 0.005)
  }

  @Test func equalSeedsGiveEqualTruth() throws {
    let plans = (0..<30).map { number in
      plan(
        "w\(number)", from: Spot([3 + Double(number % 6), 3 + Double(number / 6) * 3], level: 0),
        [.go(Goal(Spot([38, 10], level: 1), slack: 2), running: false, speed: nil)])
    }
    let (one, other) = (try truth(house(), plans), try truth(house(), plans))
    let different = try truth(house(), plans, seed: 2)
    var differs = false
    for number in plans.indices {
      for second in 0..<200 {
        let time = SimTime(seconds: Double(second) * 1.37)
        let pose = one.trajectories[number].pose(at: time)
        #expect(pose == other.trajectories[number].pose(at: time))
        if pose != different.trajectories[number].pose(at: time) { differs = true }
      }
    }
    #expect(differs)
  }

  @Test func reportsUnreachableGoalsInAdvance() throws {
    let world = try World(house())
    let plans = [
      plan(
        "a", from: Spot([5, 5], level: 0),
        [.go(Goal(Spot([90, 5], level: 0)), running: false, speed: nil)]),
      plan("b", from: Spot([5, 5], level: 0), [.drive(Drive(to: .kerb([0, 0])))]),
      plan(
        "c", from: Spot([5, 5], level: 0),
        [.go(Goal(Spot([9, 5], level: 1)), running: false, speed: nil)]),
      plan(
        "d", from: Spot([5, 5], level: 0),
        [.place(.cupHolder), .go(Goal(Spot([9, 5], level: 0)), running: false, speed: nil)]),
    ]
    let problems = world.problems(in: plans)
    #expect(problems.map(\.agent) == [0, 1, 3])
    #expect(problems[1].reason == "it has no car")
    #expect(problems[2].activity == 0 && problems[2].reason.contains("'cup_holder'"))
  }
}
