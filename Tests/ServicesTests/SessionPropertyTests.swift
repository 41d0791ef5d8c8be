import Kernel
import Observations
import Services
import Testing

/// For any sequence of events of apps and users, no forbidden output occurs.
struct SessionPropertyTests {
  /// One step of a random sequence.
  private enum Act {
    case app(AppEvent)
    case fix(LocationFix)
    case admit(ServiceEvent)
    case activity(ActivityReport)
    case steps(PedometerRecord)
    case boot
  }

  private static let names = ["a", "b"]
  private static let lengths: [Double] = [
    .nan, -.infinity, -2, -1, 0, 10, 100, 150, 3000, 1e7, .infinity,
  ]
  private static let options = [
    nil, "best", "reduced", "fitness", "automotiveNavigation", "entry", "nonsense", "",
  ]
  private static let platforms = ServiceRules.Platform.allCases
  private static let generations = ServiceRules.Generation.allCases
  private static let likely: [AppLifecycle] = [.foreground, .background, .suspended, .foreground]
  private static let wanted: [AppCall.Name] = [
    .requestAlwaysAuthorization, .requestWhenInUseAuthorization, .startUpdatingLocation,
    .setAllowsBackgroundUpdates, .startMonitoringRegion, .allowDeferredUpdates,
    .startMonitoringSignificantChanges, .startMonitoringVisits,
  ]
  private static let consents: [UserAction] = [
    .grantWhenInUse, .grantAlways, .grantOnce, .settingsAlways, .settingsWhenInUse, .grantMotion,
  ]

  private static func pick<Element>(_ all: [Element], _ draw: inout RandomStream) -> Element {
    all[min(all.count - 1, Int(draw.uniform() * Double(all.count)))]
  }

  private static func act(_ draw: inout RandomStream, at time: SimTime) -> Act {
    let name = pick(names, &draw)
    switch draw.uniform() {
    case ..<0.18:
      let state = draw.uniform() < 0.7 ? pick(likely, &draw) : pick(AppLifecycle.allCases, &draw)
      return .app(.lifecycle(app: name, state))
    case ..<0.48: return .app(.call(app: name, call(&draw, at: time)))
    case ..<0.62:
      let action = draw.uniform() < 0.6 ? pick(consents, &draw) : pick(UserAction.allCases, &draw)
      return .app(.user(app: name, action))
    case ..<0.82:
      let accuracy = pick([5, 8, 40, 1500, -1, .nan], &draw)
      return .fix(
        ManagerRig.place(
          draw.uniform(in: 0...3000), accuracy: accuracy,
          at: time - .seconds(draw.uniform() < 0.1 ? draw.uniform(in: 0...500) : 0)))
    case ..<0.95: return .admit(ServiceEvent(app: name, output: reported(&draw, at: time)))
    case ..<0.97:
      return .activity(
        ActivityReport(startTime: time, flags: pick([.walking, .running], &draw), confidence: .low))
    case ..<0.99:
      let count = Int(draw.uniform(in: -5...5000))
      return .steps(PedometerRecord(startTime: .start, endTime: time, stepCount: count))
    default: return .boot
    }
  }

  private static func call(_ draw: inout RandomStream, at time: SimTime) -> AppCall {
    let name = draw.uniform() < 0.5 ? pick(wanted, &draw) : pick(AppCall.Name.allCases, &draw)
    var call = AppCall(name)
    if draw.uniform() < 0.9 { call.identifier = pick(["home", "work", ""], &draw) }
    if draw.uniform() < 0.7 {
      call.circle = CircularRegion(
        centre: Coordinate(latitudeDegrees: 48, longitudeDegrees: 11),
        radiusMetres: pick(lengths, &draw))
    } else {
      call.beacon = constraint(&draw)
    }
    call.distanceMetres = draw.uniform() < 0.6 ? pick(lengths, &draw) : nil
    call.from = draw.uniform() < 0.5 ? time - .seconds(draw.uniform(in: -100...1000)) : nil
    call.to = draw.uniform() < 0.5 ? time + .seconds(draw.uniform(in: -100...1000)) : nil
    call.isOn = draw.uniform() < 0.5 ? draw.uniform() < 0.7 : nil
    call.option = pick(options, &draw)
    return call
  }

  private static func constraint(_ draw: inout RandomStream) -> BeaconConstraint {
    BeaconConstraint(
      uuid: Identifier128(high: 0, low: 1), major: draw.uniform() < 0.5 ? 1 : nil,
      minor: draw.uniform() < 0.3 ? 2 : nil)
  }

