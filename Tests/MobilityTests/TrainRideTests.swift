import Geometry
import Kernel
import Maps
import Mobility
import Testing
import Truth
import Venues

struct TrainRideTests {
  private static let bent: [Vec2] = [
    [0, 0], [900, 0], [1500, 400], [1500, 1400], [2600, 1500],
  ]

  /// A line, the speed in m/s, the stops in m along it, and their durations in s.
  struct Service: Sendable {
    var line = TrainRideTests.bent
    var speed = 22.0
    var stops: [Double] = []
    var halt = 30.0

    var ride: TrainRide {
      get throws { try TrainRide(along: line, speed: speed, stops: stops, halt: halt) }
    }
  }

  private static let services = [
    Service(line: [[0, 0], [3000, 400]], stops: [1200]),
    Service(stops: [700, 2000], halt: 12), Service(speed: 55), Service(speed: 6, stops: [2500]),
    Service(line: [[0, 0], [150, 0]]), Service(line: [[0, 0], [160, 0]], stops: [80]),
    Service(line: [[0, 0], [120, 0], [160, 110], [60, 190]], speed: 15),
    Service(
      line: [[0, 0], [500, 1], [1000, 0], [1000, 0], [1400, -300]], speed: 30, stops: [900]),
  ]

  /// Position, speed, heading and curvature are consistent, and change within limits of comfort.
  @Test(arguments: services.indices)
  func isSmooth(number: Int) throws {
    let service = Self.services[number]
    let ride = try service.ride
    let length = ride.line.lengthMetres
    let step = 0.1
    var speeds: [Double] = []
    var sides: [Double] = []
    for tick in 0...Int(ride.durationSeconds / step) {
      let time = Double(tick) * step
      let (way, before, after) = (
        ride.pathMetres(at: time), ride.pathMetres(at: time - step),
        ride.pathMetres(at: time + step)
      )
      let speed = (after - before) / (2 * step)
      speeds.append(speed)
      sides.append(speed * speed * ride.line.curvature(at: way))
      #expect(speed > -1e-6 && speed < service.speed + 1e-6, "\(speed) m/s at \(time) s")
      // The position moves along the heading, and the heading turns by the curvature.
      let here = ride.line.place(at: way)
      let (back, ahead) = (ride.line.place(at: way - 0.5), ride.line.place(at: way + 0.5))
      guard way > 1, way < length - 1 else { continue }
      let slope = ahead.point - back.point
      #expect(abs(slope.length - 1) < 1e-3, "the place leaps at \(way) m")
      let aside = Vec2(angle: here.headingRadians).cross(slope)
      #expect(abs(aside) < 2e-3, "the heading is off by \(aside) at \(way) m")
      let turn = (ahead.headingRadians - back.headingRadians).remainder(dividingBy: 2 * .pi)
      #expect(abs(turn - ride.line.curvature(at: way)) < 1e-3, "the curvature leaps at \(way) m")
    }
    let pulls = zip(speeds, speeds.dropFirst()).map { ($1 - $0) / step }
    #expect((pulls.max() ?? 9) < 0.71 && (pulls.min() ?? -9) > -0.81)
    let jerks = zip(pulls, pulls.dropFirst()).map { abs($1 - $0) / step }
    #expect((jerks.max() ?? 9) < 0.8, "\(jerks.max() ?? 9) m/s³")
    #expect(sides.allSatisfy { abs($0) < 1.02 }, "\(sides.map { abs($0) }.max() ?? 9) m/s²")
    let twists = zip(sides, sides.dropFirst()).map { abs($1 - $0) / step }
    // Because it also slows down in a bend.
    #expect((twists.max() ?? 9) < 0.7, "\(twists.max() ?? 9) m/s³")
  }

  @Test(arguments: services.indices)
  func stopsAtGivenPositions(number: Int) throws {
    let service = Self.services[number]
    let ride = try service.ride
    #expect(abs(ride.pathMetres(at: ride.durationSeconds) - ride.line.lengthMetres) < 1e-6)
    #expect(ride.pathMetres(at: -1) == 0 && ride.pathMetres(at: 0) == 0)
    #expect(ride.place(at: 1e6).point.distance(to: service.line[service.line.count - 1]) < 0.01)
    for stop in service.stops {
      let stands = (0..<Int(ride.durationSeconds * 10)).filter {
        abs(ride.pathMetres(at: Double($0) / 10) - stop) < 1e-3
      }
      #expect(abs(Double(stands.count) / 10 - service.halt) < 0.6, "\(stands.count) at \(stop) m")
    }
  }

