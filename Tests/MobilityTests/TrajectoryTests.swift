import Geometry
import Kernel
import Mobility
import Observations
import Testing

/// A random day of a walker, and what it must come to by closed forms.
struct Plan {
  var walker: Walker
  /// When each errand ends, in s, where, and after how many steps and metres.
  var milestones: [(time: Double, place: Vec3, steps: Double, distance: Double)] = []
  var topSpeed = 0.0

  /// Speeding up at 1.5 m/s² and slowing down at 2 m/s² (SUMO's pedestrian).
  static func duration(distance: Double, speed: Double) -> Double {
    let ramps = speed * speed * (1 / 3.0 + 1 / 4.0)
    guard ramps <= distance else { return (distance * 2 * (1 / 1.5 + 1 / 2.0)).squareRoot() }
    return distance / speed + speed / 3 + speed / 4
  }

  init(seed: UInt64) {
    var draw = RandomStream(seed: seed, purpose: "plan")
    var place = Vec3(draw.uniform(in: -50...50), draw.uniform(in: -50...50), 0)
    walker = Walker(name: "w\(seed)", start: place, level: nil, errands: [])
    var (time, steps, distance) = (0.0, 0.0, 0.0)
    for _ in 0..<draw.integer(below: 7) {
      let kind = draw.integer(below: 6)
      if kind < 2 {
        let stay = kind == 0 ? 0 : draw.uniform(in: 0...20)
        walker.errands.append(.stand(.seconds(stay)))
        time += stay
      } else {
        // From millimetres to a hundred metres, and now and then nowhere at all.
        let reach = [0, 0.01, 2, 100][kind - 2]
        let next = Vec3(
          place.x + draw.uniform(in: -1...1) * reach, place.y + draw.uniform(in: -1...1) * reach,
          reach == 100 ? draw.uniform(in: 0...4) : place.z)
        let speed = draw.uniform(in: 0.3...2.5)
        walker.errands.append(
          .walk(to: next.xy, level: 0, elevationMetres: next.z, speed: speed))
        let length = place.distance(to: next)
        time += length > 0 ? Self.duration(distance: length, speed: speed) : 0
        steps += length > 0 ? max(1, (length / (0.39 * speed).squareRoot()).rounded()) : 0
        distance += length
        topSpeed = max(topSpeed, speed)
        place = next
      }
      milestones.append((time, place, steps, distance))
    }
  }
}

struct TrajectoryTests {
  private static let end = SimTime(seconds: 4000)

  @Test func arrivesExactlyAndInTime() throws {
    for seed in 0..<200 as Range<UInt64> {
      let plan = Plan(seed: seed)
      let path = try moveAgents([plan.walker], until: Self.end)[0]
      #expect(path.pose(at: SimTime(seconds: -5)).position == plan.walker.start, "seed \(seed)")
      for milestone in plan.milestones {
        let pose = path.pose(at: SimTime(seconds: milestone.time))
        // Legs are whole nanoseconds long, so the sum may be some off.
        #expect(pose.position.distance(to: milestone.place) < 1e-7, "seed \(seed)")
        #expect(pose.speed < 1e-6, "seed \(seed)")
        #expect(abs(pose.steps - milestone.steps) < 1e-6, "seed \(seed)")
        #expect(abs(pose.distanceMetres - milestone.distance) < 1e-6, "seed \(seed)")
      }
      let last = plan.milestones.last
      #expect(abs(path.endTime.seconds - (last?.time ?? 0)) < 1e-7, "seed \(seed)")
      let rest = path.pose(at: path.endTime + .hours(1))
      #expect(rest.position.distance(to: last?.place ?? plan.walker.start) < 1e-9, "seed \(seed)")
      #expect(rest.velocity == .zero && rest.activity == .stationary, "seed \(seed)")
      #expect(abs(rest.steps - rest.steps.rounded()) < 1e-9, "seed \(seed)")
    }
  }

