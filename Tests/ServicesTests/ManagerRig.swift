import Kernel
import Observations
import Services

/// The location manager with a clock and its timers, and all its outputs.
struct ManagerRig {
  var manager: LocationManager
  private(set) var now = SimTime.start
  private(set) var log: [(time: SimTime, event: ServiceEvent)] = []
  private var buffer: [ServiceEvent] = []

  init(
    _ rules: ServiceRules = ServiceRules(), constants: ServiceConstants = ServiceConstants(),
    declarations: [String: AppDeclaration] = [:], implicitApp: Bool = false
  ) {
    manager = LocationManager(
      rules: rules, constants: constants, declarations: declarations, implicitApp: implicitApp)
    manager.start(at: now, into: &buffer)
    collect()
  }

  private mutating func collect() {
    for event in buffer { log.append((now, event)) }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Advances the time.
  mutating func wait(_ seconds: Double) {
    let end = now + .seconds(seconds)
    var count = 0
    while let due = manager.nextWake, due <= end, count < 10_000 {
      now = max(now, due)
      manager.wake(at: now, into: &buffer)
      collect()
      count += 1
    }
    precondition(count < 10_000, "the desk wants to be woken for ever")
    now = end
  }

  mutating func life(_ state: AppLifecycle, _ app: String = "a") {
    manager.receive(.lifecycle(app: app, state), at: now, into: &buffer)
    collect()
  }

  /// Launches an app and brings it to the foreground.
  mutating func open(_ app: String = "a") {
    user(.open, app)
    if manager.session(of: app)?.phase ?? .absent == .absent { life(.launched, app) }
    life(.foreground, app)
  }

  mutating func user(_ action: UserAction, _ app: String = "a") {
    manager.receive(.user(app: app, action), at: now, into: &buffer)
    collect()
  }

  mutating func call(_ call: AppCall, _ app: String = "a") {
    manager.receive(.call(app: app, call), at: now, into: &buffer)
    collect()
  }

  mutating func call(_ name: AppCall.Name, _ app: String = "a") {
    call(AppCall(name), app)
  }

  /// Requests authorization, and grants it.
  mutating func authorize(_ app: String = "a", _ answer: UserAction = .grantWhenInUse) {
    open(app)
    call(.requestWhenInUseAuthorization, app)
    user(answer, app)
  }

  mutating func fix(
    _ fix: LocationFix? = nil, metresNorth: Double = 0, accuracy: Double = 8, age: Double = 0
  ) {
    manager.receive(
      fix ?? Self.place(metresNorth, accuracy: accuracy, at: now - .seconds(age)), at: now,
      into: &buffer)
    collect()
  }

  mutating func admit(_ output: Output, _ app: String = "a") {
    manager.admit(ServiceEvent(app: app, output: output), at: now, into: &buffer)
    collect()
  }

  mutating func report(_ flags: ActivityFlags) {
    manager.receive(
      ActivityReport(startTime: now, flags: flags, confidence: .high), at: now, into: &buffer)
    collect()
  }

  mutating func steps(_ count: Int) {
    manager.receive(
      PedometerRecord(startTime: .start, endTime: now, stepCount: count), at: now, into: &buffer
    ) {
      PedometerRecord(startTime: $0, endTime: now, stepCount: count)
    }
    collect()
  }

  mutating func process(_ event: PedometerEvent) {
    manager.receive(event, at: now, into: &buffer)
    collect()
  }

  mutating func boot() {
    manager.boot(at: now, into: &buffer)
    collect()
  }

  /// Takes the outputs for an app since the last call.
  mutating func reported(_ app: String = "a") -> [Output] {
    defer { log.removeAll { $0.event.app == app } }
    return log.filter { $0.event.app == app }.map(\.event.output)
  }

  mutating func forget() {
    log.removeAll()
  }

  /// Takes the locations for an app since the last call, by message.
  mutating func locations(_ app: String = "a") -> [[LocationFix]] {
    reported(app).compactMap {
      switch $0 {
      case .location(let fix): [fix]
      case .locations(let fixes): fixes
      default: nil
      }
    }
  }

  /// Takes the authorization events for an app since the last call.
  mutating func statuses(_ app: String = "a") -> [AuthorizationEvent.Status] {
    reported(app).compactMap {
      if case .authorization(let event) = $0 { event.status } else { nil }
    }
  }

  static func place(_ metresNorth: Double, accuracy: Double = 8, at time: SimTime) -> LocationFix {
    LocationFix(
      time: time,
      coordinate: Coordinate(
        latitudeDegrees: 48 + metresNorth / 111_195.08, longitudeDegrees: 11),
      horizontalAccuracyMetres: accuracy, altitudeMetres: 500, verticalAccuracyMetres: 9, floor: 2,
      courseDegrees: 10, speedMetresPerSecond: 1, source: .gnss, transmitterCount: 9)
  }

  static func circle(_ name: String, radius: Double = 150) -> AppCall {
    AppCall(
      .startMonitoringRegion, identifier: name,
      circle: CircularRegion(
        centre: Coordinate(latitudeDegrees: 48, longitudeDegrees: 11), radiusMetres: radius))
  }

  static func entered(_ name: String) -> Output { .region(RegionEvent(.entered, identifier: name)) }
  static func failure(_ service: String, _ code: String) -> Output {
    .failure(ServiceFailure(service: service, code: code))
  }
}