  @Test(
    arguments: [
      ([[0, 0], [90, 0]], [], TrainRideError.tooShort(90)),
      ([[5, 5]], [], .tooShort(0)),
      ([[0, 0], [2e6, 0]], [], .tooLong(2e6)),
      ([[0, 0], [500, 0], [100, 20]], [], .turnsBack([500, 0])),
      ([[0, 0], [500, 0]], [600], .stopOutside(600, length: 500)),
      ([[0, 0], [500, 0]], [200, 250], .stopsTooClose(250)),
      ([[0, 0], [500, 0]], [470], .stopsTooClose(470)),
    ] as [([Vec2], [Double], TrainRideError)])
  func rejectsInvalidLinesAndStops(line: [Vec2], stops: [Double], wanted: TrainRideError) {
    #expect(throws: wanted) { try TrainRide(along: line, speed: 20, stops: stops) }
  }

  @Test func rejectsSharpBends() {
    #expect {
      try TrainRide(along: [[0, 0], [100, 0], [110, 12], [300, 12]], speed: 20)
    } throws: { error in
      guard case .bendTooSharp(_, let radius)? = error as? TrainRideError else { return false }
      return radius < 25
    }
  }

  @Test func carriesPassengerWhoThenWalks() throws {
    let origin = try Geodetic(latitudeDegrees: 47, longitudeDegrees: 8, altitudeMetres: 400)
    let venue = Venue(map: VenueMap(name: "plain", frame: LocalFrame(origin: origin), levels: []))
    let world = try World(venue)
    let ride = try Service(stops: [700]).ride
    let goal = Goal(Spot([2620, 1560]))
    let plan = AgentPlan(
      name: "a", start: Spot([-20, 10]),
      activities: [.train(ride), .go(goal, running: false, speed: nil)])
    #expect(world.problems(in: [plan]).isEmpty)
    let truth = try world.move([plan], until: SimTime(seconds: 500), seed: 1)
    #expect(truth.warnings.isEmpty, "\(truth.warnings)")
    let trajectory = truth.trajectories[0]
    #expect(
      trajectory.doing.changes.map(\.value)
        == [.standing, .walking, .train, .standing, .walking, .standing]
        || trajectory.doing.changes.map(\.value)
          == [.walking, .train, .standing, .walking, .standing],
      "\(trajectory.doing.changes.map(\.value))")
    #expect(trajectory.pose(at: SimTime(seconds: 499)).position.xy.distance(to: [2620, 1560]) < 1)
    let changes = trajectory.doing.changes
    let aboard = try #require(changes.firstIndex { $0.value == .train })
    let (begin, end) = (changes[aboard].time, changes[aboard + 1].time)
    #expect(trajectory.vehicle[begin] != nil && trajectory.vehicle[end] == nil)
    #expect(
      trajectory.stepEvents.countUntil(begin) == trajectory.stepEvents.countUntil(end))
    // The recorded truth is consistent under integration, and as smooth as the ride.
    let width = 0.1
    var time = begin
    while time < end {
      let (a, b, c) = (
        trajectory.pose(at: time), trajectory.pose(at: time + .seconds(width / 2)),
        trajectory.pose(at: time + .seconds(width))
      )
      let way = (a.velocity + b.velocity * 4 + c.velocity) * (width / 6)
      #expect((c.position - a.position - way).length < 1e-3)
      #expect(b.acceleration.length < 1.6, "\(b.acceleration.length) at \(time.seconds) s")
      #expect(b.speed < 22.1)
      if b.speed > 5 {
        let ahead = Vec2(angle: b.headingRadians)
        #expect(abs(ahead.cross(b.velocity.xy)) < 0.05, "it slips at \(time.seconds) s")
        let pull = ahead.cross(b.acceleration.xy)
        #expect(abs(pull - b.speed * b.turnRate) < 0.12, "\(pull) at \(time.seconds) s")
      }
      time += .seconds(width)
    }
  }

  @Test func reportsUnreachableTrain() throws {
    let origin = try Geodetic(latitudeDegrees: 47, longitudeDegrees: 8, altitudeMetres: 400)
    let lake = try Polygon(exterior: [[200, -300], [900, -300], [900, 300], [200, 300]])
    let venue = Venue(
      map: VenueMap(
        name: "lake", frame: LocalFrame(origin: origin),
        buildings: [Building(name: "lake", footprint: [lake], heightMetres: 1)], levels: []))
    let world = try World(venue)
    let ride = try TrainRide(along: [[500, 0], [2500, 0]], speed: 20)
    let plan = AgentPlan(name: "a", start: Spot([0, 0]), activities: [.train(ride)])
    let problem = try #require(world.problems(in: [plan]).first)
    #expect(problem.activity == 0 && problem.reason.contains("train"), "\(problem.reason)")
    let truth = try world.move([plan], until: SimTime(seconds: 60), seed: 1)
    #expect(truth.warnings.count == 1 && truth.trajectories[0].doing.last == .standing)
  }
}