  @Test func movesContinuouslyWithinTheLimits() throws {
    let beat = 0.05
    for seed in 0..<80 as Range<UInt64> {
      let plan = Plan(seed: seed)
      let path = try moveAgents([plan.walker], until: Self.end)[0]
      let changes = path.activityChanges
      #expect(changes.first?.time == .start, "seed \(seed)")
      for (one, next) in zip(changes, changes.dropFirst()) {
        #expect(one.time < next.time && one.activity != next.activity, "seed \(seed)")
      }
      var before = path.pose(at: .start)
      for tick in 1...Int(path.endTime.seconds / beat) + 40 {
        let time = SimTime(seconds: Double(tick) * beat)
        let pose = path.pose(at: time)
        let moved = pose.position - before.position
        let mean = (pose.velocity + before.velocity) / 2
        let speed = (now: pose.velocity.length, before: before.velocity.length)
        let change = (pose.velocity - before.velocity).length
        var isRight = moved.length <= plan.topSpeed * beat + 1e-6
        isRight = isRight && (moved - mean * beat).length <= 2 * beat * beat + 1e-6
        isRight = isRight && change <= 2 * beat + 1e-6
        isRight = isRight && speed.now <= plan.topSpeed + 1e-9
        isRight = isRight && speed.now - speed.before <= 1.5 * beat + 1e-6
        isRight = isRight && pose.steps >= before.steps - 1e-9
        isRight = isRight && pose.distanceMetres - before.distanceMetres >= moved.length - 1e-6
        isRight = isRight && pose.activity == changes.last { $0.time <= time }?.activity
        #expect(isRight, "seed \(seed), \(time): \(before) then \(pose)")
        if !isRight { break }
        before = pose
      }
    }
  }

  @Test func facesWhereItWalksAndKnowsItsLevel() throws {
    let walker = Walker(
      name: "w", start: [0, 0, 0], level: nil, headingRadians: 2,
      errands: [
        .stand(.seconds(2)), .walk(to: [0, 10], level: 3, elevationMetres: 9, speed: 1),
        .walk(to: [0, 10], level: 3, elevationMetres: 9, speed: 1), .stand(.seconds(1)),
      ])
    let path = try moveAgents([walker], until: Self.end)[0]
    #expect(path.pose(at: SimTime(seconds: 1)).headingRadians == 2)
    #expect(path.pose(at: SimTime(seconds: 1)).level == nil)
    let climbing = path.pose(at: SimTime(seconds: 6))
    #expect(abs(climbing.headingRadians - .pi / 2) < 1e-12 && climbing.level == 3)
    #expect(climbing.activity == .walking && climbing.velocity.z > 0)
    // A walk to where one stands already is no walk: no change, no step, no turn.
    #expect(path.activityChanges.map(\.activity) == [.stationary, .walking, .stationary])
    #expect(abs(path.pose(at: path.endTime).headingRadians - .pi / 2) < 1e-12)
  }

  @Test func agentsDoNotDisturbOneAnother() throws {
    let plans = (0..<12 as Range<UInt64>).map { Plan(seed: $0).walker }
    let together = try moveAgents(plans, until: Self.end)
    let more = try moveAgents([Plan(seed: 99).walker] + plans.reversed(), until: Self.end)
    for (index, walker) in plans.enumerated() {
      let alone = try moveAgents([walker], until: Self.end)[0]
      // A world that ends earlier is the same world up to its end.
      let cut = SimTime(seconds: 30)
      let short = try moveAgents([walker], until: cut)[0]
      for tick in 0..<300 {
        let time = SimTime(seconds: Double(tick) * 0.77)
        let pose = alone.pose(at: time)
        #expect(together[index].pose(at: time) == pose, "agent \(index) at \(time)")
        #expect(more[plans.count - index].pose(at: time) == pose, "agent \(index) at \(time)")
        if time <= cut { #expect(short.pose(at: time) == pose, "agent \(index) at \(time)") }
      }
    }
    #expect(try moveAgents([], until: Self.end).isEmpty)
  }

  @Test func stopsWhenAsked() {
    let token = CancellationToken()
    token.cancel()
    #expect(throws: Cancelled.self) {
      try moveAgents([Plan(seed: 1).walker], until: Self.end, cancellation: token)
    }
  }
}
