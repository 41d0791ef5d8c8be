import Documents
import Geometry
import Kernel
import Maps
import Observations
import Parts
import Positioning
import Services
import TestSupport
import Testing

/// Parameters of services, changed where they have an effect: scenarios cover few of them.
@Suite struct ServiceParameterTests {
  @Test func eachRadioParameterHasAnEffect() {
    let idle = idleParameters { (parameters: RadioPlanner.Parameters) in
      let planner = RadioPlanner(parameters: parameters)
      return Self.needs.map { planner.plan(for: $0, at: SimTime(seconds: 1000)) }
    }
    #expect(idle == [])
  }

  /// All radio needs, in all situations of the phone.
  private static let needs: [RadioNeed] = {
    var fixes: [LocationFix?] = [nil]
    for source in [LocationSource.gnss, .wifi] {
      for radius in [5.0, 10, 13, 20, 100, 200] {
        for age in [0.0, 20, 50, 90] {
          var fix = Ground.fix(at: 1000 - age, accuracy: radius)
          fix.source = source
          fixes.append(fix)
        }
      }
    }
    let watched: [PositionDemand?] = [
      nil,
      PositionDemand(accuracyMetres: 60, interval: .seconds(60)),
      PositionDemand(accuracyMetres: 60, interval: .seconds(60), closerLookMetres: 50),
    ]
    var needs: [RadioNeed] = []
    for accuracy in [nil, 5.0, 70, 150, 700, 1500] as [Double?] {
      for fix in fixes {
        for (activity, since) in [
          (ActivityFlags.walking, 0.0), (.stationary, 0), (.stationary, 910), (.stationary, 960),
          (.automotive, 0),
        ] {
          for choice in 0..<8 {
            for watch in watched {
              var need = RadioNeed()
              (need.accuracyMetres, need.fix, need.watched) = (accuracy, fix, watch)
              (need.activity, need.activitySince) = (activity, SimTime(seconds: since))
              (need.isIndoors, need.isAtVenue) = (choice & 1 != 0, choice & 2 != 0)
              need.isDeferred = choice & 4 != 0
              need.monitorsChanges = choice & 1 != 0
              need.beacons = choice & 1 != 0 ? .seldom : choice & 2 != 0 ? .often : .none
              needs.append(need)
            }
          }
        }
      }
    }
    return needs
  }()

  @Test func eachPauseParameterHasAnEffect() {
    var idle = idleParameters(values: ["oldest_fix": ["1 s"], "exercise_factor": ["5"]]) {
      (parameters: AutoPauser.Parameters) in
      SessionActivityType.allCases.flatMap { type in
        PauseCourse.allCases.map { $0.reported(type, parameters) }
      }
    }
    // The quick rule is another option.
    #expect(Set(idle) == ["sport.stop_speed", "sport.still", "sport.go_speed"])
    idle = idleParameters { (rule: SportPauseRule) in
      var parameters = AutoPauser.Parameters.sports
      parameters.sport = rule
      return PauseCourse.standsAndGoes.reported(.fitness, parameters)
    }
    #expect(idle == [])
  }

  /// Intervals of location requests by activity and distance to a boundary.
  @Test func regionDemandParametersHaveAnEffect() {
    let names = [
      "shortest_interval", "longest_interval", "speed.still", "speed.walking", "speed.running",
      "speed.cycling", "speed.driving", "speed.unknown",
    ]
    let doings: [ActivityFlags] = [
      .stationary, .walking, .running, .cycling, .automotive, .unknown,
    ]
    let idle = idleParameters(names) { (parameters: CircularRegionMonitor.Parameters) in
      doings.flatMap { doing in
        [101.0, 300, 900, 5_000, 100_000].map { distance in
          var driver = RegionTests.Driver()
          driver.monitor = CircularRegionMonitor(parameters: parameters)
          driver.start("r")
          for step in 0..<60 { driver.receive(Ground.fix(at: Double(step * 5), east: distance)) }
          return driver.monitor.demand(during: doing, at: SimTime(seconds: 300))
        }
      }
    }
    #expect(idle == [])
  }

