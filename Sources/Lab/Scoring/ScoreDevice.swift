import Geometry
public import Kernel
public import Observations

/// What a device's run is judged by.
public struct ScoringInput: Sendable {
  /// The device's name.
  public var device: String
  /// What the stack told, in order.
  public var outputs: [Delivered<Output>]
  /// The truth at any moment; nil where nothing of it is known.
  ///
  /// A sample may know a part only (``TruthSample/known``); what needs the rest is left out.
  public var truth: (@Sendable (SimTime) -> TruthSample)?
  /// The true way, where it is known without its times; locations are judged across it.
  public var route: TrueRoute?
  /// What truly changes, in the order of time.
  public var changes: [TrueChange]
  /// How long the run lasts.
  public var duration: SimDuration
  /// Where the energy went.
  public var power: [PowerRow]
  /// How full the battery was.
  public var battery: [BatteryRow] = []
  /// Whether the device sensed anything to locate by: where it didn't, nobody misses a location.
  public var isLocatable = true

  /// Creates an input.
  public init(
    device: String, outputs: [Delivered<Output>],
    truth: (@Sendable (SimTime) -> TruthSample)?,
    changes: [TrueChange], duration: SimDuration, power: [PowerRow]
  ) {
    self.device = device
    self.outputs = outputs
    self.truth = truth
    self.changes = changes
    self.duration = duration
    self.power = power
  }
}

/// How long a location counts as current, for `availability`.
private let freshness = SimDuration.seconds(5)

/// Judges what a device's stack told by the truth.
public func scoreDevice(_ input: ScoringInput) -> DeviceScore {
  var score = DeviceScore(device: input.device)
  score.power = input.power
  score.battery = input.battery
  score.events = input.outputs.compactMap { EventRow($0) }
  if let truth = input.truth {
    for (time, fix) in input.locations { score.add(fix, at: time, truth: truth) }
  }
  if input.truth != nil || !input.changes.isEmpty { score.addTransitions(input) }
  score.addSamples(input)
  return score
}

extension ScoringInput {
  /// The locations told, one by one, and when.
  fileprivate var locations: [(time: SimTime, fix: LocationFix)] {
    outputs.flatMap { delivered -> [(time: SimTime, fix: LocationFix)] in
      switch delivered.item {
      case .location(let fix): [(delivered.time, fix)]
      case .locations(let fixes): fixes.map { (delivered.time, $0) }
      default: []
      }
    }
  }
}

extension ScoringInput {
  /// How far the locations told are from the true route, in m; empty where there is none.
  fileprivate var crossTrackErrors: [Double] {
    guard let route else { return [] }
    return locations.compactMap { route.distanceMetres(to: $0.fix.coordinate) }
  }
}

extension DeviceScore {
  fileprivate mutating func add(
    _ fix: LocationFix, at time: SimTime, truth: (SimTime) -> TruthSample
  ) {
    let actual = truth(time)
    // A position that is no place on Earth can't be measured; it is counted as infinitely wrong.
    var error = Double.nan
    if actual.known.contains(.position) {
      error = .infinity
      if let told = fix.coordinate.geodetic, let right = actual.coordinate.geodetic {
        error = Geodesic(from: told, to: right).distance
      }
    }
    let hasHeight = fix.verticalAccuracyMetres >= 0 && actual.known.contains(.altitude)
    fixes.append(
      FixScore(
        deliveryTime: time, fix: fix, truth: actual, horizontalErrorMetres: error,
        verticalErrorMetres: hasHeight ? fix.altitudeMetres - actual.altitudeMetres : nil))
  }

