import Geometry
public import Kernel
public import Observations

/// What a device's run is judged by.
public struct ScoringInput: Sendable {
  /// The device's name.
  public var device: String
  /// What the stack told, in order.
  public var outputs: [Delivered<Output>]
  /// The truth at any moment; nil where it isn't known, and what needs it is then left out.
  public var truth: (@Sendable (SimTime) -> TruthSample)?
  /// The moments at which what the person does changes.
  public var activityChanges: [(time: SimTime, activity: TrueActivity)]
  /// How long the run lasts.
  public var duration: SimDuration
  /// Where the energy went.
  public var power: [PowerRow]

  /// Creates an input.
  public init(
    device: String, outputs: [Delivered<Output>],
    truth: (@Sendable (SimTime) -> TruthSample)?,
    activityChanges: [(time: SimTime, activity: TrueActivity)], duration: SimDuration,
    power: [PowerRow]
  ) {
    self.device = device
    self.outputs = outputs
    self.truth = truth
    self.activityChanges = activityChanges
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
  score.events = input.outputs.compactMap { EventRow($0) }
  if let truth = input.truth {
    for (time, fix) in input.locations { score.add(fix, at: time, truth: truth) }
    score.addTransitions(input, truth)
  }
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

extension DeviceScore {
  fileprivate mutating func add(
    _ fix: LocationFix, at time: SimTime, truth: (SimTime) -> TruthSample
  ) {
    let actual = truth(time)
    // A position that is no place on Earth can't be measured; it is counted as infinitely wrong.
    var error = Double.infinity
    if let told = fix.coordinate.geodetic, let right = actual.coordinate.geodetic {
      error = Geodesic(from: told, to: right).distance
    }
    fixes.append(
      FixScore(
        deliveryTime: time, fix: fix, truth: actual, horizontalErrorMetres: error,
        verticalErrorMetres: fix.verticalAccuracyMetres < 0
          ? nil : fix.altitudeMetres - actual.altitudeMetres))
  }

  fileprivate mutating func addTransitions(
    _ input: ScoringInput, _ truth: (SimTime) -> TruthSample
  ) {
    let told = input.outputs.compactMap { delivered -> (SimTime, ActivityFlags)? in
      guard case .activity(let report) = delivered.item else { return nil }
      return (delivered.time, report.flags)
    }
    for (index, change) in input.activityChanges.enumerated().dropFirst() {
      let next =
        index + 1 < input.activityChanges.count
        ? input.activityChanges[index + 1].time : .start + input.duration
      let first = told.first { time, flags in
        time >= change.time && time < next && flags.contains(change.activity.flag)
      }
      transitions.append(
        TransitionScore(
          kind: "activity", time: change.time,
          from: input.activityChanges[index - 1].activity.rawValue, to: change.activity.rawValue,
          toldTime: first?.0))
    }
    addFloorTransitions(input, truth)
    transitions.sort { $0.time < $1.time }
  }

  /// The truth is looked at every tenth of a second.
  private mutating func addFloorTransitions(
    _ input: ScoringInput, _ truth: (SimTime) -> TruthSample
  ) {
    let beat = Ticks(from: .start, hertz: 10)
    let last = beat.index(atOrAfter: .start + input.duration)
    var changes: [(time: SimTime, floor: Int?)] = [(.start, truth(.start).floor)]
    for index in 1...max(1, last) {
      let time = beat.time(of: index)
      let floor = truth(time).floor
      if changes.last?.floor != floor { changes.append((time, floor)) }
    }
    for (index, change) in changes.enumerated().dropFirst() {
      let next = index + 1 < changes.count ? changes[index + 1].time : .distantFuture
      let first = fixes.first {
        $0.deliveryTime >= change.time && $0.deliveryTime < next && $0.fix.floor == change.floor
      }
      transitions.append(
        TransitionScore(
          kind: "floor", time: change.time, from: floorText(changes[index - 1].floor),
          to: floorText(change.floor), toldTime: first?.deliveryTime))
    }
  }

  fileprivate mutating func addSamples(_ input: ScoringInput) {
    let seconds = input.duration.seconds
    let joules = power.reduce(0) { $0 + $1.millijoules } * 1e-3
    let told = input.locations.map(\.time)
    let stepsTaken = input.truth?(.start + input.duration).stepCount ?? 0
    let stepsTold = input.outputs.reduce(0) { count, delivered in
      guard case .pedometer(let record) = delivered.item else { return count }
      return record.stepCount
    }
    let values: [String: [Double]] = [
      "horizontal_error": fixes.map(\.horizontalErrorMetres),
      "floor.accuracy": fixes.map { $0.fix.floor == $0.truth.floor ? 1 : 0 },
      "within_accuracy": fixes.map {
        $0.horizontalErrorMetres <= $0.fix.horizontalAccuracyMetres ? 1 : 0
      },
      "availability": availability(of: told, seconds: seconds),
      "ttff": told.first.map { [$0.seconds] } ?? [],
      "steps.error": stepsTaken > 0
        ? [Double(stepsTold - stepsTaken) / Double(stepsTaken)] : [],
      "energy": [joules],
      "power": [joules / seconds],
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

private func floorText(_ floor: Int?) -> String { floor.map(String.init) ?? "outdoors" }

extension Coordinate {
  /// The place at height zero; nil if it is no place on Earth.
  fileprivate var geodetic: Geodetic? {
    try? Geodetic(
      latitudeDegrees: latitudeDegrees, longitudeDegrees: longitudeDegrees, altitudeMetres: 0)
  }
}

extension TrueActivity {
  /// The flag by which a stack tells this activity.
  fileprivate var flag: ActivityFlags {
    switch self {
    case .stationary: .stationary
    case .walking: .walking
    case .running: .running
    case .cycling: .cycling
    case .automotive: .automotive
    case .other: .unknown
    }
  }
}