  /// A person arrives, stays beside a charger and drives off.
  @Test func visitParametersHaveAnEffect() {
    let names = [
      "charging_dwell", "told_accuracy", "rest_interval", "ride_interval", "move_interval", "ride",
    ]
    let idle = idleParameters(names) { (parameters: VisitDetector.Parameters) in
      var driver = VisitTests.Driver()
      driver.detector = VisitDetector(parameters: parameters)
      driver.detector.start(app: "a", at: .start, into: &driver.events)
      driver.detector.receive(
        PowerSource(kind: .wired, batteryShare: 0.5), at: .start, into: &driver.events,
        log: &driver.log)
      var wishes: [PositionDemand?] = []
      for step in 0..<240 {
        let now = Double(step) * 30
        if step == 20 { driver.receive(Ground.activity(.stationary, at: now)) }
        if step == 120 { driver.receive(Ground.activity(.automotive, at: now)) }
        // The ride has no locations for a while.
        let isHidden = step >= 118 && step < 160
        let east = step < 20 ? Double(step - 20) * 40 : step < 120 ? 0 : Double(step - 120) * 300
        if !isHidden { driver.receive(Ground.fix(at: now, east: east, accuracy: 4)) }
        driver.advance(to: now)
        wishes.append(driver.detector.demand(at: SimTime(seconds: now)))
      }
      return "\(wishes) \(driver.times) \(driver.events.visits)"
    }
    #expect(idle == [])
  }

  @Test func rangingParametersHaveAnEffect() {
    let idle = idleParameters(["place_scatter", "moment_scatter"]) {
      (parameters: BeaconRanger.Parameters) in
      var ranger = BeaconRanger(parameters: parameters)
      var events: [ServiceEvent] = []
      var random = RandomStream(seed: 1, purpose: "test.ranging.parameters")
      let constraint = BeaconConstraint(uuid: RegionBeaconTests.uuid)
      ranger.start(constraint, app: "a", at: .start)
      for step in 1...400 {
        let now = Double(step) / 4
        // Three come and go, a fourth is received now and then.
        for minor in 1...4 as ClosedRange<UInt16> where minor < 4 || step % 60 < 4 {
          let metres = 0.2 + Double(minor) * Double(step % 80) / 16
          ranger.receive(
            RegionBeaconTests.received(
              at: now, rssi: -59 - metres * 2 + random.normal(4), minor: minor),
            at: SimTime(seconds: now))
        }
        ranger.wake(at: SimTime(seconds: now), into: &events)
      }
      return events
    }
    #expect(idle == [])
  }

  @Test func deliveryParametersHaveAnEffect() {
    #expect(Self.idle(\.delivery) == [])
    #expect(Self.idle(\.request) == [])
    #expect(Self.idle(\.reduced) == [])
  }

  @Test func callParametersHaveAnEffect() {
    #expect(Self.idle(\.indicator) == [])
    #expect(Self.idle(\.question) == [])
    // The length of the history is covered by scenarios.
    #expect(Self.idle(\.motion, ["waiting_calls"]) == [])
  }

  /// The constants of a group without effect on app outputs.
  private static func idle<Group: ParameterSet>(
    _ group: WritableKeyPath<ServiceConstants, Group>, _ names: [String]? = nil
  ) -> [String] {
    idleParameters(names) { (settings: Group) in
      var constants = ServiceConstants()
      constants[keyPath: group] = settings
      return ManagerCourse.allCases.map { $0.reported(constants) }
    }
  }

  /// Without a report about the network, the source starts without one.
  @Test func indoorSourceParametersHaveAnEffect() throws {
    let place = try Geodetic(latitudeDegrees: 0, longitudeDegrees: 0, altitudeMetres: 0)
    let map = VenueMap(name: "nowhere", frame: LocalFrame(origin: place), levels: [])
    let idle = idleParameters { (indoor: ServiceConstants.Indoor) in
      var controller = IndoorSourceController(
        IndoorSourceSettings(table: "/nowhere/table.csv"), map: map, indoor)
      return (0..<40).map { second in
        controller.follow(
          isWanted: true, findsIndoors: false, at: SimTime(seconds: Double(second)), use: { _ in })
      }
    }
    #expect(idle == [])
  }
}