  private static func reported(_ draw: inout RandomStream, at time: SimTime) -> Output {
    let name = pick(["home", "work", "elsewhere"], &draw)
    switch Int(draw.uniform() * 6) {
    case 0: return .pause(pick(PauseEvent.allCases, &draw))
    case 1: return .ranging(RangingReport(constraint: constraint(&draw), beacons: []))
    case 2:
      return .visit(
        VisitEvent(
          arrivalTime: time, departureTime: .distantFuture,
          coordinate: Coordinate(latitudeDegrees: 48, longitudeDegrees: 11),
          horizontalAccuracyMetres: 30))
    case 3: return .notification(NotificationEvent(identifier: name, text: ""))
    case 4: return .dataSource(pick(DataSourceStatus.allCases, &draw))
    default: return .region(RegionEvent(pick(RegionEvent.Kind.allCases, &draw), identifier: name))
    }
  }

  /// Feeds a random sequence to a location manager; the sequence doesn't depend on the manager.
  private struct Story {
    var manager: LocationManager
    var draw: RandomStream
    var now = SimTime.start
    var checkers = [ManagerInvariantChecker(), ManagerInvariantChecker()]
    var light = LocationIndicator.hidden
    var buffer: [ServiceEvent] = []
    var log: [ServiceEvent] = []
    var complaint: String?

    mutating func step(wakes: Bool) {
      let wait = SimDuration.seconds(
        draw.uniform() < 0.6 ? draw.uniform(in: 0...4) : draw.uniform(in: 0...1000))
      let end = now + wait
      var count = 0
      while let due = manager.nextWake, due <= end {
        now = max(now, due)
        manager.wake(at: now, into: &buffer)
        judge()
        count += 1
        guard count < 100 else { return complain("woken for ever") }
      }
      if wakes {
        now = max(now, end - .seconds(0.3))
        manager.wake(at: now, into: &buffer)
        judge()
      }
      now = end
      let act = SessionPropertyTests.act(&draw, at: now)
      switch act {
      case .app(let event):
        let number: Int
        switch event {
        case .lifecycle(let app, _), .call(let app, _), .user(let app, _):
          number = app == "a" ? 0 : 1
        }
        checkers[number].process(event, now)
        manager.receive(event, at: now, into: &buffer)
      case .fix(let fix): manager.receive(fix, at: now, into: &buffer)
      case .admit(let event): manager.admit(event, at: now, into: &buffer)
      case .activity(let report): manager.receive(report, at: now, into: &buffer)
      case .steps(let record): manager.receive(record, at: now, into: &buffer) { _ in record }
      case .boot:
        for number in checkers.indices { checkers[number].processBoot() }
        manager.boot(at: now, into: &buffer)
      }
      judge()
      if let due = manager.nextWake, due <= now { complain("wants to be woken in the past") }
      if manager.demand.monitors.count > 2 * 20 { complain("too many regions") }
    }

    private mutating func judge() {
      for event in buffer {
        if event.app.isEmpty {
          guard case .indicator(let new) = event.output, new != light else {
            complain("the indicator \(event.output)")
            continue
          }
          light = new
          continue
        }
        // The default app has all permissions.
        guard event.app != LocationManager.implicitName else { continue }
        if let text = checkers[event.app == "a" ? 0 : 1].violation(
          to: event.output, at: now)
        {
          complain("\(event.app) \(event.output): \(text)")
        }
      }
      log += buffer
      buffer.removeAll(keepingCapacity: true)
    }

    private mutating func complain(_ text: String) {
      if complaint == nil { complaint = "at \(now): \(text)" }
    }
  }

  private static func story(_ seed: UInt64) -> Story {
    var draw = RandomStream(seed: seed, purpose: "story")
    let rules = ServiceRules(
      generation: pick(generations, &draw),
      platform: draw.uniform() < 0.7 ? .phone : pick(platforms, &draw))
    var quick = AppDeclaration()
    quick.handlingSeconds = draw.uniform() < 0.3 ? 5 : 0
    quick.accuracyPurposes = draw.uniform() < 0.5 ? ["best"] : nil
    var story = Story(
      manager: LocationManager(
        rules: rules, declarations: ["a": quick], implicitApp: draw.uniform() < 0.05), draw: draw)
    story.checkers = story.checkers.map { _ in
      ManagerInvariantChecker(isOnMac: rules.platform == .mac)
    }
    return story
  }

  /// Ten blocks of ten thousand sequences of twenty to sixty steps each.
  @Test(arguments: 0..<10 as Range<UInt64>) func deliversOnlyAllowedOutputs(block: UInt64) {
    var reported = 0
    for seed in block * 10_000..<(block + 1) * 10_000 {
      var story = Self.story(seed)
      for _ in 0..<20 + Int(seed % 41) { story.step(wakes: false) }
      reported += story.log.count
      if let complaint = story.complaint {
        Issue.record("seed \(seed) \(complaint)")
        return
      }
      guard seed % 16 == 0 else { continue }
      // Additional wake-ups change nothing.
      var other = Self.story(seed)
      for _ in 0..<20 + Int(seed % 41) { other.step(wakes: true) }
      #expect(
        other.log == story.log && other.manager.demand == story.manager.demand, "seed \(seed)")
    }
    // Many outputs are allowed.
    #expect(reported > 50_000)
  }
}