  /// Notes every true change, and when it was first told before the next of its kind.
  fileprivate mutating func addTransitions(_ input: ScoringInput) {
    let told = input.outputs.compactMap { delivered -> (time: SimTime, flags: ActivityFlags)? in
      guard case .activity(let report) = delivered.item else { return nil }
      return (delivered.time, report.flags)
    }
    let pauses = input.outputs.compactMap { delivered -> (time: SimTime, event: PauseEvent)? in
      guard case .pause(let event) = delivered.item else { return nil }
      return (delivered.time, event)
    }
    var nextOfKind: [TrueChange.Kind: SimTime] = [:]
    for change in input.changes.reversed() {
      let next = nextOfKind[change.kind] ?? .start + input.duration
      nextOfKind[change.kind] = change.time
      let toldTime: SimTime?
      switch change.kind {
      case .activity:
        let flag = TrueActivity(rawValue: change.to)?.flag ?? .unknown
        toldTime = firstTime(in: told, { $0.time }, from: change.time, before: next) {
          $0.flags.contains(flag)
        }
      case .floor:
        toldTime = firstTime(in: fixes, { $0.deliveryTime }, from: change.time, before: next) {
          TrueChange.name(ofFloor: $0.fix.floor) == change.to
        }
      case .pause:
        toldTime = firstTime(in: pauses, { $0.time }, from: change.time, before: next) {
          $0.event.rawValue == change.to
        }
      // Nothing that a stack tells yet speaks of the rest.
      case .doing, .unit, .region, .placement, .link, .vehicle: toldTime = nil
      }
      transitions.append(
        TransitionScore(
          kind: change.kind.rawValue, time: change.time, from: change.from, to: change.to,
          toldTime: toldTime))
    }
    transitions.reverse()
  }

  /// When the first of some reports, which are in the order of time, says so within an interval.
  private func firstTime<Report>(
    in reports: [Report], _ time: (Report) -> SimTime, from begin: SimTime, before end: SimTime,
    says: (Report) -> Bool
  ) -> SimTime? {
    var low = 0
    var high = reports.count
    while low < high {
      let middle = (low + high) / 2
      if time(reports[middle]) < begin { low = middle + 1 } else { high = middle }
    }
    return reports[low...].prefix { time($0) < end }.first(where: says).map(time)
  }

  fileprivate mutating func addSamples(_ input: ScoringInput) {
    let seconds = input.duration.seconds
    let joules = power.reduce(0) { $0 + $1.millijoules } * 1e-3
    let told = input.locations.map(\.time)
    let end = input.truth?(.start + input.duration)
    let stepsTaken = end.flatMap { $0.known.contains(.steps) ? $0.stepCount : nil }
    let stepsTold = input.outputs.reduce(0) { count, delivered in
      guard case .pedometer(let record) = delivered.item else { return count }
      return record.stepCount
    }
    // Where the true place isn't known, a location is neither right nor wrong.
    let placed = fixes.filter { !$0.horizontalErrorMetres.isNaN }
    let levelled = fixes.filter { $0.truth.known.contains(.floor) }
    let values: [String: [Double]] = [
      "horizontal_error": placed.map(\.horizontalErrorMetres),
      "cross_track_error": input.crossTrackErrors,
      "floor.accuracy": levelled.map { $0.fix.floor == $0.truth.floor ? 1 : 0 },
      "within_accuracy": placed.map {
        $0.horizontalErrorMetres <= $0.fix.horizontalAccuracyMetres ? 1 : 0
      },
      "availability": input.isLocatable || !told.isEmpty
        ? availability(of: told, seconds: seconds) : [],
      "ttff": told.first.map { [$0.seconds] } ?? [],
      "steps.error": stepsTaken.map { taken in
        taken > 0 ? [Double(stepsTold - taken) / Double(taken)] : []
      } ?? [],
      "steps.false_per_hour": falseSteps(told: stepsTold, taken: stepsTaken, input),
      "activity.accuracy": activityAccuracy(input),
      "energy": [joules],
      "power": seconds > 0 ? [joules / seconds] : [],
    ]
    samples = MetricCatalogue.all.map { ($0, values[$0.name] ?? []) }
  }

  private func availability(of told: [SimTime], seconds: Double) -> [Double] {
    var next = 0
    var latest = SimTime.distantPast
    return (1...max(1, Int(seconds))).map { second in
      let now = SimTime(seconds: Double(second))
      while next < told.count, told[next] <= now {
        latest = told[next]
        next += 1
      }
      return now - latest <= freshness ? 1 : 0
    }
  }
}

extension Coordinate {
  /// The place at height zero; nil if it is no place on Earth.
  fileprivate var geodetic: Geodetic? {
    try? Geodetic(
      latitudeDegrees: latitudeDegrees, longitudeDegrees: longitudeDegrees, altitudeMetres: 0)
  }
}
